"""What a view shows, before it becomes text or HTML: in which order, and in which state everything is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from chalicelib.games.keer_family.board import COLOURS, bits
from chalicelib.games.keer_family.placements import PASSING
from chalicelib.games.keer_family.shown import Cell, Gain, Told, Worth, rows_of_cells, table_lines
from chalicelib.games.keer_family.views import SEALED, is_solo, seat_order
from chalicelib.games.keer_op_keer_3 import facts, sentences
from chalicelib.games.keer_op_keer_3.board import (
    CELLS,
    CROSSINGS,
    FIGURES,
    GOALS,
    NUMERALS,
    ROW_LABELS,
    SHEET,
    TRACK_END,
    crossings_done,
    mask_of,
)
from chalicelib.games.keer_op_keer_3.bonuses import block_at
from chalicelib.games.keer_op_keer_3.moves import AND, move_of
from chalicelib.games.keer_op_keer_3.rolls import matches
from chalicelib.games.keer_op_keer_3.state import View
from chalicelib.games.keer_op_keer_3.words import deed, label, vocabulary

NO_BREAK = "\N{NO-BREAK SPACE}"
"""Holds together what stands on one line, also once names are put in."""

SIGNS = {"x": "X", "xx": "XX", "joker": "!", "pass": "»", "": ""}
FIELD_SIGNS = {"joker": "!", "block": "B", "bomb": "O", "row": "≡", "xx": "XX"}
"""Signs of what goals and pass fields bring, the same in every language."""


class Shown(NamedTuple):
    """A goal as one seat sees it: what the first get, what everybody gets, whether it is complete, how far it is."""

    kind: str
    name: str
    pink: Gain
    white: Gain
    complete: bool
    done: int
    size: int


class Crossing(NamedTuple):
    """A crossing below a row, between a column (0 is A) and the next one."""

    column: int
    numeral: str
    complete: bool


class Field(NamedTuple):
    """A pass field: its number, what it brings ("" nothing), whether it is crossed, whether what it brings is gone."""

    number: int
    bonus: str
    crossed: bool
    gone: bool


def told(view: View, language: str) -> Told:
    """What is said of the position."""
    said = _headline(view, language), _statuses(view, language), _last_roll(view, language)
    return Told(*said, settled=_is_settled(view))


def _is_settled(view: View) -> bool:
    """Whether bonuses and gifts are decided now, and no dice."""
    return view.outcome is None and any(view.asked) and "choose" not in view.asked


def _headline(view: View, language: str) -> list[str]:
    """What the table is at: the roll and who chooses how, or how the match ended."""
    if view.outcome is not None:
        told = facts.ending(view.outcome, len(view.sheets))
        return [sentences.say(fact, language) for fact in told if is_solo(view) or not fact.kind.startswith("score")]
    if _is_settled(view):
        words, number = vocabulary(language), view.roll_number
        roll = label(language, "roll_of" if is_solo(view) else "roll", n=number, limit=view.roll_limit)
        return [f"{roll}: {words.dice(view.roll)}.", label(language, "settled")]
    return table_lines(view, vocabulary(language), led=facts.is_led(view))


def _statuses(view: View, language: str) -> list[tuple[int, str]]:
    """What every seat has done in this roll, and what it still owes; nothing once the match is over."""
    if view.outcome is not None or (is_solo(view) and not view.did[0] and view.asked[0] == "choose"):
        return []
    return [(seat, "; ".join(_status(view, seat, language))) for seat in seat_order(view)]


def _status(view: View, seat: int, language: str) -> Iterator[str]:
    text, kind = view.answers[seat], view.asked[seat]
    if view.did[seat]:
        yield _done(view.did[seat], language)
    if view.sheets[seat].departed:
        yield label(language, "departed")
    elif text == SEALED:
        yield label(language, "sealed")
    elif text:
        yield label(language, "own_sealed", move=deed(text, language))
    elif kind:
        yield label(language, f"owes_{kind}") + (_numbers(view, seat) if (kind, seat) == ("give", view.seat) else "")
    elif not view.did[seat]:
        yield label(language, "waits")


def _numbers(view: View, seat: int) -> str:
    """Who is meant by the numbers that a gift is sent to: moves count seats, people have names."""
    others = (each for each, sheet in enumerate(view.sheets) if each != seat and not sheet.departed)
    return " (" + ", ".join(f"{each} = @{each}".replace(" ", NO_BREAK) for each in others) + ")"


def _done(texts: str, language: str) -> str:
    """What a seat did in a roll, in words; that it passed is said as of a person."""
    said = (label(language, "passed") if text == PASSING else deed(text, language) for text in texts.split(AND))
    return "; ".join(said)


def _last_roll(view: View, language: str) -> list[tuple[int, str]]:
    """What every seat did in the roll before."""
    return [(seat, _done(view.last[seat], language)) for seat in seat_order(view) if view.last[seat]]


def goals(view: View, seat: int, kind: str) -> list[Shown]:
    """The goals of one kind as they stand for this seat."""
    sheet, crossed = view.sheets[seat], mask_of(view.sheets[seat].crossed)
    found = []
    for place, goal in enumerate(GOALS):
        if goal.kind != kind:
            continue
        mark = sheet.marks[place]
        missed = mark == "2" or (mark == "." and view.taken[place] == "1")
        pink: Worth = "scored" if mark == "1" else "gone" if missed else "there"
        white: Worth = "there" if mark == "." else "scored"
        done, size = _progress(kind, goal.name, crossed)
        gains = (Gain(SIGNS[goal.pink], pink), Gain(SIGNS[goal.white], white))
        found.append(Shown(kind, goal.name, *gains, mark != ".", done, size))
    return found


def _progress(kind: str, name: str, crossed: int) -> tuple[int, int]:
    if kind == "colour":
        mask = SHEET.colour_masks[COLOURS.index(name)]
        return (mask & crossed).bit_count(), mask.bit_count()
    if kind == "numeral":
        return crossings_done(crossed)[NUMERALS.index(name)], len(CROSSINGS[0])
    if kind == "line":
        size, before = FIGURES.diamonds_a_line, (int(name) - 1) * FIGURES.diamonds_a_line
        return min(max((crossed & SHEET.stars).bit_count() - before, 0), size), size
    return 0, 0


def diamonds(view: View, seat: int) -> tuple[int, int]:
    """The diamonds crossed, and all of them."""
    return (mask_of(view.sheets[seat].crossed) & SHEET.stars).bit_count(), SHEET.stars.bit_count()


def rows(view: View, seat: int) -> list[list[Cell]]:
    """The cells of one seat's sheet, row by row."""
    sheet = view.sheets[seat]
    return rows_of_cells(SHEET, CELLS, frozenset(sheet.crossed), frozenset(sheet.fresh), _pending(view.answers[seat]))


