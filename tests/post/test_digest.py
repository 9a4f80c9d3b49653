"""The digest: what waits for the reader's hour comes then in one mail, whatever happened meanwhile."""

from __future__ import annotations

from dataclasses import replace
from email.message import EmailMessage

import pytest

from chalicelib.matches import service
from chalicelib.matches.match import Match, Pace
from chalicelib.matches.pace import DAY, HOUR, OWN_REQUEST
from chalicelib.players.accounts import delete_account
from chalicelib.players.ports import ConditionFailedError, Put
from chalicelib.post import digest_letter, relay, sender
from chalicelib.post.delivery import DIGEST, Delivery, item_of
from chalicelib.post.ports import MailUnavailableError
from chalicelib.rules import LANGUAGES
from tests.adapters.decorator import StoreDecorator
from tests.matches.desk import ME, OPEN
from tests.post.office import Office, page_of, text_of
from tests.post.received import carried
from tests.post.test_mailing import both_play, prefer, say, wish
from tests.post.ways_out import way_out

TALK = 600
"""Seconds for which it is waited what else will be said at a table."""


def daily(language: str = "en", pace: Pace | None = None) -> tuple[Office, Match]:
    """An office where anna wants turns and talk in the digest, two hours from now, and a match she plays in."""
    office = Office()
    match = office.desk.table("anna", "bram", **({"pace": pace} if pace else {}))
    office.work_off()
    office.forget()
    minute = (office.clock.now() // 60 + 120) % 1_440
    prefer(office, lambda profile: replace(profile, language=language, mail=replace(profile.mail, digest=minute)))
    wish(office, turn="digest", talk="digest")
    return office, office.desk.load(match.id if isinstance(match, Match) else match)


def digests(office: Office) -> list[Delivery]:
    return [row for row in office.rows("anna") if row.notice.category == DIGEST]


def said(office: Office, match: Match, text: str) -> None:
    """Something is said at the table, and it is no longer waited for what else will be said."""
    say(office, match, text)
    office.work_off()
    office.clock.advance(TALK)
    office.work_off()


def comes(office: Office, extra: int = 0) -> list[EmailMessage]:
    """Let the hour of the digest come."""
    due = min(row.due for row in digests(office) if row.state == "pending")
    office.clock.advance(due - office.clock.now() + extra)
    office.work_off()
    return office.mails("anna")


def test_what_waits_comes_in_one_mail_at_the_chosen_hour() -> None:
    office, match = daily()
    both_play(office, match)
    said(office, match, "a fine move")
    assert office.mails("anna") == []
    waiting = {row.notice.category: row for row in office.rows("anna") if row.state == "gathered"}
    (row,) = digests(office)
    assert {each.into for each in waiting.values()} == {row.notice.key.sort}
    assert (row.state, row.due % DAY // 60) == ("pending", (row.notice.at // 60) % 1_440)
    (mail,) = comes(office)
    assert "Turnpost: 1 match waits for you, the first until" in str(mail["Subject"])
    for part in (text_of(mail), page_of(mail)):
        assert "It is your turn, Anna." in part
        assert "a fine move" in part
        assert "What else happened" not in part
    assert digests(office)[0].state == "accepted"
    link = way_out(office.post.env, mail)
    assert (link.profile.id, link.kind, link.match) == ("anna", "digest", "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_mail_server_gets_a_digest_as_mails_have_to_be(language: str) -> None:
    office, match = daily(language)
    said(office, match, "räksmörgås " * 60)
    with carried() as carrier:
        carrier.check(comes(office))


def test_a_decision_that_was_taken_meanwhile_needs_no_digest() -> None:
    office, match = daily()
    both_play(office, match)
    office.work_off()
    office.desk.play(match, 0)
    assert comes(office) == []
    assert digests(office)[0].state == "overtaken"


def test_every_hour_has_one_digest_and_every_day_another() -> None:
    office, match = daily()
    both_play(office, match)
    said(office, match, "one")
    assert len(comes(office)) == 1
    said(office, match, "two")
    first, second = digests(office)
    assert second.notice.at - first.notice.at == DAY
    office.forget()
    (mail,) = comes(office)
    assert "> two" in text_of(mail)
    assert "> one" not in text_of(mail)


def test_a_digest_that_was_missed_is_made_up_and_takes_the_next_along() -> None:
    office, match = daily()
    said(office, match, "first day")
    late = replace(digests(office)[0], due=office.clock.now() + DAY + HOUR, version=2)
    office.store.commit([Put(item_of(late))])  # nobody comes to it that day
    office.clock.advance(DAY)
    said(office, match, "second day")
    office.clock.advance(DAY)
    office.work_off()
    (mail,) = office.mails("anna")
    assert "first day" in text_of(mail)
    assert "second day" in text_of(mail)
    assert sorted(row.state for row in digests(office)) == ["accepted", "gathered"]


def test_a_turn_that_cannot_wait_is_mailed_at_once() -> None:
    office, match = daily(pace=Pace(decision_time=3 * HOUR))
    both_play(office, match)
    office.work_off()
    assert len(office.mails("anna")) == 1
    assert digests(office) == []


def test_what_waits_is_the_most_urgent_first() -> None:
    office, match = daily(pace=Pace(decision_time=20 * DAY))
    urgent = office.desk.load(office.desk.table("anna", "cees", pace=Pace(decision_time=2 * DAY)))
    both_play(office, match)
    both_play(office, urgent)
    office.work_off()
    office.forget()
    (mail,) = comes(office)
    text = text_of(mail)
    assert "2 matches wait for you" in str(mail["Subject"])
    assert text.index(f"/m/{urgent.id}") < text.index(f"/m/{match.id}")


def test_beyond_some_matches_only_name_and_deadline_are_told() -> None:
    office, _ = daily()
    found = [office.desk.load(office.desk.table("anna", "bram")) for _ in range(digest_letter.WHOLE + 1)]
    for each in found:
        both_play(office, each)
    office.work_off()
    office.forget()
    (mail,) = comes(office)
    assert page_of(mail).count("The board") == digest_letter.WHOLE
    assert all(f"/m/{each.id}" in text_of(mail) for each in found)


def test_what_the_player_no_longer_wants_to_hear_of_is_not_listed() -> None:
    office, match = daily()
    both_play(office, match)
    said(office, match, "hello")
    wish(office, turn="off")
    (mail,) = comes(office)
    assert "what happened at your tables" in str(mail["Subject"])


@pytest.mark.parametrize("language", ["nl", "sv", "af"])
def test_a_digest_is_in_the_readers_language(language: str) -> None:
    office, match = daily(language)
    both_play(office, match)
    office.work_off()
    (mail,) = comes(office)
    assert "waits" not in str(mail["Subject"])
    assert "your daily mail" not in text_of(mail)


def test_a_digest_that_is_not_taken_is_tried_again_and_nothing_more_is_put_into_it() -> None:
    office, match = daily()
    both_play(office, match)
    office.work_off()
    office.clock.advance(OWN_REQUEST)
    office.work_off()
    office.mailer.errors = [MailUnavailableError("421 later")]
    say(office, match, "too late for this one")
    assert comes(office) == []
    waiting = next(row for row in office.rows("anna") if row.notice.category == "message")
    assert waiting.into == digests(office)[1].notice.key.sort
    office.clock.advance(600)
    office.work_off()
    assert [row.state for row in digests(office)] == ["accepted", "pending"]


def test_a_notice_that_comes_while_its_digest_is_leased_goes_into_the_next() -> None:
    office, match = daily()
    both_play(office, match)
    office.work_off()
    (row,) = digests(office)
    office.store.commit([Put(item_of(row.leased(office.clock.now() + 9_000)))])
    said(office, match, "hello")
    assert len(digests(office)) == 2


def test_two_that_add_to_one_digest_at_once_are_both_in_it() -> None:
    office, match = daily()
    say(office, match, "hello")
    both_play(office, match)
    office.clock.advance(TALK)
    relay.sweep(office.post, overdue=0)
    first, second = (row.notice.key for row in office.rows("anna") if row.state == "pending")

    class Between(StoreDecorator):
        done = False

        def commit(self, writes, *, token: str = "") -> None:  # type: ignore[no-untyped-def]
            if not self.done and len(writes) == 2:
                self.done = True
                sender.send(office.post, second)
            super().commit(writes, token=token)

    with pytest.raises(sender.DeliveryBusyError):
        sender.send(office.over(Between(office.store)), first)
    sender.send(office.post, first)
    (row,) = digests(office)
    assert {each.into for each in office.rows("anna") if each.state == "gathered"} == {row.notice.key.sort}
    assert row.version == 2


def test_when_no_digest_takes_it_a_notice_is_looked_at_again_later() -> None:
    office, match = daily()
    both_play(office, match)
    relay.sweep(office.post, overdue=0)

    class Refusing(StoreDecorator):
        def commit(self, writes, *, token: str = "") -> None:  # type: ignore[no-untyped-def]
            if len(writes) == 2:
                raise ConditionFailedError((1,))
            super().commit(writes, token=token)

    (key,) = (row.notice.key for row in office.rows("anna") if row.state == "pending")
    with pytest.raises(sender.DeliveryBusyError):
        sender.send(office.over(Refusing(office.store)), key)


def test_somebody_who_is_gone_or_whose_address_is_silenced_gets_no_digest() -> None:
    office, match = daily()
    both_play(office, match)
    office.work_off()
    prefer(office, lambda profile: replace(profile, silenced=(1, "complained")))
    assert comes(office) == []
    assert (digests(office)[0].state, digests(office)[0].notes[-1][1]) == ("failed", "silenced: complained")
    office, match = daily()
    both_play(office, match)
    office.work_off()
    delete_account(office.post.env, "anna")
    office.clock.advance(DAY)
    office.work_off()
    assert office.mails("anna") == []


def test_a_digest_tells_of_tables_where_nothing_is_to_be_done_too() -> None:
    office, _ = daily()
    wish(office, match="digest")
    match = office.desk.create(ME, OPEN, player="anna")
    service.join(office.post.env, "cees", match.id)
    found = office.desk.load(match.id)
    office.work_off()
    office.forget()
    office.desk.play(found, 0)
    (mail,) = comes(office)
    assert "1 match waits for you" in str(mail["Subject"])
    assert text_of(mail).index("It is your turn, Anna.") < text_of(mail).index("The match has begun.")


def test_a_digest_that_is_left_with_nothing_because_somebody_is_at_the_next_is_overtaken() -> None:
    office, match = daily()
    both_play(office, match)
    office.work_off()
    office.desk.play(match, 0)
    late = replace(digests(office)[0], due=office.clock.now() + 2 * DAY, version=2)
    office.store.commit([Put(item_of(late))])  # nobody comes to it for two days
    office.clock.advance(DAY)
    said(office, match, "the day after")
    office.clock.advance(DAY)

    class Busy(StoreDecorator):
        def commit(self, writes, *, token: str = "") -> None:  # type: ignore[no-untyped-def]
            if len(writes) == 2:
                raise ConditionFailedError((1,))
            super().commit(writes, token=token)

    sender.send(office.over(Busy(office.store)), late.notice.key)
    assert ([row.state for row in digests(office)], office.mails("anna")) == (["overtaken", "pending"], [])
    office.work_off()
    assert [row.state for row in digests(office)] == ["overtaken", "accepted"]
    assert "the day after" in text_of(office.mails("anna")[0])
