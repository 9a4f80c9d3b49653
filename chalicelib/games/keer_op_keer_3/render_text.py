"""The position in plain text: letters for colours, `X` before the letter of a crossed cell; at most 72 columns."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence

from chalicelib.games.keer_family.board import COLOURS, COLUMN_LETTERS
from chalicelib.games.keer_op_keer_3 import display, facts
from chalicelib.games.keer_op_keer_3.board import FIGURES, ROW_LABELS
from chalicelib.games.keer_op_keer_3.display import START, Cell, Crossing, Gain, Shown
from chalicelib.games.keer_op_keer_3.state import View
from chalicelib.games.keer_op_keer_3.words import GIFT_SIGNS, colour, die, label

WIDTH = 72
MARGIN = 7
"""Columns before the first cell of a row."""

SCORED = "[{}]"
GONE = "-"


def text(view: View, language: str) -> str:
    """The position in plain text, the watcher's own sheet first."""
    sheets = [_sheet(view, seat, language) for seat in display.seat_order(view)]
    standings = [] if display.is_solo(view) else [_standings(view, language)]
    last = _seats(label(language, "final_roll" if view.outcome else "last_roll"), display.last_roll(view, language))
    parts = [
        _wrapped(display.headline(view, language)),
        _dice(view, language),
        _seats(label(language, "this_roll"), display.statuses(view, language)),
        *(standings if view.outcome else []),
        *sheets[:1],
        last,
        *([] if view.outcome else standings),
        *sheets[1:],
        _legend(view, language),
    ]
    return "\n\n".join("\n".join(lines) for part in parts if (lines := list(part))) + "\n"


def _wrapped(sentences: Iterable[str], indent: str = "") -> list[str]:
    return [line for said in sentences for line in textwrap.wrap(said, WIDTH, subsequent_indent=indent)]


def _dice(view: View, language: str) -> Iterator[str]:
    groups = display.dice(view)
    for key, group in zip(("colour_dice", "number_dice"), groups, strict=True):
        if group:
            yield f"{label(language, key)}: {' · '.join(_face(one.face, language) for one in group)}"
    left = [one.face for group in groups for one in group if not one.taken]
    if len(left) < len(view.roll) and left:
        yield f"{label(language, 'available')}: {' · '.join(_face(face, language) for face in left)}"


def _face(face: str, language: str) -> str:
    return face if face.isdigit() else f"{face} {die(face, language)}"


def _seats(title: str, said: Sequence[tuple[int, str]]) -> Iterator[str]:
    if said:
        yield f"{title}:"
        yield from _wrapped((f"  @{seat}: {status}" for seat, status in said), indent="    ")


def _sheet(view: View, seat: int, language: str) -> list[str]:
    title = label(language, "own_sheet" if seat == view.seat else "sheet", seat=f"@{seat}")
    return [
        f"{title} ({label(language, 'departed')})" if view.sheets[seat].departed else title,
        _row("", COLUMN_LETTERS),
        *_board(view, seat),
        *_column_gains(view, seat, language),
        *_wrapped(_goals(view, seat, language), indent="    "),
        *_wrapped(_holdings(view, seat, language), indent="    "),
    ]


def _row(name: str, tokens: Iterable[str], end: str = "") -> str:
    """A line of a board; bars stand beside column H."""
    padded = [token.ljust(4) for token in tokens]
    padded[START] = f"|{padded[START].strip():<3}|"
    return f"{name:<{MARGIN}}{''.join(padded)}{end}".rstrip()


def _board(view: View, seat: int) -> Iterator[str]:
    gains, crossings = display.goals(view, seat, "row"), display.crossings(view, seat)
    for place, (cells, gain) in enumerate(zip(display.rows(view, seat), gains, strict=True)):
        yield _row(ROW_LABELS[place], map(_cell, cells), _gain(gain.white))
        if place < len(crossings):
            yield _between(crossings[place])


def _cell(cell: Cell) -> str:
    mark = "X" if cell.crossed else "+" if cell.pending else ""
    diamond = "*" if cell.diamond and not mark else ""
    return f"{mark}{cell.colour}{diamond}"


