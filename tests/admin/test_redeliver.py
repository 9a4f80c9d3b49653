"""Deliveries that go into their queue again, and those that are left alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from chalicelib.matches import absence, service
from chalicelib.matches.match import Caller, Match, Pace
from chalicelib.matches.pace import DAY
from chalicelib.matches.wish import SeatWish
from chalicelib.players.ports import Put
from chalicelib.post import relay
from chalicelib.post.delivery import Delivery, item_of
from chalicelib.post.ports import MailRefusedError, QueueUnavailableError, WebhookRefusedError
from infra.admin.deliveries import id_of
from tests.adapters.decorator import StoreDecorator
from tests.admin.desk import AdminOffice, Done
from tests.matches.desk import ME, OPEN
from tests.matches.time_passing import until_due


@pytest.fixture
def match(office: AdminOffice) -> Match:
    """Anna and Bram have begun; Bram's mail was refused, and so was the call of his webhook."""
    office.webhook("bram")
    match = office.desk.table("anna", "bram", game="passing-game")
    office.mailer.errors = []
    relay.sweep(office.post, overdue=0)
    messages = [*office.queue.take(), *office.webhook_queue.take()]
    for message in messages:
        if message["delivery"][0] == "P#bram":
            office.mailer.errors, office.webhooks.errors = (
                [MailRefusedError("no such box")],
                [WebhookRefusedError("no")],
            )
        (office.webhook_queue if "webhook" in message["delivery"][1] else office.queue).put(message)
        office.handle()
        office.mailer.errors, office.webhooks.errors = [], []
    return match


def _row(office: AdminOffice, player: str, channel: str = "mail") -> Delivery:
    (found,) = [row for row in office.rows(player) if row.notice.channel.startswith(channel)]
    return found


def test_nothing_is_done_before_it_is_wanted(office: AdminOffice, match: Match) -> None:
    before = [*office.rows("anna"), *office.rows("bram")]
    name = id_of(_row(office, "bram").notice)
    done = office.admin("redeliver", name)
    assert done.out == f"{name}  failed: goes into its queue again\n"
    assert (done.status, done.err) == (0, "Nothing was done yet: --yes puts 1 delivery into the queue.\n")
    assert [*office.rows("anna"), *office.rows("bram")] == before
    assert office.queue.messages == []


def test_one_that_failed_is_sent(office: AdminOffice, match: Match) -> None:
    done = office.admin("redeliver", id_of(_row(office, "bram").notice), "--yes")
    assert (done.status, done.err) == (0, "1 delivery put into the queue.\n")
    assert [message for message, _ in office.queue.messages] == [{"delivery": [*_row(office, "bram").notice.key]}]
    assert office.handle() == []
    assert (_row(office, "bram").state, len(office.mails("bram"))) == ("accepted", 1)


def test_one_that_was_accepted_is_sent_again_under_its_id(office: AdminOffice, match: Match) -> None:
    office.admin("redeliver", id_of(_row(office, "anna").notice), "--yes")
    office.handle()
    first, second = office.mails("anna")
    assert first["Message-ID"] == second["Message-ID"]


def test_a_call_keeps_its_id_and_its_body(office: AdminOffice, match: Match) -> None:
    for _ in range(2):
        office.admin("redeliver", id_of(_row(office, "bram", "webhook-").notice), "--yes")
        assert len(office.webhook_queue.messages) == 1
        office.handle()
    (_, first, body), (_, second, again) = office.webhooks.accepted
    assert (first["webhook-id"], body) == (second["webhook-id"], again)


def test_a_message_that_is_lost_is_found_by_the_sweep(office: AdminOffice, match: Match) -> None:
    office.admin("redeliver", id_of(_row(office, "bram").notice), "--yes")
    office.queue.take()
    assert relay.sweep(office.post).enqueued == 0
    office.clock.advance(relay.ASKED + 1)
    assert relay.sweep(office.post).enqueued == 1


