"""The position as an HTML fragment: tables and inline styles only, so that mail programs show it as pages do.

Colours never stand alone: every cell has its letter, a star its shape, a cross its mark. Cells carry short styles,
because six sheets must fit into one mail.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from chalicelib.games.keer_op_keer import display, facts
from chalicelib.games.keer_op_keer.board import COLOURS, COLUMN_LETTERS, FIGURES
from chalicelib.games.keer_op_keer.display import Cell, ColourValue, Die, Value
from chalicelib.games.keer_op_keer.state import View
from chalicelib.games.keer_op_keer.words import colour, die, label

OPEN = {"g": "#be9", "y": "#fe7", "b": "#bdf", "r": "#fbc", "o": "#fc8", "*": "#fff"}
CROSSED = {"g": "#262", "y": "#650", "b": "#158", "r": "#914", "o": "#940"}
INK = "#222"
SOFT = "#555"
LINE = "#ccc"
STAR, CROSS, PENDING, SCORED, GONE = "★", "✕", "+", "✓", "–"
START = COLUMN_LETTERS.index("H")


def html(view: View, language: str) -> str:
    """The position as an HTML fragment, the watcher's own sheet first."""
    sheets = [_sheet(view, seat, language) for seat in display.seat_order(view)]
    first = 0 if view.outcome or view.seat is None else 1
    flow = "".join([*sheets[:first], _panel(view, language), *sheets[first:]])
    parts = [
        _headline(view, language),
        _dice(view, language),
        _tag("div", flow, "display:flex;flex-wrap:wrap;gap:0 28px;align-items:flex-start"),
        _legend(view, language),
    ]
    font = "font:15px/1.4 system-ui,-apple-system,'Segoe UI',Arial,sans-serif"
    style = f"background:#fff;color:{INK};{font};overflow-wrap:anywhere"
    return _tag("div", "".join(parts), style, lang=language)


def _tag(name: str, content: str, style: str = "", **attributes: str) -> str:
    """An element; `content` is HTML already, attribute values are plain text, `_` in their names is a hyphen."""
    given = {**attributes, "style": style} if style else attributes
    said = "".join(f' {key.strip("_").replace("_", "-")}="{escape(value)}"' for key, value in given.items())
    return f"<{name}{said}>{content}</{name}>"


def _word(language: str, key: str, **values: object) -> str:
    return escape(label(language, key, **values), quote=False)


def _headline(view: View, language: str) -> str:
    first, *others = [escape(said, quote=False) for said in display.headline(view, language)]
    rest = f"&ensp;{' '.join(others)}" if others else ""
    return _tag("p", f"{_tag('strong', first, 'font-size:18px')}{rest}", "margin:0 0 10px")


def _dice(view: View, language: str) -> str:
    groups = display.dice(view)
    if not any(groups):
        return ""
    boxes = (
        _tag("div", "".join(_die(one, language) for one in group), "display:inline-block;margin:0 14px 6px 0")
        for group in groups
    )
    return _tag("div", "".join(boxes), "margin:0 0 4px", role="group", aria_label=label(language, "dice"))


def _die(one: Die, language: str) -> str:
    """A box with the face and its word; a taken die is an empty, dashed one that says so."""
    name = die(one.face, language)
    words = f"{name}, {label(language, 'taken')}" if one.taken else name
    border = f"2px dashed {SOFT}" if one.taken else f"2px solid {INK}"
    ground = "#fff" if one.taken or one.face.isdigit() else OPEN[one.face]
    under = label(language, "taken") if one.taken else "" if one.face.isdigit() else name
    struck = ";text-decoration:line-through" if one.taken else ""
    face = _tag("b", one.face, f"display:block;font-size:22px;line-height:{28 if under else 44}px{struck}")
    style = (
        f"display:inline-block;width:58px;height:46px;margin:0 6px 0 0;border:{border};border-radius:9px;"
        f"background:{ground};color:{SOFT if one.taken else INK};"
        "text-align:center;font-size:12px;line-height:14px;vertical-align:top"
    )
    return _tag("span", face + escape(under, quote=False), style, role="img", aria_label=words)


