"""The log over HTTP says what its game does not tell, in the caller's language and by the names of that time."""

from __future__ import annotations

from tests.web.desk import Desk


def test_the_log_says_what_happened_beside_the_moves(desk: Desk) -> None:
    match = desk.table("ann", "bob")
    desk.post(f"/matches/{match}/draw", by="ann")
    shown = desk.ask("DELETE", f"/matches/{match}/draw", by="bob").json
    assert shown["last"]["said"] == ["Bob declines a draw."]
    desk.post(f"/matches/{match}/substitute", by="ann")
    taken = desk.post(f"/matches/{match}/substitute", {"seat": 0}, by="cas").json
    assert taken["last"]["said"][0] == "Cas has taken over the seat of Ann."
    said = {row["kind"]: row["said"] for row in desk.get(f"/matches/{match}/log", by="bob").json["entries"]}
    assert said["offered"] == ["Ann offers a draw."]
    assert said["wanted"] == ["Somebody is looked for to take over the seat of Ann."]
    assert said["substituted"][0] == "Cas has taken over the seat of Ann."


def test_a_draw_that_is_agreed_is_said_once(desk: Desk) -> None:
    match = desk.table("ann", "bob")
    desk.post(f"/matches/{match}/draw", by="ann")
    shown = desk.post(f"/matches/{match}/draw", by="bob").json
    assert shown["last"]["said"] == ["Bob agrees to a draw, which ends the match."]
