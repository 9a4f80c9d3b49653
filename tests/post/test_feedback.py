"""What became of mails: rows that say so, addresses that fall silent, reports that come late, twice, or from nobody."""

from __future__ import annotations

import json
import logging
from dataclasses import replace
from email.message import EmailMessage
from itertools import permutations
from typing import Any

import pytest

from chalicelib.adapters.ses_events import read
from chalicelib.matches.pace import stamp
from chalicelib.players import addresses, invitations, repository
from chalicelib.players.accounts import delete_account
from chalicelib.players.invitations import Invitation
from chalicelib.players.ports import Put, StoreThrottledError
from chalicelib.players.repository import address_key, load_profile, pointer_item
from chalicelib.players.sessions import confirm, request_link
from chalicelib.post import feedback, login, sender, tag
from chalicelib.post.delivery import MAIL_SILENCED, Delivery, Notice, item_of
from chalicelib.post.ports import TAG_HEADER, AddressRefusedError, Report
from tests.adapters.decorator import StoreDecorator
from tests.adapters.ses_told import bounce, complaint, delivery, event, wrapped
from tests.post.office import Office

DAY = 86_400


def sent(office: Office) -> tuple[Delivery, str]:
    """A mail to bram that was accepted, and its tag."""
    office.desk.table("anna", "bram")
    office.work_off()
    row = next(row for row in office.rows("bram") if row.state == "accepted")
    return row, str(office.mails("bram")[-1][TAG_HEADER])


def told(office: Office, *events: dict[str, Any]) -> list[str]:
    """Let the function have these records, raw and wrapped up in turn; the ids that have to come again."""
    bodies = [wrapped(each) if number % 2 else json.dumps(each) for number, each in enumerate(events)]
    records = [{"messageId": f"m{number}", "body": body} for number, body in enumerate(bodies)]
    return feedback.handle(office.post, records, read)


def row_of(office: Office, row: Delivery) -> Delivery:
    """The row as it stands now."""
    return next(each for each in office.rows(row.notice.player) if each.notice == row.notice)


def silenced(office: Office, player: str = "bram") -> tuple[int, str] | None:
    return load_profile(office.store, player).silenced


def test_in_any_order_and_twice_the_last_word_is_the_heaviest() -> None:
    for order in permutations(range(3)):
        office = Office()
        row, mark = sent(office)
        events = [delivery(mark, row.carrier), bounce(mark, row.carrier), complaint(mark, row.carrier)]
        assert told(office, *(events[number] for number in order), *events) == []
        after = row_of(office, row)
        assert (after.state, after.settled, after.carrier) == ("complained", row.settled, row.carrier)
        assert sorted(why for _, why in after.notes) == ["bounce: Permanent NoEmail", "complaint: abuse"]
        assert silenced(office) == (office.clock.now(), "complained")


def test_a_delivery_is_written_down_once() -> None:
    office = Office()
    row, mark = sent(office)
    for _ in range(2):
        assert told(office, delivery(mark, row.carrier)) == []
        assert row_of(office, row) == replace(row, state="delivered", version=row.version + 1)
    assert silenced(office) is None


@pytest.mark.parametrize(
    "make",
    [
        lambda mark, carrier: bounce(mark, carrier, "Transient", "MailboxFull"),
        lambda mark, carrier: bounce(mark, carrier, "Undetermined", "Undetermined"),
        lambda mark, carrier: complaint(mark, carrier, "not-spam"),
        lambda mark, carrier: event(
            "DeliveryDelay", {"delayType": "General", "timestamp": "2026-09-21T14:13:20Z"}, mark, carrier
        ),
    ],
)
def test_what_passes_is_only_noted(make: Any) -> None:
    office = Office()
    row, mark = sent(office)
    assert told(office, make(mark, row.carrier), make(mark, row.carrier)) == []
    after = row_of(office, row)
    assert (after.state, len(after.notes), after.version) == ("accepted", 1, row.version + 1)
    assert silenced(office) is None


