"""The letter of every category: who writes it. The order of its parts is the templates' business."""

from __future__ import annotations

from collections.abc import Callable

from chalicelib.post import company, milestones, table_talk, turns
from chalicelib.post.letter import Letter
from chalicelib.post.scene import Scene

_WRITERS: dict[str, Callable[[Scene], Letter]] = {
    "your_turn": turns.your_turn,
    "reminder": turns.reminder,
    "nudge": turns.nudge,
    "timed_out": turns.timed_out,
    "match_started": milestones.match_started,
    "match_ended": milestones.match_ended,
    "invitation": milestones.invitation,
    "called_off": milestones.called_off,
    "seat_changed": company.seat_changed,
    "away": company.away,
    "draw_offered": company.draw_offered,
    "message": table_talk.message,
}


def letter(category: str, scene: Scene) -> Letter:
    """The letter of a category. Raises LookupError for a category there is not, or whose row is not there."""
    return _WRITERS[category](scene)
