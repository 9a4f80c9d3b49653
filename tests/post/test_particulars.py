"""What webhooks are told of a notice: who did what, as everybody at the table may know it, and nothing beyond that."""

from __future__ import annotations

import json
from typing import Any

import pytest

from chalicelib.matches.pace import DAY, stamp
from chalicelib.post import call
from tests.post.stories import STORIES, told


def seat(number: int | None, kind: str, text: str = "") -> dict[str, Any]:
    return {"seat": number, "kind": kind, "text": text}


ABOUT: dict[str, Any] = {
    "reminder": None,
    "nudge": {"seat": 0},
    "timed out": {"kind": "expired", "text": None},
    "timed out and out": {"kind": "retired", "text": "resign"},
    "timed out for a bot": {"kind": "retired", "text": "bot"},
    "timed out for a substitute": {"kind": "retired", "text": "substitute"},
    "is out": seat(2, "retired", "resign"),
    "is retired": seat(2, "retired", "bot"),
    "lent": seat(0, "lent", "2"),
    "returned": seat(0, "returned"),
    "wanted": seat(0, "wanted", "open"),
    "asked": seat(0, "wanted", "kept"),
    "not wanted": seat(1, "wanted"),
    "offered": seat(1, "wanted", "open"),
    "substituted": seat(0, "substituted"),
    "lost": seat(1, "substituted"),
    "called": None,
    "vacated": seat(1, "vacated", "left"),
    "declined": seat(1, "vacated", "declined"),
    "draw": {"seats": [0]},
    "not in time": seat(None, "cancelled"),
    "refused": seat(2, "cancelled", "declined"),
    "agreed": None,
}


def body(name: str) -> dict[str, Any]:
    story = told(name)
    content = call.body(story.office.post, story.match, story.office.rows("zoe")[-1].notice)
    assert len(content) < call.MAX_BYTES
    assert b"key=" not in content
    found = json.loads(content)
    data: dict[str, Any] = found["data"]
    assert found["type"] == STORIES[name][0]
    assert data["player"] == ("Anna" if name == "called" else "Zoe")
    return data


@pytest.mark.parametrize("name", ABOUT)
def test_what_a_notice_is_about_is_told_by_its_type(name: str) -> None:
    assert body(name)["about"] == ABOUT[name]


@pytest.mark.parametrize(("name", "ahead"), [("away", 0), ("away later", 5 * DAY)])
def test_an_absence_is_told_with_its_times(name: str, ahead: int) -> None:
    now = told(name).clock.now()
    assert body(name)["about"] == {"seat": 0, "from": stamp(now + ahead), "until": stamp(now + ahead + 9 * DAY)}


def test_an_absence_that_is_over_has_none() -> None:
    assert body("back")["about"] == {"seat": 0, "from": None, "until": None}


def test_messages_are_told_as_the_api_has_them() -> None:
    about = body("talk")["about"]
    assert about["count"] == 2
    assert [(each["number"], each["seat"], each["name"]) for each in about["messages"]] == [
        (1, 0, "Anna"),
        (2, 2, "Bram"),
    ]
    assert about["messages"][0]["text"].startswith("Good luck!\n")


@pytest.mark.parametrize("name", ["lent", "lost", "called", "timed out for a bot"])
def test_only_who_decides_is_given_a_decision(name: str) -> None:
    data = body(name)
    assert (data["n"], data["deadline"]) == (None, None)


def test_a_reminder_has_the_decision_it_is_about() -> None:
    data = body("reminder")
    assert data["n"] == told("reminder").match.head.opened[1]
    assert data["deadline"] == stamp(told("reminder").match.head.deadlines[1])
