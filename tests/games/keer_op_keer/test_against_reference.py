"""The game against the same game written from the rules alone, move by move and on made-up sheets."""

from __future__ import annotations

import copy
from collections import Counter

import pytest

from chalicelib.games.keer_op_keer.placements import legal, table
from chalicelib.games.keer_op_keer.state import Move, State
from chalicelib.rules import Chance, IllegalMoveError, Termination
from tests.games.keer_op_keer import made_up, reference
from tests.games.keer_op_keer.made_up import SHEETS, Pair, assert_alike, assert_same_moves, crosses, plain
from tests.games.keer_op_keer.positions import GAME

MATCHES = [
    (seats, SHEETS[(seats + turn) % 7], ("open", "first")[(seats + turn) % 2])
    for turn in range(2)
    for seats in range(1, 7)
]


@pytest.mark.parametrize(("seats", "sheet", "start"), MATCHES)
def test_whole_matches_are_alike(seats: int, sheet: str, start: str) -> None:
    seed = f"{seats}{sheet}".encode()
    state = GAME.initial_state(seats, {"sheet": sheet, "start": start}, Chance(seed, (), 0))
    match = reference.new_match(sheet, start, seats, Chance(seed, (), 0))
    lot, ply = Chance(seed, (), 0, "lot"), 0
    while GAME.to_move(state):
        assert_alike(Pair(state, match))
        for seat in GAME.to_move(state):
            assert_same_moves(Pair(state, match), seat)
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
    assert_alike(Pair(state, match))
    assert GAME.outcome(state) is not None


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


PARTS = 4
"""The made-up positions are split, so that several workers can share them."""

LEAST = {
    "legal moves": 200,
    **dict.fromkeys((f"{seats} seats" for seats in range(1, 7)), 80),
    **dict.fromkeys(("first column", "later column", "first colour", "later colour"), 5),
    **dict.fromkeys(("several first", "column H later"), 1),
    **dict.fromkeys(("second colour", "by points", "move_limit", "solo", "somebody left"), 15),
    **dict.fromkeys(("by jokers", "shared"), 3),
}
"""How often each of these has to come up in one part: lists of legal moves compared; what the rolls brought."""


@pytest.mark.parametrize("part", range(PARTS))
def test_2000_rolls_from_made_up_positions_end_and_score_as_those_of_the_reference(part: int) -> None:
    """All sheets and seat counts, half-full and crowded; the counts say that everything there is came up."""
    seen, each = Counter[str](), 2000 // PARTS
    for number in range(part * each, part * each + each):
        pair = made_up.position(number)
        before = copy.deepcopy(pair.match)
        pair, looked = made_up.play_roll(number, pair)
        seen += _happened(before, pair) + Counter({"legal moves": looked})
    assert {name: seen[name] for name, least in LEAST.items() if seen[name] < least} == {}


def _happened(before: reference.Match, pair: Pair) -> Counter[str]:
    """What a roll brought, and how the match ended if it did."""
    state, match = pair
    seen = Counter([f"{len(match['players'])} seats", *(["somebody left"] if state.departed else [])])
    for key in ("column", "colour"):
        firsts = Counter[object]()
        for old, new in zip(before["players"], match["players"], strict=True):
            goals = new[f"{key}s"].keys() - old[f"{key}s"].keys()
            earlier = {goal for goal in goals if any(goal in player[f"{key}s"] for player in before["players"])}
            firsts.update(goals - earlier)
            seen += Counter({f"first {key}": len(goals - earlier), f"later {key}": len(earlier)})
            seen["column H later"] += key == "column" and 7 in earlier
        seen["several first"] += sum(count > 1 for count in firsts.values())
    return seen + _ended(state, match)


def _ended(state: State, match: reference.Match) -> Counter[str]:
    if state.outcome is None:
        return Counter()
    two = any(len(player["colours"]) > 1 and not player["left"] for player in match["players"])
    seen = Counter(["second colour"] if two else [])
    if len(match["players"]) == 1:
        return seen + Counter(["solo"])
    seen["move_limit"] += state.outcome.termination is Termination.MOVE_LIMIT
    best = [dict(score.lines) for score in state.outcome.scores if score.rank is not None]
    if len(state.outcome.winners) > 1:
        return seen + Counter(["shared"])
    return seen + Counter(["by jokers" if best[0]["total"] == best[1]["total"] else "by points"])


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
