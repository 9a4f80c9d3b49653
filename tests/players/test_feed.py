"""The secret link to a calendar: one at a time, gone when taken back or with the account, never in the store."""

from __future__ import annotations

import re

import pytest

from chalicelib.players import repository
from chalicelib.players.accounts import delete_account
from chalicelib.players.authentication import CredentialCache, authenticate
from chalicelib.players.errors import UnauthenticatedError, UnknownFeedError, UnknownPlayerError
from chalicelib.players.feed import feed_since, make_feed, read_feed, revoke_feed
from tests.players.desk import Desk, open_desk


@pytest.fixture
def desk() -> Desk:
    """A fresh service."""
    return open_desk()


def test_a_key_opens_its_players_calendar_by_one_read_until_it_is_made_anew_or_taken_back(desk: Desk) -> None:
    ann = desk.sign_up("ann@example.org").player
    assert feed_since(desk.env, ann) == 0
    first = make_feed(desk.env, ann)
    before = desk.store.reads
    assert read_feed(desk.env, first) == ann
    assert desk.store.reads == before + 1
    assert feed_since(desk.env, ann) == desk.clock.now()
    second = make_feed(desk.env, ann)
    assert second != first
    assert read_feed(desk.env, second) == ann
    with pytest.raises(UnknownFeedError):
        read_feed(desk.env, first)
    for _ in range(2):
        revoke_feed(desk.env, ann)
    with pytest.raises(UnknownFeedError):
        read_feed(desk.env, second)
    assert feed_since(desk.env, ann) == 0


def test_only_its_hash_is_stored_and_it_goes_with_the_account(desk: Desk) -> None:
    ann = desk.sign_up("ann@example.org").player
    key = make_feed(desk.env, ann)
    rows = desk.store.query(f"P#{ann}").items
    assert key.split(".")[1] not in str(rows)
    delete_account(desk.env, ann)
    with pytest.raises(UnknownFeedError):
        read_feed(desk.env, key)
    with pytest.raises(UnknownPlayerError):
        make_feed(desk.env, ann)
    assert not desk.store.query(f"P#{ann}").items


def test_what_is_no_key_is_told_so_unread(desk: Desk) -> None:
    ann = desk.sign_up("ann@example.org").player
    key = make_feed(desk.env, ann)
    before = desk.store.reads
    for text in ("", ".", ann, f"{ann}.", key[:-1], key + "A", key.replace(".", "#"), f"#{key}", "ä" * 60, key + "\n"):
        with pytest.raises(UnknownFeedError):
            read_feed(desk.env, text)
    assert desk.store.reads == before
    bob = desk.sign_up("bob@example.org").player
    make_feed(desk.env, bob)
    for text in (key.replace(ann, bob), key.replace(ann, "nobody"), re.sub(r".$", "_", key)):
        with pytest.raises(UnknownFeedError):
            read_feed(desk.env, text)


def test_it_opens_nothing_else(desk: Desk) -> None:
    key = make_feed(desk.env, desk.sign_up("ann@example.org").player)
    for text in (key, key.split(".")[1]):
        with pytest.raises(UnauthenticatedError):
            authenticate(desk.env, text, CredentialCache(0))


def test_nothing_else_of_the_player_is_touched(desk: Desk) -> None:
    ann = desk.sign_up("ann@example.org").player
    profile = repository.load_profile(desk.store, ann)
    make_feed(desk.env, ann)
    revoke_feed(desk.env, ann)
    assert repository.load_profile(desk.store, ann) == profile