def test_what_ses_rejects_has_failed() -> None:
    office = Office()
    row, mark = sent(office)
    assert told(office, event("Reject", {"reason": "Bad content"}, mark, row.carrier)) == []
    assert row_of(office, row).state == "failed"
    assert silenced(office) is None


def test_a_silenced_address_gets_no_more_and_says_so_elsewhere_until_a_login_lifts_it() -> None:
    office = Office()
    row, mark = sent(office)
    hook = office.webhook("bram")
    assert told(office, bounce(mark, row.carrier)) == []
    since = office.clock.now()
    assert silenced(office) == (since, "bounced")
    office.forget()
    office.desk.table("anna", "bram")
    office.work_off()
    assert office.mails("bram") == []
    assert {each.state for each in office.rows("bram") if each.notice.channel == "mail"} == {"bounced", "failed"}
    calls = [call for call in office.calls(hook) if call["type"] == MAIL_SILENCED]
    page = "https://play.example.org/settings#address"
    assert [call["data"] for call in calls] == [{"since": stamp(since), "why": "bounced", "url": page}]
    pointer = pointer_item(address_key(addresses.digest("bram@example.com")), "email", "bram")
    office.store.commit([Put(pointer)])
    link = request_link(office.post.env, "bram@example.com")
    login.owe(office.post, link.address, link.token, "en")
    assert office.handle() == []
    assert len(office.mails("bram")) == 1
    confirm(office.post.env, link.token)
    assert silenced(office) is None
    office.desk.table("anna", "bram")
    office.work_off()
    assert len(office.mails("bram")) == 2


def test_a_webhook_is_not_told_of_what_was_lifted_meanwhile() -> None:
    office = Office()
    row, mark = sent(office)
    hook = office.webhook("bram")
    assert told(office, complaint(mark, row.carrier)) == []
    profile = load_profile(office.store, "bram")
    office.store.commit([Put(repository.profile_item(replace(profile, silenced=None, version=profile.version + 1)))])
    office.work_off()
    assert office.calls(hook) == []
    assert [each.state for each in office.rows("bram") if each.notice.category == MAIL_SILENCED] == ["overtaken"]


def test_a_login_mail_that_comes_back_silences_too() -> None:
    office = Office()
    env = office.post.env
    ann = confirm(env, request_link(env, "ann@example.org").token).player
    office.clock.advance(60)
    login.owe(office.post, "ann@example.org", "t" * 43, "en")
    office.handle()
    mark = str(office.mailer.accepted[-1][TAG_HEADER])
    at = stamp(office.clock.now())
    assert told(office, bounce(mark, "any", at=at), bounce(mark, "any", at=at)) == []
    assert silenced(office, ann) == (office.clock.now(), "bounced")


def test_a_login_mail_to_nobody_changes_nothing() -> None:
    office = Office()
    login.owe(office.post, "nobody@example.org", "t" * 43, "en")
    office.handle()
    assert told(office, bounce(str(office.mailer.accepted[-1][TAG_HEADER]), "any")) == []


def test_another_mail_with_the_same_tag_moves_no_row() -> None:
    office = Office()
    row, mark = sent(office)
    assert told(office, delivery(mark, "another")) == []
    assert row_of(office, row) == row
    again = row.asked_again(office.clock.now())
    office.store.commit([Put(item_of(again))])
    assert told(office, delivery(mark, row.carrier)) == []
    assert row_of(office, row) == again


def test_what_is_said_of_a_mail_whose_sending_was_not_written_down_proves_it() -> None:
    office = Office()
    row, mark = sent(office)
    lost = replace(row, state="sending", settled=0, carrier="", lease=office.clock.now() + 300)
    office.store.commit([Put(item_of(lost))])
    assert told(office, bounce(mark, "c", "Transient", "General")) == []
    assert row_of(office, row).state == "sending"
    assert told(office, delivery(mark, "c")) == []
    after = row_of(office, row)
    assert (after.state, after.carrier, after.settled) == ("delivered", "c", office.clock.now())
    office.forget()
    office.clock.advance(DAY)
    sender.send(office.post, row.notice.key)
    assert office.mails("bram") == []


