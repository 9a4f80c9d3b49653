"""The game from its definition, slow and plain: tiles are pairs, hands are sets, the train is a list of pairs.

It shares no code with the shipped game; only `read` knows how a State is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from chalicelib.rules import Chance

Tile = tuple[int, int]
Teams = Sequence[Sequence[int]]
SET: list[Tile] = [(high, low) for high in range(7) for low in range(7) if low <= high]
LETTERS = "abcdefghijklmnopqrstuvwxyzAB"


@dataclass(frozen=True)
class Position:
    """One position of a round; `quiet` are the seats that passed in unbroken succession, `left_out` those that left."""

    hands: tuple[frozenset[Tile], ...]
    train: tuple[Tile, ...]
    boneyard: tuple[Tile, ...]
    turn: int
    leader: int
    quiet: frozenset[int]
    left_out: frozenset[int] = frozenset()


@dataclass(frozen=True)
class End:
    """A round that is over: how, and what each side has won."""

    how: str
    gains: tuple[int, ...]


def read(state: Any) -> Position:
    """The same position, from the State of the shipped game."""
    hands = tuple(frozenset(tile for place, tile in enumerate(SET) if hand >> place & 1) for hand in state.hands)
    train: list[Tile] = []
    quiet: set[int] = set()
    leader = next((seat for seat, _, _ in told(state.story)), state.turn)
    for seat, sign, letter in told(state.story):
        quiet = {*quiet, seat} if sign == "-" else set()
        if letter:
            train = placed(train, SET[LETTERS.index(letter)], "left" if sign == "<" else "right")
    out = frozenset(seat for seat in range(len(hands)) if state.departed >> seat & 1)
    boneyard = tuple(SET[LETTERS.index(letter)] for letter in state.boneyard)
    return Position(hands, tuple(train), boneyard, state.turn, leader, frozenset(quiet), out)


def teams(seats: int, options: Mapping[str, Any]) -> Teams:
    """Who plays together."""
    return ((0, 2), (1, 3)) if options.get("partnership") else tuple((seat,) for seat in range(seats))


def row(chance: Chance) -> list[Tile]:
    """The order of the tiles of a deal, as docs/record.md tells it."""
    tiles = list(SET)
    n, m = chance.below(3497296636753920000), chance.below(87178291200)
    for i in range(27, 13, -1):
        n, j = n // (i + 1), n % (i + 1)
        tiles[i], tiles[j] = tiles[j], tiles[i]
    for i in range(13, 0, -1):
        m, j = m // (i + 1), m % (i + 1)
        tiles[i], tiles[j] = tiles[j], tiles[i]
    return tiles


def told(story: str) -> Iterator[tuple[int, str, str]]:
    """The events of a story."""
    while story:
        size = 2 if story[1] in "-+" else 3
        yield int(story[0]), story[1], story[2:size]
        story = story[size:]


def placed(train: Sequence[Tile], tile: Tile, side: str) -> list[Tile]:
    """The train with a tile more, turned as it has to lie. Raises ValueError where it does not fit."""
    if not train:
        return [tile]
    for first, second in (tile, tile[::-1]):
        if side == "left" and second == train[0][0]:
            return [(first, second), *train]
        if side == "right" and first == train[-1][1]:
            return [*train, (first, second)]
    raise ValueError(tile)


def fits(train: Sequence[Tile], tile: Tile, side: str) -> bool:
    """Whether the tile may lie there."""
    try:
        placed(train, tile, side)
    except ValueError:
        return False
    return True


def legal(position: Position) -> list[str]:
    """The texts of all legal moves in the stable order."""
    hand = sorted(position.hands[position.turn])
    if not position.train:
        return [f"{high}-{low}" for high, low in hand]
    places = [(tile, side) for tile in hand for side in ("left", "right")]
    found = [f"{tile[0]}-{tile[1]} {side}" for tile, side in places if fits(position.train, tile, side)]
    return [*found, *(["draw"] if len(position.boneyard) > 2 else []), "pass"]


def step(position: Position, text: str, teams: Teams) -> Position | End:
    """What a legal move leads to."""
    seat = position.turn
    hand, train, boneyard, quiet = position.hands[seat], position.train, position.boneyard, frozenset[int]()
    if text == "pass":
        quiet = position.quiet | {seat}
    elif text == "draw":
        hand, boneyard = hand | {boneyard[0]}, boneyard[1:]
    else:
        tile = (int(text[0]), int(text[2]))
        hand, train = hand - {tile}, tuple(placed(train, tile, text[4:] or "right"))
    hands = tuple(hand if each == seat else other for each, other in enumerate(position.hands))
    after = replace(position, hands=hands, train=train, boneyard=boneyard, quiet=quiet, turn=following(position, seat))
    return ended(after, seat, text, teams) or after


def following(position: Position, seat: int) -> int:
    """Who comes next."""
    seats = len(position.hands)
    return next(each % seats for each in range(seat + 1, seat + seats) if each % seats not in position.left_out)


def ended(position: Position, seat: int, text: str, teams: Teams) -> End | None:
    """The end of the round, if this is one."""
    playing = [each for each in range(len(position.hands)) if each not in position.left_out]
    stuck = len(position.boneyard) <= 2 and not any(
        fits(position.train, tile, side)
        for each in playing
        for tile in position.hands[each]
        for side in ("left", "right")
    )
    if not position.hands[seat]:
        return End("out", gains(position, teams))
    if text != "pass" and stuck:
        return End("blocked", gains(position, teams))
    if position.quiet == set(playing):
        return End("passed", gains(position, teams))
    return None


def gains(position: Position, teams: Teams) -> tuple[int, ...]:
    """What each side scores: the one with strictly the fewest pips all others' pips, less its own once."""
    pips = {
        number: sum(high + low for seat in team for high, low in position.hands[seat])
        for number, team in enumerate(teams)
        if not set(team) <= position.left_out
    }
    result = [0] * len(teams)
    for number, mine in pips.items():
        others = [theirs for other, theirs in pips.items() if other != number]
        if all(mine < theirs for theirs in others):
            result[number] = sum(others) - mine
    return tuple(result)


def winners(points: Sequence[int], teams: Teams, left_out: frozenset[int]) -> tuple[int, ...]:
    """The seats of the sides with the most points, of those that are still there."""
    there = [number for number, team in enumerate(teams) if not set(team) <= left_out]
    best = max(points[number] for number in there)
    return tuple(sorted(seat for number in there if points[number] == best for seat in teams[number]))
