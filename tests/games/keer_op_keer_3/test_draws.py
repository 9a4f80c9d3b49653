"""What Keer op Keer 3 draws, worked out as docs/record.md tells it."""

from __future__ import annotations

from typing import Any

import pytest

from chalicelib.games.keer_op_keer_3.state import State
from chalicelib.rules import Chance
from tests.games.drawn import Draws, vectors
from tests.games.keer_op_keer_3.positions import GAME, asking, chance, column, move, position
from tests.games.walks import Setting, walk

VECTORS = vectors()
SEED, NONCES = bytes.fromhex(VECTORS["seed"]), [bytes.fromhex(nonce) for nonce in VECTORS["nonces"]]


def roll(draws: Draws, seats: int) -> str:
    count = 2 if seats == 1 else 3
    colours = [draws.roll("gybro*") for _ in range(count)]
    return "".join(colours + [draws.roll("12345*") for _ in range(count)])


def first_position(draws: Draws, seats: int, chips: tuple[int, ...]) -> dict[str, Any]:
    """What is drawn for it, in the order of the page."""
    active = draws.below(seats)
    heap = "".join(sign * count for sign, count in zip("!16.", chips, strict=True))
    rows = ["".join(draws.shuffle(heap)) for _ in range(seats if seats > 1 else 0)]
    starts = []
    for _ in range(seats):
        while "*" in (pair := draws.roll("gybro*") + draws.roll("12345*")):
            pass
        starts.append(pair)
    return {"active": active, "chips": rows, "start": starts, "roll": roll(draws, seats)}


def drawn(state: State) -> dict[str, Any]:
    """The same in a position."""
    chips = [row for row in state.chips if row]
    return {"active": state.active, "chips": chips, "start": list(state.start), "roll": state.dice}


@pytest.mark.parametrize("vector", VECTORS["keer_op_keer_3_starts"])
def test_the_first_position_of_the_page(vector: dict[str, Any]) -> None:
    counts = [int(count) for count in vector["option"].split("-")]
    told = {key: vector[key] for key in ("active", "chips", "start", "roll")}
    assert first_position(Draws(SEED, NONCES, vector["ply"]), len(NONCES), tuple(counts)) == told
    assert drawn(GAME.initial_state(2, {"chips": vector["option"]}, Chance(SEED, tuple(NONCES), vector["ply"]))) == told


def test_a_start_combination_of_the_page_is_rolled_again() -> None:
    """The vectors are worth more for it: four pairs of dice where there are two seats."""
    draws = Draws(SEED, NONCES, VECTORS["keer_op_keer_3_starts"][1]["ply"])
    first_position(draws, 2, (3, 3, 3, 1))
    assert draws.taken == 1 + 9 + 9 + 2 * 4 + 6


@pytest.mark.parametrize("stormy", [False, True])
@pytest.mark.parametrize("seats", range(1, 7))
def test_the_draws_of_whole_matches_are_those_of_the_page(seats: int, stormy: bool) -> None:
    """Seats leave stormy ones while they are played."""
    options = (("chips", "3-3-3-1"),) if seats > 1 else ()
    setting = Setting("keer-op-keer-3", seats, options, 7, stormy)
    seed, nonces = setting.seed.to_bytes(32, "big"), [bytes([seat]) * 16 for seat in range(seats)]
    assert drawn(setting.start()) == first_position(Draws(seed, nonces, 0), seats, (3, 3, 3, 1))
    rolls = 1
    for step in walk(setting):
        assert (step.after.chips, step.after.start) == (step.before.chips, step.before.start)
        if step.after.roll > step.before.roll:
            rolls += 1
            assert step.after.dice == roll(Draws(seed, nonces, step.ply), seats)
        elif step.after.outcome is None:
            assert step.after.dice == step.before.dice
    assert rolls > 3


@pytest.mark.parametrize(
    ("state", "seat", "text", "draws"),
    [
        (position(["", ""]), 0, "pass", 0),
        (asking(["bomb", "row"], ["", "HP"]), 0, "bomb AP", 0),
        (asking(["", "row"], ["", "HP"]), 1, "row P: GP", 6),
        (asking(["give", ""], ["", ""], owed=("!1", "")), 0, "give joker to 1", 0),
        (asking(["give", ""], ["", ""], owed=("1", "")), 0, "give plus-minus to 1", 6),
        (position([""], dice="gy12"), 0, "pass", 4),
        (position([""], dice="gy12", roll=30), 0, "pass", 0),
        (position([column("A", but="P")] * 2, dice="rrr111", roll=3, xs=(9, 9), answers=("", "pass")), 0, "r1 AP", 0),
    ],
)
def test_only_what_ends_a_roll_draws_and_not_what_ends_the_match(
    state: State, seat: int, text: str, draws: int
) -> None:
    lot = chance()
    GAME.apply_move(state, seat, move(text), lot)
    assert lot.draws == draws
