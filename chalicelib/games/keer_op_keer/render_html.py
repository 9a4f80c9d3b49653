"""The position as an HTML fragment: tables and inline styles only, so that mail programs show it as pages do.

Colours never stand alone: every cell has its letter, a star its shape, a cross its mark. Cells carry short styles,
because six sheets must fit into one mail.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from chalicelib.games.keer_family.board import COLOURS, COLUMN_LETTERS
from chalicelib.games.keer_family.markup import (
    CROSS,
    CROSSED,
    GONE,
    INK,
    LINE,
    OPEN,
    PENDING,
    SCORED,
    SOFT,
    STAR,
    dice_boxes,
    die_box,
    legend,
    sample,
    seat_list,
    tag,
    whole,
)
from chalicelib.games.keer_family.shown import Die
from chalicelib.games.keer_op_keer import display, facts
from chalicelib.games.keer_op_keer.board import FIGURES
from chalicelib.games.keer_op_keer.display import Cell, ColourValue, Value
from chalicelib.games.keer_op_keer.state import View
from chalicelib.games.keer_op_keer.words import colour, die, label

START = COLUMN_LETTERS.index("H")


def html(view: View, language: str) -> str:
    """The position as an HTML fragment, the watcher's own sheet first."""
    sheets = [_sheet(view, seat, language) for seat in display.seat_order(view)]
    first = 0 if view.outcome or view.seat is None else 1
    flow = "".join([*sheets[:first], _panel(view, language), *sheets[first:]])
    parts = [
        _headline(view, language),
        _dice(view, language),
        tag("div", flow, "display:flex;flex-wrap:wrap;gap:0 28px;align-items:flex-start"),
        _legend(view, language),
    ]
    return whole("".join(parts), language)


def _word(language: str, key: str, **values: object) -> str:
    return escape(label(language, key, **values), quote=False)


def _headline(view: View, language: str) -> str:
    first, *others = [escape(said, quote=False) for said in display.headline(view, language)]
    rest = f"&ensp;{' '.join(others)}" if others else ""
    return tag("p", f"{tag('strong', first, 'font-size:18px')}{rest}", "margin:0 0 10px")


def _dice(view: View, language: str) -> str:
    groups = display.dice(view)
    if not any(groups):
        return ""
    boxes = tuple("".join(_die(one, language) for one in group) for group in groups)
    return dice_boxes(boxes, label(language, "dice"))


def _die(one: Die, language: str) -> str:
    return die_box(one.face, die(one.face, language), label(language, "taken") if one.taken else "")


def _panel(view: View, language: str) -> str:
    """What every seat is doing, did before, and is worth."""
    parts = [
        seat_list(label(language, "this_roll"), display.statuses(view, language)),
        _standings(view, language) if view.outcome else "",
        seat_list(label(language, "final_roll" if view.outcome else "last_roll"), display.last_roll(view, language)),
        "" if view.outcome else _standings(view, language),
    ]
    return tag("div", "".join(parts), "flex:0 1 360px;max-width:360px;min-width:0;margin:8px 0 4px")


def _sheet(view: View, seat: int, language: str) -> str:
    own = seat == view.seat or display.is_solo(view)
    title = _word(language, "own_sheet" if seat == view.seat else "sheet", seat=f"@{seat}")
    if view.sheets[seat].departed:
        title += f" ({_word(language, 'departed')})"
    caption = tag("caption", f"<b>{title}</b>", "text-align:left;font-size:15px;padding:0 0 4px")
    body = "".join(_row(number, cells, own, language) for number, cells in enumerate(display.rows(view, seat), 1))
    style = (
        "width:100%;table-layout:fixed;border-collapse:separate;border-spacing:1px;text-align:center;"
        f"font-size:{14 if own else 12}px;line-height:1.05"
    )
    rows = _points(view, seat, language) + _colours(view, seat, language)
    table = tag("table", f"{caption}{_head()}<tbody>{body}{rows}</tbody>", style, cellpadding="0")
    width = "flex:0 1 520px;max-width:520px" if own else "flex:0 1 360px;max-width:360px"
    return tag("div", table + _rest(view, seat, language), f"{width};min-width:0;margin:8px 0 18px")


def _head() -> str:
    letters = "".join(
        tag("th", letter, f"background:{INK};color:#fff" if column == START else "", scope="col")
        for column, letter in enumerate(COLUMN_LETTERS)
    )
    return f'<thead><tr><td style="width:14px"></td>{letters}</tr></thead>'


def _row(number: int, cells: Iterable[Cell], own: bool, language: str) -> str:
    content = "".join(_cell(cell, language if own else "") for cell in cells)
    return tag("tr", f'<th scope="row">{number}</th>{content}', f"height:{32 if own else 26}px")


def _cell(cell: Cell, language: str) -> str:
    """A cell; in the watcher's own sheet (a language is given) it also has a name for those who do not see it."""
    mark = CROSS if cell.crossed else PENDING if cell.pending else STAR if cell.star else ""
    content = f"{cell.colour}<br>{mark}" if mark else cell.colour
    style = f"background:{CROSSED[cell.colour]};color:#fff" if cell.crossed else f"background:{OPEN[cell.colour]}"
    if cell.new:
        style += ";border:2px dotted #fff"
    elif cell.pending:
        style += f";border:2px dashed {INK}"
    elif cell.name.startswith("H"):
        style += f";border:solid {INK};border-width:0 1px"
    return tag("td", content, style, **({"aria_label": _cell_name(cell, language)} if language else {}))


