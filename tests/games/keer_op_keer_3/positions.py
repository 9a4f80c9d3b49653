"""Positions set up by hand, for tests: cells by name, everything else as it is at the beginning of a match."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

from chalicelib.games.keer_op_keer_3.board import GOALS, INDEX
from chalicelib.games.keer_op_keer_3.game import KeerOpKeer3
from chalicelib.games.keer_op_keer_3.state import Chip, Move, State
from chalicelib.rules import Chance, Fact, IllegalMoveError

GAME = KeerOpKeer3()
CHIPS = "!16.!16..."
ROWS = "PQRSTUV"

BOARD = """
r r o b y y r o o o r y y y y
b y o b b y y y b b r y y g g
g y y b o b b b b r r r b b g
y b b o o o o r r g o o o b b
y g g g g g o r g g g b o o b
o o r y g r g g y g b b r r o
o o r r r r g g y y y g g r r
"""
"""The printed sheet once more, as one sees it."""

DIAMONDS = "AR BU CS DQ EP FU GS HR IT JV KP LQ MU NT OU"


def mask(cells: str) -> int:
    """The mask of cells given by name."""
    return sum(1 << INDEX[cell] for cell in set(cells.split()))


def column(letter: str, but: str = "") -> str:
    """The cells of a column, by name, without those of some rows."""
    return " ".join(letter + row for row in ROWS if row not in but)


def row(letter: str, but: str = "") -> str:
    """The cells of a row, by name, without those of some columns."""
    return " ".join(each + letter for each in "ABCDEFGHIJKLMNO" if each not in but)


def coloured(letter: str, but: str = "") -> str:
    """All cells of a colour, by name, without some."""
    lines = [line.split() for line in BOARD.split("\n") if line]
    found = ["ABCDEFGHIJKLMNO"[c] + ROWS[r] for r in range(7) for c in range(15) if lines[r][c] == letter]
    return " ".join(cell for cell in found if cell not in but.split())


def everything(but: str = "") -> str:
    """All cells, by name, without some."""
    return " ".join(cell for cell in INDEX if cell not in but.split())


def goals(*names: str) -> int:
    """The bits of goals given as "column A", "line 2" ..."""
    return sum(1 << place for place, goal in enumerate(GOALS) if f"{goal.kind} {goal.name}" in names)


def named(marks: int) -> set[str]:
    """The goals of these bits as "column A", "line 2" ..."""
    return {f"{goal.kind} {goal.name}" for place, goal in enumerate(GOALS) if marks >> place & 1}


def position(
    crossed: Sequence[str], /, *, dice: str = "gyb123", roll: int = 5, active: int = 0, **others: Any
) -> State:
    """A position in which nobody has chosen yet; one string of cells a seat says how many seats there are.

    The start combinations are o5 unless said otherwise, so that a pass crosses one field with the usual dice.
    """
    seats = len(crossed)
    state = GAME.initial_state(seats, {}, chance(0))
    led = roll > 3 and seats > 1
    settings = {
        "active": active,
        "roll": roll,
        "dice": dice,
        "crossed": tuple(mask(cells) for cells in crossed),
        "chips": (CHIPS,) * seats if seats > 1 else ("",),
        "start": ("o5",) * seats,
        "asked": tuple("choose" if not led or seat == active else "" for seat in range(seats)),
        **others,
    }
    return replace(state, **settings)


def asking(kinds: Sequence[str], crossed: Sequence[str], /, **others: Any) -> State:
    """A position in which everybody has passed in this roll, and these decisions are open."""
    return position(crossed, asked=tuple(kinds), did=("pass",) * len(crossed), **others)


def move(text: str) -> Move:
    """The move with this canonical text, read without the code under test."""
    words = text.split()
    if words[0] in ("pass", "block", "bomb"):
        return Move(cast(Any, words[0]), cells=tuple(words[1:]))
    if words[0] == "row":
        return Move("row", cells=tuple(words[2:]), row=words[1].rstrip(":"))
    if words[0] == "give":
        return Move("give", chip=cast(Chip, words[1]), to=int(words[3]))
    chips = re.findall(r"\[(.+?)\]", text)
    head, *cells = text.rpartition("]")[2].split()
    bare = head.replace("*", "")
    stars = (head.startswith("*"), "*" in head.lstrip("*"))
    counts = (chips.count("!"), chips.count("+1"), chips.count("-1"), chips.count("6"))
    return Move("place", cast(Any, bare[0]), int(bare[1:]), *stars, tuple(cells), *counts)


def chance(ply: int = 1) -> Chance:
    """Dice nobody looks at."""
    return Chance(b"seed", (), ply)


def play(state: State, *choices: tuple[int, str]) -> State:
    """The position after these (seat, canonical text) decisions."""
    for seat, text in choices:
        state = GAME.apply_move(state, seat, move(text), chance())
    return state


def texts(state: State, seat: int) -> list[str]:
    """The canonical texts of the seat's legal moves."""
    return [GAME.format(each) for each in GAME.legal_moves(state, seat)]


def reason(state: State, seat: int, wanted: str | Move) -> str:
    """Why a move is refused; "" where it is not. It is then not among the legal moves either."""
    attempt = move(wanted) if isinstance(wanted, str) else wanted
    try:
        GAME.apply_move(state, seat, attempt, chance())
    except IllegalMoveError as error:
        assert attempt not in GAME.legal_moves(state, seat)
        return error.reason
    return ""


def told(before: State, after: State, watcher: int | None = None, seat: int | None = None) -> list[Fact]:
    """The facts a watcher learns."""
    return list(GAME.facts(GAME.view(before, watcher), seat, None, GAME.view(after, watcher)))


def kinds(facts: Sequence[Fact]) -> list[str]:
    """What kinds they are."""
    return [fact.kind for fact in facts]
