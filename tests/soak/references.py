"""Long runs of the Keer op Keer family beside its references: rolls from made-up positions, every step compared."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator

from tests.games.keer_op_keer import made_up as first_made_up
from tests.games.keer_op_keer_3 import books, made_up
from tests.soak.found import Scale

ROLLS = 20_000
_FIRST = 1_000_000
"""Far from the numbers of the tests, so that the long run sees other positions."""


def soak_rolls(scale: Scale) -> Iterator[str]:
    """The game and its reference list the same moves, and come to the same sheets, dice, ends and winners."""
    numbers = range(_FIRST, _FIRST + scale.of(ROLLS))
    for key, run in (("keer-op-keer", _keer_op_keer), ("keer-op-keer-3", _keer_op_keer_3)):
        if key in scale.games():
            yield f"{key}: {len(numbers)} rolls alike, and {run(numbers)}"


def _keer_op_keer(numbers: range) -> str:
    looked = sum(first_made_up.play_roll(number, first_made_up.position(number))[1] for number in numbers)
    return f"{looked} lists of moves"


def _keer_op_keer_3(numbers: range) -> str:
    seen = Counter[str]()
    for number in numbers:
        phase, pair = made_up.position(number)
        before = copy.deepcopy(pair.match)
        pair, looked = made_up.play_roll(number, pair, phase == "twins")
        books.assert_balanced(before, pair.match, pair.state.last)
        seen += looked
    return f"{seen.total()} lists of moves ({', '.join(f'{kind} {count}' for kind, count in seen.most_common())})"
