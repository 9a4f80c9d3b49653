"""Links to join by: whoever has one sees a match that waits, a private one too, and may take an open seat of it.

A link is signed, not stored; the roster knows its number. A new link raises that, and the one before opens nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from chalicelib.matches import repository
from chalicelib.matches.commit import attempt, commit
from chalicelib.matches.errors import ForbiddenError, MatchNotFoundError
from chalicelib.matches.joining import check_waiting
from chalicelib.matches.match import Caller, JoinLink, Match
from chalicelib.matches.reading import visible
from chalicelib.players import signed
from chalicelib.players.ports import Env, Write

_PURPOSE = b"turnpost/join-link/1"


def join_token(env: Env, match: Match) -> str:
    """What the match's link to join by bears in the query (`?join=`); "" where there is none."""
    roster = match.roster
    return signed.sign(env, _PURPOSE, f"{roster.id}.{roster.link}") if roster.is_linked else ""


def read_join_token(env: Env, token: str) -> JoinLink | None:
    """What a token stands for; its number is still to be compared. None for any other text."""
    payload = signed.read(env, _PURPOSE, token)
    if payload is None:
        return None
    match_id, _, number = payload.partition(".")
    return JoinLink(match_id, int(number))


def own_match(env: Env, player: str, match_id: str) -> Match:
    """A match that waits and that this player has set up.

    Raises MatchNotFoundError, ForbiddenError (somebody else has), WrongStatusError.
    """
    match = visible(env, match_id, Caller(player))
    if match.roster.creator != player:
        raise ForbiddenError("Only whoever set the match up can do this.")
    check_waiting(match, "The match waits for nobody any more.")
    return match


def my_link(env: Env, player: str, match_id: str) -> str:
    """The token of the link to join by of one's own match.

    Raises MatchNotFoundError (of the match or of a link), ForbiddenError, WrongStatusError.
    """
    token = join_token(env, own_match(env, player, match_id))
    if not token:
        raise MatchNotFoundError("This match has no link to join by.")
    return token


def make_link(env: Env, player: str, match_id: str, also: Sequence[Write] = ()) -> Match:
    """Give one's own match a link to join by; the one before is good for nothing then.

    Raises MatchNotFoundError, ForbiddenError, WrongStatusError, BusyError.
    """
    return _numbered(env, player, match_id, also, on=True)


def revoke_link(env: Env, player: str, match_id: str, also: Sequence[Write] = ()) -> Match:
    """Take the link to join by of one's own match back; without one nothing changes.

    Raises MatchNotFoundError, ForbiddenError, WrongStatusError, BusyError.
    """
    return _numbered(env, player, match_id, also, on=False)


def _numbered(env: Env, player: str, match_id: str, also: Sequence[Write], *, on: bool) -> Match:
    tried: list[int] = []

    def work() -> Match:
        match = own_match(env, player, match_id)
        before = match.roster.link
        if not (on or match.roster.is_linked):
            return match
        roster = replace(match.roster, link=abs(before) + 1 if on else -before)
        head = replace(match.head, version=match.head.version + 1)
        tried.append(roster.link)
        commit(env, repository.writes(match, head, None, roster=roster), also)
        return Match(roster, head)

    def lost() -> Match | None:
        match = repository.load(env, match_id)
        return match if tried and match.roster.link == tried[-1] else None

    return attempt(env, work, lost)
