"""Playing, replacing, retracting and resigning through the use cases, on a real game and a real store."""

from __future__ import annotations

from typing import Any

import pytest

from chalicelib.matches import proof, repository, service
from chalicelib.matches.errors import (
    AlreadyRevealedError,
    MatchNotFoundError,
    NotYourSeatError,
    OutOfTimeError,
    StaleDecisionError,
    WrongStatusError,
)
from chalicelib.matches.match import Caller, Match, SeatLink
from chalicelib.matches.pace import UNSTARTED
from chalicelib.matches.retiring import expire_seat
from chalicelib.rules import (
    IllegalMoveError,
    MalformedMoveError,
    MatchOverError,
    NothingToRetractError,
    NotToMoveError,
    Termination,
)
from tests.matches.desk import BOT, ME, OPEN, Desk

PASS = {"text": "pass"}


def in_roll_four(desk: Desk, *names: str) -> Match:
    """A match in which everybody has passed three times, so that the active seat chooses first."""
    match = desk.table(*names)
    for _ in range(3 * len(names)):
        match = desk.play(match, desk.to_move(match)[0], PASS).match
    return match


def test_a_sealed_choice_is_stored_and_only_its_owner_reads_it() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    played = desk.play(match, 0)
    mine = service.look(desk.env, match.id, Caller("anna"))
    theirs = service.look(desk.env, match.id, Caller("bram"))
    assert mine.decision is not None
    assert mine.decision.sealed == played.receipt.text
    assert mine.last is not None
    assert mine.last.text == played.receipt.text
    assert theirs.last is not None
    assert theirs.last.text is None
    assert played.receipt.text not in str(theirs)
    assert theirs.to_move == (1,)


def test_the_choice_that_completes_the_set_puts_all_of_them_on_record_in_seat_order() -> None:
    desk = Desk()
    match = desk.table("anna", "bram", "cees")
    for seat in (2, 0, 1):
        match = desk.play(match, seat, PASS).match
    last = repository.log(desk.env, match.id)[-1]
    assert [(entry.ply, entry.seat) for entry in last.entries] == [(1, 0), (2, 1), (3, 2)]
    assert match.head.ply == 3


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_the_order_of_simultaneous_choices_changes_neither_state_nor_dice(order: tuple[int, ...]) -> None:
    desk = Desk()
    match = desk.table("anna", "bram", "cees")
    for seat in order:
        match = desk.play(match, seat).match
    other = Desk()
    reference = other.table("anna", "bram", "cees")
    for seat in (0, 1, 2):
        reference = other.play(reference, seat).match
    assert match.head.state == reference.head.state


def test_the_same_submission_again_gets_the_same_receipt_for_ever() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    n = match.head.opened[0]
    first = desk.play(match, 0)
    again = desk.play(match, 0, {"text": first.receipt.text}, n)
    assert again.receipt == first.receipt
    desk.play(match, 1)
    desk.play_out(match, "pass")
    assert desk.play(match, 0, {"text": first.receipt.text.upper()}, n).receipt == first.receipt


def test_the_same_submission_again_writes_nothing() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    n = match.head.opened[0]
    desk.play(match, 0, PASS)
    before = desk.load(match)
    desk.play(match, 0, PASS, n)
    assert desk.load(match) == before


def test_another_submission_with_a_used_n_is_stale() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    n = match.head.opened[0]
    legal = service.legal(desk.env, match.id, Caller("anna")).moves
    desk.play(match, 0, {"text": legal[0][0]})
    with pytest.raises(StaleDecisionError):
        desk.play(match, 0, {"text": legal[1][0]}, n)


def test_an_n_that_never_was_is_stale() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    for n in (1, match.head.opened[0] + 1, 99_999_999, -1):
        with pytest.raises(StaleDecisionError):
            desk.play(match, 0, PASS, n)


