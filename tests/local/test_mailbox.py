"""Who may read the mailbox page: somebody at this machine, and nobody through it."""

from __future__ import annotations

from pathlib import Path

import pytest

from chalicelib.adapters.mailbox import Mailbox
from infra.local import mailbox
from infra.local.gateway import Request


def _status(folder: Path, headers: dict[str, str], peer: str) -> int:
    return mailbox.pages(Mailbox(folder))(Request("GET", "/mailbox", headers, b"", peer)).status


@pytest.mark.parametrize("host", ["localhost", "localhost:8000", "127.0.0.1:8000", "[::1]:8000"])
def test_it_opens_at_this_machine(tmp_path: Path, host: str) -> None:
    assert _status(tmp_path, {"Host": host}, "127.0.0.1") == 200


@pytest.mark.parametrize(
    ("headers", "peer"),
    [
        ({"Host": "localhost"}, "192.0.2.7"),
        ({"Host": "localhost"}, "2001:db8::1"),
        ({"Host": "localhost"}, ""),
        ({"Host": "evil.example"}, "127.0.0.1"),
        ({"Host": "["}, "127.0.0.1"),
        ({}, "127.0.0.1"),
        ({"Host": "localhost", "X-FORWARDED-proto": "https"}, "127.0.0.1"),
        ({"Host": "localhost", "forwarded": ""}, "127.0.0.1"),
        ({"Host": "localhost", "Via": "1.1 proxy"}, "::1"),
    ],
)
def test_to_others_it_is_not_there(tmp_path: Path, headers: dict[str, str], peer: str) -> None:
    assert _status(tmp_path, headers, peer) == 404


@pytest.mark.parametrize(
    ("bound", "base_url", "is_offered"),
    [
        ("127.0.0.1", "http://127.0.0.1:8000", True),
        ("::1", "http://[::1]:8000", True),
        ("127.0.0.1", "http://localhost:8000", True),
        ("0.0.0.0", "http://127.0.0.1:8000", False),  # noqa: S104 - only looked at
        ("192.0.2.7", "http://localhost", False),
        ("127.0.0.1", "https://play.example.org", False),
    ],
)
def test_there_is_none_where_others_are_let_in(bound: str, base_url: str, is_offered: bool) -> None:
    assert mailbox.is_offered(bound, base_url) is is_offered
