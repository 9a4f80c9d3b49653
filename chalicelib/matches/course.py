"""The course of a match, walked again from its first position: what replays, checks and exports stand on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from chalicelib.matches.ending import GIVEN_UP, WITHOUT_RULES
from chalicelib.matches.events import Entry
from chalicelib.matches.match import Roster
from chalicelib.players.ports import Games
from chalicelib.rules import AnyGame, Chance, Migration, OptionValue


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
class Change:
    """Other rules from after a ply on, and what carries the position over to them."""

    ply: int
    game: AnyGame
    carry: Migration


@dataclass(frozen=True, slots=True)
class Course:
    """What a match was played with: rules, seats, options, the secret and the nonces of its dice, and its moves.

    `origin` is the course of the match that this one goes on from, up to where it does; `changes` are those of the
    rules that `game` began with, in order.
    """

    game: AnyGame
    seats: int
    options: Mapping[str, OptionValue]
    seed: bytes
    nonces: tuple[bytes, ...]
    entries: tuple[Entry, ...]
    origin: Course | None = None
    changes: tuple[Change, ...] = ()

    def chance(self, ply: int) -> NotedChance:
        """The draws of a ply."""
        return NotedChance(self.seed, self.nonces, ply)

    def game_at(self, ply: int) -> AnyGame:
        """The rules of the position after this ply, which its next move is played by."""
        return next((change.game for change in reversed(self.changes) if change.ply <= ply), self.game)

    def carried(self, ply: int, state: Any) -> Any:
        """The position after this ply by the rules that hold from then on. Raises NotCarriedOverError."""
        for change in self.changes:
            if change.ply == ply:
                state = change.carry(state)
        return state


@dataclass(frozen=True, slots=True)
class Position:
    """Where a match stood once `entry` (None: before the first move) was played, and the dice that drew."""

    ply: int
    entry: Entry | None
    state: Any
    dice: str


def of_roster(games: Games, roster: Roster, entries: tuple[Entry, ...]) -> Course:
    """The course of a match of ours. Raises LookupError for rules that are not here."""
    seed, game = bytes.fromhex(roster.seed), games.get(roster.game, roster.rules_version)
    changes = changes_of(games, game, ((each.ply, each.rules_version) for each in roster.migrations))
    return Course(game, len(roster.seats), roster.options, seed, roster.nonces(), entries, changes=changes)


def changes_of(games: Games, game: AnyGame, migrations: Iterable[tuple[int, int]]) -> tuple[Change, ...]:
    """The changes of the rules that a match began with, each as (ply, version). Raises LookupError for unknown ones."""
    found, before = [], game.rules_version
    for ply, version in migrations:
        carry = games.migration(game.key, before, version)
        if carry is None:
            raise LookupError(f"{game.key} carries nothing over from version {before} to {version}")
        found.append(Change(ply, games.get(game.key, version), carry))
        before = version
    return tuple(found)


def first_position(course: Course, begun: Any = None) -> Position:
    """Where the match began: `begun` is where its origin stopped, if that is known. Raises what the rules raise."""
    chance = course.chance(0)
    if begun is not None:
        first = begun
    elif course.origin is not None:
        first = last_position(course.origin).state
    else:
        first = course.game.initial_state(course.seats, course.options, chance)
    return Position(0, None, course.carried(0, first), chance.dice)


def positions(course: Course) -> Iterator[Position]:
    """Every position of a match, the first one included. Raises what the rules raise."""
    position = first_position(course)
    yield position
    for entry in course.entries:
        position = step(course, position.state, entry)
        yield position


def step(course: Course, state: Any, entry: Entry) -> Position:
    """The position that a move leads to. Raises what the rules raise."""
    game, chance = course.game_at(entry.ply - 1), course.chance(entry.ply)
    # a move that leaves the set open draws nothing, so its own ply serves as well as the set's last
    if entry.how in WITHOUT_RULES:
        after = state
    elif entry.how in GIVEN_UP:
        after = game.resign(state, entry.seat, chance)
    else:
        after = game.apply_move(state, entry.seat, game.parse(state, entry.seat, entry.text, "en"), chance)
    return Position(entry.ply, entry, course.carried(entry.ply, after), chance.dice)


def last_position(course: Course) -> Position:
    """Where the match stands after all of its moves. Raises what the rules raise."""
    *_, last = positions(course)
    return last
