"""Deciding over HTTP: play, replace, take back, repeat, come too late; and every refusal on the way."""

from __future__ import annotations

import pytest

from chalicelib.matches import expiry
from tests.web.desk import GAME, Desk, move_path, refused

PASS = {"text": "pass"}
PLACE: dict[str, object] = {"kind": "place", "colour": "b", "number": 1, "cells": ["A1"]}
ME_AND = {"game": GAME, "seats": [{"kind": "me"}, {"kind": "open"}]}


def test_a_choice_stays_sealed_until_the_last_one_is_in(desk: Desk) -> None:
    match = desk.table("ann", "bob")
    first = desk.move(match, "ann", PASS)
    assert (first.status, first.json["receipt"]["text"]) == (200, "pass")
    assert first.json["match"]["decision"]["sealed"] == "pass"
    assert first.json["match"]["to_move"] == [1]
    others = desk.get(f"/matches/{match}", by="bob").json
    assert others["last"]["text"] is None
    assert others["decision"]["sealed"] is None
    assert others["last"]["said"] == ["Ann has chosen. The choice stays sealed until everybody's is in."]
    last = desk.move(match, "bob", {"kind": "pass"}).json
    assert (last["match"]["ply"], last["match"]["last"]["entries"][0]) == (
        2,
        {"ply": 1, "seat": 0, "move": "pass", "how": "played"},
    )


def test_the_same_submission_has_one_receipt_for_ever(desk: Desk) -> None:
    match = desk.table("ann", "bob")
    where = move_path(desk, match, "ann")
    first = desk.ask("PUT", where, PASS, by="ann")
    again = desk.ask("PUT", where, PASS, by="ann")
    assert again.json["receipt"] == first.json["receipt"]
    desk.move(match, "bob", PASS)
    desk.clock.advance(100)
    later = desk.ask("PUT", where, {"text": " PASS "}, by="ann")
    assert later.json["receipt"] == first.json["receipt"]
    assert later.json["match"]["version"] > first.json["match"]["version"]
    refused(desk.ask("PUT", where, {"text": "b3 G4 G5 H5"}, by="ann"), 409, "stale_decision")


def test_a_move_is_the_same_in_both_of_its_forms(desk: Desk) -> None:
    match = desk.table("ann", "bob")
    where = move_path(desk, match, "ann")
    receipt = desk.ask("PUT", where, PASS, by="ann").json["receipt"]
    for body in ({"kind": "pass"}, {"text": "PAS"}, {"kind": "pass", "cells": []}):
        again = desk.ask("PUT", f"{where}?language=nl", body, by="ann")
        assert (again.status, again.json["receipt"]) == (200, receipt)
    desk.move(match, "bob", {"kind": "pass"})
    assert desk.ask("PUT", where, {"kind": "pass"}, by="ann").json["receipt"] == receipt
    other = move_path(desk, match, "ann")
    receipt = desk.ask("PUT", other, {"kind": "pass"}, by="ann").json["receipt"]
    assert desk.ask("PUT", other, PASS, by="ann").json["receipt"] == receipt