def all_cells(view: View) -> list[Cell]:
    """The cells of all sheets."""
    return [cell for seat in range(len(view.sheets)) for row in rows(view, seat) for cell in row]


def _pending(text: str) -> set[str]:
    if not text or text == SEALED:
        return set()
    move = move_of(text)
    if move.kind == "block":
        return {CELLS[index] for index in bits(block_at(move.cells[0]))}
    return set(move.cells)


def crossings(view: View, seat: int) -> list[list[Crossing]]:
    """The crossings below each row but the last, from the left."""
    crossed = mask_of(view.sheets[seat].crossed)
    lines: list[list[Crossing]] = [[] for _ in ROW_LABELS[1:]]
    for numeral, masks in zip(NUMERALS, CROSSINGS, strict=True):
        for mask in masks:
            column, row = divmod((mask & -mask).bit_length() - 1, len(ROW_LABELS))
            lines[row].append(Crossing(column, numeral, not mask & ~crossed))
    return [sorted(line) for line in lines]


def track(view: View, seat: int) -> list[Field]:
    """The pass fields from the top."""
    done, end, found = view.sheets[seat].track, GOALS[TRACK_END], []
    missed = view.taken[TRACK_END] == "1" and view.sheets[seat].marks[TRACK_END] != "1"
    for number in range(1, FIGURES.fields + 1):
        last = number == FIGURES.fields
        bonus = end.pink if last else FIGURES.field_bonuses.get(number, "")
        found.append(Field(number, bonus, number <= done, last and missed))
    return found


def pass_now(view: View, seat: int) -> int:
    """How many fields the seat would cross if it passed in this roll; 0 once it has done something, or has left."""
    if view.outcome is not None or view.did[seat] or view.sheets[seat].departed:
        return 0
    return matches("".join(view.roll), view.sheets[seat].start)


def start_in_words(view: View, seat: int, language: str) -> str:
    """The start combination of a seat."""
    letter, number = view.sheets[seat].start[0], view.sheets[seat].start[1]
    return f"{letter}{number} ({vocabulary(language).colour(letter)} {number})"
