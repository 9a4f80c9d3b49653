"""A position in plain text: letters for colours, `X` before the letter of a crossed cell; at most 72 columns."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence

from chalicelib.games.keer_family.board import COLOURS, START_COLUMN
from chalicelib.games.keer_family.shown import Cell, Gain, Told, dice, is_ranked, standings
from chalicelib.games.keer_family.views import View, seat_order
from chalicelib.games.keer_family.vocabulary import Vocabulary

WIDTH = 72
A_CELL = 4
SCORED = "[{}]"
GONE = "-"

Said = Sequence[tuple[int, str]]
"""Seats, with what is said of each."""


def page(
    view: View,
    words: Vocabulary,
    told: Told,
    names: Sequence[str],
    sheet: Callable[[int], Iterable[str]],
    notes: Iterable[str],
) -> str:
    """A position: the dice, the watcher's own sheet, what was done, the other sheets, what the signs mean.

    `names` are those of the sums in the table of scores, which stands first once the match is over; none, no table.
    """
    sheets = [sheet(seat) for seat in seat_order(view)]
    table = list(_standings(view, words, names)) if names else []
    last = _seats(words.label("final_roll" if view.outcome else "last_roll"), told.last_roll)
    parts = [
        wrapped(told.headline),
        () if told.settled else _dice(view, words),
        _seats(words.label("this_roll"), told.statuses),
        *([table, sheets[0], last] if view.outcome else [sheets[0], last, table]),
        *sheets[1:],
        _legend(words, notes),
    ]
    return "\n\n".join("\n".join(lines) for part in parts if (lines := list(part))) + "\n"


def wrapped(sentences: Iterable[str], indent: str = "") -> list[str]:
    """Sentences in lines that are not too long; `indent` begins the second line of each and what follows."""
    return [line for said in sentences for line in textwrap.wrap(said, WIDTH, subsequent_indent=indent)]


def _dice(view: View, words: Vocabulary) -> Iterator[str]:
    """The dice on the table, and which of them are left where some are taken."""
    groups = dice(view)
    for key, group in zip(("colour_dice", "number_dice"), groups, strict=True):
        if group:
            yield f"{words.label(key)}: {' · '.join(_face(one.face, words) for one in group)}"
    left = [one.face for group in groups for one in group if not one.taken]
    if len(left) < len(view.roll) and left:
        yield f"{words.label('available')}: {' · '.join(_face(face, words) for face in left)}"


def _face(face: str, words: Vocabulary) -> str:
    return face if face.isdigit() else f"{face} {words.die(face)}"


def _seats(title: str, said: Said) -> Iterator[str]:
    """A title, and below it a line for each seat."""
    if said:
        yield f"{title}:"
        yield from wrapped((f"  @{seat}: {status}" for seat, status in said), indent="    ")


def sheet_title(view: View, seat: int, words: Vocabulary) -> str:
    """Whose sheet it is."""
    title = words.label("own_sheet" if seat == view.seat else "sheet", seat=f"@{seat}")
    return f"{title} ({words.label('departed')})" if view.sheets[seat].departed else title


def row(name: str, tokens: Iterable[str], margin: int, end: str = "") -> str:
    """A line of a board; bars stand beside column H, `margin` are the columns before the first cell."""
    padded = [token.ljust(A_CELL) for token in tokens]
    padded[START_COLUMN] = f"|{padded[START_COLUMN].strip():<{A_CELL - 1}}|"
    return f"{name:<{margin}}{''.join(padded)}{end}".rstrip()


def cell(one: Cell) -> str:
    """A cell of a board."""
    mark = "X" if one.crossed else "+" if one.pending else ""
    return f"{mark}{one.colour}{'*' if one.marked and not mark else ''}"


def gain(one: Gain, there: str = "{}") -> str:
    """Something that can be had; `there` is how it is written while it can."""
    if not one.sign:
        return ""
    if one.worth == "gone":
        return GONE
    return (SCORED if one.worth == "scored" else there).format(one.sign)


def _standings(view: View, words: Vocabulary, names: Sequence[str]) -> Iterator[str]:
    """The table of scores; seats stand last, so that long names leave the columns in line."""
    rows = standings(view, names)
    ranked = is_ranked(view, rows)
    titles = [words.label(name) for name in (*(("rank",) if ranked else ()), *names)]
    widths = [max(len(title), 4) + 2 for title in titles]
    yield f"{words.label('result' if view.outcome else 'standings')}:"
    yield _columns(titles, widths)
    for each in rows:
        first = [f"{each.rank}." if each.rank else GONE] if ranked else []
        yield f"{_columns([*first, *map(str, each.lines)], widths)}  @{each.seat}"


def _columns(tokens: Sequence[str], widths: Sequence[int]) -> str:
    return "".join(token.rjust(width) for token, width in zip(tokens, widths, strict=True))


def cell_notes(cells: Iterable[Cell], key: str, words: Vocabulary) -> list[str]:
    """What the cells mean; a printed mark is explained under this key."""
    names = ", ".join(f"{letter} {words.colour(letter)}" for letter in COLOURS)
    notes = [f"g y b r o = {words.label('legend_open')} ({names})", f"g* = {words.label(key)}"]
    notes.append(f"Xg = {words.label('legend_crossed')}")
    if any(one.pending for one in cells):
        notes.append(f"+g = {words.label('legend_pending')}")
    return notes


def _legend(words: Vocabulary, notes: Iterable[str]) -> list[str]:
    """What the signs mean."""
    lines = [line for note in notes for line in textwrap.wrap(note, WIDTH - 2, subsequent_indent="    ")]
    return [f"{words.label('legend')}:", *(f"  {line}" for line in lines)]
