"""The rows beside the log, which owe notices and tell nothing else: held against the match as it was then."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, replace
from typing import NamedTuple

from chalicelib.matches import nudging, repository
from chalicelib.matches.events import TABLE, Category, Kind, LogRow, Owed
from chalicelib.matches.joining import DECLINED, GONE, LEFT
from chalicelib.matches.listeners import GATHERED
from chalicelib.matches.match import Match
from chalicelib.matches.talk import Message
from infra.admin.circumstances import SLACK
from infra.admin.flaws import Sheet, equal, failed

_AFTER = "after-"
"""What the name of a row begins with that owes an invitation by mail because another one was answered."""
_EMPTY = "such a row tells nothing"
_OWED = "it is not what such a row owes"


class _Sort(NamedTuple):
    """What rows of a kind owe, what their key says they are about, and at what status of the match they are made."""

    owes: Category
    about: str
    status: str


_SORTS: Mapping[Kind, _Sort] = {
    "reminded": _Sort("reminder", "reminded", "running"),
    "nudged": _Sort("nudge", nudging.ABOUT, "running"),
    "talked": _Sort("message", "talk", ""),
    "invited": _Sort("invitation", "invited", "waiting"),
    "vacated": _Sort("seat_changed", "vacated", "waiting"),
}


def is_commit(row: LogRow) -> bool:
    """Whether the match has a version that was made with this row: none by talk, nor by what another match freed."""
    return row.kind != "talked" and row.version > 0


def check(sheet: Sheet) -> None:
    """Hold every row against what it can be, and what was said at the table against the rows. Raises FlawError."""
    made, seen = {row.version for row in sheet.rows}, set[int]()
    for sort, row in sheet.beside:
        _check_sort(sort, row)
        if is_commit(row) and row.version in made | seen:
            raise failed(None, f"{sort}.version", "another row was made with this version", row.version)
        seen |= {row.version} if is_commit(row) else set()
        _check_moment(sheet, sort, row)
        _CHECKS[row.kind](sheet, sort, row)
    _check_talk(sheet)


def _check_sort(sort: str, row: LogRow) -> None:
    """It is of a kind that stands here, under its name, and has nothing that only the log tells."""
    about = _SORTS.get(row.kind)
    if about is None:
        raise failed(None, f"{sort}.kind", "rows of this kind stand in the log", row.kind)
    if sort.split("#")[-1] != about.about and not _is_freed(sort, row):
        raise failed(None, f"{sort}.kind", "its key says that it is about something else", row.kind)
    bare = LogRow(row.at, row.version, row.n, row.seat, row.kind, owed=row.owed)
    if row.kind == "vacated":
        bare = replace(bare, text=row.text, print=row.print)
    for field in (each.name for each in fields(LogRow)):
        if getattr(row, field) != getattr(bare, field):
            raise failed(None, f"{sort}.{field}", _EMPTY, getattr(row, field))
    if not row.owed or any(each.category != about.owes for each in row.owed):
        raise failed(None, f"{sort}.owed", _OWED, [each.category for each in row.owed], [about.owes])


def _is_freed(sort: str, row: LogRow) -> bool:
    """Whether it owes an invitation that had to wait for the answer to another one, and is about no version."""
    return row.kind == "invited" and sort.split("#")[-1].startswith(_AFTER)


def _check_moment(sheet: Sheet, sort: str, row: LogRow) -> None:
    """It lies between the rows beside it, by its version and by its time."""
    version, is_freed = row.version, _is_freed(sort, row)
    if row.kind != "talked":
        equal(None, f"{sort}.n", "it is not the version that was made with it", row.n, version)
    if is_freed != (version == 0) or not 0 <= version <= sheet.match.head.version:
        raise failed(None, f"{sort}.version", "the match has no such version", version, sheet.match.head.version)
    earliest, latest = sheet.match.roster.created, sheet.env.clock.now()
    if not is_freed:
        earliest = max((each.at for each in sheet.rows if each.version <= version), default=earliest)
        latest = min((each.at for each in sheet.rows if each.version > version), default=latest)
    if not earliest - SLACK <= row.at <= latest + SLACK:
        raise failed(None, f"{sort}.at", "it does not lie between the rows beside it", row.at, [earliest, latest])
    if (status := _SORTS[row.kind].status) and not is_freed and status_at(sheet, version) != status:
        raise failed(None, f"{sort}.version", "no such row is made of a match as it was then", version)


def status_at(sheet: Sheet, version: int) -> str:
    """What the match was after the commit of this version: waiting, running, or ended."""
    kinds = [row.kind for row in sheet.rows if row.version <= version]
    has_ended = sheet.match.head.status in ("over", "cancelled") and len(kinds) == len(sheet.rows)
    return "ended" if has_ended else "running" if "started" in kinds else "waiting"


def sitter(match: Match, seat: int, version: int) -> str:
    """Who sat there, in a match that had begun, after the commit of this version."""
    before = match.roster.handed_over(seat, version + 1)
    return before.player if before else match.roster.seats[seat].player


def _check_decisions(sheet: Sheet, sort: str, row: LogRow) -> None:
    """It is about decisions of people who sat there then; whether those were open is known when all is told anew."""
    seats = [owed.seat for owed in row.owed]
    if seats != sorted(set(seats)):
        raise failed(None, f"{sort}.owed", "each seat is told once, in the order of seats", seats)
    if (row.seat == TABLE) != (row.kind == "reminded") or row.seat in seats:
        raise failed(None, f"{sort}.seat", "no such row is made by this seat", row.seat)
    if row.seat != TABLE:
        _check_seat(sheet, f"{sort}.seat", row.seat)
    for place, owed in enumerate(row.owed):
        _check_seat(sheet, f"{sort}.owed.{place}.seat", owed.seat)
        told = sitter(sheet.match, owed.seat, row.version)
        equal(None, f"{sort}.owed.{place}.player", "somebody else sat there", owed.player, told)
        if owed.after and (row.kind == "reminded" or owed.after <= row.at):
            raise failed(None, f"{sort}.owed.{place}.after", _OWED, owed.after)


def _check_seat(sheet: Sheet, field: str, seat: int) -> None:
    seats = sheet.match.roster.seats
    if not 0 <= seat < len(seats) or seats[seat].kind != "player":
        raise failed(None, field, "no player sits there", seat)


def _check_invited(sheet: Sheet, sort: str, row: LogRow) -> None:
    """One who is invited is told, of the seat that the row is about."""
    del sheet
    (player, *_) = [owed.player for owed in row.owed]
    _equal_owed(sort, row, [Owed("invitation", row.seat, player, row.n)])
    if row.seat < 0 or not player:
        raise failed(None, f"{sort}.owed", _OWED, [row.seat, player])


def _check_vacated(sheet: Sheet, sort: str, row: LogRow) -> None:
    """Whoever set the match up is told that somebody else has gone."""
    creator, seats = sheet.match.roster.creator, len(sheet.match.roster.seats)
    (seat, *_) = [owed.seat for owed in row.owed]
    _equal_owed(sort, row, [Owed("seat_changed", seat, creator, row.version)])
    if row.text not in (LEFT, DECLINED, GONE) or row.print in ("", creator):
        raise failed(None, f"{sort}.text", "nobody goes so", [row.text, row.print])
    if seat == row.seat or not {seat, row.seat} <= set(range(seats)):
        raise failed(None, f"{sort}.seat", "there is no such place beside that of whoever is told", row.seat)


def _equal_owed(sort: str, row: LogRow, expected: Iterable[Owed]) -> None:
    equal(None, f"{sort}.owed", _OWED, [_plain(each) for each in row.owed], [_plain(each) for each in expected])


def _plain(owed: Owed) -> list[str | int]:
    return [owed.category, owed.seat, owed.player, owed.n, owed.after]


def _check_talked(sheet: Sheet, sort: str, row: LogRow) -> None:
    """It is about a message, made by its author just then, and each is told at their own place at the table."""
    messages = _messages(sheet)
    found = messages.get(row.n)
    if found is None:
        raise failed(None, f"{sort}.n", "there is no such message", row.n)
    equal(None, f"{sort}.at", "it is not when the message was written", row.at, found.at)
    equal(None, f"{sort}.seat", "the author sat elsewhere", row.seat, TABLE if found.seat is None else found.seat)
    told = {owed.player: (owed.n, owed.after) for owed in row.owed}
    expected = {player: (row.n, until) for player, until in _fresh(messages, found).items()}
    if told != expected or len(told) != len(row.owed):
        raise failed(None, f"{sort}.owed", "others were waiting to be told", told, expected)
    if status_at(sheet, row.version) == "waiting":
        return  # seats may have changed without a trace
    for place, owed in enumerate(row.owed):
        _check_seat(sheet, f"{sort}.owed.{place}.seat", owed.seat)
        there = sitter(sheet.match, owed.seat, row.version)
        equal(None, f"{sort}.owed.{place}.player", "somebody else sat there", owed.player, there)


def _messages(sheet: Sheet) -> dict[int, Message]:
    return {message.number: message for message in sheet.talk}


def _fresh(messages: Mapping[int, Message], message: Message) -> dict[str, int]:
    """Whom no notice waited for before this message, and until when theirs does."""
    before = messages.get(message.number - 1)
    known = before.pending if before else {}
    return {player: until for player, until in message.pending.items() if known.get(player) != until}


def _check_talk(sheet: Sheet) -> None:
    """Messages have numbers one after the other, and whoever is to be told of one has a row that owes it."""
    messages, told = _messages(sheet), {row.n for _, row in sheet.beside if row.kind == "talked"}
    numbers = [*range(1, len(messages) + 1)]
    equal(None, "T#", "the numbers of what was said are not one after the other", [*messages], numbers)
    for number, message in messages.items():
        fresh = _fresh(messages, message)
        if any(until != message.at + GATHERED for until in fresh.values()):
            raise failed(None, f"T#{number:08d}.pending", "nobody waits so long to be told", fresh)
        if fresh and number not in told:
            raise failed(None, f"T#{number:08d}", "no row owes the notice of it", number)


_CHECKS: Mapping[Kind, Callable[[Sheet, str, LogRow], None]] = {
    "reminded": _check_decisions,
    "nudged": _check_decisions,
    "talked": _check_talked,
    "invited": _check_invited,
    "vacated": _check_vacated,
}


def check_open(sheet: Sheet, match: Match, row: LogRow) -> None:
    """Hold whom a row reminds against the decisions that were open then, as `match` was. Raises FlawError."""
    name = repository.notice_key(match.id, row.n, row.seat, _SORTS[row.kind].about).sort
    head, game = match.head, repository.rules(sheet.env, match.roster)
    owing = game.to_move(head.state)
    for place, owed in enumerate(row.owed):
        where = f"{name}.owed.{place}"
        if owed.seat not in owing or match.roster.seats[owed.seat].is_played_by_bot:
            raise failed(head.ply, f"{where}.seat", "nobody was waited for there", owed.seat, list(owing))
        equal(head.ply, f"{where}.n", "the decision was open by another n", owed.n, head.opened[owed.seat])
