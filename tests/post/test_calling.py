"""One attempt after another at the call of a webhook: the same bytes, what failures come to, and who learns of it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from chalicelib.matches import service
from chalicelib.matches.match import Caller
from chalicelib.players import webhooks
from chalicelib.players.accounts import delete_account
from chalicelib.players.ports import Put, StoreUnavailableError, Write
from chalicelib.players.webhook import FAILING_DAYS
from chalicelib.post import call, kept, relay, sender
from chalicelib.post.delivery import TEST, Delivery, Notice, item_of
from chalicelib.post.ports import WebhookError, WebhookGoneError, WebhookRefusedError, WebhookUnavailableError
from tests.adapters.decorator import StoreDecorator
from tests.post.mishaps import KilledError
from tests.post.office import Office, key_of, text_of
from tests.post.test_webhooks import owed_call, row_of

DAY = 86_400


class Recording:
    """Webhooks that keep all that was sent, and answer by the errors that are left (None: yes)."""

    def __init__(self, *answers: BaseException | None) -> None:
        self.answers = list(answers)
        self.sent: list[tuple[Mapping[str, str], bytes]] = []

    def check(self, url: str) -> None:
        raise AssertionError(url)

    def call(self, url: str, headers: Mapping[str, str], body: bytes) -> str:  # noqa: ARG002 - the port's names
        self.sent.append((headers, body))
        if answer := self.answers.pop(0):
            raise answer
        return "200"


class NoNotes(StoreDecorator):
    """A store that takes no webhook's row."""

    def commit(self, writes: Sequence[Write], *, token: str = "") -> None:
        if any(write.key.sort.startswith("W#") for write in writes):
            raise StoreUnavailableError("not now")
        super().commit(writes, token=token)


def again(office: Office, row: Delivery) -> None:
    """Ask for a call once more, as its player may."""
    asked = replace(row, version=row.version + 1, state="pending", due=office.clock.now(), tries=0, again=row.again + 1)
    office.store.commit([Put(item_of(asked))])


def test_every_attempt_sends_the_same_bytes_under_the_same_id_while_they_are_true() -> None:
    office = Office()
    match, webhook, row = owed_call(office)
    hands = Recording(WebhookUnavailableError("503"), KilledError("dead"), None)
    office.post = replace(office.post, webhooks=hands)
    sender.send(office.post, key_of(row))
    office.desk.play(match, 1)  # a choice that stays sealed makes a new version, and changes nothing for anna
    office.clock.advance(60)
    with pytest.raises(KilledError):
        sender.send(office.post, key_of(row))
    office.clock.advance(60)
    sender.send(office.post, key_of(row))
    assert row_of(office, webhook).state == "accepted"
    (first, content), *others = hands.sent
    assert [body for _, body in others] == [content, content]
    assert {headers["webhook-id"] for headers, _ in others} == {first["webhook-id"]}
    assert len({headers["webhook-timestamp"] for headers, _ in hands.sent}) == 3
    assert json.loads(content)["data"]["version"] < office.desk.load(match).head.version


def test_what_is_not_true_any_more_is_written_anew() -> None:
    office = Office()
    match, webhook, row = owed_call(office)
    hands = Recording(WebhookUnavailableError("503"), None)
    office.post = replace(office.post, webhooks=hands)
    sender.send(office.post, key_of(row))
    office.desk.play(match, 0)
    office.clock.advance(60)
    sender.send(office.post, key_of(row))
    before, after = (json.loads(body)["data"] for _, body in hands.sent)
    assert ([each["seat"] for each in before["to_move"]], before["n"]) == ([0, 1], 2)
    assert ([each["seat"] for each in after["to_move"]], after["n"]) == ([1], None)
    assert kept.find(office.desk.env, row_of(office, webhook).notice) == hands.sent[1][1]


