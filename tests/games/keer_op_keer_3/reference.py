"""Keer op Keer 3 once more, written from the rules alone: sets of cells, itertools, a plain dict for the match.

It shares nothing with the shipped game but the data in sheet.json, the Chance that draws, and the order of the draws. A
cell is (column, row), both from 0. A move is a tuple that begins with its kind:

("pass",)                                                          ("block", cells newly crossed)
("place", colour, number, starred colour, starred number, cells, chips)   ("bomb", cells)   ("row", row, cells)
("give", sign, seat)

where chips are signs in the order "!", "+", "-", "6".
"""

from __future__ import annotations

import copy
import itertools
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import chalicelib.games.keer_op_keer_3 as shipped
from chalicelib.rules import Chance

Cell = tuple[int, int]
Cells = frozenset[Cell]
Move = tuple[Any, ...]
Match = dict[str, Any]

DATA = json.loads(Path(shipped.__file__).with_name("sheet.json").read_text(encoding="utf-8"))
COLOURS = "gybro"
LETTERS, LABELS = "ABCDEFGHIJKLMNO", "PQRSTUV"
GRID = [(column, row) for column in range(15) for row in range(7)]
COLOUR = {(column, row): DATA["rows"][row][column].lower() for column, row in GRID}
DIAMONDS = {(column, row) for column, row in GRID if DATA["rows"][row][column].isupper()}
NAMES = {"!": "joker", "1": "plus-minus", "6": "six"}


class RefusedError(Exception):
    """The move breaks a rule."""


def name(cell: Cell) -> str:
    return LETTERS[cell[0]] + LABELS[cell[1]]


def cell_named(text: str) -> Cell:
    return LETTERS.index(text[0]), LABELS.index(text[1])


def neighbours(cell: Cell) -> set[Cell]:
    column, row = cell
    return {(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)}


def around(cells: Iterable[Cell]) -> set[Cell]:
    return {near for cell in cells for near in neighbours(cell)}


def connected(cells: Iterable[Cell]) -> bool:
    todo = set(cells)
    edge = [todo.pop()]
    while edge:
        near = neighbours(edge.pop()) & todo
        todo -= near
        edge.extend(near)
    return not todo


def find_blocks() -> list[Cells]:
    blocks, todo = [], set(GRID)
    while todo:
        edge = [min(todo)]
        block = set(edge)
        while edge:
            cell = edge.pop()
            alike = {near for near in neighbours(cell) & todo - block if COLOUR[near] == COLOUR[cell]}
            block |= alike
            edge.extend(alike)
        todo -= block
        blocks.append(frozenset(block))
    return blocks


def square(corner: Cell) -> Cells:
    column, row = corner
    return frozenset((column + right, row + down) for right in (0, 1) for down in (0, 1))


BLOCKS = find_blocks()
SQUARES = [square((column, row)) for column in range(14) for row in range(6)]
CROSSINGS = {numeral: [square(cell_named(cell)) for cell in cells] for numeral, cells in DATA["crossings"].items()}


def all_goals() -> dict[str, tuple[str, str]]:
    """What the first get and what everybody gets, by the goal's name, in the order in which a view marks them."""
    column = {letter: gain for letters, gain in DATA["columns"].items() for letter in letters.split()}
    found = {f"column {letter}": column[letter] for letter in LETTERS}
    found |= {f"row {label}": DATA["row"] for label in LABELS}
    found |= {f"line {number}": gain for number, gain in enumerate(DATA["diamond_lines"], 1)}
    found |= {f"numeral {numeral}": DATA["crossing_row"] for numeral in CROSSINGS}
    found |= {f"stack {number}": DATA["crossing_column"] for number in (1, 2, 3, 4)}
    found |= {f"colour {colour}": DATA["colour"] for colour in COLOURS}
    gains = {goal: (gain["pink"], gain["white"]) for goal, gain in found.items()}
    return {**gains, "track 16": ("xx", "")}


GOALS = all_goals()


