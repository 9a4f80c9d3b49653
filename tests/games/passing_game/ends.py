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
    last = state.standing.last
    assert last is not None
    reached = "exactly the target" if max(state.standing.points) == state.terms.target else "past the target"
    return f"{table}, {last.how if last.final else 'somebody left'}, {reached}"
