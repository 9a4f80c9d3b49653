"""Bodies that cannot be read: each has its status, its code and a sentence, and changes nothing."""

from __future__ import annotations

import pytest

from tests.web.desk import GAME, Desk

JSON = {"Content-Type": "application/json"}
DEEP = b"[" * 20_000 + b"]" * 20_000
MATCH = b'{"game": "keer-op-keer", "seats": [{"kind": "me"}], "name": %s}'

MALFORMED = {
    "not JSON": (b"{", "The body is not JSON."),
    "half a word": (b"nul", "The body is not JSON."),
    "two values": (b"{} {}", "The body is not JSON."),
    "no object": (b"[]", "The body must be a JSON object."),
    "a number": (b"7", "The body must be a JSON object."),
    "null": (b"null", "The body must be a JSON object."),
    "not UTF-8": (b'{"email": "\xff"}', "The body is not UTF-8."),
    "UTF-16": ('{"email": "a@example.org"}'.encode("utf-16"), "The body is not UTF-8."),
    "two byte order marks": (b"\xef\xbb\xbf\xef\xbb\xbf{}", "The body is not JSON."),
    "very many names": (b"{" + b",".join(b'"%d": 0' % name for name in range(101)) + b"}", "One JSON object may have"),
    "nested for ever": (DEEP, "The body is nested too deeply."),
    "nested deeply": (b'{"a":' * 17 + b"1" + b"}" * 17, "The body is nested too deeply."),
    "nested objects for ever": (b'{"a":' * 9_000 + b"1" + b"}" * 9_000, "The body is nested too deeply."),
    "NaN": (b'{"level": NaN}', "NaN is not JSON."),
    "infinity": (b'{"level": -Infinity}', "-Infinity is not JSON."),
    "a fraction": (b'{"level": 1.5}', "Numbers must be whole."),
    "a fraction too small to see": (b'{"level": 9007199254740991.00000001}', "Numbers must be whole."),
    "a huge exponent": (b'{"level": 1e400}', "Numbers must be whole."),
    "an exponent beyond all": (b'{"level": 1e99999999999999999999}', "Numbers must be whole."),
    "a small exponent": (b'{"level": 1e-99999999}', "Numbers must be whole."),
    "a huge number with a point": (b'{"level": 9007199254740992.0}', "Numbers must lie between"),
    "a huge number": (b'{"level": 9007199254740993}', "Numbers must lie between"),
    "thousands of digits": (b'{"level": ' + b"9" * 5_000 + b"}", "The body is not JSON."),
    "a NUL": (b'{"email": "a\\u0000"}', "A text holds a character that cannot be stored"),
    "half a surrogate": (b'{"email": "\\ud800"}', "A text holds a character that cannot be stored"),
    "half a surrogate as a name": (b'{"\\udc00": 1}', "A text holds a character that cannot be stored"),
    "a name twice": (b'{"email": "a", "email": "b"}', "A name stands twice in one JSON object."),
    "a raw control character": (b'{"email": "a\nb"}', "The body is not JSON."),
}


@pytest.mark.parametrize("name", MALFORMED)
@pytest.mark.parametrize("path", ["/players", "/sessions", "/matches"])
def test_a_malformed_body_is_refused(desk: Desk, name: str, path: str) -> None:
    raw, sentence = MALFORMED[name]
    headers = {**JSON, "Authorization": f"Bearer {desk.player('ann')}"}
    before = desk.store.commits
    answer = desk.send("POST", path, raw, headers)
    assert (answer.status, answer.json["code"]) == (400, "malformed_request")
    assert answer.json["detail"].startswith(sentence)
    assert answer.header("content-type") == "application/problem+json"
    assert desk.store.commits == before
    assert not desk.queue.messages


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "x", "text/plain; */*", ""]
)
def test_another_content_type_is_refused(desk: Desk, kind: str) -> None:
    answer = desk.send("POST", "/players", b'{"email": "ann@example.org"}', {"Content-Type": kind})
    assert (answer.status, answer.json["code"]) == (400, "malformed_request")
    assert "application/json" in answer.json["detail"]
    assert answer.header("access-control-allow-origin") == "*"
    assert desk.store.commits == 0


