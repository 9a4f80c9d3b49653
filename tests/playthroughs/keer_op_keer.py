"""The ways for Keer op Keer to end; each has a recorded match."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from chalicelib.games.keer_op_keer.board import FIGURES, INDEX, SHEETS
from chalicelib.games.keer_op_keer.state import Move, State
from chalicelib.rules import Termination
from tests.games.table import Table
from tests.playthroughs.ending import Chooser, Ending, ended, passing, until
from tests.playthroughs.keer_family import GOOD, PLAIN, departed, left_alone, resigned, resigning, resigning_as_active


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


def _played_on(table: Table) -> bool:
    return _normal(table) and departed(table) == 2


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


def while_active(active: int, before: Chooser) -> Chooser:
    """A seat that plays like another while that seat is the active one, and passes in all other rolls."""
    return lambda table, seat: (before if table.state.active == active else passing)(table, seat)


def paying(colours: str, before: Chooser) -> Chooser:
    """A seat that, once, as the active one, gives two jokers for a star of another colour: the same points."""

    def is_paid(table: Table, move: Move) -> bool:
        both = move.colour_joker and move.number_joker and move.number == 1
        return both and move.colour not in colours and bool(SHEETS[table.state.sheet].stars & 1 << INDEX[move.cells[0]])

    def chosen(table: Table, seat: int) -> str:
        jokers = table.state.jokers
        if table.state.active == seat and jokers[seat] == max(jokers[:2]) == min(jokers[:2]):
            for move in table.game.legal_moves(table.state, seat):
                if is_paid(table, move):
                    return table.game.format(move)
        return before(table, seat)

    return chosen


SHEETS_GIVEN_UP: Mapping[int, str] = {2: "orange", 3: "yellow", 4: "red", 5: "blue", 6: "green"}
"""By number of seats: a sheet with which all but one give up."""

TWIN = while_active(2, collector("gr"))
"""Two such seats, and one that passes, have the same crosses whenever the third one is not active."""

RARE: Mapping[str, tuple[str, tuple[Chooser, ...], str, int]] = {
    "tie-of-the-active-seat": ("second colour of the active seat, by jokers", (GOOD,) * 4, "purple", 17),
    "shared-by-another-seat": ("second colour of another seat, shared", (PLAIN,) * 3, "yellow", 208),
    "several-by-points": (
        "several seats with two colours, by points",
        (until(6, PLAIN, TWIN), TWIN, passing),
        "red",
        3,
    ),
    "several-by-jokers": (
        "several seats with two colours, by jokers",
        (paying("gr", TWIN), TWIN, passing),
        "black",
        72,
    ),
    "several-shared": ("several seats with two colours, shared", (TWIN, TWIN, passing), "green", 0),
}
"""Ends that few dice lead to, by file: how ends.py says it, who plays, the sheet, and the attempt."""


def _rare() -> Iterator[Ending]:
    for name, (end, choosers, sheet, attempt) in RARE.items():
        tells, holds = f"The end is: {end}.", ended("normal", end)
        yield Ending(name, tells, len(choosers), choosers, holds, {"sheet": sheet}, attempt)


def _given_up() -> Iterator[Ending]:
    for seats, sheet in SHEETS_GIVEN_UP.items():
        leaving = (resigning(2 + seat, PLAIN) for seat in range(1, seats))
        tells = "All but one leave, one after the other."
        yield Ending(f"resigned-{seats}-seats", tells, seats, (GOOD, *leaving), left_alone, {"sheet": sheet})


def _limited() -> Iterator[Ending]:
    """Matches in which everybody passes from some roll on, up to roll 300."""
    for seats in (3, 4, 5, 6):
        tells = "Everybody passes: the match ends after roll 300."
        yield Ending(f"move-limit-{seats}-seats", tells, seats, (passing,) * seats, _by_move_limit, stride=200)
    for name, attempt in {"points": 0, "jokers": 39}.items():
        end = f"no seats with two colours, by {name}"
        tells, choosers = f"After a few rolls both pass: {end}.", (until(12, PLAIN, passing),) * 2
        holds = ended("move_limit", end)
        yield Ending(f"move-limit-by-{name}", tells, 2, choosers, holds, attempt=attempt, stride=100)


ENDINGS = (
    *_rare(),
    *_given_up(),
    *_limited(),
    Ending("normal-five-seats", "Five seats.", 5, (GOOD,) * 5, _normal, {"sheet": "purple"}),
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
    Ending("solo-resigned", "Given up in roll 6.", 1, (resigning(6, GOOD),), resigned, {"sheet": "purple"}),
    Ending(
        "move-limit",
        "Everybody passes: the match ends after roll 300.",
        2,
        (passing, passing),
        _by_move_limit,
        stride=4,
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
        left_alone,
        {"start": "first"},
    ),
    Ending("tie-broken-by-jokers", "The same points, and more jokers decide.", 2, (GOOD, GOOD), _tie_broken, attempt=6),
    Ending("shared-win", "The same points and the same jokers: a shared win.", 2, (PLAIN, PLAIN), _shared, attempt=58),
)
