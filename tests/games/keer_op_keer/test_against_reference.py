"""The game against the same game written from the rules alone, move by move and on made-up sheets."""

from __future__ import annotations

import pytest

from chalicelib.games.keer_op_keer.board import CELLS
from chalicelib.games.keer_op_keer.placements import legal, table
from chalicelib.games.keer_op_keer.state import Move, State
from chalicelib.rules import Chance, IllegalMoveError
from tests.games.keer_op_keer import reference
from tests.games.keer_op_keer.positions import GAME

SHEETS = ("black", "red", "blue", "green", "orange", "purple", "yellow")
MATCHES = [
    (seats, SHEETS[(seats + turn) % 7], ("open", "first")[(seats + turn) % 2])
    for turn in range(2)
    for seats in range(1, 7)
]


def plain(choice: Move) -> reference.Placement | None:
    """The reference's form of a move."""
    if choice.kind == "pass":
        return None
    cells = frozenset(reference.cell_named(cell) for cell in choice.cells)
    return choice.colour, choice.number, choice.colour_joker, choice.number_joker, cells


def crosses(mask: int) -> set[reference.Cell]:
    return {reference.cell_named(CELLS[index]) for index in range(105) if mask >> index & 1}


def assert_alike(state: State, match: reference.Match) -> None:
    """Everything the two have in common is the same, the legal moves and their order included."""
    assert list(GAME.to_move(state)) == reference.seats_owing(match)
    outcome = GAME.outcome(state)
    assert (outcome and outcome.termination.value) == match["ended"]
    assert (state.roll, state.active) == (match["roll"], match["active"])
    for seat, player in enumerate(match["players"]):
        assert crosses(state.crossed[seat]) == player["crossed"]
        assert state.jokers[seat] == player["jokers"]
        assert dict(GAME.view(state, None).sheets[seat].lines) == reference.sums(match, seat)
    for seat in GAME.to_move(state):
        texts = [reference.text_of(choice) for choice in reference.legal_in(match, seat)]
        assert [GAME.format(choice) for choice in GAME.legal_moves(state, seat)] == [*texts, "pass"]


@pytest.mark.parametrize(("seats", "sheet", "start"), MATCHES)
def test_whole_matches_are_alike(seats: int, sheet: str, start: str) -> None:
    seed = f"{seats}{sheet}".encode()
    state = GAME.initial_state(seats, {"sheet": sheet, "start": start}, Chance(seed, (), 0))
    match = reference.new_match(sheet, start, seats, Chance(seed, (), 0))
    lot, ply = Chance(seed, (), 0, "lot"), 0
    while GAME.to_move(state):
        assert_alike(state, match)
        ply += 1
        present = seats - state.departed.bit_count()
        if present > 2 and lot.below(150) == 0:
            seat = lot.roll([seat for seat in range(seats) if not state.departed >> seat & 1])
            state = GAME.resign(state, seat, Chance(seed, (), ply))
            match = reference.leave(match, seat, Chance(seed, (), ply))
            continue
        seat = lot.roll(GAME.to_move(state))
        choices = list(GAME.legal_moves(state, seat))
        choice = lot.roll(choices[:-1] or choices)
        state = GAME.apply_move(state, seat, choice, Chance(seed, (), ply))
        match = reference.step(match, seat, plain(choice), Chance(seed, (), ply))
    assert_alike(state, match)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert list(outcome.winners) == reference.winners(match)


def test_legal_moves_are_those_of_the_reference_on_2000_made_up_sheets() -> None:
    lot = Chance(b"made up", (), 0)
    for number in range(2000):
        sheet, start, jokers = lot.roll(SHEETS), lot.roll(("open", "first")), lot.below(4)
        colours = "".join(lot.roll("gybro*") for _ in range(1 + lot.below(3)))
        numbers = "".join(lot.roll("12345*") for _ in range(1 + lot.below(3)))
        density = number % 21
        crossed = sum(1 << index for index in range(105) if lot.below(20) < density)
        expected = reference.legal_placements(sheet, list(colours), list(numbers), jokers, crosses(crossed), start)
        found = [plain(choice) for choice in legal(sheet, colours, numbers, jokers, crossed, start)]
        assert found == [*expected, None]


def reference_refuses(match: reference.Match, seat: int, choice: Move) -> bool:
    placement = plain(choice)
    assert placement is not None
    try:
        reference.check(match, seat, placement)
    except reference.RefusedError:
        return True
    return False


def game_refuses(state: State, seat: int, choice: Move) -> bool:
    try:
        GAME.apply_move(state, seat, choice, Chance(b"whatever", (), 1))
    except IllegalMoveError:
        return True
    return False


@pytest.mark.parametrize("sheet", SHEETS)
def test_every_placement_of_the_sheet_is_taken_or_refused_alike(sheet: str) -> None:
    seed = f"refusals {sheet}".encode()
    state = GAME.initial_state(2, {"sheet": sheet}, Chance(seed, (), 0))
    match = reference.new_match(sheet, "open", 2, Chance(seed, (), 0))
    lot = Chance(seed, (), 0, "lot")
    for ply in range(1, 60):
        seat = GAME.to_move(state)[0]
        if ply % 12 == 0:
            for choice in table(sheet).by_move:
                assert game_refuses(state, seat, choice) == reference_refuses(match, seat, choice)
        choices = list(GAME.legal_moves(state, seat))
        choice = lot.roll(choices[:-1] or choices)
        state = GAME.apply_move(state, seat, choice, Chance(seed, (), ply))
        match = reference.step(match, seat, plain(choice), Chance(seed, (), ply))
