"""Keer op Keer once more, written from the rules alone: sets of cells, itertools, a plain dict for the match.

It shares nothing with the shipped game but the figures in sheets.json, the Chance that draws the dice, and the order
of the draws. A cell is (column, row), both from 0; a move is None (pass) or (colour, number, starred colour, starred
number, frozenset of cells).
"""

from __future__ import annotations

import copy
import itertools
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import chalicelib.games.keer_op_keer as shipped
from chalicelib.rules import Chance

Cell = tuple[int, int]
Placement = tuple[str, int, bool, bool, frozenset[Cell]]
Match = dict[str, Any]

DATA = json.loads(Path(shipped.__file__).with_name("sheets.json").read_text(encoding="utf-8"))
COLOURS = "gybro"
WIDTH, HEIGHT, START_COLUMN = 15, 7, 7
GRID = [(column, row) for column in range(WIDTH) for row in range(HEIGHT)]


class RefusedError(Exception):
    """The move breaks a rule."""


def name(cell: Cell) -> str:
    return "ABCDEFGHIJKLMNO"[cell[0]] + str(cell[1] + 1)


def cell_named(text: str) -> Cell:
    return "ABCDEFGHIJKLMNO".index(text[0]), int(text[1]) - 1


def neighbours(cell: Cell) -> set[Cell]:
    column, row = cell
    return {(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)}


def connected(cells: Iterable[Cell]) -> bool:
    todo = set(cells)
    edge = [todo.pop()]
    while edge:
        near = neighbours(edge.pop()) & todo
        todo -= near
        edge.extend(near)
    return not todo


def colour_at(sheet: str, cell: Cell) -> str:
    column, row = cell
    letter: str = DATA["sheets"][sheet][row][column]
    return letter.lower()


def find_blocks(sheet: str) -> list[tuple[str, frozenset[Cell]]]:
    blocks = []
    todo = set(GRID)
    while todo:
        edge = [min(todo)]
        colour = colour_at(sheet, edge[0])
        block = set(edge)
        while edge:
            for near in neighbours(edge.pop()) & todo - block:
                if colour_at(sheet, near) == colour:
                    block.add(near)
                    edge.append(near)
        todo -= block
        blocks.append((colour, frozenset(block)))
    return blocks


BLOCKS = {sheet: find_blocks(sheet) for sheet in DATA["sheets"]}
COLOUR_CELLS = {
    sheet: {colour: frozenset(c for c in GRID if colour_at(sheet, c) == colour) for colour in COLOURS}
    for sheet in BLOCKS
}
STARS = {
    sheet: [(column, row) for column, row in GRID if rows[row][column].isupper()]
    for sheet, rows in DATA["sheets"].items()
}


def reachable(cells: Iterable[Cell], crossed: set[Cell], start: str) -> bool:
    start_open = start == "open" or not crossed
    return any((start_open and cell[0] == START_COLUMN) or neighbours(cell) & crossed for cell in cells)


def readings(colours: list[str], numbers: list[str], jokers: int) -> list[tuple[str, int, bool, bool]]:
    """Every colour and number the dice can mean, with the stars it takes."""
    result = []
    for colour, number in itertools.product(COLOURS, range(1, 6)):
        for colour_star, number_star in itertools.product((False, True), repeat=2):
            colour_shown = ("*" if colour_star else colour) in colours
            number_shown = ("*" if number_star else str(number)) in numbers
            if colour_shown and number_shown and colour_star + number_star <= jokers:
                result.append((colour, number, colour_star, number_star))
    return result


def legal_placements(
    sheet: str, colours: list[str], numbers: list[str], jokers: int, crossed: set[Cell], start: str
) -> list[Placement]:
    """All placements, sorted as the rules say (a pass is legal besides)."""
    found: dict[tuple[str, int], list[frozenset[Cell]]] = {}
    result: list[Placement] = []
    for colour, number, colour_star, number_star in readings(colours, numbers, jokers):
        if (colour, number) not in found:
            found[colour, number] = placements_of(sheet, colour, number, crossed, start)
        result += [(colour, number, colour_star, number_star, cells) for cells in found[colour, number]]
    return sorted(result, key=stable_order)


def placements_of(sheet: str, colour: str, number: int, crossed: set[Cell], start: str) -> list[frozenset[Cell]]:
    return [
        frozenset(cells)
        for block_colour, block in BLOCKS[sheet]
        if block_colour == colour
        for cells in itertools.combinations(block - crossed, number)
        if connected(cells) and reachable(cells, crossed, start)
    ]


def stable_order(move: Placement) -> tuple[int, int, int, list[Cell], str]:
    colour, number, colour_star, number_star, cells = move
    return colour_star + number_star, COLOURS.index(colour), number, sorted(cells), text_of(move)


def text_of(move: Placement | None) -> str:
    if move is None:
        return "pass"
    colour, number, colour_star, number_star, cells = move
    head = ("*" if colour_star else "") + colour + ("*" if number_star else "") + str(number)
    return " ".join([head, *(name(cell) for cell in sorted(cells))])


def new_match(sheet: str, start: str, seats: int, chance: Chance) -> Match:
    active = chance.below(seats)
    match: Match = {
        "sheet": sheet,
        "start": start,
        "roll": 1,
        "active": active,
        "choices": {},
        "players": [
            {"crossed": set(), "jokers": DATA["jokers"], "columns": {}, "colours": {}, "left": False}
            for _ in range(seats)
        ],
        "ended": None,
    }
    roll_dice(match, chance)
    return match


def roll_dice(match: Match, chance: Chance) -> None:
    count = DATA["solo"]["dice"] if len(match["players"]) == 1 else DATA["dice"]
    match["colours"] = [chance.roll(DATA["faces"]["colour"]) for _ in range(count)]
    match["numbers"] = [chance.roll(DATA["faces"]["number"]) for _ in range(count)]


