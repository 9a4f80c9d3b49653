"""What becomes of a notice that is owed by mail: what wishes, quiet hours and earlier mails make of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from chalicelib.matches import service
from chalicelib.matches.match import Caller, Match, Pace
from chalicelib.matches.pace import DAY, OWN_REQUEST
from chalicelib.players.accounts import change
from chalicelib.players.ports import ConditionFailedError, Put
from chalicelib.players.profile import Profile
from chalicelib.players.wishes import Wishes
from chalicelib.post import relay, sender
from chalicelib.post.delivery import Delivery, item_of
from chalicelib.post.mailing import BUSY_SECONDS
from chalicelib.post.ports import MailerError, MailRefusedError, MailUnavailableError
from tests.adapters.decorator import StoreDecorator
from tests.matches.time_passing import run_out
from tests.post.office import Office

TEN = 600


def gathering() -> Office:
    """An office that lets mails about the same match wait for each other."""
    office = Office()
    office.post = replace(office.post, gathering=TEN)
    return office


def prefer(office: Office, work: Callable[[Profile], Profile], player: str = "anna") -> None:
    change(office.post.env, player, work)


def wish(office: Office, match: str = "", /, **modes: str) -> None:
    prefer(office, lambda profile: replace(profile, mail=profile.mail.wishing(modes, match)))


def begun(office: Office) -> Match:
    """A match of anna and bram, both to move, whose beginning has been told."""
    match = office.desk.table("anna", "bram")
    office.work_off()
    office.forget()
    return office.desk.load(match)


def both_play(office: Office, match: Match) -> None:
    """A round, which leaves a new decision to each: anna's was opened by bram, who moved last."""
    for seat in (0, 1):
        office.desk.play(match, seat)


def states(office: Office, player: str = "anna") -> list[tuple[str, str]]:
    return [(row.notice.category, row.state) for row in office.rows(player)]


def subjects(office: Office, player: str = "anna") -> list[str]:
    return [str(mail["Subject"]) for mail in office.mails(player)]


def say(office: Office, match: Match, text: str, player: str = "bram") -> None:
    service.say(office.post.env, match.id, text, Caller(player))


def test_what_is_off_is_not_mailed_and_the_row_says_so() -> None:
    office = Office()
    match = begun(office)
    wish(office, turn="off")
    both_play(office, match)
    office.work_off()
    assert subjects(office) == []
    assert states(office)[-1] == ("your_turn", "off")


def test_what_is_off_for_one_match_is_mailed_of_another() -> None:
    office = Office()
    match, other = begun(office), begun(office)
    wish(office, match.id, turn="off")
    for each in (match, other):
        both_play(office, each)
    office.work_off()
    assert len(subjects(office)) == 1
    assert sorted(state for category, state in states(office) if category == "your_turn") == ["accepted", "off"]


def test_the_first_decision_is_told_with_the_start_even_by_who_wants_to_hear_of_turns_only() -> None:
    office = Office()
    wish(office, match="off")
    begun(office)
    assert states(office)[-1] == ("match_started", "accepted")
    wish(office, turn="off")
    begun(office)
    assert states(office)[-1] == ("match_started", "off")


def test_a_silenced_address_gets_no_mail_and_the_row_says_why() -> None:
    office = Office()
    match = begun(office)
    prefer(office, lambda profile: replace(profile, silenced=(1, "bounced")))
    both_play(office, match)
    office.work_off()
    row = office.rows("anna")[-1]
    assert (subjects(office), row.state, row.notes[-1][1]) == ([], "failed", "silenced: bounced")


