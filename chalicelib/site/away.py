"""Being away in one match, as its page has it: from when until when, by the clock on the visitor's wall."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from chalicelib.matches import absence, service
from chalicelib.matches.errors import InvalidMatchError
from chalicelib.matches.pace import Away, merged
from chalicelib.site.act import Act, seat_of
from chalicelib.site.table import Table
from chalicelib.site.wall import shown_now, typed_moment


@dataclass(frozen=True, slots=True)
class AwayPart:
    """The visitor's absences in this match that are not over; times are epoch seconds.

    `here` were announced for this match alone, `everywhere` for all of the player's. `days` a year the match allows,
    `left` of them in this one. `zone` is what the form's times are meant in, `now` what the wall shows there.
    """

    here: tuple[Away, ...]
    everywhere: tuple[Away, ...]
    days: int
    left: int
    zone: str
    now: str


def away_part(table: Table) -> AwayPart | None:
    """What the visitor can say of being away; None for those who only watch, have left, or play no more."""
    if table.seat is None or table.has_left or table.status not in ("waiting", "running"):
        return None
    roster, now = table.match.roster, table.env.clock.now()
    sitter, cap = roster.seats[table.seat], roster.pace.absence_days
    here = tuple(each for each in sitter.apart if each[1] > now)
    elsewhere = (each for each in sitter.away if each[1] > now)
    everywhere = tuple(each for each in elsewhere if not any(_is_within(each, other) for other in here))
    left = absence.days_left(merged((*sitter.away, *sitter.apart)), cap, sitter.zone, now)
    return AwayPart(here, everywhere, cap, left, table.visitor.zone.key, shown_now(table.visitor))


def _is_within(away: Away, other: Away) -> bool:
    return other[0] <= away[0] and away[1] <= other[1]


def _announce(table: Table) -> str:
    seat_of(table)
    since, until = typed_moment(table.visitor, "from"), typed_moment(table.visitor, "until")
    if not until:
        raise InvalidMatchError("Say until when you are away.", "until")
    service.announce_here(table.env, table.match.id, since, until, table.visitor.caller)
    return ""


def _return(table: Table) -> str:
    seat_of(table)
    service.return_here(table.env, table.match.id, table.visitor.caller)
    return ""


ACTS: Mapping[str, Act] = {"away": Act(_announce, "away", "away"), "here": Act(_return, "away", "away")}
"""What the forms of this part do."""
