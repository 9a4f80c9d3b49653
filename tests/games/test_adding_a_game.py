"""A game is one folder: a throw-away one, of which nothing else here knows, is listed and goes through every law."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from chalicelib import games
from chalicelib.rules import LANGUAGES
from tests.games import test_laws, test_many, test_registry
from tests.games.cheap import walked
from tests.games.parts import MissingPartError, part
from tests.games.redeals import hides, redealt
from tests.games.visiting import guest
from tests.games.walks import settings, tables

Law = Callable[[Any], None]


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with guest(tmp_path_factory.mktemp("games")) as visiting:
        yield visiting


def _laws(mark: pytest.MarkDecorator) -> list[Any]:
    """The laws that this decorator hands its settings to."""
    found = {name: law for name, law in vars(test_laws).items() if mark.mark in getattr(law, "pytestmark", ())}
    return [pytest.param(law, id=name.removeprefix("test_")) for name, law in found.items()]


@pytest.mark.parametrize("law", _laws(test_laws.over_walks))
def test_a_law_over_whole_matches_holds(key: str, law: Law) -> None:
    for setting in settings([key]):
        law(setting)


@pytest.mark.parametrize("law", _laws(test_laws.over_tables))
def test_a_law_over_every_seat_count_holds(key: str, law: Law) -> None:
    for setting in tables([key]):
        law(setting)


def test_no_law_is_left_out() -> None:
    listed = [*_laws(test_laws.over_walks), *_laws(test_laws.over_tables)]
    assert len(listed) == sum(name.startswith("test_") for name in vars(test_laws)) > 20


def test_the_registry_lists_it(key: str) -> None:
    assert games.keys().count(key) == 1
    test_registry.test_a_game_says_of_itself_what_its_meta_says(key)
    test_registry.test_every_default_is_among_the_values_of_its_option(key)
    for language in LANGUAGES:
        test_registry.test_every_game_explains_its_rules_in_every_language(key, language)


def test_many_matches_of_it_end_in_every_way_it_has(key: str) -> None:
    assert set(walked(key, test_many.MATCHES, 10_000).ends) == {"normal", "resigned"}
    test_many.test_the_matches_differ_in_seats_and_options(key)


def test_nothing_hidden_is_asked_of_a_game_that_hides_nothing(key: str) -> None:
    assert not hides(key, 20_000)
    assert redealt(key, test_many.POSITIONS, 20_000) == 0
    test_many.test_what_a_watcher_cannot_know_is_not_shown(key)


@pytest.mark.parametrize("name", ["invariants", "ends", "strength"])
def test_what_it_has_still_to_bring_is_said(key: str, name: str) -> None:
    with pytest.raises(MissingPartError, match=f"tests/games/take_away/{name}.py"):
        part(key, name)