def _between(crossings: Iterable[Crossing]) -> str:
    """The line between two rows: a crossing stands between its two columns."""
    line = ""
    for one in crossings:
        sign = SCORED.format(one.numeral) if one.complete else one.numeral
        bar = 1 if one.column >= START else 0
        line = line.ljust(MARGIN + 4 * one.column + 4 + bar - len(sign) // 2) + sign
    return line


def _gain(gain: Gain) -> str:
    if not gain.sign:
        return ""
    if gain.worth == "gone":
        return GONE
    return SCORED.format(gain.sign) if gain.worth == "scored" else gain.sign


def _column_gains(view: View, seat: int, language: str) -> Iterator[str]:
    columns = display.goals(view, seat, "column")
    yield _row(label(language, "first"), (_gain(goal.pink) for goal in columns))
    yield _row(label(language, "everybody"), (_gain(goal.white) for goal in columns))


def _goals(view: View, seat: int, language: str) -> Iterator[str]:
    done, size = display.diamonds(view, seat)
    lines = "  ".join(f"{goal.name}. {_gains(goal)}" for goal in display.goals(view, seat, "line"))
    yield f"{label(language, 'lines_line')}: {done}/{size}  {lines}"
    for kind in ("numeral", "colour"):
        said = "  ".join(_with_count(goal) for goal in display.goals(view, seat, kind))
        yield f"{label(language, f'{kind}s_line')}: {said}"
    stacks = "  ".join(f"{goal.name}. {_gain(goal.white)}" for goal in display.goals(view, seat, "stack"))
    yield f"{label(language, 'stacks_line')}: {stacks}"


def _with_count(goal: Shown) -> str:
    return f"{goal.name} {goal.done}/{goal.size} {_gains(goal)}"


def _gains(goal: Shown) -> str:
    return f"{_gain(goal.pink)}/{_gain(goal.white)}"


def _holdings(view: View, seat: int, language: str) -> Iterator[str]:
    sheet = view.sheets[seat]
    fields = " ".join(f"{'x' if field.crossed else '.'}{field.sign}" for field in display.track(view, seat))
    yield f"{label(language, 'track_line')}: {sheet.track}/{FIGURES.fields}  {fields}"
    yield f"{label(language, 'start_line')}: {display.start_in_words(view, seat, language)}"
    jokers = f"{sheet.jokers} {'!' * sheet.jokers}".strip()
    yield f"{label(language, 'jokers_line')}: {jokers}, {label(language, 'grey_line')}: {sheet.grey}"
    if display.is_solo(view):
        yield f"{label(language, 'x_line')}: {sheet.x}"
        return
    turned = f"{len(sheet.chips)} {label(language, 'of')} 10  {_chips(sheet.chips)}"
    yield f"{label(language, 'chips_line')}: {turned}".rstrip()
    held = _chips(sheet.gifts) or label(language, "none")
    owed = f", {label(language, 'owed_line')}: {_chips(sheet.owed)}" if sheet.owed else ""
    yield f"{label(language, 'gifts_line')}: {held}{owed}"


def _chips(signs: str) -> str:
    return " ".join(f"[{GIFT_SIGNS[sign]}]" for sign in signs)


def _standings(view: View, language: str) -> Iterator[str]:
    """The names stand last, so that long ones leave the columns in line."""
    rows = display.standings(view)
    ranked = any(row.rank for row in rows)
    titles = [label(language, name) for name in (("rank",) if ranked else ()) + facts.SCORE_LINES]
    widths = [max(len(title), 2) + 2 for title in titles]
    yield f"{label(language, 'result' if view.outcome else 'standings')}:"
    yield _columns(titles, widths)
    for row in rows:
        first = [f"{row.rank}." if row.rank else GONE] if ranked else []
        yield f"{_columns([*first, *map(str, row.lines)], widths)}  @{row.seat}"


def _columns(tokens: Sequence[str], widths: Sequence[int]) -> str:
    return "".join(token.rjust(width) for token, width in zip(tokens, widths, strict=True))


def _legend(view: View, language: str) -> list[str]:
    names = ", ".join(f"{letter} {colour(letter, language)}" for letter in COLOURS)
    pending = any(cell.pending for seat in display.seat_order(view) for row in display.rows(view, seat) for cell in row)
    signs = {"x": "X", "joker": "!", "field": "»"}
    gains = "legend_gains_solo" if display.is_solo(view) else "legend_gains"
    fields = {**display.FIELD_SIGNS, "end": display.END_SIGN}
    notes = [
        f"g y b r o = {label(language, 'legend_open')} ({names})",
        f"g* = {label(language, 'legend_diamond')}",
        f"Xg = {label(language, 'legend_crossed')}",
        *([f"+g = {label(language, 'legend_pending')}"] if pending else []),
        f"I II III = {label(language, 'legend_crossing')}",
        label(language, "start_open"),
        label(language, gains, **signs, mark="[X]", gone=GONE),
        label(language, "legend_track", **fields),
    ]
    return [f"{label(language, 'legend')}:", *(f"  {line}" for line in _narrow(notes))]


def _narrow(notes: Iterable[str]) -> list[str]:
    return [line for note in notes for line in textwrap.wrap(note, WIDTH - 2, subsequent_indent="    ")]
