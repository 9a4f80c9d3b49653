"""The course of a roll: who chooses, from which dice, and what happens once everybody has chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from chalicelib.games.keer_family.board import COLUMN_MASKS
from chalicelib.games.keer_family.dice import halves, next_active, without
from chalicelib.games.keer_op_keer.board import FIGURES, SHEETS
from chalicelib.games.keer_op_keer.placements import Choice, table
from chalicelib.games.keer_op_keer.scoring import outcome
from chalicelib.games.keer_op_keer.state import State
from chalicelib.rules import Chance, Termination


class Sheets(NamedTuple):
    """What all sheets hold after a roll, seat by seat, in the order of State."""

    crossed: tuple[int, ...]
    jokers: tuple[int, ...]
    columns_first: tuple[int, ...]
    columns_later: tuple[int, ...]
    colours_first: tuple[int, ...]
    colours_later: tuple[int, ...]


def first_position(sheet: str, start: str, seats: int, chance: Chance) -> State:
    """The empty sheets; draws the first active seat and the first roll."""
    active = chance.below(seats)
    none = (0,) * seats
    blank = ("",) * seats
    dice = FIGURES.roll(seats, chance)
    jokers = (FIGURES.jokers,) * seats
    return State(sheet, start, active, 1, dice, none, jokers, none, none, none, none, blank, blank, 0)


def has_left(state: State, seat: int) -> bool:
    """Whether the seat has left the match."""
    return bool(state.departed >> seat & 1)


def active_leads(state: State) -> bool:
    """Whether the active seat chooses before the others in this roll, and openly."""
    return FIGURES.is_led(state.roll, len(state.chosen))


def owing(state: State) -> tuple[int, ...]:
    """The seats that have still to choose now."""
    if state.outcome is not None:
        return ()
    if active_leads(state) and not state.chosen[state.active] and not has_left(state, state.active):
        return (state.active,)
    departed = state.departed
    return tuple([seat for seat, text in enumerate(state.chosen) if not text and not departed >> seat & 1])


def is_sealed(state: State, seat: int) -> bool:
    """Whether the seat has made a choice in this roll that nobody else may see yet."""
    if state.outcome is not None or not 0 <= seat < len(state.chosen) or not state.chosen[seat]:
        return False
    return not (active_leads(state) and seat == state.active)


def available(state: State) -> tuple[str, str]:
    """The colour faces and the number faces that the seats which have still to choose may choose from."""
    if active_leads(state):
        taken = table(state.sheet).by_text.get(state.chosen[state.active])
        if taken is not None:
            return without(state.dice, taken.colour_face, taken.number_face)
    return halves(state.dice)


def with_choice(state: State, seat: int, text: str, chance: Chance) -> State:
    """The position after this seat's choice; the last choice of a roll resolves it."""
    chosen = _replaced(state.chosen, seat, text)
    if _is_complete(chosen, state.departed):
        return resolve(state, chosen, state.departed, chance)
    return _with_chosen(state, chosen, state.departed)


def with_chosen(state: State, seat: int, text: str) -> State:
    """The position with another sealed choice of this seat, or ("") with none; nothing resolves."""
    return _with_chosen(state, _replaced(state.chosen, seat, text), state.departed)


def leave(state: State, seat: int, chance: Chance) -> State:
    """The position after this seat left; when it was the last one owing, the roll resolves."""
    departed = state.departed | 1 << seat
    keeps = active_leads(state) and seat == state.active
    chosen = state.chosen if keeps else _replaced(state.chosen, seat, "")
    if len(chosen) - departed.bit_count() <= 1:
        # what the seat that is left has chosen counts; no dice follow
        return _ended(state, _count(state, chosen, departed), chosen, departed, Termination.RESIGNED)
    if _is_complete(chosen, departed):
        return resolve(state, chosen, departed, chance)
    return _with_chosen(state, chosen, departed)


