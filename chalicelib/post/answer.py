"""What became of a mail that somebody answered one of ours with, as the receipt tells it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from chalicelib.matches.errors import MatchError
from chalicelib.players.errors import PlayerError
from chalicelib.rules import (
    AmbiguousMoveError,
    IllegalMoveError,
    MalformedMoveError,
    MatchOverError,
    NothingToRetractError,
    NotToMoveError,
    RuleError,
)

Kind = Literal[
    "played",
    "sealed",
    "retracted",
    "resigned",
    "confirm",
    "said",
    "help",
    "stopped",
    "refused",
    "unread",
    "expired",
]
Said = Literal["", "said", "refused"]

MOST_CANDIDATES = 12
LONGEST_WHY = 600
"""Characters of a refusal that are told."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of it.

    `text` is the canonical text of what was played, or the line that nothing could be made of; `n` the decision that
    was meant. Of a refusal `code` says which kind, `why` is its sentence in English, `reason` the game's word for it,
    `candidates` the moves that could have been meant. `talk` is what became of what was to be said, `talk_why` why not.
    """

    kind: Kind
    text: str = ""
    n: int = 0
    code: str = ""
    why: str = ""
    reason: str = ""
    candidates: tuple[str, ...] = ()
    talk: Said = ""
    talk_why: str = ""

    def body(self) -> dict[str, Any]:
        """What of it is stored or sent on; what is empty is left out."""
        return {name: value for name, value in asdict(self).items() if value}


def read(body: Mapping[str, Any]) -> Answer:
    """The answer that a body holds."""
    return Answer(**{**body, "candidates": tuple(body.get("candidates", ()))})


def refused(error: MatchError | RuleError | PlayerError, text: str, n: int) -> Answer:
    """Why a move was not played, or another request not met."""
    return Answer(
        "refused",
        text,
        n,
        code=code_of(error),
        why=error.message[:LONGEST_WHY],
        reason=str(getattr(error, "reason", "")),
        candidates=tuple(getattr(error, "candidates", ()))[:MOST_CANDIDATES],
    )


def code_of(error: Exception) -> str:
    """The stable word for a refusal."""
    if isinstance(error, MatchError):
        return error.code
    for kind, code in _CODES.items():
        if isinstance(error, kind):
            return code
    return "conflict"


_CODES: dict[type[Exception], str] = {
    MalformedMoveError: "malformed_move",
    AmbiguousMoveError: "ambiguous_move",
    IllegalMoveError: "illegal_move",
    NotToMoveError: "not_to_move",
    MatchOverError: "match_over",
    NothingToRetractError: "nothing_to_retract",
}
