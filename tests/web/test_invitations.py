"""Invitations, links to join by, the lobby and blocks, over HTTP; what mails lead to and do not give away."""

from __future__ import annotations

import re
from typing import Any

import pytest

from chalicelib.matches import pace
from chalicelib.players.accounts import delete_account
from tests.post.office import page_of, text_of
from tests.web.desk import BASE, GAME, ORIGIN, Desk, refused

GRAN = {"kind": "invite", "email": "gran@example.org", "name": "Gran"}


def made(desk: Desk, *seats: dict[str, Any], by: str = "ann", **wish: Any) -> str:
    """The id of a new match of these seats."""
    answer = desk.post("/matches", {"game": GAME, "seats": [{"kind": "me"}, *seats], **wish}, by=by)
    assert answer.status == 201, answer.body
    return str(answer.json["id"])


def mailed(desk: Desk, name: str = "gran") -> str:
    """The token in the newest invitation to this address."""
    return desk.invited_token(name)


def answered(desk: Desk, token: str, answer: str, by: str = "", **more: str) -> Any:
    return desk.post("/invitations", {"token": token, "answer": answer, **more}, by=by)


def test_somebody_without_an_account_is_invited_signs_up_and_plays(desk: Desk) -> None:
    match = made(desk, GRAN, visibility="private")
    assert desk.get(f"/matches/{match}", by="ann").json["seats"][1]["kind"] == "invite"
    token = mailed(desk)
    shown = desk.get(f"/invitations?token={token}").json
    told = (shown["state"], shown["inviter"], shown["match"], shown["game"], shown["seats"])
    assert told == ("open", "Ann", match, GAME, ["Ann", "Gran"])
    refused(answered(desk, token, "accept"), 401, "unauthenticated")
    assert answered(desk, token, "accept", by="bob", nonce="5eed").json == {"answer": "accept", "match": match}
    assert answered(desk, token, "accept", by="bob").json == {"answer": "accept", "match": match}
    assert desk.get(f"/matches/{match}", by="bob").json["status"] == "running"
    refused(answered(desk, token, "decline"), 409, "conflict")
    assert desk.get(f"/invitations?token={token}").json["state"] == "accepted"


def test_declining_and_refusing_further_mails_take_no_account(desk: Desk) -> None:
    match = made(desk, GRAN)
    token = mailed(desk)
    assert answered(desk, token, "decline").json == {"answer": "decline", "match": None}
    assert desk.get(f"/matches/{match}").json["seats"][1]["kind"] == "open"
    assert answered(desk, token, "never").json == {"answer": "never", "match": None}
    desk.clock.advance(pace.DAY)
    again = made(desk, GRAN)
    desk.work_off()
    assert len(desk.mails("gran")) == 1
    assert desk.get(f"/matches/{again}").json["seats"][1]["kind"] == "invite"
    desk.player("gran")
    desk.ask("DELETE", f"/matches/{again}/invite/1", by="ann")
    desk.post(f"/matches/{again}/invite", {"email": GRAN["email"]}, by="ann")
    desk.work_off()
    assert len(desk.mails("gran")) == 2


def test_an_answer_is_the_same_for_addresses_of_every_kind(desk: Desk) -> None:
    desk.player("bob")
    desk.player("cas")
    made(desk, {**GRAN, "email": "known@example.org"}, by="cas")
    answered(desk, mailed(desk, "known"), "never")
    made(desk, GRAN, by="cas")
    answers = []
    for address in ("bob@example.org", "nobody@example.org", "known@example.org", "gran@example.org"):
        match = made(desk, {"kind": "open"}, visibility="public")
        desk.clock.advance(pace.DAY)
        answer = desk.post(f"/matches/{match}/invite", {"email": address}, by="ann")
        moments = {match: "", answer.json["created"]: "", answer.json["commitment"]: ""}
        text = re.sub("|".join(map(re.escape, moments)), "", answer.body.decode())
        answers.append((answer.status, text, desk.get("/me/deliveries", by="ann").json["deliveries"]))
    assert all(each == answers[0] for each in answers)
    desk.work_off()
    sent = {name: len(desk.mails(name)) for name in ("bob", "nobody", "known", "gran")}
    assert sent == {"bob": 1, "nobody": 1, "known": 1, "gran": 1}


def test_an_account_that_has_blocked_the_inviter_gets_no_mail_either(desk: Desk) -> None:
    desk.player("ann")
    assert desk.ask("PUT", "/me/blocks/ann", by="bob").status == 200
    made(desk, {**GRAN, "email": "bob@example.org"})
    desk.work_off()
    assert desk.mails("bob") == []


