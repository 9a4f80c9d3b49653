"""The game against the same game written from the rules alone: matches played in step, and positions made up."""

from __future__ import annotations

from collections.abc import Iterator

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
    """Chips strewn at random, thin on some boards and all over on others, with any roll on the table.

    In every fourth the seat to move lacks one chip in a line, and has rolled its number.
    """
    lot = _chance(number % 256, number, "strew")
    seats, length = KINDS[number % len(KINDS)]
    sides = 3 if seats == 3 else 2
    share = 1 + number % 8
    chips = {square: lot.below(sides) for square in SQUARES if lot.below(8) < share}
    active, dice = lot.below(seats), [1 + lot.below(6), 1 + lot.below(6)]
    if number % 4 == 0:
        gap, *line = _line(lot, length)
        chips |= dict.fromkeys(line, active % sides)
        chips.pop(gap, None)
        dice = [max(1, reference.NUMBER[gap] - 6), min(6, reference.NUMBER[gap] - 1)]
    masks = tuple(sum(1 << INDEX[square] for square, side in chips.items() if side == each) for each in range(sides))
    state = State(seats, length, active, 5, 1, f"{dice[0]}{dice[1]}", masks, ((),) * seats, ())
    team = {seat: seat % sides for seat in range(seats)}
    match = {"team": team, "length": length, "chips": chips, "active": active, "dice": dice, "turn": 5, "over": False}
    return state, match


def _line(lot: Chance, length: int) -> list[str]:
    """The squares of any straight line, in any order."""
    while True:
        start, (right, down) = lot.roll(SQUARES), lot.roll(reference.STEPS)
        column, row = "abcdef".index(start[0]), int(start[1])
        columns = [column + right * step for step in range(length)]
        names = [f"{'abcdef'[each : each + 1]}{row + down * step}" for step, each in enumerate(columns) if each >= 0]
        if len(names) == length and all(name in reference.NUMBER for name in names):
            return list(lot.shuffle(names))


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


def _running(count: int, part: int) -> Iterator[tuple[int, State, reference.Match]]:
    """So many of the made-up positions in which nobody has a line yet."""
    found, number = 0, part * 10 * count
    while found < count:
        state, match = _made_up(number)
        if all(reference.longest(match["chips"], side) < state.line_length for side in range(len(state.chips))):
            found += 1
            yield number, state, match
        number += 1


@pytest.mark.parametrize("part", range(4))
def test_a_move_in_2000_made_up_positions_leads_to_the_same_and_ends_the_same(part: int) -> None:
    ends = 0
    for number, state, match in _running(500, part):
        legal = reference.legal(match)
        # a move that completes a line, where there is one, since few do
        text = next((each for each in legal if _wins(match, each)), legal[number % len(legal)])
        after = GAME.apply_move(state, state.active, move(text), _chance(1, number))
        _same(after, reference.step(match, text, _chance(1, number)))
        ends += after.outcome is not None
    assert 60 < ends < 440, "of both there are many"


def _wins(match: reference.Match, text: str) -> bool:
    """Whether this move completes a line of the side that makes it."""
    mine, square = match["team"][match["active"]], text.lstrip("x-")
    if sum(match["dice"]) == 10 or not square:
        return False
    return reference.longest({**match["chips"], square: mine}, mine) >= int(match["length"])
