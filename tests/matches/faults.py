"""The fault table of matches: every store call of a write path fails in every way, and the caller tries again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict, dataclass, replace
from typing import Any, Protocol

from chalicelib.matches import repository, service
from chalicelib.matches.errors import MatchError
from chalicelib.matches.events import Owed
from chalicelib.matches.fork import From
from chalicelib.matches.match import Caller, Match, Pace
from chalicelib.matches.pace import DAY, Heartbeat
from chalicelib.matches.playing import HEARTBEAT
from chalicelib.matches.seating import MatchWish, SeatWish
from chalicelib.players import invitations
from chalicelib.players.ports import Env, Item, Put, StoreError
from chalicelib.players.profile import is_guest
from chalicelib.rules import RuleError
from tests.adapters.faults import FAULTS, Fault, FaultyStore
from tests.adapters.tally import Tally
from tests.matches import comings
from tests.matches.desk import BOT, ME, OPEN, Desk
from tests.matches.endings import given_up

MOVES = ("seal", "play", "play late")
"""The paths that a move takes."""
WIRED = (*MOVES, "create", "join and start", "retract", "resign", "play too late", "expire", "retire", "excuse")
"""The same and those that it can meet: with two faults, and on the wire. `make soak` tries all paths so."""
COMMITS = ("commit", "PutItem", "DeleteItem", "TransactWriteItems")
PASS = {"text": "pass"}
GRAN = SeatWish("invite", email="gran@example.org")
NEW = "thenewmatch00001"
OLD = "theoldmatch00001"


AGAIN = ("StoreUnavailableError", "StoreThrottledError", "StoreConflictError", "BusyError", "failed")
"""What the caller is told where trying again is the thing to do."""


Plan = Mapping[int, Fault]
"""Faults by the number of the call that meets them, from 1."""


class Calls(Protocol):
    """What was asked of a store: all calls by name in order, and the numbers of those that met a fault."""

    calls: list[str]
    met: list[int]


Struck = AbstractContextManager[tuple[Env, Calls]]


@dataclass(frozen=True)
class Engine:
    """Where a path is run: an empty service, and its environment while the calls of a plan meet their faults."""

    name: str
    open: Callable[[], Desk]
    struck: Callable[[Desk, Plan], Struck]


@contextmanager
def _faulty(desk: Desk, plan: Plan) -> Iterator[tuple[Env, Calls]]:
    store = FaultyStore(desk.store, plan)
    yield desk.over(store), store


SQLITE = Engine("sqlite", Desk, _faulty)
"""In memory, with faults at the store's port."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What the store holds of a match: the rows of its log, and all else that is the same whatever the dice."""

    log: tuple[Any, ...]
    rest: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """What stands after a run, what the caller was told in the end ("" for success), the calls, those that failed."""

    stands: Standing
    told: str
    calls: tuple[str, ...]
    met: tuple[int, ...]


@dataclass(frozen=True)
class Path:
    """A write path: how the scene is set, what is asked for, and how many store calls a clean run makes."""

    name: str
    scene: Callable[[Desk], Match | None]
    act: Callable[[Env, Desk, Match | None], Any]
    calls: int


def _table(desk: Desk) -> Match:
    return desk.table("anna", "bram")


def _partners(desk: Desk) -> Match:
    """Two sides of two, so that a bot plays on for who gives up, and seat and head change together."""
    options = {"partnership": True}
    return desk.table("anna", "bram", "cees", "dora", game="passing-game", options=options)


def _last_choice(desk: Desk) -> Match:
    match = desk.table("anna", "bram")
    return desk.play(match, 1, PASS).match


def _sealed(desk: Desk) -> Match:
    return desk.play(desk.table("anna", "bram"), 0, PASS).match


def _ordered(desk: Desk) -> Match:
    """A standing order of the first seat, whose choice lies sealed."""
    match = _sealed(desk)
    service.give_orders(desk.env, match.id, [service.OrderWish("pass", until=3)], Caller("anna"))
    return desk.load(match)


