"""How long a match of the family is: how many dice a roll has, how many rolls there are, what a lone player reaches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from chalicelib.games.keer_family.board import InvalidSheetError
from chalicelib.games.keer_family.dice import roll_dice
from chalicelib.rules import Chance


@dataclass(frozen=True, slots=True)
class Course:
    """Dice of each sort and limits; `level_from` are the sums where levels 2, 3 ... of a solo match begin."""

    dice: int
    free_rolls: int
    roll_limit: int
    solo_dice: int
    solo_rolls: int
    level_from: tuple[int, ...]

    def last_roll(self, seats: int) -> int:
        """The number of the roll after which the match ends whatever happens."""
        return self.roll_limit if seats > 1 else self.solo_rolls

    def roll(self, seats: int, chance: Chance) -> str:
        """The dice of one roll."""
        return roll_dice(self.dice if seats > 1 else self.solo_dice, chance)

    def is_led(self, roll: int, seats: int) -> bool:
        """Whether the active seat chooses before the others in the roll with this number, and openly."""
        return roll > self.free_rolls and seats > 1

    def level(self, reached: int) -> int:
        """The level of a solo match, from 1 up."""
        return 1 + sum(reached >= least for least in self.level_from)


def read_course(data: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a Course from a game's figures. Raises InvalidSheetError where levels are out of order."""
    solo = data["solo"]
    if list(solo["level_from"]) != sorted(set(solo["level_from"])):
        raise InvalidSheetError("levels begin at ascending points")
    found = {key: data[key] for key in ("dice", "free_rolls", "roll_limit")}
    return {**found, "solo_dice": solo["dice"], "solo_rolls": solo["rolls"], "level_from": tuple(solo["level_from"])}
