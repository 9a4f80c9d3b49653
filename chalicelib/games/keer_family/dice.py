"""The dice on the table as one string, colour faces before number faces: "gy*31*" (solo four characters)."""

from __future__ import annotations

from chalicelib.games.keer_family.board import COLOUR_FACES, NUMBER_FACES
from chalicelib.rules import Chance


def roll_dice(count: int, chance: Chance) -> str:
    """So many colour dice, then so many number dice."""
    faces = [chance.roll(COLOUR_FACES) for _ in range(count)]
    faces += [chance.roll(NUMBER_FACES) for _ in range(count)]
    return "".join(faces)


def halves(dice: str) -> tuple[str, str]:
    """The colour faces and the number faces."""
    half = len(dice) // 2
    return dice[:half], dice[half:]


def without(dice: str, colour_face: str, number_face: str) -> tuple[str, str]:
    """The colour faces and the number faces that are left when one of each is taken."""
    colours, numbers = halves(dice)
    return colours.replace(colour_face, "", 1), numbers.replace(number_face, "", 1)


def next_active(active: int, departed: int, seats: int) -> int:
    """The next seat clockwise that is still in the match."""
    following = (active + 1) % seats
    while departed >> following & 1:
        following = (following + 1) % seats
    return following
