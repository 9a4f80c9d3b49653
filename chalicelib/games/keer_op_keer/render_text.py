"""The position in plain text: the family's lines, with points below the columns and colours of each sheet."""

from __future__ import annotations

from collections.abc import Iterator

from chalicelib.games.keer_family import lines
from chalicelib.games.keer_family.board import COLUMN_LETTERS
from chalicelib.games.keer_family.views import is_solo
from chalicelib.games.keer_op_keer import display, facts
from chalicelib.games.keer_op_keer.board import FIGURES
from chalicelib.games.keer_op_keer.state import View
from chalicelib.games.keer_op_keer.words import label, vocabulary

MARGIN = 8
"""Columns before the first cell of a row."""


def text(view: View, language: str) -> str:
    """The position in plain text, at most 72 columns wide, for one of LANGUAGES; the watcher's own sheet first."""
    told, names = display.told(view, language), facts.SCORE_LINES

    def sheet(seat: int) -> list[str]:
        return _sheet(view, seat, language)

    return lines.page(view, vocabulary(language), told, names, sheet, _notes(view, language))


def _sheet(view: View, seat: int, language: str) -> list[str]:
    board = enumerate(display.rows(view, seat), 1)
    return [
        lines.sheet_title(view, seat, vocabulary(language)),
        lines.row("", COLUMN_LETTERS, MARGIN),
        *(lines.row(str(number), map(lines.cell, cells), MARGIN) for number, cells in board),
        *_points(view, seat, language),
        _colours(view, seat, language),
        _rest(view, seat, language),
    ]


def _points(view: View, seat: int, language: str) -> Iterator[str]:
    upper, lower = display.column_values(view, seat)
    if is_solo(view):
        yield lines.row(label(language, "points_row"), map(lines.gain, upper), MARGIN)
        return
    yield lines.row(label(language, "first"), map(lines.gain, upper), MARGIN)
    yield lines.row(label(language, "later"), map(lines.gain, lower), MARGIN)


def _colours(view: View, seat: int, language: str) -> str:
    values = display.colour_values(view, seat)
    said = "  ".join(f"{one.letter} {one.crossed}/21 {lines.gain(one.gain, '({})')}" for one in values)
    return f"{label(language, 'colours_line')}: {said}"


def _rest(view: View, seat: int, language: str) -> str:
    jokers = view.sheets[seat].jokers
    count = f"{jokers} {label(language, 'of')} {FIGURES.jokers} {'!' * jokers}".rstrip()
    stars = f"{label(language, 'stars_line')}: {display.open_stars(view, seat)}"
    return f"{label(language, 'jokers_line')}: {count}   {stars}"


def _notes(view: View, language: str) -> list[str]:
    words = vocabulary(language)
    return [
        *lines.cell_notes(display.all_cells(view), "legend_star", words),
        *([] if view.outcome else [words.label(f"start_{view.start}")]),
        words.label("column_points_solo" if is_solo(view) else "column_points", mark="[5]", gone=lines.GONE),
        f"{words.label('colours_line')}: {words.label('colour_points', value=5, mark='[5]')}.",
    ]
