"""Races on the move path, each trial brought to its dangerous moment by the barrier; used by tests and long runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from chalicelib.matches import repository, service
from chalicelib.matches.errors import MatchError
from chalicelib.matches.match import Caller, Match
from chalicelib.matches.playing import Played
from chalicelib.players.ports import Store
from chalicelib.rules import RuleError
from tests.adapters.barrier import BarrierStore, race
from tests.matches.desk import Desk

PASS = {"text": "pass"}
Result = Played | Exception
Job = Callable[[Store], Played]


class LostMoveError(AssertionError):
    """A race ended in a way that must not be."""


def submit(desk: Desk, match: Match, seat: int, body: dict[str, Any]) -> Job:
    """A submission for the decision that is open now, to be made over whichever store the race hands out."""
    n, caller = match.head.opened[seat], desk.caller(match, seat)
    return lambda store: service.play(desk.over(store), match.id, seat, n, body, caller)


def run(desk: Desk, jobs: Sequence[Job], order: Sequence[int] = ()) -> list[Result]:
    """All jobs at once, none committing before all have read."""
    return list(race(BarrierStore(desk.store, len(jobs), order), jobs))


def expect(holds: bool, what: str, results: Sequence[Result]) -> None:
    """Raise LostMoveError with what everybody was told, unless it holds."""
    if not holds:
        raise LostMoveError(f"{what}: {[str(result)[:80] for result in results]}")


def rows_of(desk: Desk, match: Match, kind: str) -> list[tuple[int, str]]:
    """(seat, text) of the log's rows of a kind."""
    return [(row.seat, row.text) for row in repository.log(desk.env, match.id) if row.kind == kind]


def one_decision(desk: Desk, submitters: int) -> None:
    """So many different moves for one decision: exactly one is stored, all others are told so."""
    match = desk.table("anna", "bram")
    moves = service.legal(desk.env, match.id, Caller("anna")).moves
    bodies = [{"text": moves[number % len(moves)][0]} for number in range(submitters)]
    results = run(desk, [submit(desk, match, 0, body) for body in bodies])
    won = [result for result in results if isinstance(result, Played)]
    told = [result.code for result in results if isinstance(result, MatchError)]
    stored = rows_of(desk, match, "sealed")
    texts = {result.receipt.text for result in won}
    expect(len(stored) == 1 and texts == {stored[0][1]}, "one move stored, its sender told so", results)
    expect(len(won) + len(told) == submitters and set(told) <= {"stale_decision"}, "all others refused", results)
    same = sum(body["text"] == stored[0][1] for body in bodies)
    expect(len(won) == same, "only those who sent just this move have its receipt", results)


def two_seats(desk: Desk) -> None:
    """Two seats choose at the same time: both are stored, always."""
    match = desk.table("anna", "bram")
    results = run(desk, [submit(desk, match, 0, PASS), submit(desk, match, 1, PASS)])
    expect(all(isinstance(result, Played) for result in results), "both told of success", results)
    expect(desk.load(match).head.ply == 2, "both on record", results)


def three_for_one_decision(desk: Desk, order: Sequence[int]) -> None:
    """Three submitters of one decision, their commits in this order: the first of them wins."""
    match = desk.table("anna", "bram")
    moves = service.legal(desk.env, match.id, Caller("anna")).moves
    results = run(desk, [submit(desk, match, 0, {"text": moves[number][0]}) for number in range(3)], order)
    first = results[order[0]]
    expect(isinstance(first, Played), "the first to commit wins", results)
    expect(sum(isinstance(result, Played) for result in results) == 1, "and nobody else", results)
    expect(len(rows_of(desk, match, "sealed")) == 1, "one row in the log", results)


def three_seats(desk: Desk, order: Sequence[int]) -> Match:
    """Three seats choose at the same time, their commits in this order; the match that comes of it."""
    match = desk.table("anna", "bram", "cees")
    bodies = [{"text": service.legal(desk.env, match.id, desk.caller(match, seat)).moves[seat][0]} for seat in range(3)]
    results = run(desk, [submit(desk, match, seat, bodies[seat]) for seat in range(3)], order)
    expect(all(isinstance(result, Played) for result in results), "all told of success", results)
    after = desk.load(match)
    expect(after.head.ply == 3, "all on record", results)
    return after


def retract_move_and_resign(order: Sequence[int]) -> None:
    """Taking back, another seat's move and a third's resignation at once: the log and the answers agree."""
    desk = Desk()
    match = desk.table("anna", "bram", "cees")
    sealed = desk.play(match, 0, PASS).match
    n, caller = sealed.head.opened[0], desk.caller(match, 0)
    jobs: list[Job] = [
        lambda store: service.retract(desk.over(store), match.id, 0, n, caller),
        submit(desk, sealed, 1, PASS),
        lambda store: service.resign(desk.over(store), match.id, desk.caller(match, 2)),
    ]
    results = run(desk, jobs, order)
    expect(all(isinstance(result, Played | MatchError | RuleError) for result in results), "known answers", results)
    log = repository.log(desk.env, match.id)
    expect([row.version for row in log] == sorted({row.version for row in log}), "one row a version", results)
    taken_back = isinstance(results[0], Played)
    expect(taken_back == bool(rows_of(desk, match, "retracted")), "the log says whether it was taken back", results)
    expect(isinstance(results[1], Played) and isinstance(results[2], Played), "the others go through", results)
    head = desk.load(match).head
    expect(head.ply == (1 if taken_back else 3), "the record holds what was revealed", results)
