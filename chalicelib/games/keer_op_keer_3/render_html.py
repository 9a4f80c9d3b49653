"""The position as an HTML fragment: tables and inline styles only, so that mail programs show it as pages do.

Colours never stand alone: every cell has its letter, a diamond its shape, a cross its mark. Cells carry short styles,
because six sheets must fit into one mail.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

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
    dice_boxes,
    die_box,
    legend,
    plain,
    sample,
    seat_list,
    tag,
    whole,
)
from chalicelib.games.keer_family.shown import Die
from chalicelib.games.keer_op_keer_3 import display, facts
from chalicelib.games.keer_op_keer_3.board import FIGURES, ROW_LABELS
from chalicelib.games.keer_op_keer_3.display import START, Cell, Crossing, Field, Gain, Shown
from chalicelib.games.keer_op_keer_3.state import View
from chalicelib.games.keer_op_keer_3.words import GIFT_SIGNS, chip, colour, die, label

DIAMOND = "◆"


def html(view: View, language: str) -> str:
    """The position as an HTML fragment, the watcher's own sheet first."""
    sheets = [_sheet(view, seat, language) for seat in display.seat_order(view)]
    first = 0 if view.outcome or view.seat is None else 1
    flow = "".join([*sheets[:first], _panel(view, language), *sheets[first:]])
    parts = [
        _headline(view, language),
        _dice(view, language),
        tag("div", flow, "display:flex;flex-wrap:wrap;gap:0 28px;align-items:flex-start"),
        legend(label(language, "legend"), "<br>".join(_notes(view, language))),
    ]
    return whole("".join(parts), language)


def _word(language: str, key: str, **values: object) -> str:
    return plain(label(language, key, **values))


def _headline(view: View, language: str) -> str:
    first, *others = map(plain, display.headline(view, language))
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
    """What every seat is doing, did before, and how far it is."""
    standings = "" if display.is_solo(view) else _standings(view, language)
    parts = [
        seat_list(label(language, "this_roll"), display.statuses(view, language)),
        standings if view.outcome else "",
        seat_list(label(language, "final_roll" if view.outcome else "last_roll"), display.last_roll(view, language)),
        "" if view.outcome else standings,
    ]
    return tag("div", "".join(parts), "flex:0 1 360px;max-width:360px;min-width:0;margin:8px 0 4px")


def _sheet(view: View, seat: int, language: str) -> str:
    own = seat == view.seat or display.is_solo(view)
    title = _word(language, "own_sheet" if seat == view.seat else "sheet", seat=f"@{seat}")
    if view.sheets[seat].departed:
        title += f" ({_word(language, 'departed')})"
    caption = tag("caption", f"<b>{title}</b>", "text-align:left;font-size:15px;padding:0 0 4px")
    style = (
        "width:100%;table-layout:fixed;border-collapse:separate;border-spacing:1px;text-align:center;"
        f"font-size:{14 if own else 12}px;line-height:1.05"
    )
    body = f"{_board(view, seat, own, language)}{_columns(view, seat, language)}{_colours(view, seat, language)}"
    table = tag("table", f"{caption}{_head()}<tbody>{body}</tbody>", style, cellpadding="0")
    width = "flex:0 1 520px;max-width:520px" if own else "flex:0 1 360px;max-width:360px"
    return tag("div", table + _below(view, seat, language), f"{width};min-width:0;margin:8px 0 18px")


def _head() -> str:
    letters = "".join(
        tag("th", letter, f"background:{INK};color:#fff" if column == START else "", scope="col")
        for column, letter in enumerate(COLUMN_LETTERS)
    )
    return f'<thead><tr><td style="width:14px"></td>{letters}<td style="width:16px"></td></tr></thead>'


def _board(view: View, seat: int, own: bool, language: str) -> str:
    gains, crossings = display.goals(view, seat, "row"), display.crossings(view, seat)
    lines = []
    for place, (cells, gain) in enumerate(zip(display.rows(view, seat), gains, strict=True)):
        content = "".join(_cell(cell, language if own else "") for cell in cells)
        row = f'<th scope="row">{ROW_LABELS[place]}</th>{content}{_gain(gain.white)}'
        lines.append(tag("tr", row, f"height:{32 if own else 26}px"))
        if place < len(crossings):
            lines.append(_between(crossings[place], language if own else ""))
    return "".join(lines)


def _cell(cell: Cell, language: str) -> str:
    """A cell; in the watcher's own sheet (a language is given) it also has a name for those who do not see it."""
    mark = CROSS if cell.crossed else PENDING if cell.pending else DIAMOND if cell.diamond else ""
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
    states = {"diamond": cell.diamond, "crossed": cell.crossed, "new": cell.new, "pending": cell.pending}
    words = [f"{cell.name} {colour(cell.colour, language)}"]
    return ", ".join(words + [label(language, key) for key, holds in states.items() if holds])


