"""Gifts of Keer op Keer 3 on the page of a match: picked by name, sent as the canonical text."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from chalicelib.matches import repository, service
from chalicelib.matches.seating import MatchWish
from tests.games.keer_op_keer_3 import positions
from tests.site.house import ME, OPEN, House, fields_of


@pytest.mark.parametrize(
    ("language", "gift"),
    [
        ("en", "the joker chip to"),
        ("nl", "jokerfiche aan"),
        ("sv", "jokerbricka till"),
        ("af", "jokerskyfie aan"),
    ],
)
def test_whom_a_gift_is_for_is_picked_by_name(home: House, language: str, gift: str) -> None:
    anna = home.session("Anna", language)
    match = service.create(home.env, anna.player, MatchWish("keer-op-keer-3", (ME, OPEN, OPEN)))
    for name in ("Bram", "Cees"):
        match = service.join(home.env, home.session(name).player, match.id)
    giving = positions.asking(["give", "give", ""], ["HP"] * 3, owed=("!", "1", ""))
    version = match.head.version + 1
    head = replace(match.head, version=version, state=giving, opened=(version, version, 0))
    home.store.commit(repository.writes(match, head, None))
    browser, path = home.browser(anna, language), f"/m/{match.id}"
    page = str(browser.get(path).body.decode())
    offered = re.findall(r'<option value="(give[^"]+)">([^<]+)</option>', page)
    assert offered == [
        ("give joker to 1", f"give joker to 1 – {gift} Bram"),
        ("give joker to 2", f"give joker to 2 – {gift} Cees"),
    ]
    browser.post(path, {**fields_of(page, "choose"), "move": offered[1][0]})
    assert f"<code>give joker to 2 – {gift} Cees</code>" in str(browser.get(path).body.decode())