def reached(crossed: set[Cell]) -> list[str]:
    """The goals that these crosses complete, counted from the definitions."""
    found = [f"column {LETTERS[c]}" for c in range(15) if all((c, r) in crossed for r in range(7))]
    found += [f"row {LABELS[r]}" for r in range(7) if all((c, r) in crossed for c in range(15))]
    found += [f"line {line}" for line in (1, 2, 3) if len(DIAMONDS & crossed) >= 5 * line]
    done = {numeral: sum(cells <= crossed for cells in squares) for numeral, squares in CROSSINGS.items()}
    found += [f"numeral {numeral}" for numeral, count in done.items() if count == 4]
    found += [f"stack {number}" for number in (1, 2, 3, 4) if all(count >= number for count in done.values())]
    found += [
        f"colour {colour}" for colour in COLOURS if all(cell in crossed for cell in GRID if COLOUR[cell] == colour)
    ]
    return found


def text_of(move: Move) -> str:
    kind = move[0]
    if kind == "pass":
        return "pass"
    if kind == "place":
        _, colour, number, colour_star, number_star, cells, chips = move
        signs = "".join({"!": "[!]", "+": "[+1]", "-": "[-1]", "6": "[6]"}[chip] for chip in chips)
        head = ("*" if colour_star else "") + colour + ("*" if number_star else "") + str(number)
        return f"{signs} {head} {spelled(cells)}".strip()
    if kind == "block":
        return f"block {name(min(block_with(move[1])))}"
    if kind == "give":
        return f"give {NAMES[move[1]]} to {move[2]}"
    return f"row {LABELS[move[1]]}: {spelled(move[2])}" if kind == "row" else f"bomb {spelled(move[1])}"


def spelled(cells: Iterable[Cell]) -> str:
    return " ".join(name(cell) for cell in sorted(cells))


def block_with(cells: Iterable[Cell]) -> Cells:
    return next(block for block in BLOCKS if block & set(cells))


def placements(colour: str, number: int, crossed: set[Cell]) -> list[Cells]:
    near = around(crossed) | {(7, row) for row in range(7)}
    return [
        frozenset(cells)
        for block in BLOCKS
        if COLOUR[min(block)] == colour
        for cells in itertools.combinations(block - crossed, number)
        if connected(cells) and near & set(cells)
    ]


def legal_choices(player: dict[str, Any], four: list[str], six: list[str] | None) -> list[Move]:
    """All placements, sorted as the rules say, and the pass; `six` where the six-dice chip can be of use."""
    result: list[Move] = []
    for colour, number in itertools.product(COLOURS, range(1, 6)):
        readings = list(readings_of(player, colour, number, four, six))
        if readings:
            cells_found = placements(colour, number, player["crossed"])
            result += [
                ("place", colour, number, *stars, cells, chips) for cells in cells_found for stars, chips in readings
            ]
    result.sort(key=stable_order)
    return [*result, ("pass",)]


def readings_of(
    player: dict[str, Any], colour: str, number: int, four: list[str], six: list[str] | None
) -> Iterable[tuple[tuple[bool, bool], str]]:
    """Every way to get this colour and number out of the dice: which are joker faces, and the chips it takes."""
    held = player["gifts"]
    for colour_star, number_star in itertools.product((False, True), repeat=2):
        lacking = colour_star + number_star - player["jokers"]
        frees = "!" * max(lacking, 0)
        if len(frees) > min(held.count("!"), player["grey"]):
            continue
        for step in range(-held.count("1"), held.count("1") + 1):
            if number_star and step:
                continue
            signs = "+" * step if step > 0 else "-" * -step
            pair = ["*" if colour_star else colour, "*" if number_star else str(number - step)]
            if shows(four, pair):
                yield (colour_star, number_star), frees + signs
            elif six is not None and "6" in held and shows(six, pair):
                yield (colour_star, number_star), frees + signs + "6"


def shows(dice: list[str], pair: list[str]) -> bool:
    half = len(dice) // 2
    return pair[0] in dice[:half] and pair[1] in dice[half:]


