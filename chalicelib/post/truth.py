"""Whether a notice still holds when its time comes: a notice that does not is dropped, and its delivery says so."""

from __future__ import annotations

from collections.abc import Callable

from chalicelib.matches.match import Match
from chalicelib.post.delivery import Notice
from chalicelib.rules import AnyGame


def holds(game: AnyGame, match: Match, notice: Notice) -> bool:
    """Whether the player still has to be told. Raises LookupError for a category there is not."""
    judge = _JUDGES[notice.category]
    return notice.seat < len(match.roster.seats) and judge(game, match, notice)


def is_to_move(game: AnyGame, match: Match, seat: int) -> bool:
    """Whether the seat owes a decision; one that is sealed can be changed but is not owed."""
    state = match.head.state
    if match.head.status != "running" or state is None:
        return False
    return seat in game.to_move(state) and game.sealed(state, seat) is None


def _your_turn(game: AnyGame, match: Match, notice: Notice) -> bool:
    """The very decision the notice is about is still open."""
    seat = notice.seat
    return _sits(game, match, notice) and match.head.opened[seat] == notice.n and is_to_move(game, match, seat)


def _sits(_: AnyGame, match: Match, notice: Notice) -> bool:
    seat = match.roster.seats[notice.seat]
    return seat.kind == "player" and seat.player == notice.player


def _begun(game: AnyGame, match: Match, notice: Notice) -> bool:
    return match.head.status == "running" and _sits(game, match, notice)


def _invited(_: AnyGame, match: Match, notice: Notice) -> bool:
    seat = match.roster.seats[notice.seat]
    return match.head.status == "waiting" and seat.kind == "reserved" and seat.player == notice.player


_JUDGES: dict[str, Callable[[AnyGame, Match, Notice], bool]] = {
    "your_turn": _your_turn,
    "reminder": _your_turn,
    "match_started": _begun,
    "match_ended": _sits,
    "invitation": _invited,
}
