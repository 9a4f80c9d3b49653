"""Accounts by mail link: one answer for all addresses, one use of a link, one account of a race."""

from __future__ import annotations

import pytest

from chalicelib.players import accounts, repository
from chalicelib.players.addresses import digest
from chalicelib.players.authentication import CredentialCache, authenticate
from chalicelib.players.errors import (
    BusyError,
    HandleTakenError,
    InvalidAddressError,
    InvalidProfileError,
    TooManyRequestsError,
    UnauthenticatedError,
)
from chalicelib.players.ports import Item, StoreConflictError, StoreUnavailableError
from chalicelib.players.sessions import LINK_SECONDS, SESSION_SECONDS, confirm, request_link, sign_out
from tests.players.desk import Desk

NEVER = CredentialCache(0)


def everything(desk: Desk, player: str) -> tuple[Item, ...]:
    return desk.store.query(f"P#{player}").items


def test_a_new_address_becomes_an_account_when_its_link_is_used(desk: Desk) -> None:
    link = request_link(desk.env, " Ann@Example.org", "Ann", "nl", "Ann-7", "Europe/Amsterdam")
    assert (link.address, link.language) == ("ann@example.org", "nl")
    assert repository.pointed(desk.store, repository.handle_key("ann-7")) is None
    session = confirm(desk.env, link.token)
    assert session.created
    assert session.expires == desk.clock.now() + SESSION_SECONDS
    assert authenticate(desk.env, session.token, NEVER).player == session.player
    found = accounts.read_profile(desk.env, session.player)
    assert (found.name, found.handle, found.email) == ("Ann", "ann-7", "ann@example.org")
    assert (found.language, found.zone, found.created) == ("nl", "Europe/Amsterdam", desk.clock.now())


def test_a_known_address_is_logged_in_and_keeps_its_profile(desk: Desk) -> None:
    first = desk.sign_up("ann@example.org", "Ann", "ann")
    again = confirm(desk.env, request_link(desk.env, "ANN@example.org", "Mallory", "sv", "mallory").token)
    assert not again.created
    assert again.player == first.player
    assert again.token != first.token
    assert accounts.read_profile(desk.env, first.player).name == "Ann"
    assert repository.pointed(desk.store, repository.handle_key("mallory")) is None


def test_asking_costs_the_same_for_known_and_unknown_addresses(desk: Desk) -> None:
    desk.sign_up("ann@example.org")
    costs = []
    for address in ("ann@example.org", "nobody@example.org"):
        before = (desk.store.reads, desk.store.commits)
        request_link(desk.env, address)
        costs.append((desk.store.reads - before[0], desk.store.commits - before[1]))
    assert costs == [(1, 1), (1, 1)]


def test_a_link_is_used_once(desk: Desk) -> None:
    token = request_link(desk.env, "ann@example.org").token
    confirm(desk.env, token)
    with pytest.raises(UnauthenticatedError):
        confirm(desk.env, token)


def test_two_at_once_with_one_link_make_one_session(desk: Desk) -> None:
    token = request_link(desk.env, "ann@example.org").token
    winners: list[str] = []
    desk.store.before_commit.append(lambda: winners.append(confirm(desk.env, token).player))
    with pytest.raises(UnauthenticatedError):
        confirm(desk.env, token)
    assert len([row for row in everything(desk, winners[0]) if row.kind == "session"]) == 1


def test_two_links_of_a_new_address_used_at_once_make_one_account(desk: Desk) -> None:
    tokens = [request_link(desk.env, "ann@example.org", "Ann").token for _ in range(2)]
    others: list[str] = []
    desk.store.before_commit.append(lambda: others.append(confirm(desk.env, tokens[1]).player))
    session = confirm(desk.env, tokens[0])
    assert others == [session.player]
    assert not session.created
    assert repository.pointed(desk.store, repository.address_key(digest("ann@example.org"))) == session.player
    assert [row.kind for row in everything(desk, session.player)] == ["profile", "session", "session"]


def test_a_link_is_good_for_fifteen_minutes(desk: Desk) -> None:
    token = request_link(desk.env, "ann@example.org").token
    desk.clock.advance(LINK_SECONDS)
    with pytest.raises(UnauthenticatedError):
        confirm(desk.env, token)


@pytest.mark.parametrize("token", ["", "x", "A" * 43, "tp_" + "0" * 36])
def test_other_tokens_are_no_links(desk: Desk, token: str) -> None:
    with pytest.raises(UnauthenticatedError):
        confirm(desk.env, token)


def test_a_session_or_an_api_token_is_no_link_and_a_link_no_session(desk: Desk) -> None:
    session = desk.sign_up("ann@example.org")
    with pytest.raises(UnauthenticatedError):
        confirm(desk.env, session.token)
    link = request_link(desk.env, "ann@example.org")
    with pytest.raises(UnauthenticatedError):
        authenticate(desk.env, link.token, NEVER)


