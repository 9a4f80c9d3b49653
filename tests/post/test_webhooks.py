"""Notices through webhooks, from the log row to the answer: beside the mail, and never in its way."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace

import pytest

from chalicelib.adapters.sizes import item_size
from chalicelib.matches import service
from chalicelib.matches.match import Match
from chalicelib.players.accounts import delete_account
from chalicelib.players.ports import Key, Put
from chalicelib.players.webhooks import Webhook, delete_webhook, find_webhook
from chalicelib.post import call, queue, relay, sender
from chalicelib.post.delivery import CALL_DELAYS, DELAYS, MAX_LOT, SETTLED, Delivery, Notice, item_of
from chalicelib.post.ports import MailUnavailableError, WebhookGoneError, WebhookRefusedError, WebhookUnavailableError
from tests.adapters.counting import CountingStore
from tests.post.mishaps import KilledError
from tests.post.office import Office, key_of, records

NOTICE = Notice("anna", 1_790_000_000, "abcdefghij123456", 42, 1, "your_turn", "webhook-0123456789ab")


def owed_call(office: Office) -> tuple[Match, Webhook, Delivery]:
    """A running match, anna's webhook, and the call that is to tell her of the start."""
    webhook = office.webhook("anna")
    match = office.desk.table("anna", "bram")
    relay.sweep(office.post, overdue=0)
    office.queue.take()
    return match, webhook, row_of(office, webhook)


def row_of(office: Office, webhook: Webhook) -> Delivery:
    (row,) = [row for row in office.rows(webhook.player) if row.notice.webhook == webhook.id]
    return row


def test_a_notice_is_owed_through_every_webhook_beside_the_mail_and_each_waits_in_its_own_queue() -> None:
    office = Office()
    first, second = office.webhook("anna"), office.webhook("anna", "https://other.example/")
    office.desk.table("anna", "bram")
    relay.sweep(office.post, overdue=0)
    channels = ["mail", f"webhook-{first.id}", f"webhook-{second.id}"]
    assert [row.notice.channel for row in office.rows("anna")] == channels
    assert [row.notice.channel for row in office.rows("bram")] == ["mail"]
    mails, calls = office.queue.take(), office.webhook_queue.take()
    assert {Key(*message["delivery"]) for message in mails} == {
        key_of(row) for name in ("anna", "bram") for row in office.rows(name) if not row.notice.webhook
    }
    assert {Key(*message["delivery"]) for message in calls} == {
        key_of(row) for row in office.rows("anna") if row.notice.webhook
    }


def test_a_turn_is_told_once_by_mail_and_once_by_call() -> None:
    office = Office()
    webhook = office.webhook("anna")
    match = office.desk.table("anna", "bram")
    office.work_off()
    for seat in (0, 1):
        office.desk.play(match, seat)
    office.work_off()
    assert [told["type"] for told in office.calls(webhook)] == ["match_started", "your_turn"]
    assert len(office.mails("anna")) == 2
    row = office.rows("anna")[-1]
    assert (row.notice.webhook, row.state, row.carrier, row.tries) == (webhook.id, "accepted", "200", 1)


def test_a_call_is_signed_with_the_webhooks_secret() -> None:
    office = Office()
    _, webhook, row = owed_call(office)
    sender.send(office.post, key_of(row))
    ((url, headers, body),) = office.webhooks.accepted
    assert url == webhook.url
    assert headers == call.headers(row.notice, webhook.secrets, office.clock.now(), body)
    assert json.loads(body)["type"] == "match_started"


