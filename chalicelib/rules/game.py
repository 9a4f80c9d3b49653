"""What a game supplies to be playable here; docs/adding-a-game.md walks through it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from chalicelib.rules.chance import Chance
from chalicelib.rules.outcome import Outcome

LANGUAGES = ("en", "nl", "sv", "af")
"""The languages every game speaks; the first is the canonical one."""

OptionValue = int | str | bool
Options = Mapping[str, OptionValue]


@dataclass(frozen=True, slots=True)
class Option:
    """One setting of a match: `kind` is "choice", "integer" or "flag"; `choices` or (`low`, `high`) bound it.

    `seats` are the seat counts at which it may be set; empty means every one. `shape` says what a value looks like
    where there are too many choices to list them, in English.
    """

    key: str
    kind: str
    default: OptionValue
    choices: tuple[OptionValue, ...] = ()
    low: int = 0
    high: int = 0
    seats: tuple[int, ...] = ()
    shape: str = ""


@dataclass(frozen=True, slots=True)
class Meta:
    """What can be told of a game without loading its rules; `levels` are its bots', weakest first.

    `deals` says that chance deals what lies hidden, and rolls no dice: people are told of deals then, not of rolls.
    `passes` says that a seat may `pass` where it could do something else, so that a player may order that beforehand.
    """

    key: str
    name: str
    seats: tuple[int, ...]
    options: tuple[Option, ...]
    rules_version: int
    plays_forced: bool
    levels: tuple[int, ...] = (1, 2)
    deals: bool = False
    passes: bool = False


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that happened, free of language: what kind, to which seat (None: the table), and its particulars."""

    kind: str
    seat: int | None = None
    detail: tuple[int | str, ...] = ()


@dataclass(frozen=True, slots=True)
class Decision:
    """What a seat is asked: the kind of decision, and its particulars as (name, value) pairs free of language."""

    kind: str
    asked: tuple[tuple[str, int | str | tuple[str, ...]], ...] = ()


S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V")


class Game(Protocol[S, M, V]):
    """The contract: a pure set of functions over frozen values; what each promises stands in docs/adding-a-game.md.

    A View has, besides the game's own fields, `seat` (whose it is, None: a spectator's), `roll` (the dice on the table
    as short strings, () when none are) and `outcome`. Texts name a seat as `@0`, `@1` ...: whoever shows them
    puts the players' names in.
    """

    key: str
    name: str
    seats: tuple[int, ...]
    options: tuple[Option, ...]
    rules_version: int
    plays_forced: bool
    levels: tuple[int, ...]
    State: type[S]
    Move: type[M]
    View: type[V]

    def initial_state(self, seats: int, options: Options, chance: Chance) -> S:
        """The first position, dice rolled; `{}` takes every default. Raises InvalidOptionError."""
        ...

    def sides(self, seats: int, options: Options) -> tuple[tuple[int, ...], ...]:
        """Which seats win together."""
        ...

    def to_move(self, state: S) -> tuple[int, ...]:
        """The seats that owe a decision, ascending; several owe it at the same time; () means over."""
        ...

    def decision(self, state: S, seat: int) -> Decision:
        """What this seat is asked now. Raises NotToMoveError, MatchOverError."""
        ...

    def legal_moves(self, state: S, seat: int) -> Sequence[M]:
        """Every legal move in the game's stable order, pass last; empty for a seat that is not to move."""
        ...

    def apply_move(self, state: S, seat: int, move: M, chance: Chance) -> S:
        """The position after the move. Raises IllegalMoveError, NotToMoveError, MatchOverError."""
        ...

    def sealed(self, state: S, seat: int) -> M | None:
        """The choice this seat has made that nobody else can see yet, and that it can still take back."""
        ...

    def retract(self, state: S, seat: int) -> S:
        """The position with that choice taken back. Raises NothingToRetractError."""
        ...

    def timeout_move(self, state: S, seat: int) -> M:
        """The move that is played for a seat whose time has run out. Raises NotToMoveError, MatchOverError."""
        ...

    def resign(self, state: S, seat: int, chance: Chance) -> S:
        """The position after this seat gave up. Raises MatchOverError, NotToMoveError (it has left already)."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """How the match ended, or None while it runs."""
        ...

    def view(self, state: S, seat: int | None) -> V:
        """What that seat, or a spectator, may see."""
        ...

    def facts(self, before: V, seat: int | None, move: M | None, after: V) -> tuple[Fact, ...]:
        """What one watcher learns from a change: `seat` acted; `move` is None where the watcher may not know it.

        Asked with the first position on both sides, and no seat, it tells what led there: rolls for who begins, the
        first dice. Most games have little to tell then.
        """
        ...

    def say(self, fact: Fact, language: str) -> str:
        """The fact as a sentence, seats as `@0`."""
        ...

    def text(self, view: V, language: str) -> str:
        """The position in plain text, at most 72 columns wide."""
        ...

    def html(self, view: V, language: str) -> str:
        """The position as an HTML fragment with inline styles: no pictures, no script, colours never alone."""
        ...

    def format(self, move: M) -> str:
        """The canonical text of a move."""
        ...

    def parse(self, state: S, seat: int, text: str, language: str) -> M:
        """The move a text means. Raises MalformedMoveError, AmbiguousMoveError."""
        ...

    def redeal(self, state: S, seat: int | None, chance: Chance) -> S:
        """A position that differs only in what this seat cannot know, dealt anew."""
        ...

    def choose(self, view: V, legal: Sequence[M], chance: Chance, level: int) -> M:
        """A bot's choice among the legal moves, from a view only."""
        ...


AnyGame = Game[Any, Any, Any]

Migration = Callable[[Any], Any]
"""From a State of an older version of the rules to the State of a newer one. Raises NotCarriedOverError."""
