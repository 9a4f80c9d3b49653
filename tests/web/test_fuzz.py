"""Whatever is sent, the answer is one of ours: never a fault, and as the OpenAPI document says."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app import app
from chalicelib import bootstrap
from chalicelib.players.seat_links import seat_link_token
from chalicelib.players.tokens import create_token
from chalicelib.players.webhooks import create_webhook
from tests.web.described import Description
from tests.web.desk import GAME, Answer, Desk, open_desk
from tests.web.tables import STATES

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
    "url",
)
URL = "https://hook.example/fuzz"
OBJECTS = st.dictionaries(st.sampled_from(FIELDS) | st.text(max_size=8), JSON_VALUES, max_size=5)
QUERIES = st.dictionaries(
    st.sampled_from(["cursor", "limit", "language", "status", "game", "key", "token", "log"]),
    st.text(st.characters(codec="ascii", categories=["L", "N"]), max_size=12),
    max_size=3,
)
FIT: tuple[dict[str, object], ...] = (
    {"text": "pass"},
    {"kind": "pass"},
    {"kind": "place", "colour": "b", "number": 2, "cells": ["H3", "H4"]},
    {"nonce": "00ff"},
    {"seat": 1},
    {"text": "Hello.", "version": 0},
    {"label": "x"},
    {"language": "sv"},
    {"email": "new@example.org"},
    {},
)
"""Bodies that one route or another takes."""
TEXTS = st.text(max_size=42)
SEATS = st.lists(
    st.sampled_from(["me", "open", "bot", "player"]).flatmap(
        lambda kind: st.fixed_dictionaries(
            {"kind": st.just(kind)},
            optional={"handle": st.sampled_from(["bob", "cas", "ann", "nobody"]), "level": st.integers(0, 3)},
        )
    ),
    max_size=7,
)
WISHES = st.fixed_dictionaries(
    {"game": st.sampled_from([GAME, GAME, GAME, "chess"]), "seats": SEATS},
    optional={
        "options": st.dictionaries(
            st.sampled_from(["sheet", "start"]), st.sampled_from(["red", "first", "open"]) | JSON_VALUES
        ),
        "pace": st.fixed_dictionaries({"decision_time": st.integers(0, 4_000_000)}),
        "visibility": st.sampled_from(["public", "unlisted", "private", "secret"]),
        "name": TEXTS,
        "from": st.fixed_dictionaries(
            {"ply": st.integers(-1, 6)},
            optional={name: st.sampled_from(["nowhere", ""]) for name in ("match", "record")},
        ),
    },
)
PROFILES = st.dictionaries(
    st.sampled_from(["name", "handle", "zone", "language"]),
    TEXTS | st.sampled_from(["ann-7", "bob", "Europe/Amsterdam", "nl"]),
)
TARGETS = sorted(
    (method, path)
    for path, methods in app.routes.items()
    for method, entry in methods.items()
    if hasattr(entry.view_function, "endpoint")
)
GETS = [target for target in TARGETS if target[0] == "GET"]
AT_A_TABLE = [target for target in TARGETS if "{match}" in target[1]]
CALLERS = st.sampled_from(["ann", "bob", "cas", "link", ""])
STATE = st.sampled_from(sorted(STATES))
FUZZ = settings(
    max_examples=60, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@dataclass
class Scene:
    """A service with a match in one state; every state has one, and a new one once something was written there."""

    desks: dict[str, tuple[Desk, str]] = field(default_factory=dict)
    description: Description = field(default_factory=lambda: Description(open_desk()))

    def at(self, state: str) -> tuple[Desk, str]:
        """The service, ready for requests, and the match."""
        if state not in self.desks:
            desk = open_desk()
            match = STATES[state](desk)
            desk.queue.take()
            for name in ("ann", "bob", "cas"):
                desk.player(name)
            self.desks[state] = desk, match
        bootstrap.use(self.desks[state][0].container)
        return self.desks[state]

    def ask(self, state: str, who: str, target: tuple[str, str], raw: bytes = b"", query: str = "") -> None:
        """Send a request about the match; the answer has to be one of ours."""
        desk, match = self.at(state)
        before = desk.store.commits
        token = create_token(desk.env, desk.ids["bob"]).credential.id if "{token}" in target[1] else ""
        decision = desk.decision(match, "ann") or {"n": 1}
        parts = {"match": match, "seat": "0", "n": decision["n"], "handle": "bob", "key": GAME, "token": token}
        parts["webhook"] = create_webhook(desk.env, desk.ids["bob"], URL).id if "{webhook}" in target[1] else ""
        parts["record"] = desk.record("bob") if "{record}" in target[1] else ""
        parts |= {"ply": "0", "message": "1", "absence": "1790000000", "delivery": "1790000000.x"}
        headers = {"Content-Type": "application/json"}
        if who == "link":
            query = f"?key={seat_link_token(desk.env, match, 0, 0)}&{query.removeprefix('?')}"
        elif who:
            headers["Authorization"] = f"Bearer {desk.player(who)}"
        self.check(target, desk.send(target[0], target[1].format_map(parts) + query, raw, headers))
        if desk.store.commits != before:
            del self.desks[state]

    def check(self, target: tuple[str, str], answer: Answer) -> None:
        """No fault, and as described."""
        assert answer.status < 500, answer.body
        self.description.check(*target, answer)
        if answer.status >= 400:
            assert answer.json["status"] == answer.status
            assert answer.json["detail"]


@pytest.fixture(scope="module")
def scene() -> Iterator[Scene]:
    """Services for all that is thrown at them."""
    yield Scene()
    bootstrap.use(None)


@given(STATE, CALLERS, st.sampled_from(TARGETS), OBJECTS)
@FUZZ
def test_any_object(scene: Scene, state: str, who: str, target: tuple[str, str], body: dict[str, object]) -> None:
    scene.ask(state, who, target, json.dumps(body).encode())


@given(STATE, CALLERS, st.sampled_from(AT_A_TABLE), st.sampled_from(FIT))
@settings(FUZZ, max_examples=200)
def test_what_fits_somewhere(
    scene: Scene, state: str, who: str, target: tuple[str, str], body: dict[str, object]
) -> None:
    scene.ask(state, who, target, json.dumps(body).encode())


@given(STATE, WISHES)
@settings(FUZZ, max_examples=150)
def test_any_wish(scene: Scene, state: str, wish: dict[str, object]) -> None:
    scene.ask(state, "ann", ("POST", "/matches"), json.dumps(wish).encode())


@given(STATE, PROFILES)
@FUZZ
def test_any_profile(scene: Scene, state: str, profile: dict[str, object]) -> None:
    scene.ask(state, "ann", ("PATCH", "/me"), json.dumps(profile).encode())


@given(STATE, CALLERS, st.sampled_from(TARGETS), st.binary(max_size=80))
@FUZZ
def test_any_bytes(scene: Scene, state: str, who: str, target: tuple[str, str], raw: bytes) -> None:
    scene.ask(state, who, target, raw)


@given(STATE, CALLERS, st.sampled_from(GETS), QUERIES)
@FUZZ
def test_any_query(scene: Scene, state: str, who: str, target: tuple[str, str], query: dict[str, str]) -> None:
    scene.ask(state, who, target, query="?" + "&".join(f"{name}={value}" for name, value in query.items()))


@given(STATE, st.text(st.characters(exclude_characters="/?#"), min_size=1, max_size=30), st.text(max_size=30))
@FUZZ
def test_any_path_and_query(scene: Scene, state: str, part: str, query: str) -> None:
    desk, _ = scene.at(state)
    for method, path in (*GETS, ("PUT", "/matches/{match}/seats/{seat}/moves/{n}")):
        if "{" not in path:
            continue
        where = path.format_map(
            dict.fromkeys(("match", "seat", "n", "handle", "key", "record", "ply", "webhook"), part)
        )
        try:
            answer = desk.ask(method, f"{where}?key={query}&cursor={query}&limit={query}", by="ann")
        except ValueError:
            continue  # no URL at all: the server refuses it before us
        scene.check((method, path), answer)


@given(st.text(st.characters(codec="latin-1", exclude_characters="\r\n"), max_size=40))
@FUZZ
def test_any_credential(scene: Scene, text: str) -> None:
    desk, _ = scene.at("running")
    for headers in ({"Authorization": text}, {"Cookie": f"__Host-tp={text}"}, {"Idempotency-Key": text}):
        given = {"Content-Type": "application/json", **headers}
        scene.check(("POST", "/me/tokens"), desk.send("POST", "/me/tokens", b"{}", given))


@given(
    STATE,
    st.sampled_from(["PUT", "DELETE"]),
    st.dictionaries(st.sampled_from(["text", "kind", "colour", "number", "cells"]), JSON_VALUES, max_size=4),
)
@FUZZ
def test_any_move(scene: Scene, state: str, method: str, body: dict[str, object]) -> None:
    scene.ask(state, "ann", (method, "/matches/{match}/seats/{seat}/moves/{n}"), json.dumps(body).encode())
