"""Positions of recorded matches, as their watchers see them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from chalicelib.games.keer_family.board import COLUMN_MASKS
from chalicelib.games.keer_op_keer.board import SHEETS
from chalicelib.games.keer_op_keer.game import KeerOpKeer
from chalicelib.games.keer_op_keer.state import Move, State, View
from chalicelib.rules import Chance
from tests.games.walks import Setting, Step, sample, walk

GAME = KeerOpKeer()
SETTINGS = tuple(
    Setting("keer-op-keer", seats, (), seats, stormy)
    for seats, stormy in ((1, False), (2, False), (3, True), (4, False), (6, True))
)


class Change(NamedTuple):
    """One event as one watcher saw it."""

    before: View
    seat: int
    move: Move | None
    after: View


def chance(ply: int = 1) -> Chance:
    """A chance of no particular match."""
    return Chance(bytes(32), (), ply)


def steps() -> Iterator[Step]:
    """Every event of a few whole matches, with seats that leave and choices that are taken back."""
    for setting in SETTINGS:
        yield from walk(setting)


@cache
def changes() -> tuple[Change, ...]:
    """Those events as the seat that acted, its neighbour and a spectator saw them; only the first knows the move."""
    found = []
    for step in steps():
        for watcher in {step.seat, (step.seat + 1) % len(step.before.chosen), None}:
            known = step.move if watcher == step.seat else None
            found.append(Change(GAME.view(step.before, watcher), step.seat, known, GAME.view(step.after, watcher)))
    return tuple(found)


@cache
def views() -> tuple[View, ...]:
    """Positions from the first to the last, as the first seat, the last one and a spectator see them."""
    found = []
    for setting in SETTINGS:
        taken = sample(setting, 4)
        for state in (taken[0].before, *(step.after for step in taken)):
            found += [GAME.view(state, watcher) for watcher in {0, setting.seats - 1, None}]
    return tuple(found)


def position(
    crossed: tuple[int, ...],
    *,
    dice: str = "gyb123",
    roll: int = 5,
    active: int = 0,
    chosen: tuple[str, ...] | None = None,
    jokers: int = 8,
    start: str = "open",
) -> State:
    """A position on the black sheet in which nothing was completed before."""
    none = (0,) * len(crossed)
    blank = ("",) * len(crossed)
    seats_jokers = (jokers,) * len(crossed)
    return State(
        "black", start, active, roll, dice, crossed, seats_jokers, none, none, none, none, chosen or blank, blank, 0
    )


def column(letter: str, but: str = "") -> int:
    """The mask of a column, without the cells of the rows named in `but`."""
    place = "ABCDEFGHIJKLMNO".index(letter)
    mask = COLUMN_MASKS[place]
    for row in but:
        mask &= ~(1 << 7 * place + int(row) - 1)
    return mask


def colour(letter: str, but: int = 0) -> int:
    """The mask of all cells of a colour on the black sheet, without those in `but`."""
    return SHEETS["black"].colour_masks["gybro".index(letter)] & ~but


def cell(name: str) -> int:
    """The mask of one cell."""
    return column(name[0]) & ~column(name[0], name[1])
