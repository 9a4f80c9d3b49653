"""Around a running table over HTTP: stand-ins, substitutes, nudges and draws; what is done twice is done once."""

from __future__ import annotations

import pytest

from chalicelib.players.seat_links import seat_link_token
from tests.web.desk import Desk, refused

PASS = {"text": "pass"}
HOUR = 3_600


def test_a_seat_is_lent_to_a_bot_and_taken_back(desk: Desk) -> None:
    match = desk.table("ann", "bob")
    shown = desk.post(f"/matches/{match}/bot", {"level": 1}, by="ann").json
    assert [(seat["lent"], seat["retired"]) for seat in shown["seats"]] == [(1, False), (0, False)]
    assert (shown["last"]["kind"], shown["last"]["seat"], shown["last"]["text"]) == ("lent", 0, "1")
    sealed = shown["decision"]
    answer = desk.ask("PUT", f"/matches/{match}/seats/0/moves/{sealed['n']}", PASS, by="ann")
    assert "Take the seat back first" in refused(answer, 409, "not_to_move")
    back = desk.ask("DELETE", f"/matches/{match}/bot", by="ann").json
    assert back["seats"][0]["lent"] == 0
    assert back["decision"]["sealed"] == sealed["sealed"]
    assert desk.move(match, "ann", PASS).status == 200


def test_a_seat_link_lends_its_seat(desk: Desk) -> None:
    match = desk.table("ann", "bob")
    key = seat_link_token(desk.env, match, 0, 0)
    assert desk.post(f"/matches/{match}/bot?key={key}").json["seats"][0]["lent"] == 2


def test_which_bots_there_are_is_told(desk: Desk) -> None:
    match = desk.table("ann", "bob")
    assert "1, 2" in refused(desk.post(f"/matches/{match}/bot", {"level": 7}, by="ann"), 422, "invalid_option")


def test_the_last_one_who_is_there_stays(desk: Desk) -> None:
    match = desk.table("ann", "bob")
    desk.post(f"/matches/{match}/bot", by="ann")
    assert "Nobody else is here" in refused(desk.post(f"/matches/{match}/bot", by="bob"), 409, "conflict")


def test_whoever_comes_takes_a_seat_over_and_the_one_before_is_out(desk: Desk) -> None:
    match = desk.table("ann", "bob")
    key = seat_link_token(desk.env, match, 0, 0)
    called = desk.post(f"/matches/{match}/substitute", by="ann").json
    assert (called["seats"][0]["wanted"], called["seats"][0]["kept"]) == (True, False)
    taken = desk.post(f"/matches/{match}/substitute", {"seat": 0}, by="cas").json
    assert (taken["seat"], taken["seats"][0]["name"], taken["seats"][0]["wanted"]) == (0, "Cas", False)
    again = desk.post(f"/matches/{match}/substitute", {"seat": 0}, by="cas").json
    assert again == taken
    refused(desk.post(f"/matches/{match}/substitute", {"seat": 0}, by="dee"), 409, "seat_taken")
    refused(desk.post(f"/matches/{match}/resign", by="ann"), 403, "not_your_seat")
    refused(desk.post(f"/matches/{match}/resign?key={key}"), 403, "not_your_seat")
    assert desk.get("/me/matches", by="ann").json["matches"] == []
    assert [each["id"] for each in desk.get("/me/matches", by="cas").json["matches"]] == [match]


def test_a_seat_is_kept_for_one_who_may_decline_it(desk: Desk) -> None:
    desk.player("cas")
    seats = [{"kind": "me"}, {"kind": "bot"}]
    wish = {"game": "keer-op-keer", "seats": seats, "visibility": "private"}
    match = desk.post("/matches", wish, by="ann").json["id"]
    assert "name who" in refused(desk.post(f"/matches/{match}/substitute", by="ann"), 422, "invalid_option")
    refused(desk.post(f"/matches/{match}/substitute", {"handle": "nobody"}, by="ann"), 404, "not_found")
    called = desk.post(f"/matches/{match}/substitute", {"handle": "cas"}, by="ann").json
    assert called["seats"][0]["kept"] is True
    assert [each["invited"] for each in desk.get("/me/matches", by="cas").json["matches"]] == [True]
    assert desk.get(f"/matches/{match}", by="cas").json["seat"] is None
    assert desk.ask("DELETE", f"/matches/{match}/substitute", by="cas").status == 204
    refused(desk.get(f"/matches/{match}", by="cas"), 404, "not_found")


