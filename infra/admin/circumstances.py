"""What a match was set up with, and who sits in it: held against what else is known of that."""

from __future__ import annotations

from chalicelib.matches import options, pace, record_file, records, repository
from chalicelib.matches.departed import has_left
from chalicelib.matches.errors import RecordNotFoundError, UnreadableMatchError
from chalicelib.matches.events import Kind
from chalicelib.matches.match import Seat
from chalicelib.matches.origin import ORIGIN, cut, origin_key
from chalicelib.matches.record_form import Record
from chalicelib.players.ports import NewerFormatError
from chalicelib.players.profile import is_guest
from chalicelib.players.repository import profile_key
from chalicelib.rules import InvalidOptionError
from infra.admin.flaws import Sheet, equal, failed

SLACK = 60
"""Seconds that may lie between the time a match has as its own and that of its first row: a clock is asked twice."""


def check(sheet: Sheet) -> None:
    """Raises FlawError."""
    _check_options(sheet)
    _check_frame(sheet)
    _check_times(sheet)
    for number, seat in enumerate(sheet.match.roster.seats):
        _check_seat(sheet, f"seats.{number}", seat)
        _check_nonce(sheet, f"seats.{number}", seat)
    _check_origin(sheet)
    _check_lists(sheet)


def _check_options(sheet: Sheet) -> None:
    """All options of the game stand there, those too that are as they mostly are: the record has them."""
    roster = sheet.match.roster
    try:
        meta = sheet.env.games.meta(roster.game, roster.rules_version)
        expected = options.checked(meta, len(roster.seats), roster.options)
    except InvalidOptionError as error:
        raise failed(None, f"options.{error.reason}", "the game has no such setting", dict(roster.options)) from error
    equal(None, "options", "they are not all those of the game", dict(roster.options), expected)


def _check_frame(sheet: Sheet) -> None:
    """The log begins with how the match came to be, which is told once, as are its start and that it was called off."""
    head, kinds = sheet.match.head, [row.kind for row in sheet.rows]
    if not kinds or kinds[0] not in ("created", "started"):
        raise failed(None, "log", "it does not begin with how the match came to be", kinds[:1])
    wanted: dict[Kind, int] = {
        "created": int(kinds[0] == "created"),
        "started": int(head.state is not None),
        "cancelled": int(head.status == "cancelled"),
    }
    for kind, times in wanted.items():
        equal(None, f"log.{kind}", "it does not go with the status", kinds.count(kind), times)


def _check_times(sheet: Sheet) -> None:
    """Times rise along the log, and begin with when the match was set up."""
    roster, head, before = sheet.match.roster, sheet.match.head, 0
    for row in sheet.rows:
        name = repository.log_key(sheet.match.id, row.n, row.seat).sort
        if row.at < before:
            raise failed(None, f"{name}.at", "it lies before that of the row before it", row.at, before)
        before = row.at
    first = sheet.rows[0].at if sheet.rows else roster.created
    if not roster.created <= first <= roster.created + SLACK:
        raise failed(None, "created", "it is not when the log begins", roster.created, first)
    if head.status == "waiting":
        equal(0, "due", "it is not called off in time", head.due, pace.unstarted(roster.created))
    if head.status == "cancelled":
        equal(0, "ended", "it is not when the log says", head.ended, before)


def _check_seat(sheet: Sheet, field: str, seat: Seat) -> None:
    """Whoever sits there is somebody; nobody is awaited any more once the match has begun."""
    begun, levels = sheet.match.head.state is not None, sheet.game.levels
    if begun and seat.kind not in ("player", "bot"):
        raise failed(None, f"{field}.kind", "all seats are taken in a match that has begun", seat.kind)
    is_known = seat.kind in ("player", "reserved")
    equal(None, f"{field}.player", "it does not go with the kind of the seat", bool(seat.player), is_known)
    if seat.level not in ((*levels, 0) if seat.kind == "player" and begun else levels if seat.kind == "bot" else (0,)):
        raise failed(None, f"{field}.level", "it does not go with the kind of the seat", seat.level)
    sits = [each.player for each in sheet.match.roster.seats if seat.player and each.player == seat.player]
    equal(None, f"{field}.player", "nobody sits on two seats of one match", len(sits), int(is_known))


