"""Which dice a seat may take, with which gift chips, and all the placements that makes legal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from chalicelib.games.keer_family.board import JOKER, MOST_CROSSES, bits
from chalicelib.games.keer_family.dice import halves, without
from chalicelib.games.keer_family.placements import Shapes, fitting
from chalicelib.games.keer_op_keer_3.board import FIGURES
from chalicelib.games.keer_op_keer_3.moves import PASS, chips_text, move_of, placed, placement, shapes, variants
from chalicelib.games.keer_op_keer_3.state import Move, State


class Reading(NamedTuple):
    """One way to take two dice: the placements it fits, as a set of shapes, and the stars and chips it takes."""

    fits: int
    colour_joker: bool
    number_joker: bool
    jokers: int
    plus: int
    minus: int
    six: int

    @property
    def order(self) -> str:
        """What decides among readings with as many chips and stars."""
        chips = chips_text(self.jokers, self.plus, self.minus, self.six)
        return f"{chips}{JOKER if self.colour_joker else 'g'}"


class Pool(NamedTuple):
    """The dice one seat may take: those left for it, and all six where it may go back to them with a chip."""

    colours: str
    numbers: str
    all_colours: str
    all_numbers: str


def is_led(state: State) -> bool:
    """Whether the active seat chooses before the others in this roll, and openly."""
    return FIGURES.is_led(state.roll, len(state.crossed))


def opening(state: State) -> str:
    """The placement with which the active seat has opened the roll, as its text; "" if it has not, or passed."""
    if not is_led(state):
        return ""
    text = state.did[state.active].split(";", 1)[0]
    return "" if text == "pass" else text


def available(state: State) -> tuple[str, str]:
    """The colour faces and the number faces that seats which have still to choose may choose from."""
    text = opening(state)
    if not text:
        return halves(state.dice)
    taken = placed(move_of(text))
    return without(state.dice, taken.colour_face, taken.number_face)


def pool_of(state: State) -> Pool:
    """The dice of a seat that has still to choose; `all_colours` is empty where no six-dice chip can be of use."""
    colours, numbers = available(state)
    return Pool(colours, numbers, *(halves(state.dice) if opening(state) else ("", "")))


def legal_choices(state: State, seat: int) -> list[Move]:
    """Fewer chips first, then fewer stars, colour, number, cells; `pass` last."""
    every = shapes()
    found = fitting(every, state.crossed[seat], start_open=True)
    groups: dict[tuple[int, int], list[Reading]] = defaultdict(list)
    for reading in _readings(state, seat, every):
        chips = reading.jokers + reading.plus + reading.minus + reading.six
        groups[chips, reading.colour_joker + reading.number_joker].append(reading)
    result: list[Move] = []
    for key in sorted(groups):
        result += _moves(sorted(groups[key], key=lambda reading: reading.order), found)
    result.append(PASS)
    return result


def _moves(readings: Sequence[Reading], found: int) -> Iterator[Move]:
    """The moves of readings with as many chips and stars, in the order of their shapes."""
    every, plain = shapes().all, variants()
    wanted = 0
    for reading in readings:
        wanted |= reading.fits
    for number in bits(wanted & found):
        for fits, colour, count, *chips in readings:
            if not fits >> number & 1:
                continue
            if any(chips):
                used = (chips[0], chips[1], chips[2], chips[3])
                yield placement(every[number], colour, count, used)
            else:
                yield plain[number][colour + 2 * count]


def _readings(state: State, seat: int, every: Shapes) -> Iterator[Reading]:
    pool, gifts = pool_of(state), state.gifts[seat]
    for colour in dict.fromkeys(pool.colours):
        for number in dict.fromkeys(pool.numbers):
            yield from _readings_of_pair(state, seat, every, colour, number, 0)
    if "6" in gifts:
        for colour in dict.fromkeys(pool.all_colours):
            for number in dict.fromkeys(pool.all_numbers):
                if colour not in pool.colours or number not in pool.numbers:
                    yield from _readings_of_pair(state, seat, every, colour, number, 1)


def _readings_of_pair(state: State, seat: int, every: Shapes, colour: str, number: str, six: int) -> Iterator[Reading]:
    stars = (colour == JOKER) + (number == JOKER)
    short = max(0, stars - state.jokers[seat])
    if short > min(state.gifts[seat].count("!"), state.grey[seat]):
        return
    whole = (1 << len(every.all)) - 1
    of_colour = whole if colour == JOKER else every.faces[colour]
    if number == JOKER:
        yield Reading(of_colour, colour == JOKER, True, short, 0, 0, six)
        return
    steps = state.gifts[seat].count("1")
    for step in range(-steps, steps + 1):
        value = int(number) + step
        if 1 <= value <= MOST_CROSSES:
            fits = of_colour & every.faces[str(value)]
            yield Reading(fits, colour == JOKER, False, short, max(step, 0), max(-step, 0), six)
