"""Playing again, as the page of a match has it: the rematch there is, or one to be asked for, and the match before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from chalicelib.matches import reading, service
from chalicelib.matches.errors import ForbiddenError, MatchNotFoundError
from chalicelib.matches.match import Match
from chalicelib.site.act import Act, player_of
from chalicelib.site.table import Table


@dataclass(frozen=True, slots=True)
class Again:
    """The id of the rematch, "" where the visitor may see none; `sits`: they have a seat there.

    `asks`: the visitor may ask for one, or take the seat kept for them there, and `logs_in`: once logged in, perhaps.
    """

    rematch: str
    sits: bool
    asks: bool
    logs_in: bool


def again(table: Table) -> Again | None:
    """What there is to say of a rematch; None while the match goes on, and for those who only watched one without."""
    if table.status != "over":
        return None
    found, player = _seen(table, table.match.roster.rematch), table.visitor.player
    sits = found is not None and found.seat_of(player) is not None
    asks = table.is_own and not sits and not (found and _is_refused(table, found))
    logs_in = table.seat is not None and not player
    if found is None and not asks and not logs_in:
        return None
    return Again(found.id if found else "", sits, asks, logs_in)


def _is_refused(table: Table, rematch: Match) -> bool:
    """Whether the visitor would not be let sit down at the table of the rematch."""
    try:
        service.check_company(table.env, rematch, table.visitor.player)
    except ForbiddenError:
        return True
    return False


def match_before(table: Table) -> Match | None:
    """The match that this one is a rematch of, as far as the visitor may see it."""
    return _seen(table, table.match.roster.rematch_of)


def _seen(table: Table, match_id: str) -> Match | None:
    """A match that the visitor may see and that was not called off."""
    if not match_id:
        return None
    try:
        found = reading.visible(table.env, match_id, table.visitor.caller)
    except MatchNotFoundError:
        return None
    return None if found.head.status == "cancelled" else found


def _play_again(table: Table) -> str:
    found = service.rematch(table.env, player_of(table), table.match.id)
    return f"/m/{found.id}#now"


ACTS: Mapping[str, Act] = {"rematch": Act(_play_again)}
"""What the form of this part does."""
