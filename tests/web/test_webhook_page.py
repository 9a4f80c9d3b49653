"""docs/webhooks.md: its recipe verifies what is sent and nothing else, and a call is as the page shows it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from chalicelib.matches.events import Category
from tests.web import shell
from tests.web.desk import Desk

PAGE = Path(__file__).parents[2] / "docs" / "webhooks.md"
TEXT = PAGE.read_text(encoding="utf-8")
BLOCKS = dict(shell.blocks(TEXT))

Recipe = Callable[..., bool]


def recipe() -> Recipe:
    """The function that the page shows."""
    names: dict[str, Any] = {}
    exec(compile(BLOCKS["python"], str(PAGE), "exec"), names)  # noqa: S102 - it is our own page
    found: Recipe = names["is_ours"]
    return found


def called(desk: Desk) -> tuple[str, Mapping[str, str], bytes]:
    """A webhook's secret, and the headers and body of a call that it got."""
    secret = str(desk.webhook("ann").json["secret"])
    desk.table("ann", "bob", name="Sunday match")
    desk.work_off()
    ((_, headers, body),) = desk.webhooks.accepted
    return secret, headers, body


def test_the_recipe_verifies_what_is_sent(desk: Desk) -> None:
    secret, headers, body = called(desk)
    is_ours, now = recipe(), desk.clock.now()
    assert is_ours(secret, headers, body, now)
    assert is_ours(secret, headers, body, now + 300)
    rotated = {**headers, "webhook-signature": f"v1,AAAA {headers['webhook-signature']}"}
    assert is_ours(secret, rotated, body, now)


def test_the_recipe_verifies_nothing_else(desk: Desk) -> None:
    secret, headers, body = called(desk)
    is_ours, now = recipe(), desk.clock.now()
    other = str(desk.webhook("ann", "https://hook.example/other").json["secret"])
    assert not is_ours(other, headers, body, now)
    assert not is_ours(secret, headers, body + b" ", now)
    assert not is_ours(secret, headers, body, now + 301)
    assert not is_ours(secret, headers, body)
    for name in ("webhook-id", "webhook-timestamp", "webhook-signature"):
        assert not is_ours(secret, {**headers, name: headers[name][:-1] + "1"}, body, now)


def test_a_call_is_as_the_page_shows_it(desk: Desk) -> None:
    _, headers, body = called(desk)
    shown, found = json.loads(BLOCKS["json"]), json.loads(body)
    assert list(shown) == list(found)
    assert list(shown["data"]) == list(found["data"])
    told = re.findall(r"^\| `(webhook-\w+)` \|", TEXT, re.MULTILINE)
    assert sorted(told) == sorted(name for name in headers if name.startswith("webhook-"))


def test_the_page_names_every_category_and_every_field(desk: Desk) -> None:
    _, _, body = called(desk)
    told = set(re.findall(r"`(\w+)`", TEXT.split("## Verify")[0]))
    assert set(Category.__args__) <= told  # type: ignore[attr-defined]
    assert set(json.loads(body)["data"]) <= told
