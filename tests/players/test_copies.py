"""That copies are owed: stored with the change they follow from, and taken away only if nothing changed again."""

from __future__ import annotations

import pytest

from chalicelib.players import copies
from chalicelib.players.accounts import Changes, change, delete_account, update_profile
from chalicelib.players.ports import ConditionFailedError, Item, Key, Put, VersionIs
from tests.players.desk import Desk


@pytest.fixture
def ann(desk: Desk) -> str:
    """A player's id."""
    return desk.sign_up("ann@example.org", "Ann", "ann").player


@pytest.mark.parametrize(
    "changes",
    [
        Changes(name="Anna"),
        Changes(language="nl"),
        Changes(zone="Asia/Tokyo"),
        Changes(quiet=("22:00", "07:00")),
        Changes(reminders=[]),
    ],
)
def test_what_matches_have_a_copy_of_is_owed_to_them_at_once(desk: Desk, ann: str, changes: Changes) -> None:
    after = update_profile(desk.env, ann, changes)
    assert copies.owed(desk.store, ann) == copies.Owed(ann, after.version, desk.clock.now())
    hints = desk.store.index("work", copies.shard(ann), up_to=f"{desk.clock.now():010d}$")
    assert [hint.partition for hint in hints] == [f"P#{ann}"]


def test_what_they_have_none_of_is_not(desk: Desk, ann: str) -> None:
    update_profile(desk.env, ann, Changes(handle="anna"))
    assert copies.owed(desk.store, ann) is None


def test_only_what_is_owed_for_the_newest_change_can_be_settled(desk: Desk, ann: str) -> None:
    update_profile(desk.env, ann, Changes(name="First"))
    first = copies.owed(desk.store, ann)
    assert first
    update_profile(desk.env, ann, Changes(name="Second"))
    for write in (first.done(), first.put()):
        with pytest.raises(ConditionFailedError):
            desk.store.commit([write])
    second = copies.owed(desk.store, ann)
    assert second
    desk.store.commit([second.done()])
    assert copies.owed(desk.store, ann) is None


def test_what_stands_beside_a_change_and_is_refused_refuses_it(desk: Desk, ann: str) -> None:
    item = Item(Key("x", "y"), "note", {})
    desk.store.commit([Put(item)])
    before = desk.store.commits
    with pytest.raises(ConditionFailedError):
        change(desk.env, ann, lambda profile: profile, [Put(item, VersionIs(9))])
    assert desk.store.commits == before + 1
    assert copies.owed(desk.store, ann) is None


def test_of_an_account_that_goes_the_list_of_its_matches_stays_until_they_are_left(desk: Desk, ann: str) -> None:
    seats = [Put(Item(Key(f"P#{ann}", f"M#{number:03d}"), "seat", {})) for number in range(200)]
    for start in range(0, 200, 90):
        desk.store.commit(seats[start : start + 90])
    update_profile(desk.env, ann, Changes(name="Anna"))
    delete_account(desk.env, ann)
    left = desk.store.query(f"P#{ann}", consistent=True).items
    assert {item.key.sort[:2] for item in left} == {"C#", "M#"}
    assert len(left) == 201
    owed = copies.owed(desk.store, ann)
    assert owed
    assert (owed.version, owed.after) == (3, "")