def test_a_sealed_choice_is_replaced_under_the_new_n_and_the_old_one_never_enters_the_record() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    first = desk.play(match, 0)
    second = desk.play(match, 0, PASS)
    assert second.receipt.n != first.receipt.n
    match = desk.play(match, 1, PASS).match
    texts = [entry.text for row in repository.log(desk.env, match.id) for entry in row.entries]
    assert texts == ["pass", "pass"]


def test_json_and_text_are_the_same_move() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    n = match.head.opened[0]
    text, body = service.legal(desk.env, match.id, Caller("anna")).moves[0]
    first = desk.play(match, 0, body)
    assert first.receipt.text == text
    assert desk.play(match, 0, {"text": text}, n).receipt == first.receipt


def test_retracting_opens_the_decision_again_with_its_old_deadline() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    deadline = match.head.deadlines[0]
    sealed = desk.play(match, 0)
    desk.clock.advance(3600)
    n = sealed.match.head.opened[0]
    taken_back = service.retract(desk.env, match.id, 0, n, Caller("anna"))
    assert taken_back.match.head.deadlines[0] == deadline
    assert desk.to_move(match) == (0, 1)
    assert service.retract(desk.env, match.id, 0, n, Caller("anna")).receipt == taken_back.receipt
    assert repository.log(desk.env, match.id)[-1].owed == ()


def test_a_revealed_choice_cannot_be_taken_back() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    n = desk.play(match, 0).match.head.opened[0]
    desk.play(match, 1)
    with pytest.raises(AlreadyRevealedError):
        service.retract(desk.env, match.id, 0, n, Caller("anna"))


def test_nothing_sealed_is_nothing_to_take_back() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    with pytest.raises(NothingToRetractError):
        service.retract(desk.env, match.id, 0, match.head.opened[0], Caller("anna"))
    with pytest.raises(NothingToRetractError):
        service.retract(desk.env, match.id, 0, 77, Caller("anna"))


def test_taking_back_under_the_n_that_was_used_to_seal_is_stale() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    desk.play(match, 0)
    with pytest.raises(StaleDecisionError):
        service.retract(desk.env, match.id, 0, match.head.opened[0], Caller("anna"))


def test_taking_back_is_refused_after_the_deadline_and_the_choice_stands() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    service.sweep(desk.env)
    n = desk.play(match, 0).match.head.opened[0]
    desk.clock.advance(3 * 86_400 - 60)
    service.sweep(desk.env)
    desk.clock.advance(60)
    with pytest.raises(OutOfTimeError):
        service.retract(desk.env, match.id, 0, n, Caller("anna"))
    assert desk.to_move(match) == (1,)


def test_refusals_change_nothing() -> None:
    desk = Desk()
    match = in_roll_four(desk, "anna", "bram")
    active = desk.to_move(match)[0]
    other = 1 - active
    n = match.head.opened[active]
    before = desk.load(match)
    with pytest.raises(NotToMoveError):
        desk.play(match, other, PASS, 5)
    with pytest.raises(NotYourSeatError):
        service.play(desk.env, match.id, active, n, PASS, desk.caller(match, other))
    with pytest.raises(NotYourSeatError):
        service.play(desk.env, match.id, active, n, PASS, Caller("cees"))
    with pytest.raises(MatchNotFoundError):
        service.play(desk.env, match.id, 7, n, PASS, Caller("anna"))
    with pytest.raises(MatchNotFoundError):
        service.play(desk.env, "nowhere", active, n, PASS, Caller("anna"))
    for malformed in ({"text": "hello"}, {"text": 5}, {}, {"kind": "fly"}, {"kind": "pass", "x": 1}, {"text": ""}):
        with pytest.raises(MalformedMoveError):
            desk.play(match, active, malformed)
    with pytest.raises(IllegalMoveError):
        desk.play(match, active, {"text": "g5 A1 A2 O1 O2 O3"})
    assert desk.load(match) == before


