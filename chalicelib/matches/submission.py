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
from chalicelib.rules import AnyGame, MalformedMoveError

Submission = Mapping[str, Any]
"""A move of the game as JSON, or {"text": ...} in its notation."""


def fingerprint(submission: Submission) -> str:
    """16 hex characters that tell one body from another; the order of its fields does not count."""
    body = json.dumps(submission, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(body.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def same(row: LogRow, submission: Submission, mark: str) -> bool:
    """Whether a stored submission is this one: the same body, or the same canonical text."""
    text = submission.get("text")
    typed = " ".join(text.split()).casefold() if isinstance(text, str) else ""
    return row.print == mark or bool(row.text and typed == row.text.casefold())


def read(game: AnyGame, state: Any, seat: int, submission: Submission, language: str) -> Any:
    """The move that is meant. Raises MalformedMoveError, AmbiguousMoveError."""
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
        return adapter(game.Move).validate_json(json.dumps(submission), strict=True)
    except (ValidationError, ValueError) as error:
        raise MalformedMoveError(f"This is not a move of {game.name}: {_first(error)}", "fields") from error


def _first(error: Exception) -> str:
    if isinstance(error, ValidationError):
        found = error.errors(include_url=False, include_input=False)[0]
        return f"{'.'.join(str(part) for part in found['loc'])}: {found['msg']}."
    return "it cannot be read."
