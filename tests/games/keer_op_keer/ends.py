"""How a match of Keer op Keer came to its end, more closely than its termination tells."""

from __future__ import annotations

from chalicelib.games.keer_op_keer.board import FIGURES
from chalicelib.games.keer_op_keer.state import State
from chalicelib.rules import Termination


def finishers(state: State) -> list[int]:
    """The seats that have as many colours as end the match."""
    marks = zip(state.colours_first, state.colours_later, strict=True)
    return [seat for seat, (first, later) in enumerate(marks) if (first | later).bit_count() >= FIGURES.colours_to_end]


def end(state: State) -> str:
    """The end of a match that is over: who completed the last colour, and what decided where points were equal."""
    outcome = state.outcome
    assert outcome is not None
    if outcome.termination is Termination.RESIGNED:
        return "given up by all but one" if len(state.crossed) > 1 else "given up alone"
    if len(state.crossed) == 1:
        return "second colour alone" if finishers(state) else "all rolls alone"
    return f"{_finish(state)}, {_decision(state)}"


def _finish(state: State) -> str:
    found = finishers(state)
    if len(found) != 1:
        return f"{'several' if found else 'no'} seats with two colours"
    return "second colour of the active seat" if found == [state.active] else "second colour of another seat"


def _decision(state: State) -> str:
    assert state.outcome is not None
    totals = [dict(score.lines)["total"] for score in state.outcome.scores if score.rank is not None]
    if len(state.outcome.winners) > 1:
        return "shared"
    return "by jokers" if totals[1:] and totals[0] == totals[1] else "by points"


_FINISHES = ("second colour of the active seat", "second colour of another seat", "several seats with two colours")
_DECISIONS = ("by points", "by jokers", "shared")

WAYS = {
    (1,): {"normal": ("second colour alone", "all rolls alone"), "resigned": ("given up alone",)},
    (2, 3, 4, 5, 6): {
        "normal": tuple(f"{finish}, {decision}" for finish in _FINISHES for decision in _DECISIONS),
        "move_limit": tuple(f"no seats with two colours, {decision}" for decision in _DECISIONS),
        "resigned": ("given up by all but one",),
    },
}
"""All that `end` says, by numbers of seats and termination."""