def _panel(view: View, language: str) -> str:
    """What every seat is doing, did before, and is worth."""
    parts = [
        _seats(label(language, "this_roll"), display.statuses(view, language)),
        _standings(view, language) if view.outcome else "",
        _seats(label(language, "final_roll" if view.outcome else "last_roll"), display.last_roll(view, language)),
        "" if view.outcome else _standings(view, language),
    ]
    return _tag("div", "".join(parts), "flex:0 1 360px;max-width:360px;min-width:0;margin:8px 0 4px")


def _seats(title: str, said: Iterable[tuple[int, str]]) -> str:
    items = "".join(_tag("li", f"<b>@{seat}</b>: {escape(status, quote=False)}") for seat, status in said)
    if not items:
        return ""
    listed = _tag("ul", items, "margin:0;padding:0;list-style:none")
    return _tag("div", f"{_small(escape(title, quote=False))}{listed}", "margin:0 0 10px")


def _small(content: str) -> str:
    return _tag("div", content, f"font-size:13px;color:{SOFT}")


def _sheet(view: View, seat: int, language: str) -> str:
    own = seat == view.seat or display.is_solo(view)
    title = _word(language, "own_sheet" if seat == view.seat else "sheet", seat=f"@{seat}")
    if view.sheets[seat].departed:
        title += f" ({_word(language, 'departed')})"
    caption = _tag("caption", f"<b>{title}</b>", "text-align:left;font-size:15px;padding:0 0 4px")
    body = "".join(_row(number, cells, own, language) for number, cells in enumerate(display.rows(view, seat), 1))
    style = (
        "width:100%;table-layout:fixed;border-collapse:separate;border-spacing:1px;text-align:center;"
        f"font-size:{14 if own else 12}px;line-height:1.05"
    )
    rows = _points(view, seat, language) + _colours(view, seat, language)
    table = _tag("table", f"{caption}{_head()}<tbody>{body}{rows}</tbody>", style, cellpadding="0")
    width = "flex:0 1 520px;max-width:520px" if own else "flex:0 1 360px;max-width:360px"
    return _tag("div", table + _rest(view, seat, language), f"{width};min-width:0;margin:8px 0 18px")


def _head() -> str:
    letters = "".join(
        _tag("th", letter, f"background:{INK};color:#fff" if column == START else "", scope="col")
        for column, letter in enumerate(COLUMN_LETTERS)
    )
    return f'<thead><tr><td style="width:14px"></td>{letters}</tr></thead>'


def _row(number: int, cells: Iterable[Cell], own: bool, language: str) -> str:
    content = "".join(_cell(cell, language if own else "") for cell in cells)
    return _tag("tr", f'<th scope="row">{number}</th>{content}', f"height:{32 if own else 26}px")


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
    return _tag("td", content, style, **({"aria_label": _cell_name(cell, language)} if language else {}))


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
    head = _tag("th", sign, f"color:{SOFT}", scope="row", aria_label=name)
    return _tag("tr", head + "".join(_value(value) for value in values), "height:18px")


def _value(value: Value) -> str:
    if value.worth == "gone":
        return _tag("td", GONE, f"color:{SOFT}")
    if value.worth == "scored":
        return _tag("td", f"{SCORED}{value.points}", f"background:{INK};color:#fff;font-size:10px")
    return _tag("td", str(value.points))


def _colours(view: View, seat: int, language: str) -> str:
    """Each colour stands below three columns, so that the row is as wide as the board."""
    cells = (
        _colour(one, f"{SCORED}{one.value.points}", CROSSED[one.letter], "#fff")
        if one.value.worth == "scored"
        else _colour(one, f"({one.value.points})", OPEN[one.letter], INK)
        for one in display.colour_values(view, seat)
    )
    head = _tag("th", "■", f"color:{SOFT}", scope="row", aria_label=label(language, "colours_line"))
    return _tag("tr", head + "".join(cells), "font-size:12px;line-height:1.25")


def _colour(one: ColourValue, worth: str, ground: str, ink: str) -> str:
    return _tag(
        "td", f"<b>{one.letter}</b> {one.crossed}/21<br>{worth}", f"background:{ground};color:{ink}", colspan="3"
    )


