"""Delivery rows: their keys, their states, their size, and when they are tried again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from chalicelib.adapters.sizes import item_size
from chalicelib.players.ports import IndexKey, Key
from chalicelib.post.delivery import (
    DELAYS,
    SETTLED,
    Delivery,
    Notice,
    delivery_of,
    digest_of,
    item_of,
    notice_of,
    shard,
)

NOTICE = Notice("anna", 1_790_000_000, "abcdefghij123456", 42, 1, "your_turn")
NOW = 1_790_000_100


def test_the_key_tells_what_a_delivery_is_about() -> None:
    assert NOTICE.key == Key("P#anna", "D#1790000000#abcdefghij123456#42#1#your_turn#mail")
    assert notice_of(NOTICE.key) == NOTICE


@pytest.mark.parametrize(
    "key", [Key("P#anna", "A#profile"), Key("M#anna", NOTICE.key.sort), Key("P#anna", "D#x#m#1#1#your_turn#mail")]
)
def test_other_keys_are_refused(key: Key) -> None:
    with pytest.raises(ValueError, match=r"."):
        notice_of(key)


def test_every_state_survives_the_store() -> None:
    pending = Delivery(NOTICE)
    leased = pending.leased(NOW + 300)
    for row in (
        pending,
        leased,
        leased.delayed(NOW, "421 later"),
        leased.accepted(NOW, "250 queued"),
        leased.overtaken(NOW),
        leased.failed(NOW, "550 no"),
        pending.waiting(NOW + 3_600, "quiet"),
        pending.gathered(NOW, "D#1"),
        pending.unwanted(NOW),
        replace(pending, again=2),
        Delivery(digest_of("anna", NOW)).with_one_more(NOW - 10),
    ):
        assert delivery_of(item_of(row)) == row


def test_a_fresh_row_is_ready_and_in_no_index() -> None:
    row = Delivery(NOTICE)
    assert row.is_ready(NOW)
    assert item_of(row).work is None


def test_a_row_that_waits_stands_in_the_index_until_it_is_settled() -> None:
    waiting = Delivery(NOTICE, due=NOW + 50)
    place = IndexKey(f"retry#{shard(NOTICE.match)}", f"{NOW + 50:010d}#abcdefghij123456#42#1#your_turn#mail")
    assert item_of(waiting).work == place
    assert not waiting.is_ready(NOW + 49)
    assert waiting.is_ready(NOW + 50)
    leased = waiting.leased(NOW + 400)
    assert item_of(leased).work == place
    assert item_of(leased.accepted(NOW, "x")).work is None


def test_what_a_row_waits_for_is_forgotten_when_it_is_over() -> None:
    waiting = Delivery(NOTICE).waiting(NOW + 50, "quiet")
    assert (waiting.state, waiting.due, waiting.held, waiting.tries) == ("pending", NOW + 50, "quiet", 0)
    assert item_of(waiting).work is not None
    assert (waiting.overtaken(NOW).held, waiting.leased(NOW + 300).accepted(NOW, "x").held) == ("", "")


def test_digests_of_one_moment_have_places_of_their_own_in_the_index() -> None:
    places = {item_of(replace(Delivery(digest_of(name, NOW)), due=NOW)).work for name in ("anna", "bram", "cees")}
    assert len(places) == 3


def test_a_digest_knows_how_far_back_it_has_to_look() -> None:
    row = Delivery(digest_of("anna", NOW))
    assert row.with_one_more(NOW - 10).with_one_more(NOW - 30).with_one_more(NOW - 20).since == NOW - 30


def test_a_lease_keeps_others_off_until_it_runs_out() -> None:
    leased = Delivery(NOTICE).leased(NOW + 300)
    assert (leased.state, leased.tries, leased.version) == ("sending", 1, 2)
    assert not leased.is_ready(NOW + 299)
    assert leased.is_ready(NOW + 300)


def test_attempts_grow_rarer_and_end_within_about_a_day() -> None:
    row, now, gaps = Delivery(NOTICE), NOW, []
    while row.state not in SETTLED:
        row = row.leased(now + 300).delayed(now, "421 later")
        gaps.append(row.due - now if row.due else 0)
        now = row.due or now
    assert row.state == "failed"
    assert gaps == [*DELAYS, 0]
    assert sorted(DELAYS) == list(DELAYS)
    assert 20 * 3_600 < now - NOW < 26 * 3_600


def test_rows_stay_under_a_write_unit_after_every_attempt_has_failed() -> None:
    row = Delivery(Notice("p" * 20, 1_790_000_000, "m" * 24, 12_345, 5, "match_started"), due=NOW)
    for _ in range(len(DELAYS) + 1):
        row = row.leased(NOW).delayed(NOW, "451 ü " * 100)
        assert item_size(item_of(row)) < 1_024
    assert row.state == "failed"
    assert item_size(item_of(row.leased(NOW).accepted(NOW, "250 2.0.0 Ok: queued as " + "F" * 500))) < 1_024


def test_reasons_are_one_short_line() -> None:
    row = Delivery(NOTICE).leased(NOW).failed(NOW, "550 no\r\nsuch   mailbox " + "x" * 200)
    ((when, why),) = row.notes
    assert when == NOW
    assert why.startswith("550 no such mailbox")
    assert len(why) <= 60