def stable_order(move: Move) -> tuple[Any, ...]:
    _, colour, number, colour_star, number_star, cells, chips = move
    return len(chips), colour_star + number_star, COLOURS.index(colour), number, sorted(cells), text_of(move)


def legal_bonuses(kind: str, crossed: set[Cell]) -> list[Move]:
    """All choices for a block, a bomb or three in a row: more new crosses first, then by these cells."""
    found: set[Move] = set()
    if kind == "block":
        found = {
            ("block", block - crossed) for block in BLOCKS if block - crossed and (around(block) | block) & crossed
        }
    elif kind == "bomb":
        subsets = (itertools.combinations(cells - crossed, n) for cells in SQUARES for n in (1, 2, 3, 4))
        found = {("bomb", frozenset(cells)) for chosen in subsets for cells in chosen}
    else:
        for row in range(7):
            near = [(c, row) for c in range(15) if (c, row) not in crossed and neighbours((c, row)) & crossed]
            chosen = itertools.chain(*(itertools.combinations(near, n) for n in (1, 2, 3)))
            found |= {("row", row, frozenset(cells)) for cells in chosen}
    return sorted(found, key=lambda move: (-len(move[-1]), sorted(move[-1])))


def new_match(chips: str, seats: int, chance: Chance) -> Match:
    active = chance.below(seats)
    rows = [chance.shuffle(chips if seats > 1 else "") for _ in range(seats)]
    starts = []
    for _ in range(seats):
        start = ["*"]
        while "*" in start:
            start = [chance.roll("gybro*"), chance.roll("12345*")]
        starts.append(start)
    match: Match = {"roll": 1, "active": active, "earlier": set(), "ended": None, "sealed": {}, "choices": {}}
    match["players"] = [new_player(list(row), start) for row, start in zip(rows, starts, strict=True)]
    match["open"] = dict.fromkeys(range(seats), "choose")
    roll_dice(match, chance)
    return match


def new_player(row: list[str], start: list[str]) -> dict[str, Any]:
    kept = {"row": row, "start": start, "crossed": set(), "track": 0, "jokers": 2, "grey": 12, "x": 0}
    return {**kept, "gifts": [], "owed": [], "coming": 0, "done": {}, "left": False}


def roll_dice(match: Match, chance: Chance) -> None:
    count = 2 if len(match["players"]) == 1 else 3
    match["dice"] = [chance.roll(faces) for faces in ("gybro*", "12345*") for _ in range(count)]


def seats_owing(match: Match) -> list[int]:
    return [] if match["ended"] else [seat for seat in sorted(match["open"]) if seat not in match["sealed"]]


def leads(match: Match) -> bool:
    return match["roll"] > 3 and len(match["players"]) > 1


def dice_for(match: Match) -> tuple[list[str], list[str] | None]:
    """The dice that are left, and all six where the active seat has taken two."""
    dice, taken = list(match["dice"]), match["choices"].get(match["active"], ("pass",))
    if not leads(match) or taken[0] == "pass":
        return dice, None
    _, colour, number, colour_star, number_star, _, chips = taken
    half = len(dice) // 2
    colours, numbers = dice[:half], dice[half:]
    colours.remove("*" if colour_star else colour)
    numbers.remove("*" if number_star else str(number - chips.count("+") + chips.count("-")))
    return colours + numbers, dice


def legal_in(match: Match, seat: int) -> list[Move]:
    player, kind = match["players"][seat], match["open"][seat]
    if kind == "choose":
        return legal_choices(player, *dice_for(match))
    if kind == "give":
        others = [each for each, other in enumerate(match["players"]) if each != seat and not other["left"]]
        return [("give", player["owed"][0], other) for other in others]
    return legal_bonuses(kind, player["crossed"])


def step(match: Match, seat: int, move: Move, chance: Chance) -> Match:
    """The match after a decision; the old one stays as it was. Raises RefusedError."""
    if seat not in seats_owing(match) or not is_legal(match, seat, move):
        raise RefusedError
    match = copy.deepcopy(match)
    act(match, seat, move, chance)
    return match


