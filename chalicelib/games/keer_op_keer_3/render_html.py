"""The position as an HTML fragment: the family's page, with all that a sheet of Keer op Keer 3 has beside its cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from chalicelib.games.keer_family import page_markup, sheet_markup
from chalicelib.games.keer_family.markup import CROSS, DIAMOND, GONE, INK, SCORED, SOFT, plain, sample, tag
from chalicelib.games.keer_family.shown import Gain
from chalicelib.games.keer_family.views import is_own, is_solo
from chalicelib.games.keer_op_keer_3 import display, facts
from chalicelib.games.keer_op_keer_3.board import FIGURES, ROW_LABELS
from chalicelib.games.keer_op_keer_3.display import Crossing, Field, Shown
from chalicelib.games.keer_op_keer_3.state import View
from chalicelib.games.keer_op_keer_3.words import CHIP_SIGNS, GIFT_SIGNS, chip, label, vocabulary, words

_BLANK = "background:#eee"
"""A pass field that brings nothing."""

FIRST, EVERYBODY = "▲", "▼"
"""What stands before that which goes to the first only, and to everybody."""


def html(view: View, language: str) -> str:
    """The position as an HTML fragment with inline styles, for one of LANGUAGES; the watcher's own sheet first."""
    told, sums = display.told(view, language), page_markup.Sums(() if is_solo(view) else facts.SCORE_LINES, "chips")

    def sheet(seat: int) -> str:
        return _sheet(view, seat, language)

    return page_markup.page(view, vocabulary(language), told, sums, sheet, _notes(view, language))


def _word(language: str, key: str, **values: object) -> str:
    return plain(label(language, key, **values))


def _sheet(view: View, seat: int, language: str) -> str:
    own = is_own(view, seat)
    body = f"{_board(view, seat, own, language)}{_columns(view, seat, language)}{_colours(view, seat, language)}"
    return sheet_markup.sheet(view, seat, vocabulary(language), body, _below(view, seat, language), margin=16)


def _board(view: View, seat: int, own: bool, language: str) -> str:
    words, lines = vocabulary(language), []
    gains, crossings = display.goals(view, seat, "row"), display.crossings(view, seat)
    for place, (cells, goal) in enumerate(zip(display.rows(view, seat), gains, strict=True)):
        shown = "".join(sheet_markup.cell(cell, DIAMOND, "diamond", words, own=own) for cell in cells)
        lines.append(sheet_markup.row(ROW_LABELS[place], shown + sheet_markup.gain(goal.white), own=own))
        if place < len(crossings):
            lines.append(_between(crossings[place], language if own else ""))
    return "".join(lines)


def _between(crossings: Iterable[Crossing], language: str) -> str:
    """A thin row between two rows of cells: a crossing lies below two of them, where four meet."""
    cells, at = "<td></td>", 0
    for one in crossings:
        cells += f'<td colspan="{one.column - at}"></td>' if one.column > at else ""
        cells += _crossing(one, language)
        at = one.column + 2
    return tag("tr", cells, "font-size:10px;line-height:11px")


def _crossing(one: Crossing, language: str) -> str:
    """A crossing; in the watcher's own sheet (a language is given) it also has a name."""
    named = {"aria_label": _crossing_name(one, language)} if language else {}
    style = f"background:{INK};color:#fff;padding:0 3px" if one.complete else f"border:1px solid {SOFT};padding:0 3px"
    shown = tag("b", f"{SCORED}{one.numeral}" if one.complete else one.numeral, style)
    return tag("td", shown, colspan="2", **named)


def _crossing_name(one: Crossing, language: str) -> str:
    name = label(language, "crossing", name=one.numeral)
    return f"{name}, {label(language, 'crossed')}" if one.complete else name


def _columns(view: View, seat: int, language: str) -> str:
    columns = display.goals(view, seat, "column")
    first = sheet_markup.gains(FIRST, label(language, "first"), [goal.pink for goal in columns])
    return first + sheet_markup.gains(EVERYBODY, label(language, "everybody"), [goal.white for goal in columns])


