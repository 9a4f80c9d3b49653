"""The shipped game against the reference: whole matches, made-up positions, the end of a roll, every refusal."""

from __future__ import annotations

import copy
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from chalicelib.games.keer_op_keer_3.state import Move, State
from chalicelib.rules import Chance, IllegalMoveError, Termination
from tests.games.keer_op_keer_3 import books, made_up, reference
from tests.games.keer_op_keer_3.made_up import Pair, assert_alike, assert_same_moves, chips_of
from tests.games.keer_op_keer_3.positions import GAME, position

MATCHES = [
    (1, "2-2-2-4", 0),
    (2, "2-2-2-4", 0),
    (2, "3-4-3-0", 1),
    (3, "1-8-1-0", 0),
    (4, "4-3-3-0", 0),
    (6, "2-3-4-1", 0),
]
EMPTY = position(["", ""])
PARTS = 4
"""The made-up positions are split, so that several workers can share them."""


@pytest.mark.parametrize(("seats", "distribution", "turn"), MATCHES)
def test_whole_matches_are_alike(seats: int, distribution: str, turn: int) -> None:
    seed = f"{seats} {distribution} {turn}".encode()
    state = GAME.initial_state(seats, {"chips": distribution} if seats > 1 else {}, Chance(seed, (), 0))
    match = reference.new_match(chips_of(distribution), seats, Chance(seed, (), 0))
    lot, ply, seen = Chance(seed, (), 0, "lot"), 0, Counter[str]()
    while GAME.to_move(state):
        assert_alike(Pair(state, match))
        for seat in GAME.to_move(state):
            assert_same_moves(Pair(state, match), seat)
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
    assert_alike(Pair(state, match))
    assert GAME.outcome(state) is not None
    assert {"place", "pass"} <= set(seen)
    assert seats == 1 or {"give", "block", "bomb", "row"} <= set(seen)


def choosing(lot: Chance, number: int) -> tuple[State, dict[str, Any]]:
    """A seat that has to choose on some sheet, with some jokers and chips; both forms."""
    crossed = made_up.by_lot(f"sheet {number} {lot.below(1000)}", number % 9)
    dice = "".join([*(lot.roll("gybro*") for _ in range(3)), *(lot.roll("12345*") for _ in range(3))])
    gifts = "".join(sign * lot.below(3) for sign in "!16")
    jokers, grey = lot.below(4), lot.below(4)
    state = replace(EMPTY, dice=dice, crossed=(0, crossed), jokers=(2, jokers), grey=(12, grey), gifts=("", gifts))
    player = {"crossed": made_up.cells(crossed), "jokers": jokers, "grey": grey, "gifts": list(gifts)}
    return state, player


@pytest.mark.parametrize("part", range(4))
def test_legal_choices_are_those_of_the_reference_on_2000_made_up_sheets(part: int) -> None:
    lot, most = Chance(b"made up", (), part), 0
    for number in range(500):
        state, player = choosing(lot, number)
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


@pytest.mark.parametrize("part", range(PARTS))
def test_2000_rolls_from_made_up_positions_go_on_and_end_as_those_of_the_reference(part: int) -> None:
    """Every seat count, all chips, sheets of all phases; the counts say that everything there is came up."""
    seen, each = Counter[str](), 2000 // PARTS
    for number in range(part * each, part * each + each):
        phase, pair = made_up.position(number)
        before = copy.deepcopy(pair.match)
        pair, compared = made_up.play_roll(number, pair, phase == "twins")
        books.assert_balanced(before, pair.match, pair.state.last)
        seen += compared + _happened([player["done"] for player in before["players"]], pair)
        seen[phase] += 1
    assert seen.keys() >= LEAST.keys()
    assert {name: seen[name] for name, least in LEAST.items() if seen[name] < least} == {}


LEAST = {
    **dict.fromkeys(("early", "middle", "late", "twins"), 125),
    **dict.fromkeys((f"{seats} seats" for seats in range(1, 7)), 60),
    **dict.fromkeys(("choose", "block", "bomb", "row", "give"), 40),
    **dict.fromkeys((f"first {kind}" for kind in ("column", "row", "line", "stack", "track")), 30),
    **dict.fromkeys((f"later {kind}" for kind in ("column", "row", "line", "stack", "track")), 15),
    **dict.fromkeys(("first numeral", "first colour"), 10),
    **dict.fromkeys(("later numeral", "later colour"), 1),
    **dict.fromkeys(("[!]", "[+1]", "[-1]", "[6]"), 10),
    "joker with none to free": 30,
    "symbol on a full track": 20,
    "several first": 50,
    "a bonus by a symbol": 20,
    "a chain of bonuses": 10,
    "somebody left": 20,
    "won by one": 20,
    **dict.fromkeys(("by diamonds", "by pass_fields", "shared"), 5),
    "by columns": 1,
    "move_limit": 10,
    "solo": 10,
}
"""How often each of these has to come up in one part: the legal moves compared, by kind; what the rolls brought."""


def _happened(before: list[dict[str, str]], pair: Pair) -> Counter[str]:
    """What a roll brought, and how the match ended if it did."""
    state, match = pair
    players = match["players"]
    seen = Counter([f"{len(players)} seats", *(["somebody left"] if state.departed else [])])
    new = [
        {goal: how for goal, how in p["done"].items() if goal not in old}
        for p, old in zip(players, before, strict=True)
    ]
    firsts = Counter(goal for goals in new for goal, how in goals.items() if how == "first")
    seen["several first"] += sum(count > 1 for count in firsts.values())
    for seat, goals in enumerate(new):
        seen.update(f"{how} {goal.split()[0]}" for goal, how in goals.items())
        gains = [gain for goal, how in goals.items() for gain in reference.GOALS[goal][how == "later" :]]
        seen["joker with none to free"] += "joker" in gains and players[seat]["grey"] == 0
        seen["symbol on a full track"] += "pass" in gains and "track 16" in before[seat]
        first, *bonuses = state.last[seat].split("; ")
        seen.update(sign for sign in ("[!]", "[+1]", "[-1]", "[6]") if sign in first)
        asked = [bonus for bonus in bonuses if not bonus.startswith("give")]
        seen["a bonus by a symbol"] += first != "pass" and len(asked) > 0
        seen["a chain of bonuses"] += len(asked) > 1
    return seen + _ended(state)


def _ended(state: State) -> Counter[str]:
    if state.outcome is None:
        return Counter()
    if len(state.xs) == 1:
        return Counter(["solo"])
    if state.outcome.termination is Termination.MOVE_LIMIT:
        return Counter(["move_limit"])
    best = [dict(score.lines) for score in state.outcome.scores if score.rank is not None]
    if best[1]["chips"] < 10:
        return Counter(["won by one"])
    differing = [name for name in ("diamonds", "pass_fields", "columns") if best[0][name] != best[1][name]]
    return Counter([f"by {differing[0]}" if differing else "shared"])


def test_every_placement_with_every_chip_is_taken_or_refused_alike() -> None:
    lot, shapes = Chance(b"refusals", (), 0), GAME.legal_moves(position([""], dice="**11", jokers=(2,)), 0)
    assert shapes
    for number in range(60):
        state, player = choosing(lot, number)
        state = replace(state, asked=("", "choose"), did=("pass", ""))
        wanted = {reference.text_of(move) for move in reference.legal_choices(player, list(state.dice), None)}
        for other in range(60):
            attempt = lot.roll(GAME.legal_moves(choosing(lot, other)[0], 0))
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