def test_a_turn_that_comes_at_night_is_mailed_in_the_morning() -> None:
    office = Office()
    match = begun(office)
    minute = office.clock.now() // 60 % 1_440
    quiet = ((minute - 60) % 1_440, (minute + 120) % 1_440)
    prefer(office, lambda profile: replace(profile, quiet=quiet))
    both_play(office, match)
    office.work_off()
    row = office.rows("anna")[-1]
    assert (subjects(office), row.state, row.held) == ([], "pending", "quiet")
    office.clock.advance(row.due - office.clock.now())
    office.work_off()
    assert len(subjects(office)) == 1
    assert (office.rows("anna")[-1].state, office.rows("anna")[-1].held) == ("accepted", "")


def test_a_turn_that_was_taken_at_night_is_not_mailed_in_the_morning() -> None:
    office = Office()
    match = begun(office)
    minute = office.clock.now() // 60 % 1_440
    prefer(office, lambda profile: replace(profile, quiet=(minute, (minute + 120) % 1_440)))
    both_play(office, match)
    office.work_off()
    office.desk.play(match, 0)
    office.clock.advance(3 * 3_600)
    office.work_off()
    assert subjects(office) == []
    assert states(office)[-1] == ("your_turn", "overtaken")


def later(office: Office, seconds: int) -> None:
    """Let the queue hand out what it held back so long."""
    office.clock.advance(seconds)
    assert office.handle() == []


def test_a_second_mail_about_a_match_waits_and_tells_all_that_came_meanwhile() -> None:
    office = gathering()
    match = begun(office)
    both_play(office, match)
    relay.sweep(office.post, overdue=0)
    say(office, match, "your turn again!")
    relay.sweep(office.post, overdue=0)
    assert office.handle() == []
    assert subjects(office) == []
    later(office, TEN)
    later(office, TEN)
    (mail,) = office.mails("anna")
    text = mail.get_body(("plain",)).get_content()  # type: ignore[union-attr]
    assert "your turn" in str(mail["Subject"])
    assert "your turn again!" in text
    rows = {row.notice.category: row for row in office.rows("anna")}
    assert (rows["message"].state, rows["your_turn"].state) == ("gathered", "accepted")
    assert rows["message"].into == rows["your_turn"].notice.key.sort


def test_a_turn_that_was_taken_while_it_waited_is_overtaken() -> None:
    office = gathering()
    match = begun(office)
    both_play(office, match)
    relay.sweep(office.post, overdue=0)
    assert office.handle() == []
    office.desk.play(match, 0)
    later(office, TEN)
    assert subjects(office) == []
    assert states(office)[-1] == ("your_turn", "overtaken")


def test_what_waits_for_others_writes_nothing() -> None:
    office = gathering()
    match = begun(office)
    both_play(office, match)
    relay.sweep(office.post, overdue=0)
    before = office.rows("anna")
    assert office.handle() == []
    assert office.rows("anna") == before
    ((message, delay),) = [entry for entry in office.queue.messages if "P#anna" in entry[0]["delivery"]]
    assert delay == TEN
    assert message["delivery"] == list(before[-1].notice.key)


def test_mails_about_other_matches_do_not_wait() -> None:
    office = gathering()
    match, other = begun(office), begun(office)
    office.clock.advance(TEN)
    both_play(office, match)
    both_play(office, other)
    relay.sweep(office.post, overdue=0)
    assert office.handle() == []
    assert len(subjects(office)) == 2


def two_owed() -> Office:
    """An office that owes anna a turn and what was said, of the same match."""
    office = gathering()
    match = begun(office)
    office.clock.advance(TEN)
    both_play(office, match)
    say(office, match, "well played")
    relay.sweep(office.post, overdue=0)
    office.clock.advance(TEN)  # what else would be said is waited for no longer
    return office


def test_while_a_mail_about_the_match_is_being_sent_the_next_looks_again_soon() -> None:
    office = two_owed()
    message = next(row for row in office.rows("anna") if row.notice.category == "message")
    office.store.commit([Put(item_of(message.leased(office.clock.now() + 300)))])
    turn = next(row for row in office.rows("anna") if row.notice.category == "your_turn" and row.state == "pending")
    mine = [entry for entry in office.queue.messages if entry[0]["delivery"] == list(turn.notice.key)]
    office.queue.messages = mine
    assert office.handle() == []
    assert subjects(office) == []
    assert [delay for _, delay in office.queue.messages] == [BUSY_SECONDS]


