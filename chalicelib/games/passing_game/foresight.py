"""What level 2 thinks of its moves: it deals the hidden tiles in many ways and plays each round to its end.

Tiles are bits here too, but in the order of their pips, so that the heaviest of a mask is its highest bit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from chalicelib.games.passing_game.state import Event, Move, View
from chalicelib.games.passing_game.tiles import NUMBERS, TILES
from chalicelib.rules import Chance

DEALS = 4
"""So many ways to deal the hidden tiles are looked at for each seat that is in."""

_NEVER = -1_000_000
"""What a move is worth that is not looked at."""

_BY_PIPS = sorted(TILES, key=lambda tile: (tile.pips, tile.bit))
_BIT = {tile.name: 1 << place for place, tile in enumerate(_BY_PIPS)}
_PIPS = {1 << place: tile.pips for place, tile in enumerate(_BY_PIPS)}
_WITH = tuple(sum(_BIT[tile.name] for tile in TILES if number in (tile.high, tile.low)) for number in NUMBERS)
_MULTIPLIER, _INCREMENT, _MODULUS = 6364136223846793005, 1442695040888963407, 1 << 64
"""Knuth's MMIX generator: quick, and good enough to imagine hands with."""


class Imagined(NamedTuple):
    """One way the hidden tiles may lie."""

    hands: tuple[int, ...]
    boneyard: tuple[int, ...]


class Situation(NamedTuple):
    """What all imagined deals have in common; `order` are the seats that are in, the watcher's first."""

    left: int
    right: int
    order: tuple[int, ...]
    sides: tuple[int, ...]
    """The side of every seat in that order, the watcher's being 0."""
    in_a_row: int
    """How many passes the last moves were."""


def rate(view: View, legal: Sequence[Move], chance: Chance) -> list[int]:
    """What every move brings, summed over the same deals: own points, or, below 0, those of whoever wins instead."""
    situation = _situation(view)
    looked_at = _sensible(legal, situation)
    totals = dict.fromkeys(looked_at, 0)
    if len(looked_at) > 1:
        for deal in _deals(view, situation.order, chance):
            for move in looked_at:
                totals[move] += _after(move, deal, situation)
    return [totals.get(move, _NEVER) for move in legal]


def _sensible(legal: Sequence[Move], situation: Situation) -> list[Move]:
    """The plays, and a pass that ends the round; to draw or to pass where nothing fits."""
    ends = situation.in_a_row == len(situation.order) - 1
    plays = [move for move in legal if move.kind == "play"]
    if not plays:
        return list(legal)
    return [*plays, *(move for move in legal if ends and move.kind == "pass")]


def _situation(view: View) -> Situation:
    count, first = len(view.seats), view.seat or 0
    turns = tuple((first + step) % count for step in range(count))
    order = tuple(seat for seat in turns if view.seats[seat].status != "left")
    sides = tuple(step % 2 if view.partnership else step for step in range(len(order)))
    return Situation(view.left or 0, view.right or 0, order, sides, _passes_in_a_row(view.history))


def _passes_in_a_row(history: Sequence[Event]) -> int:
    count = 0
    for event in reversed(history):
        if event.kind != "pass":
            break
        count += 1
    return count


def _deals(view: View, order: Sequence[int], chance: Chance) -> Iterator[Imagined]:
    own = sum(_BIT[tile] for tile in view.hand)
    seen = {*view.hand, *(event.tile for event in view.history)}
    unseen = [_BIT[tile.name] for tile in TILES if tile.name not in seen]
    sizes = [view.seats[seat].tiles for seat in order[1:]]
    number = chance.below(_MODULUS)
    for _ in range(DEALS * len(order)):
        number = _shuffle(unseen, sum(sizes) + view.drawable, number)
        hands, start = [own], 0
        for size in sizes:
            hands.append(sum(unseen[start : start + size]))
            start += size
        yield Imagined(tuple(hands), tuple(unseen[start : start + view.drawable]))


def _shuffle(tiles: list[int], count: int, number: int) -> int:
    """Put so many tiles, drawn at random, in front; the generator's next number."""
    size = len(tiles)
    for place in range(count):
        number = (number * _MULTIPLIER + _INCREMENT) % _MODULUS
        other = place + (number >> 33) % (size - place)
        tiles[place], tiles[other] = tiles[other], tiles[place]
    return number


def _after(move: Move, deal: Imagined, situation: Situation) -> int:
    """What this move brings in one deal, if everybody plays on in a plain way."""
    hands, left, right = list(deal.hands), situation.left, situation.right
    boneyard, in_a_row = deal.boneyard, 0
    if move.kind == "play":
        hands[0] ^= _BIT[move.tile]
        left, right = _ends(move, left, right)
    elif move.kind == "draw":
        hands[0] |= boneyard[0]
        boneyard = boneyard[1:]
    else:
        in_a_row = situation.in_a_row + 1
    if hands[0]:
        _play_on(hands, boneyard, left, right, situation.sides, in_a_row)
    return _worth(hands, situation.sides, 0)


def _ends(move: Move, left: int, right: int) -> tuple[int, int]:
    high, low = int(move.tile[0]), int(move.tile[2])
    if move.side == "left":
        return high + low - left, right
    return (left, high + low - right) if move.side == "right" else (high, low)


def _play_on(
    hands: list[int], boneyard: Sequence[int], left: int, right: int, sides: Sequence[int], in_a_row: int
) -> None:
    """Play a round to its end: everybody ends it if that wins, plays the heaviest tile, or draws if none fits."""
    seats, seat, drawn = len(hands), 0, 0
    while in_a_row < seats:
        seat = (seat + 1) % seats
        if in_a_row == seats - 1 and _worth(hands, sides, sides[seat]) > 0:
            return
        fitting = hands[seat] & (_WITH[left] | _WITH[right])
        if fitting:
            tile = 1 << fitting.bit_length() - 1
            if tile & _WITH[left]:
                left = _PIPS[tile] - left
            else:
                right = _PIPS[tile] - right
            hands[seat] ^= tile
            if not hands[seat]:
                return
            in_a_row = 0
        elif drawn < len(boneyard):
            hands[seat] |= boneyard[drawn]
            drawn += 1
            in_a_row = 0
        else:
            in_a_row += 1


def _worth(hands: Sequence[int], sides: Sequence[int], side: int) -> int:
    """What this side scores with these hands, or, below 0, what the winner does."""
    counts = [0] * (max(sides) + 1)
    for each, hand in zip(sides, hands, strict=True):
        counts[each] += _count(hand)
    lowest = min(counts)
    if counts.count(lowest) > 1:
        return 0
    points = sum(counts) - 2 * lowest
    return points if counts[side] == lowest else -points


def _count(hand: int) -> int:
    total = 0
    while hand:
        bit = hand & -hand
        total += _PIPS[bit]
        hand ^= bit
    return total
