"""The OpenAPI document: every route is in it, its examples work, and answers are what it says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest

from app import app
from chalicelib.players.feed import make_feed
from chalicelib.players.ports import Put
from chalicelib.post.delivery import Delivery, Notice, item_of, outside
from tests.web.described import Description, Json, operations, validator
from tests.web.desk import GAME, Desk


@pytest.fixture
def description(desk: Desk) -> Description:
    """The document of the service, and checks by it."""
    return Description(desk)


@pytest.fixture
def document(description: Description) -> Json:
    """The document of the service."""
    return description.document


def references(found: Any) -> Iterator[str]:
    if isinstance(found, dict):
        if isinstance(found.get("$ref"), str):
            yield found["$ref"]
        for each in found.values():
            yield from references(each)
    elif isinstance(found, list):
        for each in found:
            yield from references(each)


def test_every_route_of_the_interface_is_described(document: Json) -> None:
    ours = {
        (method, path)
        for path, methods in app.routes.items()
        for method, entry in methods.items()
        if not entry.view_function.__module__.startswith("chalicelib.site.")
    }
    assert {(method, path) for method, path, _ in operations(document)} == ours


def test_it_holds_together(document: Json) -> None:
    assert document["openapi"] == "3.1.0"
    assert document["servers"] == [{"url": "https://play.example.org"}]
    names = [told["operationId"] for _, _, told in operations(document)]
    assert len(set(names)) == len(names)
    known = {f"#/components/schemas/{name}" for name in document["components"]["schemas"]}
    used = set(references(document))
    assert used <= known
    for name, each in document["components"]["schemas"].items():
        assert jsonschema_rs.meta.is_valid({"$schema": "https://json-schema.org/draft/2020-12/schema", **each}), name


def test_every_operation_is_explained(document: Json) -> None:
    for method, path, told in operations(document):
        assert told["summary"], path
        parts = [each["name"] for each in told["parameters"] if each["in"] == "path"]
        assert parts == re.findall(r"{(\w+)}", path)
        assert all(each["description"] for each in told["parameters"])
        assert all(each["description"] for each in told["responses"].values())
        schemes = {name for way in told["security"] for name in way}
        assert schemes <= set(document["components"]["securitySchemes"])
        if method in ("POST", "PUT", "PATCH"):
            assert told["requestBody"]["content"]["application/json"]["examples"]


AWAY = {"from": "2026-12-29T12:00:00Z", "until": "2026-12-30T12:00:00Z"}


def examples(document: Json) -> Iterator[tuple[str, str, Json, Any]]:
    for method, path, told in operations(document):
        if "requestBody" in told:
            for each in told["requestBody"]["content"]["application/json"]["examples"].values():
                yield method, path, told, each["value"]
        else:
            yield method, path, told, None


def _prepared(desk: Desk, path: str) -> Json:
    """The parts of a path that make a request for it succeed."""
    if path.endswith(("{match}/export", "/positions/{ply}", "/rematch")):
        match = desk.table("ann", "bob")
        desk.post(f"/matches/{match}/resign", by="bob")
    elif path.endswith(("/join", "/leave", "/nonce", "/invite", "/invite/{seat}", "/link")):
        owner = "bob" if path.endswith("/join") else "ann"
        seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
        match = desk.post("/matches", {"game": GAME, "seats": seats}, by=owner).json["id"]
    elif path.endswith("/substitute"):
        desk.player("ann")
        match = desk.table("bob", "dee")
        desk.post(f"/matches/{match}/substitute", {"handle": "ann"}, by="dee")
    else:
        match = desk.table("ann", "bob")
        desk.move(match, "ann", {"text": "pass"})
        desk.clock.advance(3_600 if path.endswith("/nudge") else 0)
    if path.endswith("/link"):
        desk.post(f"/matches/{match}/link", by="ann")
    number = (desk.decision(match, "ann") or {"n": 0})["n"]
    desk.player("bob")
    token = desk.post("/me/tokens", by="ann").json["id"] if "{token}" in path else ""
    about = {"match": match, "seat": 0, "n": number, "handle": "bob", "key": GAME}
    if path.endswith("/blocks/{handle}"):
        desk.player("cas")
        about["handle"] = "cas"
        desk.ask("PUT", "/me/blocks/cas", by="ann")
    if path.endswith("/invite/{seat}"):
        about["seat"] = 1
    record = desk.record("ann") if "{record}" in path else ""
    if "{message}" in path:
        desk.post(f"/matches/{match}/messages", {"text": "Hello."}, by="ann")
    away = ""
    if "absence}" in path:
        away = desk.post("/me/absences", AWAY, by="ann").json["absences"][0]["id"]
    if path.endswith("/absence"):
        desk.post(f"/matches/{match}/absence", AWAY, by="ann")
    about |= _tested_webhook(desk) if "{webhook}" in path else {"webhook": "", "delivery": _mailed(desk, match)}
    return {**about, "absence": away, "message": 1, "token": token, "record": record, "ply": 1}


def _mailed(desk: Desk, match: str) -> str:
    """What Ann was mailed about a match."""
    sent = Delivery(Notice(desk.ids["ann"], desk.clock.now(), match, 1, 0, "match_started"))
    desk.store.commit([Put(item_of(sent.accepted(desk.clock.now(), "x")))])
    return outside(sent.notice.key.sort)


def _tested_webhook(desk: Desk) -> Json:
    """The only webhook there is, and what it was sent."""
    for each in desk.get("/webhooks", by="ann").json["webhooks"]:
        desk.ask("DELETE", f"/webhooks/{each['id']}", by="ann")
    webhook = desk.webhook("ann").json["id"]
    desk.clock.advance(3_600)
    delivery = desk.post(f"/webhooks/{webhook}/test", by="ann").json["id"]
    desk.call_webhooks()
    return {"webhook": webhook, "delivery": delivery}


def _invited(desk: Desk) -> str:
    """The token of an invitation that was mailed to somebody."""
    desk.clock.advance(86_400)
    seats = [{"kind": "me"}, {"kind": "invite", "email": f"gran-{desk.clock.now()}@example.org"}]
    desk.post("/matches", {"game": GAME, "seats": seats}, by="bob")
    return desk.invited_token(f"gran-{desk.clock.now()}")


def test_every_example_works_and_every_answer_is_as_described(
    desk: Desk, document: Json, description: Description
) -> None:
    tried = 0
    for method, path, _, body in examples(document):
        if method == "DELETE" and path == "/me":
            continue
        where = path.format_map(_prepared(desk, path))
        if path == "/invitations":
            token = _invited(desk)
            where, body = (f"{where}?token={token}", None) if body is None else (where, {**body, "token": token})
        if path == "/calendar.ics":
            where += f"?key={make_feed(desk.env, desk.ids['ann'])}"
        answer = desk.ask(method, where, body, by="ann")
        assert 200 <= answer.status < 300, (method, path, body, answer.body)
        description.check(method, path, answer)
        tried += 1
        desk.clock.advance(3_600)
    assert tried == len(list(examples(document))) - 1


def test_deleting_an_account_is_as_described(desk: Desk, description: Description) -> None:
    description.check("DELETE", "/me", desk.ask("DELETE", "/me", by="ann"))


def test_refusals_are_as_described(desk: Desk, document: Json, description: Description) -> None:
    for method, path, _ in operations(document):
        names = dict.fromkeys(("absence", "match", "handle", "key", "token", "webhook", "delivery", "record"), "no")
        where = path.format_map({**names, "seat": 0, "n": 1, "ply": 1, "message": 1})
        for body, by in (({"x": 1}, "ann"), ({}, "")):
            answer = desk.ask(method, where, body, by=by)
            description.check(method, path, answer)


def test_a_body_that_the_document_refuses_is_refused(desk: Desk, document: Json) -> None:
    for method, path, told, body in examples(document):
        if not isinstance(body, dict) or path.endswith("/moves/{n}"):
            continue
        content = told["requestBody"]["content"]["application/json"]["schema"]
        wrong = {**body, "surplus": 1}
        fits = validator(document, content)
        assert fits.is_valid(body)
        assert not fits.is_valid(wrong), path
        answer = desk.ask(method, path.format_map(_prepared(desk, path)), wrong, by="ann")
        assert (answer.status, answer.json["field"]) == (400, "surplus")


@pytest.mark.parametrize("value", [None, "", 0, -1, True, [], {}, [None], {"": None}, "x" * 401, 2**53 - 1], ids=repr)
def test_no_value_breaks_a_field(desk: Desk, document: Json, description: Description, value: object) -> None:
    desk.player("bob")
    for method, path, told, _ in examples(document):
        reference = told.get("requestBody", {"content": {}})["content"].get("application/json")
        if reference is None or path.endswith("/moves/{n}"):
            continue
        shape = document["components"]["schemas"][reference["schema"]["$ref"].rpartition("/")[2]]
        given = dict.fromkeys(shape.get("required", []), "x")
        for field in shape.get("properties", {}):
            where = path.format_map(dict.fromkeys(("match", "webhook", "delivery"), "nothing"))
            description.check(method, path, desk.ask(method, where, {**given, field: value}, by="ann"))


def test_moves_and_positions_of_every_game_are_described(desk: Desk, document: Json) -> None:
    schemas = document["components"]["schemas"]
    match = desk.table("ann", "bob")
    move = validator(document, schemas["MoveWish"])
    for each in desk.get(f"/matches/{match}/legal", by="ann").json["moves"]:
        assert move.is_valid(each["move"])
        assert move.is_valid({"text": each["text"]})
    for wrong in ({"kind": "fly"}, {"kind": "pass", "surplus": 1}, {"text": "pass", "surplus": 1}, {}):
        assert not move.is_valid(wrong)
        assert desk.move(match, "ann", wrong).status == 400
    view = validator(document, schemas["KeerOpKeerView"])
    view.validate(desk.get(f"/matches/{match}", by="ann").json["view"])


def test_the_page_lists_every_route_and_every_code(desk: Desk, document: Json) -> None:
    answer = desk.get("/docs")
    page = answer.body.decode()
    assert answer.header("content-type") == "text/html; charset=utf-8"
    assert answer.header("content-security-policy").startswith("default-src 'none'")
    for method, path, told in operations(document):
        assert f"{method} {path}" in page
        assert f'id="{told["operationId"]}"' in page
    for code in ("illegal_move", "stale_decision", "too_many_requests"):
        assert f'id="{code}"' in page
    assert "<script" not in page
    assert not re.findall(r'(?:src|href)="(?:https?:)?//', page)