def test_only_those_who_are_asked_may_end_a_call(desk: Desk) -> None:
    match = desk.table("ann", "bob")
    desk.post(f"/matches/{match}/substitute", by="ann")
    refused(desk.ask("DELETE", f"/matches/{match}/substitute", by="cas"), 403, "not_your_seat")
    refused(desk.ask("DELETE", f"/matches/{match}/substitute?seat=0", by="bob"), 403, "forbidden")
    ended = desk.ask("DELETE", f"/matches/{match}/substitute", by="ann").json
    assert not ended["seats"][0]["wanted"]
    refused(desk.ask("DELETE", f"/matches/{match}/substitute?seat=x", by="ann"), 400, "malformed_request")


def test_a_nudge_is_taken_once_a_day(desk: Desk) -> None:
    match = desk.table("ann", "bob")
    refused(desk.post(f"/matches/{match}/nudge", by="ann"), 409, "conflict")
    desk.clock.advance(HOUR)
    assert desk.post(f"/matches/{match}/nudge", by="ann", Idempotency_Key="once").status == 200
    assert desk.post(f"/matches/{match}/nudge", by="ann", Idempotency_Key="once").status == 200
    answer = desk.post(f"/matches/{match}/nudge", by="ann")
    refused(answer, 429, "too_many_requests")
    assert int(answer.header("retry-after")) > 0


def test_a_draw_is_offered_and_agreed(desk: Desk) -> None:
    match = desk.table("ann", "bob")
    assert desk.get(f"/matches/{match}").json["draw"] is None
    offered = desk.post(f"/matches/{match}/draw", by="ann").json
    assert offered["draw"] == {"offers": [0], "of": [0, 1]}
    over = desk.post(f"/matches/{match}/draw", by="bob").json
    assert (over["status"], over["draw"], over["to_move"], over["decision"]) == ("over", None, [], None)
    assert (over["outcome"]["termination"], over["outcome"]["winners"]) == ("agreed", [])
    refused(desk.post(f"/matches/{match}/draw", by="ann"), 409, "match_over")


def test_a_draw_is_declined(desk: Desk) -> None:
    match = desk.table("ann", "bob")
    desk.post(f"/matches/{match}/draw", by="ann")
    assert desk.ask("DELETE", f"/matches/{match}/draw", by="bob").json["draw"] is None
    refused(desk.post(f"/matches/{match}/draw", by="ann"), 429, "too_many_requests")


@pytest.mark.parametrize(
    ("path", "body"), [("bot", {}), ("bot", {"level": 1}), ("substitute", {}), ("draw", {}), ("nudge", {})]
)
def test_what_is_asked_for_again_with_its_key_is_done_once(desk: Desk, path: str, body: object) -> None:
    match = desk.table("ann", "bob")
    desk.clock.advance(HOUR)
    first = desk.post(f"/matches/{match}/{path}", body, by="ann", Idempotency_Key="k")
    assert first.status == 200
    before = desk.store.commits
    again = desk.post(f"/matches/{match}/{path}", body, by="ann", Idempotency_Key="k")
    assert (again.status, again.json) == (200, first.json)
    assert desk.store.commits == before


@pytest.mark.parametrize("path", ["bot", "substitute", "draw"])
def test_what_is_asked_for_twice_is_done_once(desk: Desk, path: str) -> None:
    match = desk.table("ann", "bob")
    for method in ("POST", "DELETE"):
        first = desk.ask(method, f"/matches/{match}/{path}", {} if method == "POST" else None, by="ann")
        before = desk.store.commits
        again = desk.ask(method, f"/matches/{match}/{path}", {} if method == "POST" else None, by="ann")
        assert (first.status, again.json) == (200, first.json)
        assert desk.store.commits == before
