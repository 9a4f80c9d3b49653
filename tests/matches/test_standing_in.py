"""Handing a seat to a bot and taking it back: the bot plays on at once, and nobody gains time by it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from chalicelib.matches import repository, service
from chalicelib.matches.errors import InvalidMatchError, NotYourSeatError, OutOfTimeError, WrongStatusError
from chalicelib.matches.events import LogRow
from chalicelib.matches.match import Caller, Match
from chalicelib.matches.pace import DAY, OWN_REQUEST
from chalicelib.rules import MatchOverError, NothingToRetractError, NotToMoveError
from tests.admin.desk import flaws
from tests.matches.desk import BOT, ME, OPEN, Desk

PASS = {"text": "pass"}
ANNA, BRAM = Caller("anna"), Caller("bram")
TURNS = "sequence-dice"
"""A game in which one after the other decides."""


@pytest.fixture
def desk() -> Desk:
    return Desk()


def lend(desk: Desk, match: Match, caller: Caller = ANNA, level: int = 0) -> Match:
    return service.lend(desk.env, match.id, caller, level)


def back(desk: Desk, match: Match, caller: Caller = ANNA) -> Match:
    return service.take_back(desk.env, match.id, caller)


def newest(desk: Desk, match: Match) -> LogRow:
    return repository.log(desk.env, match.id)[-1]


def test_a_bot_plays_on_in_the_same_commit(desk: Desk) -> None:
    match = desk.table("anna", "bram", game=TURNS)
    (mover,) = desk.to_move(match)
    after = lend(desk, match, desk.caller(match, mover))
    assert after.head.version == match.head.version + 1
    assert after.head.ply > 0
    assert {entry.how for entry in newest(desk, match).entries if entry.seat == mover} == {"lent"}
    assert desk.to_move(match) == (1 - mover,)
    assert [(owed.category, owed.seat) for owed in newest(desk, match).owed] == [("your_turn", 1 - mover)]
    assert flaws(desk.env) == {}


def test_the_best_bot_comes_unless_another_is_asked_for(desk: Desk) -> None:
    match = desk.table("anna", "bram")
    assert lend(desk, match).roster.seats[0].lent == 2
    assert lend(desk, match, level=1).roster.seats[0].lent == 1
    assert [row.text for row in repository.log(desk.env, match.id) if row.kind == "lent"] == ["2", "1"]
    with pytest.raises(InvalidMatchError, match="the levels 1, 2"):
        lend(desk, match, level=3)


@pytest.mark.parametrize("level", [0, 2])
def test_a_second_time_changes_nothing(desk: Desk, level: int) -> None:
    match = lend(desk, desk.table("anna", "bram"))
    assert lend(desk, match, level=level) == match
    once = back(desk, match)
    assert back(desk, match) == once == desk.load(match)


def test_the_others_are_told_unless_it_is_their_turn_which_tells_it(desk: Desk) -> None:
    match = lend(desk, desk.table("anna", "bram", "cees"))
    assert [(owed.category, owed.player) for owed in newest(desk, match).owed] == [
        ("seat_changed", "bram"),
        ("seat_changed", "cees"),
    ]


def test_who_lent_the_seat_takes_it_back_before_deciding(desk: Desk) -> None:
    match = desk.table("anna", "bram")
    opened = match.head.opened[0]
    lent = lend(desk, match)
    for n in (opened, lent.head.opened[0]):
        with pytest.raises(NotToMoveError, match="Take the seat back first"):
            desk.play(match, 0, PASS, n)
    with pytest.raises(NotToMoveError, match="Take the seat back first"):
        service.retract(desk.env, match.id, 0, lent.head.opened[0], ANNA)
    assert desk.load(match) == lent


def test_what_the_bot_sealed_is_the_seats_and_can_be_replaced_or_taken_back(desk: Desk) -> None:
    match = lend(desk, desk.table("anna", "bram"))
    game = desk.game(match)
    sealed = match.head.opened[0]
    assert game.sealed(match.head.state, 0) is not None
    assert match.head.hows[0] == "lent"
    match = back(desk, match)
    assert match.head.opened[0] == match.head.version > sealed
    replaced = desk.play(match, 0, PASS).match
    assert game.format(game.sealed(replaced.head.state, 0)) == "pass"
    assert replaced.head.hows[0] == "played"
    service.retract(desk.env, match.id, 0, replaced.head.opened[0], ANNA)
    assert desk.to_move(match) == (0, 1)
    assert flaws(desk.env) == {}


def test_what_the_player_sealed_before_stays(desk: Desk) -> None:
    match = desk.table("anna", "bram")
    played = desk.play(match, 0, PASS)
    lent = lend(desk, match)
    game = desk.game(match)
    assert game.format(game.sealed(lent.head.state, 0)) == "pass"
    assert desk.play(match, 0, PASS, played.receipt.n).receipt == played.receipt
    desk.play(match, 1, PASS)
    first = next(entry for row in repository.log(desk.env, match.id) for entry in row.entries)
    assert (first.seat, first.text, first.how) == (0, "pass", "played")
    assert flaws(desk.env) == {}


def test_going_and_coming_back_gives_no_more_time_for_a_choice_that_is_sealed(desk: Desk) -> None:
    match = desk.table("anna", "bram")
    deadline = match.head.deadlines[0]
    desk.clock.advance(2 * DAY)
    lend(desk, match)
    match = back(desk, match)
    match = service.retract(desk.env, match.id, 0, match.head.opened[0], ANNA).match
    assert match.head.deadlines[0] == deadline
    lend(desk, match)
    match = back(desk, match)
    service.sweep(desk.env)
    desk.clock.advance(DAY - 60)
    service.sweep(desk.env)
    desk.clock.advance(60)
    with pytest.raises(OutOfTimeError):
        service.retract(desk.env, match.id, 0, match.head.opened[0], ANNA)


def test_a_decision_that_nobody_took_yet_begins_anew(desk: Desk) -> None:
    """As one may be left where more plays by itself than a commit has room for."""
    match = desk.table("anna", "bram", game=TURNS)
    (mover,) = desk.to_move(match)
    seats = tuple(replace(seat, lent=number == mover) for number, seat in enumerate(match.roster.seats))
    head = replace(match.head, version=match.head.version + 1, due=desk.clock.now())
    desk.store.commit(repository.writes(match, head, None, roster=replace(match.roster, seats=seats)))
    desk.clock.advance(DAY)
    after = back(desk, match, desk.caller(match, mover))
    assert after.head.opened[mover] == after.head.version
    assert after.head.deadlines[mover] == match.head.deadlines[mover] + DAY
    owed = [(each.category, each.after) for each in newest(desk, match).owed if each.seat == mover]
    assert owed == [("your_turn", desk.clock.now() + OWN_REQUEST)]
    assert desk.play(match, mover).match.head.ply == 1


def test_coming_back_forgets_missed_deadlines_and_calls(desk: Desk) -> None:
    match = desk.table("anna", "bram", "cees")
    lend(desk, match)
    service.substitute(desk.env, match.id, ANNA)
    seat = back(desk, match).roster.seats[0]
    assert (seat.lent, seat.wanted, seat.retired, seat.called) == (0, False, False, "")


def test_the_last_one_who_is_there_cannot_go(desk: Desk) -> None:
    match = desk.table("anna", "bram")
    lend(desk, match)
    before = desk.load(match)
    with pytest.raises(WrongStatusError, match="Nobody else is here"):
        lend(desk, match, BRAM)
    alone = desk.create(ME, BOT)
    with pytest.raises(WrongStatusError, match="Nobody else is here"):
        lend(desk, alone)
    assert desk.load(match) == before


def test_who_gave_up_has_no_seat_to_lend(desk: Desk) -> None:
    match = desk.table("anna", "bram", "cees")
    service.resign(desk.env, match.id, ANNA)
    for act in (lend, back):
        with pytest.raises(NotToMoveError, match="You gave up"):
            act(desk, match)


def test_before_the_start_and_after_the_end_there_is_nothing_to_lend(desk: Desk) -> None:
    waiting = desk.create(ME, OPEN)
    over = desk.table("anna", "bram")
    service.resign(desk.env, over.id, ANNA)
    for act in (lend, back):
        with pytest.raises(WrongStatusError):
            act(desk, waiting)
        with pytest.raises(MatchOverError):
            act(desk, over)
        with pytest.raises(NotYourSeatError):
            act(desk, waiting, Caller("dora"))


def test_giving_up_ends_it_that_a_bot_stands_in(desk: Desk) -> None:
    match = desk.table("anna", "bram", "cees")
    lend(desk, match)
    after = service.resign(desk.env, match.id, ANNA).match
    assert after.roster.seats[0].lent == 0
    with pytest.raises(NothingToRetractError):
        desk.game(after).retract(after.head.state, 0)
    assert flaws(desk.env) == {}


def test_moves_of_a_bot_that_stands_in_stand_in_the_record_as_such(desk: Desk) -> None:
    match = desk.table("anna", "bram", game=TURNS)
    lend(desk, match)
    while desk.load(match).head.ply < 3:
        desk.play(match, 1)
    back(desk, match)
    service.resign(desk.env, match.id, BRAM)
    told = service.export(desk.env, match.id, ANNA)
    assert {move.how for move in told.moves if move.seat == 0} == {"lent"}
    assert told.seats[0].level == 0
    assert flaws(desk.env) == {}


@pytest.mark.parametrize("is_asked", [False, True])
def test_what_a_seat_does_one_after_the_other_never_takes_the_place_of_another_row(desk: Desk, is_asked: bool) -> None:
    """Rows stand under the n that they are about; what is about no decision must not lie where another one will."""
    match = desk.table("anna", "bram", "cees", game=TURNS)
    (mover,) = desk.to_move(match)
    seat = mover if is_asked else (mover + 1) % 3
    me = desk.caller(match, seat)
    for _ in range(2):
        service.offer_draw(desk.env, match.id, me)
        lend(desk, match, me)
        back(desk, match, me)
        service.substitute(desk.env, match.id, me)
        service.end_call(desk.env, match.id, me)
        desk.clock.advance(DAY)
    while desk.to_move(match) != (seat,):
        desk.play(match, desk.to_move(match)[0])
    desk.play(match, seat)
    service.substitute(desk.env, match.id, me)
    service.substitute(desk.env, match.id, Caller("dora"), seat)
    service.resign(desk.env, match.id, Caller("dora"))
    assert flaws(desk.env) == {}