def _free(desk: Desk) -> Match:
    return desk.create(ME, OPEN, OPEN)


def _one_free(desk: Desk) -> Match:
    return desk.create(ME, OPEN)


def _joined(desk: Desk) -> Match:
    return service.join(desk.env, "bram", _free(desk).id)


def _late(desk: Desk) -> Match:
    """A decision is up, and the sweep was there a minute ago."""
    return _up(desk, desk.table("anna", "bram"))


def _last(desk: Desk) -> Match:
    """The same, and the seat goes to a bot then."""
    match = desk.table("anna", "bram", pace=Pace(misses=1), then="bot")
    return _up(desk, desk.play(match, 1, PASS).match)


def _silent(desk: Desk) -> Match:
    """The same, but the sweep has not been there for three days."""
    match = _late(desk)
    desk.store.commit([Put(Item(HEARTBEAT, "heartbeat", asdict(Heartbeat(desk.clock.now() - 3 * DAY + 60))))])
    return match


def _up(desk: Desk, match: Match) -> Match:
    desk.clock.time = match.head.deadlines[0] - 60
    desk.store.commit([Put(Item(HEARTBEAT, "heartbeat", asdict(Heartbeat(desk.clock.now()))))])
    desk.clock.advance(60)
    return match


def _id(match: Match | None) -> str:
    return match.id if match else NEW


def _play(env: Env, desk: Desk, match: Match | None) -> Any:
    opened = match.head.opened[0] if match else 0
    return service.play(env, _id(match), 0, opened, PASS, Caller("anna"))


def _create(env: Env, desk: Desk, match: Match | None) -> Any:
    return service.create(env, "anna", MatchWish("keer-op-keer", (ME, BOT)), match_id=NEW)


def _go_on(env: Env, desk: Desk, match: Match | None) -> Any:
    wish = MatchWish("", (ME, BOT), origin=From("match", OLD, 0))
    return service.create(env, "anna", wish, match_id=NEW)


def _over(desk: Desk) -> None:
    """A match that has ended, of which another one is to go on."""
    service.create(desk.env, "anna", MatchWish("keer-op-keer", (ME, OPEN)), match_id=OLD)
    given_up(desk, service.join(desk.env, "bram", OLD), 0)


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


def _away(env: Env, desk: Desk, match: Match | None) -> Any:
    return service.announce_here(env, _id(match), 0, desk.clock.now() + 86_400, Caller("anna"))


def _gone(desk: Desk) -> Match:
    return service.announce_here(desk.env, _table(desk).id, 0, desk.clock.now() + 86_400, Caller("anna"))


def _back(env: Env, desk: Desk, match: Match | None) -> Any:
    return service.return_here(env, _id(match), Caller("anna"))


def _sweep(env: Env, desk: Desk, match: Match | None) -> Any:
    return service.sweep(env)


def _retract(env: Env, desk: Desk, match: Match | None) -> Any:
    return service.retract(env, _id(match), 0, match.head.opened[0] if match else 0, Caller("anna"))


def _say(env: Env, desk: Desk, match: Match | None) -> Any:
    return service.say(env, _id(match), "Hello.", Caller("anna"))


def _said(desk: Desk) -> Match:
    match = _table(desk)
    service.say(desk.env, match.id, "Oops.", Caller("anna"))
    return match


def _unsay(env: Env, desk: Desk, match: Match | None) -> Any:
    return service.unsay(env, _id(match), 1, Caller("anna"))


def _note(env: Env, desk: Desk, match: Match | None) -> Any:
    return service.write_note(env, "anna", _id(match), "Hm.", 0)


def _rematch(env: Env, desk: Desk, match: Match | None) -> Any:
    return service.rematch(env, "anna", OLD, new_id=NEW)


def _order(env: Env, desk: Desk, match: Match | None) -> Any:
    return service.give_orders(env, _id(match), [service.OrderWish("pass")], Caller("anna"))