def test_a_private_match_does_not_exist_for_strangers() -> None:
    desk = Desk()
    match = desk.create(ME, BOT, visibility="private")
    for caller in (Caller(), Caller("bram")):
        with pytest.raises(MatchNotFoundError):
            service.look(desk.env, match.id, caller)
        with pytest.raises(MatchNotFoundError):
            service.log(desk.env, match.id, caller)
        with pytest.raises(MatchNotFoundError):
            service.play(desk.env, match.id, 0, 2, PASS, caller)
    assert service.look(desk.env, match.id, Caller("anna")).seat == 0


def test_a_seat_link_plays_for_its_seat_only_and_only_in_its_epoch() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    n = match.head.opened[0]
    link = Caller(link=SeatLink(match.id, 0, 0))
    with pytest.raises(NotYourSeatError):
        service.play(desk.env, match.id, 1, n, PASS, link)
    with pytest.raises(NotYourSeatError):
        service.play(desk.env, match.id, 0, n, PASS, Caller(link=SeatLink(match.id, 0, 1)))
    with pytest.raises(NotYourSeatError):
        service.play(desk.env, match.id, 0, n, PASS, Caller(link=SeatLink("other", 0, 0)))
    assert service.play(desk.env, match.id, 0, n, PASS, link).receipt.text == "pass"


def test_a_match_that_waits_takes_no_moves() -> None:
    desk = Desk()
    match = desk.create(ME, OPEN)
    with pytest.raises(WrongStatusError):
        service.play(desk.env, match.id, 0, 1, PASS, Caller("anna"))
    with pytest.raises(WrongStatusError):
        service.resign(desk.env, match.id, Caller("anna"))


def test_resigning_a_two_seat_match_gives_it_to_the_other_and_mails_both() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    done = service.resign(desk.env, match.id, Caller("anna"))
    outcome = done.match.head.state.outcome
    assert (outcome.termination, outcome.winners) == (Termination.RESIGNED, (1,))
    owed = repository.log(desk.env, match.id)[-1].owed
    assert [(each.category, each.player) for each in owed] == [("match_ended", "anna"), ("match_ended", "bram")]
    with pytest.raises(MatchOverError):
        service.resign(desk.env, match.id, Caller("anna"))
    with pytest.raises(MatchOverError):
        desk.play(match, 1, PASS, match.head.opened[1] + 5)


def test_a_resigned_seat_is_skipped_and_cannot_resign_twice() -> None:
    desk = Desk()
    match = desk.table("anna", "bram", "cees")
    service.resign(desk.env, match.id, Caller("bram"))
    assert desk.to_move(match) == (0, 2)
    with pytest.raises(NotToMoveError):
        service.resign(desk.env, match.id, Caller("bram"))
    match = desk.play_out(match, "pass")
    assert match.head.status == "over"


def test_a_whole_match_with_bots_needs_only_its_human() -> None:
    desk = Desk()
    match = desk.create(ME, BOT, BOT)
    assert match.head.status == "running"
    match = desk.play_out(match)
    assert match.head.status == "over"
    hows = {entry.how for row in repository.log(desk.env, match.id) for entry in row.entries}
    assert {"played", "bot"} <= hows


@pytest.mark.parametrize("names", [("anna",), ("anna", "bram"), ("anna", "bram", "cees", "dora", "elin", "faan")])
def test_the_log_replays_to_the_stored_state(names: tuple[str, ...]) -> None:
    desk = Desk()
    match = desk.play_out(desk.table(*names))
    exported = service.export(desk.env, match.id, Caller())
    assert [move.ply for move in exported.moves] == list(range(1, match.head.ply + 1))
    assert proof.check(desk.env.games, exported).state == match.head.state


def test_a_record_with_resignations_replays() -> None:
    desk = Desk()
    match = desk.table("anna", "bram", "cees", "dora")
    desk.play(match, 1)
    service.resign(desk.env, match.id, Caller("cees"))
    desk.play(match, 0)
    service.resign(desk.env, match.id, Caller("dora"))
    for _ in range(5):
        match = desk.play(match, desk.to_move(match)[0]).match
    state = desk.replayed(match)
    sealed = [seat for seat in range(4) if desk.game(match).sealed(match.head.state, seat) is not None]
    for seat in sealed:
        match = service.retract(desk.env, match.id, seat, match.head.opened[seat], desk.caller(match, seat)).match
    assert state == match.head.state


