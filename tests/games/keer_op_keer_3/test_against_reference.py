"""The shipped game against the reference: whole matches, made-up positions, the end of a roll, every refusal."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from chalicelib.games.keer_family.board import ALL_CELLS
from chalicelib.games.keer_op_keer_3 import DISTRIBUTIONS
from chalicelib.games.keer_op_keer_3.board import CELLS, GOALS
from chalicelib.games.keer_op_keer_3.state import Move, State
from chalicelib.rules import Chance, IllegalMoveError
from tests.games.keer_op_keer_3 import reference
from tests.games.keer_op_keer_3.positions import GAME, asking, position

MATCHES = [
    (1, "2-2-2-4", 0),
    (2, "2-2-2-4", 0),
    (2, "3-4-3-0", 1),
    (3, "1-8-1-0", 0),
    (4, "4-3-3-0", 0),
    (6, "2-3-4-1", 0),
]
SIGNS = {"!": "!", "1": "1", "6": "6"}
GOAL_NAMES = [f"{goal.kind} {goal.name}" for goal in GOALS]


PLACES = [reference.cell_named(cell) for cell in CELLS]


def cells(mask: int) -> set[reference.Cell]:
    return {place for index, place in enumerate(PLACES) if mask >> index & 1}


def made_up_mask(name: str, eighths: int) -> int:
    """Cells by lot, so many eighths of them: one digest a bit of the fraction, because draws one by one take long."""
    found = -1 if eighths == 8 else 0
    for place in range(3):
        layer = int.from_bytes(hashlib.sha256(f"{name} {place}".encode()).digest(), "big")
        found = found | layer if eighths >> place & 1 else found & layer
    return (found if eighths < 8 else -1) & ALL_CELLS


def chips_of(distribution: str) -> str:
    return "".join(sign * int(count) for sign, count in zip("!16.", distribution.split("-"), strict=True))


def assert_alike(state: State, match: reference.Match) -> None:
    """Everything the two have in common is the same, the legal moves and their order included."""
    assert list(GAME.to_move(state)) == reference.seats_owing(match)
    outcome = GAME.outcome(state)
    assert (outcome and outcome.termination.value) == match["ended"]
    assert (state.roll, state.active) == (match["roll"], match["active"])
    for seat, player in enumerate(match["players"]):
        assert cells(state.crossed[seat]) == player["crossed"]
        assert (state.track[seat], state.jokers[seat], state.grey[seat]) == tuple(
            player[key] for key in ("track", "jokers", "grey")
        )
        assert (state.xs[seat], state.gifts[seat]) == (player["x"], "".join(sorted(player["gifts"])))
        assert marks(state, seat) == player["done"]
        assert match["ended"] or state.owed[seat] == "".join(player["owed"])
    for seat in GAME.to_move(state):
        wanted = [reference.text_of(move) for move in reference.legal_in(match, seat)]
        assert [GAME.format(move) for move in GAME.legal_moves(state, seat)] == wanted


def marks(state: State, seat: int) -> dict[str, str]:
    shown = GAME.view(state, None).sheets[seat].marks
    return {
        goal: {"1": "first", "2": "later"}[mark] for goal, mark in zip(GOAL_NAMES, shown, strict=True) if mark != "."
    }


@pytest.mark.parametrize(("seats", "distribution", "turn"), MATCHES)
def test_whole_matches_are_alike(seats: int, distribution: str, turn: int) -> None:
    seed = f"{seats} {distribution} {turn}".encode()
    state = GAME.initial_state(seats, {"chips": distribution} if seats > 1 else {}, Chance(seed, (), 0))
    match = reference.new_match(chips_of(distribution), seats, Chance(seed, (), 0))
    lot, ply, seen = Chance(seed, (), 0, "lot"), 0, Counter[str]()
    while GAME.to_move(state):
        assert_alike(state, match)
        ply += 1
        if seats - state.departed.bit_count() > 2 and lot.below(120) == 0:
            seat = lot.roll([seat for seat in range(seats) if not state.departed >> seat & 1])
            state = GAME.resign(state, seat, Chance(seed, (), ply))
            match = reference.leave(match, seat, Chance(seed, (), ply))
            continue
        seat = lot.roll(GAME.to_move(state))
        options = reference.legal_in(match, seat)
        move = lot.roll(options[:-1] if options[-1] == ("pass",) and len(options) > 1 and lot.below(8) else options)
        seen.update([move[0], *(move[6] if move[0] == "place" else "")])
        state = GAME.apply_move(
            state, seat, GAME.parse(state, seat, reference.text_of(move), "en"), Chance(seed, (), ply)
        )
        match = reference.step(match, seat, move, Chance(seed, (), ply))
    assert_alike(state, match)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert list(outcome.winners) == reference.winners(match)
    assert {"place", "pass"} <= set(seen)
    assert seats == 1 or {"give", "block", "bomb", "row"} <= set(seen)


def made_up(lot: Chance, number: int) -> tuple[State, dict[str, Any]]:
    """A seat that has to choose on some sheet, with some jokers and chips; both forms."""
    crossed = made_up_mask(f"sheet {number} {lot.below(1000)}", number % 9)
    dice = "".join([*(lot.roll("gybro*") for _ in range(3)), *(lot.roll("12345*") for _ in range(3))])
    gifts = "".join(sign * lot.below(3) for sign in "!16")
    jokers, grey = lot.below(4), lot.below(4)
    state = position(["", ""], dice=dice, crossed=(0, crossed), jokers=(2, jokers), grey=(12, grey), gifts=("", gifts))
    player = {"crossed": cells(crossed), "jokers": jokers, "grey": grey, "gifts": list(gifts)}
    return state, player


@pytest.mark.parametrize("part", range(4))
def test_legal_choices_are_those_of_the_reference_on_2000_made_up_sheets(part: int) -> None:
    lot, most = Chance(b"made up", (), part), 0
    for number in range(500):
        state, player = made_up(lot, number)
        dice = list(state.dice)
        four, six = dice, None
        opening = lot.roll(GAME.legal_moves(state, 0))
        state = GAME.apply_move(state, 0, opening, Chance(b"any", (), 1))
        if opening.kind == "place":
            four, six = four_left(dice, opening), dice
        wanted = [reference.text_of(move) for move in reference.legal_choices(player, four, six)]
        assert [GAME.format(move) for move in GAME.legal_moves(state, 1)] == wanted
        most = max(most, len(wanted))
    assert most > 300


def four_left(dice: list[str], opening: Move) -> list[str]:
    """A joker looks the same among colours and numbers, so the halves are taken apart first."""
    colours, numbers = dice[:3], dice[3:]
    colours.remove("*" if opening.colour_joker else opening.colour)
    numbers.remove("*" if opening.number_joker else str(opening.number))
    return colours + numbers


@pytest.mark.parametrize("kind", ["block", "bomb", "row"])
def test_legal_bonuses_are_those_of_the_reference_on_200_made_up_sheets(kind: str) -> None:
    for number in range(200):
        crossed = made_up_mask(f"{kind} {number}", number % 9)
        state = asking([kind, ""], ["", ""], crossed=(crossed, 0))
        wanted = [reference.text_of(move) for move in reference.legal_bonuses(kind, cells(crossed))]
        assert [GAME.format(move) for move in GAME.legal_moves(state, 0)] == wanted


def test_the_end_of_a_roll_is_that_of_the_reference_on_2000_made_up_sheets() -> None:
    """Crowded sheets of three seats that all pass: what is complete, and what follows from it."""
    lot = Chance(b"ends", (), 0)
    several = 0
    for number in range(2000):
        state, match = crowded(lot, number)
        move = ("pass",)
        before = sum(state.xs)
        state = GAME.apply_move(state, 0, Move("pass"), Chance(b"end", (), 1))
        reference.act(match, 0, move, Chance(b"end", (), 1))
        for seat in (1, 2):
            if seat in GAME.to_move(state) and state.asked[seat] == "choose":
                state = GAME.apply_move(state, seat, Move("pass"), Chance(b"end", (), seat + 1))
                reference.act(match, seat, move, Chance(b"end", (), seat + 1))
        while "give" not in state.asked and state.roll == 5 and state.outcome is None:
            seat = GAME.to_move(state)[0]
            choice = GAME.legal_moves(state, seat)[0]
            wanted = reference.legal_in(match, seat)[0]
            assert GAME.format(choice) == reference.text_of(wanted)
            state = GAME.apply_move(state, seat, choice, Chance(b"end", (), 9))
            reference.act(match, seat, wanted, Chance(b"end", (), 9))
        several += sum(state.xs) - before > 3
        compare_ends(state, match)
    assert several > 300


def crowded(lot: Chance, number: int) -> tuple[State, reference.Match]:
    """Three sheets on which nearly everything is crossed, nothing of it looked up before; some goals taken earlier."""
    masks = tuple(made_up_mask(f"crowd {number} {seat}", 5 + (number + seat) % 3) for seat in range(3))
    earlier = {name for name in GOAL_NAMES if lot.below(3) == 0}
    tracks = tuple(lot.below(17) for _ in range(3))
    ends = tuple(1 << GOAL_NAMES.index("track 16") if track == 16 else 0 for track in tracks)
    start = GAME.initial_state(3, {"chips": lot.roll(DISTRIBUTIONS)}, Chance(b"crowd", (), number))
    taken = sum(1 << GOAL_NAMES.index(name) for name in earlier)
    state = replace(
        start, roll=5, active=0, asked=("choose", "", ""), crossed=masks, track=tracks, taken=taken, later=ends
    )
    match = reference.new_match("." * 10, 3, Chance(b"crowd", (), number))
    match.update(roll=5, active=0, open={0: "choose"}, earlier=earlier, dice=list(state.dice))
    for seat, player in enumerate(match["players"]):
        done = {"track 16": "later"} if tracks[seat] == 16 else {}
        player.update(crossed=cells(masks[seat]), track=tracks[seat], done=done)
        player.update(row=list(start.chips[seat]), start=list(start.start[seat]))
    return state, match


def compare_ends(state: State, match: reference.Match) -> None:
    assert (state.roll, state.outcome is not None) == (match["roll"], match["ended"] is not None)
    for seat, player in enumerate(match["players"]):
        assert cells(state.crossed[seat]) == player["crossed"]
        assert marks(state, seat) == player["done"]
        found = (state.xs[seat], state.jokers[seat], state.grey[seat], state.track[seat])
        assert found == (player["x"], player["jokers"], player["grey"], player["track"])
        assert match["ended"] or state.owed[seat] == "".join(player["owed"])
    if state.outcome is not None:
        assert list(state.outcome.winners) == reference.winners(match)


def test_every_placement_with_every_chip_is_taken_or_refused_alike() -> None:
    lot, shapes = Chance(b"refusals", (), 0), GAME.legal_moves(position([""], dice="**11", jokers=(2,)), 0)
    assert shapes
    for number in range(60):
        state, player = made_up(lot, number)
        state = replace(state, asked=("", "choose"), did=("pass", ""))
        wanted = {reference.text_of(move) for move in reference.legal_choices(player, list(state.dice), None)}
        for other in range(60):
            attempt = lot.roll(GAME.legal_moves(made_up(lot, other)[0], 0))
            chips = (lot.below(2), lot.below(2), lot.below(2), lot.below(2))
            if attempt.kind == "place":
                stars = (lot.below(2) == 1, lot.below(2) == 1)
                attempt = Move("place", attempt.colour, attempt.number, *stars, attempt.cells, *chips)
            assert is_refused(state, attempt) == (GAME.format(attempt) not in wanted)


def is_refused(state: State, move: Move) -> bool:
    try:
        GAME.apply_move(state, 1, move, Chance(b"whatever", (), 1))
    except IllegalMoveError:
        return True
    return False