def test_rows_and_players_that_are_gone_are_passed_over() -> None:
    office = Office()
    row, mark = sent(office)
    delete_account(office.post.env, "bram")
    assert told(office, bounce(mark, row.carrier), delivery(mark, row.carrier)) == []
    assert office.rows("bram") == []


def test_garbage_is_logged_and_dropped(caplog: pytest.LogCaptureFixture) -> None:
    office = Office()
    row, mark = sent(office)
    forged = mark[:-1] + ("A" if mark[-1] != "A" else "Q")
    bodies = ["garbage", "{}", json.dumps(bounce(forged, row.carrier)), json.dumps(bounce("", row.carrier))]
    records = [{"messageId": f"m{number}", "body": body} for number, body in enumerate(bodies)]
    with caplog.at_level(logging.WARNING):
        assert feedback.handle(office.post, records, read) == []
    assert row_of(office, row) == row
    assert silenced(office) is None
    assert [record.levelname for record in caplog.records] == ["WARNING"] * 4
    assert "bram" not in caplog.text


def test_what_the_store_has_no_time_for_comes_again() -> None:
    class Busy(StoreDecorator):
        def around(self, method: str, call: Any) -> Any:
            raise StoreThrottledError(f"{method} {call}")

    office = Office()
    row, mark = sent(office)
    records = [{"messageId": "m1", "body": json.dumps(bounce(mark, row.carrier))}, {"messageId": "m2", "body": "x"}]
    assert feedback.handle(office.over(Busy(office.store)), records, read) == ["m1"]
    assert feedback.handle(office.post, records, read, lambda: 1.0) == ["m1", "m2"]
    assert row_of(office, row) == row


def test_a_guest_whose_mail_comes_back_is_invited_no_more() -> None:
    office = Office()
    env = office.post.env
    guest = Invitation("i-0123456789ab", "m", 1, "anna", "guest@example.org", "en", 0, office.clock.now() + DAY)
    env.store.commit(invitations.made(guest))
    notice = Notice(guest.id, office.clock.now(), "m", 1, 1, "invitation")
    mail = EmailMessage()
    mail["To"] = "guest@example.org"
    mark = str(tag.mark(env, mail, Delivery(notice))[TAG_HEADER])
    assert told(office, complaint(mark, "c")) == []
    assert env.store.get(invitations.silence_key(addresses.digest("guest@example.org")))


def refuse(office: Office) -> Delivery:
    """A mail to bram whose address the server refuses."""
    office.mailer.errors = [AddressRefusedError("550 unknown")]
    notice = Notice("bram", office.clock.now(), office.desk.table("anna", "bram").id, 1, 1, "match_started")
    office.store.commit([Put(item_of(Delivery(notice)))])
    sender.send(office.post, notice.key)
    return row_of(office, Delivery(notice))


def test_an_address_refused_on_two_days_is_silenced() -> None:
    office = Office()
    first = refuse(office)
    assert (first.state, first.notes) == ("failed", ((office.clock.now(), "address refused: 550 unknown"),))
    assert refuse(office).was_refused()
    assert silenced(office) is None
    office.clock.advance(DAY)
    refuse(office)
    assert silenced(office) == (office.clock.now(), "bounced")


def test_an_address_that_took_a_mail_in_between_is_not() -> None:
    office = Office()
    refuse(office)
    office.clock.advance(60)
    office.desk.table("anna", "bram")
    office.work_off()
    assert office.mails("bram")
    office.clock.advance(DAY)
    refuse(office)
    assert silenced(office) is None


def test_a_report_says_in_a_word_what_was_done() -> None:
    office = Office()
    row, mark = sent(office)
    assert feedback.heed(office.post, Report("delivered", mark, row.carrier, 0)) == "delivered"
    assert feedback.heed(office.post, Report("delivered", "", row.carrier, 0)) == "dropped"
