"""What is wrong with a placement, whichever game of the family it is played in: one stable reason a rule."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from chalicelib.games.keer_family.board import COLOUR_LETTERS, COLOURS, JOKER, Sheet
from chalicelib.games.keer_family.placements import NUMBERS, Placement
from chalicelib.rules import IllegalMoveError


def check_words(move: Placement, names: Sequence[str]) -> None:
    """Whether there are such a colour, number and cells; `names` are all cells. Raises IllegalMoveError."""
    if move.colour not in COLOUR_LETTERS:
        raise IllegalMoveError("There is no such colour.", "unknown_colour")
    if move.number not in NUMBERS:
        raise IllegalMoveError(f"The number has to be {NUMBERS[0]} to {NUMBERS[-1]}.", "unknown_number")
    check_names(move.cells, names)


def check_names(cells: Sequence[str], names: Sequence[str]) -> None:
    """Whether these are names of cells, each once, and at least one. Raises IllegalMoveError."""
    if not cells:
        raise IllegalMoveError("The cells are missing.", "no_cells")
    if any(cell not in names for cell in cells):
        raise IllegalMoveError(f"Cells are {names[0]} to {names[-1]}.", "unknown_cell")
    if len(set(cells)) != len(cells):
        raise IllegalMoveError("The same cell stands there twice.", "repeated_cell")


def check_dice(face: tuple[str, str], colours: Collection[str], numbers: Collection[str]) -> None:
    """Whether a colour face and a number face are among those a seat may take. Raises IllegalMoveError."""
    if face[0] not in colours and JOKER not in colours:
        raise IllegalMoveError("No colour die that you may take shows this.", "colour_not_available")
    if face[1] not in numbers and JOKER not in numbers:
        raise IllegalMoveError("No number die that you may take shows this.", "number_not_available")
    if face[0] not in colours or face[1] not in numbers:
        raise IllegalMoveError("Only a joker shows this: put a star before what it stands for.", "star_missing")


def check_cells(move: Placement, mask: int, sheet: Sheet, crossed: int) -> None:
    """Whether so many open cells of one block and this colour are meant. Raises IllegalMoveError."""
    if len(move.cells) != move.number:
        raise IllegalMoveError(f"{move.number} cells are to be crossed, not {len(move.cells)}.", "wrong_count")
    if mask & ~sheet.colour_masks[COLOURS.index(move.colour)]:
        raise IllegalMoveError("One of these cells has another colour.", "wrong_colour")
    check_open(mask, crossed)
    if not any(mask & ~block == 0 for block in sheet.blocks):
        raise IllegalMoveError("The cells have to lie in one block.", "not_one_block")


def check_open(mask: int, crossed: int) -> None:
    """Whether none of these cells is crossed. Raises IllegalMoveError."""
    if mask & crossed:
        raise IllegalMoveError("One of these cells is crossed already.", "already_crossed")


def not_connected() -> IllegalMoveError:
    """The error for cells of one block that are no shape."""
    return IllegalMoveError("The new crosses have to be connected with each other.", "not_connected")


def does_not_touch(*, start_open: bool) -> IllegalMoveError:
    """The error for a placement that begins nowhere."""
    beginning = "be in column H or to touch" if start_open else "touch"
    return IllegalMoveError(f"One of the cells has to {beginning} an old cross.", "does_not_touch")