def test_if_somebody_else_takes_what_should_go_along_the_first_goes_alone() -> None:
    office = two_owed()

    class Taken(StoreDecorator):
        asked = 0

        def commit(self, writes, *, token: str = "") -> None:  # type: ignore[no-untyped-def]
            if len(writes) == 2 and all(write.item.kind == "delivery" for write in writes):
                self.asked += 1
                raise ConditionFailedError((1,))
            super().commit(writes, token=token)

    first, second = sorted((row for row in office.rows("anna") if row.state == "pending"), key=_is_message)
    sender.send(replace(office.over(Taken(office.store)), gathering=TEN), first.notice.key)
    assert [row.state for row in office.rows("anna") if row.notice in (first.notice, second.notice)].count(
        "pending"
    ) == 1
    assert "well played" not in office.mails("anna")[0].as_string()


def _is_message(row: Delivery) -> bool:
    return row.notice.category == "message"


@pytest.mark.parametrize("group", ["turn", "talk"])
def test_what_was_asked_for_once_more_comes_whatever_the_wishes(group: str) -> None:
    office = gathering()
    match = begun(office)
    prefer(office, lambda profile: replace(profile, mail=Wishes().wishing({"turn": "off", "talk": "off"})))
    both_play(office, match)
    say(office, match, "hello")
    office.work_off()
    office.clock.advance(TEN)
    office.work_off()
    category = {"turn": "your_turn", "talk": "message"}[group]
    row = next(row for row in office.rows("anna") if (row.notice.category, row.state) == (category, "off"))
    office.store.commit([Put(item_of(replace(row, state="pending", again=1, version=row.version + 1)))])
    sender.send(office.post, row.notice.key)
    assert len(subjects(office)) == 1


def test_a_decision_of_ones_own_is_still_mailed_after_half_an_hour() -> None:
    office = gathering()
    match = begun(office)
    both_play(office, match)
    office.clock.advance(OWN_REQUEST)
    relay.sweep(office.post, overdue=0)
    assert office.handle() == []
    assert len(office.mails("bram")) == 1


def test_the_table_is_told_at_once_that_a_seat_was_lost_on_time_and_of_others_once_a_day() -> None:
    office = Office()
    match = office.desk.table("anna", "bram", "cees", game="sequence-dice", pace=Pace(misses=1), then="bot")
    office.work_off()
    late = office.desk.to_move(match)[0]
    lender, other = (seat for seat in range(3) if seat != late)
    names = [seat.player for seat in match.roster.seats]
    for name in names:
        prefer(office, lambda profile: replace(profile, mail=Wishes()), name)
    service.lend(office.post.env, match.id, Caller(names[lender]))
    office.work_off()
    assert ("seat_changed", "gathered") in states(office, names[other])
    service.take_back(office.post.env, match.id, Caller(names[lender]))
    run_out(office.desk, 3 * DAY)
    service.sweep(office.post.env)
    office.work_off()
    told = [row for name in names for row in office.rows(name) if row.notice.category == "seat_changed"]
    assert sum(row.state == "accepted" for row in told) == 1


@pytest.mark.parametrize("refusal", [MailRefusedError("550 no"), MailUnavailableError("421 later")])
def test_what_goes_along_fares_as_the_mail_does(refusal: MailerError) -> None:
    office = two_owed()
    office.mailer.errors = [refusal]
    sender.send(office.post, next(row for row in office.rows("anna") if row.state == "pending").notice.key)
    after = [row.state for row in office.rows("anna") if row.tries]
    assert after[-2:] == (["failed"] * 2 if isinstance(refusal, MailRefusedError) else ["pending"] * 2)
