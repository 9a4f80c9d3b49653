"""The ways for Sequence Dice to end; each has a recorded match."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from chalicelib.games.sequence_dice.board import INDEX, LINES
from chalicelib.games.sequence_dice.state import Move, State
from chalicelib.rules import OptionValue, Termination
from tests.games.sequence_dice.ends import WAYS
from tests.games.table import RESIGN, Table
from tests.playthroughs.ending import Chooser, Ending, bot, ended

Holds = Callable[[Table], bool]

GOOD, PLAIN = bot(2), bot(1)


def _normal(table: Table) -> bool:
    return table.ended().termination is Termination.NORMAL


def _winners_line(table: Table) -> set[str]:
    return set(table.game.view(table.state, None).line)


def with_partner(table: Table) -> bool:
    """Won by a line in which both partners have put chips."""
    owners: dict[str, int] = {}
    for entry in table.record:
        owners[entry.move.removeprefix("x")] = entry.seat
    return _normal(table) and {owners[square] for square in _winners_line(table)} == set(table.ended().winners)


def on_a_short_diagonal(table: Table) -> bool:
    """Won by a diagonal of exactly five squares."""
    line = _winners_line(table)
    steps = {INDEX[square] for square in line}
    return _normal(table) and any(
        steps == {start + step * count for count in range(5)} for start, step in ((1, 7), (6, 7), (4, 5), (11, 5))
    )


def _gave_up(table: Table) -> int:
    resigned: int = table.state.resigned
    return resigned.bit_count()


def resigned_by(count: int) -> Holds:
    """Ended because so many seats gave up."""
    return lambda table: table.ended().termination is Termination.RESIGNED and _gave_up(table) == count


def played_on(table: Table) -> bool:
    """Ended by a line after one seat had given up."""
    return _normal(table) and _gave_up(table) == 1


def won_beside_one_who_gave_up(table: Table) -> bool:
    """The same, by the side of the seat that had given up."""
    return played_on(table) and any(table.state.resigned >> seat & 1 for seat in table.ended().winners)


def resigning(after: int, before: Chooser) -> Chooser:
    """A seat that plays like another until the record has so many moves, and then gives up, once, when it is asked."""

    def chosen(table: Table, seat: int) -> str:
        gone = table.state.resigned >> seat & 1
        return RESIGN if len(table.record) >= after and not gone else before(table, seat)

    return chosen


def resigning_in_a_chain(before: Chooser) -> Chooser:
    """A seat that gives up in its first extra roll."""
    return lambda table, seat: RESIGN if table.state.rolls > 1 else before(table, seat)


def _danger(state: State) -> int:
    """How near the sides are to lines: what each number of chips in one line weighs, by side."""
    lines = LINES[state.line_length]
    return sum(6 ** (chips & line).bit_count() for chips in state.chips for line in lines)


def avoiding(table: Table, seat: int) -> str:
    """A seat that keeps everybody away from lines, as far as its dice let it."""
    game, state = table.game, table.state

    def danger(move: Move) -> tuple[bool, int]:
        after = game.apply_move(state, seat, move, table.chance())
        return after.outcome is not None and after.outcome.termination is Termination.NORMAL, _danger(after)

    return game.format(min(game.legal_moves(state, seat), key=danger))


TABLES: Mapping[str, tuple[int, Mapping[str, OptionValue]]] = {
    "two": (2, {}),
    "two-six": (2, {"line_length": 6}),
    "three": (3, {}),
    "four": (4, {}),
    "four-six": (4, {"line_length": 6}),
}
"""Every number of seats with every length of line."""

ATTEMPTS: Mapping[str, int] = {
    "two-placing": 4,
    "two-placing-longer": 5,
    "two-placing-chain": 49,
    "two-placing-chain-longer": 120,
    "two-replacing-longer": 18,
    "two-replacing-chain": 54,
    "two-replacing-chain-longer": 361,
    "two-six-placing": 10,
    "two-six-placing-chain": 14,
    "two-six-replacing-chain": 12,
    "three-placing": 1,
    "three-placing-longer": 29,
    "three-placing-chain": 16,
    "three-placing-chain-longer": 206,
    "three-replacing": 2,
    "three-replacing-longer": 4,
    "three-replacing-chain": 6,
    "three-replacing-chain-longer": 62,
    "four-placing-longer": 1,
    "four-placing-chain": 21,
    "four-placing-chain-longer": 135,
    "four-replacing": 12,
    "four-replacing-longer": 4,
    "four-replacing-chain": 28,
    "four-replacing-chain-longer": 18,
    "four-six-placing": 5,
    "four-six-placing-chain": 37,
    "four-six-replacing-chain": 8,
}
"""Which dice lead to an ending; 0 where nothing stands here."""


def _ending(name: str, tells: str, table: str, choosers: tuple[Chooser, ...], holds: Holds) -> Ending:
    seats, options = TABLES[table]
    return Ending(name, tells, seats, choosers, holds, options, ATTEMPTS.get(name, 0))


def _mixed(table: str) -> tuple[Chooser, ...]:
    return tuple((GOOD, PLAIN)[seat // 2 % 2] for seat in range(TABLES[table][0]))


def _lines(table: str) -> Iterator[Ending]:
    """Every way to come to a line at a table."""
    seats, options = TABLES[table]
    begins = f"{seats} seats, line of {options.get('line_length', 5)}, "
    for end in WAYS[(seats,)]["normal"]:
        if end.startswith(begins):
            how = end.removeprefix(begins)
            name = how.replace(" in an extra roll", "-chain").replace(", longer than asked", "-longer")
            yield _ending(f"{table}-{name}", f"A line: {how}.", table, _mixed(table), ended("normal", end))


SET_UP = {"move_limit": "tests.games.sequence_dice.test_ways_to_end.test_turn_2000_ends_a_match_as_a_draw"}
"""Where two sides play, no dice are known that bring 2,000 turns without a line; a test sets such dice up."""

ENDINGS = (
    *(ending for table in TABLES for ending in _lines(table)),
    Ending(
        "three-limit",
        "Everybody keeps everybody away from lines: a draw after turn 2,000.",
        3,
        (avoiding,) * 3,
        ended("move_limit"),
        attempt=1,
        stride=100,
    ),
    _ending("two-short-diagonal", "A diagonal of five squares.", "two", (GOOD, PLAIN), on_a_short_diagonal),
    _ending("two-resigned", "One of two gives up.", "two", (GOOD, resigning(15, PLAIN)), resigned_by(1)),
    _ending("two-six-resigned", "One of two gives up.", "two-six", (resigning(9, GOOD), PLAIN), resigned_by(1)),
    _ending(
        "three-played-on",
        "One of three leaves when it is asked; its chips stay, the others play on to a line.",
        "three",
        (GOOD, resigning(20, PLAIN), PLAIN),
        played_on,
    ),
    _ending(
        "three-left-in-a-chain",
        "One of three leaves in an extra roll; the next seat has the turn.",
        "three",
        (resigning_in_a_chain(GOOD), GOOD, PLAIN),
        played_on,
    ),
    _ending(
        "three-resigned",
        "Two of three leave, one after the other: the last one wins.",
        "three",
        (resigning(10, GOOD), GOOD, resigning(18, PLAIN)),
        resigned_by(2),
    ),
    _ending("four-with-partner", "A line of both partners' chips.", "four", (GOOD, GOOD, PLAIN, PLAIN), with_partner),
    _ending(
        "four-played-on",
        "One partner gives up and is played for; that side wins.",
        "four",
        (GOOD, PLAIN, resigning(12, GOOD), PLAIN),
        won_beside_one_who_gave_up,
    ),
    _ending(
        "four-resigned",
        "Both partners of one side give up.",
        "four",
        (GOOD, resigning(8, PLAIN), PLAIN, resigning(25, GOOD)),
        resigned_by(2),
    ),
    _ending(
        "four-six-resigned",
        "One partner of each side gives up, then a second one of one side.",
        "four-six",
        (resigning(4, GOOD), resigning(8, PLAIN), resigning(20, GOOD), PLAIN),
        resigned_by(3),
    ),
)