def test_those_of_a_match_are_the_ones_that_did_not_arrive(office: AdminOffice, match: Match) -> None:
    done = office.admin("redeliver", "--match", match.id)
    assert sorted(line.split()[0].split(".")[5][:7] for line in done.out.splitlines()) == ["mail", "webhook"]
    assert office.admin("redeliver", "--match", match.id, "--seat", "0").out == ""
    assert len(office.admin("redeliver", "--match", match.id, "--accepted").out.splitlines()) == 3
    assert len(office.admin("redeliver", "--match", match.id, "--accepted", "--seat", "0").out.splitlines()) == 1
    later = office.admin("redeliver", "--match", match.id, "--since", "2026-09-21T16:13:21+02:00")
    assert later == Done(0, "", "Nothing was done yet: --yes puts 0 deliveries into the queue.\n")
    assert (
        len(office.admin("redeliver", "--match", match.id, "--since", "2026-09-21T16:13:20+02:00").out.split("\n")) == 3
    )
    office.admin("redeliver", "--match", match.id, "--yes")
    office.handle()
    assert {row.state for row in office.rows("bram")} == {"accepted"}


def test_what_is_not_true_any_more_is_told_nobody(office: AdminOffice, match: Match) -> None:
    (seat,) = office.desk.to_move(match)
    office.desk.play(match, seat)
    office.work_off()
    (next_seat,) = office.desk.to_move(match)
    player = match.roster.seats[next_seat].player
    name = next(id_of(row.notice) for row in office.rows(player) if row.notice.category == "your_turn")
    office.desk.play(match, next_seat)
    done = office.admin("redeliver", name, "--yes")
    assert done.out.endswith(": left alone, since it is not true any more\n")
    assert (done.status, done.err) == (0, "0 deliveries put into the queue.\n")


def test_one_that_is_being_sent_is_left_alone(office: AdminOffice, match: Match) -> None:
    row = _row(office, "bram").asked_for(0).leased(office.clock.now() + 60)
    office.store.commit([Put(item_of(row))])
    done = office.admin("redeliver", id_of(row.notice), "--yes")
    assert "sending: left alone, since it is being sent at this moment" in done.out
    office.clock.advance(61)
    assert office.admin("redeliver", id_of(row.notice), "--yes").err == "1 delivery put into the queue.\n"


def test_a_row_that_changes_at_this_moment_is_told(office: AdminOffice, match: Match) -> None:
    row = _row(office, "bram")

    class Meddling(StoreDecorator):
        """A store where somebody is at the row first."""

        def commit(self, writes: object, *, token: str = "") -> None:
            self.inner.commit([Put(item_of(row.asked_for(0)))])
            super().commit(writes, token=token)  # type: ignore[arg-type]

    done = office.admin("redeliver", id_of(row.notice), "--yes", store=Meddling(office.store))
    assert (done.status, office.queue.messages) == (2, [])
    assert "was changed at this moment: look again." in done.err


class Closed:
    """A queue that takes nothing."""

    def put(self, *_: object) -> None:
        raise QueueUnavailableError("SQS did not take a message: nobody there")


def test_a_queue_that_does_not_answer_is_told(office: AdminOffice, match: Match) -> None:
    office.post = replace(office.post, queue=Closed())
    done = office.admin("redeliver", id_of(_row(office, "bram").notice), "--yes")
    assert (done.status, done.err) == (2, "SQS did not take a message: nobody there\n")
    office.clock.advance(relay.ASKED + 1)
    assert _row(office, "bram").is_ready(office.clock.now())


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "Say which delivery, or with --match of which match."),
        (("1.2.3.4.5.6", "--match", "m"), "Say which delivery, or with --match of which match."),
        (("nonsense",), "'nonsense' is no id of a delivery, such as "),
        (("1.m.x.0.your_turn.mail",), "is no id of a delivery, such as "),
        (("1.nope.1.0.your_turn.mail",), "There is no match here."),
        (("--match", "nope"), "There is no match here."),
    ],
)
def test_what_is_not_there_is_told(office: AdminOffice, arguments: tuple[str, ...], sentence: str) -> None:
    done = office.admin("redeliver", *arguments)
    assert (done.status, done.out) == (2, "")
    assert sentence in done.err


def test_a_delivery_that_is_not_kept_is_told(office: AdminOffice, match: Match) -> None:
    name = f"1790000000.{match.id}.99.0.your_turn.mail"
    assert office.admin("redeliver", name) == Done(2, "", f"There is no delivery {name} (they are kept for 90 days).\n")


