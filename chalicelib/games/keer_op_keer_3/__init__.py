"""Keer op Keer 3: cross cells, finish rows, columns and colours, and be the first to turn over ten chips."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

from chalicelib.rules import Meta, Option

if TYPE_CHECKING:
    from chalicelib.games.keer_op_keer_3.game import KeerOpKeer3

    GAME: KeerOpKeer3

CHIPS_A_SEAT = 10
CHIPS = "2-2-2-4"
"""The chips of a seat: jokers, plus-or-minus-ones, six-dice symbols, blanks.

How many there are of each in the published game is not public; these are an assumption, so they are an option.
"""

DISTRIBUTIONS = tuple(
    "-".join(map(str, counts)) for counts in product(range(CHIPS_A_SEAT + 1), repeat=4) if sum(counts) == CHIPS_A_SEAT
)

SHAPE = f"four numbers that add up to {CHIPS_A_SEAT}, such as {CHIPS}"

META = Meta(
    key="keer-op-keer-3",
    name="Keer op Keer 3",
    seats=(1, 2, 3, 4, 5, 6),
    options=(Option("chips", "choice", CHIPS, choices=DISTRIBUTIONS, seats=(2, 3, 4, 5, 6), shape=SHAPE),),
    rules_version=1,
    plays_forced=True,
    levels=(1, 2),
    passes=True,
)


def __getattr__(name: str) -> Any:
    if name == "GAME":
        from chalicelib.games.keer_op_keer_3.game import KeerOpKeer3

        return KeerOpKeer3()
    raise AttributeError(name)
