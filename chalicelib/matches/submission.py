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
from chalicelib.rules import AnyGame, MalformedMoveError, RuleError

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
    _check_names(game, submission)
    try:
        move = adapter(game.Move).validate_json(json.dumps(submission), strict=True)
    except (ValidationError, ValueError) as error:
        raise MalformedMoveError(f"This is not a move of {game.name}: {_first(error)}", "fields") from error
    return _as_text_has_it(game, state, seat, move)


def _check_names(game: AnyGame, submission: Submission) -> None:
    """Refuse what has other names than a move of the game. Raises MalformedMoveError."""
    known = {field.name for field in fields(game.Move)}
    strange = sorted(str(name) for name in submission if name not in known)
    if submission and not strange:
        return
    what = f"It has no {strange[0][:40]!r}." if strange else "It is empty."
    if "text" in strange:
        what = "Send `text` alone, or a move without it."
    if "move" in strange:
        what = "Of what the list of legal moves has, send the content of `move`, or `text`, alone."
    raise MalformedMoveError(f"This is not a move of {game.name}. {what}", "fields")


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


def _as_text_has_it(game: AnyGame, state: Any, seat: int, move: Any) -> Any:
    """The move as the notation reads its text, so that JSON means what that text would mean.

    A move whose text does not tell all of it stays as it is. Raises MalformedMoveError, AmbiguousMoveError.
    """
    text = game.format(move)
    read = game.parse(state, seat, text, "en")
    return move if game.format(read) == text else read


def _first(error: Exception) -> str:
    if isinstance(error, ValidationError):
        found = error.errors(include_url=False, include_input=False)[0]
        return f"{'.'.join(str(part) for part in found['loc'])}: {found['msg']}."
    return "it cannot be read."