def _colours(view: View, seat: int, language: str) -> str:
    shown = (
        sheet_markup.colour(goal.name, f"{goal.done}/{goal.size}", _both(goal), complete=goal.complete)
        for goal in display.goals(view, seat, "colour")
    )
    return sheet_markup.colours(label(language, "colours_line"), shown)


def _both(goal: Shown) -> str:
    """What a goal brings: what goes to the first, then what goes to everybody."""
    gains = ((FIRST, goal.pink), (EVERYBODY, goal.white))
    return " ".join(f"{mark}{_sign(gain)}" for mark, gain in gains if gain.sign)


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
    return " · ".join(_won(goal, f"{goal.name}. {_both(goal)}") for goal in display.goals(view, seat, "line"))


def _won(goal: Shown, shown: str) -> str:
    """The goal as it is shown, highlighted where it is complete."""
    return tag("b", shown, f"background:{INK};color:#fff;padding:0 3px") if goal.complete else shown


def _goals(view: View, seat: int, kind: str) -> str:
    said = []
    for goal in display.goals(view, seat, kind):
        count = f" {goal.done}/{goal.size}" if goal.size else ""
        said.append(_won(goal, f"{goal.name}{count} {_both(goal)}"))
    return " · ".join(said)


def _track(view: View, seat: int, language: str) -> str:
    named = language if is_own(view, seat) else ""
    fields = "".join(_field(field, named) for field in display.track(view, seat))
    style = "width:100%;table-layout:fixed;border-collapse:separate;border-spacing:1px;text-align:center;font-size:10px"
    title = f"{_word(language, 'track_line')}: <b>{view.sheets[seat].track}/{FIGURES.fields}</b>"
    start = f"{_word(language, 'start_line')}: <b>{plain(display.start_in_words(view, seat, language))}</b>"
    count = display.pass_now(view, seat)
    now = f"; {_word(language, 'pass_now', n=count)}" if count else ""
    caption = tag("caption", f"{title} &nbsp; {start}{now}", "text-align:left;font-size:13px")
    return tag("table", f"{caption}<tbody><tr>{fields}</tr></tbody>", f"{style};line-height:1.2", cellpadding="0")


def _field(field: Field, language: str) -> str:
    """A pass field; in the watcher's own sheet (a language is given) one that brings something has a name."""
    sign = GONE if field.gone else display.FIELD_SIGNS.get(field.bonus, "")
    named = {"aria_label": _field_name(field, language)} if language and sign else {}
    style = f"background:{INK};color:#fff" if field.crossed else f"border:1px solid {SOFT}" if sign else _BLANK
    below = f"<br>{sign}" if sign else ""
    return tag("td", f"{CROSS if field.crossed else field.number}{below}", style, **named)


def _field_name(field: Field, language: str) -> str:
    name = f"{field.number} {words(language)['brings'][field.bonus]}"
    return f"{name}, {label(language, 'crossed')}" if field.crossed else name


def _holdings(view: View, seat: int, language: str) -> Iterator[str]:
    sheet = view.sheets[seat]
    grey = f"({_word(language, 'grey_line')}: {sheet.grey})"
    yield _line(language, "jokers_line", f"{'!' * sheet.jokers} {sheet.jokers}", grey)
    if is_solo(view):
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


def _notes(view: View, language: str) -> Iterator[str]:
    yield from page_markup.cell_notes(display.all_cells(view), DIAMOND, "legend_diamond", vocabulary(language))
    yield f"{sample('II', '#fff', INK, f'1px solid {SOFT}')} {_word(language, 'legend_crossing')}"
    if view.outcome is None:
        yield _word(language, "start_open")
    signs = {"x": "X", "joker": "!", "field": "»", "mark": f"{SCORED}X", "gone": GONE}
    if is_solo(view):
        yield f"{FIRST}{EVERYBODY} {_word(language, 'legend_gains_solo', **signs)}"
    else:
        yield _word(language, "legend_gains", first=FIRST, everybody=EVERYBODY, **signs)
    yield _word(language, "legend_track_solo" if is_solo(view) else "legend_track", **display.FIELD_SIGNS)
    if view.outcome is None:
        yield _word(language, "legend_pass")
    if not is_solo(view):
        chips = {name: _chips(sign, language) for name, sign in CHIP_SIGNS.items()}
        yield label(language, "legend_chips", **chips)
