"""A webhook's secrets, what it is told of, the match it may be attached to, and what becomes of one that fails."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest

from chalicelib.players import accounts, repository, webhooks
from chalicelib.players.errors import (
    BusyError,
    UnknownPlayerError,
    UnknownWebhookError,
    WebhookDisabledError,
    WebhookKnownError,
    WebhookLimitError,
    WebhookSecretError,
)
from chalicelib.players.ports import Absent, ConditionFailedError, Item, Key, Put
from chalicelib.players.webhook import attached, item_of, webhook_of
from tests.players.desk import Desk

URL = "https://hook.example/a"
DAY = 86_400


def _do(work: Callable[..., object], *given: object, **more: object) -> None:
    work(*given, **more)


def ann(desk: Desk) -> str:
    return desk.sign_up("ann@example.org").player


def test_two_secrets_sign_for_a_day_and_then_the_new_one_alone(desk: Desk) -> None:
    player = ann(desk)
    made = webhooks.create_webhook(desk.env, player, URL)
    now = desk.clock.now()
    rotated = webhooks.rotate_secret(desk.env, player, made.id)
    new, old = rotated.signing(now)
    assert (old,) == made.signing(now) == made.secrets
    assert new != old
    assert rotated.signing(now + webhooks.BOTH - 1) == (new, old)
    assert rotated.signing(now + webhooks.BOTH) == (new,)
    assert webhooks.find_webhook(desk.store, player, made.id) == rotated


def test_no_third_secret_until_the_oldest_has_ended(desk: Desk) -> None:
    player = ann(desk)
    made = webhooks.create_webhook(desk.env, player, URL)
    first = webhooks.rotate_secret(desk.env, player, made.id)
    with pytest.raises(WebhookSecretError):
        webhooks.rotate_secret(desk.env, player, made.id)
    ended = webhooks.end_secret(desk.env, player, made.id)
    assert ended.secrets == first.secrets[:1]
    assert webhooks.end_secret(desk.env, player, made.id) == ended
    second = webhooks.rotate_secret(desk.env, player, made.id)
    desk.clock.advance(webhooks.BOTH)
    third = webhooks.rotate_secret(desk.env, player, made.id)
    assert len({*made.secrets, *first.secrets, *second.secrets, *third.secrets}) == 4


def test_two_who_rotate_at_once_do_not_end_the_secret_that_is_in_use(desk: Desk) -> None:
    player = ann(desk)
    made = webhooks.create_webhook(desk.env, player, URL)
    desk.store.before_commit.append(partial(_do, webhooks.rotate_secret, desk.env, player, made.id))
    with pytest.raises(WebhookSecretError):
        webhooks.rotate_secret(desk.env, player, made.id)
    assert made.secrets[0] in webhooks.find_webhook(desk.store, player, made.id).secrets


def test_a_new_secret_is_written_with_what_stands_beside_it_or_not_at_all(desk: Desk) -> None:
    player = ann(desk)
    made = webhooks.create_webhook(desk.env, player, URL)
    beside = Put(Item(Key("X#1", "A"), "mark", {}), Absent())
    desk.store.commit([beside])
    with pytest.raises(ConditionFailedError):
        webhooks.rotate_secret(desk.env, player, made.id, [beside])
    assert webhooks.find_webhook(desk.store, player, made.id) == made


def test_what_it_is_told_of_can_be_chosen(desk: Desk) -> None:
    player = ann(desk)
    made = webhooks.create_webhook(desk.env, player, URL, categories=("your_turn",))
    assert (made.wants("your_turn"), made.wants("message")) == (True, False)
    other = webhooks.choose_categories(desk.env, player, made.id, ("message", "away"))
    assert (other.wants("your_turn"), other.wants("message")) == (False, True)
    assert webhooks.choose_categories(desk.env, player, made.id, ()).wants("anything")
    assert not replace(made, disabled=1).wants("your_turn")
    with pytest.raises(UnknownWebhookError):
        webhooks.choose_categories(desk.env, player, "no", ())


def test_one_that_never_keeps_still(desk: Desk) -> None:
    player = ann(desk)
    made = webhooks.create_webhook(desk.env, player, URL)

    def touch() -> None:
        found = webhooks.find_webhook(desk.store, player, made.id)
        desk.store.inner.commit([Put(item_of(replace(found, version=found.version + 1)))])

    desk.store.before_commit += [touch] * 20
    with pytest.raises(BusyError):
        webhooks.choose_categories(desk.env, player, made.id, ("away",))


def test_everything_of_it_is_kept(desk: Desk) -> None:
    player = ann(desk)
    made = webhooks.create_webhook(desk.env, player, URL, kind="discord", categories=("away",), match="m1")
    full = replace(made, secrets=("a", "b"), ends=5, disabled=7, why="gone", failing=(1, 2))
    for each in (made, full):
        assert webhook_of(item_of(each)) == each


def test_one_of_a_match_is_named_there_and_not_in_the_profile(desk: Desk) -> None:
    player = ann(desk)
    made = webhooks.create_webhook(desk.env, player, URL, match="m1")
    assert attached(desk.store, "m1").hooks == ((player, made.id),)
    assert repository.load_profile(desk.store, player).webhooks == ()
    own = webhooks.create_webhook(desk.env, player, URL)
    found = webhooks.webhooks_called(desk.store, [player, "nobody"], "m1")
    assert found == ({player: [own], "nobody": []}, [made])
    webhooks.disable_webhook(desk.env, player, made.id)
    assert attached(desk.store, "m1").hooks == ()
    enabled = webhooks.enable_webhook(desk.env, player, made.id)
    assert (enabled.disabled, enabled.why) == (0, "")
    assert attached(desk.store, "m1").hooks == ((player, made.id),)
    webhooks.delete_webhook(desk.env, player, made.id)
    assert attached(desk.store, "m1").hooks == ()
    assert webhooks.webhooks_called(desk.store, [player], "m1") == ({player: [own]}, [])


def test_several_players_may_attach_one_url_and_one_player_once(desk: Desk) -> None:
    players = [desk.sign_up(f"{name}@example.org").player for name in ("ann", "bob")]
    made = [webhooks.create_webhook(desk.env, player, URL, match="m1") for player in players]
    assert webhooks.webhooks_called(desk.store, players, "m1")[1] == made
    with pytest.raises(WebhookKnownError):
        webhooks.create_webhook(desk.env, players[0], URL, match="m1")
    webhooks.create_webhook(desk.env, players[0], URL, match="m2")


def test_there_is_an_end_to_how_many_a_match_has_and_to_how_many_matches(desk: Desk) -> None:
    player = ann(desk)
    for number in range(webhooks.MAX_OF_MATCH):
        webhooks.create_webhook(desk.env, player, f"{URL}{number}", match="m1")
    with pytest.raises(WebhookLimitError, match="This match"):
        webhooks.create_webhook(desk.env, player, URL, match="m1")
    for number in range(webhooks.MAX_OF_MATCH, webhooks.MAX_ATTACHED):
        webhooks.create_webhook(desk.env, player, URL, match=f"m{number}")
    with pytest.raises(WebhookLimitError, match="You have"):
        webhooks.create_webhook(desk.env, player, URL, match="m99")
    webhooks.create_webhook(desk.env, player, URL)


def test_two_who_attach_at_once_are_both_named(desk: Desk) -> None:
    first, second = (desk.sign_up(f"{name}@example.org").player for name in ("ann", "bob"))
    desk.store.before_commit.append(partial(_do, webhooks.create_webhook, desk.env, second, URL, match="m1"))
    webhooks.create_webhook(desk.env, first, URL, match="m1")
    assert [player for player, _ in attached(desk.store, "m1").hooks] == [second, first]


def test_nobody_who_is_gone_attaches_anything(desk: Desk) -> None:
    player = ann(desk)
    desk.store.before_commit.append(lambda: accounts.delete_account(desk.env, player))
    with pytest.raises(UnknownPlayerError):
        webhooks.create_webhook(desk.env, player, URL, match="m1")
    assert attached(desk.store, "m1").hooks == ()


def test_one_that_is_disabled_is_enabled_again_unless_another_has_taken_its_place(desk: Desk) -> None:
    player = ann(desk)
    made = webhooks.create_webhook(desk.env, player, URL)
    assert webhooks.enable_webhook(desk.env, player, made.id) == made
    webhooks.check_called(made)
    webhooks.disable_webhook(desk.env, player, made.id)
    with pytest.raises(WebhookDisabledError):
        webhooks.check_called(webhooks.find_webhook(desk.store, player, made.id))
    other = webhooks.create_webhook(desk.env, player, URL)
    with pytest.raises(WebhookKnownError):
        webhooks.enable_webhook(desk.env, player, made.id)
    webhooks.delete_webhook(desk.env, player, other.id)
    webhooks.enable_webhook(desk.env, player, made.id)
    assert repository.load_profile(desk.store, player).webhooks == (made.id,)


def test_five_days_of_failures_disable_it(desk: Desk) -> None:
    player = ann(desk)
    made = webhooks.create_webhook(desk.env, player, URL)
    beside = Put(Item(Key("X#1", "A"), "mark", {}), Absent())
    for day in range(webhooks.FAILING_DAYS):
        for _ in range(3):
            found = webhooks.find_webhook(desk.store, player, made.id)
            assert not found.disabled
            is_over = webhooks.note_failure(desk.env, found, [beside])
            assert is_over is (day == webhooks.FAILING_DAYS - 1)
            assert (desk.store.get(Key("X#1", "A")) is not None) is is_over
            if is_over:
                break
        desk.clock.advance(DAY)
    found = webhooks.find_webhook(desk.store, player, made.id)
    assert (found.why, found.disabled) == ("failing", desk.clock.now() - DAY)


def test_a_call_that_is_accepted_ends_the_count(desk: Desk) -> None:
    player = ann(desk)
    made = webhooks.create_webhook(desk.env, player, URL)
    for _ in range(webhooks.FAILING_DAYS * 2):
        webhooks.note_success(desk.env, webhooks.find_webhook(desk.store, player, made.id))
        webhooks.note_failure(desk.env, webhooks.find_webhook(desk.store, player, made.id))
        desk.clock.advance(DAY)
    assert len(webhooks.find_webhook(desk.store, player, made.id).failing) == 1


def test_what_has_not_failed_is_not_written_for_having_succeeded(desk: Desk) -> None:
    made = webhooks.create_webhook(desk.env, ann(desk), URL)
    before = desk.store.commits
    webhooks.note_success(desk.env, made)
    assert desk.store.commits == before
