"""No GET and no HEAD changes anything: mail scanners open links, and browsers fetch ahead."""

from __future__ import annotations

from itertools import product

import pytest

from app import app
from chalicelib.players.seat_links import seat_link_token
from chalicelib.players.sessions import request_link
from infra.local.gateway import Gateway, Request
from tests.web.desk import GAME, Desk

GETS = sorted(path for path, methods in app.routes.items() if "GET" in methods)


def _paths(desk: Desk, path: str) -> list[str]:
    match = desk.table("ann", "bob")
    desk.move(match, "ann", {"text": "pass"})
    ended = desk.table("ann", "bob")
    desk.post(f"/matches/{ended}/resign", by="ann")
    link = request_link(desk.env, "ann@example.org").token
    found = []
    for each in (match, ended, "nothing"):
        key = seat_link_token(desk.env, each, 0, 0)
        parts = {"match": each, "key": GAME, "handle": "bob", "token": "x", "seat": "0", "n": "1"}
        found += [path.format_map(parts) + query for query in ("", f"?key={key}", f"?token={link}", "?limit=x")]
    return found


@pytest.mark.parametrize("path", GETS)
def test_reading_writes_nothing(desk: Desk, path: str) -> None:
    paths = _paths(desk, path)
    gateway = Gateway(app, {})
    token = desk.player("ann")
    desk.clock.advance(400 * 86_400)
    before = desk.store.commits
    callers: tuple[dict[str, str], ...] = ({}, {"Authorization": f"Bearer {token}"})
    for method, each, headers in product(("GET", "HEAD"), paths, callers):
        assert gateway.answer(Request(method, each, headers)).status < 500
    assert desk.store.commits == before
    assert desk.queue.messages == []
