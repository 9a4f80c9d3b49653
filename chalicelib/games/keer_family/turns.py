"""Whether a seat may do something now: decide, take back, leave."""

from __future__ import annotations

from collections.abc import Collection

from chalicelib.rules import MatchOverError, NothingToRetractError, NotToMoveError, Outcome


def require_running(outcome: Outcome | None) -> None:
    """Raises MatchOverError once there is an outcome."""
    if outcome is not None:
        raise MatchOverError("The match is over.", "over")


def require_to_move(outcome: Outcome | None, owing: Collection[int], seat: int) -> None:
    """Raises MatchOverError, and NotToMoveError for a seat that is not among those that owe a decision."""
    require_running(outcome)
    if seat not in owing:
        raise NotToMoveError("This seat has nothing to choose now.", "not_to_move")


def require_present(outcome: Outcome | None, departed: int, seats: int, seat: int) -> None:
    """Raises MatchOverError, and NotToMoveError for a seat that has left (its bit is set) or was never there."""
    require_running(outcome)
    if not 0 <= seat < seats or departed >> seat & 1:
        raise NotToMoveError("This seat is not in the match any more.", "departed")


def require_sealed(is_sealed: bool) -> None:
    """Raises NothingToRetractError where nothing is sealed."""
    if not is_sealed:
        raise NothingToRetractError("You have no choice here that could be taken back.", "nothing_sealed")
