"""The position in plain text: the family's lines, with all that a sheet of Keer op Keer 3 has beside its cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from chalicelib.games.keer_family import lines
from chalicelib.games.keer_family.board import COLUMN_LETTERS, START_COLUMN
from chalicelib.games.keer_family.views import is_solo
from chalicelib.games.keer_op_keer_3 import display, facts
from chalicelib.games.keer_op_keer_3.board import FIGURES, ROW_LABELS
from chalicelib.games.keer_op_keer_3.display import Crossing, Shown
from chalicelib.games.keer_op_keer_3.state import View
from chalicelib.games.keer_op_keer_3.words import CHIP_SIGNS, GIFT_SIGNS, label, vocabulary, words

MARGIN = 7
"""Columns before the first cell of a row."""


def text(view: View, language: str) -> str:
    """The position in plain text, at most 72 columns wide, for one of LANGUAGES; the watcher's own sheet first."""
    told, names = display.told(view, language), () if is_solo(view) else facts.SCORE_LINES

    def sheet(seat: int) -> list[str]:
        return _sheet(view, seat, language)

    return lines.page(view, vocabulary(language), told, names, sheet, _notes(view, language))


def _sheet(view: View, seat: int, language: str) -> list[str]:
    return [
        lines.sheet_title(view, seat, vocabulary(language)),
        lines.row("", COLUMN_LETTERS, MARGIN),
        *_board(view, seat),
        *_column_gains(view, seat, language),
        *lines.wrapped(_goals(view, seat, language), indent="    "),
        *lines.wrapped(_holdings(view, seat, language), indent="    "),
    ]


def _board(view: View, seat: int) -> Iterator[str]:
    gains, crossings = display.goals(view, seat, "row"), display.crossings(view, seat)
    for place, (cells, gain) in enumerate(zip(display.rows(view, seat), gains, strict=True)):
        yield lines.row(ROW_LABELS[place], map(lines.cell, cells), MARGIN, lines.gain(gain.white))
        if place < len(crossings):
            yield _between(crossings[place])


def _between(crossings: Iterable[Crossing]) -> str:
    """The line between two rows: a crossing stands between its two columns."""
    line = ""
    for one in crossings:
        sign = lines.SCORED.format(one.numeral) if one.complete else one.numeral
        bar = 1 if one.column >= START_COLUMN else 0
        line = line.ljust(MARGIN + lines.A_CELL * (one.column + 1) + bar - len(sign) // 2) + sign
    return line


def _column_gains(view: View, seat: int, language: str) -> Iterator[str]:
    columns = display.goals(view, seat, "column")
    yield lines.row(label(language, "first"), (lines.gain(goal.pink) for goal in columns), MARGIN)
    yield lines.row(label(language, "everybody"), (lines.gain(goal.white) for goal in columns), MARGIN)


def _goals(view: View, seat: int, language: str) -> Iterator[str]:
    done, size = display.diamonds(view, seat)
    diamonds = "  ".join(f"{goal.name}. {_gains(goal)}" for goal in display.goals(view, seat, "line"))
    yield f"{label(language, 'lines_line')}: {done}/{size}  {diamonds}"
    for kind in ("numeral", "colour"):
        said = "  ".join(_with_count(goal) for goal in display.goals(view, seat, kind))
        yield f"{label(language, f'{kind}s_line')}: {said}"
    stacks = "  ".join(f"{goal.name}. {lines.gain(goal.white)}" for goal in display.goals(view, seat, "stack"))
    yield f"{label(language, 'stacks_line')}: {stacks}"


def _with_count(goal: Shown) -> str:
    return f"{goal.name} {goal.done}/{goal.size} {_gains(goal)}"


def _gains(goal: Shown) -> str:
    return f"{lines.gain(goal.pink)}/{lines.gain(goal.white)}"


def _holdings(view: View, seat: int, language: str) -> Iterator[str]:
    sheet = view.sheets[seat]
    crossed = f"{sheet.track} {label(language, 'of')} {FIGURES.fields}"
    yield f"{label(language, 'track_line')}: {crossed}{_ahead(view, seat, language)}"
    count = display.pass_now(view, seat)
    now = f"; {label(language, 'pass_now', n=count)}" if count else ""
    yield f"{label(language, 'start_line')}: {display.start_in_words(view, seat, language)}{now}"
    jokers = f"{sheet.jokers} {'!' * sheet.jokers}".strip()
    yield f"{label(language, 'jokers_line')}: {jokers}, {label(language, 'grey_line')}: {sheet.grey}"
    if is_solo(view):
        yield f"{label(language, 'x_line')}: {sheet.x}"
        return
    turned = f"{len(sheet.chips)} {label(language, 'of')} 10  {_chips(sheet.chips)}"
    yield f"{label(language, 'chips_line')}: {turned}".rstrip()
    held = _chips(sheet.gifts) or label(language, "none")
    owed = f", {label(language, 'owed_line')}: {_chips(sheet.owed)}" if sheet.owed else ""
    yield f"{label(language, 'gifts_line')}: {held}{owed}"


def _ahead(view: View, seat: int, language: str) -> str:
    """The pass fields to come that bring something."""
    brings = words(language)["brings"]
    fields = (field for field in display.track(view, seat) if field.bonus and not field.crossed and not field.gone)
    said = ", ".join(f"{field.number} {brings[field.bonus]}" for field in fields)
    return f"; {label(language, 'track_ahead')}: {said}" if said else ""


def _chips(signs: str) -> str:
    return " ".join(f"[{GIFT_SIGNS[sign]}]" for sign in signs)


def _notes(view: View, language: str) -> list[str]:
    said, solo = vocabulary(language), is_solo(view)
    signs = {"x": "X", "joker": "!", "field": "»", "mark": "[X]", "gone": lines.GONE}
    chips = {name: _chips(sign) for name, sign in CHIP_SIGNS.items()}
    return [
        *lines.cell_notes(display.all_cells(view), "legend_diamond", said),
        f"I II III = {said.label('legend_crossing')}",
        *(() if view.outcome else (said.label("start_open"),)),
        said.label("legend_gains_solo" if solo else "legend_gains_text", **signs),
        *(() if view.outcome else (said.label("legend_pass"),)),
        *([] if solo else [said.label("legend_chips", **chips)]),
    ]