def is_legal(match: Match, seat: int, move: Move) -> bool:
    """The rules asked about one move, without a list of all."""
    player, kind = match["players"][seat], match["open"][seat]
    if ("choose" if move[0] in ("place", "pass") else move[0]) != kind:
        return False
    if kind == "give":
        _, sign, to = move
        return sign == player["owed"][0] and to != seat and not match["players"][to]["left"]
    if move[0] == "pass":
        return True
    if kind == "choose":
        _, colour, number, colour_star, number_star, cells, chips = move
        readings = readings_of(player, colour, number, *dice_for(match))
        return ((colour_star, number_star), chips) in readings and fits(colour, number, cells, player["crossed"])
    return is_bonus(move, player["crossed"])


def fits(colour: str, number: int, cells: Cells, crossed: set[Cell]) -> bool:
    if len(cells) != number or cells & crossed or not connected(cells):
        return False
    in_reach = any(cell[0] == 7 or neighbours(cell) & crossed for cell in cells)
    return in_reach and all(COLOUR[cell] == colour for cell in cells)


def is_bonus(move: Move, crossed: set[Cell]) -> bool:
    cells = move[-1]
    if not cells or cells & crossed:
        return False
    if move[0] == "block":
        block = block_with(cells)
        return cells == block - crossed and bool((around(block) | block) & crossed)
    if move[0] == "bomb":
        return any(cells <= square for square in SQUARES)
    in_row = all(cell[1] == move[1] and neighbours(cell) & crossed for cell in cells)
    return in_row and len(cells) <= 3


def act(match: Match, seat: int, move: Move, chance: Chance) -> None:
    """The same without a look at the rules, in the match itself."""
    match["sealed"][seat] = move
    if not seats_owing(match):
        resolve(match, chance)


def leave(match: Match, seat: int, chance: Chance) -> Match:
    """The match after a seat of three or more has left (two must remain)."""
    match = copy.deepcopy(match)
    player = match["players"][seat]
    player.update(left=True, gifts=[], owed=[], coming=0)
    match["open"].pop(seat, None)
    match["sealed"].pop(seat, None)
    if not seats_owing(match):
        resolve(match, chance)
    return match


def resolve(match: Match, chance: Chance) -> None:
    for seat, move in sorted(match["sealed"].items()):
        player = match["players"][seat]
        kind = match["open"].pop(seat)
        if kind == "choose":
            match["choices"][seat] = move
            choose(match, player, move)
        elif kind == "give":
            player["owed"].pop(0)
            if not match["players"][move[2]]["left"]:
                match["players"][move[2]]["gifts"].append(move[1])
        else:
            player["crossed"] |= move[-1]
    match["sealed"] = {}
    carry_on(match, chance)


def choose(match: Match, player: dict[str, Any], move: Move) -> None:
    if move[0] == "pass":
        shown = match["dice"].count(player["start"][0]) + match["dice"].count(player["start"][1])
        player["coming"] = max(shown, 1)
        return
    _, _, _, colour_star, number_star, cells, chips = move
    player["crossed"] |= cells
    player["jokers"] += chips.count("!") - colour_star - number_star
    player["grey"] -= chips.count("!")
    for chip in chips:
        player["gifts"].remove("1" if chip in "+-" else chip)


def carry_on(match: Match, chance: Chance) -> None:
    """Let everything happen that asks nobody, until somebody is asked or the next roll begins."""
    staying = [seat for seat, player in enumerate(match["players"]) if not player["left"]]
    if match["active"] in match["choices"] or match["players"][match["active"]]["left"] or not leads(match):
        match["open"].update({seat: "choose" for seat in staying if seat not in match["choices"]})
    while True:
        for seat in staying:
            cross_fields(match, seat)
        if match["open"]:
            return
        found = [(seat, goal) for seat in staying for goal in new_goals(match["players"][seat])]
        for seat, goal in found:
            complete(match, seat, goal)
        if not found:
            break
    finish(match, staying, chance)