def test_one_mail_goes_to_an_address_until_it_has_answered(desk: Desk) -> None:
    made(desk, GRAN)
    first = mailed(desk)
    desk.clock.advance(60)
    second = made(desk, {**GRAN, "name": ""}, by="bob")
    refused(desk.post("/matches", {"game": GAME, "seats": [{"kind": "me"}, GRAN]}, by="ann"), 409, "conflict")
    desk.work_off()
    assert len(desk.mails("gran")) == 1
    assert answered(desk, first, "decline").status == 200
    token = mailed(desk)
    assert len(desk.mails("gran")) == 2
    assert desk.get(f"/invitations?token={token}").json["match"] == second


def test_the_mail_says_in_both_parts_who_invites_to_what_and_how_to_get_no_other(desk: Desk) -> None:
    made(desk, GRAN, name="Buy this now", pace={"decision_time": 172_800})
    token = mailed(desk)
    mail = desk.mails("gran")[0]
    assert mail["Subject"].startswith("Ann invites you to a match of Keer op Keer, until ")
    for part in (text_of(mail), page_of(mail)):
        said = " ".join(part.split())
        assert "Ann invites you to a match of Keer op Keer." in said
        assert "2 days" in said
        assert f"/i?token={token}" in said.replace("&amp;", "&")
        assert "#never" in said
        assert "Buy this now" not in said


def test_an_invitation_by_mail_is_in_the_language_that_was_asked_for(desk: Desk) -> None:
    made(desk, {**GRAN, "language": "nl"})
    desk.work_off()
    assert desk.mails("gran")[0]["Subject"].startswith("Ann nodigt je uit voor een partij Keer op Keer, tot ")


def test_looking_at_an_invitation_or_a_link_changes_nothing(desk: Desk) -> None:
    match = made(desk, GRAN, {"kind": "open"}, visibility="private")
    token = mailed(desk)
    url = desk.post(f"/matches/{match}/link", by="ann").json["url"].removeprefix(BASE)
    before = desk.store.commits
    for path in (f"/invitations?token={token}", f"/i?token={token}", url, url.replace("/m/", "/matches/")):
        for by in ("", "ann"):
            assert desk.get(path, by=by).status == 200, path
    assert desk.get(f"/matches/{match}/link", by="ann").status == 200
    assert desk.store.commits == before


@pytest.mark.parametrize("token", ["x", "i-1.2.3", "A" * 200])
def test_a_made_up_token_finds_nothing(desk: Desk, token: str) -> None:
    refused(desk.get(f"/invitations?token={token}"), 404, "not_found")
    refused(answered(desk, token, "decline"), 404, "not_found")


def test_another_sites_page_answers_no_invitation_in_somebodys_name(desk: Desk) -> None:
    made(desk, GRAN)
    token = mailed(desk)
    desk.player("bob")
    link = desk.post("/sessions", {"email": "bob@example.org"})
    assert link.status == 202
    session = desk.post("/sessions", {"token": desk.mailed_token()}, **ORIGIN).header("set-cookie").split(";")[0]
    evil = {"Cookie": session, "Origin": "https://evil.example"}
    refused(desk.post("/invitations", {"token": token, "answer": "accept"}, **evil), 403, "forbidden")
    ours = {"Cookie": session, **ORIGIN}
    assert desk.post("/invitations", {"token": token, "answer": "accept"}, **ours).status == 200


def test_an_open_seat_of_a_private_match_is_had_by_its_link(desk: Desk) -> None:
    match = made(desk, {"kind": "open"}, {"kind": "open"}, visibility="private")
    refused(desk.get(f"/matches/{match}/link", by="ann"), 404, "not_found")
    key = {"Idempotency-Key": "one"}
    link = desk.post(f"/matches/{match}/link", by="ann", **key).json
    assert desk.post(f"/matches/{match}/link", by="ann", **key).json == link
    assert link["url"] == f"{BASE}/m/{match}?join={link['link']}"
    refused(desk.post(f"/matches/{match}/join", by="bob"), 404, "not_found")
    refused(desk.get(f"/matches/{match}?join={link['link'][:-1]}", by="bob"), 404, "not_found")
    assert desk.get(f"/matches/{match}?join={link['link']}", by="bob").json["seat"] is None
    assert desk.post(f"/matches/{match}/join", {"link": link["link"]}, by="bob").json["seat"] == 1
    assert desk.ask("DELETE", f"/matches/{match}/link", by="ann").status == 204
    refused(desk.post(f"/matches/{match}/join", {"link": link["link"]}, by="cas"), 404, "not_found")
    refused(desk.post(f"/matches/{match}/link", by="bob"), 403, "forbidden")


