"""Signing up, logging in and out, cookies and whose pages may use them, profiles and tokens over HTTP."""

from __future__ import annotations

from dataclasses import replace

import pytest

from chalicelib import bootstrap
from chalicelib.matches import spreading
from chalicelib.players.authentication import CredentialCache, authenticate
from chalicelib.players.ports import Item, Key, Put, StoreUnavailableError
from chalicelib.post.delivery import Delivery, Notice, item_of
from tests.web.desk import BASE, GAME, ORIGIN, Desk, open_desk, refused


def sign_in(desk: Desk, address: str = "ann@example.org") -> str:
    """The cookie of a session by way of the mail link."""
    assert desk.post("/players", {"email": address, "name": "Ann"}).status == 202
    answer = desk.post("/sessions", {"token": desk.mailed_token()})
    assert answer.status == 200
    return answer.header("set-cookie").split(";")[0]


def test_signing_up_mails_a_link_and_tells_no_secret(desk: Desk) -> None:
    wish = {"email": "Ann@Example.org", "name": "Ann", "handle": "ann", "language": "nl", "zone": "Europe/Amsterdam"}
    answer = desk.post("/players", wish)
    assert (answer.status, answer.json) == (202, {"sent": True, "minutes": 15})
    ((message, delay),) = desk.queue.messages
    assert (message["login"]["address"], message["login"]["language"], delay) == ("ann@example.org", "nl", 0)
    signed_in = desk.post("/sessions", {"token": desk.mailed_token()})
    assert (signed_in.status, signed_in.json["new"]) == (200, True)
    assert signed_in.header("cache-control") == "no-store"
    cookie = signed_in.header("set-cookie")
    assert cookie.startswith("__Host-tp=")
    assert cookie.endswith("; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure")
    me = desk.get("/me", Cookie=cookie.split(";")[0]).json
    assert me == {
        "handle": "ann",
        "name": "Ann",
        "id": signed_in.json["player"],
        "email": "ann@example.org",
        "language": "nl",
        "zone": "Europe/Amsterdam",
        "created": "2026-09-21T14:13:20Z",
        "quiet": None,
        "reminders": [25],
        "mail": {"turn": "now", "reminder": "now", "match": "now", "table": "digest", "talk": "digest"},
        "digest": "08:00",
        "silenced": None,
    }


def test_known_and_unknown_addresses_get_one_answer_at_one_cost(desk: Desk) -> None:
    desk.player("ann")
    seen = []
    for route in ("/players", "/sessions"):
        for address in ("ann@example.org", "nobody@example.org"):
            before = (desk.store.reads, desk.store.commits)
            answer = desk.post(route, {"email": address})
            costs = (desk.store.reads - before[0], desk.store.commits - before[1])
            seen.append((answer.status, answer.body, answer.headers, costs))
    assert all(each == seen[0] for each in seen[:2])
    assert all(each == seen[2] for each in seen[2:])
    assert seen[0][:2] == seen[2][:2]
    assert seen[0][3] == seen[2][3] == (1, 1)


def test_the_mail_is_in_the_language_the_request_accepts(desk: Desk) -> None:
    desk.post("/sessions", {"email": "ann@example.org"}, Accept_Language="fr, sv;q=0.8, en;q=0.5")
    assert desk.queue.take()[0]["login"]["language"] == "sv"
    desk.post("/players?language=af", {"email": "ann@example.org"})
    assert desk.queue.take()[0]["login"]["language"] == "af"


def test_over_plain_http_the_cookie_is_named_otherwise() -> None:
    desk = open_desk("http://127.0.0.1:8000")
    cookie = sign_in(desk)
    assert cookie.startswith("tp=")
    assert desk.get("/me", Cookie=cookie).status == 200
    bootstrap.use(None)


def test_a_link_opens_one_session(desk: Desk) -> None:
    desk.post("/sessions", {"email": "ann@example.org"})
    token = desk.mailed_token()
    assert desk.post("/sessions", {"token": token}).status == 200
    answer = desk.post("/sessions", {"token": token})
    assert "used already" in refused(answer, 401, "unauthenticated")
    assert answer.header("set-cookie") == ""


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"email": None},
        {"token": None},
        {"email": "a@example.org", "token": "x"},
        {"token": ""},
        {"token": 7},
    ],
)
def test_a_session_is_asked_for_in_one_of_two_ways(desk: Desk, body: object) -> None:
    detail = refused(desk.post("/sessions", body), 400, "malformed_request")
    assert "Value error" not in detail


