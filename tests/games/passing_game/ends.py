"""How a match of the Passing Game came to its end, more closely than its termination tells."""

from __future__ import annotations

from chalicelib.games.passing_game.state import State
from chalicelib.rules import Termination


def end(state: State) -> str:
    """The end of a match that is over: how its last round ended, and whether that gave exactly the target."""
    assert state.outcome is not None
    table = "partners" if state.terms.partnership else f"{len(state.hands)} seats"
    if state.outcome.termination is Termination.RESIGNED:
        return f"{table}, {'a side' if state.terms.partnership else 'all but one'} gave up"
    if state.outcome.termination is Termination.MOVE_LIMIT:
        return f"{table}, no target reached"
    last = state.standing.last
    assert last is not None
    reached = "exactly the target" if max(state.standing.points) == state.terms.target else "past the target"
    return f"{table}, {last.how if last.final else 'somebody left'}, {reached}"


def _ways(table: str, *others: str) -> dict[str, tuple[str, ...]]:
    rounds = ("out", "blocked", "passed", *others)
    reached = ("exactly the target", "past the target")
    gave_up = "a side" if table == "partners" else "all but one"
    return {
        "normal": tuple(f"{table}, {how}, {points}" for how in rounds for points in reached),
        "move_limit": (f"{table}, no target reached",),
        "resigned": (f"{table}, {gave_up} gave up",),
    }


_FOUR = (_ways("4 seats", "somebody left"), _ways("partners"))

WAYS = {
    (2,): _ways("2 seats"),
    (3,): _ways("3 seats", "somebody left"),
    (4,): {how: (*_FOUR[0][how], *_FOUR[1][how]) for how in _FOUR[0]},
}
"""All that `end` says, by numbers of seats and termination."""
