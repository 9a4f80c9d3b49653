"""Around a running match, as its page has it: nudges, a draw, bots that stand in, and seats that are given away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from chalicelib.matches import pace, service
from chalicelib.matches.draw import voters
from chalicelib.matches.ending import present
from chalicelib.matches.errors import ForbiddenError
from chalicelib.matches.nudging import PATIENCE
from chalicelib.players import blocks
from chalicelib.players.errors import UnknownPlayerError
from chalicelib.site.act import Act, known, number, seat_of
from chalicelib.site.table import Table


@dataclass(frozen=True, slots=True)
class Nudge:
    """That the visitor may remind those who keep the table waiting, from that moment on (epoch seconds)."""

    since: int
    is_time: bool


@dataclass(frozen=True, slots=True)
class Draw:
    """The names of those who would have a draw, and of those whose word is still missing.

    `votes`: the visitor is asked, and `wants` one already.
    """

    offers: tuple[str, ...]
    missing: tuple[str, ...]
    votes: bool
    wants: bool


@dataclass(frozen=True, slots=True)
class StandIn:
    """The levels of the bots that can play for the visitor, and the one that does (0: none).

    `retired`: it does because the visitor missed too many deadlines in a row.
    """

    levels: tuple[int, ...]
    lent: int
    retired: bool


@dataclass(frozen=True, slots=True)
class Calls:
    """The seats for which somebody else can be looked for, and those for which somebody is.

    `own`: the visitor's can be given away, and is `wanted` already, `kept` for somebody. `others` are seats whose
    players did not come to play, by number and name, and `is_private`: the match is found by nobody.
    """

    own: bool
    wanted: bool
    kept: bool
    others: tuple[tuple[int, str], ...]
    is_private: bool


@dataclass(frozen=True, slots=True)
class FreeSeat:
    """A seat of a running match that somebody else can take over; `mine`: it is kept for the visitor.

    `deadline` is that of its open decision (epoch seconds; 0: it has none), `overdue` that it has passed, and `lent`
    that a bot plays there for now. `refused` says why the visitor cannot have it, in English; "" if they can.
    """

    seat: int
    name: str
    mine: bool
    deadline: int
    overdue: bool
    lent: bool
    refused: str


def _is_in_play(table: Table) -> bool:
    return table.status == "running" and table.seat is not None and not table.has_left


def nudge(table: Table) -> Nudge | None:
    """Whether there is anybody for the visitor to nudge, who keeps nobody waiting, and from when on."""
    if not _is_in_play(table) or table.seat in table.to_move:
        return None
    seats, now = table.match.roster.seats, table.env.clock.now()
    others = (seat for seat in table.to_move if seat != table.seat and seats[seat].kind == "player")
    here = [each for each in others if not seats[each].is_played_by_bot and not pace.absent_at(seats[each].away, now)]
    if not here:
        return None
    since = min(table.match.head.begun[seat] for seat in here) + PATIENCE
    return Nudge(since, since <= now) if since > now or not _is_apart(table, here) else None


def _is_apart(table: Table, others: Sequence[int]) -> bool:
    """Whether a block keeps the visitor's player apart from those on all of these seats."""
    seats = table.match.roster.seats
    players = {seats[seat].player for seat in others}
    own = seats[table.seat].player if table.seat is not None else ""
    return blocks.between(table.env, own, players) >= players


def draw(table: Table) -> Draw | None:
    """What there is to say of a draw; None for most who only watch."""
    if table.status != "running":
        return None
    asked, offers = voters(table.game, table.match), table.match.head.offers
    votes = table.seat in asked and len(asked) > 1
    if not votes and not offers:
        return None
    missing = tuple(table.names[seat] for seat in asked if seat not in offers)
    return Draw(tuple(table.names[seat] for seat in offers), missing, votes, table.seat in offers)


def stand_in(table: Table) -> StandIn | None:
    """Whether a bot plays for the visitor, or can; None where nobody else is there to play with."""
    if not _is_in_play(table) or table.seat is None:
        return None
    sitter = table.match.roster.seats[table.seat]
    if not sitter.lent and not set(present(table.game, table.match.roster, table.match.head.state)) - {table.seat}:
        return None
    return StandIn(tuple(table.game.levels), sitter.lent, sitter.retired)


