"""How a match of Keer op Keer 3 came to its end, more closely than its termination tells."""

from __future__ import annotations

from chalicelib.games.keer_op_keer_3.board import FIGURES
from chalicelib.games.keer_op_keer_3.state import State
from chalicelib.rules import Termination

_TIE_BREAKS = ("chips", "diamonds", "pass_fields", "columns")


def end(state: State) -> str:
    """The end of a match that is over: how many turned over their last chip, and what decided among the best two."""
    outcome = state.outcome
    assert outcome is not None
    if outcome.termination is Termination.RESIGNED:
        return "given up by all but one" if len(state.crossed) > 1 else "given up alone"
    if len(state.crossed) == 1:
        assert state.roll == FIGURES.solo_rolls, "a solo match that ends before its last roll"
        return "all rolls alone"
    finished = sum(
        xs >= len(chips) and not state.departed >> seat & 1
        for seat, (xs, chips) in enumerate(zip(state.xs, state.chips, strict=True))
    )
    how = ("nobody turned all chips", "one turned all chips")[finished] if finished < 2 else "several turned all chips"
    return f"{how}, {_decision(state)}"


def _decision(state: State) -> str:
    assert state.outcome is not None
    if len(state.outcome.winners) > 1:
        return "shared"
    first, second, *_ = (dict(score.lines) for score in state.outcome.scores if score.rank is not None)
    return "by " + next(name for name in _TIE_BREAKS if first[name] != second[name]).replace("_", " ")


WAYS = {
    (1,): {"normal": ("all rolls alone",), "resigned": ("given up alone",)},
    (2, 3, 4, 5, 6): {
        "normal": (
            "one turned all chips, by chips",
            *(f"several turned all chips, by {name.replace('_', ' ')}" for name in _TIE_BREAKS[1:]),
            "several turned all chips, shared",
        ),
        "move_limit": (
            # never by pass fields: of 300 rolls at most 105 are placements, and 16 passes fill the track
            *(f"nobody turned all chips, by {name}" for name in _TIE_BREAKS if name != "pass_fields"),
            "nobody turned all chips, shared",
        ),
        "resigned": ("given up by all but one",),
    },
}
"""All that `end` says, by numbers of seats and termination."""