def _check_nonce(sheet: Sheet, field: str, seat: Seat) -> None:
    """A share of the dice was set by somebody who sits there, before the start, and after those of a lower version."""
    start = next((row for row in sheet.rows if row.kind == "started"), None)
    last, until = (start.version, start.at) if start else (sheet.match.head.version, sheet.env.clock.now())
    why = "it does not go with the nonce"
    if seat.nonce and seat.kind != "player":
        raise failed(None, f"{field}.nonce", "only a player can have set it", seat.nonce)
    equal(None, f"{field}.nonce_at", why, bool(seat.nonce_at), bool(seat.nonce_version))
    if not seat.nonce:
        equal(None, f"{field}.nonce_at", why, seat.nonce_at, 0)
    if seat.nonce_at and not sheet.match.roster.created - SLACK <= seat.nonce_at <= until + SLACK:
        raise failed(None, f"{field}.nonce_at", "it was not before the start", seat.nonce_at, until)
    if not 0 <= seat.nonce_version <= last:
        raise failed(None, f"{field}.nonce_version", "it was not before the start", seat.nonce_version, last)
    for other in sheet.match.roster.seats:
        if other is not seat and other.nonce_version and _is_after(other, seat):
            raise failed(None, f"{field}.nonce_at", "the shares were not set in this order", seat.nonce_at)


def _is_after(other: Seat, seat: Seat) -> bool:
    """Whether one was set at the same commit as the other, or at an earlier one but later."""
    if other.nonce_version == seat.nonce_version:
        return True
    return other.nonce_version < seat.nonce_version and other.nonce_at > seat.nonce_at + SLACK


def _check_origin(sheet: Sheet) -> None:
    """What the roster says the match goes on from is what lies beside it."""
    origin, item = sheet.match.roster.origin, sheet.items.get(origin_key(sheet.match.id))
    equal(None, "origin", "it does not go with what lies beside the match", origin is None, item is None)
    if origin is None or item is None:
        return
    told = record_file.unpacked(ORIGIN.body(item))
    why = "it is not that of what lies beside the match"
    equal(None, "origin.ply", why, origin.ply, len(told.moves))
    equal(None, "origin.name", why, origin.name, told.name)
    if origin.kind == "match":
        equal(None, "origin.id", why, origin.id, told.match)
    elif origin.id == told.match or not _may_be_cut_from(_kept(sheet, origin.id), told):
        raise failed(None, "origin.id", why, origin.id)


def _may_be_cut_from(whole: Record | None, told: Record) -> bool:
    return whole is None or cut(whole, len(told.moves)) == told


def _kept(sheet: Sheet, name: str) -> Record | None:
    """The record of this id; None where it was taken back, or is not to be read, which is told where it stands."""
    try:
        return records.kept(sheet.env, name)
    except (RecordNotFoundError, UnreadableMatchError, NewerFormatError):
        return None


def _check_lists(sheet: Sheet) -> None:
    """Whoever sits there has the match on their list."""
    match, store = sheet.match, sheet.env.store
    players = {seat.player: number for number, seat in enumerate(match.roster.seats) if _has_list(seat)}
    if not players:
        return
    rows = store.get_many([repository.seat_key(player, match.id) for player in players], consistent=True)
    for player, number in players.items():
        row, expected = rows.get(repository.seat_key(player, match.id)), repository.seat_row(player, match).item
        if row is None:
            if _is_missed(sheet, number):
                raise failed(None, f"seats.{number}.player", "the match is not on the list of this player", player)
            continue
        equal(None, f"seats.{number}.list", "the list of the player has something else", dict(row.body), expected.body)
        equal(None, f"seats.{number}.list.expires", "it vanishes, and is to stay", row.expires, 0)


def _has_list(seat: Seat) -> bool:
    return bool(seat.player) and not is_guest(seat.player)


def _is_missed(sheet: Sheet, number: int) -> bool:
    """Whether a row that is not there should be: with an account its matches go, but for those that wait for it."""
    match, seat = sheet.match, sheet.match.roster.seats[number]
    head = sheet.env.store.get(repository.head_key(match.id))
    if head is None or head.version != match.head.version:
        return False  # somebody may have left the seat meanwhile
    if sheet.env.store.get(profile_key(seat.player)) is not None:
        return True
    if match.head.status == "waiting":
        return True
    return match.head.status == "running" and not seat.is_played_by_bot and not has_left(sheet.game, match, number)