@pytest.mark.parametrize(
    "address",
    ["ann", "ann@example.org\nBcc: x@example.org", "ann@example.org\r\n\r\nhi", "a b@example.org", "ann@localhost", ""],
)
@pytest.mark.parametrize("path", ["/players", "/sessions"])
def test_an_address_that_is_none_is_refused(desk: Desk, address: str, path: str) -> None:
    answer = desk.post(path, {"email": address})
    assert refused(answer, 400, "malformed_request").endswith(".")
    assert (desk.store.commits, desk.queue.messages) == (0, [])


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", "An\nn"),
        ("name", "x" * 41),
        ("name", "\u202eAnn"),
        ("handle", "a"),
        ("handle", "Änn"),
        ("language", "xx"),
        ("zone", "Mars/Olympus"),
        ("zone", "../../etc/passwd"),
    ],
)
def test_a_profile_that_cannot_be_is_refused(desk: Desk, field: str, value: str) -> None:
    answer = desk.post("/players", {"email": "ann@example.org", field: value})
    refused(answer, 400, "malformed_request")
    assert answer.json["field"] == field
    assert desk.store.commits == 0
    desk.player("ann")
    before = desk.get("/me", by="ann").json
    refused(desk.ask("PATCH", "/me", {field: value}, by="ann"), 400, "malformed_request")
    assert desk.get("/me", by="ann").json == before


def test_a_taken_handle_is_a_conflict(desk: Desk) -> None:
    desk.player("ann")
    assert "taken" in refused(desk.post("/players", {"email": "bob@example.org", "handle": "ann"}), 409, "conflict")
    refused(desk.ask("PATCH", "/me", {"handle": "ann"}, by="bob"), 409, "conflict")


def test_the_sixth_mail_in_an_hour_has_to_wait(desk: Desk) -> None:
    for _ in range(5):
        assert desk.post("/sessions", {"email": "ann@example.org"}).status == 202
    desk.queue.take()
    answer = desk.post("/sessions", {"email": "ANN@example.org"})
    refused(answer, 429, "too_many_requests")
    assert 0 < int(answer.header("retry-after")) <= 3600
    assert answer.json["retry_after"] == int(answer.header("retry-after"))
    assert desk.queue.messages == []


def test_no_other_site_signs_a_browser_in(desk: Desk) -> None:
    desk.post("/sessions", {"email": "ann@example.org"})
    token = desk.mailed_token()
    for headers in ({"Origin": "https://evil.example"}, {"Sec_Fetch_Site": "cross-site"}):
        refused(desk.post("/sessions", {"token": token}, **headers), 403, "forbidden")
    assert desk.post("/sessions", {"token": token}, **ORIGIN).status == 200


def test_signing_out_ends_the_session_and_takes_the_cookie_back(desk: Desk) -> None:
    cookie = sign_in(desk)
    answer = desk.ask("DELETE", "/sessions", Cookie=cookie, **ORIGIN)
    assert answer.status == 204
    assert answer.header("set-cookie").startswith("__Host-tp=; Path=/; Max-Age=0")
    refused(desk.get("/me", Cookie=cookie), 401, "unauthenticated")
    assert desk.ask("DELETE", "/sessions").status == 204


@pytest.mark.parametrize(("method", "path"), [("DELETE", "/sessions"), ("POST", "/logout")])
def test_signing_out_ends_a_session_that_is_remembered(desk: Desk, method: str, path: str) -> None:
    desk.container.credentials.seconds = 30
    elsewhere = replace(desk.container, credentials=CredentialCache(30))
    cookie = sign_in(desk)

    def known() -> tuple[int, bool]:
        """What the interface and the pages say to the bearer of the cookie."""
        page = desk.get("/", Cookie=cookie).body.decode()
        return desk.get("/me", Cookie=cookie).status, "My matches" in page

    before = desk.store.reads
    assert known() == (200, True)
    first = desk.store.reads - before
    assert known() == (200, True)
    assert desk.store.reads - before == 2 * first - 1
    bootstrap.use(elsewhere)
    assert known() == (200, True)
    bootstrap.use(desk.container)
    form = {"Content-Type": "application/x-www-form-urlencoded"} if path == "/logout" else {}
    answer = desk.send(method, path, headers={"Cookie": cookie, **ORIGIN, **form})
    assert answer.status in (204, 303)
    assert known() == (401, False)
    bootstrap.use(elsewhere)
    desk.clock.advance(29)
    assert known() == (200, True)
    desk.clock.advance(1)
    assert known() == (401, False)