def test_secrets_are_stored_as_hashes_only(desk: Desk) -> None:
    link = request_link(desk.env, "ann@example.org", "Ann")
    rows = [desk.store.get(repository.secret_key(_sha(link.token)))]
    session = confirm(desk.env, link.token)
    rows += [desk.store.get(repository.secret_key(_sha(session.token))), *everything(desk, session.player)]
    assert None not in rows
    assert not any(secret in repr(rows) for secret in (link.token, session.token))


def _sha(text: str) -> str:
    import hashlib

    return hashlib.sha256(text.encode()).hexdigest()


def test_five_mails_an_hour_an_address(desk: Desk) -> None:
    desk.clock.time -= desk.clock.time % 3600
    desk.clock.advance(600)
    for _ in range(5):
        request_link(desk.env, "ann@example.org")
    before = desk.store.commits
    with pytest.raises(TooManyRequestsError) as caught:
        request_link(desk.env, "Ann@example.org")
    assert caught.value.retry_after == 3000
    assert desk.store.commits == before
    request_link(desk.env, "bob@example.org")
    desk.clock.advance(3000)
    request_link(desk.env, "ann@example.org")


def test_mails_counted_at_once_are_all_counted(desk: Desk) -> None:
    desk.store.before_commit.append(lambda: _ask(desk))
    _ask(desk)
    for _ in range(3):
        _ask(desk)
    with pytest.raises(TooManyRequestsError):
        _ask(desk)


def _ask(desk: Desk) -> None:
    request_link(desk.env, "ann@example.org")


def test_a_taken_handle_is_refused_at_once(desk: Desk) -> None:
    desk.sign_up("ann@example.org", handle="ann")
    with pytest.raises(HandleTakenError):
        request_link(desk.env, "bob@example.org", handle="ANN")


def test_a_handle_that_went_in_between_is_replaced_by_one_like_it(desk: Desk) -> None:
    late = request_link(desk.env, "bob@example.org", "Bob", handle="ann").token
    desk.sign_up("ann@example.org", handle="ann")
    bob = accounts.read_profile(desk.env, confirm(desk.env, late).player)
    assert bob.handle.startswith("ann-")
    assert accounts.find_player(desk.env, bob.handle) == bob


def test_a_handle_taken_during_the_commit_is_replaced_too(desk: Desk) -> None:
    late = request_link(desk.env, "bob@example.org", "Bob", handle="ann").token
    early = request_link(desk.env, "ann@example.org", handle="ann").token
    desk.store.before_commit.append(lambda: _use(desk, early))
    bob = accounts.read_profile(desk.env, confirm(desk.env, late).player)
    assert bob.handle.startswith("ann-")


def _use(desk: Desk, token: str) -> None:
    confirm(desk.env, token)


def test_without_name_and_handle_both_are_made(desk: Desk) -> None:
    profile = accounts.read_profile(desk.env, desk.sign_up("ann@example.org").player)
    assert profile.handle.startswith("player-")
    assert (profile.name, profile.language, profile.zone) == (profile.handle, "en", "UTC")


@pytest.mark.parametrize(
    ("wish", "error"),
    [
        ({"address": "ann@example.org\nBcc: x@example.org"}, InvalidAddressError),
        ({"address": "ann@example.org", "name": "An\nn"}, InvalidProfileError),
        ({"address": "ann@example.org", "language": "xx"}, InvalidProfileError),
        ({"address": "ann@example.org", "handle": "!"}, InvalidProfileError),
        ({"address": "ann@example.org", "zone": "Mars"}, InvalidProfileError),
    ],
)
def test_bad_wishes_write_nothing(desk: Desk, wish: dict[str, str], error: type[Exception]) -> None:
    with pytest.raises(error):
        request_link(desk.env, **wish)
    assert desk.store.commits == 0


def test_signing_out_ends_the_session_and_no_other(desk: Desk) -> None:
    first = desk.sign_up("ann@example.org")
    second = desk.sign_up("ann@example.org")
    sign_out(desk.env, first.token)
    sign_out(desk.env, first.token)
    with pytest.raises(UnauthenticatedError):
        authenticate(desk.env, first.token, NEVER)
    assert authenticate(desk.env, second.token, NEVER).player == first.player
    assert len([row for row in everything(desk, first.player) if row.kind == "session"]) == 1


def test_a_lost_answer_does_not_use_the_link_up_in_vain(desk: Desk) -> None:
    token = request_link(desk.env, "ann@example.org").token
    desk.store.after_commit.append(_no_answer)
    session = confirm(desk.env, token)
    assert session.created
    assert authenticate(desk.env, session.token, NEVER).player == session.player


def _no_answer() -> None:
    raise StoreUnavailableError("no answer")


def _conflict() -> None:
    raise StoreConflictError("at the same moment")


def test_conflicts_are_tried_again_and_told_when_they_go_on(desk: Desk) -> None:
    desk.store.before_commit += [_conflict, _conflict]
    desk.sign_up("ann@example.org")
    desk.store.before_commit += [_conflict] * 3
    with pytest.raises(BusyError):
        request_link(desk.env, "bob@example.org")
    desk.store.before_commit += [_no_answer] * 3
    with pytest.raises(StoreUnavailableError):
        request_link(desk.env, "bob@example.org")
