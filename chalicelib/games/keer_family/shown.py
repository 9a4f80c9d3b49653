"""What every board of the family shows, before it becomes text or markup: dice, cells, what can be had, standings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Literal, NamedTuple

from chalicelib.games.keer_family.board import ROWS, Sheet
from chalicelib.games.keer_family.views import View, is_solo, seat_order
from chalicelib.games.keer_family.vocabulary import Vocabulary

Worth = Literal["there", "scored", "gone"]


class Die(NamedTuple):
    """A die on the table; a taken one is not there for those who have still to choose."""

    face: str
    taken: bool


class Cell(NamedTuple):
    """One cell of one sheet: `marked` is a printed star or diamond, `new` and `pending` are this roll's crosses."""

    name: str
    colour: str
    marked: bool
    crossed: bool
    new: bool
    pending: bool


class Gain(NamedTuple):
    """What a sheet offers: still to be had, scored by this seat, or out of its reach; "" where nothing is printed."""

    sign: str
    worth: Worth


class Told(NamedTuple):
    """What is said of a position: how the table is, what each seat is doing, and what it did in the roll before.

    `settled`: nobody chooses dice any more in this roll, so that they stand in the headline alone.
    """

    headline: Sequence[str]
    statuses: Sequence[tuple[int, str]]
    last_roll: Sequence[tuple[int, str]]
    settled: bool = False


class Standing(NamedTuple):
    """One line of a table of scores; `rank` is None while the match runs, and for a seat that left."""

    rank: int | None
    seat: int
    lines: tuple[int, ...]


def dice(view: View) -> tuple[tuple[Die, ...], tuple[Die, ...]]:
    """The colour dice and the number dice on the table; none once the match is over."""
    if view.outcome is not None:
        return (), ()
    half, left = len(view.roll) // 2, len(view.available) // 2
    return _dice(view.roll[:half], view.available[:left]), _dice(view.roll[half:], view.available[left:])


def _dice(faces: Sequence[str], available: Sequence[str]) -> tuple[Die, ...]:
    left = Counter(available)
    result = []
    for face in faces:
        result.append(Die(face, taken=left[face] < 1))
        left[face] -= 1
    return tuple(result)


def table_lines(view: View, words: Vocabulary, *, led: bool) -> list[str]:
    """What the table of a running match is at: the roll and who chooses how."""
    lines = [words.label("roll_of" if is_solo(view) else "roll", n=view.roll_number, limit=view.roll_limit)]
    if led:
        lines.append(words.label("active", seat=f"@{view.active}"))
    elif not is_solo(view):
        lines.append(words.label("free"))
    return lines


def rows_of_cells(
    sheet: Sheet, names: Sequence[str], crossed: Collection[str], new: Collection[str], pending: Collection[str]
) -> list[list[Cell]]:
    """The cells of a sheet row by row; `names` are all cells in canonical order, the rest those that are so."""
    lines: list[list[Cell]] = [[] for _ in range(ROWS)]
    for index, name in enumerate(names):
        done, marked = name in crossed, bool(sheet.stars >> index & 1)
        cell = Cell(name, sheet.colours[index], marked, done, done and name in new, not done and name in pending)
        lines[index % ROWS].append(cell)
    return lines


def standings(view: View, names: Iterable[str]) -> tuple[Standing, ...]:
    """Every seat's sums by name: best first with ranks once the match is over, else in the order of the sheets."""
    wanted = tuple(names)
    if view.outcome is not None and view.outcome.scores:
        return tuple(Standing(each.rank, each.seat, _sums(each.lines, wanted)) for each in view.outcome.scores)
    return tuple(Standing(None, seat, _sums(view.sheets[seat].lines, wanted)) for seat in seat_order(view))


def _sums(lines: Iterable[tuple[str, int]], names: Iterable[str]) -> tuple[int, ...]:
    found = dict(lines)
    return tuple(found[name] for name in names)


def is_ranked(view: View, rows: Iterable[Standing]) -> bool:
    """Whether the table of scores has ranks to show."""
    return not is_solo(view) and any(row.rank for row in rows)
