"""Whether a notice still holds when its time comes: a notice that does not is dropped, and its delivery says so."""

from __future__ import annotations

from collections.abc import Callable

from chalicelib.matches import pace, repository
from chalicelib.matches.departed import has_left
from chalicelib.matches.events import LogRow
from chalicelib.matches.match import Match
from chalicelib.players.ports import Env
from chalicelib.post import happenings, occasions
from chalicelib.post.delivery import Notice
from chalicelib.rules import AnyGame


def holds(env: Env, match: Match, notice: Notice) -> bool:
    """Whether the player still has to be told. Raises LookupError for a category there is not, StoreError."""
    judge = _JUDGES[notice.category]
    return notice.seat < len(match.roster.seats) and judge(env, match, notice)


def is_to_move(game: AnyGame, match: Match, seat: int) -> bool:
    """Whether the seat owes a decision; one that is sealed can be changed but is not owed."""
    state = match.head.state
    if match.head.status != "running" or state is None:
        return False
    return seat in game.to_move(state) and game.sealed(state, seat) is None


def _sits(match: Match, notice: Notice) -> bool:
    seat = match.roster.seats[notice.seat]
    return seat.kind == "player" and seat.player == notice.player


def _plays(match: Match, notice: Notice) -> bool:
    """Whether the player sits in a match that runs."""
    return match.head.status == "running" and _sits(match, notice)


def _asked(env: Env, match: Match, notice: Notice) -> bool:
    """The very decision the notice is about is still open, and its player is who has to take it."""
    seat, game = notice.seat, repository.rules(env, match.roster)
    is_mine = _sits(match, notice) and not match.roster.seats[seat].is_played_by_bot
    return is_mine and match.head.opened[seat] == notice.n and is_to_move(game, match, seat)


def _begun(_: Env, match: Match, notice: Notice) -> bool:
    return _plays(match, notice)


def _ended(_: Env, match: Match, notice: Notice) -> bool:
    return match.head.status == "over" and _sits(match, notice)


def _invited(_: Env, match: Match, notice: Notice) -> bool:
    """The seat is still kept for the player: at a table that waits, or one of a running match that is given away."""
    seat = match.roster.seats[notice.seat]
    if match.head.status == "waiting":
        return seat.kind == "reserved" and seat.player == notice.player
    return match.head.status == "running" and seat.wanted and seat.called == notice.player


def _timed_out(env: Env, match: Match, notice: Notice) -> bool:
    """The player still sits there, and has not taken the seat back already."""
    row = occasions.row_of(env, match, notice) if _plays(match, notice) else None
    if row is None:
        return False
    return row.kind != "retired" or row.text == "resign" or match.roster.seats[notice.seat].lent > 0


def _changed(env: Env, match: Match, notice: Notice) -> bool:
    """What was done with a seat has not been undone, and the reader is at the table, or has just lost this seat."""
    if match.head.status not in ("waiting", "running"):
        return False
    row = occasions.row_of(env, match, notice)
    if row is None:
        return False
    if lost_it(match, notice):
        return True
    if not _sits(match, notice) or not _stands(env, match, row):
        return False
    return not occasions.is_told_again(env, match, row, notice.player)


def lost_it(match: Match, notice: Notice) -> bool:
    """Whether the notice tells its player that somebody else has taken over their seat."""
    found = match.roster.handed_over(notice.seat, notice.n)
    return found is not None and (found.version, found.player) == (notice.n, notice.player)


def _stands(env: Env, match: Match, row: LogRow) -> bool:
    seat = match.roster.seats[row.seat]
    if row.kind == "vacated":
        return match.head.status == "waiting" and seat.kind != "player"
    if match.roster.handed_over(row.seat, row.version + 1):
        return False
    match row.kind:
        case "retired":
            return row.text == "resign" or seat.lent > 0
        case "lent":
            return seat.lent > 0
        case "returned":
            return not seat.lent and not _has_left(env, match, row.seat)
        case "wanted":
            return seat.wanted == bool(row.text)
    return row.kind == "substituted"


def _has_left(env: Env, match: Match, seat: int) -> bool:
    return has_left(repository.rules(env, match.roster), match, seat)


def _away(env: Env, match: Match, notice: Notice) -> bool:
    """The absence is still announced and not over; or nobody is away of whom it says that they are back."""
    row = occasions.row_of(env, match, notice) if _plays(match, notice) else None
    if row is None or row.kind != "away" or _has_left(env, match, row.seat):
        return False
    return _is_away(env, match, row) and not occasions.is_told_again(env, match, row, notice.player)


def _is_away(env: Env, match: Match, row: LogRow) -> bool:
    away, now, period = match.roster.seats[row.seat].away, env.clock.now(), happenings.period(row.text)
    return not pace.absent_at(away, now) if period is None else period in away and period[1] > now


def _draw_offered(_: Env, match: Match, notice: Notice) -> bool:
    """A draw is still offered, and the player has not answered."""
    is_asked = _plays(match, notice) and not match.roster.seats[notice.seat].retired
    return is_asked and bool(match.head.offers) and notice.seat not in match.head.offers


def _talked(env: Env, match: Match, notice: Notice) -> bool:
    """Something that was said is still there to be read, by somebody who has not answered, nor blocked who said it."""
    return _sits(match, notice) and bool(occasions.heard(env, match, notice))


def _called_off(_: Env, match: Match, notice: Notice) -> bool:
    seat = match.roster.seats[notice.seat]
    is_there = seat.kind in ("player", "reserved") and seat.player == notice.player
    return match.head.status == "cancelled" and is_there


_JUDGES: dict[str, Callable[[Env, Match, Notice], bool]] = {
    "your_turn": _asked,
    "reminder": _asked,
    "nudge": _asked,
    "match_started": _begun,
    "match_ended": _ended,
    "invitation": _invited,
    "timed_out": _timed_out,
    "seat_changed": _changed,
    "away": _away,
    "draw_offered": _draw_offered,
    "message": _talked,
    "called_off": _called_off,
}
