"""A notice that waited is sent only while it holds: what somebody undid, answered, deleted or left is not told."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from chalicelib.matches import service
from chalicelib.matches.pace import DAY, HOUR
from chalicelib.players import blocks
from chalicelib.post.relay import sweep
from tests.post.stories import ANNA, BRAM, CEES, STORIES, ZOE, Story

Undoing = Callable[[Story], object]


def _moved(story: Story) -> None:
    story.desk.play(story.match, 1)


def _lent(story: Story) -> None:
    service.lend(story.env, story.id, ZOE)


def _taken_back(story: Story) -> None:
    service.take_back(story.env, story.id, ZOE)


def _bram_is_back(story: Story) -> None:
    service.take_back(story.env, story.id, BRAM)


def _given_up(story: Story) -> None:
    """All others give up, so that the match ends."""
    for caller in (ANNA, BRAM):
        if story.match.head.status == "running":
            service.resign(story.env, story.id, caller)


def _seat_taken(story: Story) -> None:
    service.substitute(story.env, story.id, ZOE)
    service.substitute(story.env, story.id, CEES)


def _talk_deleted(story: Story) -> None:
    service.unsay(story.env, story.id, 1, ANNA)
    service.unsay(story.env, story.id, 2, BRAM)


def _talkers_blocked(story: Story) -> None:
    for each in ("anna", "bram"):
        blocks.block(story.env, "zoe", each)


def _answered(story: Story) -> None:
    service.say(story.env, story.id, "Thank you!", ZOE)


UNDONE: dict[tuple[str, str], Undoing] = {
    ("reminder", "moved"): _moved,
    ("reminder", "lent"): _lent,
    ("nudge", "moved"): _moved,
    ("nudge", "lent"): _lent,
    ("timed out for a bot", "taken back"): _taken_back,
    ("timed out for a bot", "over"): _given_up,
    ("is retired", "back"): _bram_is_back,
    ("is retired", "over"): _given_up,
    ("lent", "back"): lambda story: service.take_back(story.env, story.id, ANNA),
    ("lent", "zoe left"): _seat_taken,
    ("returned", "lent again"): lambda story: service.lend(story.env, story.id, ANNA),
    ("wanted", "not any more"): lambda story: service.end_call(story.env, story.id, ANNA),
    ("wanted", "found"): lambda story: service.substitute(story.env, story.id, CEES),
    ("asked", "declined"): lambda story: service.end_call(story.env, story.id, CEES),
    ("not wanted", "asked again"): lambda story: service.substitute(story.env, story.id, ZOE),
    ("offered", "taken back"): _taken_back,
    ("called", "withdrawn"): lambda story: service.end_call(story.env, story.id, ANNA),
    ("called", "declined"): lambda story: service.end_call(story.env, story.id, ZOE),
    ("vacated", "taken again"): lambda story: service.join(story.env, "cees", story.id, 1),
    ("away", "back"): lambda story: service.return_here(story.env, story.id, ANNA),
    ("away", "over"): lambda story: story.clock.advance(10 * DAY),
    ("away later", "called off"): lambda story: service.return_here(story.env, story.id, ANNA),
    ("draw", "withdrawn"): lambda story: service.decline_draw(story.env, story.id, ANNA),
    ("draw", "declined"): lambda story: service.decline_draw(story.env, story.id, ZOE),
    ("draw", "agreed by zoe"): lambda story: service.offer_draw(story.env, story.id, ZOE),
    ("draw", "lent"): _lent,
    ("talk", "deleted"): _talk_deleted,
    ("talk", "blocked"): _talkers_blocked,
    ("talk", "answered"): _answered,
    ("talk", "zoe left"): _seat_taken,
}


def overtaken(name: str, undo: Undoing) -> list[str]:
    """What became of zoe's notice of the story's category that was relayed, but not sent before it was undone."""
    story, category = Story(), STORIES[name][0]
    STORIES[name][1](story)
    sweep(story.office.post, overdue=0)
    undo(story)
    story.clock.advance(HOUR)
    story.tell()
    about = [row for row in story.office.rows("zoe") if row.notice.category == category]
    return [row.state for row in about]


@pytest.mark.parametrize(("name", "how"), UNDONE)
def test_what_does_not_hold_any_more_is_not_told(name: str, how: str) -> None:
    assert "overtaken" in overtaken(name, UNDONE[name, how])


@pytest.mark.parametrize("name", STORIES)
def test_what_still_holds_is_told_however_late(name: str) -> None:
    assert overtaken(name, lambda _: None)[-1] == "accepted"
