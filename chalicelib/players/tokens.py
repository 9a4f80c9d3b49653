"""API tokens: made, listed and revoked by their player; the secret is shown once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chalicelib.players import credentials, repository
from chalicelib.players.errors import TokenLimitError, UnknownTokenError
from chalicelib.players.ports import Absent, ConditionFailedError, Delete, Env, Present, Put, Write
from chalicelib.players.profile import clean_name
from chalicelib.players.repository import Credential

MAX_TOKENS = 25
"""API tokens a player may hold at a time."""


@dataclass(frozen=True, slots=True)
class NewToken:
    """An API token just made; `secret` is not to be had again."""

    secret: str
    credential: Credential


def create_token(env: Env, player: str, label: str = "", also: Sequence[Write] = (), token: str = "") -> NewToken:
    """Make an API token; `also` is written in the same commit, `token` is its id ("": a fresh one).

    Raises InvalidProfileError (a label is like a name), TokenLimitError, UnknownPlayerError (deleted by now),
    ConditionFailedError (of `also`).
    """
    name = clean_name(label) if label else ""
    if len(list_tokens(env, player)) >= MAX_TOKENS:
        raise TokenLimitError(f"You have {MAX_TOKENS} tokens already; revoke one first.")
    secret = credentials.new_api_token(env.ids)
    digest, now = credentials.digest(secret), env.clock.now()
    made = Credential("token", token or env.ids.name(12), player, digest, name, now)
    repository.commit_for(env, player, [*(Put(row, Absent()) for row in made.rows()), *also])
    return NewToken(secret, made)


def list_tokens(env: Env, player: str) -> tuple[Credential, ...]:
    """The player's API tokens, oldest first; sessions are not among them."""
    partition, prefix = repository.listing_key(player, "")
    rows = env.store.query(partition, prefix=prefix, consistent=True).items
    found = [repository.listed(row) for row in rows if row.kind == "token"]
    return tuple(sorted(found, key=lambda token: (token.created, token.id)))


def revoke_token(env: Env, player: str, token: str) -> None:
    """Make an API token worthless (within the 30 s that authentication may be remembered). Raises UnknownTokenError."""
    row = env.store.get(repository.listing_key(player, token))
    if row is None or row.kind != "token":
        raise UnknownTokenError("You have no API token of this id.")
    secret = repository.secret_key(repository.listed(row).digest)
    try:
        repository.commit(env, [Delete(row.key, Present()), Delete(secret)], env.ids.name(20))
    except ConditionFailedError:
        raise UnknownTokenError("You have no API token of this id.") from None
