"""Sequence Dice: put chips on a board of 36 squares by the total of two dice; five in one line win."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from chalicelib.rules import Meta, Option

if TYPE_CHECKING:
    from chalicelib.games.sequence_dice.game import SequenceDice

    GAME: SequenceDice

META = Meta(
    key="sequence-dice",
    name="Sequence Dice",
    seats=(2, 3, 4),
    options=(
        # one option; three sides have one length to choose, and may say so
        Option("line_length", "choice", 5, choices=(5, 6), seats=(2, 4)),
        Option("line_length", "choice", 5, choices=(5,), seats=(3,)),
    ),
    rules_version=1,
    plays_forced=True,
    levels=(1, 2),
)


def __getattr__(name: str) -> Any:
    if name == "GAME":
        from chalicelib.games.sequence_dice.game import SequenceDice

        return SequenceDice()
    raise AttributeError(name)