def _between(crossings: Iterable[Crossing], language: str) -> str:
    """A thin row between two rows of cells: a crossing lies below two of them, where four meet."""
    cells, at = "<td></td>", 0
    for one in crossings:
        cells += f'<td colspan="{one.column - at}"></td>' if one.column > at else ""
        cells += _crossing(one, language)
        at = one.column + 2
    return tag("tr", cells, "font-size:10px;line-height:11px;font-weight:bold")


def _crossing(one: Crossing, language: str) -> str:
    """A crossing; in the watcher's own sheet (a language is given) it also has a name."""
    named = {"aria_label": _crossing_name(one, language)} if language else {}
    style = f"background:{INK};color:#fff;padding:0 3px" if one.complete else f"border:1px solid {SOFT};padding:0 3px"
    shown = tag("span", f"{SCORED}{one.numeral}" if one.complete else one.numeral, style)
    return tag("td", shown, colspan="2", **named)


def _crossing_name(one: Crossing, language: str) -> str:
    name = label(language, "crossing", name=one.numeral)
    return f"{name}, {label(language, 'crossed')}" if one.complete else name


def _gain(gain: Gain) -> str:
    if not gain.sign:
        return "<td></td>"
    if gain.worth == "gone":
        return tag("td", GONE, f"color:{SOFT}")
    if gain.worth == "scored":
        return tag("td", f"{SCORED}{gain.sign}", f"background:{INK};color:#fff;font-size:10px")
    return tag("td", gain.sign)


def _columns(view: View, seat: int, language: str) -> str:
    columns = display.goals(view, seat, "column")
    return _signs("▲", label(language, "first"), [goal.pink for goal in columns]) + _signs(
        "▼", label(language, "everybody"), [goal.white for goal in columns]
    )


def _signs(sign: str, name: str, gains: Iterable[Gain]) -> str:
    head = tag("th", sign, f"color:{SOFT}", scope="row", aria_label=name)
    return tag("tr", head + "".join(map(_gain, gains)), "height:18px")


def _colours(view: View, seat: int, language: str) -> str:
    """Each colour stands below three columns, so that the row is as wide as the board."""
    cells = "".join(_colour(goal) for goal in display.goals(view, seat, "colour"))
    head = tag("th", "■", f"color:{SOFT}", scope="row", aria_label=label(language, "colours_line"))
    return tag("tr", head + cells, "font-size:12px;line-height:1.25")


def _colour(goal: Shown) -> str:
    ground, ink = (CROSSED[goal.name], "#fff") if goal.complete else (OPEN[goal.name], INK)
    content = f"<b>{goal.name}</b> {goal.done}/{goal.size}<br>{_both(goal)}"
    return tag("td", content, f"background:{ground};color:{ink}", colspan="3")


def _both(goal: Shown) -> str:
    """What a goal brings: the sign for the first, then the one for everybody."""
    return " ".join(_sign(gain) for gain in (goal.pink, goal.white) if gain.sign)


def _sign(gain: Gain) -> str:
    return GONE if gain.worth == "gone" else f"{SCORED}{gain.sign}" if gain.worth == "scored" else gain.sign


def _below(view: View, seat: int, language: str) -> str:
    lines = [
        _track(view, seat, language),
        _line(
            language, "lines_line", f"{DIAMOND} {'/'.join(map(str, display.diamonds(view, seat)))}", _lines(view, seat)
        ),
        _line(language, "numerals_line", "", _goals(view, seat, "numeral")),
        _line(language, "stacks_line", "", _goals(view, seat, "stack")),
        *_holdings(view, seat, language),
    ]
    return tag("div", "".join(lines), "font-size:13px;margin:4px 0 0")


def _line(language: str, key: str, value: str, more: str = "") -> str:
    said = f"<b>{value}</b> {more}" if value else more
    return f"{_word(language, key)}: {said}<br>"


def _lines(view: View, seat: int) -> str:
    return " · ".join(f"{goal.name}. {_both(goal)}" for goal in display.goals(view, seat, "line"))


def _goals(view: View, seat: int, kind: str) -> str:
    said = []
    for goal in display.goals(view, seat, kind):
        count = f" {goal.done}/{goal.size}" if goal.size else ""
        shown = f"{goal.name}{count} {_both(goal)}"
        said.append(tag("span", shown, f"background:{INK};color:#fff;padding:0 3px") if goal.complete else shown)
    return " · ".join(said)


