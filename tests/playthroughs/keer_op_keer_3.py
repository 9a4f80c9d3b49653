"""The ways for Keer op Keer 3 to end; each has a recorded match."""

from __future__ import annotations

from collections.abc import Sequence

from chalicelib.games.keer_op_keer_3.board import FIGURES
from chalicelib.games.keer_op_keer_3.moves import AND
from chalicelib.games.keer_op_keer_3.state import State
from chalicelib.rules import Termination
from tests.games.table import RESIGN, Table
from tests.playthroughs.ending import Chooser, Ending, bot, passing

TIE_BREAKS = ("diamonds", "pass_fields", "columns")
"""What decides, in this order, when several seats turn over their tenth chip in the same roll."""


def _finishers(table: Table) -> list[int]:
    """The seats that have turned over all their chips."""
    state: State = table.state
    return [seat for seat, xs in enumerate(state.xs) if xs >= 10 and not state.departed >> seat & 1]


def _normal(table: Table) -> bool:
    return table.ended().termination is Termination.NORMAL and bool(_finishers(table))


def _by_one(table: Table) -> bool:
    return _normal(table) and list(table.ended().winners) == _finishers(table) and len(_finishers(table)) == 1


def _by_a_bonus(table: Table) -> bool:
    """The tenth chip was turned by what a block, a bomb or three in a row completed."""
    return _by_one(table) and len(table.state.last[table.ended().winners[0]].split(AND)) > 1


def _with_gifts(table: Table) -> bool:
    """Gift chips were given and used."""
    return _by_one(table) and any(entry.move.startswith("[") for entry in table.record)


def _without_gifts(table: Table) -> bool:
    return _by_one(table) and not any(entry.move.startswith(("[", "give")) for entry in table.record)


def _lines(table: Table, names: Sequence[str]) -> list[tuple[int, ...]]:
    """These sums of those who finished, best first."""
    scores = [dict(score.lines) for score in table.ended().scores if score.seat in _finishers(table)]
    return [tuple(lines[name] for name in names) for lines in scores]


def _decided_by(name: str, table: Table) -> bool:
    """Several finish in one roll, and this is the first thing in which the best two differ."""
    if not _normal(table) or len(_finishers(table)) < 2 or len(table.ended().winners) != 1:
        return False
    place = TIE_BREAKS.index(name)
    first, second, *_ = _lines(table, TIE_BREAKS)
    return first[:place] == second[:place] and first[place] > second[place]


def _by_diamonds(table: Table) -> bool:
    return _decided_by("diamonds", table)


def _by_pass_fields(table: Table) -> bool:
    return _decided_by("pass_fields", table)


def _by_columns(table: Table) -> bool:
    return _decided_by("columns", table)


def _shared(table: Table) -> bool:
    return _normal(table) and len(table.ended().winners) > 1 and set(table.ended().winners) <= set(_finishers(table))


def _solo(table: Table) -> bool:
    return table.ended().termination is Termination.NORMAL and table.state.roll == FIGURES.solo_rolls


def _by_move_limit(table: Table) -> bool:
    return table.ended().termination is Termination.MOVE_LIMIT and table.state.roll == FIGURES.roll_limit


def _move_limit_won(table: Table) -> bool:
    return _by_move_limit(table) and len(table.ended().winners) == 1


def _resigned(table: Table) -> bool:
    return table.ended().termination is Termination.RESIGNED


def _departed(table: Table) -> int:
    departed: int = table.state.departed
    return departed.bit_count()


def _left_alone(table: Table) -> bool:
    return _resigned(table) and _departed(table) == table.seats - 1


def _played_on(table: Table) -> bool:
    return _normal(table) and _departed(table) == 2


def resigning(from_roll: int, before: Chooser) -> Chooser:
    """A seat that plays like another until this roll, and then gives up when it is asked."""
    return lambda table, seat: RESIGN if table.state.roll >= from_roll else before(table, seat)


def resigning_as_active(from_roll: int, before: Chooser) -> Chooser:
    """A seat that gives up the first time it is the active one from this roll on."""

    def chosen(table: Table, seat: int) -> str:
        return (resigning(from_roll, before) if table.state.active == seat else before)(table, seat)

    return chosen


def resigning_when_asked(kind: str, before: Chooser) -> Chooser:
    """A seat that gives up when it is asked for this bonus."""
    return lambda table, seat: RESIGN if table.state.asked[seat] == kind else before(table, seat)


GOOD, PLAIN = bot(2), bot(1)

ENDINGS = (
    Ending(
        "normal-two-seats",
        "Two planning bots play until one of them turns over its tenth chip; one takes choices back now and then.",
        2,
        (GOOD, GOOD),
        _by_one,
        hesitant=(0,),
    ),
    Ending(
        "normal-three-seats-many-gifts",
        "Three seats with no blank chips: gifts are given every few rolls, and used.",
        3,
        (GOOD, PLAIN, GOOD),
        _with_gifts,
        {"chips": "4-3-3-0"},
    ),
    Ending(
        "normal-all-blank",
        "All chips are blank: nobody is ever given one.",
        2,
        (GOOD, PLAIN),
        _without_gifts,
        {"chips": "0-0-0-10"},
        attempt=1,
    ),
    Ending(
        "normal-six-seats",
        "A full table of six; two seats take choices back now and then.",
        6,
        (GOOD, PLAIN, GOOD, PLAIN, GOOD, GOOD),
        _normal,
        hesitant=(2, 5),
    ),
    Ending(
        "normal-by-a-bonus", "A bonus of the last roll turns the tenth chip.", 4, (GOOD,) * 4, _by_a_bonus, attempt=6
    ),
    Ending(
        "tie-broken-by-diamonds",
        "Two finish in one roll; more diamonds decide.",
        3,
        (PLAIN,) * 3,
        _by_diamonds,
        attempt=1,
    ),
    Ending("tie-broken-by-pass-fields", "The same; pass fields decide.", 3, (PLAIN,) * 3, _by_pass_fields, attempt=14),
    Ending("tie-broken-by-columns", "The same; completed columns decide.", 3, (PLAIN,) * 3, _by_columns, attempt=295),
    Ending(
        "shared-win",
        "Two of five finish in one roll with all alike: a shared win.",
        5,
        (PLAIN,) * 5,
        _shared,
        attempt=119,
    ),
    Ending("solo", "A solo match: 30 rolls, no chips.", 1, (GOOD,), _solo),
    Ending("solo-resigned", "A solo match given up in roll 6.", 1, (resigning(6, GOOD),), _resigned),
    Ending(
        "move-limit",
        "Everybody lets time run out: the match ends after roll 300, and the first group of the ranking wins.",
        2,
        (passing, passing),
        _move_limit_won,
        attempt=2,
    ),
    Ending(
        "resigned-two-seats",
        "One of two seats gives up in roll 8, the other wins.",
        2,
        (GOOD, resigning(8, PLAIN)),
        _left_alone,
    ),
    Ending(
        "resigned-others-play-on",
        "Of five seats the active one leaves in mid-roll, later one that is asked for its bomb; three play to the end.",
        5,
        (GOOD, resigning_as_active(5, PLAIN), GOOD, resigning_when_asked("bomb", PLAIN), PLAIN),
        _played_on,
        {"chips": "3-3-3-1"},
        attempt=39,
    ),
    Ending(
        "resigned-until-one-is-left",
        "Three seats: one leaves with a choice sealed, one when it is asked; the last one wins.",
        3,
        (GOOD, GOOD, resigning(9, GOOD)),
        _left_alone,
        leaves={0: 14},
    ),
)
