"""What Keer op Keer draws, worked out as docs/record.md tells it."""

from __future__ import annotations

from typing import Any

import pytest

from chalicelib.rules import Chance
from tests.games.drawn import Draws, vectors
from tests.games.keer_op_keer.positions import GAME
from tests.games.walks import Setting, walk

VECTORS = vectors()
SEED, NONCES = bytes.fromhex(VECTORS["seed"]), [bytes.fromhex(nonce) for nonce in VECTORS["nonces"]]


def roll(draws: Draws, seats: int) -> str:
    count = 2 if seats == 1 else 3
    colours = [draws.roll("gybro*") for _ in range(count)]
    return "".join(colours + [draws.roll("12345*") for _ in range(count)])


@pytest.mark.parametrize("vector", VECTORS["keer_op_keer_starts"])
def test_the_first_position_of_the_page(vector: dict[str, Any]) -> None:
    draws = Draws(SEED, NONCES, 0)
    assert {"active": draws.below(2), "roll": roll(draws, 2)} == vector
    state = GAME.initial_state(2, {}, Chance(SEED, tuple(NONCES), 0))
    assert {"active": state.active, "roll": state.dice} == vector


@pytest.mark.parametrize("stormy", [False, True])
@pytest.mark.parametrize("seats", range(1, 7))
def test_the_draws_of_whole_matches_are_those_of_the_page(seats: int, stormy: bool) -> None:
    """Seats leave stormy ones while they are played."""
    setting = Setting("keer-op-keer", seats, (), 7, stormy)
    seed, nonces = setting.seed.to_bytes(32, "big"), [bytes([seat]) * 16 for seat in range(seats)]
    draws, start, rolls = Draws(seed, nonces, 0), setting.start(), 1
    assert (start.active, start.dice) == (draws.below(seats), roll(draws, seats))
    for step in walk(setting):
        if step.after.roll > step.before.roll:
            rolls += 1
            assert step.after.dice == roll(Draws(seed, nonces, step.ply), seats)
        elif step.after.outcome is None:
            assert step.after.dice == step.before.dice
    assert rolls > 3