def test_a_session_changes_things_from_our_own_pages_only(desk: Desk) -> None:
    cookie = sign_in(desk)
    foreign: list[dict[str, str]] = [
        {},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": f"{BASE}.evil.example"},
        {"Origin": BASE.replace("https", "http"), "Host": BASE.removeprefix("https://")},
        {"Origin": "https://[", "Host": ""},
        {"Sec_Fetch_Site": "cross-site", **ORIGIN},
        {"Sec_Fetch_Site": "same-site", **ORIGIN},
    ]
    for headers in foreign:
        answer = desk.ask("PATCH", "/me", {"name": "Mallory"}, Cookie=cookie, **headers)
        assert "own pages" in refused(answer, 403, "forbidden")
        refused(desk.ask("DELETE", "/sessions", Cookie=cookie, **headers), 403, "forbidden")
    assert desk.get("/me", Cookie=cookie).json["name"] == "Ann"
    local = {"Origin": "https://127.0.0.1:8443", "Host": "127.0.0.1:8443"}
    for headers in (ORIGIN, {"Sec_Fetch_Site": "same-origin"}, local):
        assert desk.ask("PATCH", "/me", {"language": "sv"}, Cookie=cookie, **headers).status == 200


def test_a_token_may_be_used_from_any_page_and_cookies_are_not_sent_there(desk: Desk) -> None:
    answer = desk.get("/me", by="ann", Origin="https://other.example")
    assert answer.status == 200
    assert answer.header("access-control-allow-origin") == "*"
    assert answer.header("access-control-allow-credentials") == ""
    assert {"ETag", "Location", "Retry-After"} <= set(answer.header("access-control-expose-headers").split(","))
    assert desk.post("/sessions", {"email": "ann@example.org"}).header("access-control-allow-origin") == ""


@pytest.mark.parametrize("header", ["Bearer", "Bearer x", "Basic YTpi", "tp_x", "Bearer tp_" + "0" * 36, "Bearer é"])
def test_another_authorization_is_refused(desk: Desk, header: str) -> None:
    answer = desk.get("/me", Authorization=header)
    refused(answer, 401, "unauthenticated")
    assert answer.header("www-authenticate").startswith("Bearer")


def test_cookies_of_others_and_broken_ones_are_passed_over(desk: Desk) -> None:
    cookie = sign_in(desk)
    assert desk.get("/me", Cookie=f"a=b; ;=; tp=old;  {cookie}; x").status == 200
    refused(desk.get("/me", Cookie="__Host-tp=; other"), 401, "unauthenticated")
    refused(desk.get("/me", Cookie="__Host-tp=nonsense"), 401, "unauthenticated")


def test_a_profile_is_changed_in_part(desk: Desk) -> None:
    answer = desk.ask("PATCH", "/me", {"name": " Zoe\u0308 ", "zone": "Africa/Johannesburg"}, by="ann")
    assert (answer.json["name"], answer.json["zone"], answer.json["handle"]) == ("Zoë", "Africa/Johannesburg", "ann")
    assert desk.get("/me", by="ann").json == answer.json


def test_players_are_found_by_handle_and_show_no_address(desk: Desk) -> None:
    desk.player("bob")
    found = {"handle": "bob", "name": "Bob", "created": "2026-09-21T14:13:20Z"}
    assert desk.get("/players/BOB", by="ann").json == found
    refused(desk.get("/players/nobody", by="ann"), 404, "not_found")
    refused(desk.get("/players/a%00b", by="ann"), 404, "not_found")
    refused(desk.get("/players/bob"), 401, "unauthenticated")


def test_a_token_is_shown_once_listed_and_revoked(desk: Desk) -> None:
    made = desk.post("/me/tokens", {"label": "script"}, by="ann")
    assert (made.status, made.json["label"], made.json["created"]) == (201, "script", "2026-09-21T14:13:20Z")
    assert made.header("cache-control") == "no-store"
    headers = {"Authorization": f"Bearer {made.json['secret']}"}
    listed = desk.send("GET", "/me/tokens", headers=headers)
    assert made.json["secret"] not in listed.body.decode()
    assert made.json["id"] in [each["id"] for each in listed.json["tokens"]]
    assert desk.ask("DELETE", f"/me/tokens/{made.json['id']}", by="ann").status == 204
    refused(desk.send("GET", "/me", headers=headers), 401, "unauthenticated")
    refused(desk.ask("DELETE", f"/me/tokens/{made.json['id']}", by="ann"), 404, "not_found")


def test_whoever_deletes_an_account_gives_up_all_seats_at_once_and_the_others_are_told(desk: Desk) -> None:
    match = desk.table("ann", "bob")
    waiting = desk.post("/matches", {"game": GAME, "seats": [{"kind": "me"}, {"kind": "open"}]}, by="ann").json["id"]
    said = desk.post(f"/matches/{match}/messages", {"text": "hello"}, by="ann").json
    desk.ask("PUT", f"/matches/{match}/notes", {"text": "beware"}, by="ann")
    assert desk.ask("DELETE", "/me", by="ann").status == 204
    refused(desk.get("/me", by="ann"), 401, "unauthenticated")
    refused(desk.get("/players/ann", by="bob"), 404, "not_found")
    assert desk.store.query(f"P#{desk.ids['ann']}").items == ()
    shown = desk.get(f"/matches/{match}", by="bob").json
    assert (shown["status"], shown["outcome"]["winners"], shown["seats"][0]["name"]) == ("over", [1], "")
    assert desk.get(f"/matches/{waiting}", by="bob").json["status"] == "cancelled"
    (message,) = desk.get(f"/matches/{match}/messages", by="bob").json["messages"]
    assert (message["text"], said["text"]) == (None, "hello")
    desk.work_off()
    assert "somebody who left" in str(desk.mails("bob")[-1].get_body(("plain",)))