def _track(view: View, seat: int, language: str) -> str:
    fields = "".join(_field(field) for field in display.track(view, seat))
    style = "width:100%;table-layout:fixed;border-collapse:separate;border-spacing:1px;text-align:center;font-size:11px"
    title = f"{_word(language, 'track_line')}: {view.sheets[seat].track}/{FIGURES.fields}"
    start = f"{_word(language, 'start_line')}: <b>{plain(display.start_in_words(view, seat, language))}</b>"
    caption = tag("caption", f"{title} &nbsp; {start}", "text-align:left;font-size:13px")
    return tag("table", f"{caption}<tbody><tr>{fields}</tr></tbody>", style, cellpadding="0")


def _field(field: Field) -> str:
    if field.crossed:
        return tag("td", f"{CROSS}{f'<br>{field.sign}' if field.sign else ''}", f"background:{INK};color:#fff")
    return tag("td", field.sign or str(field.number), f"border:1px solid {SOFT if field.sign else LINE}")


def _holdings(view: View, seat: int, language: str) -> Iterator[str]:
    sheet = view.sheets[seat]
    grey = f"({_word(language, 'grey_line')}: {sheet.grey})"
    yield _line(language, "jokers_line", f"{'!' * sheet.jokers} {sheet.jokers}", grey)
    if display.is_solo(view):
        yield _line(language, "x_line", str(sheet.x))
        return
    turned = f"{len(sheet.chips)} {_word(language, 'of')} 10"
    yield _line(language, "chips_line", turned, _chips(sheet.chips, language))
    if sheet.gifts:
        yield _line(language, "gifts_line", _chips(sheet.gifts, language))
    if sheet.owed:
        yield _line(language, "owed_line", _chips(sheet.owed, language))


def _chips(signs: str, language: str) -> str:
    style = f"border:1px solid {INK};border-radius:9px;padding:0 5px"
    return " ".join(tag("span", GIFT_SIGNS[sign], style, role="img", aria_label=chip(sign, language)) for sign in signs)


def _standings(view: View, language: str) -> str:
    rows = display.standings(view)
    ranked = any(row.rank for row in rows)
    edge = f"color:{SOFT};font-weight:normal;padding:0"
    head = tag("th", _word(language, "seat"), f"{edge};text-align:left", scope="col")
    head += tag("th", _word(language, "chips"), f"{edge};text-align:right;white-space:nowrap", scope="col")
    body = "".join(_standing(row, ranked, language) for row in rows)
    caption = tag(
        "caption", _word(language, "result" if view.outcome else "standings"), f"text-align:left;color:{SOFT}"
    )
    table = f"{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody>"
    return tag("table", table, "border-collapse:collapse;font-size:13px;width:100%;margin:0 0 12px")


def _standing(row: display.Standing, ranked: bool, language: str) -> str:
    """The name has a line of its own, for it may be long; what decides a tie stands below it."""
    rank = (f"{row.rank}. " if row.rank else f"{GONE} ") if ranked else ""
    chips, *others = row.lines
    names = (_word(language, name) for name in facts.SCORE_LINES[1:])
    parts = " · ".join(f"{name}&nbsp;{value}" for name, value in zip(names, others, strict=True))
    cell = f"border-top:1px solid {LINE};padding:3px 0"
    below = tag("span", parts, f"font-weight:normal;font-size:12px;color:{SOFT}")
    name = tag("th", f"{rank}@{row.seat}<br>{below}", f"{cell};text-align:left;font-size:15px", scope="row")
    number = tag("td", f"<b>{chips}</b>", f"{cell};text-align:right;font-size:18px;white-space:nowrap")
    return f"<tr>{name}{number}</tr>"


def _notes(view: View, language: str) -> Iterator[str]:
    cells = [cell for seat in display.seat_order(view) for row in display.rows(view, seat) for cell in row]
    yield " ".join(f"{sample(letter, OPEN[letter])} {plain(colour(letter, language))}" for letter in COLOURS)
    yield f"{sample('g' + DIAMOND, OPEN['g'])} {_word(language, 'legend_diamond')}"
    yield f"{sample('g' + CROSS, CROSSED['g'], '#fff')} {_word(language, 'legend_crossed')}"
    if any(cell.new for cell in cells):
        yield f"{sample('g' + CROSS, CROSSED['g'], '#fff', '2px dotted #fff')} {_word(language, 'legend_new')}"
    if any(cell.pending for cell in cells):
        yield f"{sample('g' + PENDING, OPEN['g'], INK, f'2px dashed {INK}')} {_word(language, 'legend_pending')}"
    yield f"{sample('II', '#fff', INK, f'1px solid {SOFT}')} {_word(language, 'legend_crossing')}"
    yield _word(language, "start_open")
    gains = "legend_gains_solo" if display.is_solo(view) else "legend_gains"
    yield f"▲▼ {_word(language, gains, x='X', joker='!', field='»', mark=f'{SCORED}X', gone=GONE)}"
    yield _word(language, "legend_track", **display.FIELD_SIGNS, end=display.END_SIGN)
