"""The ways for the game to end; each has a recorded match."""

from __future__ import annotations

from collections.abc import Iterator

from tests.games.table import RESIGN, Table
from tests.playthroughs.ending import Chooser, Ending, bot, ended

PLAIN = bot(1)


def resigning(before: Chooser) -> Chooser:
    """A seat that gives up once somebody has moved."""
    return lambda table, seat: RESIGN if table.record else before(table, seat)


def left_alone(table: Table) -> bool:
    """All but one have given up."""
    return ended("resigned")(table)


def _endings() -> Iterator[Ending]:
    for seats, heap in ((2, 21), (3, 4), (2, 30)):
        options = {"heap": heap}
        yield Ending(f"normal-{seats}-{heap}", "The last one wins.", seats, (PLAIN,) * seats, ended("normal"), options)
    for seats, heap in ((2, 4), (3, 21), (3, 30)):
        choosers = (PLAIN, *(resigning(PLAIN) for _ in range(1, seats)))
        yield Ending(f"resigned-{seats}-{heap}", "All but one leave.", seats, choosers, left_alone, {"heap": heap})


ENDINGS = tuple(_endings())
