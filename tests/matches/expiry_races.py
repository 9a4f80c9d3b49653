"""Races for a decision whose time is just up: its move, the sweep, and whoever else finds it late at that instant."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Literal

from chalicelib.matches import repository, service
from chalicelib.matches.errors import OutOfTimeError, StaleDecisionError
from chalicelib.matches.events import LogRow
from chalicelib.matches.match import Match, Pace
from chalicelib.players.ports import FixedClock, Store
from tests.adapters.barrier import BarrierStore, race
from tests.matches.desk import Desk
from tests.matches.races import LostMoveError
from tests.matches.time_passing import run_out

Third = Literal["sweep", "late"]
"""Who comes beside a move in time and a sweep: another sweep, or the same player with a move that is too late."""
Job = Callable[[Store], Any]


def move_against_expiry(desk: Desk, order: Sequence[int] = (), third: Third = "sweep", misses: int = 3) -> str:
    """A move, in time by its own clock, against two that find it late: which was stored, "move" or "expiry".

    Exactly one of them is, the log says which, all were told what is true, and so will be those at the table. With a
    single one of `misses` the seat goes to a bot.
    """
    match = desk.table("anna", "bram", game="sequence-dice", pace=Pace(misses=misses, ladder=()), then="bot")
    match = desk.load(match)
    (seat,) = desk.to_move(match)
    deadline = match.head.deadlines[seat]
    run_out(desk, deadline - desk.clock.now() - 1)
    texts = [text for text, _ in service.legal(desk.env, match.id, desk.caller(match, seat)).moves]
    moves = [_move(desk, match, seat, text, deadline - 1 + late) for late, text in enumerate(texts[:2])]
    jobs = [moves[0], _sweep(desk, deadline), moves[1] if third == "late" else _sweep(desk, deadline)]
    results = race(BarrierStore(desk.store, len(jobs), order), jobs)
    desk.clock.time = deadline
    won = isinstance(results[0], service.Played)
    row = _row(desk, match, seat)
    _expect(row.kind == ("moved" if won else "expired" if misses > 1 else "retired"), "one row, of who won", results)
    _expect(won or isinstance(results[0], OutOfTimeError), "a mover who lost is told why", results)
    _check_sweeps([found for found in results if isinstance(found, service.Sweep)], results, won, third)
    _check_notices(desk, match, seat, row, won)
    return "move" if won else "expiry"


def _move(desk: Desk, match: Match, seat: int, text: str, now: int) -> Job:
    """A submission by a clock of its own."""
    n, caller = match.head.opened[seat], desk.caller(match, seat)

    def job(store: Store) -> Any:
        env = replace(desk.over(store), clock=FixedClock(now))
        return service.play(env, match.id, seat, n, {"text": text}, caller)

    return job


def _sweep(desk: Desk, now: int) -> Job:
    return lambda store: service.sweep(replace(desk.over(store), clock=FixedClock(now)))


def _row(desk: Desk, match: Match, seat: int) -> LogRow:
    """The one row of the decision."""
    n = match.head.opened[seat]
    rows = [row for row in repository.log(desk.env, match.id) if (row.n, row.seat) == (n, seat)]
    _expect(len(rows) == 1, "one row for the decision", rows)
    return rows[0]


def _check_sweeps(sweeps: Sequence[service.Sweep], results: Sequence[Any], won: bool, third: Third) -> None:
    expired = sum(each.expired for each in sweeps)
    _expect(all(each.failed == [] and each.complete for each in sweeps), "every sweep gets through", results)
    if third == "sweep":
        _expect(expired == (not won), "expired once, or not at all", results)
        return
    told = StaleDecisionError if won else OutOfTimeError
    _expect(isinstance(results[2], told), "who is late is told why", results)
    _expect(expired <= (not won), "expired by the sweep or by who was late", results)


def _check_notices(desk: Desk, match: Match, seat: int, row: LogRow, won: bool) -> None:
    """One letter each: of the time that was up if it was, and whose turn it is now."""
    owed = [each for found in repository.log(desk.env, match.id) for each in found.owed if found.version > row.prev[0]]
    told = [(each.n, each.seat) for each in owed if each.category == "timed_out"]
    _expect(told == ([] if won else [(row.n, seat)]), "told of the time that was up, and only then", owed)
    after = desk.load(match)
    for each in desk.to_move(match):
        turns = [one for one in owed if (one.category, one.seat, one.n) == ("your_turn", each, after.head.opened[each])]
        _expect(len(turns) == 1, "told of the new turn once", owed)


def _expect(holds: bool, what: str, found: Sequence[Any]) -> None:
    """Raise LostMoveError with what was found, unless it holds."""
    if not holds:
        raise LostMoveError(f"{what}: {[str(each)[:120] for each in found]}")
