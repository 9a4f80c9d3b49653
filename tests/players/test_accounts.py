"""Profiles: read, changed by several at once, found by handle, deleted."""

from __future__ import annotations

from dataclasses import replace

import pytest

from chalicelib.players import repository
from chalicelib.players.accounts import Changes, delete_account, find_player, read_profile, update_profile
from chalicelib.players.addresses import digest
from chalicelib.players.authentication import CredentialCache, authenticate
from chalicelib.players.errors import HandleTakenError, InvalidProfileError, UnauthenticatedError, UnknownPlayerError
from chalicelib.players.ports import Item, Key, Put
from chalicelib.players.tokens import create_token
from chalicelib.players.wishes import Wishes
from tests.players.desk import Desk


@pytest.fixture
def ann(desk: Desk) -> str:
    return desk.sign_up("ann@example.org", "Ann", "ann").player


def test_what_is_not_named_stays(desk: Desk, ann: str) -> None:
    before = read_profile(desk.env, ann)
    after = update_profile(desk.env, ann, Changes(language="sv"))
    assert after == replace(before, language="sv", version=2)
    assert read_profile(desk.env, ann) == after


def test_a_handle_can_be_changed_and_the_old_one_is_free_again(desk: Desk, ann: str) -> None:
    update_profile(desk.env, ann, Changes(name="Anna", handle="Anna", zone="Europe/Stockholm"))
    assert find_player(desk.env, "ANNA").id == ann
    with pytest.raises(UnknownPlayerError):
        find_player(desk.env, "ann")
    desk.sign_up("bob@example.org", handle="ann")


def test_a_taken_handle_changes_nothing(desk: Desk, ann: str) -> None:
    desk.sign_up("bob@example.org", handle="bob")
    before = read_profile(desk.env, ann)
    with pytest.raises(HandleTakenError):
        update_profile(desk.env, ann, Changes(name="Other", handle="bob"))
    assert read_profile(desk.env, ann) == before


def test_no_change_is_no_commit(desk: Desk, ann: str) -> None:
    before = desk.store.commits
    update_profile(desk.env, ann, Changes(name="Ann", handle="ANN"))
    assert desk.store.commits == before


@pytest.mark.parametrize(
    "changes",
    [
        Changes(name=""),
        Changes(handle="x"),
        Changes(language="xx"),
        Changes(zone="Nowhere"),
        Changes(quiet=("22:00", "22:00")),
        Changes(mail={"turn": "sometimes"}),
        Changes(digest="8 o'clock"),
        Changes(reminders=[101]),
    ],
)
def test_bad_values_are_refused(desk: Desk, ann: str, changes: Changes) -> None:
    before = desk.store.commits
    with pytest.raises(InvalidProfileError):
        update_profile(desk.env, ann, changes)
    assert desk.store.commits == before


def test_what_is_told_by_mail_is_chosen_and_taken_back(desk: Desk, ann: str) -> None:
    update_profile(desk.env, ann, Changes(mail={"turn": "digest", "talk": "off"}, digest="21:30"))
    after = read_profile(desk.env, ann).mail
    assert (after.mode("turn"), after.mode("talk"), after.digest) == ("digest", "off", 1290)
    update_profile(desk.env, ann, Changes(mail={"turn": None, "talk": None}, digest="08:00"))
    assert read_profile(desk.env, ann).mail == Wishes()


def test_quiet_hours_and_reminders_are_set_and_taken_back(desk: Desk, ann: str) -> None:
    after = update_profile(desk.env, ann, Changes(quiet=("22:00", "07:30"), reminders=[50, 20]))
    assert (after.quiet, after.reminders) == ((1320, 450), (50, 20))
    assert update_profile(desk.env, ann, Changes(name="Anna")).quiet == (1320, 450)
    never = update_profile(desk.env, ann, Changes(reminders=[]))
    assert (never.quiet, never.reminders) == ((1320, 450), ())
    none = update_profile(desk.env, ann, Changes(quiet=None, reminders=None))
    assert (none.quiet, none.reminders) == (None, None)
    assert read_profile(desk.env, ann) == none


def test_two_changes_at_once_are_both_kept(desk: Desk, ann: str) -> None:
    def other() -> None:
        update_profile(desk.env, ann, Changes(language="nl"))

    desk.store.before_commit.append(other)
    after = update_profile(desk.env, ann, Changes(name="Anna"))
    assert (after.name, after.language, after.version) == ("Anna", "nl", 3)


def test_nobody_has_no_profile(desk: Desk) -> None:
    for ask in (read_profile, delete_account, find_player):
        with pytest.raises(UnknownPlayerError):
            ask(desk.env, "nobody")


def test_a_deleted_account_leaves_nothing_behind(desk: Desk, ann: str) -> None:
    secret = create_token(desk.env, ann).secret
    rows = [Put(Item(Key(f"P#{ann}", f"D#{number:010d}"), "delivery", {})) for number in range(250)]
    for start in range(0, 250, 90):
        desk.store.commit(rows[start : start + 90])
    delete_account(desk.env, ann)
    assert desk.store.query(f"P#{ann}").items == ()
    with pytest.raises(UnauthenticatedError):
        authenticate(desk.env, secret, CredentialCache(0))
    assert repository.pointed(desk.store, repository.address_key(digest("ann@example.org"))) is None
    again = desk.sign_up("ann@example.org", handle="ann")
    assert again.created
    assert again.player != ann
