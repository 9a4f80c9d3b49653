"""The record of a match played in memory, as a file of these keeps it, and as docs/record.md has it.

In a file a move is a row: its seat, its text, the dice it drew and, unless it was played, how it came about. Its ply
is its place, it was made so many minutes after the start, and marks follow from the rest; otherwise the file has the
record as it is.
"""

from __future__ import annotations

from typing import Any

from chalicelib.games import meta
from chalicelib.matches import marks, options, pace
from chalicelib.matches.course import NotedChance
from chalicelib.rules import AnyGame, Options, commitment
from tests.games.codec import plain
from tests.games.table import Table

CREATED = 1_790_000_000
STARTED = CREATED + 60
MINUTE = 60
NAMES = ("Anna", "Bram", "Cees", "Dora", "Elin", "Faan")


class NotedTable(Table):
    """A match whose dice are noted."""

    def __init__(self, game: AnyGame, seats: int, given: Options, name: str) -> None:
        self._drawn: dict[int, NotedChance] = {}
        self.name = name
        super().__init__(game, seats, options.checked(meta(game.key, game.rules_version), seats, given), name)

    def _chance(self, ply: int, purpose: str = "game") -> NotedChance:
        chance = NotedChance(self.seed, self.nonces, ply, purpose)
        if purpose == "game":  # of those of a ply the last one is used; the others drew nothing
            self._drawn[ply] = chance
        return chance

    def dice(self, ply: int) -> str:
        """What this ply drew, as records have it."""
        return self._drawn[ply].dice if ply in self._drawn else ""


def kept(table: NotedTable) -> dict[str, Any]:
    """The record of a match that is over, as a file keeps it."""
    game, moves = table.game, table.record
    return {
        "format": 1,
        "match": table.name,
        "name": game.name,
        "game": game.key,
        "rules_version": game.rules_version,
        "migrations": [],
        "options": dict(table.options),
        "seats": [_sitter(seat) for seat in range(table.seats)],
        "created": pace.stamp(CREATED),
        "started": pace.stamp(STARTED),
        "ended": pace.stamp(STARTED + MINUTE * len(moves)),
        "commitment": commitment(table.seed, table.name, game.rules_version),
        "seed": table.seed.hex(),
        "nonces": [nonce.hex() for nonce in table.nonces],
        "origin": None,
        "outcome": plain(table.ended()),
        "dice": table.dice(0),
        "moves": [_row(table, *entry) for entry in moves],
    }


def _sitter(seat: int) -> dict[str, Any]:
    return {"seat": seat, "kind": "player", "name": NAMES[seat], "level": 0, "own_nonce": True}


def _row(table: NotedTable, ply: int, seat: int, move: str, how: str) -> list[Any]:
    return [seat, move, table.dice(ply), how][: 3 + (how != "played")]


def record_of(file: dict[str, Any]) -> dict[str, Any]:
    """The whole record of a file, as the service exports it."""
    found = file["record"]
    return marks.marked({**found, "moves": [_move(ply, *row) for ply, row in enumerate(found["moves"], 1)]})


def _move(ply: int, seat: int, move: str, dice: str, how: str = "played") -> dict[str, Any]:
    at = pace.stamp(STARTED + MINUTE * ply)
    return {"ply": ply, "seat": seat, "move": move, "how": how, "at": at, "dice": dice}
