"""What a player submits: a move as JSON or as text, and how the same submission is known again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from pydantic import ValidationError

from chalicelib.matches.events import LogRow
from chalicelib.matches.repository import adapter
from chalicelib.rules import AmbiguousMoveError, AnyGame, MalformedMoveError, RuleError

Submission = Mapping[str, Any]
"""A move of the game as JSON, or {"text": ...} in its notation."""

LONGEST = 2000
"""Characters of the longest submission, written as JSON, that is handed to a game."""

LARGEST = 10**6
"""No whole number of a move is further from 0: a game may write a move out before it judges it."""


def fingerprint(submission: Submission) -> str:
    """16 hex characters that tell one body from another; the order of its fields does not count."""
    body = json.dumps(submission, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(body.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def same(game: AnyGame, state: Any, row: LogRow, submission: Submission, mark: str, language: str) -> bool:
    """Whether a stored submission is this one: the same body, or the same canonical text.

    A text is read in today's position, since the one it was meant for is gone; where that does not say what it means,
    only its letters count.
    """
    if row.print == mark:
        return True
    text = submission.get("text")
    if isinstance(text, str) and " ".join(text.split()).casefold() == row.text.casefold():
        return True
    try:
        return bool(game.format(read(game, state, row.seat, submission, language)) == row.text)
    except RuleError:
        return False


def read(game: AnyGame, state: Any, seat: int, submission: Submission, language: str) -> Any:
    """The move that is meant. Raises MalformedMoveError, AmbiguousMoveError."""
    _check_size(submission)
    if set(submission) == {"text"}:
        text = submission["text"]
        if not isinstance(text, str):
            raise MalformedMoveError("The text of a move must be a string.", "text")
        return game.parse(state, seat, text, language)
    known = {field.name for field in fields(game.Move)}
    strange = sorted(str(name) for name in submission if name not in known)
    if strange or not submission:
        what = f"It has no {strange[0][:40]!r}." if strange else "It is empty."
        raise MalformedMoveError(f"This is not a move of {game.name}. {what}", "fields")
    try:
        move = adapter(game.Move).validate_json(json.dumps(submission), strict=True)
    except (ValidationError, ValueError) as error:
        raise MalformedMoveError(f"This is not a move of {game.name}: {_first(error)}", "fields") from error
    _well_formed(game, state, seat, move)
    return move


def _check_size(submission: Submission) -> None:
    """Keep what is out of all proportion from the game. Raises MalformedMoveError."""
    if len(json.dumps(submission, ensure_ascii=False)) > LONGEST:
        raise MalformedMoveError("This is too long for a move.", "too_long")
    waiting: list[Any] = [submission]
    while waiting:
        value = waiting.pop()
        if isinstance(value, Mapping):
            waiting += value.values()
        elif isinstance(value, list | tuple):
            waiting += value
        elif isinstance(value, int) and abs(value) > LARGEST:
            raise MalformedMoveError(f"Numbers of a move lie between -{LARGEST} and {LARGEST}.", "number_too_large")


def _well_formed(game: AnyGame, state: Any, seat: int, move: Any) -> None:
    """Let the notation judge whether JSON names things the game has, as it does for text. Raises MalformedMoveError."""
    try:
        game.parse(state, seat, game.format(move), "en")
    except AmbiguousMoveError:
        return  # well formed; what is meant stands in the JSON


def _first(error: Exception) -> str:
    if isinstance(error, ValidationError):
        found = error.errors(include_url=False, include_input=False)[0]
        return f"{'.'.join(str(part) for part in found['loc'])}: {found['msg']}."
    return "it cannot be read."
