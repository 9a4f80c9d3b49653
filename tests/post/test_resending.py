"""A mail once more: as things stand now, three times at most, and never what is not true any more."""

from __future__ import annotations

from dataclasses import replace

import pytest

from chalicelib.matches import service
from chalicelib.matches.match import Match
from chalicelib.players.errors import TooManyRequestsError
from chalicelib.players.ports import Put
from chalicelib.post import relay, resending
from chalicelib.post.delivery import DIGEST, Delivery, Notice, item_of
from chalicelib.post.errors import DeliveryRefusedError, QueueUnavailableError, UnknownDeliveryError
from chalicelib.post.on_request import id_of
from chalicelib.post.ports import ListQueue
from tests.post.office import Office
from tests.post.test_mailing import prefer, wish


class Full(ListQueue):
    """A queue that takes nothing."""

    def put(self, message: object, delay: int = 0) -> None:
        raise QueueUnavailableError(f"{message} {delay}")


def told() -> tuple[Office, Match, Delivery]:
    """Anna was mailed that a match began."""
    office = Office()
    match = office.desk.table("anna", "bram")
    office.work_off()
    office.forget()
    return office, match, office.rows("anna")[0]


def again(office: Office, row: Delivery) -> Delivery:
    return resending.resend(office.post, "anna", id_of(row))


def test_a_mail_is_sent_again_under_another_id_three_times() -> None:
    office, _, row = told()
    for number in (1, 2, 3):
        asked = again(office, row)
        assert (asked.state, asked.again, asked.due) == ("pending", number, office.clock.now())
        office.work_off()
        assert (office.rows("anna")[0].state, office.rows("anna")[0].again) == ("accepted", number)
    assert len({mail["Message-ID"] for mail in office.mails("anna")}) == 3
    with pytest.raises(DeliveryRefusedError, match="three times"):
        again(office, row)
    assert len(office.mails("anna")) == 3


def test_it_comes_though_its_player_wants_none_and_has_quiet_hours() -> None:
    office, match, row = told()
    wish(office, match.id, match="off", turn="off")
    prefer(office, lambda profile: replace(profile, quiet=(0, 960)))
    again(office, row)
    office.work_off()
    assert len(office.mails("anna")) == 1


def test_what_is_no_longer_true_is_not_sent_and_says_so_at_once() -> None:
    office, match, row = told()
    service.resign(office.desk.env, match.id, office.desk.caller(match, 0))
    office.work_off()
    office.forget()
    asked = again(office, row)
    assert (asked.state, asked.again, asked.settled) == ("overtaken", 1, office.clock.now())
    assert office.rows("anna")[0] == asked
    office.work_off()
    assert office.mails("anna") == []


def test_a_match_that_is_gone_has_nothing_true_to_tell() -> None:
    office = Office()
    row = Delivery(Notice("anna", office.clock.now(), "gone", 1, 0, "your_turn")).accepted(office.clock.now(), "x")
    office.store.commit([Put(item_of(row))])
    assert again(office, row).state == "overtaken"


def test_the_sweep_finds_what_no_queue_took() -> None:
    office, _, row = told()
    whole, office.post = office.post, replace(office.post, queue=Full())
    again(office, row)
    assert office.queue.messages == []
    office.post = whole
    assert relay.sweep(office.post).enqueued == 1
    office.work_off()
    assert [each.state for each in office.rows("anna")][:1] == ["accepted"]
    assert len(office.mails("anna")) == 1


def test_what_was_told_in_the_daily_mail_comes_alone_when_it_is_asked_for() -> None:
    office, match, _ = told()
    wish(office, talk="digest")
    service.say(office.desk.env, match.id, "Well played.", office.desk.caller(match, 1))
    office.clock.advance(600)
    office.work_off()
    row = next(each for each in office.rows("anna") if each.state == "gathered")
    asked = again(office, row)
    assert asked.into == ""
    office.work_off()
    assert len(office.mails("anna")) == 1
    daily = next(each for each in office.rows("anna") if each.notice.category == DIGEST)
    office.clock.advance(daily.due - office.clock.now())
    office.work_off()
    assert [each.state for each in office.rows("anna") if each.notice.category == DIGEST] == ["overtaken"]


def test_what_is_under_way_is_not_sent_twice() -> None:
    office, _, row = told()
    again(office, row)
    with pytest.raises(DeliveryRefusedError, match="under way"):
        again(office, row)


def test_calls_of_webhooks_are_repeated_elsewhere() -> None:
    office = Office()
    webhook = office.webhook("anna")
    office.desk.table("anna", "bram")
    office.work_off()
    row = next(each for each in office.rows("anna") if each.notice.webhook == webhook.id)
    with pytest.raises(DeliveryRefusedError, match="replay"):
        again(office, row)


def test_an_address_that_gets_no_mail_gets_none_again() -> None:
    office, _, row = told()
    prefer(office, lambda profile: replace(profile, silenced=(1, "bounced")))
    with pytest.raises(DeliveryRefusedError, match="no mail"):
        again(office, row)
    assert office.rows("anna")[0] == row


def test_nobody_has_what_others_were_sent() -> None:
    office, _, row = told()
    with pytest.raises(UnknownDeliveryError):
        resending.resend(office.post, "bram", id_of(row))


def test_twenty_an_hour_are_enough() -> None:
    office, match, row = told()
    rows = [replace(row, notice=replace(row.notice, n=number)) for number in range(100, 121)]
    office.store.commit([Put(item_of(each)) for each in rows])
    for each in rows[:20]:
        again(office, each)
    with pytest.raises(TooManyRequestsError):
        again(office, rows[20])
    assert match.id == row.notice.match
