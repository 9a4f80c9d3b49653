"""The position as an HTML fragment: the family's page, with points below the columns and colours of each sheet."""

from __future__ import annotations

from collections.abc import Iterator

from chalicelib.games.keer_family import page_markup, sheet_markup
from chalicelib.games.keer_family.markup import GONE, SCORED, STAR, plain, tag
from chalicelib.games.keer_family.views import is_own, is_solo
from chalicelib.games.keer_op_keer import display, facts
from chalicelib.games.keer_op_keer.board import FIGURES
from chalicelib.games.keer_op_keer.display import ColourValue
from chalicelib.games.keer_op_keer.state import View
from chalicelib.games.keer_op_keer.words import label, vocabulary


def html(view: View, language: str) -> str:
    """The position as an HTML fragment with inline styles, for one of LANGUAGES; the watcher's own sheet first."""
    told, sums = display.told(view, language), page_markup.Sums(facts.SCORE_LINES, "total")

    def sheet(seat: int) -> str:
        return _sheet(view, seat, language)

    return page_markup.page(view, vocabulary(language), told, sums, sheet, _notes(view, language))


def _word(language: str, key: str, **values: object) -> str:
    return plain(label(language, key, **values))


def _sheet(view: View, seat: int, language: str) -> str:
    words, own = vocabulary(language), is_own(view, seat)
    body = ""
    for number, cells in enumerate(display.rows(view, seat), 1):
        shown = "".join(sheet_markup.cell(cell, STAR, "star", words, own=own) for cell in cells)
        body += sheet_markup.row(str(number), shown, own=own)
    body += _points(view, seat, language) + _colours(view, seat, language)
    return sheet_markup.sheet(view, seat, words, body, _rest(view, seat, language))


def _points(view: View, seat: int, language: str) -> str:
    upper, lower = display.column_values(view, seat)
    if is_solo(view):
        return sheet_markup.gains("▲", label(language, "points_row"), upper)
    first = sheet_markup.gains("▲", label(language, "first"), upper)
    return first + sheet_markup.gains("▼", label(language, "later"), lower)


def _colours(view: View, seat: int, language: str) -> str:
    shown = (_colour(one) for one in display.colour_values(view, seat))
    return sheet_markup.colours(label(language, "colours_line"), shown)


def _colour(one: ColourValue) -> str:
    scored = one.gain.worth == "scored"
    worth = f"{SCORED}{one.gain.sign}" if scored else f"({one.gain.sign})"
    return sheet_markup.colour(one.letter, f"{one.crossed}/21", worth, complete=scored)


def _rest(view: View, seat: int, language: str) -> str:
    jokers = view.sheets[seat].jokers
    count = f"<b>{'!' * jokers}</b> {jokers} {_word(language, 'of')} {FIGURES.jokers}"
    stars = f"{_word(language, 'stars_line')}: {STAR} {display.open_stars(view, seat)}"
    return tag("div", f"{_word(language, 'jokers_line')}: {count} &nbsp; {stars}", "font-size:13px;margin:4px 0 0")


def _notes(view: View, language: str) -> Iterator[str]:
    yield from page_markup.cell_notes(display.all_cells(view), STAR, "legend_star", vocabulary(language))
    if view.outcome is None:
        yield _word(language, f"start_{view.start}")
    solo = is_solo(view)
    key = "column_points_solo" if solo else "column_points"
    yield f"{'▲' if solo else '▲▼'} {_word(language, key, mark=f'{SCORED}5', gone=GONE)}"
    yield f"{_word(language, 'colours_line')}: {_word(language, 'colour_points', value=5, mark=f'{SCORED}5')}."