def test_what_is_left_of_somebody_when_time_is_up_goes_in_the_background(desk: Desk) -> None:
    for _ in range(3):
        desk.table("ann", "bob")
    desk.store.after_commit += [lambda: None] * 2 + [lambda: desk.clock.advance(5)]
    assert desk.ask("DELETE", "/me", by="ann").status == 204
    left = desk.store.query(f"P#{desk.ids['ann']}").items
    assert {item.key.sort[:2] for item in left} == {"C#", "M#"}
    spreading.spread(desk.env)
    assert desk.store.query(f"P#{desk.ids['ann']}").items == ()
    statuses = {each["status"] for each in desk.get("/me/matches", by="bob").json["matches"]}
    assert statuses == {"over"}


def test_who_was_cut_short_while_leaving_asks_again(desk: Desk) -> None:
    desk.player("ann")
    for first in (0, 90):
        rows = [Key(f"P#{desk.ids['ann']}", f"D#{number:010d}") for number in range(first, first + 90)]
        desk.store.commit([Put(Item(key, "delivery", {})) for key in rows])

    def stop() -> None:
        desk.store.fault = StoreUnavailableError("gone")

    desk.store.after_commit.append(stop)
    refused(desk.ask("DELETE", "/me", by="ann"), 503, "unavailable")
    desk.store.fault = None
    assert desk.get("/players/ann", by="bob").json["name"] == "Ann"
    assert desk.ask("DELETE", "/me", by="ann").status == 204
    refused(desk.ask("DELETE", "/me", by="ann"), 401, "unauthenticated")
    assert desk.store.query(f"P#{desk.ids['ann']}").items == ()


def test_deliveries_are_told_newest_first_in_pages(desk: Desk) -> None:
    desk.player("ann")
    now = desk.clock.now()
    for number in range(5):
        notice = Notice(desk.ids["ann"], now + number, "m1", number, 0, "your_turn")
        delivery = Delivery(notice).leased(now + 60)
        done = delivery.accepted(now + 9, "x") if number else delivery.delayed(now, "mailbox full")
        desk.store.commit([Put(item_of(done))])
    first = desk.get("/me/deliveries?limit=3", by="ann").json
    second = desk.get(f"/me/deliveries?limit=3&cursor={first['cursor']}", by="ann").json
    assert [each["n"] for each in first["deliveries"] + second["deliveries"]] == [4, 3, 2, 1, 0]
    assert second["cursor"] == ""
    assert first["deliveries"][0] == {
        "id": f"{now + 4}.m1.4.0.your_turn.mail",
        "at": "2026-09-21T14:13:24Z",
        "match": "m1",
        "n": 4,
        "seat": 0,
        "category": "your_turn",
        "channel": "mail",
        "state": "accepted",
        "reason": None,
        "held": None,
        "into": None,
        "again": 0,
        "attempts": 1,
        "next": None,
        "settled": "2026-09-21T14:13:29Z",
        "answer": None,
        "failures": [],
    }
    assert second["deliveries"][-1]["failures"] == ["mailbox full"]
    assert desk.get("/me/deliveries", by="bob").json == {"deliveries": [], "cursor": ""}
    refused(desk.get(f"/me/deliveries?cursor={first['cursor']}", by="bob"), 400, "malformed_request")


def test_a_deleted_account_is_nobody_while_it_is_remembered(desk: Desk) -> None:
    token = desk.player("ann")
    desk.container.credentials.seconds = 30
    desk.get("/me", by="ann")
    made = desk.post("/me/tokens", by="ann").json["secret"]
    elsewhere = CredentialCache(30)
    authenticate(desk.env, made, elsewhere)
    assert desk.ask("DELETE", "/me", by="ann").status == 204
    for secret in (token, made):
        refused(desk.send("GET", "/me", headers={"Authorization": f"Bearer {secret}"}), 401, "unauthenticated")
    bootstrap.use(replace(desk.container, credentials=elsewhere))
    for method, path in (("GET", "/me"), ("PATCH", "/me"), ("DELETE", "/me"), ("POST", "/me/tokens")):
        answer = desk.ask(method, path, {}, Authorization=f"Bearer {made}")
        assert "deleted" in refused(answer, 401, "unauthenticated")
    assert desk.store.query(f"P#{desk.ids['ann']}").items == ()
