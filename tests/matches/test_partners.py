"""A seat whose player gives up beside a partner: a bot plays on in it, and the side resigns when both have given up."""

from __future__ import annotations

import pytest

from chalicelib.matches import repository, service
from chalicelib.matches.match import Caller, Match
from chalicelib.matches.seating import MatchWish
from chalicelib.rules import MatchOverError, NotToMoveError, Termination
from tests.matches.desk import ME, OPEN, Desk

NAMES = ("anna", "bram", "cees", "dora")


def _table(desk: Desk) -> Match:
    wish = MatchWish("passing-game", (ME, OPEN, OPEN, OPEN), {"partnership": True, "target": 30})
    match = service.create(desk.env, "anna", wish)
    for name in NAMES[1:]:
        match = service.join(desk.env, name, match.id)
    return match


def _others_turn(desk: Desk, match: Match) -> str:
    """Somebody who is not to move."""
    return NAMES[(desk.to_move(match)[0] + 1) % 4]


def test_a_bot_plays_on_for_who_gave_up() -> None:
    desk = Desk()
    match = _table(desk)
    seat = desk.to_move(match)[0]
    done = service.resign(desk.env, match.id, Caller(NAMES[seat]))
    assert done.match.head.status == "running"
    assert desk.load(match) == done.match
    assert desk.to_move(match) == ((seat + 1) % 4,), "the bot has led at once"
    assert [entry.how for entry in repository.log(desk.env, match.id)[-1].entries] == ["resigned", "bot"]
    sat = done.match.roster.seats[seat]
    assert (sat.kind, sat.player, sat.level, sat.is_played_by_bot) == ("player", NAMES[seat], 2, True)


def test_its_player_may_look_on_but_not_play_and_is_mailed_no_turn() -> None:
    desk = Desk()
    match = _table(desk)
    name = _others_turn(desk, match)
    seat = NAMES.index(name)
    service.resign(desk.env, match.id, Caller(name))
    for body in ({"text": "pass"}, {"text": "draw"}):
        with pytest.raises(NotToMoveError):
            service.play(desk.env, match.id, seat, 1, body, Caller(name))
    with pytest.raises(NotToMoveError):
        service.resign(desk.env, match.id, Caller(name))
    match = desk.play_out(match)
    owed = [each for row in repository.log(desk.env, match.id) for each in row.owed if each.player == name]
    assert {each.category for each in owed} <= {"match_started", "match_ended"}
    assert service.look(desk.env, match.id, Caller(name)).seat == seat


def test_the_match_goes_on_to_its_end_and_replays() -> None:
    desk = Desk()
    match = _table(desk)
    service.resign(desk.env, match.id, Caller(_others_turn(desk, match)))
    match = desk.play_out(match)
    assert match.head.state.outcome.termination is Termination.NORMAL
    assert len(match.head.state.outcome.winners) == 2
    assert desk.replayed(match) == match.head.state


@pytest.mark.parametrize("first", [0, 1])
def test_the_side_resigns_when_both_have_given_up(first: int) -> None:
    desk = Desk()
    match = _table(desk)
    service.resign(desk.env, match.id, Caller(NAMES[first]))
    done = service.resign(desk.env, match.id, Caller(NAMES[first + 2]))
    outcome = done.match.head.state.outcome
    assert (outcome.termination, outcome.winners) == (Termination.RESIGNED, ((1, 3), (0, 2))[first])
    owed = repository.log(desk.env, match.id)[-1].owed
    assert sorted(each.player for each in owed if each.category == "match_ended") == list(NAMES)
    with pytest.raises(MatchOverError):
        service.resign(desk.env, match.id, Caller(NAMES[first]))


def test_a_single_seat_is_not_played_for() -> None:
    desk = Desk()
    match = desk.table(*NAMES[:3])
    done = service.resign(desk.env, match.id, Caller("bram"))
    assert not any(seat.is_played_by_bot for seat in done.match.roster.seats)