def _withdraw(env: Env, desk: Desk, match: Match | None) -> Any:
    return service.withdraw_orders(env, _id(match), Caller("anna"))


def _resolve(env: Env, desk: Desk, match: Match | None) -> Any:
    """The move that opens a decision for which there is an order."""
    return service.play(env, _id(match), 1, match.head.opened[1] if match else 0, PASS, Caller("bram"))


def _hosted(desk: Desk) -> Match:
    """Somebody is invited by mail, and another invitation waits for the same address."""
    match = desk.create(ME, GRAN, OPEN)
    desk.clock.advance(1)
    service.create(desk.env, "cees", MatchWish("keer-op-keer", (ME, GRAN)), match_id=OLD)
    return match


def _mailed(desk: Desk, match: Match | None) -> str:
    """The token of the mail to the second seat."""
    found = invitations.find(desk.env, match.roster.seats[1].player if match else "")
    return invitations.token(desk.env, found) if found else ""


def _invite(env: Env, desk: Desk, match: Match | None) -> Any:
    return service.invite(env, "anna", _id(match), GRAN)


def _uninvite(env: Env, desk: Desk, match: Match | None) -> Any:
    return service.uninvite(env, "anna", _id(match), 1)


def _accept(env: Env, desk: Desk, match: Match | None) -> Any:
    return service.accept(env, "bram", _mailed(desk, match))


def _decline(env: Env, desk: Desk, match: Match | None) -> Any:
    return service.decline(env, _mailed(desk, match))


def _link(env: Env, desk: Desk, match: Match | None) -> Any:
    return service.make_link(env, "anna", _id(match))


PATHS = (
    Path("seal", _table, _play, 2),
    Path("play", _last_choice, _play, 2),
    Path("play late", _late, _play, 3),
    Path("create", _nothing, _create, 3),
    Path("go on from a position", _over, _go_on, 5),
    Path("join", _free, _join, 4),
    Path("join and start", _one_free, _join, 4),
    Path("invite by mail", _free, _invite, 6),
    Path("take an invitation back", _hosted, _uninvite, 6),
    Path("accept an invitation", _hosted, _accept, 9),
    Path("decline an invitation", _hosted, _decline, 7),
    Path("link", _free, _link, 2),
    Path("leave", _joined, _leave, 2),
    Path("nonce", _free, _nonce, 2),
    Path("links", _table, _links, 2),
    Path("be away", _table, _away, 7),
    Path("come back", _gone, _back, 6),
    Path("retract", _sealed, _retract, 2),
    Path("resign", _table, _resign, 2),
    Path("resign beside a partner", _partners, _resign, 2),
    Path("play too late", _last, _play, 3),
    Path("expire", _late, _sweep, 13),
    Path("retire", _last, _sweep, 12),
    Path("excuse", _silent, _sweep, 12),
    Path("order", _table, _order, 2),
    Path("withdraw orders", _ordered, _withdraw, 2),
    Path("carry an order out", _ordered, _resolve, 2),
    Path("say", _table, _say, 6),
    Path("unsay", _said, _unsay, 3),
    Path("note", _table, _note, 4),
    Path("rematch", _over, _rematch, 7),
    Path("lend", _table, comings.lend, 2),
    Path("take back", comings.lent, comings.take_back, 2),
    Path("call for a substitute", _table, comings.call, 2),
    Path("end the call", comings.wanted, comings.end_call, 2),
    Path("take a seat over", comings.wanted, comings.take_over, 4),
    Path("nudge", comings.slow, comings.nudge, 5),
    Path("offer a draw", _table, comings.offer, 3),
    Path("agree to a draw", comings.offered, comings.offer, 2),
    Path("decline a draw", comings.offered, comings.decline, 2),
)


def clean(path: Path, engine: Engine = SQLITE) -> Found:
    """A clean run of the path."""
    return run(path, {}, engine)