@pytest.mark.parametrize("kind", ["application/json", "application/json; charset=utf-8", "Application/JSON"])
def test_json_is_json_however_it_is_spelled(desk: Desk, kind: str) -> None:
    answer = desk.send("POST", "/players", b'{"email": "ann@example.org"}', {"Content-Type": kind})
    assert answer.status == 202


def test_a_byte_order_mark_is_passed_over(desk: Desk) -> None:
    answer = desk.send("POST", "/players", b'\xef\xbb\xbf{"email": "ann@example.org"}', JSON)
    assert answer.status == 202


def test_a_body_of_64_kilobytes_is_read(desk: Desk) -> None:
    raw = b'{"email": "ann@example.org"}'
    answer = desk.send("POST", "/players", raw + b" " * (65_536 - len(raw)), JSON)
    assert answer.status == 202


@pytest.mark.parametrize("one", [b"1", b"1.0", b"10e-1", b"0.1E1", b"1." + b"0" * 9_000])
def test_a_whole_number_is_whole_however_it_is_written(desk: Desk, one: bytes) -> None:
    headers = {**JSON, "Authorization": f"Bearer {desk.player('ann')}"}
    raw = b'{"game": "keer-op-keer", "seats": [{"kind": "me"}, {"kind": "bot", "level": %s}]}' % one
    answer = desk.send("POST", "/matches", raw, headers)
    assert (answer.status, answer.json["seats"][1]["level"]) == (201, 1)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "email"),
        ({"email": 7}, "email"),
        ({"email": None}, "email"),
        ({"email": ["ann@example.org"]}, "email"),
        ({"email": "ann@example.org", "surname": "Lee"}, "surname"),
        ({"email": "x" * 500}, "email"),
    ],
)
def test_what_does_not_fit_is_named(desk: Desk, body: object, field: str) -> None:
    answer = desk.post("/players", body)
    assert (answer.status, answer.json["code"], answer.json["field"]) == (400, "malformed_request", field)
    assert answer.json["detail"].startswith(f"{field}: ")
    assert answer.json["errors"][0]["field"] == field
    assert "x" * 50 not in answer.body.decode()


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"game": GAME}, "seats"),
        ({"game": GAME, "seats": []}, "seats"),
        ({"game": GAME, "seats": [{"kind": "open"}] * 33}, "seats"),
        ({"game": GAME, "seats": [{"kind": "ghost"}]}, "seats.0.kind"),
        ({"game": GAME, "seats": [{"kind": "bot", "level": "2"}]}, "seats.0.level"),
        ({"game": GAME, "seats": [{"kind": "bot", "level": True}]}, "seats.0.level"),
        ({"game": GAME, "seats": [{"kind": "me", "nom": "x"}]}, "seats.0.nom"),
        ({"game": GAME, "seats": [{"kind": "me"}], "visibility": "secret"}, "visibility"),
        ({"game": GAME, "seats": [{"kind": "me"}], "pace": {"decision_time": "1h"}}, "pace.decision_time"),
        ({"game": GAME, "seats": [{"kind": "me"}], "options": []}, "options"),
    ],
)
def test_a_match_that_cannot_be_read_is_not_made(desk: Desk, body: object, field: str) -> None:
    desk.player("ann")
    before = desk.store.commits
    answer = desk.post("/matches", body, by="ann")
    assert (answer.status, answer.json["code"], answer.json["field"]) == (400, "malformed_request", field)
    assert desk.store.commits == before


@pytest.mark.parametrize("query", ["limit=0", "limit=101", "limit=x", "limit=", f"limit={'9' * 5000}", "cursor=zzz"])
def test_a_query_that_does_not_fit_is_refused(desk: Desk, query: str) -> None:
    for path in ("/matches", "/me/matches", "/me/deliveries"):
        answer = desk.get(f"{path}?{query}", by="ann")
        assert (answer.status, answer.json["code"]) == (400, "malformed_request")
        assert answer.json["field"] == query.split("=")[0]
