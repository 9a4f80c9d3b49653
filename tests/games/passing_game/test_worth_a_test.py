"""What the rules page names as worth a test of its own, in its words."""

from __future__ import annotations

from typing import Any

import pytest

from chalicelib.games.passing_game.tiles import ALL, TILES, mask_of, names
from chalicelib.rules import AmbiguousMoveError, Termination
from tests.games.passing_game.situations import GAME, NAMES, chance, play, position, texts
from tests.games.walks import Setting

MIDDLE: dict[str, Any] = {"train": "=6-4", "ends": (6, 4)}


def test_28_distinct_tiles() -> None:
    assert [tile.name for tile in TILES] == NAMES
    assert len({frozenset((tile.high, tile.low)) for tile in TILES}) == 28
    assert sum(tile.pips == 0 for tile in TILES) == 1
    assert sum(tile.pips for tile in TILES) == 168
    assert ALL.bit_count() == len({tile.letter for tile in TILES}) == 28


@pytest.mark.parametrize(("seats", "hand", "boneyard"), [(2, 7, 14), (3, 7, 7), (4, 6, 4)])
def test_every_deal_has_every_tile_once(seats: int, hand: int, boneyard: int) -> None:
    for seed in range(20):
        state = Setting("passing-game", seats, (), seed).start()
        assert [mask.bit_count() for mask in state.hands] == [hand] * seats
        assert len(state.boneyard) == boneyard
        dealt = [name for mask in (*state.hands, mask_of(state.boneyard)) for name in names(mask)]
        assert sorted(dealt) == sorted(NAMES)


def test_a_seat_goes_out_while_another_holds_only_the_0_0_both_count_0_a_tie_nobody_scores() -> None:
    state = position(("6-3", "0-0"), train="=6-4", ends=(6, 4), boneyard="1-1 2-1 3-1")
    after = play(state, "6-3 left")
    assert after.round == 2
    assert after.standing.points == (0, 0)
    assert after.standing.rounds_won == (0, 0)
    last = GAME.view(after, None).last
    assert last is not None
    assert (last.how, last.winners, last.points) == ("out", (), 0)
    assert [hand.pips for hand in last.hands] == [0, 0]


def test_a_blocked_round_with_a_drawable_boneyard_is_not_blocked() -> None:
    state = position(("6-3 1-0", "1-1"), train="=6-4", ends=(6, 4), boneyard="2-2 2-1 5-5")
    after = play(state, "6-3 left")
    assert after.round == 1
    assert texts(after) == ["draw", "pass"]
    assert play(after, "draw").standing.last.how == "blocked"  # type: ignore[union-attr]


ALL_BUT_ONE = "=6-0 <6-5 <5-0 <4-0 <4-3 <3-0 <0-0 <2-0 <2-1"
"""A train with six of the seven tiles that have a 0."""


@pytest.mark.parametrize(("boneyard", "blocked"), [("4-4 3-3 2-2", False), ("4-4 3-3", True)])
def test_both_ends_show_a_number_whose_seven_tiles_are_all_out(boneyard: str, blocked: bool) -> None:
    """Nobody can play once the boneyard is down to two."""
    state = position(("1-0 5-5", "6-6 5-4"), train=ALL_BUT_ONE, ends=(1, 0), boneyard=boneyard)
    after = play(state, "1-0 left")
    assert after.round == (2 if blocked else 1)
    if blocked:
        assert after.standing.last is not None
        assert (after.standing.last.how, after.standing.last.points) == ("blocked", 11)
        assert after.standing.points == (11, 0)
    else:
        assert (after.left, after.right) == (0, 0)
        assert texts(after) == ["draw", "pass"]
        assert play(after, "draw").round == 2


def test_everyone_passes_once_round_over() -> None:
    state = position(("6-3", "6-1", "4-1"), boneyard="2-2 2-1 5-5", **MIDDLE)
    after = play(state, "pass", "pass")
    assert after.round == 1
    over = play(after, "pass")
    assert over.round == 2
    assert over.standing.last is not None
    assert over.standing.last.how == "passed"
    assert over.standing.points == (0, 0, 9 + 7 - 5)


