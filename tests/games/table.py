"""A match played in memory: it keeps the record and hands the rules their chance, as the application does."""

from __future__ import annotations

import copy
import hashlib
from typing import Any, NamedTuple

from chalicelib.rules import AnyGame, Chance, Options, Outcome

RESIGN = "resign"
RETRACT = "retract"


class Entry(NamedTuple):
    """One move of the record: the ply it made, whose it was, its canonical text, how it came about."""

    ply: int
    seat: int
    move: str
    how: str


def seed_of(name: str) -> bytes:
    """A seed for a match of this name; the same name gives the same dice."""
    return hashlib.sha256(name.encode()).digest()


def nonces_of(name: str, seats: int) -> tuple[bytes, ...]:
    """One nonce a seat for a match of this name."""
    return tuple(hashlib.sha256(f"{name} nonce {seat}".encode()).digest()[:16] for seat in range(seats))


class Table:
    """One match from its first position on; `state` is where it stands, `record` what has been played."""

    def __init__(self, game: AnyGame, seats: int, options: Options, name: str) -> None:
        self.game = game
        self.seats = seats
        self.options = options
        self.seed = seed_of(name)
        self.nonces = nonces_of(name, seats)
        self.record: list[Entry] = []
        self.state: Any = game.initial_state(seats, options, self._chance(0))

    def _chance(self, ply: int, purpose: str = "game") -> Chance:
        return Chance(self.seed, self.nonces, ply, purpose)

    def ended(self) -> Outcome:
        """How the match ended. Raises AssertionError while it runs."""
        outcome = self.game.outcome(self.state)
        assert outcome is not None, "the match is not over"
        return outcome

    def _sealed(self, state: Any) -> dict[int, Any]:
        choices = ((seat, self.game.sealed(state, seat)) for seat in range(self.seats))
        return {seat: move for seat, move in choices if move is not None}

    def chance(self, purpose: str = "game") -> Chance:
        """The draws of the next decision."""
        return self._chance(len(self.record) + len(self._sealed(self.state)) + 1, purpose)

    def bot(self, seat: int, level: int) -> Any:
        """What a bot of this level chooses here."""
        legal = self.game.legal_moves(self.state, seat)
        return self.game.choose(self.game.view(self.state, seat), legal, self.chance("bot"), level)

    def play(self, seat: int, move: Any) -> None:
        """Apply a decision. Raises what the rules raise."""
        others = self._sealed(self.state)
        self.state = self.game.apply_move(self.state, seat, move, self.chance())
        if self.game.sealed(self.state, seat) is None:
            self._enter({**others, seat: move})

    def retract(self, seat: int) -> None:
        """Take back what a seat has sealed. Raises NothingToRetractError."""
        self.state = self.game.retract(self.state, seat)

    def resign(self, seat: int) -> None:
        """Let a seat give up; choices that this reveals enter the record before it. Raises what the rules raise."""
        others = {each: move for each, move in self._sealed(self.state).items() if each != seat}
        chance = self._chance(len(self.record) + len(others) + 1)
        self.state = self.game.resign(self.state, seat, chance)
        self._enter({each: move for each, move in others.items() if self.game.sealed(self.state, each) is None})
        self.record.append(Entry(len(self.record) + 1, seat, RESIGN, "resigned"))

    def _enter(self, moves: dict[int, Any]) -> None:
        for seat in sorted(moves):
            self.record.append(Entry(len(self.record) + 1, seat, self.game.format(moves[seat]), "played"))

    def after(self, moves: int) -> Table:
        """The same match once its record has so many moves, and nothing else is sealed."""
        again = copy.copy(self)
        again.record, again.state = [], self.game.initial_state(self.seats, self.options, self._chance(0))
        for entry in self.record[:moves]:
            again.act(entry.seat, entry.move)
        return again

    def act(self, seat: int, what: str) -> Any:
        """Play a canonical text, or "resign" or "retract"; the move that was played, if it was one.

        Raises what the rules raise.
        """
        if what == RESIGN:
            return self.resign(seat)
        if what == RETRACT:
            return self.retract(seat)
        move = self.game.parse(self.state, seat, what, "en")
        self.play(seat, move)
        return move
