"""What a match that is over came to, in words: what a lone player has reached, or what decided it."""

from __future__ import annotations

from collections.abc import Mapping

from chalicelib.rules import AnyGame, OptionValue, Outcome
from chalicelib.rules.asking import verdict_fact


def is_shared(game: AnyGame, outcome: Outcome | None, options: Mapping[str, OptionValue], seats: int) -> bool:
    """Whether several sides of a table with so many seats share the first place."""
    winners = set(outcome.winners) if outcome else set[int]()
    return sum(not winners.isdisjoint(side) for side in game.sides(seats, options)) > 1


def verdict(game: AnyGame, outcome: Outcome | None, language: str) -> str:
    """A sentence or two on the outcome beside who won; "" where the game has no words for it."""
    fact = verdict_fact(outcome) if outcome is not None else None
    if fact is None:
        return ""
    try:
        return game.say(fact, language)
    except LookupError:
        return ""