def test_neither_channel_holds_up_the_other() -> None:
    office = Office()
    webhook = office.webhook("anna")
    office.webhooks.errors = [WebhookUnavailableError("503")]
    office.mailer.errors = [MailUnavailableError("421 later")] * 2
    office.desk.table("anna", "bram")
    office.work_off()
    assert row_of(office, webhook).state == "pending"
    assert office.mails("anna") == []
    office.clock.advance(CALL_DELAYS[0] + CALL_DELAYS[0] // 4)
    office.work_off()
    assert len(office.calls(webhook)) == 1
    assert office.mails("anna") == []
    office.clock.advance(DELAYS[0])
    office.work_off()
    assert len(office.mails("anna")) == 1


def test_another_attempt_has_the_same_id_and_its_own_time() -> None:
    office = Office()
    _, webhook, row = owed_call(office)
    seen: list[Mapping[str, str]] = []

    class Late:
        def check(self, url: str) -> None:
            raise AssertionError(url)

        def call(self, url: str, headers: Mapping[str, str], body: bytes) -> str:  # noqa: ARG002 - the port's names
            seen.append(headers)
            raise WebhookUnavailableError("it took too long")

    sender.send(replace(office.post, webhooks=Late()), key_of(row))
    office.clock.advance(60)
    office.work_off()
    ((_, headers, _),) = office.webhooks.accepted
    assert headers["webhook-id"] == seen[0]["webhook-id"]
    assert int(headers["webhook-timestamp"]) == int(seen[0]["webhook-timestamp"]) + 60
    assert row_of(office, webhook).notes[0][1] == "it took too long"


def test_the_wait_that_is_asked_for_is_kept() -> None:
    office = Office()
    _, webhook, row = owed_call(office)
    office.webhooks.errors = [WebhookUnavailableError("429", 5_000)]
    sender.send(office.post, key_of(row))
    assert row_of(office, webhook).due == office.clock.now() + 5_000
    office.clock.advance(4_999)
    office.work_off()
    assert office.calls(webhook) == []
    office.clock.advance(1)
    office.work_off()
    assert len(office.calls(webhook)) == 1


def test_whoever_wants_no_more_calls_gets_none() -> None:
    office = Office()
    match, webhook, row = owed_call(office)
    office.webhooks.errors = [WebhookGoneError("410: it wants no more calls")]
    assert office.handle() == []
    assert row_of(office, webhook).state == "failed"
    assert find_webhook(office.store, "anna", webhook.id).disabled == office.clock.now()
    for seat in (0, 1):
        office.desk.play(match, seat)
    office.work_off()
    told = [each.notice.category for each in office.rows("anna")]
    assert sorted(told) == ["match_started", "match_started", "webhook_disabled", "your_turn"]
    assert key_of(row_of(office, webhook)) == key_of(row)


def test_a_webhook_that_is_gone_or_disabled_by_now_is_not_called() -> None:
    office = Office()
    _, webhook, row = owed_call(office)
    other = replace(row.notice, n=77)
    office.store.commit([Put(item_of(Delivery(other)))])
    delete_webhook(office.desk.env, "anna", webhook.id)
    for key in (key_of(row), other.key):
        sender.send(office.post, key)
    assert {each.state for each in office.rows("anna") if each.notice.webhook} == {"overtaken"}
    assert office.webhooks.accepted == []


def test_one_disabled_while_calls_wait_is_not_called_with_them() -> None:
    office = Office()
    webhook = office.webhook("anna")
    for _ in range(2):
        office.desk.table("anna", "bram")
    office.webhooks.errors = [WebhookGoneError("410")]
    office.work_off()
    assert sorted(row.state for row in office.rows("anna") if row.notice.webhook) == ["failed", "overtaken"]
    assert office.calls(webhook) == []


def test_one_that_is_deleted_while_it_says_that_it_is_gone() -> None:
    office = Office()
    _, webhook, row = owed_call(office)

    class Gone:
        def check(self, url: str) -> None:
            raise AssertionError(url)

        def call(self, url: str, headers: object, body: bytes) -> str:  # noqa: ARG002 - the port's names
            delete_webhook(office.desk.env, "anna", webhook.id)
            raise WebhookGoneError("410")

    sender.send(replace(office.post, webhooks=Gone()), key_of(row))
    assert row_of(office, webhook).state == "failed"


def test_an_address_that_may_not_be_called_has_failed_for_good() -> None:
    office = Office()
    _, webhook, row = owed_call(office)
    office.webhooks.errors = [WebhookRefusedError("It leads to an address that is not public.")]
    sender.send(office.post, key_of(row))
    found = row_of(office, webhook)
    assert (found.state, found.notes[0][1]) == ("failed", "It leads to an address that is not public.")
    assert find_webhook(office.store, "anna", webhook.id).disabled == 0


def test_what_is_not_true_any_more_is_not_told() -> None:
    office = Office()
    match, webhook, row = owed_call(office)
    service.resign(office.desk.env, match.id, office.desk.caller(match, 1))
    sender.send(office.post, key_of(row))
    assert row_of(office, webhook).state == "overtaken"


def test_with_an_account_everything_owed_to_it_is_over() -> None:
    office = Office()
    _, webhook, row = owed_call(office)
    item = item_of(row)
    delete_account(office.desk.env, "anna")
    office.store.commit([Put(item)])
    sender.send(office.post, key_of(row))
    assert row_of(office, webhook).state == "overtaken"
    assert office.webhooks.accepted == []


def test_a_call_somebody_is_at_comes_again_in_its_own_queue() -> None:
    office = Office()
    _, _, row = owed_call(office)
    office.store.commit([Put(item_of(row.leased(office.clock.now() + 10)))])
    messages = office.webhook_queue.take()
    assert queue.handle(office.post, records(messages)) == []
    assert office.queue.messages == []
    assert office.webhook_queue.messages == [({"delivery": list(key_of(row))}, 10)]


def test_a_call_that_dies_may_be_taken_over_when_its_lease_is_over() -> None:
    office = Office()
    _, webhook, row = owed_call(office)

    class Dead:
        def check(self, url: str) -> None:
            raise AssertionError(url)

        def call(self, url: str, headers: object, body: bytes) -> str:
            raise KilledError(url, headers, body)

    with pytest.raises(KilledError):
        sender.send(replace(office.post, webhooks=Dead()), key_of(row))
    assert row_of(office, webhook).lease == office.clock.now() + sender.CALL_LEASE
    with pytest.raises(sender.DeliveryBusyError):
        sender.send(office.post, key_of(row))
    office.clock.advance(sender.CALL_LEASE)
    sender.send(office.post, key_of(row))
    assert row_of(office, webhook).state == "accepted"


def test_a_new_row_is_leased_unread_and_one_that_is_not_new_is_not_sent_again() -> None:
    office = Office()
    _, webhook, row = owed_call(office)
    counting = CountingStore(office.store)
    with counting.counted() as bill:
        sender.send(office.over(counting), key_of(row), new=True)
    assert bill.read_units <= 2  # the match, the webhook
    for new in (True, False):
        sender.send(office.post, key_of(row), new=new)
    assert len(office.calls(webhook)) == 1


def test_a_new_row_that_is_taken_by_another_is_left_to_them() -> None:
    office = Office()
    _, _, row = owed_call(office)
    office.store.commit([Put(item_of(row.leased(office.clock.now() + 10)))])
    with pytest.raises(sender.DeliveryBusyError):
        sender.send(office.post, key_of(row), new=True)
    assert office.webhooks.accepted == []


def _attempts(lot: int) -> Iterator[int]:
    row, now = Delivery(NOTICE), 0
    while row.state not in SETTLED:
        row = row.leased(now + 60).delayed(now, "503", lot=lot)
        if row.due:
            yield row.due - now
            now = row.due


@pytest.mark.parametrize(("lot", "days"), [(0, 2.7), (MAX_LOT, 3.4)])
def test_ten_attempts_are_made_within_about_three_days(lot: int, days: float) -> None:
    gaps = list(_attempts(lot))
    assert len(gaps) + 1 == 10
    assert sum(gaps) == pytest.approx(days * 86_400, rel=0.03)
    assert gaps == sorted(gaps)


def test_what_failed_at_the_same_moment_does_not_come_back_at_the_same_moment() -> None:
    office = Office()
    office.webhook("anna")
    office.webhook("anna", "https://other.example/")
    office.webhooks.errors = [WebhookUnavailableError("503")] * 2
    office.desk.table("anna", "bram")
    for _ in range(100):  # ids of the tests are small numbers, and so are their lots
        office.desk.env.ids.token(8)
    office.work_off()
    dues = {row.due for row in office.rows("anna") if row.notice.webhook}
    assert all(0 <= due - office.clock.now() - CALL_DELAYS[0] <= CALL_DELAYS[0] // 4 for due in dues)
    assert dues != {office.clock.now() + CALL_DELAYS[0]}


def test_rows_stay_under_a_write_unit_after_every_attempt_has_failed() -> None:
    row = Delivery(replace(NOTICE, player="p" * 20, match="m" * 24, category="match_started"), due=NOTICE.at)
    for _ in range(len(CALL_DELAYS) + 1):
        row = row.leased(NOTICE.at).delayed(NOTICE.at, "ü" * 100)
        assert item_size(item_of(row)) < 1_024
    assert row.state == "failed"


def test_the_last_attempt_ends_in_a_failure_that_is_told(caplog: pytest.LogCaptureFixture) -> None:
    office = Office()
    _, webhook, _ = owed_call(office)
    office.webhooks.errors = [WebhookUnavailableError("500")] * 10
    office.work_off()
    for delay in CALL_DELAYS:
        office.clock.advance(delay + delay // 4)
        office.work_off()
    row = row_of(office, webhook)
    assert (row.state, row.tries, row.notes[-1][1]) == ("failed", 10, "500")
    assert office.webhooks.errors == []
    assert webhook.secrets[0] not in caplog.text
