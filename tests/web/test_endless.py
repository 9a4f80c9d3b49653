"""Bodies that are large for their own sake: each is refused before much is made of it, and shortly."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from chalicelib.web import body
from chalicelib.web.errors import MalformedRequestError
from tests.web.desk import ORIGIN, RECORD, Desk, refused

SHORT = 4_096
"""Bytes of a refusal."""
MARK = "----mark"


def _ended(**values: Any) -> dict[str, Any]:
    return {**RECORD, "outcome": {**RECORD["outcome"], **values}}


def _score(**values: Any) -> dict[str, Any]:
    return {**RECORD["outcome"]["scores"][0], **values}


ENDLESS: dict[str, Callable[[], dict[str, Any]]] = {
    "names": lambda: {f"{number:x}": 0 for number in range(80_000)},
    "names of one character each": lambda: {**RECORD, **{chr(0x4E00 + number): 0 for number in range(80)}},
    "names of many characters": lambda: {**RECORD, **{f"{number}" + "\U0001f3b2" * 2_000: 0 for number in range(80)}},
    "scores": lambda: _ended(scores=[_score()] * 10_000),
    "lines": lambda: _ended(scores=[_score(lines=[["line", 1]] * 50_000)]),
    "winners": lambda: _ended(winners=[0] * 200_000),
    "options": lambda: {**RECORD, "options": {f"{number:x}": 0 for number in range(60_000)}},
    "moves": lambda: {**RECORD, "moves": [{}] * 100_000},
    "parts": lambda: _ended(winners=[0] * 400_000),
    "one name": lambda: {**RECORD, "x" * 900_000: 0},
    "one text": lambda: {**RECORD, "game": "x" * 900_000},
    "an option": lambda: {**RECORD, "options": {"line_length": "x" * 900_000}},
    "a line": lambda: _ended(scores=[_score(lines=[["x" * 900_000, 1]])]),
}


def _form(field: str, raw: bytes) -> tuple[bytes, dict[str, str]]:
    head = f'--{MARK}\r\nContent-Disposition: form-data; name="{field}"\r\n\r\n'.encode()
    headers = {"Content-Type": f"multipart/form-data; boundary={MARK}", **ORIGIN}
    return head + raw + f"\r\n--{MARK}--\r\n".encode(), headers


@pytest.mark.parametrize("name", ENDLESS)
def test_an_endless_body_is_refused_shortly(desk: Desk, name: str) -> None:
    raw = json.dumps(ENDLESS[name](), ensure_ascii=False, separators=(",", ":")).encode()
    assert len(raw) < body.MAX_UNSIGNED
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {desk.player('ann')}"}
    answer = desk.send("POST", "/records", raw, headers)
    refused(answer, 400, "malformed_request")
    assert len(answer.body) <= SHORT
    for path in ("/fairness", "/r"):
        least = len(desk.send("POST", path, *_form("text", b"{}")).body)
        page = desk.send("POST", path, *_form("text", raw))
        assert page.status in (400, 401, 422)
        assert len(page.body) <= least + SHORT


@pytest.mark.parametrize("raw", [b'{"a":[' + b"0," * 250_000 + b"0]}", b"[" * 250_001, b"{" * 250_001])
def test_parts_are_counted_before_anything_is_built_of_them(raw: bytes) -> None:
    with pytest.raises(MalformedRequestError, match="more than 250000 parts"):
        body.parsed(raw)


def test_what_anybody_may_send_is_a_quarter_of_what_players_may(desk: Desk) -> None:
    assert body.most("/fairness") * 4 == body.most("/records") == body.most("/r")
    answer = desk.send("POST", "/fairness", *_form("text", b" " * body.MAX_UNSIGNED))
    assert answer.status == 413
