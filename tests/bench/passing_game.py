"""The Passing Game's playouts against OpenSpiel's block dominoes, and its moves against a plain dict.

Both games are dominoes with the double-six set, played by two at random. A state is every position that a playout
passes through, the first and the last among them, on both sides. OpenSpiel deals its 14 tiles one by one, and each of
these 14 positions of a round counts, although nobody decides anything there; ours deals all 28 at once, which counts as
one. OpenSpiel lives in a folder of its own, because it brings 280 MB along.
"""

from __future__ import annotations

import importlib
import sys
from itertools import cycle
from pathlib import Path
from typing import Any, NamedTuple

from chalicelib.games import get
from chalicelib.rules import Chance
from tests.bench import beside
from tests.bench.measure import ROUNDS, Result, at_least, ratio
from tests.games.passing_game import plain

KEY = "passing-game"
OPENSPIEL = Path(__file__).parents[2] / ".build" / "openspiel"
_MATCHES, _ROUNDS = 24, 80
"""Of ours whole matches, a dozen rounds each; a game of OpenSpiel's is one round."""


class OpenSpielError(RuntimeError):
    """OpenSpiel is not where `make bench` puts it."""


class Playouts(NamedTuple):
    """What a run of playouts passed through: all positions, and those in which a player decides."""

    states: int
    decisions: int


def _drawn() -> tuple[int, ...]:
    chance = Chance(b"picks", (), 0)
    return tuple(chance.below(1 << 32) for _ in range(10_007))


PICKS = _drawn()
"""Random numbers to pick with on both sides; drawn beforehand, so that they cost neither anything."""


def ours() -> Playouts:
    """Whole random matches by the functions that the service calls, each with one stream of draws."""
    game, picks, moves = get(KEY), cycle(PICKS), 0
    for number in range(_MATCHES):
        chance = Chance(number.to_bytes(32, "big"), (b"one", b"two"), 0)
        state = game.initial_state(2, {}, chance)
        while seats := game.to_move(state):
            legal = game.legal_moves(state, seats[0])
            state = game.apply_move(state, seats[0], legal[next(picks) % len(legal)], chance)
            moves += 1
    return Playouts(moves + _MATCHES, moves)


def openspiel(game: Any) -> Playouts:
    """Random playouts as OpenSpiel's own examples have them, but for chance: its tiles are equally likely."""
    picks, moves, deals = cycle(PICKS), 0, 0
    for _ in range(_ROUNDS):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[next(picks) % len(outcomes)][0])
                deals += 1
            else:
                actions = state.legal_actions()
                state.apply_action(actions[next(picks) % len(actions)])
                moves += 1
    return Playouts(_ROUNDS + deals + moves, moves)


def block_dominoes(folder: Path = OPENSPIEL) -> Any:
    """OpenSpiel's game. Raises OpenSpielError."""
    if not folder.is_dir():
        raise OpenSpielError(f"There is no OpenSpiel in {folder}: `make bench` puts it there.")
    if str(folder) not in sys.path:
        sys.path.append(str(folder))
    importlib.import_module("open_spiel.python.games.block_dominoes")
    return importlib.import_module("pyspiel").load_game("python_block_dominoes")


def bench_playouts() -> Result:
    """States a second of random rounds of two seats, deals included."""
    game = block_dominoes()
    mine, other = ours(), openspiel(game)
    found = ratio(ours, lambda: openspiel(game))
    each, theirs = mine.states / found.ours, other.states / found.baseline
    strict = mine.decisions / found.ours / (other.decisions / found.baseline)
    how = (
        f"PassingGame.legal_moves and apply_move {each:,.0f} states a second against OpenSpiel's python_block_dominoes "
        f"State.legal_actions, chance_outcomes and apply_action {theirs:,.0f}, random rounds of two; a state is every "
        f"position passed through, OpenSpiel's 14 deals a round among them ({strict:.1f} x if only those count in "
        f"which a player decides); medians of {ROUNDS} interleaved rounds"
    )
    return at_least(each / theirs, 3, how)


def _begin(chance: Chance) -> plain.Match:
    return plain.new_match(2, {}, chance)


def form(move: Any, match: plain.Match, seat: int) -> plain.Move:
    """A move as the plain game has it."""
    if move.kind != "play":
        return plain.DRAW if move.kind == "draw" else plain.PASS
    return ("play", (int(move.tile[0]), int(move.tile[2])), move.side)


PLAIN = beside.Plain(KEY, _begin, form, plain.legal_in, plain.step)


def bench_apply_move() -> Result:
    """One move of every position, the next deal drawn where it ends a round."""
    return beside.apply_move(PLAIN)
