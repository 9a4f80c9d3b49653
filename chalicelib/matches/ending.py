"""How a match ended: by its rules, or because those at the table wanted a draw, had all gone, or let time run out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from chalicelib.matches.events import Entry
from chalicelib.matches.match import Ending, Match, Roster
from chalicelib.rules import (
    AnyGame,
    Chance,
    Fact,
    MatchOverError,
    NotToMoveError,
    Outcome,
    SeatScore,
    Termination,
)

GIVEN_UP = ("resigned", "expelled")
"""How a seat leaves by the rules: its player gave up, or missed too many deadlines in a row."""
WITHOUT_RULES = ("agreed", "abandoned")
"""How a match ends that the rules have not ended: by the last entry of its record, which changes no position."""
_ENDS = ("end", "end_solo")
"""What games call the fact that a match is over; how it ended comes first in its detail."""
TEXTS = {"resigned": "resign", "expelled": "resign", "agreed": "draw", "abandoned": "abandon"}
"""What stands on record of what is no move of the game."""


def outcome_of(game: AnyGame, match: Match) -> Outcome | None:
    """How a match ended; None while it waits or runs, and where its position is not at hand."""
    if match.head.state is None:
        return None
    return ended(game, match.head.state, len(match.roster.seats), match.head.ending)


def ended(game: AnyGame, state: Any, seats: int, ending: Ending) -> Outcome | None:
    """How a match of so many seats ended that stands so; None where neither the rules nor `ending` ended it."""
    if ending in WITHOUT_RULES:
        return _without_rules(game, state, seats, Termination(ending))
    by_rules = game.outcome(state)
    if by_rules is None or ending != "timed_out":
        return by_rules
    return Outcome(Termination.TIMED_OUT, by_rules.winners, by_rules.scores)


def _without_rules(game: AnyGame, state: Any, seats: int, termination: Termination) -> Outcome:
    """Nobody wins; who was in the match when a draw was agreed shares the first place, and the others have none."""
    shares = set(range(seats)) if termination is Termination.AGREED else set[int]()
    shares = {seat for seat in shares if not gave_up(game, state, seat)}
    order = sorted(range(seats), key=lambda seat: (seat not in shares, seat))
    return Outcome(termination, (), tuple(SeatScore(seat, 1 if seat in shares else None, ()) for seat in order))


def ending_after(game: AnyGame, state: Any, last: Entry | None) -> Ending:
    """What the last entry of a record made of the end of a match, beside what the rules say of its last position."""
    if last is None:
        return ""
    if last.how == "agreed":
        return "agreed"
    if last.how == "abandoned":
        return "abandoned"
    by_rules = game.outcome(state) if last.how == "expelled" else None
    return "timed_out" if by_rules and by_rules.termination is Termination.RESIGNED else ""


def told_facts(facts: tuple[Fact, ...], last: Entry | None) -> tuple[Fact, ...]:
    """The facts of a commit as they are told: its `last` entry may say that what the rules call resigned was time."""
    if last is None or last.how != "expelled":
        return facts
    return tuple(_on_time(fact) if fact.kind in _ENDS else fact for fact in facts)


def _on_time(fact: Fact) -> Fact:
    ended_by, *winners = fact.detail
    by_rules = str(Termination.RESIGNED)
    return Fact(fact.kind, fact.seat, (str(Termination.TIMED_OUT), *winners)) if ended_by == by_rules else fact


def told_view(view: Any, outcome: Outcome | None) -> Any:
    """A view of a position as it is told: by the outcome where that is not what the rules call it.

    Where time ran out they call it something else. A match that they have not ended has no sums and no places: its
    board says that it is over, and how, and asks nobody for anything.
    """
    if outcome is None:
        return view
    if view.outcome is None:
        return replace(view, outcome=Outcome(outcome.termination, outcome.winners), to_move=())
    return replace(view, outcome=outcome) if outcome.termination is Termination.TIMED_OUT else view


def gave_up(game: AnyGame, state: Any, seat: int) -> bool:
    """Whether a seat has left by the rules, which then let it give up no more."""
    try:
        game.resign(state, seat, Chance(b"a question", (), 0))
    except (NotToMoveError, MatchOverError):
        return True
    return False


def holders(game: AnyGame, roster: Roster, state: Any) -> tuple[int, ...]:
    """The seats of a match that runs which are their players' still, who are there or have lent them for a while.

    A seat is not that was given up, or taken because its player did not come.
    """
    people = (number for number, seat in enumerate(roster.seats) if seat.kind == "player")
    kept = (number for number in people if not roster.seats[number].level and not roster.seats[number].retired)
    return tuple(seat for seat in kept if not gave_up(game, state, seat))


def present(game: AnyGame, roster: Roster, state: Any) -> tuple[int, ...]:
    """The seats of a match that runs whose players are there: no bot plays for them, and they have not given up."""
    return tuple(seat for seat in holders(game, roster, state) if not roster.seats[seat].lent)


def against(game: AnyGame, roster: Roster, state: Any) -> tuple[int, ...]:
    """The seats that were taken because their players did not come, and that win together with no holder."""
    holding, sides = holders(game, roster, state), game.sides(len(roster.seats), roster.options)
    together = {each for side in sides if not set(side).isdisjoint(holding) for each in side}
    return tuple(number for number, seat in enumerate(roster.seats) if seat.retired and number not in together)
