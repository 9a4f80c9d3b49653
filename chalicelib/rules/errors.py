"""Refusals of the rules.

RuleError
├── InvalidOptionError      an option, or a number of seats, the game does not have
├── MalformedMoveError      the text or JSON is not a move of this game at all
├── AmbiguousMoveError      the text fits several legal moves
├── IllegalMoveError        a well-formed move that the rules refuse
├── NotToMoveError          the seat owes no decision now
├── MatchOverError          the match has its outcome
├── NothingToRetractError   the seat has no sealed choice to take back
└── NotCarriedOverError     a position that newer rules have no counterpart for
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chalicelib.rules.game import Option


class RuleError(Exception):
    """A refusal by the rules: a stable `reason` word and a sentence for people."""

    def __init__(self, message: str, reason: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.reason = reason


class InvalidOptionError(RuleError):
    """An option value, or a number of seats, that the game does not offer.

    `option` is the one that is meant, where it is known, and `seats` how many seats it was to hold for: of these a
    reader of another language is told the reason.
    """

    def __init__(self, message: str, reason: str = "", option: Option | None = None, seats: int = 0) -> None:
        super().__init__(message, reason)
        self.option = option
        self.seats = seats


class MalformedMoveError(RuleError):
    """What was given is not a move of this game."""


class AmbiguousMoveError(RuleError):
    """The text fits several legal moves; `candidates` holds their canonical texts."""

    def __init__(self, message: str, candidates: tuple[str, ...]) -> None:
        super().__init__(message, "ambiguous")
        self.candidates = candidates


class IllegalMoveError(RuleError):
    """A well-formed move that the rules refuse; `reason` names the rule.

    `candidates` holds the canonical texts of the legal moves, where a game lists them.
    """

    def __init__(self, message: str, reason: str = "", candidates: tuple[str, ...] = ()) -> None:
        super().__init__(message, reason)
        self.candidates = candidates


class NotToMoveError(RuleError):
    """The seat owes no decision in this position."""


class MatchOverError(RuleError):
    """The match has ended; nothing more can be decided."""


class NothingToRetractError(RuleError):
    """The seat has no sealed choice that could be taken back."""


class NotCarriedOverError(RuleError):
    """The position has no counterpart under another version of the rules."""
