"""Idempotency-Key: the same request twice is done once, whatever happens in between."""

from __future__ import annotations

import pytest

from chalicelib.players.ports import StoreUnavailableError
from chalicelib.players.seat_links import seat_link_token
from tests.web.desk import GAME, Answer, Desk

WISH = {"game": GAME, "seats": [{"kind": "me"}, {"kind": "open"}]}
KEY = {"Idempotency_Key": "one"}


def matches(desk: Desk, by: str) -> list[str]:
    return [each["id"] for each in desk.get("/me/matches", by=by).json["matches"]]


def test_a_match_is_made_once_and_shown_as_it_is_today(desk: Desk) -> None:
    first = desk.post("/matches", WISH, by="ann", **KEY)
    desk.post(f"/matches/{first.json['id']}/join", by="bob")
    again = desk.post("/matches", WISH, by="ann", **KEY)
    assert (first.status, again.status) == (201, 201)
    assert again.header("location") == first.header("location")
    assert (first.json["status"], again.json["status"]) == ("waiting", "running")
    assert matches(desk, "ann") == [first.json["id"]]


def test_the_same_key_for_something_else_is_a_conflict(desk: Desk) -> None:
    desk.post("/matches", WISH, by="ann", **KEY)
    for path, body in (("/matches", {**WISH, "name": "Other"}), ("/me/tokens", {})):
        answer = desk.post(path, body, by="ann", **KEY)
        assert (answer.status, answer.json["code"]) == (409, "conflict")
    assert len(matches(desk, "ann")) == 1


def test_keys_belong_to_their_player_and_are_kept_a_day(desk: Desk) -> None:
    ids = {desk.post("/matches", WISH, by=name, **KEY).json["id"] for name in ("ann", "bob")}
    desk.clock.advance(86_399)
    ids |= {desk.post("/matches", WISH, by="ann", **KEY).json["id"]}
    assert len(ids) == 2
    desk.clock.advance(1)
    assert desk.post("/matches", WISH, by="ann", **KEY).json["id"] not in ids


def test_two_at_once_make_one_match(desk: Desk) -> None:
    desk.player("ann")
    others: list[Answer] = []
    desk.store.before_commit.append(lambda: others.append(desk.post("/matches", WISH, by="ann", **KEY)))
    answer = desk.post("/matches", WISH, by="ann", **KEY)
    assert (answer.status, answer.json["id"]) == (201, others[0].json["id"])
    assert matches(desk, "ann") == [answer.json["id"]]


def test_a_lost_answer_makes_no_second_match(desk: Desk) -> None:
    desk.player("ann")
    desk.store.after_commit.append(_no_answer)
    first = desk.post("/matches", WISH, by="ann", **KEY)
    again = desk.post("/matches", WISH, by="ann", **KEY)
    assert first.json["id"] == again.json["id"]
    assert matches(desk, "ann") == [first.json["id"]]


def _no_answer() -> None:
    raise StoreUnavailableError("no answer")


def test_a_refused_request_may_be_sent_again(desk: Desk) -> None:
    wrong = {**WISH, "options": {"sheet": "pink"}}
    assert desk.post("/matches", wrong, by="ann", **KEY).status == 422
    assert desk.post("/matches", WISH, by="ann", **KEY).status == 201


def test_a_secret_is_not_shown_twice(desk: Desk) -> None:
    first = desk.post("/me/tokens", {"label": "x"}, by="ann", **KEY)
    again = desk.post("/me/tokens", {"label": "x"}, by="ann", **KEY)
    assert (again.status, again.json["code"], again.json["id"]) == (409, "already_done", first.json["id"])
    assert first.json["secret"] not in again.body.decode()
    assert len(desk.get("/me/tokens", by="ann").json["tokens"]) == 2
    rows = desk.store.query(f"P#{desk.ids['ann']}").items
    assert first.json["secret"] not in repr(rows)


def test_two_tokens_at_once_are_one(desk: Desk) -> None:
    desk.player("ann")
    others: list[Answer] = []
    desk.store.before_commit.append(lambda: others.append(desk.post("/me/tokens", {}, by="ann", **KEY)))
    answer = desk.post("/me/tokens", {}, by="ann", **KEY)
    assert (answer.status, answer.json["id"]) == (409, others[0].json["id"])


def test_what_is_done_at_a_table_is_done_once(desk: Desk) -> None:
    match = desk.post("/matches", {**WISH, "seats": [{"kind": "me"}, *[{"kind": "open"}] * 2]}, by="ann").json["id"]
    for path, body, name in (("nonce", {"nonce": "07"}, "ann"), ("join", {}, "bob"), ("leave", {}, "bob")):
        headers = {"Idempotency_Key": path}
        first = desk.post(f"/matches/{match}/{path}", body, by=name, **headers)
        again = desk.post(f"/matches/{match}/{path}", body, by=name, **headers)
        assert (first.status, again.status, again.json) == (200, 200, first.json)


def test_resigning_once_is_enough(desk: Desk) -> None:
    match = desk.table("ann", "bob")
    first = desk.post(f"/matches/{match}/resign", by="ann", **KEY)
    again = desk.post(f"/matches/{match}/resign", by="ann", **KEY)
    assert (first.status, again.status, again.json) == (200, 200, first.json)
    assert desk.post(f"/matches/{match}/resign", by="ann").status == 409


def test_a_seat_link_has_keys_of_its_own(desk: Desk) -> None:
    match = desk.table("ann", "bob")
    where = f"/matches/{match}/resign?key={seat_link_token(desk.env, match, 0, 0)}"
    assert [desk.post(where, **KEY).status for _ in range(2)] == [200, 200]


@pytest.mark.parametrize("key", ["", "x" * 256, "é", "a\tb"])
def test_a_key_that_cannot_be_is_refused(desk: Desk, key: str) -> None:
    answer = desk.post("/matches", WISH, by="ann", Idempotency_Key=key)
    assert (answer.status, answer.json["code"]) == (400, "malformed_request")
    assert matches(desk, "ann") == []
