"""Webhooks over HTTP: made, listed, deleted, refused; and what is then called."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from chalicelib import bootstrap
from chalicelib.adapters.webhook import WebhookCaller
from chalicelib.players.webhooks import MAX_WEBHOOKS, disable_webhook
from chalicelib.post.kept import KEPT
from chalicelib.post.on_request import TESTS
from chalicelib.post.ports import WebhookUnavailableError
from tests.web.desk import GAME, Desk, refused

URL = "https://hook.example/turns"


def test_a_webhook_is_made_with_a_secret_that_is_shown_once(desk: Desk) -> None:
    made = desk.post("/webhooks", {"url": URL}, by="ann")
    assert made.status == 201
    plain: dict[str, object] = {
        "kind": "standard",
        "match": None,
        "categories": [],
        "secret_ends": None,
        "why": None,
        "failing": 0,
    }
    shown = {"id": made.json["id"], "url": URL, "created": "2026-09-21T14:13:20Z", "disabled": None, **plain}
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


def private_table(desk: Desk) -> str:
    """A match of ann and bob that nobody else may see."""
    desk.player("bob")
    seats = [{"kind": "me"}, {"kind": "player", "handle": "bob"}]
    match = desk.post("/matches", {"game": GAME, "seats": seats, "visibility": "private"}, by="ann").json["id"]
    assert desk.post(f"/matches/{match}/join", by="bob").status == 200
    return str(match)


@pytest.mark.parametrize("wish", [{"kind": "slack"}, {"categories": ["chess"]}, {"categories": "away"}, {"match": 7}])
def test_what_there_is_not_is_refused(desk: Desk, wish: dict[str, object]) -> None:
    refused(desk.post("/webhooks", {"url": URL, **wish}, by="ann"), 400, "malformed_request")


def test_what_it_is_told_of_and_whether_it_is_called_can_be_changed(desk: Desk) -> None:
    made = desk.post("/webhooks", {"url": URL, "categories": ["away", "away"], "kind": "discord"}, by="ann").json
    assert (made["categories"], made["kind"]) == (["away"], "discord")
    where = f"/webhooks/{made['id']}"
    changed = desk.ask("PATCH", where, {"categories": ["your_turn"], "enabled": False}, by="ann").json
    assert (changed["categories"], changed["why"], changed["disabled"]) == (
        ["your_turn"],
        "owner",
        "2026-09-21T14:13:20Z",
    )
    refused(desk.post(f"{where}/test", by="ann"), 409, "conflict")
    assert desk.ask("PATCH", where, {"enabled": True}, by="ann").json["disabled"] is None
    assert desk.ask("PATCH", where, {}, by="ann").json["categories"] == ["your_turn"]


def test_one_may_be_attached_to_a_match_by_who_sits_there_or_created_it(desk: Desk) -> None:
    match = private_table(desk)
    wish = {"url": URL, "match": match}
    desk.player("cas")
    refused(desk.post("/webhooks", wish, by="cas"), 404, "not_found")
    refused(desk.post("/webhooks", {"url": URL, "match": "nowhere"}, by="ann"), 404, "not_found")
    assert desk.post("/webhooks", wish, by="bob").json["match"] == match
    assert desk.post("/webhooks", wish, by="ann").status == 201
    refused(desk.post("/webhooks", wish, by="ann"), 409, "conflict")
    desk.work_off()
    assert [json.loads(body)["type"] for url, _, body in desk.webhooks.accepted if url == URL] == ["match_started"]
    seen_by_all = {"url": URL, "match": desk.table("ann", "bob")}
    refused(desk.post("/webhooks", seen_by_all, by="cas"), 403, "forbidden")


def test_a_secret_is_changed_and_the_old_one_ended(desk: Desk) -> None:
    made = desk.webhook("ann").json
    where = f"/webhooks/{made['id']}/secret"
    rotated = desk.post(where, by="ann", Idempotency_Key="one")
    assert (rotated.status, rotated.json["secret_ends"]) == (201, "2026-09-22T14:13:20Z")
    assert rotated.json["secret"] not in (made["secret"], "")
    refused(desk.post(where, by="ann", Idempotency_Key="one"), 409, "already_done")
    refused(desk.post(where, by="ann"), 409, "conflict")
    desk.post(f"/webhooks/{made['id']}/test", by="ann")
    desk.call_webhooks()
    ((_, headers, _),) = desk.webhooks.accepted
    assert len(headers["webhook-signature"].split(" ")) == 2
    assert desk.ask("DELETE", where, by="ann").json["secret_ends"] is None
    assert "secret" not in desk.get("/webhooks", by="ann").json["webhooks"][0]
    refused(desk.post(where, by="bob"), 404, "not_found")


def test_a_test_is_sent_as_everything_is_and_what_came_of_it_is_shown(desk: Desk) -> None:
    made = desk.webhook("ann").json["id"]
    asked = desk.post(f"/webhooks/{made}/test", by="ann", Idempotency_Key="one")
    assert (asked.status, asked.json["state"], asked.json["category"]) == (202, "pending", "test")
    assert desk.post(f"/webhooks/{made}/test", by="ann", Idempotency_Key="one").json["id"] == asked.json["id"]
    desk.work_off()
    ((url, headers, body),) = desk.webhooks.accepted
    assert (url, json.loads(body)["type"]) == (URL, "test")
    assert headers["webhook-id"].startswith("msg_")
    (shown,) = desk.get(f"/webhooks/{made}/deliveries", by="ann").json["deliveries"]
    assert (shown["id"], shown["state"], shown["answer"], shown["attempts"]) == (
        asked.json["id"],
        "accepted",
        "200",
        1,
    )


def test_a_test_that_no_queue_takes_is_found_by_the_sweep(desk: Desk) -> None:
    made = desk.webhook("ann").json["id"]
    desk.post(f"/webhooks/{made}/test", by="ann")
    desk.webhook_queue.take()
    desk.work_off()
    assert len(desk.webhooks.accepted) == 1


def test_tests_are_counted(desk: Desk) -> None:
    made = desk.webhook("ann").json["id"]
    for _ in range(TESTS.limit):
        assert desk.post(f"/webhooks/{made}/test", by="ann").status == 202
    answer = desk.post(f"/webhooks/{made}/test", by="ann")
    refused(answer, 429, "too_many_requests")
    assert int(answer.header("retry-after")) > 0


def test_what_failed_is_told_with_why_and_when_it_is_tried_next(desk: Desk) -> None:
    made = desk.webhook("ann").json["id"]
    desk.webhooks.errors = [WebhookUnavailableError("503")]
    desk.post(f"/webhooks/{made}/test", by="ann")
    desk.call_webhooks()
    (shown,) = desk.get(f"/webhooks/{made}/deliveries", by="ann").json["deliveries"]
    assert (shown["state"], shown["failures"], shown["answer"]) == ("pending", ["503"], None)
    assert shown["next"] > "2026-09-21T14:13:40Z"


def test_a_delivery_is_sent_again_byte_by_byte_though_it_is_true_no_more(desk: Desk) -> None:
    made = desk.webhook("ann").json["id"]
    match = desk.table("ann", "bob")
    desk.work_off()
    (shown,) = desk.get(f"/webhooks/{made}/deliveries", by="ann").json["deliveries"]
    desk.post(f"/matches/{match}/resign", by="bob")
    where = f"/webhooks/{made}/deliveries/{shown['id']}/replay"
    desk.clock.advance(600)
    asked = desk.post(where, by="ann")
    assert (asked.status, asked.json["id"], asked.json["state"]) == (202, shown["id"], "pending")
    refused(desk.post(where, by="ann"), 409, "conflict")
    desk.call_webhooks()
    (_, headers, body), (_, again, same) = desk.webhooks.accepted
    assert (again["webhook-id"], same) == (headers["webhook-id"], body)
    assert again["webhook-timestamp"] != headers["webhook-timestamp"]
    refused(desk.post(where, by="bob"), 404, "not_found")
    refused(desk.post(f"/webhooks/{made}/deliveries/nothing/replay", by="ann"), 404, "not_found")
    other = desk.webhook("ann", f"{URL}/2").json["id"]
    refused(desk.post(f"/webhooks/{other}/deliveries/{shown['id']}/replay", by="ann"), 404, "not_found")
    desk.clock.advance(KEPT)
    refused(desk.post(where, by="ann"), 409, "conflict")


def test_the_deliveries_of_one_webhook_are_listed_in_pages_among_all_others(desk: Desk) -> None:
    first, second = desk.webhook("ann").json["id"], desk.webhook("ann", f"{URL}/2").json["id"]
    for _ in range(3):
        desk.table("ann", "bob")
        desk.work_off()
        desk.clock.advance(60)
    page = desk.get(f"/webhooks/{first}/deliveries?limit=2", by="ann").json
    rest = desk.get(f"/webhooks/{first}/deliveries?limit=2&cursor={page['cursor']}", by="ann").json
    found = [*page["deliveries"], *rest["deliveries"]]
    assert [each["channel"] for each in found] == [f"webhook-{first}"] * 3
    assert [each["at"] for each in found] == sorted((each["at"] for each in found), reverse=True)
    assert rest["cursor"] == ""
    assert len(desk.get(f"/webhooks/{second}/deliveries", by="ann").json["deliveries"]) == 3
    refused(desk.get(f"/webhooks/{first}/deliveries", by="bob"), 404, "not_found")
