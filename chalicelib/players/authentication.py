"""Who shows this credential: one read of the store by its hash, remembered for a short while."""

from __future__ import annotations

from dataclasses import dataclass, field

from chalicelib.players import credentials, repository
from chalicelib.players.errors import UnauthenticatedError
from chalicelib.players.ports import Env

CACHE_SECONDS = 30
_CACHED = 2_000


@dataclass(frozen=True, slots=True)
class Identity:
    """A player known by a credential: its `kind` ("token" or "session") and id."""

    player: str
    kind: str
    credential: str


@dataclass(slots=True)
class CredentialCache:
    """What this process has looked up lately; with 0 `seconds` nothing is remembered.

    A credential that was revoked elsewhere goes on being accepted here for that long.
    """

    seconds: int = CACHE_SECONDS
    _known: dict[str, tuple[int, Identity]] = field(default_factory=dict)

    def find(self, digest: str, now: int) -> Identity | None:
        """Whose it was, if that was looked up less than `seconds` ago."""
        until, identity = self._known.get(digest, (0, None))
        return identity if now < until else None

    def remember(self, digest: str, identity: Identity, now: int, expires: int) -> None:
        """Keep what was found, not longer than the credential lives (`expires`, 0: for ever)."""
        until = min(now + self.seconds, expires or now + self.seconds)
        if until > now:
            if len(self._known) >= _CACHED:
                self._known.clear()
            self._known[digest] = (until, identity)

    def forget(self, credential: str) -> None:
        """Look this credential up again next time."""
        self._known.pop(credentials.digest(credential), None)

    def forget_player(self, player: str) -> None:
        """Look everything of this player's up again next time."""
        for digest in [digest for digest, (_, identity) in list(self._known.items()) if identity.player == player]:
            self._known.pop(digest, None)


def authenticate(env: Env, credential: str, cache: CredentialCache) -> Identity:
    """The player who shows this API token or session secret. Raises UnauthenticatedError."""
    if not (credentials.is_api_token(credential) or credentials.is_opaque(credential)):
        raise UnauthenticatedError("This is not a credential of ours, or it was mistyped.")
    digest = credentials.digest(credential)
    now = env.clock.now()
    return cache.find(digest, now) or _look_up(env, digest, now, cache)


def _look_up(env: Env, digest: str, now: int, cache: CredentialCache) -> Identity:
    found = env.store.get(repository.secret_key(digest))
    if found is None or found.kind not in repository.CREDENTIALS:
        raise UnauthenticatedError("This credential is unknown, expired or revoked; please sign in again.")
    body = repository.CREDENTIALS[found.kind].body(found)
    identity = Identity(body["player"], found.kind, body["id"])
    cache.remember(digest, identity, now, found.expires)
    return identity
