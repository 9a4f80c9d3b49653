"""A match that is damaged where it is kept: it is told so clearly, and keeps no other from being seen."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from chalicelib.matches import repository
from chalicelib.matches.match import Match
from chalicelib.players.ports import Key, Put
from tests.site.house import BOT, ME, OPEN, House, house


@pytest.fixture
def home() -> Iterator[House]:
    """A fresh service behind the app."""
    with house() as made:
        yield made


def damage(home: House, match: Match, item: str, **values: Any) -> None:
    """Let something else stand in an item of a match; None: nothing does."""
    found = home.env.store.get(Key(repository.partition(match.id), item))
    assert found is not None
    body = {name: value for name, value in {**found.body, **values}.items() if value is not None}
    home.env.store.commit([Put(replace(found, body=body))])


DAMAGES: list[tuple[str, dict[str, Any]]] = [
    ("A#head", {"status": "runing"}),
    ("A#head", {"status": None}),
    ("A#head", {"opened": [1]}),
    ("A#head", {"deadlines": ["soon", 0]}),
    ("A#head", {"begun": [1]}),
    ("A#head", {"due": "monday"}),
    ("A#head", {"last": []}),
    ("A#roster", {"seats": None}),
    ("A#roster", {"seats": [{"kind": "player", "shoes": 2}]}),
    ("A#roster", {"pace": 3}),
    ("A#roster", {"origin": {"from": "nowhere"}}),
]


@pytest.mark.parametrize(("item", "values"), DAMAGES)
def test_a_damaged_match_is_told_of_and_left_out_of_lists(home: House, item: str, values: dict[str, Any]) -> None:
    anna = home.session("Anna")
    bad, good = (home.table(anna.player, ME, BOT, visibility="public") for _ in range(2))
    waiting, open_one = (home.table(anna.player, ME, OPEN, visibility="public") for _ in range(2))
    browser = home.browser(anna)
    for match in (bad, waiting):
        damage(home, match, item, **values)
        answer = browser.get(f"/matches/{match.id}")
        assert (answer.status_code, json.loads(answer.body)["code"]) == (503, "unreadable")
        assert browser.get(f"/m/{match.id}").status_code == 503
    mine = json.loads(browser.get("/me/matches").body)["matches"]
    assert {each["id"] for each in mine} == {good.id, open_one.id}
    lobby = json.loads(browser.get("/matches?game=keer-op-keer").body)["matches"]
    assert [each["id"] for each in lobby] == [open_one.id]
    assert browser.get("/").status_code == 200


def test_a_position_that_cannot_be_read_leaves_the_match_on_its_players_lists(home: House) -> None:
    anna = home.session("Anna")
    bad = home.table(anna.player, ME, BOT)
    damage(home, bad, "A#head", state={"no": "position"})
    (listed,) = json.loads(home.browser(anna).get("/me/matches").body)["matches"]
    assert (listed["id"], listed["my_turn"]) == (bad.id, False)
    assert home.browser(anna).get(f"/matches/{bad.id}").status_code == 503


def test_a_row_of_the_log_that_is_damaged_is_told_of(home: House) -> None:
    anna = home.session("Anna")
    bad = home.table(anna.player, ME, BOT)
    damage(home, bad, repository.log_key(bad.id, *bad.head.last).sort, z="nothing", kind=None)
    answer = home.browser(anna).get(f"/matches/{bad.id}/log")
    assert (answer.status_code, json.loads(answer.body)["code"]) == (503, "unreadable")
