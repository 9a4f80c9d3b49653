"""API tokens, the memory of authentication, and the session's end."""

from __future__ import annotations

import pytest

from chalicelib.players.authentication import CredentialCache, authenticate
from chalicelib.players.errors import InvalidProfileError, TokenLimitError, UnauthenticatedError, UnknownTokenError
from chalicelib.players.ports import Absent, ConditionFailedError, Item, Key, Put
from chalicelib.players.sessions import SESSION_SECONDS
from chalicelib.players.tokens import MAX_TOKENS, create_token, list_tokens, revoke_token
from tests.players.desk import Desk


@pytest.fixture
def ann(desk: Desk) -> str:
    return desk.sign_up("ann@example.org", "Ann", "ann").player


def test_a_token_authenticates_its_player(desk: Desk, ann: str) -> None:
    made = create_token(desk.env, ann, "  my  script ")
    known = authenticate(desk.env, made.secret, CredentialCache(0))
    assert (known.player, known.kind, known.credential) == (ann, "token", made.credential.id)
    assert made.credential.label == "my script"


def test_tokens_are_listed_without_their_secrets_and_without_sessions(desk: Desk, ann: str) -> None:
    first = create_token(desk.env, ann, "one")
    desk.clock.advance(5)
    second = create_token(desk.env, ann)
    listed = list_tokens(desk.env, ann)
    assert [token.id for token in listed] == [first.credential.id, second.credential.id]
    assert [token.label for token in listed] == ["one", ""]
    assert first.secret not in repr(listed)


def test_a_revoked_token_is_worthless_at_once_where_nothing_is_remembered(desk: Desk, ann: str) -> None:
    made = create_token(desk.env, ann)
    revoke_token(desk.env, ann, made.credential.id)
    with pytest.raises(UnauthenticatedError):
        authenticate(desk.env, made.secret, CredentialCache(0))
    assert list_tokens(desk.env, ann) == ()
    with pytest.raises(UnknownTokenError):
        revoke_token(desk.env, ann, made.credential.id)


def test_two_who_revoke_one_token_at_once_agree(desk: Desk, ann: str) -> None:
    made = create_token(desk.env, ann)
    desk.store.before_commit.append(lambda: revoke_token(desk.env, ann, made.credential.id))
    with pytest.raises(UnknownTokenError):
        revoke_token(desk.env, ann, made.credential.id)


def test_nobody_revokes_anothers_token_or_a_session_by_its_id(desk: Desk, ann: str) -> None:
    bob = desk.sign_up("bob@example.org").player
    made = create_token(desk.env, ann)
    session = next(row.key.sort for row in desk.store.query(f"P#{ann}", prefix="T#").items if row.kind == "session")
    for player, token in ((bob, made.credential.id), (ann, session.removeprefix("T#")), (ann, "nothing")):
        with pytest.raises(UnknownTokenError):
            revoke_token(desk.env, player, token)
    assert authenticate(desk.env, made.secret, CredentialCache(0)).player == ann


def test_a_label_is_like_a_name(desk: Desk, ann: str) -> None:
    with pytest.raises(InvalidProfileError):
        create_token(desk.env, ann, "a\nb")


def test_a_player_holds_so_many_tokens(desk: Desk, ann: str) -> None:
    made = [create_token(desk.env, ann) for _ in range(MAX_TOKENS)]
    with pytest.raises(TokenLimitError):
        create_token(desk.env, ann)
    revoke_token(desk.env, ann, made[0].credential.id)
    create_token(desk.env, ann)


def test_what_else_stands_in_the_commit_decides_with(desk: Desk, ann: str) -> None:
    also = [Put(Item(Key("I#x", "A"), "idempotency", {}), Absent())]
    create_token(desk.env, ann, also=also)
    with pytest.raises(ConditionFailedError):
        create_token(desk.env, ann, also=also)
    assert len(list_tokens(desk.env, ann)) == 1


@pytest.mark.parametrize("credential", ["", "tp_", "tp_" + "0" * 36, "x" * 42, "Bearer", "é" * 43])
def test_what_cannot_be_a_credential_costs_no_read(desk: Desk, credential: str) -> None:
    before = desk.store.reads
    with pytest.raises(UnauthenticatedError):
        authenticate(desk.env, credential, CredentialCache())
    assert desk.store.reads == before


def test_what_was_looked_up_is_remembered_for_thirty_seconds(desk: Desk, ann: str) -> None:
    made, cache = create_token(desk.env, ann), CredentialCache()
    before = desk.store.reads
    for _ in range(3):
        authenticate(desk.env, made.secret, cache)
    assert desk.store.reads == before + 1
    revoke_token(desk.env, ann, made.credential.id)
    desk.clock.advance(29)
    authenticate(desk.env, made.secret, cache)
    desk.clock.advance(1)
    with pytest.raises(UnauthenticatedError):
        authenticate(desk.env, made.secret, cache)


def test_nothing_is_remembered_beyond_its_end(desk: Desk) -> None:
    session, cache = desk.sign_up("ann@example.org"), CredentialCache()
    desk.clock.advance(SESSION_SECONDS - 10)
    authenticate(desk.env, session.token, cache)
    desk.clock.advance(10)
    with pytest.raises(UnauthenticatedError):
        authenticate(desk.env, session.token, cache)


def test_the_memory_is_bounded_and_can_be_told_to_forget(desk: Desk, ann: str) -> None:
    made, cache = create_token(desk.env, ann), CredentialCache()
    known = authenticate(desk.env, made.secret, cache)
    for number in range(3_000):
        cache.remember(str(number), known, desk.clock.now(), 0)
    assert sum(cache.find(str(number), desk.clock.now()) is not None for number in range(3_000)) <= 2_000
    before = desk.store.reads
    authenticate(desk.env, made.secret, cache)
    cache.forget(made.secret)
    authenticate(desk.env, made.secret, cache)
    assert desk.store.reads == before + 2