def calls(table: Table) -> Calls | None:
    """What somebody at the table can give away; None for all others."""
    if table.status != "running" or table.seat is None:
        return None
    seats, own = enumerate(table.match.roster.seats), not table.has_left
    others = tuple(
        (place, table.names[place])
        for place, seat in seats
        if seat.retired and not seat.wanted and place != table.seat and place not in table.departed
    )
    if not own and not others:
        return None
    mine = table.match.roster.seats[table.seat]
    is_private = table.match.roster.visibility == "private"
    return Calls(own, own and mine.wanted, bool(mine.called), others, is_private)


def free_seats(table: Table) -> list[FreeSeat]:
    """The seats that somebody who does not sit here could take over."""
    if table.status != "running" or table.seat is not None:
        return []
    kept = table.match.called_for(table.visitor.player)
    seats = enumerate(table.match.roster.seats)
    free = [place for place, seat in seats if seat.wanted and (not seat.called or place == kept)]
    refused = _refused(table) if free and table.visitor.player else ""
    return [_free_seat(table, place, refused, mine=place == kept) for place in free]


def _free_seat(table: Table, place: int, refused: str, *, mine: bool) -> FreeSeat:
    seat, name = table.match.roster.seats[place], table.names[place]
    deadline = table.match.head.deadlines[place] if place in table.to_move else 0
    late = pace.overdue(deadline, table.env.clock.now())
    return FreeSeat(place, name, mine, deadline, late, bool(seat.lent), refused)


def _refused(table: Table) -> str:
    """Why the visitor cannot take a seat over here, as they would be told once they asked."""
    try:
        service.check_newcomer(table.env, table.match, table.visitor.player)
    except ForbiddenError as error:
        return error.message
    return ""


def _nudge(table: Table) -> str:
    seat_of(table)
    service.nudge(table.env, table.match.id, table.visitor.caller)
    return ""


def _offer(table: Table) -> str:
    seat_of(table)
    service.offer_draw(table.env, table.match.id, table.visitor.caller)
    return ""


def _decline(table: Table) -> str:
    seat_of(table)
    service.decline_draw(table.env, table.match.id, table.visitor.caller)
    return ""


def _lend(table: Table) -> str:
    seat_of(table)
    service.lend(table.env, table.match.id, table.visitor.caller, number(table, "level", 0))
    return ""


def _take_back(table: Table) -> str:
    seat_of(table)
    service.take_back(table.env, table.match.id, table.visitor.caller)
    return ""


def _call(table: Table) -> str:
    """Look for a substitute, for one's own seat where the form names none."""
    own, asked = seat_of(table), number(table, "seat", -1)
    seat = None if asked in (-1, own) else asked
    handle = table.visitor.form.get("handle", "").removeprefix("@")
    try:
        service.substitute(table.env, table.match.id, table.visitor.caller, seat, handle)
    except UnknownPlayerError as error:
        raise UnknownPlayerError("Nobody has this handle.") from error
    return ""


def _end_call(table: Table) -> str:
    seat_of(table)
    service.end_call(table.env, table.match.id, table.visitor.caller)
    return ""


def _take(table: Table) -> str:
    known(table)
    service.substitute(table.env, table.match.id, table.visitor.caller, number(table, "seat"))
    return ""


def _refuse(table: Table) -> str:
    known(table)
    service.end_call(table.env, table.match.id, table.visitor.caller, number(table, "seat"))
    return "/?done=leave"


ACTS: Mapping[str, Act] = {
    "nudge": Act(_nudge, told=True),
    "draw": Act(_offer, "draw"),
    "undraw": Act(_decline, "draw"),
    "lend": Act(_lend, "bot"),
    "back": Act(_take_back),
    "call": Act(_call, "substitute", "substitute", field="handle"),
    "uncall": Act(_end_call, "substitute", "substitute"),
    "take": Act(_take),
    "refuse": Act(_refuse),
}
"""What forms of a match do that runs, or has ended meanwhile."""
