"""The ways for Keer op Keer 3 to end; each has a recorded match."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from chalicelib.games.keer_op_keer_3 import META
from chalicelib.games.keer_op_keer_3.board import FIGURES
from chalicelib.games.keer_op_keer_3.state import State
from chalicelib.rules import OptionValue, Termination
from tests.games.table import RESIGN, Table
from tests.games.walks import values
from tests.playthroughs.ending import Chooser, Ending, ended, passing, until
from tests.playthroughs.keer_family import GOOD, PLAIN, departed, left_alone, resigned, resigning, resigning_as_active

_, MIDDLE, LAST = values(META.options[0])
"""Distributions of the chips that playthroughs show beside the default and the first."""

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
    return _by_one(table) and table.record[-1].seat in table.ended().winners and _was_a_bonus(table)


def _was_a_bonus(table: Table) -> bool:
    """Whether the last move was one, and the winner's tenth chip was face down before it."""
    before: State = table.after(len(table.record) - 1).state
    winner = table.ended().winners[0]
    return before.asked[winner] in ("block", "bomb", "row") and before.xs[winner] < 10


def _by_a_chain(table: Table) -> bool:
    """So it was, and the bonus came from a pass-track symbol that the winner's placement had brought."""
    return _by_a_bonus(table) and not table.state.last[table.ended().winners[0]].startswith("pass")


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


def _played_on(table: Table) -> bool:
    return _normal(table) and departed(table) == 2


def resigning_when_asked(kind: str, before: Chooser) -> Chooser:
    """A seat that gives up when it is asked for this bonus."""
    return lambda table, seat: RESIGN if table.state.asked[seat] == kind else before(table, seat)


CHIPS_GIVEN_UP: Mapping[int, OptionValue] = {4: "0-0-0-10", 5: MIDDLE, 6: LAST}
"""By number of seats: chips with which all but one give up."""


def _given_up() -> Iterator[Ending]:
    for seats, chips in CHIPS_GIVEN_UP.items():
        leaving = (resigning(2 + seat, PLAIN) for seat in range(1, seats))
        tells = "All but one leave, one after the other."
        yield Ending(f"resigned-{seats}-seats", tells, seats, (GOOD, *leaving), left_alone, {"chips": chips})


def _limited() -> Iterator[Ending]:
    """Matches in which everybody passes from some roll on, up to roll 300."""
    for seats in (3, 4, 5, 6):
        tells = "Everybody lets time run out: the match ends after roll 300."
        yield Ending(f"move-limit-{seats}-seats", tells, seats, (passing,) * seats, _by_move_limit, stride=200)
    for name, (seats, acts, attempt) in DECIDED.items():
        end = f"nobody turned all chips, {name}"
        tells, choosers = f"After a few rolls all let time run out: {end}.", (until(acts, PLAIN, passing),) * seats
        short, holds = name.replace(" ", "-"), ended("move_limit", end)
        yield Ending(f"move-limit-{short}", tells, seats, choosers, holds, attempt=attempt, stride=200)


DECIDED: Mapping[str, tuple[int, int, int]] = {"by diamonds": (3, 15, 6), "by columns": (5, 90, 4), "shared": (6, 6, 2)}
"""What decides at the move limit beside the chips: seats, moves until they pass, and the attempt."""

ENDINGS = (
    *_given_up(),
    *_limited(),
    *(
        Ending(f"normal-chips-{chips}", "Other chips.", 2, (GOOD, PLAIN), _normal, {"chips": chips})
        for chips in (MIDDLE, LAST)
    ),
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
        "normal-by-a-bonus", "A bonus of the last roll turns the tenth chip.", 4, (GOOD,) * 4, _by_a_bonus, attempt=9
    ),
    Ending(
        "normal-by-a-chain-of-bonuses",
        "A placement brings a pass-track symbol, this crosses a dark field, and its bonus turns the tenth chip.",
        2,
        (GOOD,) * 2,
        _by_a_chain,
        attempt=50,
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
    Ending("solo-resigned", "A solo match given up in roll 6.", 1, (resigning(6, GOOD),), resigned),
    Ending(
        "move-limit",
        "Everybody lets time run out: the match ends after roll 300, and the first group of the ranking wins.",
        2,
        (passing, passing),
        _move_limit_won,
        attempt=2,
        stride=4,
    ),
    Ending(
        "resigned-two-seats",
        "One of two seats gives up in roll 8, the other wins.",
        2,
        (GOOD, resigning(8, PLAIN)),
        left_alone,
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
        left_alone,
        leaves={0: 14},
    ),
)
