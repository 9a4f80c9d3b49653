"""What a start greets with: an account whose token works and a match to play on in, whatever became of the last."""

from __future__ import annotations

from pathlib import Path

import pytest

from chalicelib import bootstrap, settings
from chalicelib.bootstrap import Container
from chalicelib.matches import expiry, repository, service
from chalicelib.matches.match import Caller
from chalicelib.players import accounts, tokens
from chalicelib.players.authentication import CredentialCache, authenticate
from infra.local import welcome

SWEEPS = 100
"""More than the bots need to play a match to its end."""


@pytest.fixture
def container(tmp_path: Path) -> Container:
    return _container(tmp_path)


def _container(folder: Path) -> Container:
    return bootstrap.build(settings.read({"SECRET": "A" * 43, "DATA": str(folder)}))


def _check(container: Container, made: welcome.First) -> None:
    env = container.env
    assert authenticate(env, made.token, CredentialCache(0)).player == made.player
    match = repository.load(env, made.match)
    assert (match.head.status, match.seat_of(made.player)) == ("running", 0)


def test_the_next_start_has_the_same(container: Container, tmp_path: Path) -> None:
    made = welcome.first(container, tmp_path)
    _check(container, made)
    assert welcome.first(container, tmp_path) == made


def test_a_deleted_account_is_followed_by_another(container: Container, tmp_path: Path) -> None:
    made = welcome.first(container, tmp_path)
    service.resign(container.env, made.match, Caller(made.player))
    accounts.delete_account(container.env, made.player)
    after = welcome.first(container, tmp_path)
    assert after.player != made.player
    _check(container, after)
    assert welcome.first(container, tmp_path) == after


def test_a_revoked_token_is_followed_by_another_of_the_same_account(container: Container, tmp_path: Path) -> None:
    made = welcome.first(container, tmp_path)
    for token in tokens.list_tokens(container.env, made.player):
        tokens.revoke_token(container.env, made.player, token.id)
    after = welcome.first(container, tmp_path)
    assert (after.player, after.match) == (made.player, made.match)
    _check(container, after)


def test_a_match_that_is_over_is_followed_by_another(container: Container, tmp_path: Path) -> None:
    made = welcome.first(container, tmp_path)
    service.resign(container.env, made.match, Caller(made.player))
    for _ in range(SWEEPS):
        expiry.sweep(container.env, lambda: True)
    assert repository.load(container.env, made.match).head.status == "over"
    after = welcome.first(container, tmp_path)
    assert (after.player, after.token) == (made.player, made.token)
    _check(container, after)


def test_a_match_that_was_left_is_followed_by_another(container: Container, tmp_path: Path) -> None:
    made = welcome.first(container, tmp_path)
    service.resign(container.env, made.match, Caller(made.player))
    after = welcome.first(container, tmp_path)
    assert (after.player, after.token, after.match == made.match) == (made.player, made.token, False)


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", "\udcff", '{"player": 1, "token": "a", "match": "b"}', "null"])
def test_a_note_that_cannot_be_read_is_written_anew(container: Container, tmp_path: Path, text: str) -> None:
    made = welcome.first(container, tmp_path)
    (tmp_path / "first.json").write_bytes(text.encode(errors="surrogateescape"))
    after = welcome.first(container, tmp_path)
    assert after.player == made.player
    _check(container, after)
    assert welcome.first(container, tmp_path) == after


def test_a_note_without_its_store_is_followed_by_another_account(container: Container, tmp_path: Path) -> None:
    folder, other = tmp_path, tmp_path / "other"
    made = welcome.first(container, folder)
    fresh = _container(other)
    (other / "first.json").write_bytes((folder / "first.json").read_bytes())
    after = welcome.first(fresh, other)
    assert after.player != made.player
    _check(fresh, after)
