"""The calendar over HTTP: a secret link, made, made anew and taken back; cheap to poll, and nobody else's."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import icalendar
import pytest

from chalicelib import bootstrap
from chalicelib.matches import repository
from chalicelib.matches.pace import stamp
from tests.web.desk import BASE, Answer, Desk, open_desk, refused


@pytest.fixture
def desk() -> Iterator[Desk]:
    """A fresh service."""
    yield open_desk()
    bootstrap.use(None)


def link(desk: Desk, name: str) -> str:
    """The path of a new link to somebody's calendar."""
    made = desk.post("/me/calendar", by=name)
    assert made.status == 201
    assert made.json["created"] == stamp(desk.clock.now())
    url = str(made.json["url"])
    assert url.startswith(f"{BASE}/calendar.ics?key=")
    return url.removeprefix(BASE)


def starts(answer: Answer) -> list[datetime]:
    """When the events of a calendar are."""
    assert answer.status == 200, answer.body
    return [event.decoded("DTSTART") for event in icalendar.Calendar.from_ical(answer.body).walk("VEVENT")]


def test_it_has_the_deadlines_of_its_player_and_of_nobody_else(desk: Desk) -> None:
    match = desk.table("ann", "bob")
    deadline = datetime.fromtimestamp(repository.load(desk.env, match).head.deadlines[0], UTC)
    ann = desk.get(link(desk, "ann"))
    assert starts(ann) == [deadline]
    assert ann.header("Content-Type") == "text/calendar; charset=utf-8"
    assert ann.header("Content-Disposition") == 'inline; filename="turnpost.ics"'
    assert "key=" not in ann.body.decode()
    desk.player("cas")
    assert starts(desk.get(link(desk, "cas"))) == []
    desk.move(match, "ann", {"text": "pass"})
    assert f"-0-{1}@" not in desk.get(link(desk, "ann")).body.decode()


def test_polling_is_cheap_and_writes_nothing(desk: Desk) -> None:
    match = desk.table("ann", "bob")
    path = link(desk, "ann")
    first = desk.get(path)
    commits, reads = desk.store.commits, desk.store.reads
    again = desk.get(path, If_None_Match=first.header("ETag"))
    assert (again.status, again.body) == (304, b"")
    assert desk.store.reads - reads <= 5
    desk.clock.advance(600)
    assert desk.get(path, If_None_Match=first.header("ETag")).status == 304
    head = desk.ask("HEAD", path)
    assert (head.status, head.header("ETag")) == (200, first.header("ETag"))
    assert desk.store.commits == commits
    desk.move(match, "ann", {"text": "pass"})
    assert desk.get(path, If_None_Match=first.header("ETag")).status == 200


def test_a_new_link_ends_the_old_one_and_taking_it_back_ends_all(desk: Desk) -> None:
    desk.player("ann")
    assert desk.get("/me/calendar", by="ann").json == {"created": None}
    first = link(desk, "ann")
    second = link(desk, "ann")
    refused(desk.get(first), 404, "not_found")
    assert starts(desk.get(second)) == []
    assert desk.get("/me/calendar", by="ann").json == {"created": stamp(desk.clock.now())}
    for _ in range(2):
        assert desk.ask("DELETE", "/me/calendar", by="ann").status == 204
    refused(desk.get(second), 404, "not_found")


def test_what_is_no_key_is_told_so(desk: Desk) -> None:
    refused(desk.get("/calendar.ics"), 400, "malformed_request")
    refused(desk.get("/calendar.ics?key="), 404, "not_found")
    refused(desk.get("/calendar.ics?key=" + "x" * 201), 400, "malformed_request")
    refused(desk.get("/calendar.ics?key=x.y", by="ann"), 404, "not_found")


def test_a_repeat_is_told_that_it_was_done_and_no_secret(desk: Desk) -> None:
    desk.player("ann")
    made = desk.post("/me/calendar", by="ann", Idempotency_Key="one")
    assert made.status == 201
    answer = desk.post("/me/calendar", by="ann", Idempotency_Key="one")
    refused(answer, 409, "already_done")
    assert desk.get(str(made.json["url"]).removeprefix(BASE)).status == 200


def test_it_goes_with_the_account(desk: Desk) -> None:
    desk.player("ann")
    path = link(desk, "ann")
    assert desk.get("/me/export", by="ann").json["calendar"] == {"created": stamp(desk.clock.now())}
    assert desk.ask("DELETE", "/me", by="ann").status == 204
    refused(desk.get(path), 404, "not_found")
