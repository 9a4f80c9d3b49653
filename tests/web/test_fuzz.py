"""Whatever is sent, the answer is one of ours: never a fault, and a refusal is a problem."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app import app
from chalicelib import bootstrap
from tests.web.desk import GAME, Answer, Desk, open_desk

JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
FIELDS = (
    "email",
    "token",
    "name",
    "handle",
    "zone",
    "game",
    "seats",
    "options",
    "pace",
    "seat",
    "nonce",
    "text",
    "kind",
)
OBJECTS = st.dictionaries(st.sampled_from(FIELDS) | st.text(max_size=8), JSON_VALUES, max_size=5)
TARGETS = sorted(
    (method, path)
    for path, methods in app.routes.items()
    for method, entry in methods.items()
    if hasattr(entry.view_function, "endpoint") and method != "GET" and (method, path) != ("DELETE", "/me")
)
FUZZ = settings(
    max_examples=60, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.fixture(scope="module")
def scene() -> Iterator[tuple[Desk, dict[str, str]]]:
    """A service with a match under way, for all that is thrown at it."""
    desk = open_desk()
    match = desk.table("ann", "bob")
    yield desk, {"match": match, "seat": "0", "n": "2", "handle": "bob", "key": GAME, "token": "x"}
    bootstrap.use(None)


def assert_ours(answer: Answer) -> None:
    """No fault, and refusals as they should be."""
    assert answer.status < 500, answer.body
    if answer.status >= 400:
        assert answer.header("content-type") == "application/problem+json"
        assert answer.json["status"] == answer.status
        assert answer.json["detail"]


@given(st.sampled_from(TARGETS), OBJECTS)
@FUZZ
def test_any_object(scene: tuple[Desk, dict[str, str]], target: tuple[str, str], body: dict[str, object]) -> None:
    desk, parts = scene
    method, path = target
    raw = json.dumps(body).encode()
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {desk.player('ann')}"}
    assert_ours(desk.send(method, path.format_map(parts), raw, headers))


@given(st.sampled_from(TARGETS), st.binary(max_size=80))
@FUZZ
def test_any_bytes(scene: tuple[Desk, dict[str, str]], target: tuple[str, str], raw: bytes) -> None:
    desk, parts = scene
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {desk.player('ann')}"}
    assert_ours(desk.send(target[0], target[1].format_map(parts), raw, headers))


@given(st.text(st.characters(exclude_characters="/?#"), min_size=1, max_size=30), st.text(max_size=30))
@FUZZ
def test_any_path_and_query(scene: tuple[Desk, dict[str, str]], part: str, query: str) -> None:
    desk, _ = scene
    for path in (
        f"/matches/{part}",
        f"/players/{part}",
        f"/games/{part}",
        f"/matches/{part}/seats/{part}/moves/{part}",
    ):
        method = "PUT" if path.endswith(f"/moves/{part}") else "GET"
        try:
            answer = desk.ask(method, f"{path}?key={query}&cursor={query}&limit={query}", by="ann")
        except ValueError:
            continue  # no URL at all: the server refuses it before us
        assert_ours(answer)


@given(st.text(st.characters(codec="latin-1", exclude_characters="\r\n"), max_size=40))
@FUZZ
def test_any_credential(scene: tuple[Desk, dict[str, str]], text: str) -> None:
    desk, _ = scene
    for headers in ({"Authorization": text}, {"Cookie": f"__Host-tp={text}"}, {"Idempotency-Key": text}):
        assert_ours(desk.send("POST", "/me/tokens", b"{}", {"Content-Type": "application/json", **headers}))


@given(st.dictionaries(st.sampled_from(["text", "kind", "colour", "number", "cells"]), JSON_VALUES, max_size=4))
@FUZZ
def test_any_move(scene: tuple[Desk, dict[str, str]], body: dict[str, object]) -> None:
    desk, parts = scene
    decision = desk.decision(parts["match"], "ann")
    where = f"/matches/{parts['match']}/seats/0/moves/{(decision or {'n': 0})['n']}"
    assert_ours(desk.ask("PUT", where, body, by="ann"))