def _rest(view: View, seat: int, language: str) -> str:
    jokers = view.sheets[seat].jokers
    count = f"<b>{'!' * jokers}</b> {jokers} {_word(language, 'of')} {FIGURES.jokers}"
    stars = f"{_word(language, 'stars_line')}: {STAR} {display.open_stars(view, seat)}"
    return _tag("div", f"{_word(language, 'jokers_line')}: {count} &nbsp; {stars}", "font-size:13px;margin:4px 0 0")


def _standings(view: View, language: str) -> str:
    rows = display.standings(view)
    ranked = any(row.rank for row in rows) and not display.is_solo(view)
    edge = f"color:{SOFT};font-weight:normal;padding:0"
    head = _tag("th", _word(language, "seat"), f"{edge};text-align:left", scope="col")
    head += _tag("th", _word(language, "total"), f"{edge};text-align:right;white-space:nowrap", scope="col")
    body = "".join(_standing(row, ranked, language) for row in rows)
    caption = _tag(
        "caption", _word(language, "result" if view.outcome else "standings"), f"text-align:left;color:{SOFT}"
    )
    table = f"{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody>"
    return _tag("table", table, "border-collapse:collapse;font-size:13px;width:100%;margin:0 0 12px")


def _standing(row: display.Standing, ranked: bool, language: str) -> str:
    """The name has a line of its own, for it may be long; what the total is made of stands below it."""
    rank = (f"{row.rank}. " if row.rank else f"{GONE} ") if ranked else ""
    *sums, total = (str(value).replace("-", "−") for value in row.lines)
    names = (_word(language, name) for name in facts.SCORE_LINES)
    parts = " · ".join(f"{name}&nbsp;{value}" for name, value in zip(names, sums, strict=False))
    cell = f"border-top:1px solid {LINE};padding:3px 0"
    small = _tag("span", parts, f"font-weight:normal;font-size:12px;color:{SOFT}")
    name = _tag("th", f"{rank}@{row.seat}<br>{small}", f"{cell};text-align:left;font-size:15px", scope="row")
    points = _tag("td", f"<b>{total}</b>", f"{cell};text-align:right;font-size:18px;white-space:nowrap")
    return f"<tr>{name}{points}</tr>"


def _legend(view: View, language: str) -> str:
    notes = _tag("p", "<br>".join(_notes(view, language)), "margin:6px 0 0")
    title = f"<b>{_word(language, 'legend')}</b>"
    return _tag(
        "div",
        f"{title}{notes}",
        f"font-size:13px;color:{INK};border-top:1px solid {LINE};padding:8px 0 0;max-width:720px;line-height:1.75",
    )


def _notes(view: View, language: str) -> Iterator[str]:
    cells = [cell for seat in display.seat_order(view) for row in display.rows(view, seat) for cell in row]
    yield " ".join(f"{_sample(letter, OPEN[letter])} {escape(colour(letter, language))}" for letter in COLOURS)
    yield f"{_sample('g' + STAR, OPEN['g'])} {_word(language, 'legend_star')}"
    yield f"{_sample('g' + CROSS, CROSSED['g'], '#fff')} {_word(language, 'legend_crossed')}"
    if any(cell.new for cell in cells):
        yield f"{_sample('g' + CROSS, CROSSED['g'], '#fff', '2px dotted #fff')} {_word(language, 'legend_new')}"
    if any(cell.pending for cell in cells):
        yield f"{_sample('g' + PENDING, OPEN['g'], INK, f'2px dashed {INK}')} {_word(language, 'legend_pending')}"
    yield _word(language, f"start_{view.start}")
    solo = display.is_solo(view)
    key = "column_points_solo" if solo else "column_points"
    yield f"{'▲' if solo else '▲▼'} {_word(language, key, mark=f'{SCORED}5', gone=GONE)}"
    yield f"{_word(language, 'colours_line')}: {_word(language, 'colour_points', value=5, mark=f'{SCORED}5')}."


def _sample(letters: str, ground: str, ink: str = INK, border: str = "2px solid transparent") -> str:
    style = f"display:inline-block;padding:0 4px;background:{ground};color:{ink};border:{border}"
    return _tag("span", letters, style)
