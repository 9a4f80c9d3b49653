"""A call for a substitute, and the one who comes: the seat is theirs, and nothing of who sat there before."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from chalicelib.matches import origin, proof, repository, service, substitution
from chalicelib.matches.errors import (
    ForbiddenError,
    InvalidMatchError,
    InvalidRecordError,
    MatchNotFoundError,
    NotYourSeatError,
    SeatTakenError,
    StaleDecisionError,
    WrongStatusError,
)
from chalicelib.matches.events import LogRow
from chalicelib.matches.match import Caller, Match, SeatLink
from chalicelib.matches.pace import DAY
from chalicelib.matches.record_form import Record
from chalicelib.players import blocks
from chalicelib.players.errors import UnknownPlayerError
from chalicelib.post.delivery import Notice
from chalicelib.post.truth import holds
from chalicelib.rules import MatchOverError
from tests.admin.desk import flaws
from tests.matches.desk import BOT, ME, OPEN, Desk

PASS = {"text": "pass"}
ANNA, BRAM, CEES, DORA = Caller("anna"), Caller("bram"), Caller("cees"), Caller("dora")
TURNS = "sequence-dice"


@pytest.fixture
def desk() -> Desk:
    return Desk()


def call(desk: Desk, match: Match, caller: Caller = ANNA, seat: int | None = None, handle: str = "") -> Match:
    return service.substitute(desk.env, match.id, caller, seat, handle)


def end(desk: Desk, match: Match, caller: Caller = ANNA, seat: int | None = None) -> Match:
    return service.end_call(desk.env, match.id, caller, seat)


def newest(desk: Desk, match: Match) -> LogRow:
    return repository.log(desk.env, match.id)[-1]


def retire(desk: Desk, match: Match, seat: int) -> None:
    """Have a bot play on for a player who did not come."""
    match = desk.load(match)
    seats = list(match.roster.seats)
    seats[seat] = replace(seats[seat], lent=1, retired=True)
    head = replace(match.head, version=match.head.version + 1)
    desk.store.commit(repository.writes(match, head, None, roster=replace(match.roster, seats=tuple(seats))))


def listed(desk: Desk, name: str) -> list[tuple[str, bool]]:
    """The matches of a player, each with whether it is an invitation."""
    return [(each.id, each.invited) for each in service.mine(desk.env, name)]


def test_whoever_comes_may_have_a_seat_that_its_player_gives_away(desk: Desk) -> None:
    match = desk.table("anna", "bram")
    called = call(desk, match)
    assert called.roster.seats[0].wanted
    assert repository.is_wanted(called)
    assert [(row.kind, row.seat, row.text) for row in repository.log(desk.env, match.id)][-1] == ("wanted", 0, "open")
    assert [(owed.category, owed.player) for owed in newest(desk, match).owed] == [("seat_changed", "bram")]
    after = call(desk, match, CEES, 0)
    seat = after.roster.seats[0]
    assert (seat.player, seat.name, seat.wanted, seat.lent, seat.epoch) == ("cees", "Cees", False, 0, 1)
    assert [(each.seat, each.player, each.ply) for each in after.roster.handovers] == [(0, "anna", 0)]
    assert not repository.is_wanted(after)
    assert (listed(desk, "anna"), listed(desk, "cees")) == ([], [(match.id, False)])
    assert flaws(desk.env) == {}


def test_its_player_plays_on_until_somebody_comes(desk: Desk) -> None:
    match = call(desk, desk.table("anna", "bram"))
    assert desk.play(match, 0, PASS).receipt.text == "pass"
    assert desk.load(match).roster.seats[0].wanted


def test_the_open_decision_is_the_newcomers_with_time_of_its_own(desk: Desk) -> None:
    match = desk.table("anna", "bram")
    desk.clock.advance(2 * DAY)
    call(desk, match)
    after = call(desk, match, CEES)
    assert after.head.opened[0] == after.head.version
    assert after.head.deadlines[0] == desk.clock.now() + match.roster.pace.decision_time
    assert after.head.deadlines[1] == match.head.deadlines[1]
    assert [(owed.category, owed.player, owed.after > 0) for owed in newest(desk, match).owed] == [
        ("your_turn", "cees", True),
        ("seat_changed", "bram", False),
        ("seat_changed", "anna", False),
    ]
    with pytest.raises(StaleDecisionError):
        service.play(desk.env, match.id, 0, match.head.opened[0], PASS, CEES)
    assert desk.play(match, 0, PASS).receipt.text == "pass"


def test_a_choice_that_was_sealed_is_the_newcomers_to_change(desk: Desk) -> None:
    match = desk.table("anna", "bram")
    desk.play(match, 0, PASS)
    call(desk, match)
    after = call(desk, match, CEES)
    assert service.look(desk.env, match.id, CEES).decision.sealed == "pass"  # type: ignore[union-attr]
    service.retract(desk.env, match.id, 0, after.head.opened[0], CEES)
    assert desk.to_move(match) == (0, 1)
    assert flaws(desk.env) == {}


def test_nothing_of_the_table_is_any_more_of_who_left_it(desk: Desk) -> None:
    match = desk.table("anna", "bram")
    link = Caller(link=SeatLink(match.id, 0, 0))
    notice = Notice("anna", desk.clock.now(), match.id, match.head.opened[0], 0, "your_turn")
    assert holds(desk.env, match, notice)
    call(desk, match)
    after = call(desk, match, CEES)
    assert not holds(desk.env, after, notice)
    for caller in (ANNA, link):
        assert caller.seat_in(after) is None
        with pytest.raises(NotYourSeatError):
            service.play(desk.env, match.id, 0, after.head.opened[0], PASS, caller)
    assert service.look(desk.env, match.id, ANNA).seat is None


def test_the_dice_go_on_with_the_share_of_who_left(desk: Desk) -> None:
    match = desk.create(ME, OPEN)
    service.set_nonce(desk.env, match.id, "c0ffee", ANNA)
    service.join(desk.env, "bram", match.id)
    call(desk, match)
    after = call(desk, match, CEES)
    before = desk.load(match).roster.nonces()
    assert after.roster.nonces() == before
    assert before[0] == bytes.fromhex("c0ffee")
    assert flaws(desk.env) == {}


def test_a_call_or_a_seat_asked_for_twice_is_asked_for_once(desk: Desk) -> None:
    match = desk.table("anna", "bram")
    once = call(desk, match)
    assert call(desk, match) == call(desk, match, ANNA, 0) == once
    taken = call(desk, match, CEES, 0)
    assert call(desk, match, CEES, 0) == taken
    assert not desk.load(match).roster.seats[0].wanted
    again = call(desk, match, CEES)
    assert again.roster.seats[0].wanted
    ended = end(desk, match, CEES)
    assert end(desk, match, CEES) == ended == desk.load(match)
    assert [row.text for row in repository.log(desk.env, match.id) if row.kind == "wanted"] == ["open", "open", ""]
    assert flaws(desk.env) == {}


def test_a_seat_that_nobody_gives_away_is_not_to_be_had(desk: Desk) -> None:
    match = desk.table("anna", "bram")
    for seat in (None, 0):
        with pytest.raises(SeatTakenError):
            call(desk, match, CEES, seat)
    with pytest.raises(MatchNotFoundError, match="no seat 7"):
        call(desk, match, CEES, 7)
    call(desk, match)
    end(desk, match)
    with pytest.raises(SeatTakenError):
        call(desk, match, CEES, 0)


def test_who_sat_there_before_does_not_come_back_by_a_call(desk: Desk) -> None:
    match = desk.table("anna", "bram")
    call(desk, match)
    call(desk, match, CEES)
    call(desk, match, BRAM)
    with pytest.raises(ForbiddenError, match="You sat at this table before"):
        call(desk, match, ANNA, 1)
    with pytest.raises(ForbiddenError, match="sat at the table before"):
        call(desk, match, BRAM, handle="anna")


def test_only_its_player_gives_a_seat_away_unless_a_bot_plays_on_for_who_did_not_come(desk: Desk) -> None:
    match = desk.table("anna", "bram", "cees")
    with pytest.raises(ForbiddenError, match="Only its player"):
        call(desk, match, BRAM, 0)
    service.lend(desk.env, match.id, ANNA)
    with pytest.raises(ForbiddenError, match="Only its player"):
        call(desk, match, BRAM, 0)
    service.take_back(desk.env, match.id, ANNA)
    retire(desk, match, 0)
    assert call(desk, match, BRAM, 0).roster.seats[0].wanted
    assert sorted(owed.player for owed in newest(desk, match).owed) == ["anna", "cees"]
    with pytest.raises(ForbiddenError, match="Only its player"):
        end(desk, match, BRAM, 0)
    seat = call(desk, match, DORA).roster.seats[0]
    assert (seat.player, seat.lent, seat.retired) == ("dora", 0, False)


def test_who_did_not_come_and_comes_back_is_replaced_by_nobody(desk: Desk) -> None:
    match = desk.table("anna", "bram", "cees")
    retire(desk, match, 0)
    call(desk, match, BRAM, 0)
    service.take_back(desk.env, match.id, ANNA)
    with pytest.raises(SeatTakenError):
        call(desk, match, DORA, 0)


def test_seats_of_bots_and_of_those_who_gave_up_are_not_to_be_had(desk: Desk) -> None:
    match = service.join(desk.env, "bram", desk.create(ME, OPEN, BOT).id)
    with pytest.raises(WrongStatusError, match="bot's own seat"):
        call(desk, match, ANNA, 2)
    service.resign(desk.env, match.id, BRAM)
    for caller in (ANNA, BRAM):
        with pytest.raises(WrongStatusError, match="gave up"):
            call(desk, match, caller, 1)


def test_a_call_for_one_player_invites_them_and_nobody_else(desk: Desk) -> None:
    match = desk.table("anna", "bram", "cees")
    called = call(desk, match, handle="dora")
    assert (called.roster.seats[0].called, repository.is_wanted(called)) == ("dora", False)
    assert ("invitation", 0, "dora") in [(owed.category, owed.seat, owed.player) for owed in newest(desk, match).owed]
    assert listed(desk, "dora") == [(match.id, True)]
    for seat in (None, 0):
        with pytest.raises((ForbiddenError, SeatTakenError)):
            call(desk, match, Caller("elin"), seat)
    assert call(desk, match, DORA).roster.seats[0].player == "dora"
    assert listed(desk, "dora") == [(match.id, False)]
    assert flaws(desk.env) == {}


def test_a_private_match_is_for_those_who_are_asked_alone(desk: Desk) -> None:
    bram = service.SeatWish("player", "bram")
    match = service.join(desk.env, "bram", desk.create(ME, bram, visibility="private").id)
    with pytest.raises(InvalidMatchError, match="name who is to have the seat"):
        call(desk, match)
    with pytest.raises(MatchNotFoundError):
        call(desk, match, DORA, 0)
    call(desk, match, BRAM, handle="dora")
    assert service.look(desk.env, match.id, DORA).seat is None
    call(desk, match, DORA)
    with pytest.raises(MatchNotFoundError):
        service.look(desk.env, match.id, BRAM)
    assert service.look(desk.env, match.id, DORA).seat == 1


def test_who_is_asked_may_decline(desk: Desk) -> None:
    match = desk.table("anna", "bram")
    call(desk, match, handle="dora")
    with pytest.raises(NotYourSeatError):
        end(desk, match, CEES)
    after = end(desk, match, DORA)
    assert (after.roster.seats[0].wanted, after.roster.seats[0].called) == (False, "")
    assert [(owed.category, owed.player) for owed in newest(desk, match).owed] == [("seat_changed", "anna")]
    assert listed(desk, "dora") == []


def test_who_is_asked_for_two_seats_keeps_one_of_them(desk: Desk) -> None:
    match = desk.table("anna", "bram", "cees")
    for caller in (ANNA, BRAM, CEES):
        call(desk, match, caller, handle="dora")
    assert not end(desk, match, DORA, 2).roster.seats[2].wanted
    assert listed(desk, "dora") == [(match.id, True)]
    after = call(desk, match, DORA, 0)
    assert [(seat.player, seat.wanted, seat.called) for seat in after.roster.seats][:2] == [
        ("dora", False, ""),
        ("bram", False, ""),
    ]
    end(desk, match, BRAM)
    assert listed(desk, "dora") == [(match.id, False)]
    assert flaws(desk.env) == {}


def test_a_seat_that_is_not_taken_is_looked_for_somebody_else_where_the_match_does(desk: Desk) -> None:
    match = desk.table("anna", "bram", "cees", then="substitute")
    retire(desk, match, 1)
    call(desk, match, seat=1, handle="dora")
    call(desk, match, CEES, handle="dora")
    after = call(desk, match, DORA, 2)
    assert (after.roster.seats[1].wanted, after.roster.seats[1].called) == (True, "")
    assert repository.is_wanted(after)


def test_whoever_takes_a_seat_back_takes_the_match_off_the_list_of_who_was_asked(desk: Desk) -> None:
    match = desk.table("anna", "bram")
    call(desk, match, handle="dora")
    service.lend(desk.env, match.id, ANNA)
    service.take_back(desk.env, match.id, ANNA)
    assert desk.store.query("P#dora", prefix="M#").items == ()


def test_another_call_takes_the_place_of_the_one_before(desk: Desk) -> None:
    match = desk.table("anna", "bram")
    call(desk, match, handle="dora")
    call(desk, match, handle="elin")
    assert (listed(desk, "dora"), listed(desk, "elin")) == ([], [(match.id, True)])
    assert repository.is_wanted(call(desk, match))
    assert call(desk, match, CEES).roster.seats[0].player == "cees"
    assert listed(desk, "elin") == []


def test_whom_somebody_there_has_blocked_does_not_come(desk: Desk) -> None:
    match = desk.table("anna", "bram")
    blocks.block(desk.env, "cees", "bram")
    call(desk, match)
    with pytest.raises(ForbiddenError):
        call(desk, match, CEES)
    with pytest.raises(ForbiddenError):
        call(desk, match, handle="cees")
    blocks.block(desk.env, "dora", "anna")
    with pytest.raises(UnknownPlayerError):
        call(desk, match, handle="dora")


def test_a_handle_that_names_nobody_or_somebody_at_the_table_is_refused(desk: Desk) -> None:
    match = desk.table("anna", "bram")
    with pytest.raises(UnknownPlayerError):
        call(desk, match, handle="nobody")
    for handle in ("anna", "bram"):
        with pytest.raises(WrongStatusError, match="sits at the table already"):
            call(desk, match, handle=handle)


def test_there_is_nothing_to_give_away_before_the_start_or_after_the_end(desk: Desk) -> None:
    waiting, over = desk.create(ME, OPEN), desk.table("anna", "bram")
    call(desk, over)
    service.resign(desk.env, over.id, ANNA)
    assert not repository.is_wanted(desk.load(over))
    for act in (call, end):
        with pytest.raises(WrongStatusError):
            act(desk, waiting)
        with pytest.raises(MatchOverError):
            act(desk, over)
    with pytest.raises(NotYourSeatError):
        call(desk, desk.table("anna", "bram"), Caller(link=SeatLink("another", 0, 0)))


def test_the_record_tells_who_sat_there_before(desk: Desk) -> None:
    match = desk.table("anna", "bram", game=TURNS)
    desk.play(match, desk.to_move(match)[0])
    call(desk, match)
    call(desk, match, CEES)
    call(desk, match, CEES)
    call(desk, match, DORA)
    rows = [row for row in repository.log(desk.env, match.id) if row.kind == "substituted"]
    told = [substitution.change_of(desk.load(match), row) for row in rows]
    assert told == [("Anna", "Cees"), ("Cees", "Dora")]
    service.resign(desk.env, match.id, BRAM)
    record = service.export(desk.env, match.id, BRAM)
    assert [(each.ply, each.seat, each.name) for each in record.handovers] == [(1, 0, "Anna"), (1, 0, "Cees")]
    assert record.seats[0].name == "Dora"
    assert flaws(desk.env) == {}


def test_a_record_without_handovers_has_no_word_of_them(desk: Desk) -> None:
    match = desk.table("anna", "bram")
    service.resign(desk.env, match.id, BRAM)
    assert "handovers" not in service.export(desk.env, match.id, BRAM).model_dump_json()


def _given_away(desk: Desk) -> Record:
    """A record in which the first seat was given away after the first move."""
    match = desk.table("anna", "bram", game=TURNS)
    desk.play(match, desk.to_move(match)[0])
    call(desk, match)
    call(desk, match, CEES)
    service.resign(desk.env, match.id, BRAM)
    return service.export(desk.env, match.id, BRAM)


def test_what_goes_on_from_before_it_goes_on_from_who_sat_there_then(desk: Desk) -> None:
    told = _given_away(desk)
    assert [(len(cut.handovers), cut.seats[0].name) for cut in (origin.cut(told, 0), origin.cut(told, 1))] == [
        (0, "Anna"),
        (1, "Cees"),
    ]


@pytest.mark.parametrize(
    ("handovers", "why"),
    [
        ([{"ply": 9, "seat": 0, "name": "Anna"}], "after the last move"),
        ([{"ply": 1, "seat": 0, "name": "Anna"}, {"ply": 0, "seat": 0, "name": "Faan"}], "out of order"),
        ([{"ply": 1, "seat": 7, "name": "Anna"}], "no seat 7"),
    ],
)
def test_a_record_that_gives_seats_away_in_no_order_is_refused(desk: Desk, handovers: object, why: str) -> None:
    told = _given_away(desk).model_dump(mode="json")
    proof.check(desk.env.games, Record.model_validate_json(json.dumps(told)))
    with pytest.raises(InvalidRecordError, match=why):
        proof.check(desk.env.games, Record.model_validate_json(json.dumps({**told, "handovers": handovers})))


def test_a_bots_own_seat_cannot_have_been_given_away(desk: Desk) -> None:
    match = desk.create(ME, BOT, game=TURNS)
    service.resign(desk.env, match.id, ANNA)
    told = service.export(desk.env, match.id, ANNA).model_dump(mode="json")
    told["handovers"] = [{"ply": 0, "seat": 1, "name": "Bram"}]
    with pytest.raises(InvalidRecordError, match="nobody's to give"):
        proof.check(desk.env.games, Record.model_validate_json(json.dumps(told)))
