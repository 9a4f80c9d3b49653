"""The fault table of matches: every store call of a write path fails in every way, and the caller tries again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from chalicelib.matches import repository, service
from chalicelib.matches.errors import MatchError
from chalicelib.matches.match import Caller, Match
from chalicelib.matches.seating import MatchWish
from chalicelib.players.ports import Env, StoreError
from chalicelib.rules import RuleError
from tests.adapters.faults import FAULTS, Fault, FaultyStore
from tests.matches.desk import BOT, ME, OPEN, Desk

PASS = {"text": "pass"}
NEW = "thenewmatch00001"


@dataclass(frozen=True)
class Path:
    """A write path: how the scene is set, what is asked for, and how many store calls a clean run makes."""

    name: str
    scene: Callable[[Desk], Match | None]
    act: Callable[[Env, Desk, Match | None], Any]
    calls: int


def _table(desk: Desk) -> Match:
    return desk.table("anna", "bram")


def _last_choice(desk: Desk) -> Match:
    match = desk.table("anna", "bram")
    return desk.play(match, 1, PASS).match


def _sealed(desk: Desk) -> Match:
    return desk.play(desk.table("anna", "bram"), 0, PASS).match


def _free(desk: Desk) -> Match:
    return desk.create(ME, OPEN, OPEN)


def _one_free(desk: Desk) -> Match:
    return desk.create(ME, OPEN)


def _joined(desk: Desk) -> Match:
    return service.join(desk.env, "bram", _free(desk).id)


def _late(desk: Desk) -> Match:
    match = desk.table("anna", "bram")
    service.sweep(desk.env)
    desk.clock.advance(3 * 86_400 - 60)
    service.sweep(desk.env)
    desk.clock.advance(60)
    return match


def _id(match: Match | None) -> str:
    return match.id if match else NEW


def _play(env: Env, desk: Desk, match: Match | None) -> Any:
    opened = match.head.opened[0] if match else 0
    return service.play(env, _id(match), 0, opened, PASS, Caller("anna"))


def _create(env: Env, desk: Desk, match: Match | None) -> Any:
    return service.create(env, "anna", MatchWish("keer-op-keer", (ME, BOT)), match_id=NEW)


def _nothing(_: Desk) -> None:
    """The scene of a path that begins with nothing."""


def _join(env: Env, desk: Desk, match: Match | None) -> Any:
    return service.join(env, "bram", _id(match))


def _leave(env: Env, desk: Desk, match: Match | None) -> Any:
    return service.leave(env, "bram", _id(match))


def _nonce(env: Env, desk: Desk, match: Match | None) -> Any:
    return service.set_nonce(env, _id(match), "c0ffee", Caller("anna"))


def _links(env: Env, desk: Desk, match: Match | None) -> Any:
    return service.revoke_links(env, _id(match), Caller("anna"))


def _resign(env: Env, desk: Desk, match: Match | None) -> Any:
    return service.resign(env, _id(match), Caller("anna"))


def _sweep(env: Env, desk: Desk, match: Match | None) -> Any:
    return service.sweep(env)


def _retract(env: Env, desk: Desk, match: Match | None) -> Any:
    return service.retract(env, _id(match), 0, match.head.opened[0] if match else 0, Caller("anna"))


PATHS = (
    Path("seal", _table, _play, 2),
    Path("play", _last_choice, _play, 2),
    Path("play late", _late, _play, 3),
    Path("create", _nothing, _create, 3),
    Path("join", _free, _join, 3),
    Path("join and start", _one_free, _join, 3),
    Path("leave", _joined, _leave, 2),
    Path("nonce", _free, _nonce, 2),
    Path("links", _table, _links, 2),
    Path("retract", _sealed, _retract, 2),
    Path("resign", _table, _resign, 2),
    Path("expire", _late, _sweep, 15),
)


def clean(path: Path) -> tuple[Any, list[str]]:
    """What the store holds after a clean run of the path, and the calls it made."""
    desk = Desk()
    match = path.scene(desk)
    store = FaultyStore(desk.store, {})
    _ask(path, desk, match, desk.over(store))
    return _what_stands(desk, match), store.calls


def faulty(path: Path, plan: Mapping[int, Fault]) -> tuple[Any, list[int], str]:
    """What the store holds after a run with faults and, if that was refused for the store's sake, another try.

    Also the numbers of the calls that met a fault, and what the caller was told in the end ("" for success).
    """
    desk = Desk()
    match = path.scene(desk)
    store = FaultyStore(desk.store, plan)
    told = _ask(path, desk, match, desk.over(store))
    if told in ("StoreUnavailableError", "StoreThrottledError", "StoreConflictError", "BusyError", "failed"):
        told = _ask(path, desk, match, desk.env)
    return _what_stands(desk, match), store.met, told


def _ask(path: Path, desk: Desk, match: Match | None, env: Env) -> str:
    try:
        answer = path.act(env, desk, match)
    except (MatchError, RuleError, StoreError) as error:
        return type(error).__name__
    return "failed" if isinstance(answer, service.Sweep) and answer.failed else ""


def _what_stands(desk: Desk, match: Match | None) -> Any:
    after = desk.load(_id(match))
    log = [(row.n, row.seat, row.kind, row.entries, row.owed) for row in repository.log(desk.env, after.id)]
    mine = [[each.id for each in service.mine(desk.env, name)] for name in ("anna", "bram")]
    # ids and seeds are drawn in order, so a second try may draw others: the dice are not compared
    epochs = [seat.epoch for seat in after.roster.seats]
    return after.head.status, after.head.ply, after.head.version, after.head.opened, epochs, log, mine


def singles(path: Path, calls: int) -> list[dict[int, Fault]]:
    """One fault at every call."""
    return [{number: fault} for number in range(1, calls + 1) for fault in FAULTS]


def pairs(path: Path, calls: int) -> list[dict[int, Fault]]:
    """Two faults at two calls, the second among those that the first one causes too."""
    places = combinations(range(1, calls + 3), 2)
    return [{one: first, two: second} for one, two in places for first in FAULTS for second in FAULTS]
