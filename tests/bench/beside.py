"""A game beside the plain reference of its tests: the same random matches, the same moves, both timed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from chalicelib.games import get
from chalicelib.rules import Chance
from tests.bench.measure import ROUNDS, Ratio, Result, at_least, ratio

BAR = 10
_MATCHES = 6
_EVERY = 7
_PASSES = 10


class Case(NamedTuple):
    """One position in both forms, the seat that is to move, and a move of it in both forms."""

    state: Any
    match: Any
    seat: int
    move: Any
    plain_move: Any
    ply: int


class Plain(NamedTuple):
    """What the reference of a game offers: its first position, a move's form in it, its legal moves, its step."""

    key: str
    begin: Callable[[Chance], Any]
    form: Callable[[Any, Any, int], Any]
    legal: Callable[[Any, int], Any]
    step: Callable[[Any, int, Any, Chance], Any]


def _chance(number: int, ply: int, purpose: str = "game") -> Chance:
    return Chance(bytes([number]) * 32, (b"one", b"two"), ply, purpose)


def cases(plain: Plain) -> list[Case]:
    """Positions spread over random two-seat matches, the game's own and the reference's played in step."""
    return [case for number in range(_MATCHES) for case in _match(plain, number)[::_EVERY]]


def _match(plain: Plain, number: int) -> list[Case]:
    game, lot, found = get(plain.key), _chance(number, 0, "walk"), list[Case]()
    state, match = game.initial_state(2, {}, _chance(number, 0)), plain.begin(_chance(number, 0))
    while game.to_move(state):
        ply, seat = len(found) + 1, lot.roll(game.to_move(state))
        move = lot.roll(game.legal_moves(state, seat))
        other = plain.form(move, match, seat)
        found.append(Case(state, match, seat, move, other, ply))
        state = game.apply_move(state, seat, move, _chance(number, ply))
        match = plain.step(match, seat, other, _chance(number, ply))
    return found


def legal_moves(plain: Plain) -> Result:
    """All legal moves of positions of random matches."""
    game, positions = get(plain.key), cases(plain)

    def ours() -> None:
        for case in positions:
            game.legal_moves(case.state, case.seat)

    def baseline() -> None:
        for case in positions:
            plain.legal(case.match, case.seat)

    found = ratio(ours, baseline, passes=_PASSES)
    return at_least(found.times, BAR, _how(plain, "legal_moves", "legal_in (sets, itertools)", found, len(positions)))


def apply_move(plain: Plain) -> Result:
    """One move of every position."""
    game, positions = get(plain.key), cases(plain)

    def ours() -> None:
        for case in positions:
            game.apply_move(case.state, case.seat, case.move, _chance(0, case.ply))

    def baseline() -> None:
        for case in positions:
            plain.step(case.match, case.seat, case.plain_move, _chance(0, case.ply))

    found = ratio(ours, baseline, passes=_PASSES)
    return at_least(found.times, BAR, _how(plain, "apply_move", "step (dict, copy.deepcopy)", found, len(positions)))


def _how(plain: Plain, ours: str, baseline: str, found: Ratio, positions: int) -> str:
    each = 1e6 / positions
    return (
        f"{type(get(plain.key)).__name__}.{ours} {found.ours * each:.1f} us against {plain.step.__module__}."
        f"{baseline} {found.baseline * each:.1f} us a call, {positions} positions of random matches, "
        f"medians of {ROUNDS} interleaved rounds"
    )
