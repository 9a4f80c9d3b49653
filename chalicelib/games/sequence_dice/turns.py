"""The course of a match: what a roll asks for, what a move does, whose roll is next."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from chalicelib.games.sequence_dice.board import ALL, BOARD, SQUARES, bits, completes
from chalicelib.games.sequence_dice.scoring import outcome
from chalicelib.games.sequence_dice.state import Kind, Move, Play, State, quick_state
from chalicelib.rules import Chance, Termination

NOTHING = Move("none")
NO_MOVE = "-"
PLACINGS = tuple(Move("place", square) for square in SQUARES)
TAKINGS = tuple(Move("take", square) for square in SQUARES)
_TOTALS = {f"{one}{two}": int(one) + int(two) for one in BOARD.faces for two in BOARD.faces}
_PAIRS = tuple(_TOTALS)


def text_of(move: Move) -> str:
    """The canonical text: `c3`, `xc3` or `-`."""
    if move.kind == "none":
        return NO_MOVE
    return move.cell if move.kind == "place" else f"x{move.cell}"


@cache
def sides(seats: int) -> tuple[tuple[int, ...], ...]:
    """Which seats play together: four seats are two teams of partners who sit across."""
    return ((0, 2), (1, 3)) if seats == 4 else tuple((seat,) for seat in range(seats))


def side_of(state: State, seat: int) -> int:
    """The side that this seat belongs to."""
    return seat % len(state.chips)


def total(dice: str) -> int:
    """What the dice add up to."""
    return _TOTALS[dice]


def roll_dice(chance: Chance) -> str:
    """The faces of the two dice, drawn as one of the 36 pairs."""
    return chance.roll(_PAIRS)


def first_position(seats: int, line_length: int, chance: Chance) -> State:
    """The empty board; rolls for who begins, then the first roll of the match."""
    rounds: list[tuple[str, ...]] = []
    tied = list(range(seats))
    while len(tied) > 1:
        rolled = {seat: roll_dice(chance) for seat in tied}
        rounds.append(tuple(rolled.get(seat, "") for seat in range(seats)))
        best = max(map(total, rolled.values()))
        tied = [seat for seat in tied if total(rolled[seat]) == best]
    chips = (0,) * len(sides(seats))
    return State(seats, line_length, tied[0], 1, 1, roll_dice(chance), chips, ((),) * seats, tuple(rounds))


def asked(state: State) -> tuple[Kind, int]:
    """What the roll on the table asks of the active seat, and the squares it may do it on."""
    chips, number = state.chips, _TOTALS[state.dice]
    own, occupied = chips[state.active % len(chips)], sum(chips)  # no square is in two masks
    theirs = occupied ^ own
    if number == BOARD.defence:
        takeable = theirs & ~BOARD.safe
        return ("take", takeable) if takeable else ("none", 0)
    reach = ALL if number == BOARD.wild else BOARD.masks[number]
    if empty := reach & ~occupied:
        return "place", empty
    return ("take", theirs & reach) if theirs & reach else ("none", 0)


def is_defence(state: State) -> bool:
    """Whether the roll on the table removes a chip and places none."""
    return bool(state.dice) and total(state.dice) == BOARD.defence


def legal(state: State) -> tuple[Move, ...]:
    """The active seat's moves, row by row."""
    kind, mask = asked(state)
    if kind == "none":
        return (NOTHING,)
    moves = PLACINGS if kind == "place" else TAKINGS
    return tuple([moves[index] for index in bits(mask)])


def with_move(state: State, move: Move, square: int, chance: Chance) -> State:
    """The position after the active seat's legal move, which is on the square of this mask (0: none)."""
    number, side = _TOTALS[state.dice], state.active % len(state.chips)
    chips, last = _moved(state.chips, side, move.kind, square, number), _with_play(state, move)
    if square and number != BOARD.defence and completes(chips[side], square, state.line_length):
        return _ended(state, chips, last, state.resigned, Termination.NORMAL)
    turn, resigned = state.turn, state.resigned
    if move.kind == "place" and number in BOARD.again:
        active, rolls = state.active, state.rolls + 1
    elif turn < BOARD.turn_limit:
        active, rolls, turn = _next_seat(state, resigned), 1, turn + 1
    else:
        return _ended(state, chips, last, resigned, Termination.MOVE_LIMIT)
    return quick_state(state, active, turn, rolls, roll_dice(chance), chips, last)


def _moved(chips: tuple[int, ...], side: int, kind: Kind, square: int, number: int) -> tuple[int, ...]:
    """The chips by side once this side has moved with this total."""
    held = [each & ~square for each in chips] if kind == "take" else list(chips)
    if number != BOARD.defence:
        held[side] |= square
    return tuple(held)


def _with_play(state: State, move: Move) -> tuple[tuple[Play, ...], ...]:
    last, play = list(state.last), _play(state.dice, text_of(move))
    last[state.active] = (*last[state.active], play) if state.rolls > 1 else (play,)
    return tuple(last)


@cache
def _play(dice: str, text: str) -> Play:
    # few differ, and a look-up costs a third of a constructor
    return Play(dice, text)


def _next_seat(state: State, resigned: int) -> int:
    """The next seat, clockwise, whose side is still in the match: a team's seats all are, as long as the team is."""
    following = (state.active + 1) % state.seats
    while resigned and is_out(state, side_of(state, following), resigned):
        following = (following + 1) % state.seats
    return following


def is_out(state: State, side: int, resigned: int) -> bool:
    """Whether all seats of the side are among those that gave up."""
    return all(resigned >> seat & 1 for seat in sides(state.seats)[side])


def leave(state: State, seat: int, chance: Chance) -> State:
    """The position after this seat gave up; a partner's seat stays in play until the other one gives up too."""
    resigned = state.resigned | 1 << seat
    side = side_of(state, seat)
    if not is_out(state, side, resigned):
        return replace(state, resigned=resigned)
    last = tuple(() if each % len(state.chips) == side else plays for each, plays in enumerate(state.last))
    left = [each for each in range(len(state.chips)) if not is_out(state, each, resigned)]
    if len(left) == 1:
        return _ended(state, state.chips, last, resigned, Termination.RESIGNED)
    if seat != state.active:
        return replace(state, resigned=resigned, last=last)
    # the turn that is broken off does not count: the next seat has its number
    active, dice = _next_seat(state, resigned), roll_dice(chance)
    return replace(state, active=active, rolls=1, dice=dice, last=last, starts=(), resigned=resigned)


def _ended(
    state: State,
    chips: tuple[int, ...],
    last: tuple[tuple[Play, ...], ...],
    resigned: int,
    termination: Termination,
) -> State:
    out = [side for side in range(len(chips)) if is_out(state, side, resigned)]
    if termination is Termination.NORMAL:
        winner: int | None = side_of(state, state.active)
    elif termination is Termination.RESIGNED:
        winner = next(side for side in range(len(chips)) if side not in out)
    else:
        winner = None
    end = outcome(sides(state.seats), chips, out, winner, termination)
    return State(
        state.seats,
        state.line_length,
        state.active,
        state.turn,
        state.rolls,
        "",
        chips,
        last,
        (),
        resigned,
        end,
    )
