"""The position in plain text: letters for colours, `X` before the letter of a crossed cell; at most 72 columns."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence

from chalicelib.games.keer_family.board import COLOURS, COLUMN_LETTERS
from chalicelib.games.keer_op_keer import display, facts
from chalicelib.games.keer_op_keer.board import FIGURES
from chalicelib.games.keer_op_keer.display import Cell, Value
from chalicelib.games.keer_op_keer.state import View
from chalicelib.games.keer_op_keer.words import colour, die, label

WIDTH = 72
START = COLUMN_LETTERS.index("H")
SCORED = "[{}]"
THERE = "({})"
GONE = "-"


def text(view: View, language: str) -> str:
    """The position in plain text, the watcher's own sheet first."""
    sheets = [_sheet(view, seat, language) for seat in display.seat_order(view)]
    standings = [_standings(view, language)]
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
        *(_row(str(number), map(_cell, cells)) for number, cells in enumerate(display.rows(view, seat), 1)),
        *_points(view, seat, language),
        _colours(view, seat, language),
        _rest(view, seat, language),
    ]


def _row(name: str, tokens: Iterable[str]) -> str:
    """A line of a board; bars stand beside column H."""
    padded = [token.ljust(4) for token in tokens]
    padded[START] = f"|{padded[START].strip():<3}|"
    return f"{name:<8}{''.join(padded)}".rstrip()


def _cell(cell: Cell) -> str:
    mark = "X" if cell.crossed else "+" if cell.pending else ""
    star = "*" if cell.star and not mark else ""
    return f"{mark}{cell.colour}{star}"


def _points(view: View, seat: int, language: str) -> Iterator[str]:
    upper, lower = display.column_values(view, seat)
    if display.is_solo(view):
        yield _row(label(language, "points_row"), map(_value, upper))
        return
    yield _row(label(language, "first"), map(_value, upper))
    yield _row(label(language, "later"), map(_value, lower))


def _value(value: Value, there: str = "{}") -> str:
    if value.worth == "gone":
        return GONE
    return (SCORED if value.worth == "scored" else there).format(value.points)


def _colours(view: View, seat: int, language: str) -> str:
    values = display.colour_values(view, seat)
    said = "  ".join(f"{one.letter} {one.crossed}/21 {_value(one.value, THERE)}" for one in values)
    return f"{label(language, 'colours_line')}: {said}"


def _rest(view: View, seat: int, language: str) -> str:
    jokers = view.sheets[seat].jokers
    count = f"{jokers} {label(language, 'of')} {FIGURES.jokers} {'!' * jokers}".rstrip()
    stars = f"{label(language, 'stars_line')}: {display.open_stars(view, seat)}"
    return f"{label(language, 'jokers_line')}: {count}   {stars}"


def _standings(view: View, language: str) -> Iterator[str]:
    """The names stand last, so that long ones leave the columns in line."""
    rows = display.standings(view)
    ranked = any(row.rank for row in rows) and not display.is_solo(view)
    titles = [label(language, name) for name in (("rank",) if ranked else ()) + facts.SCORE_LINES]
    widths = [max(len(title), 4) + 2 for title in titles]
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
    notes = [
        f"g y b r o = {label(language, 'legend_open')} ({names})",
        f"g* = {label(language, 'legend_star')}",
        f"Xg = {label(language, 'legend_crossed')}",
        *([f"+g = {label(language, 'legend_pending')}"] if pending else []),
        label(language, f"start_{view.start}"),
        label(language, "column_points_solo" if display.is_solo(view) else "column_points", mark="[5]", gone=GONE),
        f"{label(language, 'colours_line')}: {label(language, 'colour_points', value=5, mark='[5]')}.",
    ]
    return [f"{label(language, 'legend')}:", *(f"  {line}" for line in _narrow(notes))]


def _narrow(notes: Iterable[str]) -> list[str]:
    return [line for note in notes for line in textwrap.wrap(note, WIDTH - 2, subsequent_indent="    ")]
