"""How a match came to its end, more closely than its termination tells."""

from __future__ import annotations

from typing import Any


def end(state: Any) -> str:
    """The end of a match that is over: whether anything is left on the heap."""
    return "others left" if state.heap else "last one taken"


WAYS = {(2, 3): {"normal": ("last one taken",), "resigned": ("others left",)}}
"""All that `end` says, by numbers of seats and termination."""