def new_goals(player: dict[str, Any]) -> list[str]:
    return [goal for goal in reached(player["crossed"]) if goal not in player["done"]]


def cross_fields(match: Match, seat: int) -> None:
    player = match["players"][seat]
    while player["coming"] and seat not in match["open"]:
        player["coming"] -= 1
        if player["track"] == 16:
            continue
        player["track"] += 1
        bonus = {2: "joker", 4: "joker", 6: "block", 9: "bomb", 12: "row"}.get(player["track"])
        if bonus == "joker":
            grant(player, "joker")
        elif bonus and legal_bonuses(bonus, player["crossed"]):
            match["open"][seat] = bonus
        if player["track"] == 16:
            complete(match, seat, "track 16")


def complete(match: Match, seat: int, goal: str) -> None:
    player = match["players"][seat]
    pink, white = GOALS[goal]
    player["done"][goal] = "later" if goal in match["earlier"] else "first"
    if goal not in match["earlier"]:
        grant(player, pink)
    grant(player, white)


def grant(player: dict[str, Any], bonus: str) -> None:
    if bonus == "joker" and player["grey"]:
        player["grey"] -= 1
        player["jokers"] += 1
    elif bonus == "pass":
        player["coming"] += 1
    for _ in range({"x": 1, "xx": 2}.get(bonus, 0)):
        if player["x"] < len(player["row"]) and player["row"][player["x"]] != ".":
            player["owed"].append(player["row"][player["x"]])
        player["x"] += 1


def finish(match: Match, staying: list[int], chance: Chance) -> None:
    seats = len(match["players"])
    if seats > 1 and any(match["players"][seat]["x"] >= 10 for seat in staying):
        match["ended"] = "normal"
    elif match["roll"] == (300 if seats > 1 else 30):
        match["ended"] = "move_limit" if seats > 1 else "normal"
    elif any(player["owed"] for player in match["players"]):
        match["open"] = {seat: "give" for seat in staying if match["players"][seat]["owed"]}
    else:
        next_roll(match, chance)


def next_roll(match: Match, chance: Chance) -> None:
    players = match["players"]
    match["earlier"] |= {goal for player in players for goal in player["done"]}
    following = [(match["active"] + turn) % len(players) for turn in range(1, len(players) + 1)]
    match["active"] = next(seat for seat in following if not players[seat]["left"])
    match["roll"] += 1
    match["choices"] = {}
    roll_dice(match, chance)
    staying = [seat for seat, player in enumerate(players) if not player["left"]]
    match["open"] = dict.fromkeys([match["active"]] if leads(match) else staying, "choose")


def merit(player: dict[str, Any]) -> tuple[int, ...]:
    columns = sum(goal.startswith("column") for goal in player["done"])
    return min(player["x"], 10), len(DIAMONDS & player["crossed"]), player["track"], columns


def winners(match: Match) -> list[int]:
    staying = {seat: merit(player) for seat, player in enumerate(match["players"]) if not player["left"]}
    if len(match["players"]) == 1:
        return []
    return [seat for seat, value in staying.items() if value == max(staying.values())]


def ranks(match: Match) -> dict[int, int | None]:
    """One more than how many of those who stayed are better; None for a seat that has left."""
    staying = {seat: merit(player) for seat, player in enumerate(match["players"]) if not player["left"]}
    better = {seat: sum(other > value for other in staying.values()) for seat, value in staying.items()}
    return {seat: better[seat] + 1 if seat in better else None for seat in range(len(match["players"]))}


def sums(match: Match) -> dict[int, dict[str, int]]:
    """The score lines of every seat of several."""
    found = {}
    for seat, player in enumerate(match["players"]):
        chips, diamonds, fields, columns = merit(player)
        found[seat] = {"chips": chips, "x": player["x"], "diamonds": diamonds}
        found[seat] |= {"pass_fields": fields, "columns": columns}
    return found
