"""Take one to three from a heap, in turn; the last one wins."""

# ruff: noqa: ARG002 (the game API hands over more than so small a game looks at)

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from chalicelib.rules import (
    Chance,
    Decision,
    Fact,
    IllegalMoveError,
    InvalidOptionError,
    MalformedMoveError,
    MatchOverError,
    NothingToRetractError,
    NotToMoveError,
    Options,
    Outcome,
    SeatScore,
    Termination,
)

from . import META

MOST = 3
_SAID = {
    "en": {"took": "@{} takes {}.", "left": "@{} leaves.", "over": "The match is over."},
    "nl": {"took": "@{} neemt er {}.", "left": "@{} stopt.", "over": "De partij is voorbij."},
    "sv": {"took": "@{} tar {}.", "left": "@{} går.", "over": "Partiet är slut."},
    "af": {"took": "@{} vat {}.", "left": "@{} gaan weg.", "over": "Die wedstryd is verby."},
}


@dataclass(frozen=True, slots=True)
class Take:
    """So many are taken."""

    count: int


@dataclass(frozen=True, slots=True)
class Heap:
    """What is left on the heap, whose turn it is, which seats are still here, and the end."""

    heap: int
    turn: int
    present: tuple[bool, ...]
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class Sight:
    """All of it, since nothing is hidden."""

    seat: int | None
    heap: int
    turn: int
    present: tuple[bool, ...]
    outcome: Outcome | None
    roll: tuple[str, ...] = ()


class TakeAway:
    """The game; it keeps nothing."""

    key = META.key
    name = META.name
    seats = META.seats
    options = META.options
    rules_version = META.rules_version
    plays_forced = META.plays_forced
    levels = META.levels
    State: type[Heap] = Heap
    Move: type[Take] = Take
    View: type[Sight] = Sight

    def initial_state(self, seats: int, options: Options, chance: Chance) -> Heap:
        if seats not in META.seats:
            raise InvalidOptionError(f"Not for {seats}.", "seats")
        heap = options.get("heap", 21)
        if set(options) - {"heap"} or type(heap) is not int or not 4 <= heap <= 30:
            raise InvalidOptionError("There is a heap of 4 to 30, and nothing else to set.", "heap")
        return Heap(heap, 0, (True,) * seats)

    def sides(self, seats: int, options: Options) -> tuple[tuple[int, ...], ...]:
        return tuple((seat,) for seat in range(seats))

    def to_move(self, state: Heap) -> tuple[int, ...]:
        return () if state.outcome else (state.turn,)

    def decision(self, state: Heap, seat: int) -> Decision:
        _require(state, seat)
        return Decision("take", (("heap", state.heap),))

    def legal_moves(self, state: Heap, seat: int) -> Sequence[Take]:
        mine = seat in self.to_move(state)
        return tuple(Take(count) for count in range(1, min(MOST, state.heap) + 1)) if mine else ()

    def apply_move(self, state: Heap, seat: int, move: Take, chance: Chance) -> Heap:
        _require(state, seat)
        if move not in self.legal_moves(state, seat):
            raise IllegalMoveError("Take one to three of those that are left.", "count")
        after = replace(state, heap=state.heap - move.count)
        return _passed_on(after) if after.heap else _ended(after, seat, Termination.NORMAL)

    def sealed(self, state: Heap, seat: int) -> Take | None:
        return None

    def retract(self, state: Heap, seat: int) -> Heap:
        raise NothingToRetractError("What is taken is taken.", "nothing_sealed")

    def timeout_move(self, state: Heap, seat: int) -> Take:
        _require(state, seat)
        return Take(1)

    def resign(self, state: Heap, seat: int, chance: Chance) -> Heap:
        if state.outcome:
            raise MatchOverError("The match is over.", "over")
        if seat not in range(len(state.present)) or not state.present[seat]:
            raise NotToMoveError("This seat has left.", "departed")
        after = replace(state, present=tuple(here and each != seat for each, here in enumerate(state.present)))
        if sum(after.present) == 1:
            return _ended(after, after.present.index(True), Termination.RESIGNED)
        return _passed_on(after) if seat == state.turn else after

    def outcome(self, state: Heap) -> Outcome | None:
        return state.outcome

    def view(self, state: Heap, seat: int | None) -> Sight:
        return Sight(seat, state.heap, state.turn, state.present, state.outcome)

    def facts(self, before: Sight, seat: int | None, move: Take | None, after: Sight) -> tuple[Fact, ...]:
        left = before.present != after.present
        acted = Fact("left", seat) if left else Fact("took", seat, (before.heap - after.heap,))
        return (acted, Fact("over")) if after.outcome else (acted,)

    def say(self, fact: Fact, language: str) -> str:
        if fact.kind not in _SAID[language]:
            raise LookupError(fact.kind)
        return _SAID[language][fact.kind].format(fact.seat, *fact.detail)

    def text(self, view: Sight, language: str) -> str:
        return "o" * view.heap or "-"

    def html(self, view: Sight, language: str) -> str:
        return f"<p>{self.text(view, language)}</p>"

    def format(self, move: Take) -> str:
        return str(move.count)

    def parse(self, state: Heap, seat: int, text: str, language: str) -> Take:
        if not (text.isascii() and text.isdigit() and len(text) < 3):
            raise MalformedMoveError("Say how many you take.", "count")
        return Take(int(text))

    def redeal(self, state: Heap, seat: int | None, chance: Chance) -> Heap:
        return state

    def choose(self, view: Sight, legal: Sequence[Take], chance: Chance, level: int) -> Take:
        wanted = Take(view.heap % (MOST + 1))
        return wanted if wanted in legal else chance.roll(legal)


def _require(state: Heap, seat: int) -> None:
    if state.outcome:
        raise MatchOverError("The match is over.", "over")
    if seat != state.turn:
        raise NotToMoveError("It is another's turn.", "not_to_move")


def _passed_on(state: Heap) -> Heap:
    count = len(state.present)
    following = [(state.turn + step) % count for step in range(1, count + 1)]
    return replace(state, turn=next(seat for seat in following if state.present[seat]))


def _ended(state: Heap, winner: int, why: Termination) -> Heap:
    def rank(seat: int) -> int | None:
        return (1 if seat == winner else 2) if state.present[seat] else None

    seats = sorted(range(len(state.present)), key=lambda seat: (rank(seat) or 3, seat))
    scores = tuple(SeatScore(seat, rank(seat), (("total", int(seat == winner)),)) for seat in seats)
    return replace(state, outcome=Outcome(why, (winner,), scores))
