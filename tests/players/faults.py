"""The fault table of accounts: every store call of a write path fails in every way, and the player tries again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from chalicelib.players import accounts, copies, repository, sessions, tokens, webhooks
from chalicelib.players.authentication import CredentialCache, authenticate
from chalicelib.players.errors import PlayerError
from chalicelib.players.ports import Env, StoreError
from tests.adapters.faults import FAULTS, Fault, FaultyStore
from tests.adapters.tally import Tally
from tests.players.desk import Desk, open_desk

ADDRESS = "ann@example.org"
URL = "https://hooks.example.org/turn"

Given = Any
Plan = Mapping[int, Fault]


@dataclass(frozen=True)
class Path:
    """A write path: how its scene is set, what is asked for with what that gave, and what stands after the answer."""

    name: str
    scene: Callable[[Desk], Given]
    act: Callable[[Env, Given], Any]
    stands: Callable[[Desk, Given, Any], object]
    calls: int


@dataclass(frozen=True, slots=True)
class Found:
    """What stands after a run, what the player was told in the end ("" for success), the calls, those that failed.

    `rows` are those in ann's partition, by kind.
    """

    stands: object
    rows: tuple[str, ...]
    told: str
    calls: tuple[str, ...]
    met: tuple[int, ...]


def _nobody(_: Desk) -> None:
    """The scene of a path that begins with nothing."""


def _link(desk: Desk) -> str:
    return sessions.request_link(desk.env, ADDRESS, handle="ann").token


def _known(desk: Desk) -> str:
    return desk.sign_up(ADDRESS, handle="ann").player


def _known_with_link(desk: Desk) -> str:
    _known(desk)
    return _link_again(desk)


def _link_again(desk: Desk) -> str:
    return sessions.request_link(desk.env, ADDRESS).token


def _session(desk: Desk) -> str:
    return desk.sign_up(ADDRESS, handle="ann").token


def _token(desk: Desk) -> tuple[str, tokens.NewToken]:
    player = _known(desk)
    return player, tokens.create_token(desk.env, player)


def _webhook(desk: Desk) -> tuple[str, str]:
    player = _known(desk)
    return player, webhooks.create_webhook(desk.env, player, URL).id


def _is_known(desk: Desk, secret: str) -> bool:
    try:
        authenticate(desk.env, secret, CredentialCache(0))
    except PlayerError:
        return False
    return True


def _kinds(desk: Desk) -> list[str]:
    """What lies in ann's partition, by kind."""
    player = repository.pointed(desk.store, repository.handle_key("ann"))
    return [item.kind for item in desk.store.query(f"P#{player}", consistent=True).items]


def _signed_in(desk: Desk, _: Given, session: sessions.Session) -> object:
    return _is_known(desk, session.token), session.created, _kinds(desk)


def _named(desk: Desk, player: str, _: Any) -> object:
    profile = accounts.read_profile(desk.env, player)
    owners = [repository.pointed(desk.store, repository.handle_key(handle)) == player for handle in ("ann", "anna")]
    return profile.name, profile.handle, owners


def _called(desk: Desk, player: str) -> object:
    listed = webhooks.list_webhooks(desk.env, player)
    return [bool(each.disabled) for each in listed], len(webhooks.webhooks_called(desk.store, [player], "m")[0][player])


PATHS = (
    Path(
        "ask for a link",
        _nobody,
        lambda env, _: sessions.request_link(env, ADDRESS, handle="ann"),
        lambda desk, _, asked: sessions.confirm(desk.env, asked.token).created,
        3,
    ),
    Path("sign up", _link, sessions.confirm, _signed_in, 4),
    Path("log in", _known_with_link, sessions.confirm, _signed_in, 4),
    Path(
        "sign out",
        _session,
        sessions.sign_out,
        lambda desk, secret, _: (_is_known(desk, secret), _kinds(desk)),
        2,
    ),
    Path(
        "make a token",
        _known,
        tokens.create_token,
        lambda desk, _, made: (_is_known(desk, made.secret), _kinds(desk)),
        2,
    ),
    Path(
        "revoke a token",
        _token,
        lambda env, given: tokens.revoke_token(env, given[0], given[1].credential.id),
        lambda desk, given, _: (_is_known(desk, given[1].secret), _kinds(desk)),
        2,
    ),
    Path(
        "change one's name",
        _known,
        lambda env, player: accounts.update_profile(env, player, accounts.Changes(name="Ann Again")),
        _named,
        2,
    ),
    Path(
        "change one's handle",
        _known,
        lambda env, player: accounts.update_profile(env, player, accounts.Changes(handle="anna")),
        _named,
        2,
    ),
    Path(
        "set quiet hours",
        _known,
        lambda env, player: accounts.update_profile(env, player, accounts.Changes(quiet=("22:00", "07:00"))),
        lambda desk, player, _: (accounts.read_profile(desk.env, player).quiet, copies.owed(desk.store, player)),
        2,
    ),
    Path(
        "have a webhook",
        _known,
        lambda env, player: webhooks.create_webhook(env, player, URL),
        lambda desk, player, _: _called(desk, player),
        3,
    ),
    Path(
        "attach a webhook to a match",
        _known,
        lambda env, player: webhooks.create_webhook(env, player, URL, match="m1"),
        lambda desk, player, _: webhooks.webhooks_called(desk.store, [player], "m1")[1][0].player == player,
        4,
    ),
    Path(
        "change a webhook's secret",
        _webhook,
        lambda env, given: webhooks.rotate_secret(env, *given),
        lambda desk, given, made: webhooks.find_webhook(desk.store, *given).secrets == made.secrets,
        2,
    ),
    Path(
        "disable a webhook",
        _webhook,
        lambda env, given: webhooks.disable_webhook(env, *given),
        lambda desk, given, _: _called(desk, given[0]),
        3,
    ),
    Path(
        "delete a webhook",
        _webhook,
        lambda env, given: webhooks.delete_webhook(env, *given),
        lambda desk, given, _: _called(desk, given[0]),
        3,
    ),
)


def run(path: Path, plan: Plan) -> Found:
    """A run with faults and, if that did not succeed, another try without any."""
    desk = open_desk()
    given = path.scene(desk)
    store = FaultyStore(desk.store, plan)
    told, answer = _ask(path, replace(desk.env, store=store), given)
    if told:
        told, answer = _ask(path, desk.env, given)
    stands = told or path.stands(desk, given, answer)
    return Found(stands, tuple(_kinds(desk)), told, tuple(store.calls), tuple(store.met))


def _ask(path: Path, env: Env, given: Given) -> tuple[str, Any]:
    try:
        return "", path.act(env, given)
    except (PlayerError, StoreError) as error:
        return type(error).__name__, None


def singles(calls: Sequence[str]) -> Iterator[Plan]:
    """One fault at every call."""
    yield from ({number: fault} for number in range(1, len(calls) + 1) for fault in FAULTS)


def tally(path: Path) -> Tally:
    """The path with one fault anywhere."""
    expected = run(path, {})
    found = Tally(path.name, "sqlite", len(expected.calls))
    for plan in singles(expected.calls):
        after = run(path, plan)
        found.runs += 1
        found.met += len(after.met)
        if Counter(after.rows) - Counter(expected.rows):
            found.doubled.append(f"{plan}: {after}")
        elif (after.stands, after.rows, after.told) != (expected.stands, expected.rows, expected.told):
            found.lost.append(f"{plan}: {after}")
    return found
