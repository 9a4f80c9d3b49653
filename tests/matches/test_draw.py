"""A draw by agreement: everybody who is there has to want it, and nobody can be pestered with it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from chalicelib.matches import draw, repository, service
from chalicelib.matches.ending import outcome_of
from chalicelib.matches.errors import NotYourSeatError, WrongStatusError
from chalicelib.matches.match import Caller, Match
from chalicelib.matches.pace import DAY
from chalicelib.matches.retiring import retire
from chalicelib.players.errors import TooManyRequestsError
from chalicelib.rules import MatchOverError, NotToMoveError, Termination
from tests.admin.desk import flaws
from tests.matches.desk import BOT, ME, OPEN, Desk

PASS = {"text": "pass"}
ANNA, BRAM, CEES = Caller("anna"), Caller("bram"), Caller("cees")


@pytest.fixture
def desk() -> Desk:
    return Desk()


def offer(desk: Desk, match: Match, caller: Caller) -> Match:
    return service.offer_draw(desk.env, match.id, caller)


def decline(desk: Desk, match: Match, caller: Caller) -> Match:
    return service.decline_draw(desk.env, match.id, caller)


def rows(desk: Desk, match: Match) -> list[tuple[str, int, str]]:
    """(kind, seat, text) of what the log tells of draws."""
    kinds = ("offered", "declined", "agreed")
    return [(row.kind, row.seat, row.text) for row in repository.log(desk.env, match.id) if row.kind in kinds]


def test_an_offer_that_everybody_takes_ends_the_match_and_nobody_wins(desk: Desk) -> None:
    match = desk.table("anna", "bram", "cees")
    offered = offer(desk, match, ANNA)
    assert (offered.head.status, offered.head.offers) == ("running", (0,))
    assert offer(desk, match, CEES).head.offers == (0, 2)
    over = offer(desk, match, BRAM)
    assert (over.head.status, over.head.ending, over.head.offers, over.head.due) == ("over", "agreed", (), 0)
    outcome = outcome_of(desk.game(over), over)
    assert outcome is not None
    assert (outcome.termination, outcome.winners) == (Termination.AGREED, ())
    assert [score.rank for score in outcome.scores] == [1, 1, 1]
    assert rows(desk, match) == [("offered", 0, ""), ("offered", 2, "accepted"), ("agreed", 1, "draw")]
    last = repository.log(desk.env, match.id)[-1]
    assert [(entry.seat, entry.text, entry.how) for entry in last.entries] == [(1, "draw", "agreed")]
    assert {owed.category for owed in last.owed} == {"match_ended"}
    assert flaws(desk.env) == {}


def test_a_draw_while_a_choice_is_sealed_leaves_it_unplayed(desk: Desk) -> None:
    match = desk.table("anna", "bram")
    desk.play(match, 1, PASS)
    offer(desk, match, ANNA)
    over = offer(desk, match, BRAM)
    assert (over.head.status, over.head.ply) == ("over", 1)
    assert [move.how for move in service.export(desk.env, match.id, ANNA).moves] == ["agreed"]
    assert flaws(desk.env) == {}


def test_twice_is_once(desk: Desk) -> None:
    match = desk.table("anna", "bram")
    once = offer(desk, match, ANNA)
    assert offer(desk, match, ANNA) == once
    gone = decline(desk, match, ANNA)
    assert decline(desk, match, ANNA) == gone == desk.load(match)
    assert rows(desk, match) == [("offered", 0, ""), ("declined", 0, "withdrawn")]


def test_the_first_offer_is_told_to_all_who_can_take_it(desk: Desk) -> None:
    match = desk.table("anna", "bram", "cees", "dora", then="bot")
    service.lend(desk.env, match.id, CEES)
    retire(desk.env, desk.load(match), 3)
    offer(desk, match, ANNA)
    offer(desk, match, BRAM)
    owed = [[(each.category, each.player) for each in row.owed] for row in repository.log(desk.env, match.id)[-2:]]
    assert owed == [[("draw_offered", "bram"), ("draw_offered", "cees")], []]


def test_who_declines_ends_all_offers_and_who_withdraws_only_their_own(desk: Desk) -> None:
    match = desk.table("anna", "bram", "cees")
    offer(desk, match, ANNA)
    offer(desk, match, BRAM)
    assert decline(desk, match, BRAM).head.offers == (0,)
    offer(desk, match, BRAM)
    assert decline(desk, match, CEES).head.offers == ()
    assert rows(desk, match)[-1] == ("declined", 2, "")
    assert flaws(desk.env) == {}


def test_an_offer_holds_until_its_seat_decides(desk: Desk) -> None:
    match = desk.table("anna", "bram")
    offer(desk, match, ANNA)
    assert desk.play(match, 1, PASS).match.head.offers == (0,)
    assert desk.play(match, 0, PASS).match.head.offers == ()


@pytest.mark.parametrize("act", ["lends", "gives up", "comes back", "takes over"])
def test_an_offer_ends_when_somebody_comes_or_goes(desk: Desk, act: str) -> None:
    match = desk.table("anna", "bram", "cees", "dora")
    service.lend(desk.env, match.id, Caller("dora"))
    service.substitute(desk.env, match.id, CEES)
    offer(desk, match, ANNA)
    offer(desk, match, BRAM)
    acts: dict[str, Callable[[], object]] = {
        "lends": lambda: service.lend(desk.env, match.id, CEES),
        "gives up": lambda: service.resign(desk.env, match.id, CEES),
        "comes back": lambda: service.take_back(desk.env, match.id, Caller("dora")),
        "takes over": lambda: service.substitute(desk.env, match.id, Caller("elin"), 2),
    }
    acts[act]()
    after = desk.load(match)
    assert (after.head.offers, after.head.status) == ((), "running")
    assert flaws(desk.env) == {}


def test_a_seat_makes_one_offer_a_day_and_takes_any(desk: Desk) -> None:
    match = desk.table("anna", "bram", "cees")
    offer(desk, match, ANNA)
    decline(desk, match, BRAM)
    before = desk.load(match)
    with pytest.raises(TooManyRequestsError, match="offered a draw in this match today"):
        offer(desk, match, ANNA)
    assert desk.load(match) == before
    offer(desk, match, BRAM)
    assert offer(desk, match, ANNA).head.offers == (0, 1)
    decline(desk, match, CEES)
    desk.clock.advance(DAY)
    assert offer(desk, match, ANNA).head.offers == (0,)


def test_bots_and_those_who_left_do_not_vote_but_somebody_else_has_to_be_there(desk: Desk) -> None:
    alone = desk.create(ME, BOT)
    with pytest.raises(WrongStatusError, match="Nobody else is here"):
        offer(desk, alone, ANNA)
    match = desk.table("anna", "bram", "cees")
    service.resign(desk.env, match.id, CEES)
    for act in (offer, decline):
        with pytest.raises(NotToMoveError, match="You gave up"):
            act(desk, match, CEES)
    offer(desk, match, BRAM)
    assert offer(desk, match, ANNA).head.status == "over"
    assert flaws(desk.env) == {}


def test_who_has_lent_a_seat_for_a_while_is_asked_too_and_answers_from_there(desk: Desk) -> None:
    match = desk.table("anna", "bram", "cees")
    service.lend(desk.env, match.id, CEES)
    assert draw.voters(desk.game(match), desk.load(match)) == (0, 1, 2)
    offer(desk, match, ANNA)
    assert offer(desk, match, BRAM).head.status == "running"
    shown = service.look(desk.env, match.id, ANNA).draw
    assert shown is not None
    assert (shown.offers, shown.of) == ((0, 1), (0, 1, 2))
    assert decline(desk, match, CEES).head.offers == ()
    offer(desk, match, BRAM)
    assert offer(desk, match, CEES).head.offers == (1, 2)
    assert desk.play(match, 0, PASS).match.head.offers == (1, 2)
    assert desk.play(match, 1, PASS).match.head.offers == (2,), "what its bot plays says nothing"
    offer(desk, match, ANNA)
    over = offer(desk, match, BRAM)
    outcome = outcome_of(desk.game(over), over)
    assert outcome is not None
    assert (over.roster.seats[2].lent > 0, [score.rank for score in outcome.scores]) == (True, [1, 1, 1])
    assert flaws(desk.env) == {}


def test_a_draw_can_be_had_from_the_one_who_has_lent_a_seat_and_waits_for_nobody_who_does_not_answer(
    desk: Desk,
) -> None:
    match = desk.table("anna", "bram", game="sequence-dice")
    service.lend(desk.env, match.id, BRAM)
    offer(desk, match, ANNA)
    while 0 not in desk.to_move(match):
        service.sweep(desk.env)
    assert desk.play(match, 0).match.head.status == "running"
    assert desk.load(match).head.offers == ()


def test_whose_seat_was_taken_for_not_coming_is_not_asked_and_takes_it_back_first(desk: Desk) -> None:
    match = desk.table("anna", "bram", "cees", then="bot")
    retire(desk.env, desk.load(match), 2)
    assert draw.voters(desk.game(match), desk.load(match)) == (0, 1)
    for act in (offer, decline):
        with pytest.raises(NotToMoveError, match="Take the seat back first"):
            act(desk, match, CEES)
    offer(desk, match, BRAM)
    assert offer(desk, match, ANNA).head.status == "over"
    assert flaws(desk.env) == {}


def test_there_is_no_draw_before_the_start_after_the_end_or_for_strangers(desk: Desk) -> None:
    waiting, over = desk.create(ME, OPEN), desk.table("anna", "bram")
    service.resign(desk.env, over.id, ANNA)
    for act in (offer, decline):
        with pytest.raises(WrongStatusError):
            act(desk, waiting, ANNA)
        with pytest.raises(MatchOverError):
            act(desk, over, ANNA)
        with pytest.raises(NotYourSeatError):
            act(desk, waiting, CEES)
