"""Long runs of matches with all that people do in them: what is stored is what the log leads to, at every stage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from chalicelib import games
from tests.admin import busy, plays
from tests.admin.desk import flaws
from tests.matches.desk import Desk
from tests.soak.found import BrokenLawError, Scale

MATCHES = 100
"""A game and seat count; half of them are looked at in the middle."""
_FIRST = 1_000_000
"""Far from the numbers of the tests, so that the long run sees other matches."""
_MIDDLE = 50
"""Rounds after which the others are looked at, at most."""
_ROUNDS = (30, 80, 150, 300)
"""After so many rounds busy tables are looked at, if they have not ended."""


def soak_verified(scale: Scale) -> Iterator[str]:
    """Matches at random, with choices taken back, time that runs out and giving up, all verify."""
    for key in scale.games():
        seen, number = Counter[str](), 0
        for seats in games.meta(key).seats:
            for lot in range(_FIRST, _FIRST + scale.of(MATCHES)):
                desk = Desk()
                plays.play(desk, key, seats, lot, seen=seen, stop=plays.ROUNDS if lot % 2 else lot % _MIDDLE + 1)
                number += 1
                if found := flaws(desk.env):
                    raise BrokenLawError(f"{key}, {seats} seats, {lot}: {found}")
        yield f"{key}: {number} matches stored as their logs lead to ({_told(seen)})"


def soak_busy_tables(scale: Scale) -> Iterator[str]:
    """Matches with time that passes and all that happens around a table: absences, outages, talk, people who go."""
    for key in scale.games():
        seen, number = Counter[str](), 0
        for seats in (each for each in games.meta(key).seats if each > 1):
            for lot in range(_FIRST, _FIRST + scale.of(MATCHES)):
                desk = busy.play(key, seats, lot, _ROUNDS[lot % len(_ROUNDS)], seen)
                number += 1
                if found := flaws(desk.env):
                    raise BrokenLawError(f"{key}, {seats} seats, {lot}: {found}")
        yield f"{key}: {number} busy tables stored as their logs lead to ({_told(seen)})"


def _told(seen: Counter[str]) -> str:
    return ", ".join(f"{what} {count}" for what, count in seen.most_common())
