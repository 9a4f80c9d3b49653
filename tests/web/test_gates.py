"""What is refused before a route looks at it, over every route: methods, content types, sizes; and who must wait."""

from __future__ import annotations

import pytest

from app import app
from chalicelib.matches.seating import CREATIONS, INVITATIONS
from chalicelib.web.body import most
from infra.local.gateway import Gateway, Request
from tests.web.desk import GAME, ORIGIN, Answer, Desk, refused

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "TRACE", "CONNECT", "BREW")
PARTS = {
    "match": "x",
    "seat": "0",
    "n": "1",
    "handle": "bob",
    "key": GAME,
    "token": "x",
    "webhook": "x",
    "delivery": "x",
    "record": "x",
    "ply": "0",
    "message": "1",
    "absence": "x",
}
FORM = "application/x-www-form-urlencoded"

ROUTES = sorted((method, path) for path, methods in app.routes.items() for method in methods)
INTERFACE = [(method, path) for method, path in ROUTES if hasattr(app.routes[path][method].view_function, "endpoint")]
PAGES = [(method, path) for method, path in ROUTES if (method, path) not in INTERFACE]


def problem(answer: Answer, status: int, code: str) -> str:
    """The sentence of a refusal that is a problem."""
    assert answer.header("content-type") == "application/problem+json"
    assert answer.json["type"].endswith(f"/docs#{code}")
    assert answer.json["status"] == status
    return refused(answer, status, code)


@pytest.mark.parametrize("path", sorted(app.routes))
def test_every_other_method_is_refused_with_those_that_are_taken(desk: Desk, path: str) -> None:
    where = path.format_map(PARTS)
    for method in set(METHODS) - set(app.routes[path]):
        answer = desk.send(method, where, b"{}", {"Content-Type": "application/json"})
        assert "Allow header" in problem(answer, 405, "method_not_allowed")
        assert set(answer.header("allow").split(", ")) == set(app.routes[path])
    assert desk.store.commits == desk.store.reads == 0


def test_looking_at_the_headers_only_is_like_looking(desk: Desk) -> None:
    match = desk.table("ann", "bob")
    answer = Gateway(app, {}).answer(Request("HEAD", f"/matches/{match}", {}))
    assert (answer.status, dict(answer.headers)["ETag"]) == (200, desk.get(f"/matches/{match}").header("etag"))


@pytest.mark.parametrize(("method", "path"), INTERFACE)
@pytest.mark.parametrize("kind", ["text/plain", FORM, "multipart/form-data; boundary=x", "application/jsonp", ""])
def test_only_json_is_taken_for_json(desk: Desk, method: str, path: str, kind: str) -> None:
    token = desk.player("ann")
    before = (desk.store.commits, desk.queue.messages)
    headers = {"Content-Type": kind, "Authorization": f"Bearer {token}"}
    answer = desk.send(method, path.format_map(PARTS), b'{"email": "ann@example.org"}', headers)
    assert "application/json" in problem(answer, 400, "malformed_request")
    assert (desk.store.commits, desk.queue.messages) == before


@pytest.mark.parametrize("path", [path for method, path in PAGES if method == "POST"])
@pytest.mark.parametrize("kind", ["text/plain", "application/json", "multipart/form-data; boundary=x", ""])
def test_pages_take_forms_only(desk: Desk, path: str, kind: str) -> None:
    if kind.split(";")[0] in app.routes[path]["POST"].content_types:
        kind = "multipart/mixed; boundary=x"  # these take files too, and so forms that come in parts
    answer = desk.send("POST", path.format_map(PARTS), b"email=ann@example.org", {"Content-Type": kind, **ORIGIN})
    assert FORM in problem(answer, 400, "malformed_request")
    assert (desk.store.commits, desk.queue.messages) == (0, [])


@pytest.mark.parametrize(("method", "path"), INTERFACE)
def test_a_large_body_is_refused_whatever_is_in_it(desk: Desk, method: str, path: str) -> None:
    token = desk.player("ann")
    before = desk.store.commits
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    large = b'{"email": "' + b"x" * most(path) + b'"}'
    answer = desk.send(method, path.format_map(PARTS), large, headers)
    assert str(most(path)) in problem(answer, 413, "too_large")
    assert desk.store.commits == before


@pytest.mark.parametrize("path", [path for method, path in PAGES if method == "POST"])
def test_a_large_form_is_refused_with_a_page(desk: Desk, path: str) -> None:
    large = b"email=" + b"x" * most(path)
    answer = desk.send("POST", path.format_map(PARTS), large, {"Content-Type": FORM, **ORIGIN})
    assert (answer.status, answer.header("content-type")) == (413, "text/html; charset=utf-8")
    assert desk.store.commits == 0


def waits(desk: Desk, answer: Answer, longest: int) -> int:
    """How many seconds a refusal says to wait, in its header and in its body."""
    problem(answer, 429, "too_many_requests")
    seconds = int(answer.header("retry-after"))
    assert answer.json["retry_after"] == seconds
    assert 0 < seconds <= longest
    return seconds


def test_who_creates_many_matches_is_told_how_long_to_wait(desk: Desk) -> None:
    wish = {"game": GAME, "seats": [{"kind": "me"}, {"kind": "open"}]}
    for _ in range(CREATIONS.limit):
        assert desk.post("/matches", wish, by="ann").status == 201
    seconds = waits(desk, desk.post("/matches", wish, by="ann"), CREATIONS.seconds)
    assert desk.post("/matches", wish, by="bob").status == 201
    desk.clock.advance(seconds - 1)
    waits(desk, desk.post("/matches", wish, by="ann"), 1)
    desk.clock.advance(1)
    assert desk.post("/matches", wish, by="ann").status == 201


def test_who_invites_many_players_is_told_how_long_to_wait(desk: Desk) -> None:
    desk.player("bob")
    wish = {"game": GAME, "seats": [{"kind": "me"}, {"kind": "player", "handle": "bob"}]}
    for _ in range(INVITATIONS.limit):
        assert desk.post("/matches", wish, by="ann").status == 201
    before = desk.store.commits
    seconds = waits(desk, desk.post("/matches", wish, by="ann"), INVITATIONS.seconds)
    assert desk.store.commits == before
    desk.clock.advance(seconds)
    assert desk.post("/matches", wish, by="ann").status == 201


def test_who_asks_for_many_login_mails_is_told_how_long_to_wait(desk: Desk) -> None:
    for path in ("/players", "/sessions", "/players", "/sessions", "/players"):
        assert desk.post(path, {"email": "ann@example.org"}).status == 202
    seconds = waits(desk, desk.post("/sessions", {"email": "ann@example.org"}), 3_600)
    desk.clock.advance(seconds)
    assert desk.post("/players", {"email": "ann@example.org"}).status == 202
