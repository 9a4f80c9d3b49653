"""Sequence Dice written from its rules alone: a dict of squares, walked step by step; shares nothing with the game."""

from __future__ import annotations

import copy
from typing import Any

from chalicelib.rules import Chance

ROWS = ("234562", "678973", "59ww84", "48ww95", "379876", "265432")
"""The printed board, with w for 12."""

NUMBER = {
    "abcdef"[column] + str(row + 1): 12 if sign == "w" else int(sign)
    for row, signs in enumerate(ROWS)
    for column, sign in enumerate(signs)
}
STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))

Match = dict[str, Any]


def _roll(chance: Chance) -> list[int]:
    one, two = divmod(chance.below(36), 6)
    return [one + 1, two + 1]


def new_match(seats: int, length: int, chance: Chance) -> Match:
    """The empty board after the rolls for who begins."""
    still = list(range(seats))
    while len(still) > 1:
        sums = {seat: sum(_roll(chance)) for seat in still}
        still = [seat for seat in still if sums[seat] == max(sums.values())]
    team = {seat: seat % 2 if seats == 4 else seat for seat in range(seats)}
    return {
        "team": team,
        "length": length,
        "chips": {},
        "active": still[0],
        "turn": 1,
        "dice": _roll(chance),
        "winner": None,
        "over": False,
    }


def legal(match: Match) -> list[str]:
    """The texts of all moves, row by row."""
    if match["over"]:
        return []
    mine, number, chips = match["team"][match["active"]], sum(match["dice"]), match["chips"]
    order = [letter + digit for digit in "123456" for letter in "abcdef"]
    if number == 10:
        takes = [square for square in order if chips.get(square, mine) != mine and NUMBER[square] not in (2, 12)]
        return ["x" + square for square in takes] or ["-"]
    fitting = [square for square in order if number in (11, NUMBER[square])]
    empty = [square for square in fitting if square not in chips]
    if empty:
        return empty
    return ["x" + square for square in fitting if chips[square] != mine] or ["-"]


def run(chips: dict[str, int], square: str, step: tuple[int, int], team: int) -> int:
    """How many chips of the team lie in a row from this square on in this direction."""
    column, row, count = "abcdef".index(square[0]), int(square[1]), 0
    while 0 <= column < 6 and 1 <= row <= 6 and chips.get("abcdef"[column] + str(row)) == team:
        count, column, row = count + 1, column + step[0], row + step[1]
    return count


def longest(chips: dict[str, int], team: int) -> int:
    """The team's longest unbroken line."""
    return max((run(chips, square, step, team) for square in chips for step in STEPS), default=0)


def step(match: Match, text: str, chance: Chance) -> Match:
    """The match after this legal move, as a new dict."""
    match = copy.deepcopy(match)
    mine, number, chips = match["team"][match["active"]], sum(match["dice"]), match["chips"]
    square = text.lstrip("x-")
    again = number in (2, 12) and bool(square) and not text.startswith("x")
    if number == 10:
        chips.pop(square, None)
    elif square:
        chips[square] = mine
    if longest(chips, mine) >= match["length"]:
        match["winner"], match["over"] = mine, True
    elif not again and match["turn"] == 2000:
        match["over"] = True
    if match["over"]:
        return match
    if not again:
        match["active"] = (match["active"] + 1) % len(match["team"])
        match["turn"] += 1
    match["dice"] = _roll(chance)
    return match
