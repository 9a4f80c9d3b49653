"""The log of a match from its first row on: what led to the first position stands there before anybody moves."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

import pytest

from chalicelib import games
from chalicelib.adapters.sizes import item_size
from chalicelib.matches import repository, service
from chalicelib.matches.errors import SeatTakenError
from chalicelib.matches.events import TABLE, LogRow
from chalicelib.matches.match import Caller, Match
from chalicelib.matches.seating import SeatWish
from chalicelib.players.ports import Store
from chalicelib.rules import LANGUAGES, Fact
from tests.adapters.barrier import BarrierStore, race
from tests.matches.desk import ME, OPEN, Desk
from tests.matches.emulated import EmulatedDesks

DICE = "sequence-dice"
NAMES = ("anna", "bram", "cees", "dora")
TABLES = [(key, seats) for key in games.keys() for seats in games.meta(key).seats if seats <= len(NAMES)]  # noqa: SIM118


def _started(desk: Desk, match: Match) -> LogRow:
    (row,) = (row for row in repository.log(desk.env, match.id) if row.kind == "started")
    return row


def _kinds(facts: tuple[Fact, ...]) -> list[str]:
    return [fact.kind for fact in facts]


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_every_game_tells_how_it_begins_before_anybody_moves(key: str, seats: int) -> None:
    desk = Desk()
    match = desk.table(*NAMES[:seats], game=key)
    game, state, row = desk.game(match), match.head.state, _started(desk, match)
    view = game.view(state, None)
    if not row.entries:
        assert row.facts == game.facts(view, None, None, view)
    assert row.facts
    for seat in range(seats):
        own = game.view(state, seat)
        assert row.entries or row.facts_for(seat) == game.facts(own, None, None, own)
    assert all(game.say(fact, language) for fact in row.facts for language in LANGUAGES)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_rolls_for_who_begins_stand_in_the_log_from_the_start(seats: int) -> None:
    desk = Desk()
    match = desk.table(*NAMES[:seats], game=DICE)
    rows = service.log(desk.env, match.id, Caller())
    assert [row.kind for row in rows] == ["created", "started"]
    facts = rows[-1].facts
    assert _kinds(facts)[:seats] == ["start"] * seats
    assert [fact.seat for fact in facts[:seats]] == list(range(seats))
    begins = next(fact for fact in facts if fact.kind == "begins")
    assert begins.seat == match.head.state.active
    shown = service.look(desk.env, match.id, Caller(), "nl").last
    assert shown is not None
    assert shown.said[: len(facts)] == tuple(desk.game(match).say(fact, "nl") for fact in facts)


def test_they_are_told_once() -> None:
    desk = Desk()
    match = desk.table(*NAMES[:3], game=DICE)
    for _ in range(4):
        match = desk.play(match, desk.to_move(match)[0]).match
    told = [fact.kind for row in repository.log(desk.env, match.id)[2:] for fact in row.facts]
    assert "placed" in told
    assert not {"start", "start_again", "begins"} & set(told)


def test_what_bots_play_at_once_comes_after_them() -> None:
    bots = [SeatWish("bot", level=1)] * 3
    desk = Desk()
    rows = [_started(desk, desk.create(ME, *bots, game=DICE)) for _ in range(12)]
    played = [row for row in rows if row.entries]
    assert len(played) > 4, "bots began some of the matches"
    for row in played:
        kinds = _kinds(row.facts)
        assert kinds[:4] == ["start"] * 4
        assert kinds.index("begins") < kinds.index("placed" if "placed" in kinds else "nothing")


def test_both_engines_keep_the_same_rows(desks: EmulatedDesks) -> None:
    told = []
    for desk in (Desk(), desks.open()):
        match = desk.table(*NAMES, game=DICE)
        told.append(repository.log(desk.env, match.id))
    assert told[0] == told[1]
    assert "begins" in _kinds(told[1][-1].facts)


def _race(desk: Desk, order: tuple[int, ...]) -> None:
    """Three take the last seat at the same moment."""
    match = desk.create(ME, OPEN, game=DICE)

    def joining(name: str) -> Callable[[Store], Match]:
        return lambda store: service.join(desk.over(store), name, match.id)

    jobs = [joining(name) for name in NAMES[1:]]
    results = race(BarrierStore(desk.store, len(jobs), order), jobs)
    assert sum(isinstance(result, Match) for result in results) == 1
    assert sum(isinstance(result, SeatTakenError) for result in results) == len(jobs) - 1
    row, match = _started(desk, match), desk.load(match)
    assert match.roster.seats[1].player == NAMES[1 + order[0]]
    assert _kinds(row.facts).count("begins") == 1
    game, state = desk.game(match), match.head.state
    first = game.initial_state(2, match.roster.options, match.roster.chance(0))
    if not row.entries:
        assert state == first
    view = game.view(first, None)
    assert row.facts[: len(game.facts(view, None, None, view))] == game.facts(view, None, None, view)


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_of_several_who_take_the_last_seat_at_once_one_starts_the_match_once(order: tuple[int, ...]) -> None:
    _race(Desk(), order)


def test_and_so_it_is_on_dynamodb(desks: EmulatedDesks) -> None:
    for order in ((0, 1, 2), (2, 0, 1)):
        _race(desks.open(), order)


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_the_row_stays_below_a_kilobyte_and_so_takes_no_unit_more(key: str, seats: int) -> None:
    desk = Desk()
    match = desk.table(*NAMES[:seats], game=key)
    item = desk.store.get(repository.log_key(match.id, _started(desk, match).n, TABLE))
    assert item is not None
    assert item_size(item) <= 1024
