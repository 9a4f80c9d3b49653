"""Webhooks over HTTP: made, listed, deleted, refused; and what is then called."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from chalicelib import bootstrap
from chalicelib.adapters.webhook import WebhookCaller
from chalicelib.players.webhooks import MAX_WEBHOOKS, disable_webhook
from tests.web.desk import Desk, refused

URL = "https://hook.example/turns"


def test_a_webhook_is_made_with_a_secret_that_is_shown_once(desk: Desk) -> None:
    made = desk.post("/webhooks", {"url": URL}, by="ann")
    assert made.status == 201
    shown = {"id": made.json["id"], "url": URL, "created": "2026-09-21T14:13:20Z", "disabled": None}
    assert made.json == {**shown, "secret": made.json["secret"]}
    assert made.json["secret"].startswith("whsec_")
    listed = desk.get("/webhooks", by="ann")
    assert listed.json == {"webhooks": [shown]}
    assert desk.get("/webhooks", by="bob").json == {"webhooks": []}


def test_one_that_is_deleted_is_called_no_more_not_even_for_what_it_is_owed(desk: Desk) -> None:
    made = desk.post("/webhooks", {"url": URL}, by="ann").json["id"]
    desk.table("ann", "bob")
    refused(desk.ask("DELETE", f"/webhooks/{made}", by="bob"), 404, "not_found")
    assert desk.ask("DELETE", f"/webhooks/{made}", by="ann").status == 204
    refused(desk.ask("DELETE", f"/webhooks/{made}", by="ann"), 404, "not_found")
    desk.work_off()
    assert desk.webhooks.accepted == []


def test_what_is_called_and_what_is_told_of_it(desk: Desk) -> None:
    made = desk.webhook("ann").json["id"]
    match = desk.table("ann", "bob")
    desk.work_off()
    ((url, headers, body),) = desk.webhooks.accepted
    told = json.loads(body)
    assert (url, told["type"], told["data"]["match"]) == (URL, "match_started", match)
    assert told["data"]["n"] == desk.decision(match, "ann")["n"]
    assert told["data"]["deadline"] == desk.decision(match, "ann")["deadline"]
    assert set(headers) == {"Content-Type", "webhook-id", "webhook-timestamp", "webhook-signature"}
    deliveries = desk.get("/me/deliveries", by="ann").json["deliveries"]
    states = {each["channel"]: each["state"] for each in deliveries}
    assert states == {"mail": "accepted", f"webhook-{made}": "accepted"}


def test_one_that_is_gone_is_shown_as_such(desk: Desk) -> None:
    made = desk.webhook("ann").json["id"]
    disable_webhook(desk.env, desk.ids["ann"], made)
    assert desk.get("/webhooks", by="ann").json["webhooks"][0]["disabled"] == "2026-09-21T14:13:20Z"


def test_one_url_once_and_not_too_many(desk: Desk) -> None:
    desk.webhook("ann")
    refused(desk.post("/webhooks", {"url": URL}, by="ann"), 409, "conflict")
    for number in range(1, MAX_WEBHOOKS):
        desk.webhook("ann", f"{URL}{number}")
    refused(desk.post("/webhooks", {"url": f"{URL}x"}, by="ann"), 409, "conflict")


@pytest.mark.parametrize(
    "body",
    [{}, {"url": ""}, {"url": 7}, {"url": None}, {"url": [URL]}, {"url": "x" * 1_001}, {"url": URL, "secret": "mine"}],
)
def test_what_is_no_wish_is_refused(desk: Desk, body: object) -> None:
    refused(desk.post("/webhooks", body, by="ann"), 400, "malformed_request")


@pytest.mark.parametrize(
    "url", ["http://hook.example/", "https://127.0.0.1/", "https://u:p@hook.example/", "https://hook.example:22/", "hi"]
)
def test_what_may_not_be_called_is_refused_with_a_reason(desk: Desk, url: str) -> None:
    post = replace(desk.container.post, webhooks=WebhookCaller(private=False))
    bootstrap.use(replace(desk.container, posting=post))
    answer = desk.post("/webhooks", {"url": url}, by="ann")
    assert url not in refused(answer, 400, "malformed_request")
    assert answer.json["field"] == "url"
    assert desk.get("/webhooks", by="ann").json == {"webhooks": []}


def test_the_same_request_makes_one(desk: Desk) -> None:
    first = desk.post("/webhooks", {"url": URL}, by="ann", Idempotency_Key="one")
    again = desk.post("/webhooks", {"url": URL}, by="ann", Idempotency_Key="one")
    refused(again, 409, "already_done")
    assert again.json["id"] == first.json["id"]
    assert first.json["secret"] not in again.body.decode()


def test_two_of_the_same_at_once_are_one(desk: Desk) -> None:
    desk.player("ann")
    others = []
    desk.store.before_commit.append(
        lambda: others.append(desk.post("/webhooks", {"url": URL}, by="ann", Idempotency_Key="one"))
    )
    answer = desk.post("/webhooks", {"url": URL}, by="ann", Idempotency_Key="one")
    assert (answer.status, answer.json["code"], answer.json["id"]) == (409, "already_done", others[0].json["id"])
    assert len(desk.get("/webhooks", by="ann").json["webhooks"]) == 1


def test_with_the_account_its_webhooks_go(desk: Desk) -> None:
    made = desk.webhook("ann").json["id"]
    assert desk.ask("DELETE", "/me", by="ann").status == 204
    assert desk.store.query(f"P#{desk.ids['ann']}").items == ()
    assert made
