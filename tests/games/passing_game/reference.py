"""The game from its definition, slow and plain: tiles are pairs, hands are sets, the train is a list of pairs.

It shares no code with the shipped game; only `read` knows how a State is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

Tile = tuple[int, int]
SET: list[Tile] = [(high, low) for high in range(7) for low in range(7) if low <= high]
LETTERS = "abcdefghijklmnopqrstuvwxyzAB"


@dataclass(frozen=True)
class Position:
    """One position of a round; `quiet` counts the passes in unbroken succession, `left_out` are departed seats."""

    hands: tuple[frozenset[Tile], ...]
    train: tuple[Tile, ...]
    boneyard: tuple[Tile, ...]
    turn: int
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
    for seat, sign, letter in told(state.story):
        quiet = {*quiet, seat} if sign == "-" else set()
        if letter:
            train = placed(train, SET[LETTERS.index(letter)], "left" if sign == "<" else "right")
    out = frozenset(seat for seat in range(len(hands)) if state.departed >> seat & 1)
    boneyard = tuple(SET[LETTERS.index(letter)] for letter in state.boneyard)
    return Position(hands, tuple(train), boneyard, state.turn, frozenset(quiet), out)


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


def step(position: Position, text: str, teams: Sequence[Sequence[int]]) -> Position | End:
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


def ended(position: Position, seat: int, text: str, teams: Sequence[Sequence[int]]) -> End | None:
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


def gains(position: Position, teams: Sequence[Sequence[int]]) -> tuple[int, ...]:
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