def test_what_a_player_asks_for_again_is_what_was_sent_whatever_has_become_of_the_match() -> None:
    office = Office()
    match, webhook, row = owed_call(office)
    office.work_off()
    service.resign(office.desk.env, match.id, office.desk.caller(match, 1))
    office.clock.advance(3_600)
    again(office, row_of(office, webhook))
    office.work_off()
    (url, headers, body), *later = office.webhooks.accepted
    ((other, repeated, same),) = [each for each in later if each[1]["webhook-id"] == headers["webhook-id"]]
    assert (url, body) == (other, same)
    assert int(repeated["webhook-timestamp"]) == int(headers["webhook-timestamp"]) + 3_600
    assert repeated == call.headers(row.notice, webhook.secrets, office.clock.now(), body)


def test_what_is_not_kept_any_more_cannot_be_repeated() -> None:
    office = Office()
    _, webhook, _ = owed_call(office)
    office.work_off()
    office.clock.advance(kept.KEPT)
    again(office, row_of(office, webhook))
    office.work_off()
    row = row_of(office, webhook)
    assert (row.state, row.notes[-1][1]) == ("failed", "What was sent is not kept any more.")
    assert len(office.webhooks.accepted) == 1


def test_both_secrets_sign_for_a_day_after_one_was_changed() -> None:
    office = Office()
    webhook = office.webhook("anna")
    rotated = webhooks.rotate_secret(office.desk.env, "anna", webhook.id)
    notice = Notice("anna", office.clock.now(), "", 1, 0, TEST, f"webhook-{webhook.id}")
    for signatures in (2, 1):
        office.store.commit([Put(item_of(Delivery(replace(notice, at=office.clock.now()))))])
        sender.send(office.post, replace(notice, at=office.clock.now()).key)
        _, headers, body = office.webhooks.accepted[-1]
        found = headers["webhook-signature"].split(" ")
        told = (headers["webhook-id"], office.clock.now(), body)
        assert found == [call.signature(secret, *told) for secret in rotated.secrets[:signatures]]
        office.clock.advance(webhooks.BOTH)


def test_a_test_is_told_of_no_match_and_holds_whatever_happens() -> None:
    office = Office()
    webhook = office.webhook("anna")
    notice = Notice("anna", office.clock.now(), "", 7, 0, TEST, f"webhook-{webhook.id}")
    office.store.commit([Put(item_of(Delivery(notice)))])
    sender.send(office.post, notice.key)
    (told,) = office.calls(webhook)
    assert (told["type"], told["data"]["webhook"], told["data"]["match"]) == ("test", webhook.id, None)


def test_one_that_says_it_is_gone_is_told_of_by_mail_once() -> None:
    office = Office()
    _, webhook, _ = owed_call(office)
    office.webhooks.errors = [WebhookGoneError("410: it wants no more calls")]
    office.work_off()
    (mail,) = [mail for mail in office.mails("anna") if "webhook" in mail["Subject"]]
    assert "Your webhook at hook.example is not called any more" in mail["Subject"]
    assert "https://play.example.org/settings/webhooks" in text_of(mail)
    assert "wants no more calls" in text_of(mail)
    assert webhooks.find_webhook(office.store, "anna", webhook.id).why == "gone"


def failing_for_days(office: Office, days: int, error: WebhookError) -> None:
    for _ in range(days):
        office.desk.table("anna", "bram")
        office.webhooks.errors = [error] * 50
        office.work_off()
        office.clock.advance(DAY)
    office.webhooks.errors = []


@pytest.mark.parametrize("error", [WebhookUnavailableError("503"), WebhookRefusedError("not public")])
def test_five_days_of_failures_disable_it_and_are_told_of_by_mail(error: WebhookError) -> None:
    office = Office()
    webhook = office.webhook("anna")
    failing_for_days(office, FAILING_DAYS - 1, error)
    assert not webhooks.find_webhook(office.store, "anna", webhook.id).disabled
    failing_for_days(office, 1, error)
    assert webhooks.find_webhook(office.store, "anna", webhook.id).why == "failing"
    (mail,) = [mail for mail in office.mails("anna") if "webhook" in mail["Subject"]]
    assert "On 5 days calls of it failed" in text_of(mail)
    office.work_off()
    assert office.webhooks.accepted == []


