"""A whole match as a straightforward program plays it: on a plain dict, copied whole before every move.

Nobody leaves a match here. It shares no code with the shipped game; `make bench` times it against that.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from chalicelib.rules import Chance
from tests.games.passing_game.reference import Tile, fits, placed, row, teams, winners

Match = dict[str, Any]
Move = tuple[str, Tile, str]
"""Its kind; with a play the tile, higher half first, and the side ("" for the first tile)."""

NO_TILE = (-1, -1)
DRAW, PASS = ("draw", NO_TILE, ""), ("pass", NO_TILE, "")


def new_match(seats: int, options: Mapping[str, Any], chance: Chance) -> Match:
    """The first round, dealt."""
    sides = teams(seats, options)
    match = {
        "lead": options.get("lead", "lot"),
        "target": options.get("target", 61 if seats == 4 else 101),
        "teams": [list(team) for team in sides],
        "points": [0] * len(sides),
        "rounds_won": [0] * len(sides),
        "round": 1,
        "leader": None,
        "last": None,
        "winners": None,
    }
    _deal(match, seats, chance)
    return match


def _deal(match: Match, seats: int, chance: Chance) -> None:
    tiles = row(chance)
    size = 6 if seats == 4 else 7
    match["hands"] = [sorted(tiles[seat * size : (seat + 1) * size]) for seat in range(seats)]
    match["boneyard"] = tiles[seats * size :]
    if match["lead"] == "lot" or match["leader"] is None:
        match["leader"] = chance.below(seats)
    else:
        match["leader"] = (match["leader"] + 1) % seats
    match["turn"] = match["leader"]
    match["train"] = []
    match["history"] = []
    match["passes"] = 0


def legal_in(match: Match, seat: int) -> list[Move]:
    """All moves of the seat whose turn it is, in the stable order."""
    hand, train = sorted(match["hands"][seat]), match["train"]
    if not train:
        return [("play", tile, "") for tile in hand]
    found: list[Move] = [("play", tile, side) for tile in hand for side in ("left", "right") if fits(train, tile, side)]
    if len(match["boneyard"]) > 2:
        found.append(DRAW)
    return [*found, PASS]


def step(match: Match, seat: int, move: Move, chance: Chance) -> Match:
    """The match after a move. Raises ValueError where the move is not legal."""
    if match["winners"] is not None or seat != match["turn"]:
        raise ValueError(seat)
    match = copy.deepcopy(match)
    kind, tile, side = move
    hand, seats = match["hands"][seat], len(match["hands"])
    if kind == "play":
        if tile not in hand or bool(side) != bool(match["train"]):
            raise ValueError(move)
        hand.remove(tile)
        match["train"] = placed(match["train"], tile, side)
        match["passes"] = 0
    elif not match["train"] or (kind == "draw" and len(match["boneyard"]) <= 2):
        raise ValueError(move)
    elif kind == "draw":
        hand.append(match["boneyard"].pop(0))
        match["passes"] = 0
    else:
        match["passes"] += 1
    match["history"].append((seat, kind, tile, side))
    match["turn"] = (seat + 1) % seats
    how = _how_it_ends(match, seat)
    if how:
        _close(match, how, chance)
    return match


def _how_it_ends(match: Match, seat: int) -> str:
    """How the round ends with this seat's move; "" where it goes on."""
    if not match["hands"][seat]:
        return "out"
    if match["passes"] == len(match["hands"]):
        return "passed"
    if len(match["boneyard"]) > 2 or match["passes"]:
        return ""
    train = match["train"]
    playable = any(fits(train, tile, side) for hand in match["hands"] for tile in hand for side in ("left", "right"))
    return "" if playable else "blocked"


def _close(match: Match, how: str, chance: Chance) -> None:
    """Score the round, and deal the next one where there is one."""
    counts = [sum(sum(tile) for seat in team for tile in match["hands"][seat]) for team in match["teams"]]
    lowest = min(counts)
    side, gained = -1, 0
    if counts.count(lowest) == 1:
        side, gained = counts.index(lowest), sum(counts) - 2 * lowest
        match["points"][side] += gained
        match["rounds_won"][side] += 1
    match["last"] = {"round": match["round"], "how": how, "hands": match["hands"], "side": side, "points": gained}
    if max(match["points"]) >= match["target"] or match["round"] == 500:
        match["winners"] = winners(match["points"], match["teams"], frozenset())
        return
    match["round"] += 1
    _deal(match, len(match["hands"]), chance)