def test_a_sealed_choice_is_replaced_and_taken_back(desk: Desk) -> None:
    match = desk.table("ann", "bob")
    legal = desk.get(f"/matches/{match}/legal", by="ann").json
    assert legal["n"] == desk.decision(match, "ann")["n"]
    desk.move(match, "ann", PASS)
    other = legal["moves"][0]
    replaced = desk.move(match, "ann", other["move"])
    assert (replaced.status, replaced.json["receipt"]["text"]) == (200, other["text"])
    sealed = move_path(desk, match, "ann")
    back = desk.ask("DELETE", sealed, by="ann")
    assert (back.status, back.json["match"]["decision"]["sealed"]) == (200, None)
    assert desk.ask("DELETE", sealed, by="ann").json["receipt"] == back.json["receipt"]
    refused(desk.ask("DELETE", move_path(desk, match, "ann"), by="ann"), 409, "nothing_to_retract")
    desk.move(match, "ann", PASS)
    sealed = move_path(desk, match, "ann")
    desk.move(match, "bob", PASS)
    refused(desk.ask("DELETE", sealed, by="ann"), 409, "already_revealed")


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"text": "hello"}, 400, "malformed_move"),
        ({"text": ""}, 400, "malformed_move"),
        ({"text": 7}, 400, "malformed_move"),
        ({"text": "b9 A1"}, 400, "malformed_move"),
        ({"text": "b3 Z9 A1 A2"}, 400, "malformed_move"),
        ({"text": "x" * 60_000}, 400, "malformed_move"),
        ({}, 400, "malformed_move"),
        ({"kind": "fly"}, 400, "malformed_move"),
        ({"kind": "pass", "speed": 3}, 400, "malformed_move"),
        ({"kind": "place", "cells": "A1"}, 400, "malformed_move"),
        ({"kind": "place", "number": True}, 400, "malformed_move"),
        ({"kind": "pass", "text": "pass"}, 400, "malformed_move"),
        (PLACE | {"number": 9}, 400, "malformed_move"),
        (PLACE | {"number": 0}, 400, "malformed_move"),
        (PLACE | {"number": -1}, 400, "malformed_move"),
        (PLACE | {"number": 2**53 - 1}, 400, "malformed_move"),
        (PLACE | {"cells": ["Z9"]}, 400, "malformed_move"),
        (PLACE | {"cells": ["A8"]}, 400, "malformed_move"),
        (PLACE | {"cells": []}, 400, "malformed_move"),
        (PLACE | {"cells": [""]}, 400, "malformed_move"),
        (PLACE | {"cells": ["A1", "A1"]}, 400, "malformed_move"),
        (PLACE | {"cells": ["A1"] * 9_000}, 400, "malformed_move"),
        (PLACE | {"cells": {"A1": 1}}, 400, "malformed_move"),
        (PLACE | {"colour": "q"}, 400, "malformed_move"),
        (PLACE | {"colour": ""}, 400, "malformed_move"),
        ({"kind": "place"}, 400, "malformed_move"),
        ({"kind": "pass", "cells": ["A1"]}, 422, "illegal_move"),
        ({"text": "b1 A1"}, 422, "illegal_move"),
        (PLACE, 422, "illegal_move"),
    ],
)
def test_what_is_no_move_or_no_legal_one_is_refused(desk: Desk, body: object, status: int, code: str) -> None:
    match = desk.table("ann", "bob")
    where, before = move_path(desk, match, "ann"), desk.get(f"/matches/{match}", by="ann").body
    answer = desk.ask("PUT", where, body, by="ann")
    refused(answer, status, code)
    if code == "illegal_move":
        assert answer.json["reason"]
    assert desk.get(f"/matches/{match}", by="ann").body == before


def test_only_the_open_decision_of_ones_own_seat_can_be_taken(desk: Desk) -> None:
    match = desk.table("ann", "bob")
    where = move_path(desk, match, "ann")
    number = desk.decision(match, "ann")["n"]
    refused(desk.ask("PUT", where, PASS, by="bob"), 403, "not_your_seat")
    refused(desk.ask("PUT", where, PASS, by="cas"), 403, "not_your_seat")
    refused(desk.ask("PUT", where, PASS), 401, "unauthenticated")
    refused(desk.ask("PUT", f"/matches/{match}/seats/7/moves/{number}", PASS, by="ann"), 404, "not_found")
    refused(desk.ask("PUT", f"/matches/{match}/seats/x/moves/{number}", PASS, by="ann"), 404, "not_found")
    refused(desk.ask("PUT", f"/matches/{match}/seats/0/moves/-1", PASS, by="ann"), 404, "not_found")
    refused(desk.ask("PUT", f"/matches/{match}/seats/0/moves/{'9' * 30}", PASS, by="ann"), 404, "not_found")
    refused(desk.ask("PUT", "/matches/nothing/seats/0/moves/1", PASS, by="ann"), 404, "not_found")
    refused(desk.ask("PUT", f"/matches/{match}/seats/0/moves/{number + 5}", PASS, by="ann"), 409, "stale_decision")


def test_who_has_nothing_to_decide_is_told_so(desk: Desk) -> None:
    waiting = desk.post("/matches", ME_AND, by="ann").json["id"]
    refused(desk.ask("PUT", f"/matches/{waiting}/seats/0/moves/1", PASS, by="ann"), 409, "conflict")
    assert desk.get(f"/matches/{waiting}/legal", by="ann").json == {"n": 0, "moves": []}
    refused(desk.get(f"/matches/{waiting}/legal", by="bob"), 403, "not_your_seat")
    over = desk.table("ann", "bob")
    where = move_path(desk, over, "ann")
    desk.post(f"/matches/{over}/resign", by="bob")
    refused(desk.ask("PUT", where, PASS, by="ann"), 409, "match_over")
    refused(desk.post(f"/matches/{over}/resign", by="ann"), 409, "match_over")


