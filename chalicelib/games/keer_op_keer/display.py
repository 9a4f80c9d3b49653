"""What a view shows, before it becomes text or HTML: in which order, and in which state every value is."""

from __future__ import annotations

from collections import Counter
from typing import Literal, NamedTuple

from chalicelib.games.keer_family.board import COLOURS
from chalicelib.games.keer_family.shown import Die, dice_on_table, seats_from
from chalicelib.games.keer_op_keer import facts
from chalicelib.games.keer_op_keer.board import FIGURES, INDEX, SHEETS
from chalicelib.games.keer_op_keer.placements import PASSING
from chalicelib.games.keer_op_keer.state import View
from chalicelib.games.keer_op_keer.view import SEALED
from chalicelib.games.keer_op_keer.words import cells, choice, label

Worth = Literal["there", "scored", "gone"]


class Value(NamedTuple):
    """Points on a sheet: still to be had, scored by this seat, or out of its reach."""

    points: int
    worth: Worth


class ColourValue(NamedTuple):
    """How far a seat is with one colour, and what its last cell brings, or has brought."""

    letter: str
    crossed: int
    value: Value


class Cell(NamedTuple):
    """One cell of one sheet: `new` was crossed in the roll before, `pending` is chosen in this one."""

    name: str
    colour: str
    star: bool
    crossed: bool
    new: bool
    pending: bool


class Standing(NamedTuple):
    """One line of the score table; `rank` is None while the match runs, and for a seat that left."""

    rank: int | None
    seat: int
    lines: tuple[int, ...]


def is_solo(view: View) -> bool:
    """Whether one seat plays alone."""
    return len(view.sheets) == 1


def seat_order(view: View) -> tuple[int, ...]:
    """The watcher's own seat first, then the others as the turn goes round."""
    return seats_from(view.seat, len(view.sheets))


def headline(view: View, language: str) -> list[str]:
    """What the table is at: the roll and who chooses how, or how the match ended."""
    if view.outcome is not None:
        told = facts.ending(view.outcome, len(view.sheets))
        return [facts.say(fact, language) for fact in told if not fact.kind.startswith("score")]
    key = "roll_of" if is_solo(view) else "roll"
    lines = [label(language, key, n=view.roll_number, limit=view.roll_limit)]
    if facts.is_open(view, view.active):
        lines.append(label(language, "active", seat=f"@{view.active}"))
    elif not is_solo(view):
        lines.append(label(language, "free"))
    return lines


def dice(view: View) -> tuple[tuple[Die, ...], tuple[Die, ...]]:
    """The colour dice and the number dice on the table."""
    if view.outcome is not None:
        return (), ()
    return dice_on_table(view.roll, view.available)


def statuses(view: View, language: str) -> list[tuple[int, str]]:
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


def last_roll(view: View, language: str) -> list[tuple[int, str]]:
    """What every seat did in the roll before."""
    said = ((seat, view.last[seat]) for seat in seat_order(view) if view.last[seat])
    return [(seat, label(language, "passed") if text == PASSING else choice(text, language)) for seat, text in said]


def column_values(view: View, seat: int) -> tuple[tuple[Value, ...], tuple[Value, ...]]:
    """The upper and the lower value of every column, as they stand for this seat."""
    upper, lower = [], []
    for column, mark in enumerate(view.sheets[seat].columns):
        taken = any(sheet.columns[column] == "1" for sheet in view.sheets)
        upper.append(Value(FIGURES.column_first[column], _worth(mark, "1", taken)))
        lower.append(Value(FIGURES.column_later[column], _worth(mark, "2", mark == "1")))
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


def _colour_value(view: View, place: int, mark: str) -> Value:
    taken = any(other.colours[place] == "1" for other in view.sheets)
    points = FIGURES.colour_first if mark == "1" or not taken else FIGURES.colour_later
    return Value(points, "there" if mark == "." else "scored")


def open_stars(view: View, seat: int) -> int:
    """How many stars of this seat's sheet are not crossed."""
    crossed = set(view.sheets[seat].crossed)
    return sum(1 for cell, index in INDEX.items() if SHEETS[view.sheet].stars >> index & 1 and cell not in crossed)


def rows(view: View, seat: int) -> list[list[Cell]]:
    """The cells of one seat's sheet, row by row."""
    sheet = SHEETS[view.sheet]
    crossed = set(view.sheets[seat].crossed)
    new = set(cells(view.last[seat]))
    pending = set(cells(view.chosen[seat])) - crossed
    lines: list[list[Cell]] = [[] for _ in range(7)]
    for name, index in INDEX.items():
        star = bool(sheet.stars >> index & 1)
        cell = Cell(name, sheet.colours[index], star, name in crossed, name in new & crossed, name in pending)
        lines[int(name[1]) - 1].append(cell)
    return lines


def standings(view: View) -> tuple[Standing, ...]:
    """Every seat's score lines: best first with ranks once the match is over, else in the order of the sheets."""
    if view.outcome is not None and view.outcome.scores:
        scores = view.outcome.scores
        return tuple(Standing(score.rank, score.seat, _lines(score.lines)) for score in scores)
    return tuple(Standing(None, seat, _lines(view.sheets[seat].lines)) for seat in seat_order(view))


def _lines(lines: tuple[tuple[str, int], ...]) -> tuple[int, ...]:
    found = dict(lines)
    return tuple(found[name] for name in facts.SCORE_LINES)
