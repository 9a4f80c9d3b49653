"""What a match that is over came to, in words: what a lone player has reached, or what decided it."""

from __future__ import annotations

from chalicelib.rules import AnyGame, Outcome
from chalicelib.rules.asking import verdict_fact


def verdict(game: AnyGame, outcome: Outcome | None, language: str) -> str:
    """A sentence or two on the outcome beside who won; "" where the game has no words for it."""
    fact = verdict_fact(outcome) if outcome is not None else None
    if fact is None:
        return ""
    try:
        return game.say(fact, language)
    except LookupError:
        return ""