def resolve(state: State, chosen: tuple[str, ...], departed: int, chance: Chance) -> State:
    """All placements of a complete roll count at once; then the match ends, or the next seat's roll is made."""
    seats = len(chosen)
    sheets = _count(state, chosen, departed)
    if max(map(int.bit_count, _colours_of_those_in(sheets, departed))) >= FIGURES.colours_to_end:
        return _ended(state, sheets, chosen, departed, Termination.NORMAL)
    if state.roll >= FIGURES.last_roll(seats):
        return _ended(state, sheets, chosen, departed, Termination.MOVE_LIMIT if seats > 1 else Termination.NORMAL)
    active = next_active(state.active, departed, seats)
    dice = FIGURES.roll(seats, chance)
    blank = ("",) * seats
    return State(state.sheet, state.start, active, state.roll + 1, dice, *sheets, blank, chosen, departed)


def _colours_of_those_in(sheets: Sheets, departed: int) -> list[int]:
    return [
        first | later
        for seat, (first, later) in enumerate(zip(sheets.colours_first, sheets.colours_later, strict=True))
        if not departed >> seat & 1
    ]


def _replaced(chosen: tuple[str, ...], seat: int, text: str) -> tuple[str, ...]:
    return (*chosen[:seat], text, *chosen[seat + 1 :])


def _is_complete(chosen: tuple[str, ...], departed: int) -> bool:
    return all(text or departed >> seat & 1 for seat, text in enumerate(chosen))


def _with_chosen(state: State, chosen: tuple[str, ...], departed: int) -> State:
    return State(
        state.sheet,
        state.start,
        state.active,
        state.roll,
        state.dice,
        state.crossed,
        state.jokers,
        state.columns_first,
        state.columns_later,
        state.colours_first,
        state.colours_later,
        chosen,
        state.last,
        departed,
    )


def _count(state: State, chosen: tuple[str, ...], departed: int) -> Sheets:
    """The sheets with the placements crossed and what they complete marked, first or later."""
    choices = table(state.sheet).by_text
    crossed, jokers = list(state.crossed), list(state.jokers)
    columns, colours = [0] * len(chosen), [0] * len(chosen)
    for seat, text in enumerate(chosen):
        choice = choices.get(text)
        if choice is None:
            continue
        crossed[seat] |= choice.mask
        jokers[seat] -= choice.cost
        if not departed >> seat & 1:
            columns[seat], colours[seat] = _completed(choice, crossed[seat], state.sheet)
    return Sheets(
        tuple(crossed),
        tuple(jokers),
        *_shared(state.columns_first, state.columns_later, columns),
        *_shared(state.colours_first, state.colours_later, colours),
    )


def _completed(choice: Choice, crossed: int, sheet: str) -> tuple[int, int]:
    """Bits of the columns, and of the colour, that this placement was the last one for."""
    columns = 0
    for column in choice.columns:
        if not COLUMN_MASKS[column] & ~crossed:
            columns |= 1 << column
    colour = 0 if SHEETS[sheet].colour_masks[choice.colour] & ~crossed else 1 << choice.colour
    return columns, colour


def _shared(
    first: tuple[int, ...], later: tuple[int, ...], completed: Sequence[int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Marks with what was completed in this roll: the upper value where nobody had it before this roll."""
    if not any(completed):
        return first, later
    taken = 0
    for marks in first:
        taken |= marks
    return (
        tuple([marks | new & ~taken for marks, new in zip(first, completed, strict=True)]),
        tuple([marks | new & taken for marks, new in zip(later, completed, strict=True)]),
    )


def _ended(state: State, sheets: Sheets, chosen: tuple[str, ...], departed: int, termination: Termination) -> State:
    blank = ("",) * len(chosen)
    end = State(state.sheet, state.start, state.active, state.roll, "", *sheets, blank, chosen, departed)
    return replace(end, outcome=outcome(end, termination))