def seats_owing(match: Match) -> list[int]:
    if match["ended"]:
        return []
    active = match["active"]
    if leads(match) and active not in match["choices"] and not match["players"][active]["left"]:
        return [active]
    return [seat for seat, player in enumerate(match["players"]) if seat not in match["choices"] and not player["left"]]


def leads(match: Match) -> bool:
    return match["roll"] > DATA["free_rolls"] and len(match["players"]) > 1


def dice_left(match: Match) -> tuple[list[str], list[str]]:
    colours, numbers = list(match["colours"]), list(match["numbers"])
    taken = match["choices"].get(match["active"]) if leads(match) else None
    if taken is not None:
        colour, number, colour_star, number_star, _ = taken
        colours.remove("*" if colour_star else colour)
        numbers.remove("*" if number_star else str(number))
    return colours, numbers


def legal_in(match: Match, seat: int) -> list[Placement]:
    player = match["players"][seat]
    colours, numbers = dice_left(match)
    return legal_placements(match["sheet"], colours, numbers, player["jokers"], player["crossed"], match["start"])


def step(match: Match, seat: int, move: Placement | None, chance: Chance) -> Match:
    """The match after a choice; the old one stays as it was. Raises RefusedError."""
    if seat not in seats_owing(match):
        raise RefusedError("not to move")
    if move is not None:
        check(match, seat, move)
    match = copy.deepcopy(match)
    act(match, seat, move, chance)
    return match


def act(match: Match, seat: int, move: Placement | None, chance: Chance) -> None:
    """The same without a look at the rules, in the match itself."""
    match["choices"][seat] = move
    if not seats_owing(match):
        end_roll(match, chance)


def leave(match: Match, seat: int, chance: Chance) -> Match:
    """The match after a seat of three or more has left (two must remain)."""
    match = copy.deepcopy(match)
    match["players"][seat]["left"] = True
    if not (leads(match) and seat == match["active"]):
        match["choices"].pop(seat, None)
    if not seats_owing(match):
        end_roll(match, chance)
    return match


def check(match: Match, seat: int, move: Placement) -> None:
    player = match["players"][seat]
    colour, number, colour_star, number_star, cells = move
    colours, numbers = dice_left(match)
    if (colour, number, colour_star, number_star) not in readings(colours, numbers, player["jokers"]):
        raise RefusedError("these dice cannot be taken")
    if len(cells) != number or cells & player["crossed"]:
        raise RefusedError("other cells are wanted")
    if not any(cells <= block for block_colour, block in BLOCKS[match["sheet"]] if block_colour == colour):
        raise RefusedError("not in one block of the colour")
    if not connected(cells) or not reachable(cells, player["crossed"], match["start"]):
        raise RefusedError("not connected")


def end_roll(match: Match, chance: Chance) -> None:
    for seat, move in match["choices"].items():
        if move is not None:
            player = match["players"][seat]
            player["crossed"] |= move[4]
            player["jokers"] -= move[2] + move[3]
    mark_columns(match)
    mark_colours(match)
    match["choices"] = {}
    two_colours = any(len(player["colours"]) >= 2 and not player["left"] for player in match["players"])
    solo = len(match["players"]) == 1
    if two_colours or (solo and match["roll"] == 30):
        match["ended"] = "normal"
    elif match["roll"] == 300:
        match["ended"] = "move_limit"
    else:
        next_roll(match, chance)


def next_roll(match: Match, chance: Chance) -> None:
    seats = len(match["players"])
    following = [(match["active"] + turn) % seats for turn in range(1, seats + 1)]
    match["active"] = next(seat for seat in following if not match["players"][seat]["left"])
    match["roll"] += 1
    roll_dice(match, chance)


def mark_columns(match: Match) -> None:
    for column in range(WIDTH):
        cells = {(column, row) for row in range(HEIGHT)}
        earlier = any(column in player["columns"] for player in match["players"])
        points = DATA["column_points"]["later" if earlier else "first"][column]
        for player in match["players"]:
            if cells <= player["crossed"] and column not in player["columns"] and not player["left"]:
                player["columns"][column] = points


def mark_colours(match: Match) -> None:
    for colour, cells in COLOUR_CELLS[match["sheet"]].items():
        earlier = any(colour in player["colours"] for player in match["players"])
        points = DATA["colour_points"]["later" if earlier else "first"]
        for player in match["players"]:
            if cells <= player["crossed"] and colour not in player["colours"] and not player["left"]:
                player["colours"][colour] = points


def sums(match: Match, seat: int) -> dict[str, int]:
    player = match["players"][seat]
    result = {
        "columns": sum(player["columns"].values()),
        "colours": sum(player["colours"].values()),
        "jokers": player["jokers"],
        "stars": -2 * len([star for star in STARS[match["sheet"]] if star not in player["crossed"]]),
    }
    return result | {"total": sum(result.values())}


def merits(match: Match) -> dict[int, tuple[int, int]]:
    """What ranks the seats that stayed."""
    return {
        seat: (sums(match, seat)["total"], player["jokers"])
        for seat, player in enumerate(match["players"])
        if not player["left"]
    }


def winners(match: Match) -> list[int]:
    found = merits(match)
    if len(match["players"]) == 1:
        return []
    return [seat for seat, merit in found.items() if merit == max(found.values())]


def ranks(match: Match) -> dict[int, int | None]:
    """One more than how many of those who stayed are better; None for a seat that has left."""
    found = merits(match)
    better = {seat: sum(other > merit for other in found.values()) for seat, merit in found.items()}
    return {seat: better[seat] + 1 if seat in better else None for seat in range(len(match["players"]))}
