"""One sheet as markup: a table of cells, what its columns bring below it.

Colours never stand alone: every cell has its letter, a star or a diamond its shape, a cross its mark. Cells carry
short styles, because six sheets must fit into one mail.
"""

from __future__ import annotations

from collections.abc import Iterable

from chalicelib.games.keer_family.board import COLUMN_LETTERS, START_COLUMN
from chalicelib.games.keer_family.markup import CROSS, CROSSED, GONE, INK, OPEN, PENDING, SCORED, SOFT, plain, tag
from chalicelib.games.keer_family.shown import Cell, Gain
from chalicelib.games.keer_family.views import View, is_own
from chalicelib.games.keer_family.vocabulary import Vocabulary


def sheet(view: View, seat: int, words: Vocabulary, body: str, below: str, *, margin: int = 0) -> str:
    """A sheet under its title; `body` are the rows of the table, `margin` the pixels of a column after the last."""
    own = is_own(view, seat)
    title = plain(words.label("own_sheet" if seat == view.seat else "sheet", seat=f"@{seat}"))
    if view.sheets[seat].departed:
        title += f" ({plain(words.label('departed'))})"
    caption = tag("caption", f"<b>{title}</b>", "text-align:left;font-size:15px;padding:0 0 4px")
    style = (
        "width:100%;table-layout:fixed;border-collapse:separate;border-spacing:1px;text-align:center;"
        f"font-size:{14 if own else 12}px;line-height:1.05"
    )
    table = tag("table", f"{caption}{_head(margin)}<tbody>{body}</tbody>", style, cellpadding="0")
    width = "flex:0 1 520px;max-width:520px" if own else "flex:0 1 360px;max-width:360px"
    return tag("div", table + below, f"{width};min-width:0;margin:8px 0 18px")


def _head(margin: int) -> str:
    letters = "".join(
        tag("th", letter, f"background:{INK};color:#fff" if column == START_COLUMN else "", scope="col")
        for column, letter in enumerate(COLUMN_LETTERS)
    )
    end = f'<td style="width:{margin}px"></td>' if margin else ""
    return f'<thead><tr><td style="width:14px"></td>{letters}{end}</tr></thead>'


def row(label: str, cells: str, *, own: bool) -> str:
    """A row of cells; those of the watcher's own sheet are higher."""
    return tag("tr", f'<th scope="row">{label}</th>{cells}', f"height:{32 if own else 26}px")


def cell(one: Cell, mark: str, named: str, words: Vocabulary, *, own: bool) -> str:
    """A cell; `mark` is the sign of a printed mark, `named` the key of its word.

    In the watcher's own sheet a cell also has a name for those who do not see it.
    """
    sign = CROSS if one.crossed else PENDING if one.pending else mark if one.marked else ""
    content = f"{one.colour}<br>{sign}" if sign else one.colour
    style = f"background:{CROSSED[one.colour]};color:#fff" if one.crossed else f"background:{OPEN[one.colour]}"
    if one.new:
        style += ";border:2px dotted #fff"
    elif one.pending:
        style += f";border:2px dashed {INK}"
    elif one.name.startswith("H"):
        style += f";border:solid {INK};border-width:0 1px"
    return tag("td", content, style, **({"aria_label": _cell_name(one, named, words)} if own else {}))


def _cell_name(one: Cell, named: str, words: Vocabulary) -> str:
    states = {named: one.marked, "crossed": one.crossed, "new": one.new, "pending": one.pending}
    said = [words.label(key) for key, holds in states.items() if holds]
    return ", ".join([f"{one.name} {words.colour(one.colour)}", *said])


def gains(sign: str, name: str, of_columns: Iterable[Gain]) -> str:
    """A row below the columns with what each of them brings; `name` is what the sign before it means."""
    head = tag("th", sign, f"color:{SOFT}", scope="row", aria_label=name)
    return tag("tr", head + "".join(map(gain, of_columns)), "height:18px")


def gain(one: Gain) -> str:
    """A cell of the table with something that can be had."""
    if not one.sign:
        return "<td></td>"
    if one.worth == "gone":
        return tag("td", GONE, f"color:{SOFT}")
    if one.worth == "scored":
        return tag("td", f"{SCORED}{one.sign}", f"background:{INK};color:#fff;font-size:10px")
    return tag("td", one.sign)


def colours(name: str, cells: Iterable[str]) -> str:
    """A row of five, each below three columns, so that it is as wide as the board."""
    head = tag("th", "■", f"color:{SOFT}", scope="row", aria_label=name)
    return tag("tr", head + "".join(cells), "font-size:12px;line-height:1.25")


def colour(letter: str, count: str, worth: str, *, complete: bool) -> str:
    """One of the five: how far a colour is, and what it brings."""
    ground, ink = (CROSSED[letter], "#fff") if complete else (OPEN[letter], INK)
    return tag("td", f"<b>{letter}</b> {count}<br>{worth}", f"background:{ground};color:{ink}", colspan="3")