def _cell_name(cell: Cell, language: str) -> str:
    words = [f"{cell.name} {colour(cell.colour, language)}"]
    words += [
        label(language, key)
        for key, holds in (("star", cell.star), ("crossed", cell.crossed), ("new", cell.new), ("pending", cell.pending))
        if holds
    ]
    return ", ".join(words)


def _points(view: View, seat: int, language: str) -> str:
    upper, lower = display.column_values(view, seat)
    if display.is_solo(view):
        return _point_row("▲", label(language, "points_row"), upper)
    return _point_row("▲", label(language, "first"), upper) + _point_row("▼", label(language, "later"), lower)


def _point_row(sign: str, name: str, values: Iterable[Value]) -> str:
    head = tag("th", sign, f"color:{SOFT}", scope="row", aria_label=name)
    return tag("tr", head + "".join(_value(value) for value in values), "height:18px")


def _value(value: Value) -> str:
    if value.worth == "gone":
        return tag("td", GONE, f"color:{SOFT}")
    if value.worth == "scored":
        return tag("td", f"{SCORED}{value.points}", f"background:{INK};color:#fff;font-size:10px")
    return tag("td", str(value.points))


def _colours(view: View, seat: int, language: str) -> str:
    """Each colour stands below three columns, so that the row is as wide as the board."""
    cells = (
        _colour(one, f"{SCORED}{one.value.points}", CROSSED[one.letter], "#fff")
        if one.value.worth == "scored"
        else _colour(one, f"({one.value.points})", OPEN[one.letter], INK)
        for one in display.colour_values(view, seat)
    )
    head = tag("th", "■", f"color:{SOFT}", scope="row", aria_label=label(language, "colours_line"))
    return tag("tr", head + "".join(cells), "font-size:12px;line-height:1.25")


def _colour(one: ColourValue, worth: str, ground: str, ink: str) -> str:
    return tag(
        "td", f"<b>{one.letter}</b> {one.crossed}/21<br>{worth}", f"background:{ground};color:{ink}", colspan="3"
    )


def _rest(view: View, seat: int, language: str) -> str:
    jokers = view.sheets[seat].jokers
    count = f"<b>{'!' * jokers}</b> {jokers} {_word(language, 'of')} {FIGURES.jokers}"
    stars = f"{_word(language, 'stars_line')}: {STAR} {display.open_stars(view, seat)}"
    return tag("div", f"{_word(language, 'jokers_line')}: {count} &nbsp; {stars}", "font-size:13px;margin:4px 0 0")


def _standings(view: View, language: str) -> str:
    rows = display.standings(view)
    ranked = any(row.rank for row in rows) and not display.is_solo(view)
    edge = f"color:{SOFT};font-weight:normal;padding:0"
    head = tag("th", _word(language, "seat"), f"{edge};text-align:left", scope="col")
    head += tag("th", _word(language, "total"), f"{edge};text-align:right;white-space:nowrap", scope="col")
    body = "".join(_standing(row, ranked, language) for row in rows)
    caption = tag(
        "caption", _word(language, "result" if view.outcome else "standings"), f"text-align:left;color:{SOFT}"
    )
    table = f"{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody>"
    return tag("table", table, "border-collapse:collapse;font-size:13px;width:100%;margin:0 0 12px")


def _standing(row: display.Standing, ranked: bool, language: str) -> str:
    """The name has a line of its own, for it may be long; what the total is made of stands below it."""
    rank = (f"{row.rank}. " if row.rank else f"{GONE} ") if ranked else ""
    *sums, total = (str(value).replace("-", "−") for value in row.lines)
    names = (_word(language, name) for name in facts.SCORE_LINES)
    parts = " · ".join(f"{name}&nbsp;{value}" for name, value in zip(names, sums, strict=False))
    cell = f"border-top:1px solid {LINE};padding:3px 0"
    small = tag("span", parts, f"font-weight:normal;font-size:12px;color:{SOFT}")
    name = tag("th", f"{rank}@{row.seat}<br>{small}", f"{cell};text-align:left;font-size:15px", scope="row")
    points = tag("td", f"<b>{total}</b>", f"{cell};text-align:right;font-size:18px;white-space:nowrap")
    return f"<tr>{name}{points}</tr>"


def _legend(view: View, language: str) -> str:
    return legend(label(language, "legend"), "<br>".join(_notes(view, language)))


def _notes(view: View, language: str) -> Iterator[str]:
    cells = [cell for seat in display.seat_order(view) for row in display.rows(view, seat) for cell in row]
    yield " ".join(f"{sample(letter, OPEN[letter])} {escape(colour(letter, language))}" for letter in COLOURS)
    yield f"{sample('g' + STAR, OPEN['g'])} {_word(language, 'legend_star')}"
    yield f"{sample('g' + CROSS, CROSSED['g'], '#fff')} {_word(language, 'legend_crossed')}"
    if any(cell.new for cell in cells):
        yield f"{sample('g' + CROSS, CROSSED['g'], '#fff', '2px dotted #fff')} {_word(language, 'legend_new')}"
    if any(cell.pending for cell in cells):
        yield f"{sample('g' + PENDING, OPEN['g'], INK, f'2px dashed {INK}')} {_word(language, 'legend_pending')}"
    yield _word(language, f"start_{view.start}")
    solo = display.is_solo(view)
    key = "column_points_solo" if solo else "column_points"
    yield f"{'▲' if solo else '▲▼'} {_word(language, key, mark=f'{SCORED}5', gone=GONE)}"
    yield f"{_word(language, 'colours_line')}: {_word(language, 'colour_points', value=5, mark=f'{SCORED}5')}."
