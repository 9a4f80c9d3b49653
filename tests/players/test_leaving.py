"""Leaving for good: whatever fails on the way, what is left can be reached by asking again, or goes by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from chalicelib.players import repository
from chalicelib.players.accounts import Changes, delete_account, update_profile
from chalicelib.players.addresses import digest
from chalicelib.players.authentication import CredentialCache, Identity, authenticate
from chalicelib.players.credentials import digest as secret_digest
from chalicelib.players.errors import BusyError, PlayerError, UnauthenticatedError, UnknownPlayerError
from chalicelib.players.ports import Item, Key, Put, StoreError
from chalicelib.players.sessions import confirm, request_link
from chalicelib.players.tokens import create_token, revoke_token
from tests.adapters.faults import FAULTS, Fault, FaultyStore
from tests.players.desk import Desk, open_desk

ROWS = 250
CALLS = 5
"""Store calls of a clean run with that many rows: the profile, the list, three commits."""


class Leaver:
    """Ann with two tokens, a session and many rows; she asks with the first of her tokens."""

    def __init__(self, rows: int = ROWS) -> None:
        self.desk = desk = open_desk()
        session = desk.sign_up("ann@example.org", "Ann", "ann")
        self.player = session.player
        self.secret = create_token(desk.env, self.player).secret
        self.secrets = [self.secret, create_token(desk.env, self.player).secret, session.token]
        kinds = ("delivery", "seat")
        put = [Put(Item(Key(f"P#{self.player}", f"X#{number:05d}"), kinds[number % 2], {})) for number in range(rows)]
        for start in range(0, rows, 90):
            desk.store.commit(put[start : start + 90])

    def who(self, secret: str) -> Identity | None:
        """Whose credential this is."""
        try:
            return authenticate(self.desk.env, secret, CredentialCache(0))
        except UnauthenticatedError:
            return None

    def leave(self, plan: Mapping[int, Fault]) -> FaultyStore:
        """Ask to be deleted, with these faults."""
        store = FaultyStore(self.desk.store, plan)
        found = self.who(self.secret)
        assert found
        try:
            delete_account(replace(self.desk.env, store=store), self.player, found.credential)
        except (StoreError, PlayerError):
            return store
        return store

    def left(self) -> list[Key]:
        """Every key of hers that is still there."""
        store = self.desk.store
        keys = [row.key for row in store.query(f"P#{self.player}", consistent=True).items]
        others = [repository.secret_key(secret_digest(secret)) for secret in self.secrets]
        others += [repository.handle_key("ann"), repository.address_key(digest("ann@example.org"))]
        return keys + [key for key in others if store.get(key) is not None]


def crashed(number: int, fault: Fault) -> dict[int, Fault]:
    """The process stops at this call, just before it (or, where the answer is lost, just after it)."""
    return {number: fault, **dict.fromkeys(range(number + 1, number + 20), "before")}


PLANS: Sequence[dict[int, Fault]] = [
    *({number: fault} for number in range(1, CALLS + 1) for fault in FAULTS),
    *(crashed(number, fault) for number in range(1, CALLS + 1) for fault in ("before", "lost")),
]


def test_a_clean_run_leaves_nothing_and_makes_so_many_calls() -> None:
    leaver = Leaver()
    assert leaver.leave({}).calls == ["get", "query", "commit", "commit", "commit"]
    assert leaver.left() == []


@pytest.mark.parametrize("rows", [0, 84])
def test_what_fits_into_one_commit_goes_in_one(rows: int) -> None:
    leaver = Leaver(rows)
    assert leaver.leave({}).calls == ["get", "query", "commit"]
    assert leaver.left() == []


@pytest.mark.parametrize("plan", PLANS, ids=str)
def test_whoever_is_cut_short_can_ask_again(plan: dict[int, Fault]) -> None:
    leaver = Leaver()
    store = leaver.leave(plan)
    # a conflict is met by commits only
    assert store.met or "conflict" in plan.values()
    if leaver.left():
        assert leaver.who(leaver.secret)
        assert leaver.desk.store.get(repository.address_key(digest("ann@example.org")))
        leaver.leave({})
    assert leaver.left() == []
    assert not any(leaver.who(secret) for secret in leaver.secrets)


@pytest.mark.parametrize("plan", PLANS, ids=str)
def test_no_secret_outlives_its_place_in_the_list(plan: dict[int, Fault]) -> None:
    leaver = Leaver()
    leaver.leave(plan)
    rows = leaver.desk.store.query(f"P#{leaver.player}", prefix="T#", consistent=True).items
    listed = {row.key.sort.removeprefix("T#") for row in rows}
    assert {found.credential for secret in leaver.secrets if (found := leaver.who(secret))} <= listed


def test_a_handle_changed_at_the_same_moment_is_free_afterwards(desk: Desk) -> None:
    ann = desk.sign_up("ann@example.org", "Ann", "ann").player

    def rename() -> None:
        update_profile(desk.env, ann, Changes(handle="anna"))

    desk.store.before_commit.append(rename)
    delete_account(desk.env, ann)
    for handle in ("ann", "anna"):
        assert repository.pointed(desk.store, repository.handle_key(handle)) is None


def test_a_profile_that_never_rests_is_left_alone(desk: Desk) -> None:
    ann = desk.sign_up("ann@example.org", "Ann", "ann").player

    def rename() -> None:
        update_profile(desk.env, ann, Changes(name=desk.env.ids.name(5)))

    def let_be() -> None:
        """The change commits too, and must find no meddler of its own."""

    desk.store.before_commit += [rename, let_be] * 5
    with pytest.raises(BusyError):
        delete_account(desk.env, ann)
    assert repository.pointed(desk.store, repository.handle_key("ann")) == ann


def test_two_who_delete_at_once_agree(desk: Desk) -> None:
    ann = desk.sign_up("ann@example.org", "Ann", "ann").player
    desk.store.before_commit.append(lambda: delete_account(desk.env, ann))
    with pytest.raises(UnknownPlayerError):
        delete_account(desk.env, ann)


def test_no_token_is_made_for_one_who_has_just_left(desk: Desk) -> None:
    ann = desk.sign_up("ann@example.org", "Ann", "ann").player
    desk.store.before_commit.append(lambda: delete_account(desk.env, ann))
    with pytest.raises(UnknownPlayerError):
        create_token(desk.env, ann)
    assert desk.store.query(f"P#{ann}").items == ()


def test_who_logs_in_while_being_deleted_gets_a_new_account(desk: Desk) -> None:
    ann = desk.sign_up("ann@example.org", "Ann", "ann").player
    link = request_link(desk.env, "ann@example.org")
    desk.store.before_commit.append(lambda: delete_account(desk.env, ann))
    session = confirm(desk.env, link.token)
    assert session.created
    assert session.player != ann
    assert desk.store.query(f"P#{ann}").items == ()


def test_a_process_forgets_whom_it_deleted(desk: Desk) -> None:
    ann, bob = (desk.sign_up(f"{name}@example.org", handle=name).player for name in ("ann", "bob"))
    cache = CredentialCache(30)
    made = {player: create_token(desk.env, player) for player in (ann, bob)}
    for each in made.values():
        authenticate(desk.env, each.secret, cache)
    revoke_token(desk.env, ann, made[ann].credential.id)
    revoke_token(desk.env, bob, made[bob].credential.id)
    cache.forget_player(ann)
    with pytest.raises(UnauthenticatedError):
        authenticate(desk.env, made[ann].secret, cache)
    assert authenticate(desk.env, made[bob].secret, cache).player == bob
