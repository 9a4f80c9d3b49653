"""Standing orders over HTTP: how they are given and shown, and that nobody else's answers tell of them."""

from __future__ import annotations

from typing import Any

import pytest

from chalicelib.players.seat_links import seat_link_token
from tests.web.desk import Answer, Desk, open_desk, refused

PASS = {"text": "pass"}
UNTIL = {"orders": [{"kind": "move", "text": "B3 g4 G5 H5"}, {"kind": "pass", "until": {"roll": 3}}]}


def put(desk: Desk, match: str, body: object, by: str = "ann") -> Answer:
    """Give orders."""
    return desk.ask("PUT", f"/matches/{match}/orders", body, by=by)


def test_orders_are_given_shown_tried_and_withdrawn(desk: Desk) -> None:
    match = desk.table("ann", "bob")
    given = put(desk, match, UNTIL).json
    waiting = [
        {"kind": "move", "text": "b3 G4 G5 H5", "until": None},
        {"kind": "pass", "text": None, "until": {"roll": 3}},
    ]
    assert given == {"seat": 0, "version": 3, "orders": waiting, "open": 2, "last": None}
    assert put(desk, match, UNTIL).json == desk.get(f"/matches/{match}/orders", by="ann").json == given
    for name in ("ann", "bob"):
        desk.move(match, name, PASS)
    after = desk.get(f"/matches/{match}/orders", by="ann").json
    assert [each["came"] for each in after["last"]["orders"]] == ["not_legal", "played"]
    assert (after["orders"], after["last"]["n"]) == (waiting[1:], after["version"])
    assert after["open"] == desk.decision(match, "ann")["n"], "what is sealed can be taken back"
    withdrawn = desk.ask("DELETE", f"/matches/{match}/orders", by="ann").json
    assert (withdrawn["orders"], withdrawn["last"]) == ([], None)
    assert desk.ask("DELETE", f"/matches/{match}/orders", by="ann").json == withdrawn
    assert desk.decision(match, "ann")["sealed"] == "pass"


def test_a_seat_link_orders_for_its_seat_and_a_stranger_for_none(desk: Desk) -> None:
    match = desk.table("ann", "bob")
    key = seat_link_token(desk.env, match, 1, 0)
    assert desk.ask("PUT", f"/matches/{match}/orders?key={key}", {"orders": [{"kind": "pass"}]}).json["seat"] == 1
    assert desk.get(f"/matches/{match}/orders?key={key}").json["orders"][0]["kind"] == "pass"
    assert desk.get(f"/matches/{match}/orders", by="ann").json["orders"] == []
    refused(desk.get(f"/matches/{match}/orders", by="cas"), 403, "not_your_seat")
    refused(put(desk, match, UNTIL, by="cas"), 403, "not_your_seat")


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"orders": [{"kind": "pass"}] * 4},
        {"orders": [{"kind": "move"}]},
        {"orders": [{"kind": "move", "text": " "}]},
        {"orders": [{"kind": "pass", "text": "g3"}]},
        {"orders": [{"kind": "move", "text": "g1 H1", "until": {"roll": 3}}]},
        {"orders": [{"kind": "pass", "until": {}}]},
        {"orders": [{"kind": "pass", "until": {"roll": 0}}]},
        {"orders": [{"kind": "wait"}]},
        {"orders": [], "version": 0},
    ],
)
def test_what_is_no_list_of_orders_is_malformed(desk: Desk, body: object) -> None:
    refused(put(desk, desk.table("ann", "bob"), body), 400, "malformed_request")


def test_what_this_game_or_this_moment_does_not_take_is_refused_with_its_code(desk: Desk) -> None:
    match = desk.table("ann", "bob")
    refused(put(desk, match, {"orders": [{"kind": "move", "text": "hello"}]}), 400, "malformed_move")
    passing = desk.table("ann", "bob", game="passing-game")
    assert "cannot see" in refused(put(desk, passing, {"orders": [{"kind": "pass"}]}), 409, "conflict")
    for name in ("ann", "bob"):
        desk.move(match, name, PASS)
    refused(put(desk, match, {**UNTIL, "version": 2}), 409, "stale_decision")
    refused(put(desk, match, {"orders": [{"kind": "pass", "until": {"roll": 2}}]}), 409, "conflict")
    desk.post(f"/matches/{match}/resign", by="bob")
    refused(put(desk, match, UNTIL), 409, "match_over")
    assert desk.get(f"/matches/{match}/orders", by="ann").json["orders"] == []


def _seen(desk: Desk, match: str, by: str) -> dict[str, Any]:
    """What somebody sees, without when and by how many commits it came to be."""
    shown = desk.get(f"/matches/{match}", by=by).json
    log = desk.get(f"/matches/{match}/log", by=by).json["entries"]
    fairness = desk.get(f"/matches/{match}/fairness", by=by).json
    rows = {
        name: [each for row in log for each in row[name]] for name in ("entries", "facts", "said", "draws", "ordered")
    }
    kept = ("ply", "status", "to_move", "view", "roll", "outcome", "seat")
    return {**{name: shown[name] for name in kept}, **rows, "mark": fairness["mark"]}


def _played(with_orders: bool) -> tuple[Desk, str]:
    """Two rolls of three, in which Ann passes, by hand or because she has ordered it."""
    desk = open_desk()
    match = desk.table("ann", "bob", "cas")
    if with_orders:
        put(desk, match, {"orders": [{"kind": "pass", "until": {"roll": 3}}]})
    for name in ("ann", "bob", "cas", *(() if with_orders else ("ann",)), "bob", "cas"):
        assert desk.move(match, name, PASS).status == 200
    return desk, match


@pytest.mark.parametrize("by", ["bob", "cas", "dan", ""])
def test_nobody_else_sees_whether_a_move_was_ordered(by: str) -> None:
    seen = []
    for with_orders in (True, False):
        desk, match = _played(with_orders)
        seen.append(_seen(desk, match, by))
        desk.post(f"/matches/{match}/resign", by="bob")
        desk.post(f"/matches/{match}/resign", by="cas")
        seen[-1]["record"] = [
            {name: value for name, value in move.items() if name not in ("at", "mark")}
            for move in desk.get(f"/matches/{match}/export", by=by).json["moves"]
        ]
        desk.work_off()
    assert seen[0]["ordered"] == []
    assert {each["how"] for each in seen[0]["entries"]} == {"played"}
    # a mark has the times of moves in it, which are not the same
    assert {name: value for name, value in seen[0].items() if name != "mark"} == {
        name: value for name, value in seen[1].items() if name != "mark"
    }


def test_its_owner_sees_which_moves_were_ordered() -> None:
    desk, match = _played(with_orders=True)
    seen = _seen(desk, match, "ann")
    assert [each["how"] for each in seen["entries"] if each["seat"] == 0] == ["played", "ordered"]
    assert seen["ordered"] == ["pass"]


def test_mails_tell_others_the_same_and_the_owner_nothing_that_is_not_so() -> None:
    texts = []
    for with_orders in (True, False):
        desk, match = _played(with_orders)
        desk.work_off()
        desk.post(f"/matches/{match}/resign", by="cas")
        desk.post(f"/matches/{match}/resign", by="bob")
        desk.work_off()
        ended = [desk.mails(name)[-1].get_body(("plain",)) for name in ("bob", "cas", "ann")]
        texts.append([body.get_content() for body in ended if body])
    assert texts[0][:2] == texts[1][:2]
    assert "played by itself" not in texts[0][2]
