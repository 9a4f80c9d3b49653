"""Which dice a seat may take, with which gift chips, and all the placements that makes legal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from chalicelib.games.keer_family.board import JOKER, MOST_CROSSES, bits
from chalicelib.games.keer_family.dice import halves, without
from chalicelib.games.keer_family.placements import allowed, fitting
from chalicelib.games.keer_op_keer_3.board import FIGURES
from chalicelib.games.keer_op_keer_3.moves import (
    CHIP_WORDS,
    PASS,
    chips_text,
    dice_of,
    move_of,
    shapes,
    variants,
    with_chips,
)
from chalicelib.games.keer_op_keer_3.state import Move, State


class Reading(NamedTuple):
    """One way to take two dice: what can be placed with it, as a set of shapes, and the stars and chips it takes."""

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
    return without(state.dice, *dice_of(move_of(text)))


def pool_of(state: State) -> Pool:
    """The dice of a seat that has still to choose; `all_colours` is empty where no six-dice chip can be of use."""
    colours, numbers = available(state)
    return Pool(colours, numbers, *(halves(state.dice) if opening(state) else ("", "")))


def legal_choices(state: State, seat: int) -> list[Move]:
    """Fewer chips first, then fewer stars, colour, number, cells; `pass` last."""
    every, pool = shapes(), pool_of(state)
    found = fitting(every, state.crossed[seat], start_open=True)
    if state.gifts[seat]:
        result = _with_chips(state, seat, pool, found)
    else:
        result = allowed(every, variants(), (pool.colours, pool.numbers), state.jokers[seat], found)
    result.append(PASS)
    return result


def legal_gifts(state: State, seat: int) -> list[Move]:
    """The gifts of the chip that this seat has to give now, by the seats they may go to."""
    chip = CHIP_WORDS[state.owed[seat][0]]
    others = (other for other in range(len(state.crossed)) if other != seat and not state.departed >> other & 1)
    return [Move("give", chip=chip, to=other) for other in others]


def _with_chips(state: State, seat: int, pool: Pool, found: int) -> list[Move]:
    groups: dict[tuple[int, int], list[Reading]] = defaultdict(list)
    for reading in _readings(state, seat, pool, found):
        chips = reading.jokers + reading.plus + reading.minus + reading.six
        groups[chips, reading.colour_joker + reading.number_joker].append(reading)
    result: list[Move] = []
    for key in sorted(groups):
        result += _moves(sorted(groups[key], key=lambda reading: reading.order))
    return result


def _moves(readings: Sequence[Reading]) -> Iterator[Move]:
    """The moves of readings with as many chips and stars, in the order of their shapes."""
    every, plain = shapes().all, variants()
    wanted = 0
    for reading in readings:
        wanted |= reading.fits
    for number in bits(wanted):
        for fits, colour, count, *chips in readings:
            if not fits >> number & 1:
                continue
            if any(chips):
                used = (chips[0], chips[1], chips[2], chips[3])
                yield with_chips(every[number], colour, count, used)
            else:
                yield plain[number][colour + 2 * count]


def _readings(state: State, seat: int, pool: Pool, found: int) -> Iterator[Reading]:
    for colour in dict.fromkeys(pool.colours):
        for number in dict.fromkeys(pool.numbers):
            yield from _readings_of_pair(state, seat, found, colour, number, 0)
    if "6" in state.gifts[seat]:
        for colour in dict.fromkeys(pool.all_colours):
            for number in dict.fromkeys(pool.all_numbers):
                if colour not in pool.colours or number not in pool.numbers:
                    yield from _readings_of_pair(state, seat, found, colour, number, 1)


def _readings_of_pair(state: State, seat: int, found: int, colour: str, number: str, six: int) -> Iterator[Reading]:
    """What two dice can be taken as, as far as some of the shapes found fit it."""
    stars = (colour == JOKER) + (number == JOKER)
    short = max(0, stars - state.jokers[seat])
    if short > min(state.gifts[seat].count("!"), state.grey[seat]):
        return
    faces = shapes().faces
    of_colour = found if colour == JOKER else found & faces[colour]
    if number == JOKER:
        yield Reading(of_colour, colour == JOKER, True, short, 0, 0, six)
        return
    steps = state.gifts[seat].count("1") if of_colour else 0
    for value in range(max(1, int(number) - steps), min(MOST_CROSSES, int(number) + steps) + 1):
        step = value - int(number)
        if fits := of_colour & faces[str(value)]:
            yield Reading(fits, colour == JOKER, False, short, max(step, 0), max(-step, 0), six)