def test_one_yes_makes_up_for_days_of_failures() -> None:
    office = Office()
    webhook = office.webhook("anna")
    failing_for_days(office, FAILING_DAYS - 1, WebhookUnavailableError("503"))
    office.work_off()
    assert office.webhooks.accepted
    assert webhooks.find_webhook(office.store, "anna", webhook.id).failing == ()


def test_the_mail_is_not_sent_if_it_is_called_again_by_then() -> None:
    office = Office()
    _, webhook, row = owed_call(office)
    office.webhooks.errors = [WebhookGoneError("410")]
    sender.send(office.post, key_of(row))
    webhooks.enable_webhook(office.desk.env, "anna", webhook.id)
    office.work_off()
    told = {each.notice.category: each.state for each in office.rows("anna") if not each.notice.webhook}
    assert told["webhook_disabled"] == "overtaken"


def test_a_yes_is_not_lost_because_it_cannot_be_noted_that_the_webhook_works() -> None:
    office = Office()
    webhook = office.webhook("anna")
    failing_for_days(office, 1, WebhookUnavailableError("503"))
    rows = [row for row in office.rows("anna") if row.notice.webhook]
    office.clock.advance(DAY)

    sender.send(office.over(NoNotes(office.store)), key_of(rows[0]))
    assert len(office.webhooks.accepted) == 1
    assert [row.state for row in office.rows("anna") if row.notice.webhook] == ["accepted"]
    assert webhooks.find_webhook(office.store, "anna", webhook.id).failing


def test_discords_own_word_for_gone_is_understood() -> None:
    office = Office()
    webhook = webhooks.create_webhook(office.desk.env, "anna", "https://hook.example/d", kind="discord")
    office.desk.table("anna", "bram")
    office.webhooks.errors = [WebhookUnavailableError("404")]
    office.work_off()
    assert webhooks.find_webhook(office.store, "anna", webhook.id).why == "gone"
    other = office.webhook("bram")
    office.desk.table("anna", "bram")
    office.webhooks.errors = [WebhookUnavailableError("404")]
    office.work_off()
    assert not webhooks.find_webhook(office.store, "bram", other.id).disabled


def test_what_is_not_wanted_any_more_is_not_told() -> None:
    office = Office()
    _, webhook, row = owed_call(office)
    webhooks.choose_categories(office.desk.env, "anna", webhook.id, ("your_turn",))
    sender.send(office.post, key_of(row))
    assert row_of(office, webhook).state == "overtaken"


def test_the_webhook_of_a_match_whose_player_has_left_it_is_told_nothing_any_more() -> None:
    office = Office()
    desk, match = office.desk, office.desk.table("anna", "bram")
    office.work_off()
    office.forget()
    webhook = webhooks.create_webhook(desk.env, "bram", "https://hook.example/club", match=match.id)
    for seat in (0, 1):
        desk.play(match, seat)
    relay.sweep(office.post, overdue=0)
    (row, *_) = [row for row in office.rows("bram") if row.notice.webhook == webhook.id]
    service.substitute(desk.env, match.id, Caller("bram"), handle="cees")
    service.substitute(desk.env, match.id, Caller("cees"))
    sender.send(office.post, key_of(row))
    (row, *_) = [row for row in office.rows("bram") if row.notice.webhook == webhook.id]
    assert (row.state, office.webhooks.accepted) == ("overtaken", [])


def test_bodies_are_kept_beside_their_deliveries_and_go_with_the_account() -> None:
    office = Office()
    _, webhook, _ = owed_call(office)
    office.work_off()
    row = row_of(office, webhook)
    (body,) = [body for _, _, body in office.webhooks.accepted]
    assert kept.find(office.desk.env, row.notice) == body
    delete_account(office.desk.env, "anna")
    assert office.store.query("P#anna", prefix="K#").items == ()
