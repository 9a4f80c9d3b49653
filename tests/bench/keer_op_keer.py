"""Keer op Keer against the plain reference of its tests: sets of cells, itertools, a dict copied whole at each step."""

from __future__ import annotations

from typing import Any, NamedTuple

from chalicelib.games import get
from chalicelib.rules import Chance
from tests.bench.measure import ROUNDS, Ratio, Result, at_least, ratio
from tests.games.keer_op_keer import reference

KEY = "keer-op-keer"
_MATCHES = 6
_EVERY = 9


class Case(NamedTuple):
    """One position in both forms, the seat that is to move, and a move of it in both forms."""

    state: Any
    match: reference.Match
    seat: int
    move: Any
    plain_move: reference.Placement | None
    ply: int


def _chance(number: int, ply: int, purpose: str = "game") -> Chance:
    return Chance(bytes([number]) * 32, (b"one", b"two"), ply, purpose)


def cases() -> list[Case]:
    """Positions spread over random two-seat matches, the game's own and the reference's played in step."""
    return [case for number in range(_MATCHES) for case in _match(number)[::_EVERY]]


def _match(number: int) -> list[Case]:
    game, lot, found = get(KEY), _chance(number, 0, "walk"), list[Case]()
    state = game.initial_state(2, {}, _chance(number, 0))
    match = reference.new_match("black", "open", 2, _chance(number, 0))
    while game.to_move(state):
        ply = len(found) + 1
        seat = lot.roll(game.to_move(state))
        legal = game.legal_moves(state, seat)
        texts = [*map(reference.text_of, reference.legal_in(match, seat)), "pass"]
        assert [game.format(move) for move in legal] == texts
        move = lot.roll(legal)
        plain = None if move.kind == "pass" else reference.legal_in(match, seat)[legal.index(move)]
        found.append(Case(state, match, seat, move, plain, ply))
        state = game.apply_move(state, seat, move, _chance(number, ply))
        match = reference.step(match, seat, plain, _chance(number, ply))
    return found


def bench_legal_moves() -> Result:
    """All legal moves of positions of random matches."""
    game, positions = get(KEY), cases()

    def ours() -> None:
        for case in positions:
            game.legal_moves(case.state, case.seat)

    def plain() -> None:
        for case in positions:
            reference.legal_in(case.match, case.seat)

    found = ratio(ours, plain, passes=10)
    return at_least(found.times, 10, _how("legal_moves", "reference.legal_in (sets, itertools)", found, positions))


def bench_apply_move() -> Result:
    """One move of every position."""
    game, positions = get(KEY), cases()

    def ours() -> None:
        for case in positions:
            game.apply_move(case.state, case.seat, case.move, _chance(0, case.ply))

    def plain() -> None:
        for case in positions:
            reference.step(case.match, case.seat, case.plain_move, _chance(0, case.ply))

    found = ratio(ours, plain, passes=10)
    return at_least(found.times, 10, _how("apply_move", "reference.step (dict, copy.deepcopy)", found, positions))


def _how(ours: str, baseline: str, found: Ratio, positions: list[Case]) -> str:
    each = 1e6 / len(positions)
    return (
        f"KeerOpKeer.{ours} {found.ours * each:.1f} us against {baseline} {found.baseline * each:.1f} us a call, "
        f"{len(positions)} positions of random matches, medians of {ROUNDS} interleaved rounds"
    )
