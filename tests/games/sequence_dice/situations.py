"""Positions of recorded matches, as their watchers see them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from chalicelib.games.sequence_dice.state import Move, Play, View
from tests.games.sequence_dice.positions import CORNERS, GAME, full, position
from tests.games.walks import Setting, Step, sample, walk

SETTINGS = tuple(
    Setting("sequence-dice", seats, choices, seed, stormy)
    for seats, choices, seed, stormy in (
        (2, (), 2, False),
        (2, (("line_length", 6),), 3, False),
        (3, (), 7, True),
        (3, (), 5, False),
        (4, (), 6, True),
        (4, (("line_length", 6),), 7, True),
    )
)


class Change(NamedTuple):
    """One event as one watcher saw it."""

    before: View
    seat: int
    move: Move | None
    after: View


def steps() -> Iterator[Step]:
    """Every event of a few whole matches, with seats that leave."""
    for setting in SETTINGS:
        yield from walk(setting)


@cache
def changes() -> tuple[Change, ...]:
    """Those events as the seat that acted and a spectator saw them."""
    found = []
    for step in steps():
        for watcher in (step.seat, None):
            before, after = (GAME.view(state, watcher) for state in (step.before, step.after))
            found.append(Change(before, step.seat, step.move, after))
    return tuple(found)


@cache
def views() -> tuple[View, ...]:
    """Positions from the first to the last, as the first seat, the last one and a spectator see them; rare ones too."""
    found = []
    for setting in SETTINGS:
        taken = sample(setting, 5)
        for state in (taken[0].before, *(step.after for step in taken)):
            found += [GAME.view(state, watcher) for watcher in (0, setting.seats - 1, None)]
    chain = [[Play("11", "a1"), Play("66", "c3")], [Play("46", "-")]]
    rare = (
        position("a1 c3", "b2", dice="55", rolls=3, last=chain),
        position(*full("a1 b3 c5 d2 e4 f6 c2 e6"), dice="56"),
        position(CORNERS, "b2", dice="11"),
        position("a1", "b2", dice="46", seats=4, resigned=0b0100, last=[[], [Play("56", "xc3")], [], []]),
        position("a1", "b2", "c3", dice="66", resigned=0b010),
    )
    found += [GAME.view(state, watcher) for state in rare for watcher in (0, None)]
    return tuple(found)