def test_a_match_that_was_called_off_is_over(desk: Desk) -> None:
    match = desk.post("/matches", ME_AND, by="ann").json["id"]
    where = f"/matches/{match}/seats/0/moves/1"
    desk.clock.advance(15 * 86_400)
    expiry.sweep(desk.env)
    assert desk.get(f"/matches/{match}", by="ann").json["status"] == "cancelled"
    for body in (PASS, {"kind": "pass"}, PLACE, {"text": "hello"}):
        refused(desk.ask("PUT", where, body, by="ann"), 409, "match_over")
    refused(desk.post(f"/matches/{match}/resign", by="ann"), 409, "match_over")


def test_after_three_rolls_the_others_wait_for_the_active_seat(desk: Desk) -> None:
    match = desk.table("ann", "bob")
    for _ in range(3):
        for name in ("ann", "bob"):
            desk.move(match, name, PASS)
    shown = desk.get(f"/matches/{match}", by="ann").json
    (active,) = shown["to_move"]
    waits = ("ann", "bob")[1 - active]
    where = f"/matches/{match}/seats/{1 - active}/moves/{shown['version']}"
    refused(desk.ask("PUT", where, PASS, by=waits), 409, "not_to_move")


def test_a_late_move_is_out_of_time_and_the_timeout_move_stands(desk: Desk) -> None:
    match = desk.table("ann", "bob", pace={"decision_time": 3_600})
    where = move_path(desk, match, "ann")
    desk.clock.advance(3_000)
    expiry.sweep(desk.env)
    desk.clock.advance(599)
    expiry.sweep(desk.env)
    desk.clock.advance(1)
    assert desk.decision(match, "ann")["overdue"] is True
    refused(desk.ask("PUT", where, PASS, by="ann"), 409, "out_of_time")
    refused(desk.ask("PUT", where, PASS, by="ann"), 409, "out_of_time")
    entries = [row for row in desk.get(f"/matches/{match}/log", by="ann").json["entries"] if row["kind"] == "expired"]
    assert [(row["seat"], row["text"]) for row in entries] == [(0, "pass")]


def test_a_move_may_be_typed_in_the_language_of_the_request(desk: Desk) -> None:
    match = desk.table("ann", "bob")
    where = move_path(desk, match, "ann")
    assert desk.ask("PUT", f"{where}?language=nl", {"text": "pas"}, by="ann").json["receipt"]["text"] == "pass"


def test_a_move_costs_two_round_trips_with_a_remembered_credential(desk: Desk) -> None:
    match = desk.table("ann", "bob")
    desk.container.credentials.seconds = 30
    where = move_path(desk, match, "ann")
    before = (desk.store.reads, desk.store.commits)
    assert desk.ask("PUT", where, PASS, by="ann").status == 200
    assert (desk.store.reads - before[0], desk.store.commits - before[1]) == (1, 1)


def test_a_text_that_fits_two_moves_names_them(desk: Desk) -> None:
    match, text, candidates = _ambiguous(desk)
    before = desk.get(f"/matches/{match}", by="ann").body
    answer = desk.ask("PUT", move_path(desk, match, "ann"), {"text": text}, by="ann")
    refused(answer, 422, "ambiguous_move")
    assert sorted(answer.json["candidates"]) == candidates
    assert desk.get(f"/matches/{match}", by="ann").body == before


def test_an_illegal_move_names_those_that_are_legal(desk: Desk) -> None:
    match = desk.table("ann", "bob", game="sequence-dice")
    by = ("ann", "bob")[desk.get(f"/matches/{match}").json["to_move"][0]]
    legal = [each["text"] for each in desk.get(f"/matches/{match}/legal", by=by).json["moves"]]
    answer = desk.ask("PUT", move_path(desk, match, by), {"text": f"x{legal[0]}"}, by=by)
    assert refused(answer, 422, "illegal_move").endswith(f"Legal here: {', '.join(legal)}.")
    assert (answer.json["candidates"], answer.json["reason"]) == (legal, "empty_first")


def _ambiguous(desk: Desk) -> tuple[str, str, list[str]]:
    """A match whose dice let a text without its stars mean two moves."""
    for _ in range(50):
        match = desk.post("/matches", {"game": GAME, "seats": [{"kind": "me"}, {"kind": "bot"}]}, by="ann").json["id"]
        texts = [each["text"] for each in desk.get(f"/matches/{match}/legal", by="ann").json["moves"]]
        for text in texts:
            plain = text.replace("*", "")
            alike = sorted(each for each in texts if each.replace("*", "") == plain)
            if plain not in texts and len(alike) > 1:
                return match, plain, alike
    raise AssertionError("no such dice in 50 matches")
