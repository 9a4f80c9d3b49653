"""Refusals of the application.

MatchError
├── MatchNotFoundError       no such match, or not for this caller to know of
├── RecordNotFoundError      no such record
├── MessageNotFoundError     nobody said this at that table
├── PositionNotFoundError    a record does not go so far
├── AbsenceNotFoundError     no such absence was announced, or it is over
├── NotYourSeatError         the caller does not sit there
├── ForbiddenError           the caller may not do this here
├── InvalidMatchError        a match that cannot be set up as asked
├── StaleDecisionError       this n was used by something else, or is not the open decision's
├── OutOfTimeError           the decision's time was up
├── AlreadyRevealedError     the choice has been resolved and cannot be taken back
├── SeatTakenError           no seat is free for the caller
├── WrongStatusError         not possible before the start, or after it
├── OrderRefusedError        a standing order that is not taken here
├── InvalidRecordError       a record that is not what it says
├── MigrationRefusedError    a position that is not carried over to other rules
├── UnreadableMatchError     its rules are not here, though they were
└── BusyError                the store did not take the commit; nothing was changed that is not told
AlreadyStoredError           a write beside the match's own was there already
"""

from __future__ import annotations

from typing import ClassVar


class MatchError(Exception):
    """A refusal by the application: a stable `code` and a sentence for people."""

    code: ClassVar[str] = "conflict"

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class MatchNotFoundError(MatchError):
    """No such match, or one whose existence is private."""

    code = "not_found"

    def __init__(self, message: str = "There is no match here.") -> None:
        super().__init__(message)


class RecordNotFoundError(MatchError):
    """No record of this id was brought in, or not any more."""

    code = "not_found"

    def __init__(self, message: str = "There is no record here.") -> None:
        super().__init__(message)


class MessageNotFoundError(MatchError):
    """No message of this number was left at the table."""

    code = "not_found"

    def __init__(self, message: str = "There is no message of this number here.") -> None:
        super().__init__(message)


class AbsenceNotFoundError(MatchError):
    """No absence of this kind was announced that is not over."""

    code = "not_found"

    def __init__(self, message: str = "You have announced no such absence, or it is over.") -> None:
        super().__init__(message)


class PositionNotFoundError(MatchError):
    """The record has no position of this number."""

    code = "not_found"


class NotYourSeatError(MatchError):
    """The caller does not sit on this seat."""

    code = "not_your_seat"

    def __init__(self, message: str = "This is not your seat.") -> None:
        super().__init__(message)


class ForbiddenError(MatchError):
    """The caller may not do this in this match; `field` names what of the request is meant, where that is known."""

    code = "forbidden"

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field


class InvalidMatchError(MatchError):
    """A match that cannot be set up as asked; `field` names what of the request is meant, where that is known.

    `pattern` is the sentence before its `values` were put in, for readers of other languages.
    """

    code = "invalid_option"

    def __init__(self, pattern: str, field: str = "", **values: object) -> None:
        super().__init__(pattern.format(**values) if values else pattern)
        self.pattern = pattern
        self.values = values
        self.field = field


class StaleDecisionError(MatchError):
    """The n belongs to another submission, or to no open decision of this seat."""

    code = "stale_decision"


class OutOfTimeError(MatchError):
    """The time for this decision was up."""

    code = "out_of_time"


class AlreadyRevealedError(MatchError):
    """The choice has been resolved, so it cannot be taken back."""

    code = "already_revealed"


class SeatTakenError(MatchError):
    """There is no seat left for the caller."""

    code = "seat_taken"


class WrongStatusError(MatchError):
    """Not possible in the present status of the match."""

    code = "conflict"


class OrderRefusedError(MatchError):
    """A standing order that this game, or this match as it stands, does not take.

    `pattern` is the sentence before its `values` were put in, for readers of other languages.
    """

    code = "conflict"

    def __init__(self, pattern: str, **values: object) -> None:
        super().__init__(pattern.format(**values) if values else pattern)
        self.pattern = pattern
        self.values = values


_MOST_QUOTED = 200


def _short(value: object) -> str:
    """As much of what a record says as a refusal quotes."""
    text = str(value)
    return text if len(text) <= _MOST_QUOTED else f"{text[:_MOST_QUOTED]}..."


class InvalidRecordError(MatchError):
    """A record that does not hold together; `ply` is the first move that does not (0: what stands before them).

    `match` is the match that it is in, where that is one that the record goes on from, so many matches `behind` it ("",
    0: it is the record's own).

    `pattern` is the sentence before its `values` were put in, for readers of other languages.
    """

    code = "invalid_record"

    def __init__(self, pattern: str, ply: int = 0, **values: object) -> None:
        told = {name: _short(value) for name, value in values.items()}
        message = pattern.format(**told) if values else pattern
        super().__init__(f"Ply {ply}: {message}" if ply else message)
        self.pattern = pattern
        self.values = told
        self.ply = ply
        self.match = ""
        self.behind = 0

    def within(self, match: str) -> None:
        """Say that it is in the match of this id, which the record goes on from, or in one further back."""
        if not self.match:
            self.match = match
            self.message = f"In the match {_short(match)}, which this one goes on from: {self.message}"
            self.args = (self.message,)
        self.behind += 1


class MigrationRefusedError(MatchError):
    """The match cannot go on by the other rules from where it stands; it goes on by its own."""


class UnreadableMatchError(MatchError):
    """The match is played by rules that this service does not have, as after a rollback.

    Nothing is lost by it; `retry_after` is in seconds.
    """

    code = "unreadable"
    retry_after = 60


class BusyError(MatchError):
    """The store would not take the commit after several tries."""

    code = "unavailable"

    def __init__(self, message: str = "The service is busy. Nothing was changed; please try again.") -> None:
        super().__init__(message)


class AlreadyStoredError(Exception):
    """A write beside the match's own (an idempotency row) was there already."""
