"""What can be done and undone is told at once, then once an hour; nothing else ever waits for it."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest

from chalicelib.matches import service
from chalicelib.matches.events import Category, Kind, LogRow, Owed
from chalicelib.matches.match import Pace
from chalicelib.matches.repository import log_item
from chalicelib.matches.undoable import CATEGORIES, KINDS
from chalicelib.players.ports import Absent, Item, Put
from chalicelib.post import relay
from chalicelib.post.delivery import MAIL, Delivery, item_of
from chalicelib.post.spacing import APART
from tests.matches.time_passing import until_due
from tests.post.office import Office
from tests.post.stories import ANNA, BRAM, THREE, Story

AT = 1_790_000_000
CHANGED = Owed("seat_changed", 1, "bram", 5)


def owed_row(office: Office, n: int, owed: Owed = CHANGED, kind: Kind = "lent", match: str = "themat") -> Item:
    """A log row in the store that owes this, about its n."""
    row = LogRow(office.clock.now(), n, n, 0, kind, owed=(replace(owed, n=n),))
    item = log_item(match, row)
    office.store.commit([Put(item, Absent())])
    return item


def relayed(office: Office, n: int, owed: Owed = CHANGED, kind: Kind = "lent", match: str = "themat") -> Delivery:
    """The delivery of such a row's notice by mail, once it is relayed."""
    relay.relay(office.post, owed_row(office, n, owed, kind, match))
    (found,) = [row for row in office.rows("bram") if (row.notice.n, row.notice.channel) == (n, MAIL)]
    return found


def sent(office: Office, n: int = 5, owed: Owed = CHANGED, kind: Kind = "lent") -> Delivery:
    """As it is relayed; then its mail was accepted."""
    found = relayed(office, n, owed, kind)
    now = office.clock.now()
    office.store.commit([Put(item_of(found.leased(now + 300).accepted(now, "1")))])
    return found


def test_the_first_goes_out_at_once_and_further_ones_together_an_hour_later() -> None:
    office = Office()
    assert sent(office).due == 0
    office.clock.advance(60)
    assert relayed(office, 6).due == AT + APART
    office.clock.advance(APART - 61)
    assert relayed(office, 7).due == AT + APART
    assert relay.sweep(office.post).enqueued == 0
    office.clock.advance(1)
    assert relay.sweep(office.post).enqueued == 2


def test_an_hour_after_the_last_one_was_sent_the_next_goes_out_at_once() -> None:
    office = Office()
    sent(office)
    office.clock.advance(APART)
    assert relayed(office, 6).due == 0


def test_the_hour_runs_from_when_one_that_waited_was_sent() -> None:
    office = Office()
    sent(office)
    office.clock.advance(60)
    waited = relayed(office, 6)
    office.clock.advance(APART)
    now = office.clock.now()
    office.store.commit([Put(item_of(waited.leased(now + 300).accepted(now, "2")))])
    office.clock.advance(APART - 1)
    assert relayed(office, 7).due == now + APART


def test_one_that_never_came_to_be_read_holds_nothing_up_nor_one_in_a_queue() -> None:
    office = Office()
    first = relayed(office, 5)
    assert relayed(office, 6).due == 0
    now = office.clock.now()
    for n, row in ((7, first.overtaken(now)), (8, first.failed(now, "no such address"))):
        office.store.commit([Put(item_of(row))])
        assert relayed(office, n).due == 0


def test_one_that_is_just_being_sent_counts_as_sent() -> None:
    office = Office()
    office.store.commit([Put(item_of(relayed(office, 5).leased(AT + 300)))])
    assert relayed(office, 6).due == AT + APART


def test_nobody_waits_longer_than_an_hour_however_long_another_one_does() -> None:
    office = Office()
    found = relayed(office, 5)
    office.store.commit([Put(item_of(Delivery(found.notice, 2, due=AT + 9 * APART)))])
    assert relayed(office, 6).due == AT + APART


def test_relaying_again_moves_nothing() -> None:
    office = Office()
    sent(office)
    office.clock.advance(60)
    item = owed_row(office, 6)
    relay.relay(office.post, item)
    before = office.rows("bram")
    office.clock.advance(600)
    relay.relay(office.post, item)
    assert office.rows("bram") == before


@pytest.mark.parametrize("category", sorted(frozenset(get_args(Category)) - CATEGORIES))
def test_what_asks_for_a_decision_or_cannot_be_undone_never_waits(category: Category) -> None:
    office, owed = Office(), Owed(category, 1, "bram", 5)
    sent(office, 1)
    for n, kind in enumerate(sorted(KINDS), 2):
        sent(office, n, owed, kind)
        assert relayed(office, n + 10, owed, kind).due == 0


@pytest.mark.parametrize("kind", ["retired", "substituted"])
def test_what_takes_a_missed_deadline_or_somebody_else_never_waits(kind: Kind) -> None:
    office = Office()
    sent(office)
    assert relayed(office, 6, CHANGED, kind).due == 0


def test_matches_categories_and_channels_do_not_wait_for_each_other() -> None:
    office = Office()
    sent(office)
    assert relayed(office, 6, match="another").due == 0
    assert relayed(office, 7, Owed("away", 1, "bram", 7), "away").due == 0
    office.webhook("bram")
    relayed(office, 8)
    due = {row.notice.channel[:7]: row.due for row in office.rows("bram") if row.notice.n == 8}
    assert due == {"mail": AT + APART, "webhook": 0}


def test_that_somebody_is_out_is_told_at_once_and_that_they_played_again_is_not_any_more() -> None:
    """Bram's seat is lent, taken back, and at last given up for the deadline he missed."""
    story = Story()
    story.table(*THREE, pace=Pace(ladder=(), misses=1), then="resign")
    story.turn_of(1)
    service.lend(story.env, story.id, BRAM)
    story.tell()
    service.take_back(story.env, story.id, BRAM)
    story.tell()
    story.turn_of(2)
    until_due(story.desk, story.match)
    story.office.forget()
    story.tell()
    story.clock.advance(APART)
    story.tell()
    assert not [mail["Subject"] for mail in story.office.mails("zoe") if "plays again" in str(mail["Subject"])]


def test_who_is_away_and_gives_up_is_not_told_to_be_away() -> None:
    story = Story()
    story.table(*THREE)
    service.announce_here(story.env, story.id, 0, story.clock.now() + 9 * APART, ANNA)
    service.resign(story.env, story.id, ANNA)
    story.tell()
    assert not [mail for mail in story.office.mails("zoe") if "away" in str(mail["Subject"])]
