"""What a view shows, before it becomes text or HTML: in which order, and in which state every value is."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from chalicelib.games.keer_family.board import COLOURS
from chalicelib.games.keer_family.placements import PASSING
from chalicelib.games.keer_family.shown import Cell, Gain, Told, Worth, rows_of_cells, table_lines
from chalicelib.games.keer_family.views import SEALED, is_solo, seat_order
from chalicelib.games.keer_op_keer import facts
from chalicelib.games.keer_op_keer.board import CELLS, FIGURES, INDEX, SHEETS
from chalicelib.games.keer_op_keer.state import View
from chalicelib.games.keer_op_keer.words import cells, choice, label, vocabulary


class ColourValue(NamedTuple):
    """How far a seat is with one colour, and what its last cell brings, or has brought."""

    letter: str
    crossed: int
    gain: Gain


def told(view: View, language: str) -> Told:
    """What is said of the position."""
    return Told(_headline(view, language), _statuses(view, language), _last_roll(view, language))


def _headline(view: View, language: str) -> list[str]:
    """What the table is at: the roll and who chooses how, or how the match ended."""
    if view.outcome is not None:
        told = facts.ending(view.outcome, len(view.sheets))
        return [facts.say(fact, language) for fact in told if not fact.kind.startswith("score")]
    return table_lines(view, vocabulary(language), led=facts.is_open(view, view.active))


def _statuses(view: View, language: str) -> list[tuple[int, str]]:
    """What every seat has done in this roll, or still owes; nothing once the match is over."""
    if view.outcome is not None or is_solo(view):
        return []
    return [(seat, _status(view, seat, language)) for seat in seat_order(view)]


def _status(view: View, seat: int, language: str) -> str:
    text = view.chosen[seat]
    if text == SEALED:
        return label(language, "sealed")
    if text and not facts.is_open(view, seat):
        return label(language, "own_sealed", move=choice(text, language))
    if text:
        return label(language, "passed") if text == PASSING else choice(text, language)
    if view.sheets[seat].departed:
        return label(language, "departed")
    return label(language, "to_move" if seat in view.to_move else "waits")


def _last_roll(view: View, language: str) -> list[tuple[int, str]]:
    """What every seat did in the roll before."""
    said = ((seat, view.last[seat]) for seat in seat_order(view) if view.last[seat])
    return [(seat, label(language, "passed") if text == PASSING else choice(text, language)) for seat, text in said]


def column_values(view: View, seat: int) -> tuple[tuple[Gain, ...], tuple[Gain, ...]]:
    """The upper and the lower value of every column, as they stand for this seat."""
    upper, lower = [], []
    for column, mark in enumerate(view.sheets[seat].columns):
        taken = any(sheet.columns[column] == "1" for sheet in view.sheets)
        upper.append(Gain(str(FIGURES.column_first[column]), _worth(mark, "1", taken)))
        lower.append(Gain(str(FIGURES.column_later[column]), _worth(mark, "2", mark == "1")))
    return tuple(upper), tuple(lower)


def _worth(mark: str, wanted: str, out_of_reach: bool) -> Worth:
    if mark == wanted:
        return "scored"
    return "gone" if out_of_reach else "there"


def colour_values(view: View, seat: int) -> tuple[ColourValue, ...]:
    """Every colour with its crossed cells and the points its last cell brings this seat."""
    sheet = view.sheets[seat]
    letters = SHEETS[view.sheet].colours
    crossed = Counter(letters[INDEX[cell]] for cell in sheet.crossed)
    return tuple(
        ColourValue(letter, crossed[letter], _colour_value(view, place, sheet.colours[place]))
        for place, letter in enumerate(COLOURS)
    )


def _colour_value(view: View, place: int, mark: str) -> Gain:
    taken = any(other.colours[place] == "1" for other in view.sheets)
    points = FIGURES.colour_first if mark == "1" or not taken else FIGURES.colour_later
    return Gain(str(points), "there" if mark == "." else "scored")


def open_stars(view: View, seat: int) -> int:
    """How many stars of this seat's sheet are not crossed."""
    crossed = set(view.sheets[seat].crossed)
    return sum(1 for cell, index in INDEX.items() if SHEETS[view.sheet].stars >> index & 1 and cell not in crossed)


def rows(view: View, seat: int) -> list[list[Cell]]:
    """The cells of one seat's sheet, row by row."""
    crossed = frozenset(view.sheets[seat].crossed)
    return rows_of_cells(SHEETS[view.sheet], CELLS, crossed, cells(view.last[seat]), cells(view.chosen[seat]))


def all_cells(view: View) -> list[Cell]:
    """The cells of all sheets."""
    return [cell for seat in range(len(view.sheets)) for row in rows(view, seat) for cell in row]
