"""Sequence Dice as the service plays it: the game's functions under the names of the game API."""

from __future__ import annotations

from collections.abc import Sequence

from chalicelib.games.sequence_dice import META, notation, refusals, turns
from chalicelib.games.sequence_dice import state as values
from chalicelib.games.sequence_dice import view as views
from chalicelib.games.sequence_dice.board import LENGTHS, squares_of
from chalicelib.rules import (
    Chance,
    Decision,
    Fact,
    InvalidOptionError,
    MatchOverError,
    NothingToRetractError,
    NotToMoveError,
    Options,
    Outcome,
)


class SequenceDice:
    """The game; it keeps nothing, every position is a value."""

    key = META.key
    name = META.name
    seats = META.seats
    options = META.options
    rules_version = META.rules_version
    plays_forced = META.plays_forced
    levels = META.levels
    State: type[values.State] = values.State
    Move: type[values.Move] = values.Move
    View: type[values.View] = values.View

    def initial_state(self, seats: int, options: Options, chance: Chance) -> values.State:
        """The empty board, who begins rolled for, and the first roll on the table. Raises InvalidOptionError."""
        return turns.first_position(seats, _line_length(seats, options), chance)

    def sides(self, seats: int, options: Options) -> tuple[tuple[int, ...], ...]:
        """Four seats are two teams, fewer play each for itself. Raises InvalidOptionError."""
        _line_length(seats, options)
        return turns.sides(seats)

    def to_move(self, state: values.State) -> tuple[int, ...]:
        """The seat whose roll is on the table; () means over."""
        return () if state.outcome is not None else (state.active,)

    def decision(self, state: values.State, seat: int) -> Decision:
        """The roll, and the squares it asks the seat to choose from. Raises NotToMoveError, MatchOverError."""
        _require_to_move(state, seat)
        kind, mask = turns.asked(state)
        details = (("dice", tuple(state.dice)), ("total", turns.total(state.dice)), ("squares", squares_of(mask)))
        return Decision(views.task(state, kind), details)

    def legal_moves(self, state: values.State, seat: int) -> Sequence[values.Move]:
        """Row by row from a1; only `-` where the roll can do nothing; empty for a seat that is not to move."""
        return turns.legal(state) if seat == state.active and state.outcome is None else ()

    def apply_move(self, state: values.State, seat: int, move: values.Move, chance: Chance) -> values.State:
        """The position after the move, the next roll made. Raises IllegalMoveError, NotToMoveError, MatchOverError."""
        if seat != state.active or state.outcome is not None:
            _require_to_move(state, seat)
        return turns.with_move(state, move, refusals.checked(state, move), chance)

    def sealed(self, state: values.State, seat: int) -> values.Move | None:
        """Nothing: every move lies open at once."""
        del state, seat  # the game API asks of every game alike
        return None

    def retract(self, state: values.State, seat: int) -> values.State:
        """Never possible. Raises NothingToRetractError."""
        del state, seat
        raise NothingToRetractError("A move of this game cannot be taken back.", "nothing_sealed")

    def timeout_move(self, state: values.State, seat: int) -> values.Move:
        """The first legal move. Raises NotToMoveError, MatchOverError."""
        _require_to_move(state, seat)
        return turns.legal(state)[0]

    def resign(self, state: values.State, seat: int, chance: Chance) -> values.State:
        """The position after this seat gave up; the last side left wins.

        A partner's seat stays to move, for whoever plays it on. Raises MatchOverError, NotToMoveError (it gave up
        already).
        """
        _require_running(state)
        if not 0 <= seat < state.seats or state.resigned >> seat & 1:
            raise NotToMoveError("This seat is not in the match any more.", "departed")
        return turns.leave(state, seat, chance)

    def outcome(self, state: values.State) -> Outcome | None:
        """How the match ended, or None while it runs."""
        return state.outcome

    def view(self, state: values.State, seat: int | None) -> values.View:
        """What that seat, or a spectator, may see: everything."""
        return views.view(state, seat)

    def facts(
        self, before: values.View, seat: int | None, move: values.Move | None, after: values.View
    ) -> tuple[Fact, ...]:
        """What one watcher learns from a change."""
        from chalicelib.games.sequence_dice import facts

        return facts.facts(before, seat, move, after)

    def say(self, fact: Fact, language: str) -> str:
        """The fact as a sentence."""
        from chalicelib.games.sequence_dice import facts

        return facts.say(fact, language)

    def text(self, view: values.View, language: str) -> str:
        """The position in plain text."""
        from chalicelib.games.sequence_dice import render

        return render.text(view, language)

    def html(self, view: values.View, language: str) -> str:
        """The position as an HTML fragment."""
        from chalicelib.games.sequence_dice import render

        return render.html(view, language)

    def format(self, move: values.Move) -> str:
        """The canonical text of a move: `c3`, `xc3` or `-`."""
        return turns.text_of(move)

    def parse(self, state: values.State, seat: int, text: str, language: str) -> values.Move:
        """The move a text means, legal or not. Raises MalformedMoveError."""
        del state, seat  # a text means the same everywhere in this game
        return notation.read(text, language)

    def redeal(self, state: values.State, seat: int | None, chance: Chance) -> values.State:
        """The same position: nothing is hidden."""
        del seat, chance
        return state

    def choose(self, view: values.View, legal: Sequence[values.Move], chance: Chance, level: int) -> values.Move:
        """A bot's choice among the legal moves."""
        from chalicelib.games.sequence_dice import bot

        return bot.choose(view, legal, chance, level)


def _line_length(seats: int, options: Options) -> int:
    """The one setting there is, checked: three sides cannot play for six."""
    if type(seats) is not int or seats not in META.seats:
        raise InvalidOptionError(f"Sequence Dice is played by 2 to 4, not by {seats}.", "seats")
    option = next(each for each in META.options if seats in each.seats)
    for key in options:
        if key != option.key:
            raise InvalidOptionError(f"There is no option {key!r}.", "unknown_option")
    length = options.get(option.key, option.default)
    if type(length) is not int or length not in LENGTHS:
        raise InvalidOptionError(f"The option {option.key!r} cannot be {length!r}.", option.key)
    if length not in option.choices:
        raise InvalidOptionError("With three sides five in a line win; six is for two sides.", option.key)
    return length


def _require_running(state: values.State) -> None:
    if state.outcome is not None:
        raise MatchOverError("The match is over.", "over")


def _require_to_move(state: values.State, seat: int) -> None:
    _require_running(state)
    if seat != state.active:
        raise NotToMoveError("It is not this seat's turn.", "not_to_move")
