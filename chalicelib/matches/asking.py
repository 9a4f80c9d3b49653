"""What a seat is asked to decide, in words, and an example of an answer."""

from __future__ import annotations

from typing import Any

from chalicelib.rules import AnyGame
from chalicelib.rules.asking import ASKED, TASK, asked_fact


def unsealed(game: AnyGame, state: Any, seat: int) -> Any:
    """The position in which this seat has still to decide what it has sealed, or the position itself."""
    return state if game.sealed(state, seat) is None else game.retract(state, seat)


def asked(game: AnyGame, state: Any, seat: int, language: str) -> str:
    """What a seat that owes a decision, or has sealed one, is asked; seats are named `@0`. "" without words for it."""
    return _said(game, state, seat, language, ASKED)


def task(game: AnyGame, state: Any, seat: int, language: str) -> str:
    """The same in the few words that a subject has room for; "" where nothing but the usual move is asked."""
    return _said(game, state, seat, language, TASK)


def _said(game: AnyGame, state: Any, seat: int, language: str, kind: str) -> str:
    try:
        return game.say(asked_fact(game.decision(unsealed(game, state, seat), seat), kind), language)
    except LookupError:
        return ""
