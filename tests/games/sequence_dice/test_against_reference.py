"""The game against the same game written from the rules alone: matches played in step, and positions made up."""

from __future__ import annotations

import pytest

from chalicelib.games.sequence_dice.board import ALL, INDEX, SQUARES, bits, completes, has_line, longest, winning
from chalicelib.games.sequence_dice.state import State
from chalicelib.rules import Chance, IllegalMoveError, Termination
from tests.games.sequence_dice import reference
from tests.games.sequence_dice.positions import GAME, move, texts

KINDS = [(2, 5), (2, 6), (3, 5), (4, 5), (4, 6)]
MATCHES = 8
EVERY_TEXT = ["-", *SQUARES, *(f"x{square}" for square in SQUARES)]


def _chance(number: int, ply: int, purpose: str = "game") -> Chance:
    return Chance(bytes([number]) * 32, (b"one", b"two"), ply, purpose)


def _same(state: State, match: reference.Match) -> None:
    held = {square: side for side, mask in enumerate(state.chips) for square in SQUARES if mask >> INDEX[square] & 1}
    assert held == match["chips"]
    assert (state.active, state.turn) == (match["active"], match["turn"])
    assert texts(state) == reference.legal(match)
    for side in range(len(state.chips)):
        assert longest(state.chips[side]) == reference.longest(match["chips"], side)
    outcome = state.outcome
    assert (outcome is not None) == match["over"]
    if outcome is None:
        assert [int(face) for face in state.dice] == match["dice"]
    else:
        assert outcome.winners == tuple(seat for seat, team in match["team"].items() if team == match["winner"])
        assert outcome.termination is Termination.NORMAL


@pytest.mark.parametrize(("seats", "length"), KINDS)
def test_random_matches_go_the_same_way(seats: int, length: int) -> None:
    seen = 0
    for number in range(MATCHES):
        options = {"line_length": length}
        state = GAME.initial_state(seats, options, _chance(number, 0))
        match = reference.new_match(seats, length, _chance(number, 0))
        lot, ply = _chance(number, 0, "walk"), 0
        _same(state, match)
        while not match["over"]:
            ply += 1
            text = lot.roll(reference.legal(match))
            state = GAME.apply_move(state, state.active, move(text), _chance(number, ply))
            match = reference.step(match, text, _chance(number, ply))
            _same(state, match)
        seen += ply
    assert seen > 50 * MATCHES, "too few positions were looked at"


def _made_up(number: int) -> tuple[State, reference.Match]:
    """Chips strewn at random, thin on some boards and all over on others, with any roll on the table."""
    lot = _chance(number % 256, number, "strew")
    seats, length = KINDS[number % len(KINDS)]
    sides = 3 if seats == 3 else 2
    share = 1 + number % 8
    chips = {square: lot.below(sides) for square in SQUARES if lot.below(8) < share}
    active, dice = lot.below(seats), [1 + lot.below(6), 1 + lot.below(6)]
    masks = tuple(sum(1 << INDEX[square] for square, side in chips.items() if side == each) for each in range(sides))
    state = State(seats, length, active, 5, 1, f"{dice[0]}{dice[1]}", masks, ((),) * seats, ())
    team = {seat: seat % sides for seat in range(seats)}
    match = {"team": team, "length": length, "chips": chips, "active": active, "dice": dice, "turn": 5, "over": False}
    return state, match


@pytest.mark.parametrize("part", range(4))
def test_2000_made_up_positions_have_the_same_moves_and_every_other_text_is_refused(part: int) -> None:
    for number in range(part * 500, part * 500 + 500):
        state, match = _made_up(number)
        legal = reference.legal(match)
        assert texts(state) == legal
        for text in EVERY_TEXT[number % 17 :: 17]:
            if text not in legal:
                with pytest.raises(IllegalMoveError):
                    GAME.apply_move(state, state.active, move(text), _chance(0, 1))


@pytest.mark.parametrize("length", [5, 6])
def test_lines_are_found_as_by_walking_in_2000_positions(length: int) -> None:
    found = 0
    for number in range(2000):
        state, match = _made_up(number)
        for side, mask in enumerate(state.chips):
            expected = reference.longest(match["chips"], side)
            assert longest(mask) == expected
            assert has_line(mask, length) == (expected >= length) == bool(winning(mask, length))
            assert winning(mask, length) & ~mask == 0
            through = sum(1 << index for index in bits(mask) if completes(mask, 1 << index, length))
            assert through == winning(mask, length)
            found += expected >= length
    assert found > 100
    assert has_line(ALL, length)


def test_a_move_on_made_up_positions_leads_to_the_same() -> None:
    for number in range(0, 2000, 4):
        state, match = _made_up(number)
        if any(reference.longest(match["chips"], side) >= state.line_length for side in range(len(state.chips))):
            continue
        text = _chance(number % 256, number, "walk").roll(reference.legal(match))
        after = GAME.apply_move(state, state.active, move(text), _chance(1, number))
        _same(after, {**reference.step(match, text, _chance(1, number))})
