"""Matches over HTTP: set up, fill, resign, look up; and every refusal on the way."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from chalicelib.matches import marks
from tests.web.desk import BASE, GAME, Desk, refused

DAY = 86_400
PASS = {"text": "pass"}
ME_AND = {"game": GAME, "seats": [{"kind": "me"}, {"kind": "open"}]}


def test_a_new_match_waits_for_its_players_and_starts_by_itself(desk: Desk) -> None:
    wish = {
        **ME_AND,
        "options": {"sheet": "red", "start": "first"},
        "pace": {"decision_time": DAY},
        "visibility": "public",
        "name": " Sunday  table ",
    }
    made = desk.post("/matches", wish, by="ann")
    assert (made.status, made.header("location")) == (201, f"{BASE}/matches/{made.json['id']}")
    shown = made.json
    assert (shown["status"], shown["name"], shown["visibility"]) == ("waiting", "Sunday table", "public")
    assert (shown["options"], shown["pace"]["decision_time"]) == ({"sheet": "red", "start": "first"}, DAY)
    assert (shown["version"], shown["ply"], shown["to_move"], shown["view"]) == (1, 0, [], None)
    assert [each["kind"] for each in shown["seats"]] == ["player", "open"]
    assert (shown["seat"], shown["decision"], shown["started"], shown["outcome"]) == (0, None, None, None)
    assert len(bytes.fromhex(shown["commitment"])) == 32
    joined = desk.post(f"/matches/{shown['id']}/join", by="bob")
    assert (joined.status, joined.json["status"], joined.json["seat"]) == (200, "running", 1)
    assert joined.json["started"] == "2026-09-21T14:13:20Z"
    assert joined.json["decision"]["deadline"] == "2026-09-22T14:13:20Z"
    assert joined.json["roll"]
    again = desk.post(f"/matches/{shown['id']}/join", {"seat": 1}, by="bob")
    assert (again.status, again.json["version"]) == (200, joined.json["version"])


def test_against_a_bot_it_starts_at_once(desk: Desk) -> None:
    made = desk.post("/matches", {"game": GAME, "seats": [{"kind": "bot", "level": 2}, {"kind": "me"}]}, by="ann").json
    assert (made["status"], made["seat"]) == ("running", 1)
    assert (made["seats"][0]["kind"], made["seats"][0]["level"]) == ("bot", 2)
    assert made["to_move"] == [1]


@pytest.mark.parametrize(
    ("change", "code", "status"),
    [
        ({"game": "chess"}, "invalid_option", 422),
        ({"game": ""}, "invalid_option", 422),
        ({"options": {"sheet": "pink"}}, "invalid_option", 422),
        ({"options": {"sheet": 3}}, "invalid_option", 422),
        ({"options": {"colour": "red"}}, "invalid_option", 422),
        ({"seats": [{"kind": "me"}] + [{"kind": "open"}] * 6}, "invalid_option", 422),
        ({"seats": [{"kind": "bot"}]}, "invalid_option", 422),
        ({"seats": [{"kind": "me"}, {"kind": "me"}]}, "invalid_option", 422),
        ({"seats": [{"kind": "me"}, {"kind": "bot", "level": 9}]}, "invalid_option", 422),
        ({"seats": [{"kind": "me"}, {"kind": "player", "handle": "ann"}]}, "invalid_option", 422),
        ({"seats": [{"kind": "me"}, {"kind": "player", "handle": "nobody"}]}, "not_found", 404),
        ({"pace": {"decision_time": 3_599}}, "invalid_option", 422),
        ({"pace": {"decision_time": 31 * DAY}}, "invalid_option", 422),
        ({"name": "a\nb"}, "malformed_request", 400),
        ({"name": "x" * 41}, "malformed_request", 400),
    ],
)
def test_what_cannot_be_set_up_is_refused(desk: Desk, change: dict[str, Any], code: str, status: int) -> None:
    desk.player("ann")
    before = desk.store.commits
    refused(desk.post("/matches", {**ME_AND, **change}, by="ann"), status, code)
    assert desk.store.commits == before


@pytest.mark.parametrize(("seats", "length", "status"), [(2, 6, 201), (3, 5, 201), (3, 6, 422), (4, 6, 201)])
def test_six_in_a_line_are_refused_for_three(desk: Desk, seats: int, length: int, status: int) -> None:
    places = [{"kind": "me"}, *[{"kind": "bot"}] * (seats - 1)]
    made = desk.post(
        "/matches", {"game": "sequence-dice", "seats": places, "options": {"line_length": length}}, by="ann"
    )
    assert made.status == status
    if status == 201:
        assert made.json["options"] == {"line_length": length}
    else:
        assert refused(made, 422, "invalid_option") == "line_length must be 5 with 3 seats."
        assert made.json["reason"] == "line_length"


@pytest.mark.parametrize("value", [None, "101", "", [101], {"points": 101}, 0, True])
def test_an_option_of_another_kind_is_refused_with_what_is_wanted(desk: Desk, value: object) -> None:
    wish = {"game": "passing-game", "seats": [{"kind": "me"}, {"kind": "bot"}], "options": {"target": value}}
    told = refused(desk.post("/matches", wish, by="ann"), 422, "invalid_option")
    assert told == "target must be a whole number from 1 to 1000 with 2 seats."


def test_an_invited_player_takes_the_seat_that_is_kept(desk: Desk) -> None:
    desk.player("bob")
    wish = {"game": GAME, "seats": [{"kind": "me"}, {"kind": "player", "handle": "bob"}], "visibility": "private"}
    match = desk.post("/matches", wish, by="ann").json["id"]
    refused(desk.get(f"/matches/{match}", by="cas"), 404, "not_found")
    refused(desk.get(f"/matches/{match}"), 404, "not_found")
    refused(desk.post(f"/matches/{match}/join", by="cas"), 404, "not_found")
    assert desk.get(f"/matches/{match}", by="bob").json["seats"][1]["kind"] == "reserved"
    assert desk.post(f"/matches/{match}/join", by="bob").json["status"] == "running"


def test_two_cannot_have_one_seat(desk: Desk) -> None:
    match = desk.post("/matches", {**ME_AND, "seats": [{"kind": "me"}, *[{"kind": "open"}] * 2]}, by="ann").json["id"]
    assert desk.post(f"/matches/{match}/join", {"seat": 2}, by="bob").json["seat"] == 2
    refused(desk.post(f"/matches/{match}/join", {"seat": 2}, by="cas"), 409, "seat_taken")
    refused(desk.post(f"/matches/{match}/join", {"seat": 3}, by="cas"), 404, "not_found")
    refused(desk.post(f"/matches/{match}/join", {"seat": "1"}, by="cas"), 400, "malformed_request")
    refused(desk.post(f"/matches/{match}/join", {"seat": -1}, by="cas"), 400, "malformed_request")
    assert desk.post(f"/matches/{match}/join", by="cas").json["status"] == "running"
    refused(desk.post(f"/matches/{match}/join", by="dee"), 409, "seat_taken")


def test_a_kept_seat_is_nobody_elses(desk: Desk) -> None:
    desk.player("bob")
    wish = {"game": GAME, "seats": [{"kind": "me"}, {"kind": "player", "handle": "bob"}, {"kind": "open"}]}
    match = desk.post("/matches", wish, by="ann").json["id"]
    refused(desk.post(f"/matches/{match}/join", {"seat": 1}, by="cas"), 403, "forbidden")


def test_a_seat_can_be_given_back_before_the_start(desk: Desk) -> None:
    match = desk.post("/matches", {**ME_AND, "seats": [{"kind": "me"}, *[{"kind": "open"}] * 2]}, by="ann").json["id"]
    desk.post(f"/matches/{match}/join", by="bob")
    left = desk.post(f"/matches/{match}/leave", by="bob")
    assert (left.status, left.json["seat"], left.json["seats"][1]["kind"]) == (200, None, "open")
    refused(desk.post(f"/matches/{match}/leave", by="bob"), 403, "not_your_seat")
    assert desk.post(f"/matches/{match}/leave", by="ann").json["status"] == "cancelled"
    assert "nothing to export" in refused(desk.get(f"/matches/{match}/export"), 409, "conflict")
    assert "nothing to replay" in refused(desk.get(f"/matches/{match}/positions/0"), 409, "conflict")
    refused(desk.post(f"/matches/{match}/join", by="bob"), 409, "conflict")
    running = desk.table("ann", "bob")
    assert "resign" in refused(desk.post(f"/matches/{running}/leave", by="ann"), 409, "conflict")


def test_nonces_count_until_the_start(desk: Desk) -> None:
    match = desk.post("/matches", ME_AND, by="ann").json["id"]
    answer = desk.post(f"/matches/{match}/nonce", {"nonce": "00C0FFEE"}, by="ann")
    assert (answer.status, answer.json["seats"][0]["own_nonce"]) == (200, True)
    for nonce in ("", "xyz", "0", "00" * 65, "é"):
        refused(desk.post(f"/matches/{match}/nonce", {"nonce": nonce}, by="ann"), 422, "invalid_option")
    refused(desk.post(f"/matches/{match}/nonce", {"nonce": "00"}, by="bob"), 403, "not_your_seat")
    desk.post(f"/matches/{match}/join", by="bob")
    refused(desk.post(f"/matches/{match}/nonce", {"nonce": "00"}, by="ann"), 409, "conflict")
    told = desk.get(f"/matches/{match}/fairness").json
    assert told["nonces"][0].pop("at")
    assert told["nonces"][0] == {"seat": 0, "nonce": "00c0ffee", "own": True, "version": 2}
    assert told["nonces"][1]["own"] is False
    assert told["seed"] is None


def test_a_nonce_comes_with_joining_also_in_a_held_match_against_bots(desk: Desk) -> None:
    wish = {"game": "keer-op-keer", "seats": [{"kind": "me"}, {"kind": "bot"}], "hold": True}
    made = desk.post("/matches", wish, by="ann").json
    assert (made["status"], made["seat"], made["seats"][0]["kind"]) == ("waiting", None, "reserved")
    for nonce in ("xyz", "0", "00" * 65):
        refused(desk.post(f"/matches/{made['id']}/join", {"nonce": nonce}, by="ann"), 422, "invalid_option")
    started = desk.post(f"/matches/{made['id']}/join", {"nonce": "00C0FFEE"}, by="ann").json
    assert (started["status"], started["seat"], started["seats"][0]["own_nonce"]) == ("running", 0, True)
    assert started["commitment"] == made["commitment"]
    again = desk.post(f"/matches/{made['id']}/join", {"nonce": "00c0ffee"}, by="ann")
    assert (again.status, again.json["version"]) == (200, started["version"])
    refused(desk.post(f"/matches/{made['id']}/join", {"nonce": "01"}, by="ann"), 409, "conflict")


def test_resigning_ends_a_match_of_two_and_reveals_the_seed(desk: Desk) -> None:
    match = desk.table("ann", "bob")
    refused(desk.get(f"/matches/{match}/export", by="ann"), 409, "conflict")
    ended = desk.post(f"/matches/{match}/resign", by="bob")
    assert (ended.status, ended.json["status"], ended.json["outcome"]["termination"]) == (200, "over", "resigned")
    assert ended.json["outcome"]["winners"] == [0]
    told = desk.get(f"/matches/{match}/fairness").json
    seed = bytes.fromhex(told["seed"])
    parts = (seed, match.encode(), str(told["rules_version"]).encode())
    promised = hashlib.sha256(b"".join(len(part).to_bytes(4, "big") + part for part in parts)).hexdigest()
    assert promised == told["commitment"]
    record = desk.get(f"/matches/{match}/export").json
    assert (record["format"], record["seed"], record["moves"][-1]["how"]) == (1, told["seed"], "resigned")


def test_the_mark_of_a_running_match_tells_no_more_than_what_everybody_may_see(desk: Desk) -> None:
    waiting = desk.post("/matches", ME_AND, by="ann").json["id"]
    assert desk.get(f"/matches/{waiting}/fairness").json["mark"] is None
    match = desk.table("ann", "bob")
    for name in ("ann", "bob", "ann"):
        desk.move(match, name, PASS)
    table, promised = desk.get(f"/matches/{match}").json, desk.get(f"/matches/{match}/fairness").json
    rows = desk.get(f"/matches/{match}/log").json["entries"]
    public = {
        **{name: table[name] for name in ("game", "rules_version", "options", "seats", "created", "started")},
        "match": match,
        "commitment": promised["commitment"],
        "migrations": [],
        "origin": None,
        "nonces": [each["nonce"] for each in promised["nonces"]],
        "moves": [{**move, "at": row["at"]} for row in rows for move in row["entries"]],
    }
    *_, mark = marks.chain(public)
    assert promised["mark"] == {"ply": 2, "mark": marks.shown(mark)}


def test_the_log_goes_on_page_by_page(desk: Desk) -> None:
    match = desk.table("ann", "bob")
    for _ in range(2):
        for name in ("ann", "bob"):
            desk.move(match, name, PASS)
    whole = desk.get(f"/matches/{match}/log").json
    pages, cursor = [], ""
    while True:
        page = desk.get(f"/matches/{match}/log?limit=2&cursor={cursor}").json
        pages += page["entries"]
        cursor = page["cursor"]
        if not cursor:
            break
    assert pages == whole["entries"]
    assert [row["version"] for row in pages] == list(range(1, len(pages) + 1))
    first = desk.get(f"/matches/{match}/log?limit=2").json["cursor"]
    other = desk.table("ann", "bob")
    refused(desk.get(f"/matches/{other}/log?cursor={first}"), 400, "malformed_request")


def test_the_log_begins_with_the_rolls_for_who_begins(desk: Desk) -> None:
    match = desk.table("ann", "bob", game="sequence-dice")
    for by in ("ann", "bob", ""):
        rows = desk.get(f"/matches/{match}/log", by=by).json["entries"]
        assert [row["kind"] for row in rows] == ["created", "started"]
        assert [fact["kind"] for fact in rows[1]["facts"]][:2] == ["start", "start"]
        assert desk.get(f"/matches/{match}", by=by).json["last"]["said"] == rows[1]["said"]


def test_the_log_speaks_the_readers_language(desk: Desk) -> None:
    match = desk.table("ann", "bob")
    desk.move(match, "ann", PASS)
    english, dutch = (desk.get(f"/matches/{match}/log?language={code}").json["entries"][-1] for code in ("en", "nl"))
    assert english["facts"] == dutch["facts"]
    assert english["said"] != dutch["said"]
    accepted = desk.get(f"/matches/{match}/log", Accept_Language="nl-BE").json["entries"][-1]
    assert accepted == dutch


def test_the_lobby_lists_public_matches_that_wait(desk: Desk) -> None:
    ids = []
    for number in range(3):
        desk.clock.advance(1)
        wish = {**ME_AND, "visibility": "public", "name": f"Table {number}"}
        ids.append(desk.post("/matches", wish, by="ann").json["id"])
    desk.post("/matches", ME_AND, by="ann")
    page = desk.get("/matches?status=open&limit=2").json
    rest = desk.get(f"/matches?status=open&limit=2&cursor={page['cursor']}").json
    assert [each["id"] for each in page["matches"] + rest["matches"]] == ids
    assert (rest["cursor"], page["matches"][0]["free"], page["matches"][0]["seats"]) == ("", 1, ["Ann", ""])
    desk.post(f"/matches/{ids[0]}/join", by="bob")
    assert [each["id"] for each in desk.get(f"/matches?game={GAME}").json["matches"]] == ids[1:]
    refused(desk.get("/matches?game=chess"), 404, "not_found")
    refused(desk.get("/matches?status=running"), 400, "malformed_request")
    refused(desk.get(f"/matches?game={GAME}&cursor={page['cursor']}"), 400, "malformed_request")


def test_my_matches_show_first_where_it_is_my_turn(desk: Desk) -> None:
    waiting = desk.post("/matches", ME_AND, by="ann").json["id"]
    done, mine = desk.table("ann", "bob"), desk.table("ann", "bob")
    desk.move(done, "ann", PASS)
    listed = desk.get("/me/matches", by="ann").json["matches"]
    assert [(each["id"], each["my_turn"], each["status"]) for each in listed] == [
        (mine, True, "running"),
        (done, False, "running"),
        (waiting, False, "waiting"),
    ]
    page = desk.get("/me/matches?limit=2", by="ann").json
    rest = desk.get(f"/me/matches?cursor={page['cursor']}", by="ann").json
    assert page["matches"] + rest["matches"] == listed
    assert desk.get("/me/matches", by="cas").json == {"matches": [], "cursor": ""}


def test_an_etag_spares_what_has_not_changed(desk: Desk) -> None:
    match = desk.table("ann", "bob")
    first = desk.get(f"/matches/{match}", by="ann")
    tag = first.header("etag")
    for asked in (tag, f"W/{tag}", f'"x", {tag}', "*"):
        spared = desk.get(f"/matches/{match}", by="ann", If_None_Match=asked)
        assert (spared.status, spared.body, spared.header("etag")) == (304, b"", tag)
    assert desk.get(f"/matches/{match}", by="bob", If_None_Match=tag).status == 200
    desk.move(match, "bob", PASS)
    changed = desk.get(f"/matches/{match}", by="ann", If_None_Match=tag)
    assert (changed.status, changed.header("etag") != tag) == (200, True)


def test_games_are_told_with_options_and_rules(desk: Desk) -> None:
    listed = desk.get("/games").json["games"]
    assert GAME in [each["key"] for each in listed]
    told = desk.get(f"/games/{GAME}", Accept_Language="sv").json
    assert told["language"] == "sv"
    assert told["rules"] != desk.get(f"/games/{GAME}?language=en").json["rules"]
    assert told["options_schema"]["properties"]["start"] == {"enum": ["open", "first"], "default": "open"}
    assert [each["key"] for each in told["options"]] == ["sheet", "start"]
    dice, domino = (desk.get(f"/games/{key}").json for key in ("sequence-dice", "passing-game"))
    assert [(each["json_schema"]["enum"], each["seats"]) for each in dice["options"]] == [([5, 6], [2, 4]), ([5], [3])]
    assert dice["options_schema"]["properties"] == {"line_length": {"default": 5, "enum": [5, 6]}}
    assert domino["options_schema"]["properties"]["target"] == {"type": "integer", "minimum": 1, "maximum": 1000}
    for key in ("chess", "keer_op_keer", "..", "rules", "KEER-OP-KEER"):
        refused(desk.get(f"/games/{key}"), 404, "not_found")
