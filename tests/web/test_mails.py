"""Over HTTP: what a player is told by mail, of one match too, what they were sent, and having it sent again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from chalicelib.players.accounts import change
from chalicelib.post import reasons
from tests.web.desk import Desk, refused

USUAL = {"turn": "now", "reminder": "now", "match": "now", "table": "digest", "talk": "digest"}
NOTHING = dict.fromkeys(USUAL)


def test_what_comes_by_mail_is_chosen_shown_and_taken_back(desk: Desk) -> None:
    chosen = desk.ask("PATCH", "/me", {"mail": {"turn": "digest", "talk": "off"}, "digest": "21:30"}, by="ann").json
    assert chosen["mail"] == {**USUAL, "turn": "digest", "talk": "off"}
    assert chosen["digest"] == "21:30"
    assert desk.ask("PATCH", "/me", {"mail": {"turn": None}}, by="ann").json["mail"] == {**USUAL, "talk": "off"}
    assert desk.ask("PATCH", "/me", {"mail": None, "digest": None}, by="ann").json["digest"] == "21:30"
    assert desk.get("/me", by="ann").json["mail"]["talk"] == "off"


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"mail": {"turn": "sometimes"}}, "mail.turn"),
        ({"mail": {"weather": "now"}}, "mail.weather"),
        ({"mail": "now"}, "mail"),
        ({"digest": "8"}, "digest"),
        ({"digest": 8}, "digest"),
    ],
)
def test_what_cannot_be_chosen_is_refused_where_it_stands(desk: Desk, changes: object, field: str) -> None:
    before = desk.get("/me", by="ann").json
    answer = desk.ask("PATCH", "/me", changes, by="ann")
    refused(answer, 400, "malformed_request")
    assert answer.json["field"] == field
    assert desk.get("/me", by="ann").json == before


def test_a_silenced_address_is_told_with_its_reason(desk: Desk) -> None:
    desk.player("ann")
    change(desk.env, desk.ids["ann"], lambda each: replace(each, silenced=(desk.clock.now(), "bounced")))
    assert desk.get("/me", by="ann").json["silenced"] == {"since": "2026-09-21T14:13:20Z", "why": "bounced"}


def test_one_match_can_be_told_otherwise_than_all_others(desk: Desk) -> None:
    match = desk.table("ann", "bob")
    put = desk.ask("PUT", f"/matches/{match}/mail", {"turn": "off", "talk": None}, by="ann")
    assert put.json == {
        "match": match,
        "mail": {**USUAL, "turn": "off"},
        "own": {**NOTHING, "turn": "off"},
        "general": USUAL,
    }
    assert desk.get(f"/matches/{match}/mail", by="ann").json == put.json
    exported = desk.get("/me/export", by="ann").json["mail"]
    assert exported == [{"match": match, "own": {**NOTHING, "turn": "off"}}]
    refused(desk.get(f"/matches/{match}/mail", by="cas"), 403, "not_your_seat")
    refused(desk.ask("PUT", f"/matches/{match}/mail", {"turn": "often"}, by="ann"), 400, "malformed_request")


def test_what_did_not_come_says_why_and_what_waits_until_when(desk: Desk) -> None:
    desk.ask("PATCH", "/me", {"mail": {"match": "off", "turn": "off", "talk": "digest"}}, by="ann")
    match = desk.table("ann", "bob")
    desk.post(f"/matches/{match}/messages", {"text": "Hello."}, by="bob")
    desk.clock.advance(600)
    desk.work_off()
    told = {each["category"]: each for each in desk.get("/me/deliveries", by="ann").json["deliveries"]}
    assert (told["match_started"]["state"], told["match_started"]["reason"]) == ("off", reasons.UNWANTED)
    daily = told["digest"]
    assert (daily["match"], daily["held"]) == (None, {"why": "digest", "until": daily["next"]})
    assert told["message"]["into"] == daily["id"]
    assert told["message"]["reason"] == reasons.IN_A_DIGEST.format(at=daily["at"])


def test_a_mail_is_had_again_once_a_key(desk: Desk) -> None:
    desk.table("ann", "bob")
    desk.work_off()
    (sent,) = desk.get("/me/deliveries", by="ann").json["deliveries"]
    where = f"/me/deliveries/{sent['id']}/resend"
    asked = desk.post(where, by="ann", Idempotency_Key="once")
    assert (asked.status, asked.json["state"], asked.json["again"]) == (202, "pending", 1)
    assert desk.post(where, by="ann", Idempotency_Key="once").json["again"] == 1
    refused(desk.post(where, by="ann"), 409, "conflict")
    desk.work_off()
    assert len(desk.mails("ann")) == 2
    refused(desk.post(where, by="bob"), 404, "not_found")
    refused(desk.post("/me/deliveries/1.2.3/resend", by="ann"), 404, "not_found")
