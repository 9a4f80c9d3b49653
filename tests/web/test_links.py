"""Seat links out of the mails: what they open, and that their player can make them worthless."""

from __future__ import annotations

import re

from tests.post.office import text_of
from tests.web.desk import BASE, GAME, Desk, refused

PASS = {"text": "pass"}


def links(desk: Desk, name: str) -> tuple[str, str]:
    """The page and the address for moves that the newest mail to this player holds."""
    text = text_of(desk.mails(name)[-1])
    page, moves = (re.search(rf"{BASE}({path}[^\s?]+\?[\w.=&-]+)", text) for path in ("/m/", "/matches/"))
    assert page
    assert moves
    return page[1], moves[1]


def test_a_mailed_link_opens_its_seat_until_it_is_revoked(desk: Desk) -> None:
    match = desk.table("ann", "bob", visibility="unlisted")
    desk.work_off()
    page, moves = links(desk, "bob")
    key = page.split("key=")[1]
    assert desk.get(f"/matches/{match}?key={key}").json["seat"] == 1
    assert desk.ask("PUT", moves, PASS).status == 200
    revoked = desk.ask("DELETE", f"/matches/{match}/links", by="bob")
    assert (revoked.status, revoked.json["seat"], revoked.json["decision"]["sealed"]) == (200, 1, "pass")
    assert desk.get(f"/matches/{match}?key={key}").json["seat"] is None
    refused(desk.ask("PUT", moves, PASS), 403, "not_your_seat")
    assert "<form" not in desk.get(page).body.decode()
    desk.move(match, "ann", PASS)
    desk.clock.advance(3_600)
    desk.work_off()
    renewed, fresh = links(desk, "bob")
    assert renewed != page
    assert "<form" in desk.get(renewed).body.decode()
    assert desk.ask("PUT", fresh, PASS).status == 200


def test_the_others_links_stay_good(desk: Desk) -> None:
    match = desk.table("ann", "bob")
    desk.work_off()
    _, moves = links(desk, "ann")
    assert desk.ask("DELETE", f"/matches/{match}/links", by="bob").status == 200
    assert desk.ask("PUT", moves, PASS).status == 200


def test_links_are_revoked_before_the_start_and_after_the_end_too(desk: Desk) -> None:
    waiting = desk.post("/matches", {"game": GAME, "seats": [{"kind": "me"}, {"kind": "open"}]}, by="ann").json["id"]
    ended = desk.table("ann", "bob")
    desk.post(f"/matches/{ended}/resign", by="bob")
    for match, status in ((waiting, "waiting"), (ended, "over")):
        before = desk.get(f"/matches/{match}", by="ann").json
        after = desk.ask("DELETE", f"/matches/{match}/links", by="ann")
        assert (after.status, after.json["status"]) == (200, status)
        assert after.json == {**before, "version": before["version"] + 1}


def test_who_has_no_seat_has_no_links(desk: Desk) -> None:
    match = desk.table("ann", "bob")
    refused(desk.ask("DELETE", f"/matches/{match}/links", by="cas"), 403, "not_your_seat")
    refused(desk.ask("DELETE", "/matches/nothing/links", by="cas"), 404, "not_found")
