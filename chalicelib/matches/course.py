"""The course of a match, walked again from its first position: what replays, checks and exports stand on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from chalicelib.matches.events import Entry
from chalicelib.matches.match import Roster
from chalicelib.rules import AnyGame, Chance, OptionValue


class NotedChance(Chance):
    """Draws that are noted as they are taken; `dice` is how a record writes them down."""

    __slots__ = ("_taken",)

    def __init__(self, seed: bytes, nonces: tuple[bytes, ...], ply: int, purpose: str = "game") -> None:
        super().__init__(seed, nonces, ply, purpose)
        self._taken: list[str] = []

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1, noted."""
        number = super().below(bound)
        self._taken.append(f"{number}/{bound}")
        return number

    @property
    def dice(self) -> str:
        """The numbers drawn so far, each as `number/bound`, with a space in between; "" for none."""
        return " ".join(self._taken)


@dataclass(frozen=True, slots=True)
class Course:
    """What a match was played with: rules, seats, options, the secret and the nonces of its dice, and its moves.

    `origin` is the course of the match that this one goes on from, up to where it does.
    """

    game: AnyGame
    seats: int
    options: Mapping[str, OptionValue]
    seed: bytes
    nonces: tuple[bytes, ...]
    entries: tuple[Entry, ...]
    origin: Course | None = None

    def chance(self, ply: int) -> NotedChance:
        """The draws of a ply."""
        return NotedChance(self.seed, self.nonces, ply)


@dataclass(frozen=True, slots=True)
class Position:
    """Where a match stood once `entry` (None: before the first move) was played, and the dice that drew."""

    ply: int
    entry: Entry | None
    state: Any
    dice: str


def of_roster(game: AnyGame, roster: Roster, entries: tuple[Entry, ...]) -> Course:
    """The course of a match of ours."""
    seed = bytes.fromhex(roster.seed)
    return Course(game, len(roster.seats), roster.options, seed, roster.nonces(), entries)


def first_position(course: Course) -> Position:
    """Where the match began. Raises what the rules raise."""
    chance = course.chance(0)
    if course.origin is not None:
        return Position(0, None, last_position(course.origin).state, "")
    return Position(0, None, course.game.initial_state(course.seats, course.options, chance), chance.dice)


def positions(course: Course) -> Iterator[Position]:
    """Every position of a match, the first one included. Raises what the rules raise."""
    position = first_position(course)
    yield position
    for entry in course.entries:
        position = step(course, position.state, entry)
        yield position


def step(course: Course, state: Any, entry: Entry) -> Position:
    """The position that a move leads to. Raises what the rules raise."""
    game, chance = course.game, course.chance(entry.ply)
    # a move that leaves the set open draws nothing, so its own ply serves as well as the set's last
    if entry.how == "resigned":
        after = game.resign(state, entry.seat, chance)
    else:
        after = game.apply_move(state, entry.seat, game.parse(state, entry.seat, entry.text, "en"), chance)
    return Position(entry.ply, entry, after, chance.dice)


def last_position(course: Course) -> Position:
    """Where the match stands after all of its moves. Raises what the rules raise."""
    *_, last = positions(course)
    return last
