"""Every time that is shown for one deadline is the same instant: by the interface, calls, mails, calendar and pages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from typing import Any
from zoneinfo import ZoneInfo

import icalendar
import pytest

from chalicelib import bootstrap
from chalicelib.matches import repository, spreading
from chalicelib.matches.pace import DAY, HOUR, stamp
from chalicelib.players.ports import FixedClock
from tests.web.desk import Desk, open_desk

ZONES = ("Europe/Amsterdam", "Africa/Johannesburg", "Australia/Lord_Howe", "UTC")
QUIET = {"from": "22:30", "until": "07:15"}
LONG = {"decision_time": 20 * DAY, "bank": 15 * DAY, "weekends": False}
"""So long that it lies beyond changes of the clock in October."""
_MOMENT = re.compile(
    r"(\d+) (\w+) (\d{4}), (\d\d):(\d\d) \((?:[\w/]+, )?UTC(?:([+-])(\d+)(?::(\d\d))?)?\)"  # with zone and offset
)
_TIME = re.compile(r'<time datetime="([^"]+)">([^<]+)</time>')
_SHORT = re.compile(r"\b\w{3} (\d+) (\w+), (\d\d):(\d\d)")


def _read(found: re.Match[str]) -> int:
    """The instant that a moment in words names, to the minute."""
    day, month, year, hour, minute, sign, hours, rest = found.groups()
    offset = timedelta(hours=int(hours or 0), minutes=int(rest or 0)) * (-1 if sign == "-" else 1)
    wall = datetime.strptime(f"{day} {month} {year} {hour}:{minute}", "%d %B %Y %H:%M").replace(tzinfo=timezone(offset))
    return int(wall.timestamp())


def _moments(text: str) -> set[int]:
    return {_read(found) for found in _MOMENT.finditer(text)}


def _minute(epoch: int) -> int:
    return epoch - epoch % 60


@pytest.fixture
def desk() -> Iterator[Desk]:
    """A fresh service."""
    yield open_desk()
    bootstrap.use(None)


def _epoch(text: str) -> int:
    return int(datetime.fromisoformat(text).timestamp())


def _shown(desk: Desk, match: str) -> dict[str, int]:
    """Every instant that the interface shows for the deadline of ann's decision, by where it stands."""
    own = desk.get(f"/matches/{match}", by="ann").json
    listed = desk.get("/me/matches", by="ann").json["matches"][0]
    found = {"decision": own["decision"]["deadline"], "seat": own["seats"][0]["deadline"], "list": listed["deadline"]}
    for name in ("bob", ""):
        found[f"seen by {name}"] = desk.get(f"/matches/{match}", by=name).json["seats"][0]["deadline"]
    return {where: _epoch(text) for where, text in found.items()}


def _told(desk: Desk, match: str) -> tuple[set[int], set[int], str]:
    """The instants in ann's mails and on the page that their link opens, to the minute; and the last subject."""
    mail = desk.mails("ann")[-1]
    plain = mail.get_body(("plain",))
    assert plain
    text = " ".join(plain.get_content().split())
    link = re.search(rf"{re.escape(desk.container.settings.base_url)}(/m/{match}\?\S+)", text)
    assert link
    page = desk.get(link[1]).body.decode()
    timed = [(each[1], each[2]) for each in _TIME.finditer(page)]
    assert timed
    on_page = {_minute(_epoch(moment)) for moment, _ in timed} | _moments(page)
    return _moments(text), on_page, str(mail["Subject"])


def _sleep(desk: Desk) -> None:
    """Let ann's quiet hours pass, if a mail waits for their end."""
    (row,) = (each for each in desk.get("/me/deliveries", by="ann").json["deliveries"] if each["channel"] == "mail")
    if row["state"] == "pending":
        desk.clock.time = _epoch(row["next"])
        desk.work_off()


def _in_calendar(desk: Desk) -> set[int]:
    """When the event of ann's decision is, and to the minute what it says in words."""
    link = desk.post("/me/calendar", by="ann").json["url"].removeprefix(desk.container.settings.base_url)
    (event,) = icalendar.Calendar.from_ical(desk.get(link).body).walk("VEVENT")
    instant = int(event.decoded("DTSTART").timestamp())
    assert _moments(str(event["DESCRIPTION"])) == {_minute(instant)}
    return {instant}


def _calls(desk: Desk) -> set[int]:
    bodies = [json.loads(content) for _, _, content in desk.webhooks.accepted]
    return {_epoch(body["data"]["deadline"]) for body in bodies}


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize(
    ("pace", "quiet", "away"),
    [
        ({"decision_time": HOUR * 9}, QUIET, False),
        ({"decision_time": DAY * 5, "weekends": False}, None, False),
        (LONG, QUIET, True),
    ],
    ids=["night", "weekend", "all"],
)
def test_one_deadline_is_one_instant_wherever_it_is_shown(
    desk: Desk, zone: str, pace: dict[str, Any], quiet: dict[str, str] | None, *, away: bool
) -> None:
    desk.player("ann")
    assert desk.ask("PATCH", "/me", {"zone": zone, "quiet": quiet}, by="ann").status == 200
    desk.webhook("ann")
    match = desk.table("ann", "bob", pace=pace)
    if away:
        now = desk.clock.now()
        for since, until in ((now + DAY, now + 4 * DAY), (now + 30 * DAY, now + 37 * DAY)):
            desk.post("/me/absences", {"from": stamp(since), "until": stamp(until)}, by="ann")
        spreading.spread(desk.env)
    deadline = repository.load(desk.env, match).head.deadlines[0]
    assert set(_shown(desk, match).values()) == {deadline}
    assert _in_calendar(desk) == {deadline}
    desk.work_off()
    assert _calls(desk) == {deadline}
    _sleep(desk)
    mailed, on_page, subject = _told(desk, match)
    assert _minute(deadline) in mailed
    assert on_page >= {_minute(deadline)}
    short = _SHORT.search(subject)
    assert short
    wall = datetime.fromtimestamp(deadline, ZoneInfo(zone))
    assert (int(short[1]), short[2], f"{short[3]}:{short[4]}") == (wall.day, f"{wall:%B}", f"{wall:%H:%M}")
    assert _is_over_at(desk, match) == deadline


def _is_over_at(desk: Desk, match: str) -> int:
    """The first second at which the interface says that ann's time is up."""
    clock: FixedClock = desk.clock
    deadline = repository.load(desk.env, match).head.deadlines[0]
    for clock.time in (deadline - 1, deadline):
        if desk.get(f"/matches/{match}", by="ann").json["decision"]["overdue"]:
            return clock.time
    return 0