@pytest.mark.parametrize("time", ["soon", "2026-09-21", "2026-09-21T14:13:20"])
def test_a_time_needs_a_zone(office: AdminOffice, time: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        office.admin("redeliver", "--match", "m", "--since", time)
    assert refused.value.code == 2
    assert "is no time with its zone, such as 2026-09-21T14:13:20Z" in capsys.readouterr().err


def _asked_for_a_substitute(office: AdminOffice) -> Match:
    match = office.desk.table("anna", "bram", game="sequence-dice", visibility="public")
    service.lend(office.desk.env, match.id, Caller("anna"))
    return service.substitute(office.desk.env, match.id, Caller("anna"))


def _reminded_and_nudged(office: AdminOffice) -> Match:
    match = office.desk.table("anna", "bram", game="sequence-dice")
    until_due(office.desk, match)
    return service.nudge(office.desk.env, match.id, Caller("anna"))


def _missed(office: AdminOffice) -> Match:
    match = office.desk.table("anna", "bram", "cees", game="sequence-dice", pace=Pace(misses=1, then="bot"))
    while until_due(office.desk, match).expired == 0:
        pass
    return match


def _offered_and_away(office: AdminOffice) -> Match:
    match = office.desk.table("anna", "bram", game="sequence-dice")
    now = office.clock.now()
    absence.announce_here(office.desk.env, match.id, now, now + DAY, Caller("bram"))
    return service.offer_draw(office.desk.env, match.id, Caller("bram"))


def _said(office: AdminOffice) -> Match:
    match = office.desk.table("anna", "bram", visibility="public")
    service.say(office.desk.env, match.id, "Good luck", Caller("anna"))
    return match


def _left(office: AdminOffice) -> Match:
    match = office.desk.create(ME, OPEN, OPEN)
    service.join(office.desk.env, "bram", match.id)
    return service.leave(office.desk.env, "bram", match.id)


def _called_off(office: AdminOffice) -> Match:
    match = office.desk.create(ME, SeatWish("player", handle="bram"))
    return service.leave(office.desk.env, "anna", match.id)


def _invited(office: AdminOffice) -> Match:
    match = office.desk.create(ME, OPEN, OPEN)
    return service.invite(office.desk.env, "anna", match.id, SeatWish("player", handle="bram"))


NEWER: dict[str, tuple[Callable[[AdminOffice], Match], str]] = {
    "reminder": (_reminded_and_nudged, "bram"),
    "nudge": (_reminded_and_nudged, "bram"),
    "timed_out": (_missed, "cees"),
    "seat_changed": (_asked_for_a_substitute, "bram"),
    "away": (_offered_and_away, "anna"),
    "draw_offered": (_offered_and_away, "anna"),
    "message": (_said, "bram"),
    "called_off": (_called_off, "bram"),
    "invitation": (_invited, "bram"),
    "vacated": (_left, "anna"),
}


@pytest.mark.parametrize("what", NEWER)
def test_every_notice_can_be_sent_again(what: str, office: AdminOffice) -> None:
    begin, player = NEWER[what]
    match = begin(office)
    category = "seat_changed" if what == "vacated" else what
    relay.sweep(office.post, overdue=0)
    row = [row for row in office.rows(player) if row.notice.category == category][-1]
    name = id_of(row.notice)
    assert name in office.admin("inspect", match.id).out
    done = office.admin("redeliver", name, "--yes")
    assert (done.status, done.out) == (0, f"{name}  pending: goes into its queue again\n")


def test_a_notice_to_somebody_who_is_named_nowhere_any_more_is_shown(office: AdminOffice) -> None:
    match = _invited(office)
    relay.sweep(office.post, overdue=0)
    service.uninvite(office.desk.env, "anna", match.id, 1)
    (row,) = office.rows("bram")
    assert id_of(row.notice) in office.admin("inspect", match.id).out
    done = office.admin("redeliver", id_of(row.notice), "--yes")
    assert (done.status, "left alone, since it is not true any more" in done.out) == (0, True)


def test_what_is_about_no_match_is_its_player_s_to_have_sent_again(office: AdminOffice) -> None:
    done = office.admin("redeliver", "1790000000..0.0.digest.mail")
    assert (done.status, "is about no match" in done.err) == (2, True)
