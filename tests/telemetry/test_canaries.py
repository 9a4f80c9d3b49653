"""No address, name, token, typed text or query string of anybody is in the log, whatever is asked and whatever fails.

Everybody's name, handle, address and everything typed has the same strange word in it; tokens are looked for by
themselves.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

import pytest

from app import app, mail, relay, sweep, webhook
from chalicelib import bootstrap
from chalicelib.adapters.sqlite import SqliteStore
from chalicelib.adapters.stream import Change
from chalicelib.matches import repository
from chalicelib.players.seat_links import seat_link_token
from chalicelib.players.sessions import confirm, request_link
from chalicelib.players.webhooks import create_webhook
from chalicelib.post.ports import MailRefusedError, MailUnavailableError, WebhookUnavailableError
from chalicelib.telemetry.traces import kind
from tests import aws_events
from tests.aws_events import Context
from tests.telemetry import emf
from tests.telemetry.ear import Ear, listening
from tests.web.desk import ORIGIN, Desk, open_desk

WORD = "zyxw"
ANN, BOB = f"{WORD}ann", f"{WORD}bob"
ROUTES = sorted((method, path) for path, methods in app.routes.items() for method in methods)
FORM = "application/x-www-form-urlencoded"
FINAL = {("DELETE", "/me"), ("POST", "/matches/{match}/resign")}


class Tripped(Exception):  # noqa: N818 - it stands for any error of any library
    """An error that repeats what it was given."""


@dataclass
class World:
    """A service full of secrets, and what is heard of it."""

    desk: Desk
    ear: Ear
    changes: list[Change] = field(default_factory=list)
    secrets: set[str] = field(default_factory=set)
    match: str = ""
    invocations: int = 0

    def ask(self, method: str, path: str, raw: bytes = b"", headers: dict[str, str] | None = None) -> int:
        """A request; its status."""
        self.invocations += 1
        return self.desk.send(method, path, raw, headers).status

    def work(self) -> None:
        """Let the functions do what there is to do."""
        batch, self.changes[:] = list(self.changes), []
        relay(aws_events.stream(*batch), Context("relay"))
        for function, queue in ((mail, self.desk.queue), (webhook, self.desk.container.post.webhook_queue)):
            function(aws_events.messages(*queue.take(), WORD, {WORD: WORD}), Context("mail"))  # type: ignore[attr-defined]
        sweep(aws_events.tick(), Context("sweep"))
        self.invocations += 4

    def keep(self, *secrets: str) -> None:
        """Remember what nobody may be told."""
        self.secrets |= set(secrets)


@pytest.fixture
def world() -> Iterator[World]:
    desk = open_desk()
    store = desk.store.inner
    assert isinstance(store, SqliteStore)
    with listening() as ear:
        made = World(desk, ear)
        store.on_commit = made.changes.extend
        made.keep(desk.player(ANN), desk.player(BOB))
        made.match = desk.table(ANN, BOB, name=f"{WORD} table")
        webhook_of = create_webhook(desk.env, desk.ids[ANN], f"https://{WORD}.example.com/{WORD}?{WORD}=1")
        made.keep(*map(str, webhook_of.secrets), repository.load(desk.env, made.match).roster.seed)
        made.keep(*(seat_link_token(desk.env, made.match, seat, 0) for seat in (0, 1)))
        ear.lines.clear()
        yield made
    bootstrap.use(None)


def assert_quiet(world: World) -> None:
    heard = "\n".join(world.ear.texts)
    assert heard
    assert WORD not in heard.lower()
    for secret in world.secrets:
        assert secret not in heard
    assert len(world.ear.lines) == world.invocations
    assert all(line["outcome"] == "failed" or emf.measured(line) for line in world.ear.lines)


def credentials(world: World) -> Iterator[dict[str, str]]:
    """Every way to come, good and bad."""
    session = confirm(world.desk.env, request_link(world.desk.env, f"{ANN}@example.org").token).token
    world.keep(session)
    yield {"Authorization": f"Bearer {world.desk.player(ANN)}"}
    yield {"Authorization": f"Bearer tp_{WORD}{'0' * 32}"}
    yield {"Cookie": f"__Host-tp={session}", **ORIGIN}
    yield {"Cookie": f"__Host-tp={WORD}", "Origin": f"https://{WORD}.example.org", "User-Agent": WORD}
    yield {"Idempotency-Key": WORD, "Accept-Language": WORD}


def queries(world: World) -> Iterator[str]:
    """What may stand behind a path."""
    yield ""
    yield urlencode({"key": seat_link_token(world.desk.env, world.match, 0, 0), "language": "nl"})
    yield urlencode({"key": WORD, "token": WORD, "cursor": WORD, "language": WORD, "limit": WORD})


def paths(world: World, path: str) -> Iterator[str]:
    """Addresses of a route, with what is there and with what somebody typed."""
    for match, seat in ((world.match, "0"), (f"{WORD}-1", WORD)):
        parts = {name: f"{WORD}-{name}" for name in re.findall(r"{(\w+)}", path)}
        yield path.format_map({**parts, "match": match, "seat": seat, "n": "2"})


def test_nothing_that_is_asked_is_repeated_in_the_log(world: World) -> None:
    bodies = [(json.dumps({WORD: WORD}).encode(), "application/json"), (f"{{{WORD}".encode(), "application/json")]
    bodies += [(urlencode({"do": "type", "text": WORD, "n": 2}).encode(), FORM), (WORD.encode(), f"text/{WORD}")]
    asked = [route for route in ROUTES if route not in FINAL]
    for headers in list(credentials(world)):
        for method, route in asked:
            for path in paths(world, route):
                for query in queries(world) if method == "GET" else [""]:
                    world.ask(method, f"{path}?{query}" if query else path, headers=headers)
                for raw, form in bodies if method != "GET" else []:
                    world.ask(method, path, raw, {**headers, "Content-Type": form})
    assert_quiet(world)
    told = {line["route"] for line in world.ear.lines}
    assert told == {f"{method} {path}" for method, path in asked}


def test_nothing_of_a_whole_match_with_logins_mails_and_calls_is_in_the_log(world: World) -> None:
    desk = world.desk
    wish = {"email": f"{WORD}new@example.org", "name": f"{WORD} New", "handle": f"{WORD}new"}
    for path, body in (("/players", wish), ("/sessions", {"email": f"{ANN}@example.org"})):
        sent = json.dumps(body).encode()
        assert world.ask("POST", path, sent, {"Content-Type": "application/json"}) == 202
        (message,) = (message for message, _ in desk.queue.messages if "login" in message)
        token = str(message["login"]["token"])
        world.keep(token)
        world.work()
        assert world.ask("GET", f"/login?token={token}") == 200
        used = json.dumps({"token": token}).encode()
        assert world.ask("POST", "/sessions", used, {"Content-Type": "application/json"}) in (200, 201)
    for name in (ANN, BOB) * 2:
        where = f"/matches/{world.match}"
        world.invocations += 2
        assert desk.move(world.match, name, {"text": "pass"}).status == 200
        world.ask("GET", where, headers={"Authorization": f"Bearer {desk.player(name)}"})
        world.work()
    desk.clock.advance(10 * 86_400)
    world.work()
    bearer = {"Authorization": f"Bearer {desk.player(BOB)}", "Content-Type": "application/json"}
    assert world.ask("POST", f"/matches/{world.match}/resign", b"{}", bearer) in (200, 409)
    world.work()
    assert desk.mailer.accepted
    assert desk.container.post.webhooks.accepted  # type: ignore[attr-defined]
    assert_quiet(world)


FAULTS: tuple[Exception, ...] = (
    Tripped(f"{ANN}@example.org"),
    KeyError(f"{ANN}@example.org"),
    UnicodeEncodeError("ascii", f"{WORD}é", 0, 1, WORD),
    MailUnavailableError("later"),
    MailRefusedError("never"),
)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)
def test_nothing_that_an_error_says_is_in_the_log(world: World, fault: Any) -> None:
    world.desk.mailer.errors = [fault] * 3
    world.desk.container.post.webhooks.errors = [  # type: ignore[attr-defined]
        fault,
        WebhookUnavailableError("503"),
    ]
    world.work()
    bearer = {"Authorization": f"Bearer {world.desk.player(ANN)}"}
    assert world.desk.move(world.match, BOB, {"text": "pass"}).status == 200
    world.desk.store.fault = fault
    for path in ("/me", f"/matches/{world.match}", f"/m/{world.match}?key={WORD}", "/"):
        assert world.ask("GET", path, headers=bearer) == 500
    with pytest.raises(bootstrap.InvocationError):
        world.work()
    world.invocations = len(world.ear.lines)
    assert_quiet(world)
    assert {line["error"] for line in world.ear.lines if line["outcome"] == "failed"} >= {kind(fault)}
