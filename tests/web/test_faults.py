"""Answers that no route gives: unknown addresses, a store or queue that fails, a fault of ours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from app import app
from chalicelib import bootstrap
from chalicelib.players.ports import Put, StoreThrottledError, StoreUnavailableError
from chalicelib.post.ports import QueueUnavailableError
from infra.local.gateway import Gateway, Request
from tests.web.desk import GAME, Desk, refused


class SilentQueue:
    """A queue that takes nothing."""

    def put(self, message: Mapping[str, Any], delay: int = 0) -> None:
        raise QueueUnavailableError(f"not taken: {len(message)} fields, after {delay} s")


def test_an_unknown_address_is_a_problem_too(desk: Desk) -> None:
    answer = Gateway(app, {}).answer(Request("GET", "/nothing/here", {}))
    assert (answer.status, dict(answer.headers)["Content-Type"]) == (404, "application/problem+json")
    assert b'"not_found"' in answer.body


def test_a_fault_of_ours_is_a_problem_that_says_nothing_of_it(desk: Desk) -> None:
    match = desk.table("ann", "bob")
    (head,) = desk.store.query(f"M#{match}", prefix="A#head").items
    desk.store.commit([Put(replace(head, body={"state": "broken"}))])
    answer = desk.get(f"/matches/{match}", by="ann")
    assert (answer.status, answer.json["code"]) == (503, "unreadable")
    desk.store.fault = ValueError("Error of ours")
    answer = desk.get(f"/matches/{match}", by="ann")
    assert (answer.status, answer.json["code"]) == (500, "internal_error")
    assert "Error" not in answer.json["detail"]


@pytest.mark.parametrize("fault", [StoreThrottledError("slowly"), StoreUnavailableError("no answer")])
def test_a_store_that_fails_is_told_as_busy(desk: Desk, fault: Exception) -> None:
    match = desk.table("ann", "bob")
    wish = {"game": GAME, "seats": [{"kind": "me"}, {"kind": "open"}]}
    desk.store.fault = fault
    asked = [
        desk.get(f"/matches/{match}"),
        desk.get("/me", by="ann"),
        desk.post("/matches", wish, by="ann"),
        desk.post("/players", {"email": "cas@example.org"}),
    ]
    for answer in asked:
        assert "try again" in refused(answer, 503, "unavailable")
        assert answer.header("retry-after") == "1"
    desk.store.fault = None
    assert desk.get(f"/matches/{match}").status == 200


def test_a_queue_that_takes_nothing_is_told_as_busy(desk: Desk) -> None:
    post = replace(desk.container.post, queue=SilentQueue())
    bootstrap.use(replace(desk.container, posting=post))
    refused(desk.post("/sessions", {"email": "ann@example.org"}), 503, "unavailable")


def test_a_browser_may_ask_first(desk: Desk) -> None:
    answer = Gateway(app, {}).answer(Request("OPTIONS", "/matches", {"Origin": "https://other.example"}))
    headers = {name.lower(): value for name, value in answer.headers}
    assert (answer.status, headers["access-control-allow-origin"]) == (200, "*")
    assert {"POST", "GET"} <= set(headers["access-control-allow-methods"].split(","))
    assert "Authorization" in headers["access-control-allow-headers"]
