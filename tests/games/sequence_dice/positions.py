"""Positions set up by hand, for tests: chips by name, everything else as it is in the middle of a match."""

from __future__ import annotations

from collections.abc import Sequence

from chalicelib.games.sequence_dice.board import INDEX, SQUARES
from chalicelib.games.sequence_dice.game import SequenceDice
from chalicelib.games.sequence_dice.state import Move, Play, State
from chalicelib.rules import Chance

GAME = SequenceDice()
CORNERS = "a1 f1 a6 f6"
CENTRE = "c3 d3 c4 d4"


def mask(squares: str) -> int:
    """The mask of squares given by name."""
    return sum(1 << INDEX[square] for square in set(squares.split()))


def position(
    *chips: str,
    dice: str = "34",
    seats: int = 0,
    active: int = 0,
    turn: int = 9,
    rolls: int = 1,
    length: int = 5,
    resigned: int = 0,
    last: Sequence[Sequence[Play]] = (),
    starts: tuple[tuple[str, ...], ...] = (),
) -> State:
    """A position with these chips, one string of squares a side; as many seats as sides if nothing else is said."""
    count = seats or len(chips)
    played = tuple(map(tuple, last)) or ((),) * count
    held = tuple(map(mask, chips))
    return State(count, length, active, turn, rolls, dice, held, played, starts, resigned)


def full(own: str, *, sides: int = 2) -> tuple[str, ...]:
    """A full board: these squares for the first side, all others dealt to the other sides so that no line is made."""
    squares = [square for square in SQUARES if square not in own.split()]
    others = [
        " ".join(square for place, square in enumerate(squares) if place % (sides - 1) == each)
        for each in range(sides - 1)
    ]
    return (own, *others)


def move(text: str) -> Move:
    """The move with this canonical text, read without the code under test."""
    if text == "-":
        return Move("none")
    return Move("take", text[1:]) if text.startswith("x") else Move("place", text)


def chance(ply: int = 1, seed: bytes = b"seed") -> Chance:
    """Dice nobody looks at."""
    return Chance(seed, (), ply)


def play(state: State, *texts: str) -> State:
    """The position after these moves of whoever is active."""
    for text in texts:
        state = GAME.apply_move(state, state.active, move(text), chance())
    return state


def texts(state: State, seat: int | None = None) -> list[str]:
    """The canonical texts of the seat's legal moves; the active seat's if none is given."""
    return [GAME.format(each) for each in GAME.legal_moves(state, state.active if seat is None else seat)]


def chips(state: State, side: int) -> set[str]:
    """The squares that hold the side's chips."""
    return {square for square, index in INDEX.items() if state.chips[side] >> index & 1}
