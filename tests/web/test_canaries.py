"""No answer, mail or call holds what is nobody's business: seeds of running matches; ids, addresses, keys of others."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable, Iterator
from email.message import EmailMessage
from html import unescape

import pytest

from chalicelib import bootstrap
from chalicelib.matches import repository
from chalicelib.players.addresses import digest
from tests.players.desk import SECRET
from tests.web.desk import Answer, Desk, open_desk
from tests.web.tables import STATES
from tests.web.watching import Role, Watch, bearer, browser, holder, nobody
from tests.web.worlds import STRANGER, World

_TOKENS = re.compile(rb"[A-Za-z0-9_-]{12,}")
PEOPLE = ("ann", "bob", "cas", STRANGER)
GUESSES = ("sealed", "private", "timed_out", "running")
"""The states in which everything is tried too, not only looked at."""

QUIET = ("waiting", "deserted")
"""The states of which nobody is told by mail."""


class TellingIds:
    """Ids in a known order of which none stands in another by chance."""

    def __init__(self) -> None:
        self.count = 0

    def token(self, size: int) -> bytes:
        """That many bytes."""
        self.count += 1
        return hashlib.shake_128(f"token {self.count}".encode()).digest(size)

    def name(self, length: int) -> str:
        """That many characters."""
        self.count += 1
        return hashlib.shake_128(f"name {self.count}".encode()).hexdigest(length)[:length]


def canaries(world: World, owner: str) -> Iterator[tuple[str, bytes]]:
    """What this person ("": nobody in particular) may never be shown, each with its name."""
    desk = world.desk
    match = repository.load(desk.env, world.match)
    yield "the service's secret", SECRET
    if match.head.status not in ("over", "cancelled"):
        yield "the seed", match.roster.seed.encode()
        yield "the seed's bytes", bytes.fromhex(match.roster.seed)
    for name in PEOPLE:
        yield f"the token of {name}", desk.tokens[name].encode()
        yield f"the token's hash of {name}", hashlib.sha256(desk.tokens[name].encode()).hexdigest().encode()
        yield f"the address's hash of {name}", digest(f"{name}@example.org").encode()
        yield f"the webhook's secret of {name}", world.webhooks[name].encode()
        if name != owner:
            yield f"the id of {name}", desk.ids[name].encode()
            yield f"the address of {name}", f"{name}@example.org".encode()
            yield f"the webhook of {name}", hook(name).encode()
    for name in ("ann", "bob"):
        if name != owner:
            yield f"the seat link of {name}", world.key(name).encode()
            yield f"the note of {name}", note(name).encode()


def hook(name: str) -> str:
    """Where somebody is called."""
    return f"https://{name}.hook.example/private/{name}"


def note(name: str) -> str:
    """What somebody notes about the match."""
    return f"{name} thinks that nobody reads this"


def _talk(desk: Desk, match: str) -> None:
    """Let both speak at the table, and note something, where they sit."""
    for name in ("ann", "bob"):
        desk.post(f"/matches/{match}/messages", {"text": f"{name} says hello"}, by=name)
        noted = desk.ask("PUT", f"/matches/{match}/notes", {"text": note(name)}, by=name)
        assert noted.status == 200 or desk.get(f"/matches/{match}", by=name).json.get("seat") is None


def exposed(parts: Iterable[bytes]) -> bytes:
    """The parts as they are, unescaped, and with all that is base64 in them decoded, twice over."""
    found = b"\n".join(parts)
    found += unescape(found.decode("utf-8", "replace")).encode()
    inner = _decoded(found)
    return b"\n".join((found, inner, _decoded(inner)))


def _decoded(text: bytes) -> bytes:
    words = (word[:-1] if len(word) % 4 == 1 else word for word in _TOKENS.findall(text))
    return b"\n".join(base64.urlsafe_b64decode(word + b"=" * (-len(word) % 4)) for word in words)


def assert_quiet(world: World, owner: str, label: str, parts: Iterable[bytes]) -> None:
    """None of the canaries sings."""
    found = exposed(parts)
    for name, canary in canaries(world, owner):
        assert canary not in found, f"{label} tells {name}"


def _parts(answer: Answer) -> Iterator[bytes]:
    yield answer.body
    for name, value in answer.headers.items():
        yield f"{name}: {value}".encode()


def roles(world: World) -> Iterator[tuple[str, Role, bool]]:
    """Everybody who may come, by every way: whose way it is, and whether it is the way to pages."""
    desk = world.desk
    for pages in (False, True):
        yield "", nobody(), pages
        for name in ("ann", "bob"):
            yield name, holder(world, name), pages
    for name in ("ann", "bob", STRANGER):
        yield name, bearer(desk, name), False
        yield name, browser(desk, name), True


@pytest.fixture(params=list(STATES))
def world(request: pytest.FixtureRequest) -> Iterator[World]:
    """A match in every state, among people of whom every secret is known."""
    desk: Desk = open_desk(ids=TellingIds())
    secrets = {name: str(desk.webhook(name, hook(name)).json["secret"]) for name in PEOPLE}
    match = STATES[request.param](desk)
    _talk(desk, match)
    yield World(desk, match, webhooks=secrets)
    bootstrap.use(None)


def test_no_answer_tells_what_is_nobodys_business(world: World, request: pytest.FixtureRequest) -> None:
    state = request.node.callspec.params["world"]
    for owner, role, pages in list(roles(world)):
        watched = Watch(world, ("pass",))
        watched.look(role, pages=pages)
        if state in GUESSES and owner != "ann":
            if pages:
                watched.send_forms(role)
            else:
                watched.guess(role)
                watched.try_everything(role)
        assert watched.answers
        for label, answer in watched.answers:
            assert_quiet(world, owner, label, _parts(answer))


def _everything(mail: EmailMessage) -> Iterator[bytes]:
    yield mail.as_bytes()
    for part in mail.walk():
        if not part.is_multipart():
            yield part.get_payload(decode=True)  # type: ignore[misc]


def test_no_mail_tells_what_is_nobodys_business(world: World, request: pytest.FixtureRequest) -> None:
    world.desk.work_off()
    assert bool(world.desk.mailer.accepted) == (request.node.callspec.params["world"] not in QUIET)
    for mail in world.desk.mailer.accepted:
        owner = str(mail["To"]).split("@")[0]
        assert_quiet(world, owner, f"{mail['Subject']} to {owner}", _everything(mail))


def test_no_call_tells_what_is_nobodys_business(world: World, request: pytest.FixtureRequest) -> None:
    world.desk.work_off()
    calls = world.desk.webhooks.accepted
    assert bool(calls) == (request.node.callspec.params["world"] not in QUIET)
    for url, headers, body in calls:
        owner = url.rpartition("/")[2]
        assert_quiet(world, owner, f"a call of {url}", [body, *(value.encode() for value in headers.values())])
        assert all(world.key(name).encode() not in body for name in ("ann", "bob"))


def test_the_search_finds_what_is_hidden_in_other_writing() -> None:
    world = World(open_desk(ids=TellingIds()))
    world.webhooks = {name: str(world.desk.webhook(name, hook(name)).json["secret"]) for name in PEOPLE}
    world.match = STATES["running"](world.desk)
    key = world.key("bob").encode()
    inner = base64.urlsafe_b64encode(b"abc" + key)
    wrapped = base64.urlsafe_b64encode(b'signed"%s"' % inner).rstrip(b"=")
    for canary, hidden in (("the seat link of bob", wrapped), ("the address of bob", b"bob&#64;example.org")):
        with pytest.raises(AssertionError, match=canary):
            assert_quiet(world, "ann", "an answer", [hidden])
    assert_quiet(world, "bob", "an answer", [wrapped])
    bootstrap.use(None)
