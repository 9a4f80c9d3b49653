"""The ways for Keer op Keer to end; each has a recorded match."""

from __future__ import annotations

from chalicelib.games.keer_op_keer.board import FIGURES
from chalicelib.games.keer_op_keer.state import Move, State
from chalicelib.rules import Termination
from tests.games.table import RESIGN, Table
from tests.playthroughs.ending import Chooser, Ending, bot, passing


def _finishers(table: Table) -> list[int]:
    """The seats that have as many colours as end the match."""
    state: State = table.state
    marks = zip(state.colours_first, state.colours_later, strict=True)
    return [seat for seat, (first, later) in enumerate(marks) if (first | later).bit_count() >= FIGURES.colours_to_end]


def _normal(table: Table) -> bool:
    return table.ended().termination is Termination.NORMAL and bool(_finishers(table))


def _normal_by_another(table: Table) -> bool:
    return _normal(table) and table.state.active not in _finishers(table)


def _solo_by_rolls(table: Table) -> bool:
    return table.ended().termination is Termination.NORMAL and not _finishers(table) and table.state.roll == 30


def _solo_by_colour(table: Table) -> bool:
    return _normal(table) and table.state.roll < FIGURES.solo_rolls


def _by_move_limit(table: Table) -> bool:
    return table.ended().termination is Termination.MOVE_LIMIT and table.state.roll == FIGURES.roll_limit


def _resigned(table: Table) -> bool:
    return table.ended().termination is Termination.RESIGNED


def _departed(table: Table) -> int:
    departed: int = table.state.departed
    return departed.bit_count()


def _left_alone(table: Table) -> bool:
    return _resigned(table) and _departed(table) == table.seats - 1


def _played_on(table: Table) -> bool:
    return _normal(table) and _departed(table) == 2


def _top_two(table: Table) -> tuple[tuple[int, int], tuple[int, int]]:
    first, second = (dict(score.lines) for score in table.ended().scores[:2])
    return (first["total"], first["jokers"]), (second["total"], second["jokers"])


def _tie_broken(table: Table) -> bool:
    first, second = _top_two(table)
    return _normal(table) and first[0] == second[0] and first[1] > second[1] and len(table.ended().winners) == 1


def _shared(table: Table) -> bool:
    first, second = _top_two(table)
    return _normal(table) and first == second and len(table.ended().winners) == 2


def collector(colours: str) -> Chooser:
    """A seat that wants nothing but these colours: the most crosses in them, passing where there are none."""

    def crosses(move: Move) -> tuple[bool, int]:
        return move.colour in colours and move.kind == "place", move.number

    return lambda table, seat: table.game.format(max(table.game.legal_moves(table.state, seat), key=crosses))


def resigning(from_roll: int, before: Chooser) -> Chooser:
    """A seat that plays like another until this roll, and then gives up when it is asked."""
    return lambda table, seat: RESIGN if table.state.roll >= from_roll else before(table, seat)


def resigning_as_active(from_roll: int, before: Chooser) -> Chooser:
    """A seat that gives up the first time it is the active one from this roll on."""

    def chosen(table: Table, seat: int) -> str:
        return (resigning(from_roll, before) if table.state.active == seat else before)(table, seat)

    return chosen


GOOD, PLAIN = bot(2), bot(1)

ENDINGS = (
    Ending(
        "normal-two-seats",
        "Two planning bots play until one of them has its second colour; one takes choices back now and then.",
        2,
        (GOOD, GOOD),
        _normal,
        hesitant=(0,),
    ),
    Ending(
        "normal-start-first",
        "The same with the other reading of the start: column H is open to an empty sheet only.",
        2,
        (GOOD, PLAIN),
        _normal,
        {"sheet": "yellow", "start": "first"},
    ),
    Ending(
        "normal-by-another-seat",
        "Three seats; the second colour is completed by a seat that was not the active one.",
        3,
        (GOOD, GOOD, PLAIN),
        _normal_by_another,
        {"sheet": "red"},
        attempt=2,
    ),
    Ending(
        "normal-six-seats",
        "A full table of six; two seats take choices back now and then.",
        6,
        (GOOD, PLAIN, GOOD, PLAIN, GOOD, GOOD),
        _normal,
        {"sheet": "blue"},
        hesitant=(2, 5),
    ),
    Ending("solo-by-rolls", "A solo match that ends after roll 30.", 1, (GOOD,), _solo_by_rolls, {"sheet": "green"}, 1),
    Ending(
        "solo-by-second-colour",
        "A solo match that ends early, with the second colour complete.",
        1,
        (collector("gr"),),
        _solo_by_colour,
        {"sheet": "orange"},
        attempt=236,
    ),
    Ending("solo-resigned", "A solo match given up in roll 6.", 1, (resigning(6, GOOD),), _resigned),
    Ending("move-limit", "Everybody passes: the match ends after roll 300.", 2, (passing, passing), _by_move_limit),
    Ending(
        "resigned-two-seats",
        "One of two seats gives up in roll 8, the other wins.",
        2,
        (GOOD, resigning(8, PLAIN)),
        _left_alone,
        {"sheet": "purple"},
    ),
    Ending(
        "resigned-others-play-on",
        "Of four seats the active one leaves in mid-roll, later one with a sealed choice; two play to the end.",
        4,
        (GOOD, resigning_as_active(5, PLAIN), GOOD, PLAIN),
        _played_on,
        {"sheet": "orange"},
        leaves={3: 40},
    ),
    Ending(
        "resigned-until-one-is-left",
        "Three seats, of which two leave one after the other: the last one wins.",
        3,
        (resigning(5, GOOD), GOOD, resigning(9, GOOD)),
        _left_alone,
        {"start": "first"},
    ),
    Ending("tie-broken-by-jokers", "The same points, and more jokers decide.", 2, (GOOD, GOOD), _tie_broken, attempt=6),
    Ending("shared-win", "The same points and the same jokers: a shared win.", 2, (PLAIN, PLAIN), _shared, attempt=58),
)