def test_the_own_turn_that_a_request_opened_is_mailed_half_an_hour_later() -> None:
    desk = Desk()
    match = desk.create(ME, BOT)
    row = repository.log(desk.env, desk.play(match, 0, PASS).match.id)[-1]
    assert [(each.category, each.after - row.at) for each in row.owed] == [("your_turn", 1800)]


def test_a_turn_that_somebody_else_opened_is_mailed_at_once() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    desk.play(match, 0, PASS)
    row = repository.log(desk.env, desk.play(match, 1, PASS).match.id)[-1]
    assert [(each.player, each.after) for each in row.owed] == [("anna", 0), ("bram", row.at + 1800)]


def test_sealing_owes_nothing_to_anybody() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    desk.play(match, 0, PASS)
    assert repository.log(desk.env, match.id)[-1].owed == ()


def test_a_move_in_a_match_that_was_called_off_is_refused() -> None:
    desk = Desk()
    match = service.leave(desk.env, "anna", desk.create(ME, OPEN).id)
    assert match.head.status == "cancelled"
    other = desk.create(ME, OPEN)
    desk.clock.advance(UNSTARTED)
    service.sweep(desk.env)
    for n in (0, 1, 2, 3):
        with pytest.raises(MatchOverError):
            service.play(desk.env, other.id, 0, n, PASS, Caller("anna"))
        with pytest.raises((NothingToRetractError, MatchOverError)):
            service.retract(desk.env, other.id, 0, n, Caller("anna"))


def test_a_timeout_move_that_stays_sealed_is_not_told_to_the_others() -> None:
    desk = Desk()
    match = desk.table("anna", "bram", "cees")
    expire_seat(desk.env, match, 1)
    for caller in (Caller(), Caller("anna"), Caller("cees")):
        last = service.look(desk.env, match.id, caller).last
        assert last is not None
        assert (last.kind, last.text) == ("expired", None)
    own = service.look(desk.env, match.id, Caller("bram")).last
    assert own is not None
    assert own.text == "pass"


@pytest.mark.parametrize(
    ("first", "again"),
    [
        ({"text": "pass"}, {"kind": "pass"}),
        ({"kind": "pass"}, {"text": "PASS "}),
        ({"text": "pass"}, {"text": "pas"}),
        ({"text": "pas"}, {"kind": "pass"}),
    ],
)
def test_the_same_move_in_another_form_or_language_is_the_same_submission(
    first: dict[str, Any], again: dict[str, Any]
) -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    n, caller = match.head.opened[0], Caller("anna")
    receipt = service.play(desk.env, match.id, 0, n, first, caller, "nl").receipt
    desk.play(match, 1)
    assert service.play(desk.env, match.id, 0, n, again, caller, "nl").receipt == receipt


def test_the_newest_rows_come_in_the_order_of_their_commits_however_much_somebody_dithers() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    for text in ("pass", *[move[0] for move in service.legal(desk.env, match.id, Caller("bram")).moves[:9]]):
        desk.play(match, 1, {"text": text})
    match = desk.play(match, 0, PASS).match
    rows = list(repository.newest(desk.env, match, 3))
    assert [row.version for row in rows] == sorted((row.version for row in rows), reverse=True)
    assert rows[0].entries
    assert rows[::-1] == repository.log(desk.env, match.id)


def test_a_revoked_link_no_longer_plays_and_a_new_one_does() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    old, new = (Caller(link=SeatLink(match.id, 0, epoch)) for epoch in (0, 1))
    service.revoke_links(desk.env, match.id, Caller("anna"))
    with pytest.raises(NotYourSeatError):
        service.play(desk.env, match.id, 0, match.head.opened[0], PASS, old)
    with pytest.raises(NotYourSeatError):
        service.revoke_links(desk.env, match.id, old)
    assert service.play(desk.env, match.id, 0, match.head.opened[0], PASS, new).receipt.text == "pass"