@pytest.mark.parametrize("breaks", ["draw", "6-1 left"])
def test_a_play_or_a_draw_breaks_the_succession(breaks: str) -> None:
    state = position(("6-3 5-5", "6-1 5-1", "4-1"), boneyard="2-2 2-1 5-5 0-0", **MIDDLE)
    after = play(state, "pass", breaks, "pass", "pass")
    assert after.round == 1
    assert play(after, "pass").round == 2


def test_tie_for_lowest_with_three_seats_no_score_though_the_third_has_more() -> None:
    state = position(("2-1", "3-0", "6-5"), boneyard="2-2 1-1", train="=6-4", ends=(6, 4))
    after = play(state, "pass", "pass", "pass")
    assert after.round == 2
    assert after.standing.points == (0, 0, 0)
    assert after.standing.last is not None
    assert after.standing.last.winner == -1


def test_the_partner_goes_out_but_the_partnership_loses_on_pips() -> None:
    state = position(("6-3", "1-1", "6-6 5-5", "2-2"), boneyard="2-1 3-1", partnership=True, **MIDDLE)
    after = play(state, "6-3 left")
    assert after.standing.last is not None
    assert after.standing.last.how == "out"
    assert after.standing.points == (0, 22 - 6)
    assert after.standing.rounds_won == (0, 1)


def test_subtracted_once_3_10_10_is_17() -> None:
    state = position(("2-1", "6-4", "5-5"), boneyard="2-2 1-1", train="=3-3", ends=(3, 3))
    assert play(state, "pass", "pass", "pass").standing.points == (17, 0, 0)


@pytest.mark.parametrize(("points", "ends"), [(83, False), (84, True), (85, True)])
def test_target_reached_exactly(points: int, ends: bool) -> None:
    state = position(("2-1", "6-4", "5-5"), boneyard="2-2 1-1", train="=3-3", ends=(3, 3), points=(points, 90, 0))
    after = play(state, "pass", "pass", "pass")
    assert (after.outcome is not None) == ends
    if after.outcome is not None:
        assert after.outcome.termination is Termination.NORMAL
        assert after.outcome.winners == (0,)
        assert [(score.seat, score.rank) for score in after.outcome.scores] == [(0, 1), (1, 2), (2, 3)]
        assert after.outcome.scores[0].lines == (("points", points + 17), ("rounds_won", 1))


def test_a_tile_that_fits_two_ends_with_different_numbers_needs_a_side() -> None:
    state = position(("6-4 1-1", "2-2"), train="=6-1 >4-1", ends=(6, 4), boneyard="0-0 3-3")
    with pytest.raises(AmbiguousMoveError) as caught:
        GAME.parse(state, 0, "6-4", "en")
    assert caught.value.candidates == ("6-4 left", "6-4 right")
    assert GAME.format(GAME.parse(state, 0, "4-6 r", "en")) == "6-4 right"


def test_both_ends_show_the_same_number_and_the_short_text_means_left() -> None:
    state = position(("5-3 1-1", "2-2"), train="=5-0 >5-0", ends=(5, 5), boneyard="0-0 3-3")
    assert texts(state)[:2] == ["5-3 left", "5-3 right"]
    assert GAME.format(GAME.parse(state, 0, "5-3", "en")) == "5-3 left"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_view_of_seat_1_does_not_change_when_the_hidden_tiles_are_dealt_differently(seats: int) -> None:
    state = Setting("passing-game", seats, (), 7).start()
    for lot in range(20):
        dealt = GAME.redeal(state, 1, chance(lot))
        assert dealt != state
        assert GAME.view(dealt, 1) == GAME.view(state, 1)
        assert GAME.view(dealt, 0) != GAME.view(state, 0)
