"""Table talk, private notes and rematches over HTTP."""

from __future__ import annotations

import pytest

from chalicelib.matches.talk import TALK
from chalicelib.players.seat_links import seat_link_token
from tests.web.desk import GAME, Desk, refused


def _say(desk: Desk, match: str, by: str = "ann", text: str = "Hello.", **headers: str) -> int:
    made = desk.post(f"/matches/{match}/messages", {"text": text}, by=by, **headers)
    assert made.status == 201, made.body
    return int(made.json["number"])


def test_what_is_said_is_told_page_by_page_and_cheaply(desk: Desk) -> None:
    match = desk.table("ann", "bob")
    where = f"/matches/{match}/messages"
    for text in ("one", "two", "three"):
        _say(desk, match, text=text)
    first = desk.get(f"{where}?limit=2").json
    assert [(each["number"], each["name"], each["seat"], each["text"]) for each in first["messages"]] == [
        (1, "Ann", 0, "one"),
        (2, "Ann", 0, "two"),
    ]
    second = desk.get(f"{where}?limit=2&cursor={first['cursor']}").json
    assert ([each["text"] for each in second["messages"]], second["cursor"]) == (["three"], "")
    newer = desk.get(f"{where}?since=2")
    assert [each["number"] for each in newer.json["messages"]] == [3]
    assert desk.get(f"{where}?since=2", If_None_Match=newer.header("ETag")).status == 304
    _say(desk, match, "bob")
    assert desk.get(f"{where}?since=2", If_None_Match=newer.header("ETag")).status == 200


def test_a_cursor_of_another_table_is_refused(desk: Desk) -> None:
    match, other = desk.table("ann", "bob"), desk.table("ann", "bob")
    for _ in range(2):
        _say(desk, match)
    cursor = desk.get(f"/matches/{match}/messages?limit=1").json["cursor"]
    refused(desk.get(f"/matches/{other}/messages?cursor={cursor}"), 400, "malformed_request")
    refused(desk.get(f"/matches/{match}/messages?since=-1"), 400, "malformed_request")


def test_the_same_request_with_its_key_says_it_once(desk: Desk) -> None:
    match = desk.table("ann", "bob")
    numbers = {_say(desk, match, Idempotency_Key="one") for _ in range(3)}
    assert numbers == {1}
    assert _say(desk, match) == 2
    refused(
        desk.post(f"/matches/{match}/messages", {"text": "Other."}, by="ann", Idempotency_Key="one"), 409, "conflict"
    )
    key = seat_link_token(desk.env, match, 1, 0)
    by_link = [
        desk.post(f"/matches/{match}/messages?key={key}", {"text": "By link."}, Idempotency_Key="one") for _ in range(2)
    ]
    assert [(each.status, each.json["number"], each.json["name"]) for each in by_link] == [(201, 3, "Bob")] * 2


@pytest.mark.parametrize("body", [{}, {"text": ""}, {"text": " \n"}, {"text": "x" * 1_001}, {"text": "a\u202eb"}])
def test_what_cannot_be_said_is_refused_with_the_field(desk: Desk, body: dict[str, str]) -> None:
    match = desk.table("ann", "bob")
    answer = desk.post(f"/matches/{match}/messages", body, by="ann")
    refused(answer, 400, "malformed_request")
    assert answer.json["field"] == "text"


def test_who_says_too_much_is_told_when_to_go_on(desk: Desk) -> None:
    match = desk.table("ann", "bob")
    for _ in range(TALK.limit):
        _say(desk, match)
    answer = desk.post(f"/matches/{match}/messages", {"text": "And one more."}, by="ann")
    refused(answer, 429, "too_many_requests")
    desk.clock.advance(int(answer.header("Retry-After")))
    _say(desk, match)


def test_a_message_is_deleted_by_its_author_and_a_tombstone_stays(desk: Desk) -> None:
    match = desk.table("ann", "bob")
    where = f"/matches/{match}/messages"
    _say(desk, match)
    refused(desk.ask("DELETE", f"{where}/1", by="bob"), 403, "forbidden")
    for _ in range(2):
        assert desk.ask("DELETE", f"{where}/1", by="ann").status == 204
    assert desk.get(where).json["messages"][0]["text"] is None
    for number in ("2", "x", "0" * 9, "٣"):
        refused(desk.ask("DELETE", f"{where}/{number}", by="ann"), 404, "not_found")


def test_notes_are_their_players_own_and_no_link_opens_them(desk: Desk) -> None:
    match = desk.table("ann", "bob")
    where = f"/matches/{match}/notes"
    made = desk.ask("PUT", where, {"text": "Bob keeps\nhis jokers.", "version": 0}, by="ann")
    assert (made.json["text"], made.json["version"]) == ("Bob keeps\nhis jokers.", 1)
    assert desk.get(where, by="ann").json == made.json
    assert desk.get(where, by="bob").json == {"text": "", "version": 0, "at": None}
    key = seat_link_token(desk.env, match, 0, 0)
    for method, body in (("GET", None), ("PUT", {"text": "mine now"})):
        refused(desk.ask(method, f"{where}?key={key}", body), 401, "unauthenticated")
    refused(desk.ask("PUT", where, {"text": "late", "version": 0}, by="ann"), 409, "conflict")
    assert desk.ask("PUT", where, {"text": ""}, by="ann").json["version"] == 2


def test_a_rematch_is_made_once_and_each_is_led_to_it(desk: Desk) -> None:
    match = _private(desk)
    refused(desk.post(f"/matches/{match}/rematch", by="ann"), 409, "conflict")
    assert desk.post(f"/matches/{match}/resign", by="bob").json["rematch"] is None
    made = [desk.post(f"/matches/{match}/rematch", by="ann", Idempotency_Key="again") for _ in range(2)]
    assert [each.status for each in made] == [201, 200]
    name = made[0].json["id"]
    assert made[0].header("Location").endswith(f"/matches/{name}")
    assert {each.json["id"] for each in made} == {name}
    assert (made[0].json["rematch_of"], made[0].json["visibility"], made[0].json["seat"]) == (match, "private", 1)
    assert desk.get(f"/matches/{match}", by="bob").json["rematch"] == name
    joined = desk.post(f"/matches/{match}/rematch", by="bob")
    assert (joined.status, joined.json["id"], joined.json["status"], joined.json["seat"]) == (200, name, "running", 0)
    refused(desk.post(f"/matches/{match}/rematch", by="cas"), 404, "not_found")


def _private(desk: Desk) -> str:
    """A private match between Ann and Bob that runs."""
    desk.player("bob")
    seats = [{"kind": "me"}, {"kind": "player", "handle": "bob"}]
    match = str(desk.post("/matches", {"game": GAME, "seats": seats, "visibility": "private"}, by="ann").json["id"])
    assert desk.post(f"/matches/{match}/join", by="bob").json["status"] == "running"
    return match
