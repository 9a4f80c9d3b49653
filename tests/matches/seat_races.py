"""Races around who decides for a seat: lending, coming back, taking a seat over, and agreeing to a draw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from chalicelib.matches import repository, service
from chalicelib.matches.match import Caller, Match
from chalicelib.matches.playing import Played
from tests.adapters.barrier import BarrierStore, race
from tests.matches.desk import Desk
from tests.matches.races import PASS, expect, rows_of, submit


def lend_against_move(order: Sequence[int]) -> None:
    """Handing a seat to a bot and deciding on it at once: the move counts only if it came first."""
    desk = Desk()
    match = desk.table("anna", "bram")
    jobs: list[Any] = [
        lambda store: service.lend(desk.over(store), match.id, Caller("anna")),
        submit(desk, match, 0, PASS),
    ]
    results: list[Any] = list(race(BarrierStore(desk.store, 2, order), jobs))
    expect(isinstance(results[0], Match), "the seat is lent", results)
    moved = isinstance(results[1], Played)
    expect(moved == (order[0] == 1), "the first to commit decides", results)
    after = desk.load(match)
    said = desk.game(after).format(desk.game(after).sealed(after.head.state, 0))
    expect(after.head.hows[0] == ("played" if moved else "lent"), "whoever decided first has decided", results)
    expect(not moved or said == "pass", "by what was submitted", results)


def taking_back_against_sweep(order: Sequence[int]) -> None:
    """Taking a seat back as the sweep plays on where a commit left more to play: the log goes on, one row a version."""
    desk = Desk()
    match = desk.table("anna", "bram", game="sequence-dice")
    (mover,) = desk.to_move(match)
    seats = tuple(replace(seat, lent=int(number == mover)) for number, seat in enumerate(match.roster.seats))
    head = replace(match.head, version=match.head.version + 1, due=desk.clock.now())
    desk.store.commit(repository.writes(match, head, None, roster=replace(match.roster, seats=seats)))
    jobs: list[Any] = [
        lambda store: service.take_back(desk.over(store), match.id, desk.caller(match, mover)),
        lambda store: service.sweep(desk.over(store)),
    ]
    results: list[Any] = list(race(BarrierStore(desk.store, 2, order), jobs))
    after, first = desk.load(match), order[0]
    expect(after.roster.seats[mover].lent == 0, "the seat is its player's", results)
    is_asked = after.head.opened[mover] > 0
    expect(is_asked == (first == 0), "the bot has played if the sweep came first", results)
    versions = [row.version for row in repository.log(desk.env, match.id)]
    expect(versions == sorted(set(versions)), "one row a version", results)


def substitutes(order: Sequence[int]) -> None:
    """Three who want the same seat at once: the first to commit has it, the others are told that it is gone."""
    desk = Desk()
    match = service.substitute(desk.env, desk.table("anna", "bram").id, Caller("anna"))

    def job(player: str) -> Any:
        return lambda store: service.substitute(desk.over(store), match.id, Caller(player), 0)

    names = ("cees", "dora", "elin")
    results: list[Any] = list(race(BarrierStore(desk.store, 3, order), [job(name) for name in names]))
    sits = desk.load(match).roster.seats[0].player
    expect(sits == names[order[0]], "the first to commit sits there", results)
    refused = [getattr(result, "code", "") for name, result in zip(names, results, strict=True) if name != sits]
    expect(refused == ["seat_taken"] * 2, "the others are told so", results)
    mine = [name for name in names if service.mine(desk.env, name)]
    expect(mine == [sits] and len(rows_of(desk, match, "substituted")) == 1, "one row, and one list has it", results)


def offers_at_once(order: Sequence[int]) -> None:
    """Two who offer a draw at the same moment: that is agreed, and the match ends once."""
    desk = Desk()
    match = desk.table("anna", "bram")

    def job(player: str) -> Any:
        return lambda store: service.offer_draw(desk.over(store), match.id, Caller(player))

    results: list[Any] = list(race(BarrierStore(desk.store, 2, order), [job("anna"), job("bram")]))
    after = desk.load(match)
    expect((after.head.status, after.head.ending, after.head.ply) == ("over", "agreed", 1), "it ended once", results)
    first = order[0]
    offered, agreed = rows_of(desk, match, "offered"), rows_of(desk, match, "agreed")
    expect((offered, agreed) == ([(first, "")], [(1 - first, "draw")]), "the log says who came first", results)
