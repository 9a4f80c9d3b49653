"""Bots play sensibly, see nothing but a view, think within bounds, and each level is clearly better than the last."""

from __future__ import annotations

import pytest

from chalicelib.games import get
from chalicelib.games.passing_game import foresight
from chalicelib.games.passing_game.state import State
from chalicelib.rules import Chance, InvalidOptionError, NotToMoveError
from tests.games.duels import play_out
from tests.games.passing_game.situations import GAME, chance, position, steps
from tests.games.passing_game.strength import PAIRINGS
from tests.games.table import Table

MATCHES = 60
TARGET = 40
"""Shorter matches than the usual ones, so that there can be many of them; make soak plays whole ones."""


def choice(state: State, level: int, lot: int = 1) -> str:
    seat = state.turn
    legal = GAME.legal_moves(state, seat)
    return GAME.format(GAME.choose(GAME.view(state, seat), legal, Chance(b"bot", (), lot, "bot"), level))


@pytest.mark.parametrize(("level", "rival", "least"), PAIRINGS)
def test_a_level_beats_the_ones_below_it(level: int, rival: int, least: float) -> None:
    won = 0
    for number in range(MATCHES):
        pair, seat = divmod(number, 2)
        table = Table(get("passing-game"), 2, {"target": TARGET}, f"bots {level} {rival} {pair}")
        play_out(table, (level, rival) if seat == 0 else (rival, level))
        won += table.ended().winners == (seat,)
    assert won / MATCHES >= least


@pytest.mark.parametrize(("seats", "options", "least"), [(3, {}, 0.5), (4, {}, 0.35), (4, {"partnership": True}, 0.7)])
def test_level_2_is_better_with_more_seats_too(seats: int, options: dict[str, bool], least: float) -> None:
    won, matches, team = 0, 24, 2 if options else 0
    for number in range(matches):
        seat = number % seats
        good = {seat, (seat + team) % seats}
        table = Table(get("passing-game"), seats, {"target": TARGET, **options}, f"bots {seats} {number // seats}")
        play_out(table, tuple(2 if each in good else 1 for each in range(seats)))
        won += set(table.ended().winners) == good
    assert won / matches >= least


def test_the_beginner_plays_the_heaviest_tile_that_fits() -> None:
    state = position(("6-0 6-5 4-4 6-6 5-5", "2-2"), train="=6-4", ends=(6, 4), boneyard="0-0 1-1 3-3")
    assert choice(state, 1) in ("6-6 left",)
    assert choice(position(("5-5 3-3", "2-2"), train="=6-4", ends=(6, 4), boneyard="0-0 1-1 1-0"), 1) == "draw"
    assert choice(position(("5-5 3-3", "6-2"), train="=6-4", ends=(6, 4), boneyard="0-0 1-1"), 1) == "pass"


def test_level_2_goes_out_and_ends_a_round_it_wins() -> None:
    state = position(("6-0", "2-2 5-5 4-1"), train="=6-4", ends=(6, 4), boneyard="0-0 1-1 3-3")
    assert choice(state, 2) == "6-0 left"
    ahead = position(("1-0", "6-5 5-5 4-1 3-2"), train="=6-4 >4-4", ends=(6, 4), boneyard="0-0 1-1 3-3")
    passed = GAME.apply_move(
        GAME.apply_move(ahead, 0, GAME.timeout_move(ahead, 0), chance()), 1, GAME.timeout_move(ahead, 0), chance()
    )
    assert passed.round == 2
    last = position(("6-5 5-5 4-1 3-2", "1-0"), train="=6-4", ends=(6, 4), boneyard="0-0 1-1 3-3")
    after = GAME.apply_move(last, 0, GAME.timeout_move(last, 0), chance())
    assert choice(after, 2) == "pass"


def test_it_does_not_end_a_round_it_loses() -> None:
    state = position(("2-1 1-0", "6-5 5-5 6-6 3-2"), train="=6-4", ends=(6, 4), boneyard="0-0 1-1 3-3")
    after = GAME.apply_move(state, 0, GAME.timeout_move(state, 0), chance())
    assert choice(after, 2) != "pass"


@pytest.mark.parametrize("level", [1, 2])
def test_a_bot_chooses_the_same_whatever_it_cannot_see(level: int) -> None:
    looked_at = 0
    for number, step in enumerate(steps()):
        state = step.after
        if state.outcome is not None:
            continue
        dealt = GAME.redeal(state, state.turn, chance(number))
        assert choice(dealt, level, number) == choice(state, level, number)
        looked_at += 1
    assert looked_at > 30


@pytest.mark.parametrize("level", [1, 2])
def test_equals_are_drawn_by_lot_and_the_same_draw_gives_the_same_choice(level: int) -> None:
    state = position(("5-4 6-3", "2-2"), boneyard="0-0 1-1 3-3")
    assert {choice(state, 1, lot) for lot in range(20)} == {"5-4", "6-3"}
    assert choice(state, level, 3) == choice(state, level, 3)


def test_level_2_looks_at_a_bounded_number_of_deals() -> None:
    widest = max((step.before for step in steps()), key=lambda state: len(GAME.legal_moves(state, state.turn)))
    lot = chance()
    GAME.choose(GAME.view(widest, widest.turn), GAME.legal_moves(widest, widest.turn), lot, 2)
    assert lot.draws <= 2, "one number for all the deals, and one where moves are equal"
    assert foresight.DEALS <= 4


def test_there_is_no_other_level_and_nothing_to_choose_for_others() -> None:
    state = position(("5-4 6-3", "2-2"))
    with pytest.raises(InvalidOptionError):
        choice(state, 3)
    with pytest.raises(NotToMoveError):
        GAME.choose(GAME.view(state, 1), GAME.legal_moves(state, 1), chance(), 1)
    with pytest.raises(NotToMoveError):
        GAME.choose(GAME.view(state, None), GAME.legal_moves(state, 0), chance(), 1)
