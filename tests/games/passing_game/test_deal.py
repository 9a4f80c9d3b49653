"""What the Passing Game draws, worked out as docs/record.md tells it; every order of the tiles is as likely."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from chalicelib.games.passing_game import deal
from chalicelib.games.passing_game.state import State
from chalicelib.games.passing_game.tiles import BY_LETTER, LETTERS, names
from chalicelib.rules import Chance
from tests.games.passing_game.reference import row
from tests.games.passing_game.situations import GAME, play, position
from tests.games.walks import Setting, walk

PAGE = Path(__file__).parents[3] / "docs" / "record.md"
VECTORS: dict[str, Any] = json.loads(PAGE.read_text(encoding="utf-8").split("```json")[1].split("```")[0])


def check(state: State, chance: Chance, seats_in: Sequence[int], leader: int | None) -> None:
    """A round that was dealt with these draws; None: its leader was drawn, too."""
    tiles, size = [f"{high}-{low}" for high, low in row(chance)], 6 if len(seats_in) == 4 else 7
    for seat, hand in enumerate(state.hands):
        taken = [tiles.pop(0) for _ in range(size)] if seat in seats_in else []
        assert sorted(names(hand)) == sorted(taken)
    assert [BY_LETTER[letter].name for letter in state.boneyard] == tiles
    assert state.leader == state.turn == (seats_in[chance.below(len(seats_in))] if leader is None else leader)


@pytest.mark.parametrize("vector", VECTORS["passing_game_deals"])
def test_the_deal_of_the_page(vector: dict[str, Any]) -> None:
    nonces = tuple(bytes.fromhex(nonce) for nonce in VECTORS["nonces"])
    chance = Chance(bytes.fromhex(VECTORS["seed"]), nonces, vector["ply"], vector["purpose"])
    state = GAME.initial_state(len(nonces), {}, chance)
    assert [" ".join(names(hand)) for hand in state.hands] == vector["hands"]
    assert " ".join(BY_LETTER[letter].name for letter in state.boneyard) == vector["boneyard"]
    assert (state.leader, chance.draws) == (vector["leader"], 3)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("lead", ["lot", "rotate"])
def test_the_draws_of_whole_matches_are_those_of_the_page(seats: int, lead: str) -> None:
    """Seats leave while they are played."""
    options = (("lead", lead), ("target", 150))
    dealt = [_check_match(Setting("passing-game", seats, options, seed, stormy=True)) for seed in range(8)]
    assert sum(dealt) >= 20


def _check_match(setting: Setting) -> int:
    """How many rounds were dealt after the first."""
    check(setting.start(), setting.chance(0), range(setting.seats), None)
    steps = [step for step in walk(setting) if step.after.outcome is None and step.after.round > step.before.round]
    for step in steps:
        seats_in = [seat for seat in range(setting.seats) if not step.after.departed >> seat & 1]
        turns = [(step.before.leader + 1 + more) % setting.seats for more in range(setting.seats)]
        following = next(seat for seat in turns if seat in seats_in)
        leader = None if step.after.terms.lead == "lot" else following
        check(step.after, setting.chance(step.ply), seats_in, leader)
    return len(steps)


@pytest.mark.parametrize("act", ["6-3 left", "draw", "pass"])
def test_a_move_that_ends_no_round_draws_nothing(act: str) -> None:
    state = position(("6-3 2-1", "5-5"), train="=6-4", ends=(6, 4), boneyard="0-0 1-1 2-2")
    lot = Chance(b"seed", (), 1)
    after = GAME.apply_move(state, 0, GAME.parse(state, 0, act, "en"), lot)
    assert (after.round, lot.draws) == (1, 0)
    assert after.boneyard == (state.boneyard[1:] if act == "draw" else state.boneyard)


def test_the_end_of_a_match_draws_nothing() -> None:
    state = play(position(("2-1", "5-5"), train="=6-4", ends=(6, 4), boneyard="0-0 1-1", target=5), "pass")
    lot = Chance(b"seed", (), 1)
    assert GAME.apply_move(state, 1, GAME.timeout_move(state, 1), lot).outcome is not None
    assert lot.draws == 0


DEALS = 5_000
CRITICAL = 55.476
"""Chi-squared at 99.9 %, 27 degrees of freedom."""


def test_every_tile_is_as_likely_at_every_place() -> None:
    chance = Chance(b"tiles" * 6, (), 0)
    orders = [deal.shuffled(LETTERS, chance) for _ in range(DEALS)]
    assert chance.draws >= 2 * DEALS
    expected = DEALS / 28
    for place in (0, 1, 6, 7, 13, 14, 15, 26, 27):
        counts = Counter(order[place] for order in orders)
        assert len(counts) == 28
        assert sum((count - expected) ** 2 / expected for count in counts.values()) < CRITICAL
