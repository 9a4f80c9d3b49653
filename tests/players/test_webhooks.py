"""Webhooks of players: made, listed, taken away, and named in the profile while they are to be called."""

from __future__ import annotations

import base64
from collections.abc import Callable
from dataclasses import replace

import pytest

from chalicelib.players import accounts, repository, webhooks
from chalicelib.players.errors import (
    BusyError,
    UnknownPlayerError,
    UnknownWebhookError,
    WebhookKnownError,
    WebhookLimitError,
)
from chalicelib.players.ports import Absent, ConditionFailedError, Item, Key, Put, StoreUnavailableError
from tests.players.desk import Desk

URL = "https://hook.example/a"


def called(desk: Desk, player: str) -> tuple[str, ...]:
    found = tuple(each.id for each in webhooks.webhooks_called(desk.store, [player], "m")[0][player])
    assert found == repository.load_profile(desk.store, player).webhooks
    return found


def meddle(desk: Desk, work: Callable[[], object]) -> None:
    """Do this just before the next commit."""

    def once() -> None:
        work()

    desk.store.before_commit.append(once)


def test_a_webhook_is_called_from_now_on_and_has_a_secret_of_its_own(desk: Desk) -> None:
    player = desk.sign_up("ann@example.org").player
    made = webhooks.create_webhook(desk.env, player, URL)
    other = webhooks.create_webhook(desk.env, player, URL + "b")
    assert called(desk, player) == (made.id, other.id)
    assert webhooks.list_webhooks(desk.env, player) == (made, other)
    assert webhooks.find_webhook(desk.store, player, made.id) == made
    (secret,) = made.secrets
    assert secret.startswith("whsec_")
    assert len(base64.b64decode(secret.removeprefix("whsec_"))) == 32
    assert made.secrets != other.secrets


def test_a_webhook_that_is_deleted_is_gone(desk: Desk) -> None:
    player = desk.sign_up("ann@example.org").player
    made = webhooks.create_webhook(desk.env, player, URL)
    webhooks.delete_webhook(desk.env, player, made.id)
    assert called(desk, player) == ()
    assert webhooks.list_webhooks(desk.env, player) == ()
    for act in (webhooks.delete_webhook, webhooks.disable_webhook):
        with pytest.raises(UnknownWebhookError):
            act(desk.env, player, made.id)
    assert webhooks.create_webhook(desk.env, player, URL).id != made.id


def test_one_that_is_disabled_stands_but_is_not_called(desk: Desk) -> None:
    player = desk.sign_up("ann@example.org").player
    made = webhooks.create_webhook(desk.env, player, URL)
    desk.clock.advance(60)
    for _ in range(2):
        webhooks.disable_webhook(desk.env, player, made.id)
    found = webhooks.find_webhook(desk.store, player, made.id)
    assert found == replace(made, disabled=desk.clock.now(), why="owner", version=2)
    assert called(desk, player) == ()
    again = webhooks.create_webhook(desk.env, player, URL)
    webhooks.delete_webhook(desk.env, player, made.id)
    assert webhooks.list_webhooks(desk.env, player) == (again,)


def test_one_url_is_called_once_and_there_is_an_end_to_how_many(desk: Desk) -> None:
    player = desk.sign_up("ann@example.org").player
    for number in range(webhooks.MAX_WEBHOOKS):
        webhooks.create_webhook(desk.env, player, f"{URL}{number}")
    with pytest.raises(WebhookKnownError):
        webhooks.create_webhook(desk.env, player, f"{URL}3")
    with pytest.raises(WebhookLimitError):
        webhooks.create_webhook(desk.env, player, URL)
    webhooks.create_webhook(desk.env, desk.sign_up("bob@example.org").player, URL)


def test_others_have_nothing_to_do_with_it(desk: Desk) -> None:
    made = webhooks.create_webhook(desk.env, desk.sign_up("ann@example.org").player, URL)
    other = desk.sign_up("bob@example.org").player
    with pytest.raises(UnknownWebhookError):
        webhooks.delete_webhook(desk.env, other, made.id)
    assert webhooks.list_webhooks(desk.env, other) == ()


