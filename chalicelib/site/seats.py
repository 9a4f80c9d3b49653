"""Who sits at the table: whose turn it is and until when, what is left of their time, and who plays in their place."""

from __future__ import annotations

from dataclasses import dataclass

from chalicelib.matches import pace
from chalicelib.matches.match import Seat
from chalicelib.matches.pace import Away
from chalicelib.matches.time_bank import time_bank
from chalicelib.players.profile import is_guest
from chalicelib.site.table import Table


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One place at the table; `deadline` is epoch seconds while it owes a decision, else 0.

    `left`: whoever sat there gave up, and `bot_plays` that a bot plays on in such a seat. `lent` is the level of a bot
    that plays there for now (0: none), because the player was `retired` or wished so. `wanted`: somebody is looked for
    to take the seat over, who is chosen already if it is `kept`. `bank` has the seconds of the time bank that are left
    (None: there is none) and `banked` when an open decision begins to use them (epoch seconds, else 0), `away` the
    absence that has begun or comes next, `misses` the deadlines missed in a row.
    """

    seat: int
    name: str
    kind: str
    level: int
    is_mine: bool
    is_guest: bool
    owes: bool
    deadline: int
    overdue: bool
    left: bool
    bot_plays: bool
    lent: int
    retired: bool
    wanted: bool
    kept: bool
    bank: int | None
    banked: int
    misses: int
    away: Away | None
    is_away: bool


def seat_lines(table: Table) -> list[SeatLine]:
    """Every place at the table."""
    return [_line(table, number, seat) for number, seat in enumerate(table.match.roster.seats)]


def _line(table: Table, number: int, seat: Seat) -> SeatLine:
    now, head, runs = table.env.clock.now(), table.match.head, table.status == "running"
    owes, left = number in table.to_move, number in table.departed
    deadline = head.deadlines[number] if owes else 0
    away = next((each for each in seat.away if each[1] > now), None) if table.status in ("waiting", "running") else None
    plays = runs and seat.kind == "player" and not seat.is_played_by_bot and not left
    bank = time_bank(table.match, number, now) if plays else None
    return SeatLine(
        seat=number,
        name=table.names[number],
        kind=seat.kind,
        level=seat.level,
        is_mine=number == table.seat,
        is_guest=is_guest(seat.player),
        owes=owes,
        deadline=deadline,
        overdue=pace.overdue(deadline, now),
        left=left,
        bot_plays=left and runs and seat.is_played_by_bot and seat.kind == "player",
        lent=seat.lent if runs else 0,
        retired=seat.retired,
        wanted=seat.wanted and runs,
        kept=bool(seat.called),
        bank=bank.left if bank else None,
        banked=bank.since if bank and owes else 0,
        misses=head.misses[number] if plays and head.misses else 0,
        away=away,
        is_away=away is not None and away[0] <= now,
    )