def run(path: Path, plan: Plan, engine: Engine = SQLITE) -> Found:
    """A run with faults and, if that was refused for the store's sake, another try without any."""
    desk = engine.open()
    match = path.scene(desk)
    with engine.struck(desk, plan) as (env, log):
        told = ask(path, desk, match, env)
    if told in AGAIN:
        told = ask(path, desk, match, desk.env)
    return Found(what_stands(desk, match), told, tuple(log.calls), tuple(log.met))


def ask(path: Path, desk: Desk, match: Match | None, env: Env) -> str:
    """Ask for what the path is about, in that environment; what the caller is told ("" for success)."""
    try:
        answer = path.act(env, desk, match)
    except (MatchError, RuleError, StoreError) as error:
        return type(error).__name__
    return "failed" if isinstance(answer, service.Sweep) and answer.failed else ""


def what_stands(desk: Desk, match: Match | None) -> Standing:
    """What the store holds of the match (None: of the one that was made)."""
    after = desk.load(_id(match))
    rows = [(row.n, row.seat, row.kind, row.entries, _told(row.owed)) for row in repository.log(desk.env, after.id)]
    mine = [[each.id for each in service.mine(desk.env, name)] for name in ("anna", "bram")]
    # ids and seeds are drawn in order, so a second try may draw others: the dice are not compared
    epochs = [(seat.epoch, seat.kind) for seat in after.roster.seats]
    orders = [(each.seat, each.waiting, each.n, each.tried) for each in after.head.orders]
    told = [_told(row.owed) for row in map(repository.log_row, desk.store.query(f"M#{after.id}", prefix="N#").items)]
    said = [(each.number, each.text) for each in service.newest_talk(desk.env, after).messages]
    before = after.roster.rematch_of
    around = [
        told,
        after.head.deadlines,
        said,
        orders,
        service.my_notes(desk.env, "anna"),
        before and desk.load(before).roster.rematch == after.id,
        (after.head.offers, after.head.ending, after.roster.handovers),
        [(_who(seat.player), seat.lent, seat.wanted, seat.called) for seat in after.roster.seats],
    ]
    return Standing(
        tuple(rows), (after.head.status, after.head.ply, after.head.version, after.head.opened, epochs, mine, around)
    )


def _told(owed: Iterable[Owed]) -> tuple[Owed, ...]:
    return tuple(replace(each, player=_who(each.player)) for each in owed)


def _who(player: str) -> str:
    """A player, or anybody who was invited by mail: a second try gives them another id."""
    return "a guest" if is_guest(player) else player


def singles(path: Path, engine: Engine) -> Iterator[Plan]:
    """Every fault at every call."""
    for number, _ in enumerate(clean(path, engine).calls, 1):
        yield from ({number: fault} for fault in FAULTS)


def fitting(path: Path, engine: Engine) -> Iterator[Plan]:
    """Every fault at every call, but none that befalls a read twice over: no conflict, and no answer is no answer."""
    for number, name in enumerate(clean(path, engine).calls, 1):
        yield from ({number: fault} for fault in _fitting(name))


def pairs(path: Path, engine: Engine) -> Iterator[Plan]:
    """Every fault at every call, and after each of them again at every call that followed."""
    for first in fitting(path, engine):
        (one,) = first
        followed = run(path, first, engine).calls
        for two in range(one + 1, len(followed) + 1):
            yield from ({**first, two: fault} for fault in _fitting(followed[two - 1]))


def _fitting(call: str) -> tuple[Fault, ...]:
    return FAULTS if call in COMMITS else ("before", "throttled")


def tally(path: Path, engine: Engine, plans: Iterable[Plan]) -> Tally:
    """The path under each of the plans."""
    expected = clean(path, engine)
    found = Tally(path.name, engine.name, len(expected.calls))
    for plan in plans:
        after = run(path, plan, engine)
        found.runs += 1
        found.met += len(after.met)
        if set(after.stands.log) - set(expected.stands.log) or len(after.stands.log) > len(expected.stands.log):
            found.doubled.append(f"{plan}: {after}")
        elif (after.stands, after.told) != (expected.stands, expected.told):
            found.lost.append(f"{plan}: {after}")
    return found