def test_what_is_changed_in_between_is_kept(desk: Desk) -> None:
    player = desk.sign_up("ann@example.org").player
    meddle(desk, lambda: accounts.update_profile(desk.env, player, accounts.Changes(name="Anna")))
    made = webhooks.create_webhook(desk.env, player, URL)
    profile = repository.load_profile(desk.store, player)
    assert (profile.name, profile.webhooks) == ("Anna", (made.id,))
    accounts.update_profile(desk.env, player, accounts.Changes(language="nl"))
    meddle(desk, lambda: webhooks.create_webhook(desk.env, player, URL + "b"))
    webhooks.delete_webhook(desk.env, player, made.id)
    assert len(called(desk, player)) == 1


def test_two_at_once_are_no_more_than_one_may_have(desk: Desk) -> None:
    player = desk.sign_up("ann@example.org").player
    for number in range(webhooks.MAX_WEBHOOKS - 1):
        webhooks.create_webhook(desk.env, player, f"{URL}{number}")
    meddle(desk, lambda: webhooks.create_webhook(desk.env, player, URL + "x"))
    with pytest.raises(WebhookLimitError):
        webhooks.create_webhook(desk.env, player, URL + "y")
    assert len(called(desk, player)) == webhooks.MAX_WEBHOOKS


def test_two_that_delete_the_same_at_once(desk: Desk) -> None:
    player = desk.sign_up("ann@example.org").player
    made = webhooks.create_webhook(desk.env, player, URL)
    meddle(desk, lambda: webhooks.delete_webhook(desk.env, player, made.id))
    with pytest.raises(UnknownWebhookError):
        webhooks.delete_webhook(desk.env, player, made.id)


def test_a_profile_that_never_keeps_still(desk: Desk) -> None:
    player = desk.sign_up("ann@example.org").player

    def touch() -> None:
        profile = repository.load_profile(desk.store, player)
        desk.store.inner.commit([repository.seated(profile)])

    made = webhooks.create_webhook(desk.env, player, URL)
    desk.store.before_commit += [touch] * 20
    with pytest.raises(BusyError):
        webhooks.create_webhook(desk.env, player, URL + "b")
    with pytest.raises(BusyError):
        webhooks.delete_webhook(desk.env, player, made.id)


def test_a_lost_answer_changes_nothing(desk: Desk) -> None:
    player = desk.sign_up("ann@example.org").player

    def lose() -> None:
        raise StoreUnavailableError("no answer")

    desk.store.after_commit.append(lose)
    made = webhooks.create_webhook(desk.env, player, URL)
    desk.store.after_commit.append(lose)
    webhooks.delete_webhook(desk.env, player, made.id)
    assert called(desk, player) == ()


def test_what_is_to_stand_beside_it_is_written_with_it_or_nothing_is(desk: Desk) -> None:
    player = desk.sign_up("ann@example.org").player
    beside = Put(Item(Key("X#1", "A"), "mark", {}), Absent())
    webhooks.create_webhook(desk.env, player, URL, also=[beside], webhook="fixed")
    with pytest.raises(ConditionFailedError):
        webhooks.create_webhook(desk.env, player, URL + "b", also=[beside])
    assert called(desk, player) == ("fixed",)


def test_with_the_account_its_webhooks_go(desk: Desk) -> None:
    player = desk.sign_up("ann@example.org").player
    made = webhooks.create_webhook(desk.env, player, URL)
    accounts.delete_account(desk.env, player)
    assert webhooks.webhooks_called(desk.store, [player], "m") == ({player: []}, [])
    assert webhooks.list_webhooks(desk.env, player) == ()
    for act in (webhooks.create_webhook, webhooks.delete_webhook):
        with pytest.raises((UnknownPlayerError, UnknownWebhookError)):
            act(desk.env, player, made.id)
