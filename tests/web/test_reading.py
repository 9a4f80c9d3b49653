"""No GET and no HEAD changes anything: mail scanners open links, and browsers fetch ahead."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from app import app
from chalicelib.players.ports import Put
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


def test_an_unknown_address_is_a_problem_too(desk: Desk) -> None:
    answer = Gateway(app, {}).answer(Request("GET", "/nothing/here", {}))
    assert (answer.status, dict(answer.headers)["Content-Type"]) == (404, "application/problem+json")
    assert b'"not_found"' in answer.body


@pytest.mark.parametrize(("method", "path"), [("PUT", "/matches"), ("DELETE", "/games"), ("POST", "/me/matches")])
def test_a_method_that_is_not_offered_is_a_problem(desk: Desk, method: str, path: str) -> None:
    answer = desk.ask(method, path, {})
    assert (answer.status, answer.json["code"]) == (405, "method_not_allowed")
    assert answer.header("content-type") == "application/problem+json"
    assert set(answer.header("allow").split(", ")) == set(app.routes[path])


def test_a_fault_of_ours_is_a_problem_that_says_nothing_of_it(desk: Desk) -> None:
    match = desk.table("ann", "bob")
    (head,) = desk.store.query(f"M#{match}", prefix="A#head").items
    desk.store.commit([Put(replace(head, body={"state": "broken"}))])
    answer = desk.get(f"/matches/{match}", by="ann")
    assert (answer.status, answer.json["code"]) == (500, "internal_error")
    assert "Error" not in answer.json["detail"]
