"""Who may have the notices of a whole match called to an address of theirs, such as the channel of a club."""

from __future__ import annotations

from chalicelib.matches.errors import ForbiddenError
from chalicelib.matches.match import Caller, Match
from chalicelib.matches.reading import may_see, visible
from chalicelib.players.ports import Env


def may_attach(match: Match, player: str) -> bool:
    """Whether this player may attach webhooks to the match: who sits there, and who created it."""
    sits = match.seat_of(player) is not None
    return sits or (player == match.roster.creator and may_see(match, Caller(player)))


def check_attaching(env: Env, match_id: str, caller: Caller) -> None:
    """Raises MatchNotFoundError (for those who may not see it, too), ForbiddenError."""
    if not may_attach(visible(env, match_id, caller), caller.player):
        raise ForbiddenError("Only who sits in a match, or has created it, can attach a webhook to it.")
