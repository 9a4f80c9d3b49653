"""Where a login may lead: pages of ours, and nothing else."""

from __future__ import annotations

import pytest

from chalicelib.site import way


@pytest.mark.parametrize(
    "wanted",
    [
        "/",
        "/new",
        "/new?game=keer-op-keer",
        "/m/abc",
        "/m/abc/replay",
        "/m/abc?join=abc.1.x-_y",
        "/i?token=i-1.2.x_-y",
        "/r",
        "/r/abc",
        "/rules/keer-op-keer",
    ],
)
def test_pages_of_ours_are_led_to(wanted: str) -> None:
    assert way.back(wanted) == wanted


@pytest.mark.parametrize(
    "wanted",
    [
        "",
        "m/abc",
        "//evil.example",
        "/\\evil.example",
        "/\t/evil.example",
        "https://evil.example/m/abc",
        "javascript:alert(1)",
        "/m/abc\nSet-Cookie: a=b",
        "/m/abc\n",
        "/m/../logout",
        "/m/abc?key=k",
        "/m/abc?join=a&next=//evil.example",
        "/i?token=a#never",
        "/i?token=",
        "/i?token=é",
        "/m/abc/../../x",
        "/new?game=x&next=//evil.example",
        "/new?record=a&ply=x",
        "/new?match=a&ply=1&next=x",
        "/m/abc/other",
        "/r/abc/x",
        "/logout",
        "/login",
        "/m/%2e%2e",
    ],
)
def test_everything_else_leads_to_the_first_page(wanted: str) -> None:
    assert way.back(wanted) == "/"
    assert way.login(wanted) == "/login"


def test_the_login_page_is_told_where_to_go() -> None:
    assert way.login("/new?game=keer-op-keer") == "/login?next=%2Fnew%3Fgame%3Dkeer-op-keer"