def test_inviting_by_handle_tells_the_player(desk: Desk) -> None:
    match = made(desk, {"kind": "open"})
    desk.player("bob")
    refused(desk.post(f"/matches/{match}/invite", {}, by="ann"), 400, "malformed_request")
    refused(
        desk.post(f"/matches/{match}/invite", {"email": "a@b.example", "handle": "bob"}, by="ann"),
        400,
        "malformed_request",
    )
    assert (
        desk.post(f"/matches/{match}/invite", {"handle": "bob", "seat": 1}, by="ann").json["seats"][1]["kind"]
        == "reserved"
    )
    desk.work_off()
    assert len(desk.mails("bob")) == 1
    assert desk.ask("DELETE", f"/matches/{match}/invite/1", by="ann").json["seats"][1]["kind"] == "open"
    refused(desk.ask("DELETE", f"/matches/{match}/invite/x", by="ann"), 404, "not_found")


def test_blocks_are_set_listed_and_lifted_and_say_nothing_of_who_set_them(desk: Desk) -> None:
    desk.player("bob")
    blocked = desk.ask("PUT", "/me/blocks/bob", by="ann")
    assert (blocked.status, blocked.json["handle"], blocked.json["name"]) == (200, "bob", "Bob")
    assert desk.get("/me/blocks", by="ann").json == {"blocks": [blocked.json]}
    assert desk.get("/me/blocks", by="bob").json == {"blocks": []}
    by_bob = {"game": GAME, "seats": [{"kind": "me"}, {"kind": "player", "handle": "ann"}]}
    by_ann = {"game": GAME, "seats": [{"kind": "me"}, {"kind": "player", "handle": "bob"}]}
    said = {
        refused(desk.post("/matches", wish, by=name), 403, "forbidden")
        for wish, name in ((by_bob, "bob"), (by_ann, "ann"))
    }
    assert len(said) == 1
    match = made(desk, {"kind": "open"}, visibility="public")
    refused(desk.post(f"/matches/{match}/join", by="bob"), 403, "forbidden")
    for name, other in (("ann", "bob"), ("bob", "ann")):
        refused(desk.get(f"/players/{other}", by=name), 404, "not_found")
    assert desk.get("/matches", by="bob").json["matches"] == []
    assert [each["id"] for each in desk.get("/matches").json["matches"]] == [match]
    assert desk.ask("DELETE", "/me/blocks/bob", by="ann").status == 204
    refused(desk.ask("DELETE", "/me/blocks/bob", by="ann"), 404, "not_found")
    assert desk.get("/players/bob", by="ann").json.keys() == {"handle", "name", "created"}
    assert desk.post(f"/matches/{match}/join", by="bob").status == 200
    refused(desk.ask("PUT", "/me/blocks/ann", by="ann"), 400, "malformed_request")


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", ["quick", "large"]),
        ("seats=2", ["quick"]),
        ("free=2", ["large"]),
        ("max_decision_time=3600", ["quick"]),
        ("min_decision_time=3601", ["large"]),
        ("weekends=false", ["large"]),
        ("player=bob", ["large"]),
        ("joinable=true", ["large"]),
        ("game=sequence-dice", []),
        ("status=substitute", []),
    ],
)
def test_the_lobby_is_filtered(desk: Desk, query: str, found: list[str]) -> None:
    names = {made(desk, {"kind": "open"}, visibility="public", pace={"decision_time": 3_600}): "quick"}
    desk.clock.advance(1)
    wish: dict[str, Any] = {"visibility": "public", "pace": {"weekends": False}}
    names[made(desk, {"kind": "open"}, {"kind": "open"}, by="bob", **wish)] = "large"
    assert [names[each["id"]] for each in desk.get(f"/matches?{query}", by="ann").json["matches"]] == found


@pytest.mark.parametrize("query", ["seats=x", "free=0", "weekends=maybe", "status=closed", "min_decision_time=-1"])
def test_a_filter_that_is_none_is_refused(desk: Desk, query: str) -> None:
    refused(desk.get(f"/matches?{query}"), 400, "malformed_request")


def test_a_cursor_goes_on_in_the_list_it_is_of(desk: Desk) -> None:
    made_ = []
    for _ in range(3):
        made_.append(made(desk, {"kind": "open"}, visibility="public"))
        desk.clock.advance(1)
    first = desk.get("/matches?limit=2&seats=2").json
    following = desk.get(f"/matches?limit=2&seats=2&cursor={first['cursor']}").json
    assert [each["id"] for each in (*first["matches"], *following["matches"])] == made_
    assert following["cursor"] == ""
    refused(desk.get(f"/matches?status=substitute&cursor={first['cursor']}"), 400, "malformed_request")


def test_an_invitation_outlives_the_account_of_whoever_sent_it_as_a_page_that_says_so(desk: Desk) -> None:
    made(desk, GRAN)
    token = mailed(desk)
    delete_account(desk.env, desk.ids["ann"])
    assert desk.get(f"/invitations?token={token}").status == 200
