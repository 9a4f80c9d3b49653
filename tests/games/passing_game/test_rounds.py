"""The course of a match: who leads, what may be done, what comes after a round, how it ends."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from chalicelib.games.passing_game.tiles import FIGURES, InvalidFigureError, read_figures
from chalicelib.rules import InvalidOptionError, NothingToRetractError, Options, Termination
from tests.games.codec import dump
from tests.games.passing_game.situations import GAME, chance, play, position, texts
from tests.games.walks import Setting, Step, walk

TWO = ("6-3 2-1", "6-1 5-1")


def test_the_leader_must_play_and_may_play_any_tile() -> None:
    state = Setting("passing-game", 2, (), 1).start()
    assert state.turn == state.leader
    assert len(texts(state)) == 7
    assert all(" " not in text and text[1] == "-" for text in texts(state))
    assert GAME.decision(state, state.turn).kind == "lead"
    after = play(state, texts(state)[0])
    assert texts(after)[-2:] == ["draw", "pass"]
    assert GAME.decision(after, after.turn).kind == "turn"


def test_the_leader_with_one_tile_is_still_asked_and_goes_out_with_it() -> None:
    state = position(("6-3", "6-1 5-1"))
    assert not GAME.plays_forced
    assert (texts(state), GAME.to_move(state), GAME.decision(state, 0).kind) == (["6-3"], (0,), "lead")
    last = play(state, "6-3").standing.last
    assert last is not None
    assert (last.how, last.winner, last.points) == ("out", 0, 13)


def test_a_seat_that_can_only_pass_is_asked_too() -> None:
    state = position(("5-5", "6-1 5-1"), train="=6-4", ends=(6, 4), boneyard="0-0 1-1")
    assert (texts(state), GAME.to_move(state), GAME.decision(state, 0).kind) == (["pass"], (0,), "turn")


def test_the_first_tile_lies_with_its_higher_half_left() -> None:
    after = play(position(TWO), "6-3")
    assert (after.left, after.right) == (6, 3)
    assert GAME.view(after, None).train == ("6-3",)


def test_left_stays_the_first_tiles_left_for_the_whole_round() -> None:
    state = position(("6-3 6-6 6-2 4-3", "3-1 5-1 2-0"), boneyard="0-0 1-1 4-4")
    after = play(state, "6-3", "3-1 right", "6-6 left", "5-1 right", "6-2 left")
    assert GAME.view(after, None).train == ("2-6", "6-6", "6-3", "3-1", "1-5")
    assert (after.left, after.right) == (2, 5)


def test_drawing_and_passing_are_allowed_with_a_fitting_tile_in_hand() -> None:
    state = position(TWO, train="=6-4", ends=(6, 4), boneyard="0-0 1-1 4-4")
    assert texts(state) == ["6-3 left", "draw", "pass"]


def test_a_draw_takes_one_tile_and_ends_the_turn() -> None:
    state = position(TWO, train="=6-4", ends=(6, 4), boneyard="6-5 1-1 4-4")
    after = play(state, "draw")
    assert after.turn == 1
    assert GAME.view(after, 0).hand == ("2-1", "6-3", "6-5")
    assert (len(after.boneyard), GAME.view(after, None).drawable) == (2, 0)
    assert "draw" not in texts(after)


@pytest.mark.parametrize(("seats", "drawable"), [(2, 12), (3, 5), (4, 2)])
def test_so_many_tiles_can_be_drawn_in_a_round(seats: int, drawable: int) -> None:
    state = Setting("passing-game", seats, (), 3).start()
    assert GAME.view(state, None).drawable == drawable
    state = play(state, texts(state)[0])
    draws = 0
    while "draw" in texts(state):
        state = play(state, "draw")
        draws += 1
    assert draws == drawable
    assert len(state.boneyard) == 2


def test_a_lot_decides_who_leads_every_round() -> None:
    leaders = Counter(Setting("passing-game", 4, (), seed).start().leader for seed in range(200))
    assert min(leaders[seat] for seat in range(4)) > 30
    led = [step.after.leader for step in walk(Setting("passing-game", 3, (("target", 500),), 1)) if _deals(step)]
    assert {(second - first) % 3 for first, second in pairwise(led)} == {0, 1, 2}


def test_the_lead_rotates_also_after_a_round_without_points() -> None:
    setting = Setting("passing-game", 3, (("lead", "rotate"), ("target", 500)), 2)
    steps = [step for step in walk(setting) if _deals(step)]
    assert all(step.after.leader == (step.before.leader + 1) % 3 for step in steps)
    assert any(step.after.standing.last.winner < 0 for step in steps)


def _deals(step: Step) -> bool:
    deals: bool = step.after.round > step.before.round
    return deals


def test_the_first_of_a_rotation_is_drawn_by_lot() -> None:
    options = (("lead", "rotate"),)
    assert {Setting("passing-game", 3, options, seed).start().leader for seed in range(20)} == {0, 1, 2}


def test_no_partnership_may_be_spelled_out_where_there_can_be_none() -> None:
    for seats in (2, 3):
        assert not Setting("passing-game", seats, (("partnership", False),), 1).start().terms.partnership


@pytest.mark.parametrize(("seats", "target"), [(2, 101), (3, 101), (4, 61)])
def test_the_target_goes_by_the_seats(seats: int, target: int) -> None:
    assert Setting("passing-game", seats, (), 1).start().terms.target == target
    assert Setting("passing-game", seats, (("target", 7),), 1).start().terms.target == 7
    (option,) = [each for each in GAME.options if each.key == "target" and seats in each.seats]
    assert option.default == FIGURES.targets[seats] == target


@pytest.mark.parametrize(
    ("seats", "options", "reason"),
    [
        (1, {}, "seats"),
        (5, {}, "seats"),
        (True, {}, "seats"),
        (2, {"partnership": True}, "unknown_option"),
        (3, {"partnership": 0}, "unknown_option"),
        (4, {"partnership": 1}, "partnership"),
        (2, {"lead": "me"}, "lead"),
        (2, {"target": 0}, "target"),
        (2, {"target": 1001}, "target"),
        (2, {"target": True}, "target"),
        (2, {"target": "101"}, "target"),
        (2, {"hand": 5}, "unknown_option"),
    ],
)
def test_options_that_are_not_offered_are_refused(seats: int, options: Options, reason: str) -> None:
    for ask in (lambda: GAME.initial_state(seats, options, chance()), lambda: GAME.sides(seats, options)):
        with pytest.raises(InvalidOptionError) as caught:
            ask()
        assert caught.value.reason == reason


def test_sides() -> None:
    assert GAME.sides(3, {}) == ((0,), (1,), (2,))
    assert GAME.sides(4, {}) == ((0,), (1,), (2,), (3,))
    assert GAME.sides(4, {"partnership": True}) == ((0, 2), (1, 3))


def test_partners_share_points_and_rounds_won_for_each_of_them() -> None:
    state = position(("2-1", "6-4", "3-0", "5-5"), partnership=True, train="=6-2", ends=(6, 2), boneyard="0-0 1-1")
    after = play(state, "pass", "pass", "pass", "pass")
    assert after.standing.points == (14, 0)
    shown = GAME.view(after, None).seats
    assert [(seat.points, seat.rounds_won) for seat in shown] == [(14, 1), (0, 0), (14, 1), (0, 0)]


def test_a_partnership_wins_together() -> None:
    hands = ("2-1", "6-4", "3-0", "5-5")
    state = position(hands, partnership=True, train="=6-2", ends=(6, 2), boneyard="0-0 1-1", points=(50, 60), target=61)
    outcome = play(state, "pass", "pass", "pass", "pass").outcome
    assert outcome is not None
    assert outcome.winners == (0, 2)
    assert [(score.seat, score.rank) for score in outcome.scores] == [(0, 1), (2, 1), (1, 2), (3, 2)]
    assert dict(outcome.scores[1].lines) == {"points": 64, "rounds_won": 1}


@pytest.mark.parametrize(
    ("points", "termination", "winners"),
    [
        ((10, 20, 0), Termination.MOVE_LIMIT, (0,)),
        ((10, 27, 0), Termination.MOVE_LIMIT, (0, 1)),
        ((10, 20, 40), Termination.MOVE_LIMIT, (2,)),
        ((84, 20, 40), Termination.NORMAL, (0,)),
    ],
)
def test_round_500_is_the_last(points: tuple[int, ...], termination: Termination, winners: tuple[int, ...]) -> None:
    state = position(("2-1", "6-4", "5-5"), boneyard="2-2 1-1", train="=3-3", ends=(3, 3), points=points, number=500)
    after = play(state, "pass", "pass", "pass")
    assert after.outcome is not None
    assert (after.outcome.termination, after.outcome.winners) == (termination, winners)
    assert GAME.to_move(after) == ()
    before = play(replace(state, standing=replace(state.standing, round=499)), "pass", "pass", "pass")
    assert before.round == 500 or termination is Termination.NORMAL


def test_a_tie_in_round_500_leaves_the_points_as_they_are() -> None:
    state = position(("2-1", "3-0"), boneyard="2-2 1-1", train="=6-6", ends=(6, 6), points=(5, 5), number=500)
    outcome = play(state, "pass", "pass").outcome
    assert outcome is not None
    assert (outcome.termination, outcome.winners) == (Termination.MOVE_LIMIT, (0, 1))


def test_a_timeout_passes_and_a_leader_plays_the_first_tile() -> None:
    state = position(TWO)
    assert GAME.format(GAME.timeout_move(state, 0)) == texts(state)[0] == "2-1"
    after = play(position(TWO, train="=6-4", ends=(6, 4), boneyard="0-0 1-1 4-4"), "6-3 left")
    assert GAME.format(GAME.timeout_move(after, 1)) == "pass"


def test_nothing_can_be_taken_back() -> None:
    state = play(position(TWO), "6-3")
    assert GAME.sealed(state, 0) is None
    with pytest.raises(NothingToRetractError):
        GAME.retract(state, 0)


def test_the_stored_match_does_not_grow_with_the_rounds_played() -> None:
    sizes: dict[int, list[int]] = {}
    steps = walk(Setting("passing-game", 2, (("target", 1000),), 1))
    for step in steps:
        sizes.setdefault(step.before.round, []).append(len(dump(step.before)))
    tops = [max(each) for each in sizes.values()]
    assert len(tops) > 60
    assert max(tops[-20:]) < max(tops[1:21]) + 60
    assert max(map(max, sizes.values())) < 700


@pytest.mark.parametrize("broken", ['"2": 8', '"2": 14, "3": 7, "4": 5', '"undrawable": 9'])
def test_figures_that_do_not_go_together_are_found_when_they_are_read(broken: str) -> None:
    text = (
        '{"highest": 6, "hand": {"2": 7, "3": 7, "4": 6}, "boneyard": {"2": 14, "3": 7, "4": 4}, '
        '"undrawable": 2, "targets": {"2": 101, "3": 101, "4": 61}, "round_limit": 500}'
    )
    assert read_figures(text) == FIGURES
    old = {'"2": 8': '"2": 7', '"undrawable": 9': '"undrawable": 2'}.get(broken, '"2": 14, "3": 7, "4": 4')
    with pytest.raises(InvalidFigureError):
        read_figures(text.replace(old, broken, 1))
