"""What the scripts of both Keer op Keer games have in common: who plays, and how seats leave."""

from __future__ import annotations

from chalicelib.rules import Termination
from tests.games.table import RESIGN, Table
from tests.playthroughs.ending import Chooser, bot

GOOD, PLAIN = bot(2), bot(1)


def resigned(table: Table) -> bool:
    """Whether the match ended because somebody gave up."""
    return table.ended().termination is Termination.RESIGNED


def departed(table: Table) -> int:
    """How many seats have left."""
    found: int = table.state.departed
    return found.bit_count()


def left_alone(table: Table) -> bool:
    """Whether all but one have left."""
    return resigned(table) and departed(table) == table.seats - 1


def resigning(from_roll: int, before: Chooser) -> Chooser:
    """A seat that plays like another until this roll, and then gives up when it is asked."""
    return lambda table, seat: RESIGN if table.state.roll >= from_roll else before(table, seat)


def resigning_as_active(from_roll: int, before: Chooser) -> Chooser:
    """A seat that gives up the first time it is the active one from this roll on."""

    def chosen(table: Table, seat: int) -> str:
        return (resigning(from_roll, before) if table.state.active == seat else before)(table, seat)

    return chosen
