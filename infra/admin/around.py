"""What is no move, worked out anew from its row of the log: bots that stand in, substitutes, offers of a draw."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from chalicelib.matches import draw, retiring, standing_in, substitution
from chalicelib.matches.ending import TEXTS
from chalicelib.matches.events import LogRow
from chalicelib.matches.match import Handover, Match, Roster, Seat
from chalicelib.matches.turn import Turn
from infra.admin.flaws import Sheet, equal

_FIELDS = ("level", "lent", "retired", "wanted", "called", "player")
_WHY = "the log, played again, tells something else"


def seats_before(sheet: Sheet) -> tuple[Seat, ...]:
    """The seats as the match began with them."""
    roster, gone = sheet.match.roster, {row.seat for row in sheet.rows if row.kind in ("resigned", "retired")}
    found = []
    for number, seat in enumerate(roster.seats):
        level = 0 if number in gone else seat.level
        player = next((each.player for each in roster.handovers if each.seat == number), seat.player)
        found.append(replace(seat, level=level, player=player, lent=0, retired=False, wanted=False, called=""))
    return tuple(found)


def done(sheet: Sheet, turn: Turn, row: LogRow) -> tuple[int, str] | None:
    """Do what a row tells; the n that it bears then and its text. None where it is about something else."""
    work = _WORK.get(row.kind)
    return None if work is None else work(sheet, turn, row)


def goes_on(row: LogRow) -> bool:
    """Whether the match went on by itself after what a row tells: not where it was about no open decision."""
    is_still = row.text != "resign" if row.kind == "retired" else row.kind in _WORK
    return row.n < row.version or not is_still


def _lent(_: Sheet, turn: Turn, row: LogRow) -> tuple[int, str]:
    n = _decision(turn, row)
    turn.lend(row.seat, int(row.text))
    return n, str(turn.match.roster.seats[row.seat].lent)


def _returned(_: Sheet, turn: Turn, row: LogRow) -> tuple[int, str]:
    n = _decision(turn, row)
    standing_in.return_to(turn, row.seat)
    return n, ""


def _retired(_: Sheet, turn: Turn, row: LogRow) -> tuple[int, str]:
    n = _decision(turn, row)
    return n, retiring.take(turn, row.seat)[1]


def _wanted(_: Sheet, turn: Turn, row: LogRow) -> tuple[int, str]:
    turn.sit(row.seat, wanted=row.text != substitution.WITHDRAWN, called=row.print)
    return turn.version, row.text


def _substituted(sheet: Sheet, turn: Turn, row: LogRow) -> tuple[int, str]:
    n = _decision(turn, row)
    name = substitution.change_of(sheet.match, row)[1]
    newcomer = replace(sheet.match.roster.seats[row.seat], player=row.print, name=name, level=0, lent=0)
    substitution.sit_down(turn, row.seat, replace(newcomer, retired=False, wanted=False, called=""))
    return n, ""


def _offered(_: Sheet, turn: Turn, row: LogRow) -> tuple[int, str]:
    accepts = bool(turn.offers) and row.text == draw.ACCEPTED  # older rows do not tell this from an offer
    return turn.version, TEXTS["agreed"] if draw.put(turn, row.seat) else draw.ACCEPTED if accepts else ""


def _declined(_: Sheet, turn: Turn, row: LogRow) -> tuple[int, str]:
    return turn.version, draw.drop(turn, row.seat)


def _decision(turn: Turn, row: LogRow) -> int:
    return turn.opened[row.seat] or turn.version


_WORK: dict[str, Callable[[Sheet, Turn, LogRow], tuple[int, str]]] = {
    "lent": _lent,
    "returned": _returned,
    "retired": _retired,
    "wanted": _wanted,
    "substituted": _substituted,
    "offered": _offered,
    "agreed": _offered,
    "declined": _declined,
}


def check_roster(told: Roster, match: Match) -> None:
    """Hold who sits where, and who sat there before, against what the log leads to. Raises FlawError."""
    ply = match.head.ply
    for number, (seat, expected) in enumerate(zip(match.roster.seats, told.seats, strict=True)):
        for field in _FIELDS:
            equal(ply, f"seats.{number}.{field}", _WHY, getattr(seat, field), getattr(expected, field))
    equal(
        ply,
        "handovers",
        _WHY,
        [_place(each) for each in match.roster.handovers],
        [_place(each) for each in told.handovers],
    )


def _place(handover: Handover) -> tuple[int, int, str, int]:
    return handover.ply, handover.seat, handover.player, handover.version
