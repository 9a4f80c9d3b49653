"""Preferences and absences over HTTP, and what is kept of somebody."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from chalicelib import bootstrap
from chalicelib.matches import spreading
from tests.web.desk import Desk, open_desk, refused

DAY = 86_400
NOW = "2026-09-21T14:13:20Z"
IN_TWO_DAYS = "2026-09-23T14:13:20Z"


@pytest.fixture
def desk() -> Iterator[Desk]:
    """A fresh service."""
    yield open_desk()
    bootstrap.use(None)


def _me(desk: Desk) -> dict[str, Any]:
    found: dict[str, Any] = desk.get("/me", by="ann").json
    return found


def test_quiet_hours_and_reminders_are_set_shown_and_taken_back(desk: Desk) -> None:
    assert (_me(desk)["quiet"], _me(desk)["reminders"]) == (None, [25])
    changes = {"quiet": {"from": "22:00", "until": "07:30"}, "reminders": [75, 25]}
    assert desk.ask("PATCH", "/me", changes, by="ann").status == 200
    assert {name: _me(desk)[name] for name in changes} == changes
    assert desk.ask("PATCH", "/me", {"name": "Ann"}, by="ann").json["quiet"] == changes["quiet"]
    assert desk.ask("PATCH", "/me", {"quiet": None}, by="ann").json["quiet"] is None
    assert _me(desk)["reminders"] == [75, 25]
    assert desk.ask("PATCH", "/me", {"reminders": []}, by="ann").json["reminders"] == []
    assert desk.ask("PATCH", "/me", {"reminders": None}, by="ann").json["reminders"] is None


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"quiet": {"from": "22:00", "until": "22:00"}}, "quiet"),
        ({"quiet": {"from": "25:00", "until": "07:00"}}, "quiet.from"),
        ({"quiet": {"from": "22:00", "until": ""}}, "quiet.until"),
        ({"quiet": {"from": "22:00"}}, "quiet.until"),
        ({"quiet": {"since": "22:00", "until": "07:00"}}, "quiet.from"),
        ({"quiet": ["22:00", "07:00"]}, "quiet"),
        ({"reminders": [10, 50]}, "reminders"),
        ({"reminders": ["50"]}, "reminders.0"),
        ({"reminders": [90, 80, 70, 60, 50]}, "reminders"),
    ],
)
def test_other_preferences_are_refused(desk: Desk, changes: dict[str, Any], field: str) -> None:
    answer = desk.ask("PATCH", "/me", changes, by="ann")
    refused(answer, 400, "malformed_request")
    assert answer.json["field"] == field


def test_an_absence_is_announced_seen_by_all_and_ended(desk: Desk) -> None:
    match = desk.table("ann", "bob")
    before = desk.decision(match, "ann")["deadline"]
    made = desk.post("/me/absences", {"until": IN_TWO_DAYS}, by="ann")
    assert made.status == 201
    (absence,) = made.json["absences"]
    assert (absence["from"], absence["until"]) == (NOW, IN_TWO_DAYS)
    assert (made.json["days_left"], made.json["short"]) == (58, [])
    spreading.spread(desk.env)
    seats = desk.get(f"/matches/{match}").json["seats"]
    assert [seat["away"] for seat in seats] == [{"from": NOW, "until": IN_TWO_DAYS}, None]
    assert desk.decision(match, "ann")["deadline"] == before.replace("-24T", "-26T")
    last = desk.get(f"/matches/{match}", by="bob").json["last"]
    assert (last["kind"], last["seat"], last["text"]) == ("away", 0, f"{NOW} {IN_TWO_DAYS}")
    assert desk.get("/me/absences", by="ann").json == made.json
    assert desk.ask("DELETE", f"/me/absences/{absence['id']}", by="ann").status == 204
    refused(desk.ask("DELETE", f"/me/absences/{absence['id']}", by="ann"), 404, "not_found")
    spreading.spread(desk.env)
    assert desk.get(f"/matches/{match}").json["seats"][0]["away"] is None
    assert desk.decision(match, "ann")["deadline"] == before


def test_the_next_absence_is_shown_until_it_is_over(desk: Desk) -> None:
    match = desk.table("ann", "bob")
    desk.post("/me/absences", {"from": "2026-09-22T00:00:00Z", "until": "2026-09-23T00:00:00Z"}, by="ann")
    desk.post("/me/absences", {"from": "2026-10-01T00:00:00Z", "until": "2026-10-02T00:00:00Z"}, by="ann")
    spreading.spread(desk.env)
    shown = []
    for _ in range(4):
        away = desk.get(f"/matches/{match}").json["seats"][0]["away"]
        shown.append(away and away["from"])
        desk.clock.advance(4 * DAY)
    assert shown == ["2026-09-22T00:00:00Z", "2026-10-01T00:00:00Z", "2026-10-01T00:00:00Z", None]


def test_an_answer_names_the_matches_that_allow_less(desk: Desk) -> None:
    match = desk.table("ann", "bob", pace={"absence_days": 1})
    made = desk.post("/me/absences", {"until": IN_TWO_DAYS}, by="ann").json
    assert made["short"] == [
        {"match": match, "name": "Keer op Keer", "absence_days": 1, "until": "2026-09-22T14:13:20Z"}
    ]


def test_the_same_request_with_a_key_is_done_once(desk: Desk) -> None:
    first, again = (
        desk.post("/me/absences", {"until": IN_TWO_DAYS}, by="ann", Idempotency_Key="away") for _ in range(2)
    )
    assert (first.status, first.json) == (again.status, again.json)
    other = desk.post("/me/absences", {"until": "2026-09-29T14:13:20Z"}, by="ann", Idempotency_Key="away")
    refused(other, 409, "conflict")
    match = desk.table("ann", "bob")
    path = f"/matches/{match}/absence"
    here = [desk.post(path, {"until": "2026-09-29T00:00:00Z"}, by="ann", Idempotency_Key="here") for _ in range(2)]
    assert here[0].json["version"] == here[1].json["version"]


@pytest.mark.parametrize(
    ("body", "status", "code", "field"),
    [
        ({}, 400, "malformed_request", "until"),
        ({"until": 5}, 400, "malformed_request", "until"),
        ({"until": "soon"}, 422, "invalid_option", "until"),
        ({"until": NOW}, 422, "invalid_option", "until"),
        ({"from": "2026-09-01T00:00:00Z", "until": IN_TWO_DAYS}, 422, "invalid_option", "from"),
        ({"from": "2028-09-01T00:00:00Z", "until": "2028-10-01T00:00:00Z"}, 422, "invalid_option", "from"),
        ({"until": "2026-12-01T00:00:00Z"}, 422, "invalid_option", "until"),
    ],
)
@pytest.mark.parametrize("here", [False, True])
def test_what_is_no_absence_is_refused(
    desk: Desk, body: dict[str, Any], status: int, code: str, field: str, *, here: bool
) -> None:
    path = f"/matches/{desk.table('ann', 'bob')}/absence" if here else "/me/absences"
    answer = desk.post(path, body, by="ann")
    refused(answer, status, code)
    assert answer.json["field"] == field


def test_in_one_match_alone_as_many_days_as_it_allows(desk: Desk) -> None:
    match, other = desk.table("ann", "bob", pace={"absence_days": 3}), desk.table("ann", "bob")
    path = f"/matches/{match}/absence"
    detail = refused(desk.post(path, {"until": "2026-09-26T00:00:00Z"}, by="ann"), 422, "invalid_option")
    assert "3 of them are left in 2026" in detail
    shown = desk.post(path, {"until": IN_TWO_DAYS}, by="ann")
    assert (shown.status, shown.json["seats"][0]["away"]["until"]) == (200, IN_TWO_DAYS)
    assert desk.get(f"/matches/{other}").json["seats"][0]["away"] is None
    desk.clock.advance(DAY)
    assert desk.ask("DELETE", path, by="ann").json["seats"][0]["away"] is None
    refused(desk.ask("DELETE", path, by="ann"), 404, "not_found")
    refused(desk.post(path, {"until": "2026-09-26T00:00:00Z"}, by="cas"), 403, "not_your_seat")


def test_all_that_is_kept_is_shown_but_no_secret(desk: Desk) -> None:
    match = desk.table("ann", "bob")
    desk.ask("PATCH", "/me", {"quiet": {"from": "22:00", "until": "07:00"}, "reminders": [50]}, by="ann")
    desk.post("/me/absences", {"until": IN_TWO_DAYS}, by="ann")
    hook = desk.webhook("ann").json
    desk.record("ann")
    desk.ask("PUT", "/me/blocks/bob", {}, by="ann")
    desk.ask("PUT", f"/matches/{match}/notes", {"text": "beware"}, by="ann")
    desk.post(f"/matches/{match}/messages", {"text": "hello"}, by="ann")
    desk.work_off()
    answer = desk.get("/me/export", by="ann")
    found = answer.json
    assert found["profile"] == _me(desk)
    assert found["profile"]["quiet"] == {"from": "22:00", "until": "07:00"}
    assert found["absences"] == desk.get("/me/absences", by="ann").json["absences"]
    assert [each["id"] for each in found["webhooks"]] == [hook["id"]]
    assert [each["label"] for each in found["tokens"]] == [""]
    assert [each["handle"] for each in found["blocks"]] == ["bob"]
    assert [(each["id"], each["seat"], each["status"]) for each in found["matches"]] == [(match, 0, "running")]
    assert [(each["match"], each["text"]) for each in found["notes"]] == [(match, "beware")]
    assert [(each["match"], each["text"]) for each in found["messages"]] == [(match, "hello")]
    assert len(found["records"]) == 1
    assert [each["category"] for each in found["deliveries"]][-1] == "match_started"
    for secret in (desk.player("ann"), hook["secret"]):
        assert secret not in answer.body.decode()
    assert desk.get("/me/export", by="bob").json["notes"] == []
