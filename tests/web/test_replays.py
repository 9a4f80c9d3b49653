"""Records and replays over HTTP: bring in, look through, give out again, play on from."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from chalicelib import games
from chalicelib.matches.origin import origin_key
from chalicelib.matches.records import IMPORTS, record_key
from chalicelib.players.ports import Delete, Put
from chalicelib.web.body import MAX_RECORD
from tests.matches.endings import short
from tests.post.office import page_of, text_of
from tests.web.desk import BASE, GAME, RECORD, Desk, refused
from tests.web.tables import ended, running

JSON = {"Content-Type": "application/json"}
SEATS = [{"kind": "me"}, {"kind": "bot"}]


def told(desk: Desk) -> tuple[str, dict[str, Any]]:
    """A match of Ann's and Bob's that is over, and its record."""
    match = ended(desk)
    return match, desk.get(f"/matches/{match}/export").json


def test_a_record_is_brought_in_once_and_found_by_its_address(desk: Desk) -> None:
    made = desk.post("/records", RECORD, by="ann")
    name = made.json["id"]
    assert (made.status, made.header("location")) == (201, f"{BASE}/records/{name}")
    assert (made.json["page"], made.json["moves"]) == (f"{BASE}/r/{name}", len(RECORD["moves"]))
    again = desk.post("/records", RECORD, by="bob")
    assert (again.status, again.json) == (200, made.json)
    assert desk.get(f"/records/{name}").json == made.json
    assert made.json["outcome"]["scores"][0]["lines"] == {"line": 1}
    assert [each["id"] for each in desk.get("/me/records", by="bob").json["records"]] == [name]
    assert desk.get("/me/records", by="cas").json["records"] == []


@pytest.mark.parametrize("path", ["", "/export", "/positions/0"])
def test_a_record_that_was_damaged_where_it_is_kept_is_refused_and_can_be_taken_back(desk: Desk, path: str) -> None:
    name = desk.post("/records", RECORD, by="ann").json["id"]
    item = desk.env.store.get(record_key(name))
    assert item is not None
    desk.env.store.commit([Put(replace(item, body={**item.body, "packed": "c" * 40}))])
    answer = desk.get(f"/records/{name}{path}")
    assert refused(answer, 503, "unreadable") == "This record is damaged where it is kept, and cannot be read."
    assert desk.ask("DELETE", f"/records/{name}", by="ann").status == 204


@pytest.mark.parametrize("key", games.keys())
def test_what_comes_out_is_what_went_in_byte_by_byte(desk: Desk, key: str) -> None:
    sent = short(key)[1].model_dump_json().encode()
    headers = {**JSON, "Authorization": f"Bearer {desk.player('ann')}"}
    name = desk.send("POST", "/records", sent, headers).json["id"]
    assert desk.get(f"/records/{name}/export").body == sent


def test_an_export_of_ours_comes_out_as_it_was_exported(desk: Desk) -> None:
    match, _ = told(desk)
    sent = desk.get(f"/matches/{match}/export").body
    headers = {**JSON, "Authorization": f"Bearer {desk.player('ann')}"}
    name = desk.send("POST", "/records", json.dumps(json.loads(sent), indent=2).encode(), headers).json["id"]
    assert desk.get(f"/records/{name}/export").body == sent


def test_with_an_idempotency_key_it_is_brought_in_once(desk: Desk) -> None:
    first = desk.post("/records", RECORD, by="ann", Idempotency_Key="once")
    again = desk.post("/records", RECORD, by="ann", Idempotency_Key="once")
    assert (first.status, again.status) == (201, 200)
    assert again.json == first.json
    refused(desk.post("/records", told(desk)[1], by="ann", Idempotency_Key="once"), 409, "conflict")


def test_a_record_that_does_not_hold_is_refused_with_its_ply(desk: Desk) -> None:
    moves = [dict(each) for each in RECORD["moves"]]
    moves[2]["dice"] = "7/36"
    answer = desk.post("/records", {**RECORD, "moves": moves}, by="ann")
    assert "Ply 3" in refused(answer, 422, "invalid_record")
    assert answer.json["ply"] == 3
    before = desk.post("/records", {**RECORD, "seed": "00" * 32}, by="ann")
    refused(before, 422, "invalid_record")
    assert "ply" not in before.json


@pytest.mark.parametrize(
    "wrong",
    [
        {"format": 2},
        {"seats": []},
        {"match": "A"},
        {"surplus": 1},
        {"created": "yesterday"},
        {"ended": "2026-13-40T25:00:00Z"},
        {"outcome": {**RECORD["outcome"], "winners": ["0"]}},
        {"options": {"line_length": None}},
    ],
)
def test_what_is_no_record_cannot_be_read(desk: Desk, wrong: dict[str, object]) -> None:
    answer = desk.post("/records", {**RECORD, **wrong}, by="ann")
    refused(answer, 400, "malformed_request")
    assert answer.json["errors"]


def test_a_record_may_be_larger_than_other_bodies_but_not_endless(desk: Desk) -> None:
    raw, token = json.dumps(RECORD).encode(), desk.player("ann")
    headers = {**JSON, "Authorization": f"Bearer {token}"}
    assert desk.send("POST", "/records", raw + b" " * (MAX_RECORD - len(raw)), headers).status == 201
    refused(desk.send("POST", "/records", raw + b" " * MAX_RECORD, headers), 413, "too_large")
    refused(desk.send("POST", "/matches", raw + b" " * 65_536, headers), 413, "too_large")


def test_who_tries_many_records_has_to_wait(desk: Desk) -> None:
    wrong = {**RECORD, "seed": "00" * 32}
    for _ in range(IMPORTS.limit):
        desk.post("/records", wrong, by="ann")
    answer = desk.post("/records", wrong, by="ann")
    refused(answer, 429, "too_many_requests")
    assert 0 < int(answer.header("retry-after")) <= IMPORTS.seconds


def test_only_who_brought_a_record_in_takes_it_back(desk: Desk) -> None:
    name = desk.record("ann")
    refused(desk.ask("DELETE", f"/records/{name}", by="bob"), 403, "forbidden")
    assert desk.ask("DELETE", f"/records/{name}", by="ann").status == 204
    for path in (f"/records/{name}", f"/records/{name}/export", f"/records/{name}/positions/0"):
        refused(desk.get(path), 404, "not_found")
    refused(desk.ask("DELETE", f"/records/{name}", by="ann"), 404, "not_found")


def test_records_go_with_the_account_of_the_last_who_brought_them_in(desk: Desk) -> None:
    name = desk.record("ann")
    desk.record("bob")
    assert desk.ask("DELETE", "/me", by="ann").status == 204
    assert desk.get(f"/records/{name}").status == 200
    assert desk.ask("DELETE", "/me", by="bob").status == 204
    refused(desk.get(f"/records/{name}"), 404, "not_found")


def test_a_position_tells_what_led_there_and_whither_it_goes(desk: Desk) -> None:
    where = f"/records/{desk.record('ann')}/positions"
    start, one, last = (desk.get(f"{where}/{ply}?language=nl").json for ply in (0, 1, 4))
    assert (start["ply"], start["previous"], start["next"], start["last"]) == (0, None, 1, 4)
    assert (start["moves"], start["dice"]) == ([], RECORD["dice"])
    assert (one["previous"], one["next"], one["to_move"], one["is_open"]) == (0, 2, [1], True)
    assert one["moves"] == [RECORD["moves"][0]]
    assert one["said"][0].startswith("Anna legde een fiche op d1")
    assert (last["next"], last["left"], last["is_open"], last["to_move"]) == (None, [1], False, [])
    assert last["outcome"]["winners"] == [0]
    refused(desk.get(f"{where}/5"), 404, "not_found")
    for odd in ("-1", "x", "1e2", "9" * 20):
        refused(desk.get(f"{where}/{odd}"), 404, "not_found")


def test_a_position_is_seen_through_the_eyes_of_a_seat(desk: Desk) -> None:
    match = desk.table("ann", "bob", game="passing-game")
    for name in ("ann", "bob"):
        desk.post(f"/matches/{match}/resign", by=name)
    views = {seat: desk.get(f"/matches/{match}/positions/0?seat={seat}").json["view"] for seat in (0, 1)}
    public = desk.get(f"/matches/{match}/positions/0").json["view"]
    assert (views[0]["seat"], views[1]["seat"], public["seat"]) == (0, 1, None)
    assert views[0]["hand"] != views[1]["hand"]
    assert not public["hand"]
    refused(desk.get(f"/matches/{match}/positions/0?seat=2"), 404, "not_found")
    refused(desk.get(f"/matches/{match}/positions/0?seat=x"), 400, "malformed_request")


def test_nothing_of_a_match_that_runs_is_replayed(desk: Desk) -> None:
    match = running(desk)
    for by in ("", "ann", "bob"):
        for query in ("", "?seat=0", "?seat=1"):
            refused(desk.get(f"/matches/{match}/positions/0{query}", by=by), 409, "conflict")
    refused(desk.post("/matches", {"from": {"match": match, "ply": 0}, "seats": SEATS}, by="ann"), 409, "conflict")


def test_a_private_match_is_replayed_by_its_players_only(desk: Desk) -> None:
    desk.player("bob")
    seats = [{"kind": "me"}, {"kind": "player", "handle": "bob"}]
    match = desk.post("/matches", {"game": GAME, "seats": seats, "visibility": "private"}, by="ann").json["id"]
    desk.post(f"/matches/{match}/join", by="bob")
    desk.post(f"/matches/{match}/resign", by="bob")
    assert desk.get(f"/matches/{match}/positions/0", by="ann").status == 200
    wish = {"from": {"match": match, "ply": 0}, "seats": SEATS, "visibility": "private"}
    for by in ("", "cas"):
        refused(desk.get(f"/matches/{match}/positions/0", by=by), 404, "not_found")
    refused(desk.post("/matches", wish, by="cas"), 404, "not_found")
    refused(desk.post("/matches", {**wish, "visibility": "unlisted"}, by="bob"), 422, "invalid_option")
    narrow = desk.post("/matches", {"from": wish["from"], "seats": SEATS}, by="bob")
    assert (narrow.status, narrow.json["visibility"]) == (201, "private")
    assert desk.post("/matches", wish, by="bob").status == 201


def test_a_match_goes_on_from_a_record_and_says_so(desk: Desk) -> None:
    name = desk.record("ann")
    made = desk.post("/matches", {"from": {"record": name, "ply": 2}, "seats": SEATS}, by="bob")
    assert (made.status, made.json["status"], made.json["game"]) == (201, "running", "sequence-dice")
    assert made.json["origin"] == {"match": None, "record": name, "ply": 2, "name": "Sunday table"}
    assert made.json["options"] == RECORD["options"]
    then = desk.get(f"/records/{name}/positions/2").json["view"]
    public = desk.get(f"/matches/{made.json['id']}").json["view"]
    assert public == then
    match = made.json["id"]
    assert desk.post(f"/matches/{match}/resign", by="bob").json["status"] == "over"
    record = desk.get(f"/matches/{match}/export").json
    assert (record["origin"]["match"], len(record["origin"]["moves"])) == (RECORD["match"], 2)
    brought = desk.post("/records", record, by="cas")
    assert (brought.status, brought.json["origin"]["ply"]) == (201, 2)


@pytest.mark.parametrize("damaged", [True, False])
def test_a_match_plays_on_where_what_it_goes_on_from_is_damaged_or_gone(desk: Desk, damaged: bool) -> None:
    whence = {"record": desk.record("ann"), "ply": 2}
    match = desk.post("/matches", {"from": whence, "seats": SEATS}, by="bob").json["id"]
    key = origin_key(match)
    item = desk.env.store.get(key)
    assert item is not None
    desk.env.store.commit([Put(replace(item, body={"packed": "c" * 40})) if damaged else Delete(key)])
    refused(desk.get(f"/matches/{match}/fairness"), 503, "unreadable")
    assert desk.get(f"/matches/{match}", by="bob").status == 200
    assert desk.post(f"/matches/{match}/resign", by="bob").json["status"] == "over"
    refused(desk.get(f"/matches/{match}/export"), 503, "unreadable")
    assert desk.get(f"/fairness?match={match}").status == 503


def test_invitation_and_first_mail_say_what_a_match_goes_on_from(desk: Desk) -> None:
    desk.player("bob")
    whence, seats = {"record": desk.record("ann"), "ply": 2}, [{"kind": "me"}, {"kind": "player", "handle": "bob"}]
    match = desk.post("/matches", {"from": whence, "seats": seats, "name": "What if"}, by="ann").json["id"]
    desk.work_off()
    desk.post(f"/matches/{match}/join", by="bob")
    desk.work_off()
    (begun,) = desk.mails("ann")
    invited, _ = desk.mails("bob")
    for mail in (invited, begun):
        assert "Goes on from: Sunday table, after move 2" in text_of(mail)
        assert "Sunday table, after move 2" in page_of(mail)


@pytest.mark.parametrize(
    ("whence", "status", "code"),
    [
        ({"ply": 4}, 422, "invalid_option"),
        ({"ply": 5}, 422, "invalid_option"),
        ({"ply": -1}, 400, "malformed_request"),
        ({"record": "nowhere", "ply": 0}, 404, "not_found"),
        ({"match": "nowhere", "ply": 0}, 400, "malformed_request"),
        ({"record": "", "match": "nowhere", "ply": 0}, 404, "not_found"),
        ({}, 400, "malformed_request"),
    ],
)
def test_what_cannot_be_gone_on_from_is_refused(desk: Desk, whence: dict[str, object], status: int, code: str) -> None:
    asked = {"record": desk.record("ann"), **whence}
    refused(desk.post("/matches", {"from": asked, "seats": SEATS}, by="ann"), status, code)


def test_a_match_needs_a_game_or_something_to_go_on_from(desk: Desk) -> None:
    assert "what to go on from" in refused(desk.post("/matches", {"seats": SEATS}, by="ann"), 422, "invalid_option")
