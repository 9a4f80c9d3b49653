"""Who may see what, and who may do what about it: every visibility and every moment of a match, by everybody.

docs/api.md has the same as words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest

from chalicelib import bootstrap
from chalicelib.players.seat_links import seat_link_token
from tests.web.desk import GAME, Desk, open_desk

CALLERS = ("seat", "link", "kept", "host", "stranger", "nobody")
"""Who sits there, the holder of a link for that seat, who has a seat kept, who made the match and does not sit there,
somebody who is signed in, and somebody who is not."""
NAMES = {"seat": "ann", "kept": "bob", "host": "hal", "stranger": "sam"}

WAITING = """
GET                  200 200 200 200 200 200    200 200 200 200 404 404
GET log              200 200 200 200 200 200    200 200 200 200 404 404
GET fairness         200 200 200 200 200 200    200 200 200 200 404 404
GET legal            200 200 403 403 403 403    200 200 403 403 404 404
GET messages         200 200 200 200 200 200    200 200 200 200 404 404
POST messages        201 201 201 201 201 401    201 201 201 201 404 401
GET notes            200 401 403 403 403 401    200 401 403 403 404 401
PUT notes            200 401 403 403 403 401    200 401 403 403 404 401
GET export           409 409 409 409 409 409    409 409 409 409 404 404
GET positions/0      409 409 409 409 409 409    409 409 409 409 404 404
POST rematch         409 401 403 403 403 401    409 401 403 403 404 401
POST join            200 401 200 200 200 401    200 401 200 200 404 401
"""
"""With a seat kept for somebody, and one free."""

RUNNING = """
GET                  200 200 200 200 200 200    200 200 200 200 404 404
GET log              200 200 200 200 200 200    200 200 200 200 404 404
GET fairness         200 200 200 200 200 200    200 200 200 200 404 404
GET legal            200 200 200 403 403 403    200 200 200 403 404 404
GET messages         200 200 200 200 200 200    200 200 200 200 404 404
POST messages        201 201 201 201 201 401    201 201 201 201 404 401
GET notes            200 401 200 403 403 401    200 401 200 403 404 401
PUT notes            200 401 200 403 403 401    200 401 200 403 404 401
GET export           409 409 409 409 409 409    409 409 409 409 404 404
GET positions/0      409 409 409 409 409 409    409 409 409 409 404 404
POST rematch         409 401 409 403 403 401    409 401 409 403 404 401
POST join            200 401 200 409 409 401    200 401 200 409 404 401
"""
"""The seat that was kept is taken."""

MUTED = """
POST messages        201 201 201 403 403 401    201 201 201 403 404 401
GET messages         200 200 200 200 200 200    200 200 200 200 404 404
"""
"""The same in a match in which those who only watch are silent while it runs."""

OVER = """
GET                  200 200 200 200 200 200    200 200 200 200 404 404
GET log              200 200 200 200 200 200    200 200 200 200 404 404
GET fairness         200 200 200 200 200 200    200 200 200 200 404 404
GET legal            200 200 200 403 403 403    200 200 200 403 404 404
GET messages         200 200 200 200 200 200    200 200 200 200 404 404
POST messages        201 201 201 201 201 401    201 201 201 201 404 401
GET notes            200 401 200 403 403 401    200 401 200 403 404 401
PUT notes            200 401 200 403 403 401    200 401 200 403 404 401
GET export           200 200 200 200 200 200    200 200 200 200 404 404
GET positions/0      200 200 200 200 200 200    200 200 200 200 404 404
POST rematch         201 401 200 403 403 401    201 401 200 403 404 401
POST join            200 401 200 409 409 401    200 401 200 409 404 401
"""
"""Muted or not."""

BODIES = {"POST messages": {"text": "Hello."}, "PUT notes": {"text": "Hm."}}
LISTED = ("public", "unlisted", "private")


@pytest.fixture(autouse=True)
def _put_away() -> Iterator[None]:
    """No test leaves its service to the next."""
    yield
    bootstrap.use(None)


@dataclass(frozen=True)
class Table:
    """A match of one visibility; a link is for the seat of Ann."""

    desk: Desk
    match: str

    def ask(self, action: str, who: str) -> int:
        """The status of what this caller is answered."""
        method, _, rest = action.partition(" ")
        key = f"?key={seat_link_token(self.desk.env, self.match, 0, 0)}" if who == "link" else ""
        body = BODIES.get(action, None if method == "GET" else {})
        where = f"/matches/{self.match}{'/' if rest else ''}{rest}{key}"
        return self.desk.ask(method, where, body, NAMES.get(who, "")).status


def _waiting(visibility: str, **wish: object) -> Table:
    """Made by Hal, with Ann at the table, a seat kept for Bob, and a free one."""
    desk = open_desk()
    for name in NAMES.values():
        desk.player(name)
    seats = [{"kind": "player", "handle": "ann"}, {"kind": "player", "handle": "bob"}, {"kind": "open"}]
    made = desk.post("/matches", {"game": GAME, "seats": seats, "visibility": visibility, **wish}, by="hal")
    assert made.status == 201, made.body
    assert desk.post(f"/matches/{made.json['id']}/join", by="ann").status == 200
    return Table(desk, made.json["id"])


def _running(visibility: str, **wish: object) -> Table:
    """Between Ann, Bob, and a bot."""
    desk = open_desk()
    for name in NAMES.values():
        desk.player(name)
    seats = [{"kind": "player", "handle": "ann"}, {"kind": "player", "handle": "bob"}, {"kind": "bot"}]
    made = desk.post("/matches", {"game": GAME, "seats": seats, "visibility": visibility, **wish}, by="hal")
    assert made.status == 201, made.body
    for name in ("ann", "bob"):
        assert desk.post(f"/matches/{made.json['id']}/join", by=name).status == 200
    return Table(desk, made.json["id"])


def _muted(visibility: str) -> Table:
    return _running(visibility, muted=True)


def _over(visibility: str) -> Table:
    """Ended, since both gave up."""
    table = _running(visibility, muted=True)
    for name in ("bob", "ann"):
        assert table.desk.post(f"/matches/{table.match}/resign", by=name).status == 200
    assert table.desk.get(f"/matches/{table.match}", by="ann").json["status"] == "over"
    return table


MOMENTS: dict[Callable[[str], Table], str] = {_waiting: WAITING, _running: RUNNING, _muted: MUTED, _over: OVER}


def _rows(text: str, private: bool) -> dict[str, list[int]]:
    """What each action is answered, by caller."""
    found = {}
    for line in text.strip().splitlines():
        numbers = [int(word) for word in line.split() if word.isdigit()]
        action = line[:20].strip()
        found[action] = numbers[len(CALLERS) :] if private else numbers[: len(CALLERS)]
        assert len(numbers) == 2 * len(CALLERS), line
    return found


@pytest.mark.parametrize("visibility", LISTED)
@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.__name__[1:])
def test_everybody_sees_and_does_what_the_table_says(moment: Callable[[str], Table], visibility: str) -> None:
    rows = _rows(MOMENTS[moment], visibility == "private")
    table = moment(visibility)
    for action, expected in rows.items():
        for who, status in zip(CALLERS, expected, strict=True):
            assert table.ask(action, who) == status, f"{action} by {who}"
            if action == "POST join" and moment is _waiting and status == 200 and who != "seat":
                table = moment(visibility)


@pytest.mark.parametrize("visibility", LISTED)
def test_only_a_public_match_is_found_by_those_who_do_not_know_of_it(visibility: str) -> None:
    table = _waiting(visibility)
    found = [each["id"] for each in table.desk.get("/matches").json["matches"]]
    assert found == ([table.match] if visibility == "public" else [])


def test_a_link_to_join_by_shows_a_private_table_that_waits_and_nothing_that_is_said_there() -> None:
    table = _waiting("private")
    where = f"/matches/{table.match}"
    made = table.desk.post(f"{where}/link", by="hal")
    assert made.status in (200, 201), made.body
    link = f"?join={made.json['link']}"
    found = {rest: table.desk.get(f"{where}{rest}{link}", by="sam").status for rest in ("", "/log", "/messages")}
    assert found == {"": 200, "/log": 404, "/messages": 404}
    assert table.desk.post(f"{where}/messages{link}", {"text": "Hello."}, by="sam").status == 404
    for name, body in (("bob", {}), ("sam", {"link": made.json["link"]})):
        assert table.desk.post(f"{where}/join", body, by=name).status == 200
    assert table.desk.get(f"{where}{link}", by="").status == 404, "it has started"
    assert table.desk.post(f"{where}/messages", {"text": "Hello."}, by="sam").status == 201


def test_a_message_and_what_is_said_of_it_are_the_same_for_all_who_see_it() -> None:
    table = _running("public")
    for who in ("seat", "host"):
        table.ask("POST messages", who)
    where = f"/matches/{table.match}/messages"
    answers = {table.desk.get(where, by=name).body for name in ("", *NAMES.values())}
    assert len(answers) == 1
    assert {table.desk.get(where, by=name).header("ETag") for name in ("", "ann")} == {
        table.desk.get(where, by="sam").header("ETag")
    }
