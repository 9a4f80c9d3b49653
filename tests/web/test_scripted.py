"""A client that knows nothing but the API finishes matches of every game, seat count and option, in every style."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from chalicelib import games
from tests.admin.desk import flaws
from tests.games import walks
from tests.web import scripted
from tests.web.described import Described, Description
from tests.web.desk import Desk, open_desk
from tests.web.exported import check

TABLES = [(key, seats) for key in games.keys() for seats in games.meta(key).seats]  # noqa: SIM118 - not a mapping


@pytest.fixture(scope="module")
def described() -> Description:
    """The document, read once for all matches."""
    return Description(open_desk())


def lots(sets: int, seats: int) -> list[tuple[int, str]]:
    """Which options are played in which style: every set once, every style too, the quick one most often."""
    turns = range(max(sets, len(scripted.STYLES)))
    styles = ("first", "random", *("bot" for _ in turns))
    return [((turn + seats) % sets, styles[turn]) for turn in turns]


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_scripted_client_finishes_matches_and_every_answer_is_as_described(
    desk: Desk, described: Description, game: str, seats: int
) -> None:
    service = Described(desk, described)
    sets = scripted.option_sets(service, game, seats, far=False)
    for number, style in lots(len(sets), seats):
        wish = scripted.Wish(game, scripted.lineup(style, seats, number), sets[number])
        record = scripted.play(service, wish, style, number)
        assert record["options"].items() >= wish.options.items()
        assert record["outcome"]["termination"] in ("normal", "move_limit")
        check(record)
    assert flaws(desk.env) == {}


def test_every_value_that_the_rules_offer_is_offered_by_the_interface(desk: Desk) -> None:
    for game, seats in TABLES:
        told = scripted.option_sets(desk, game, seats)
        known = [dict(choices) for choices in walks.option_sets(game, seats)]
        assert _values(known) <= _values(told)


def _values(sets: Any) -> set[tuple[str, object]]:
    return {pair for options in sets for pair in options.items()}


def test_all_options_and_styles_are_played() -> None:
    for sets in (1, 3, 8):
        for seats in range(1, 7):
            found = lots(sets, seats)
            assert {number for number, _ in found} == set(range(sets))
            assert {style for _, style in found} == set(scripted.STYLES)


def test_a_record_that_was_changed_does_not_pass(desk: Desk) -> None:
    record = dict(scripted.play(desk, scripted.Wish("sequence-dice", (0, 1), {}), "bot", 1))
    check(record)
    for change in (_other_die, _other_winner, _one_move_less, _other_nonce):
        changed = deepcopy(record)
        change(changed)
        with pytest.raises((AssertionError, ValueError)):
            check(changed)


def _other_die(record: dict[str, Any]) -> None:
    record["seed"] = record["seed"][::-1]


def _other_winner(record: dict[str, Any]) -> None:
    record["outcome"]["winners"] = [1 - winner for winner in record["outcome"]["winners"]]


def _one_move_less(record: dict[str, Any]) -> None:
    record["moves"].pop()


def _other_nonce(record: dict[str, Any]) -> None:
    record["nonces"][1] = record["nonces"][0]
