"""Silencing an address, and lifting that again by a login."""

from __future__ import annotations

from dataclasses import replace

import pytest

from chalicelib.players import addresses, repository
from chalicelib.players.errors import BusyError
from chalicelib.players.ports import Put, Write
from chalicelib.players.profile import Profile
from chalicelib.players.sessions import confirm, request_link
from chalicelib.players.silencing import Why, silence
from tests.players.desk import Desk, open_desk

ANN = "ann@example.org"
BEGINS = addresses.digest(ANN)[:16]


@pytest.fixture
def desk() -> Desk:
    """A fresh service."""
    return open_desk()


def nothing(_: Profile) -> tuple[Write, ...]:
    return ()


def silenced(desk: Desk, player: str) -> tuple[int, str] | None:
    return repository.load_profile(desk.env.store, player).silenced


def fall_silent(desk: Desk, player: str, why: Why = "bounced", address: str = BEGINS) -> bool:
    """Something happens to a mail a moment from now."""
    desk.clock.advance(60)
    return silence(desk.env, player, address, why, desk.clock.now(), nothing)


def test_what_came_back_silences_once_and_a_complaint_weighs_more(desk: Desk) -> None:
    ann = desk.sign_up(ANN).player
    assert fall_silent(desk, ann)
    since = desk.clock.now()
    assert silenced(desk, ann) == (since, "bounced")
    assert not fall_silent(desk, ann)
    assert not fall_silent(desk, ann, "complained")
    assert silenced(desk, ann) == (since, "complained")
    assert not fall_silent(desk, ann)
    assert silenced(desk, ann) == (since, "complained")


def test_what_is_told_is_written_with_it_and_once(desk: Desk) -> None:
    ann = desk.sign_up(ANN).player
    told = []

    def tell(profile: Profile) -> list[Put]:
        told.append(profile.silenced)
        return [Put(repository.pointer_item(repository.handle_key("told"), "handle", profile.id))]

    now = desk.clock.now()
    whys: tuple[Why, ...] = ("bounced", "bounced", "complained")
    for why in whys:
        silence(desk.env, ann, BEGINS, why, now, tell)
    assert told == [(now, "bounced")]
    assert repository.pointed(desk.store, repository.handle_key("told")) == ann


@pytest.mark.parametrize("address", ["", addresses.digest("old@example.org")[:16]])
def test_another_address_is_left_alone(desk: Desk, address: str) -> None:
    ann = desk.sign_up(ANN).player
    assert not fall_silent(desk, ann, address=address)
    assert silenced(desk, ann) is None


def test_nobody_is_silenced_who_is_not_there(desk: Desk) -> None:
    assert not fall_silent(desk, "nobody")


@pytest.mark.parametrize("why", ["bounced", "complained"])
def test_a_login_by_a_mailed_link_lifts_it(desk: Desk, why: Why) -> None:
    ann = desk.sign_up(ANN).player
    assert fall_silent(desk, ann, why)
    before = repository.load_profile(desk.store, ann)
    confirm(desk.env, request_link(desk.env, ANN).token)
    after = repository.load_profile(desk.store, ann)
    assert after == replace(before, silenced=None, version=before.version + 1)


def test_what_happened_before_the_address_was_proved_silences_nobody(desk: Desk) -> None:
    ann = desk.sign_up(ANN).player
    earlier = desk.clock.now()
    desk.clock.advance(60)
    confirm(desk.env, request_link(desk.env, ANN).token)
    assert not silence(desk.env, ann, BEGINS, "bounced", earlier, nothing)
    assert silenced(desk, ann) is None
    assert silence(desk.env, ann, BEGINS, "bounced", desk.clock.now(), nothing)


def test_a_login_goes_through_while_the_address_falls_silent(desk: Desk) -> None:
    ann = desk.sign_up(ANN).player
    assert fall_silent(desk, ann)
    link = request_link(desk.env, ANN)

    def complain() -> None:
        assert not fall_silent(desk, ann, "complained")

    desk.store.before_commit = [complain]
    assert confirm(desk.env, link.token).player == ann
    assert silenced(desk, ann) is None


def test_a_profile_that_changes_meanwhile_is_looked_at_again(desk: Desk) -> None:
    ann = desk.sign_up(ANN).player

    def rename() -> None:
        found = repository.load_profile(desk.store, ann)
        desk.store.commit([Put(repository.profile_item(replace(found, name="Anna", version=found.version + 1)))])

    desk.store.before_commit = [rename]
    assert fall_silent(desk, ann)
    found = repository.load_profile(desk.store, ann)
    assert (found.name, found.silenced) == ("Anna", (desk.clock.now(), "bounced"))


def test_one_that_never_rests_is_busy(desk: Desk) -> None:
    ann = desk.sign_up(ANN).player

    def again() -> None:
        found = repository.load_profile(desk.store, ann)
        desk.store.inner.commit([Put(repository.profile_item(replace(found, version=found.version + 1)))])

    desk.store.before_commit = [again] * 20
    with pytest.raises(BusyError):
        fall_silent(desk, ann)
    assert silenced(desk, ann) is None
