"""The Passing Game as the service plays it: the game's functions under the names of the game API."""

from __future__ import annotations

from collections.abc import Sequence

from chalicelib.games.passing_game import META, hidden, notation, rounds
from chalicelib.games.passing_game import state as values
from chalicelib.games.passing_game import view as views
from chalicelib.games.passing_game.deal import drawable
from chalicelib.games.passing_game.scoring import seats_of
from chalicelib.games.passing_game.tiles import PASS
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


class PassingGame:
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
        """The first round, dealt. Raises InvalidOptionError."""
        return rounds.first_position(_terms(seats, options), seats, chance)

    def sides(self, seats: int, options: Options) -> tuple[tuple[int, ...], ...]:
        """Every seat for itself, or seats 0 and 2 against 1 and 3. Raises InvalidOptionError."""
        partnership = _terms(seats, options).partnership
        return tuple(seats_of(side, seats, partnership=partnership) for side in range(2 if partnership else seats))

    def to_move(self, state: values.State) -> tuple[int, ...]:
        """The seat whose turn it is; () means over."""
        return (state.turn,) if state.outcome is None else ()

    def decision(self, state: values.State, seat: int) -> Decision:
        """To lead a round, or to take a turn in it. Raises NotToMoveError, MatchOverError."""
        _require_to_move(state, seat)
        if not state.story:
            return Decision("lead", (("round", state.round),))
        asked = (
            ("round", state.round),
            ("left", state.left),
            ("right", state.right),
            ("drawable", drawable(state.boneyard)),
        )
        return Decision("turn", asked)

    def legal_moves(self, state: values.State, seat: int) -> Sequence[values.Move]:
        """Plays by tile, left before right, then `draw`, then `pass`; empty for a seat that is not to move."""
        return rounds.legal(state) if seat == state.turn and state.standing.outcome is None else ()

    def apply_move(self, state: values.State, seat: int, move: values.Move, chance: Chance) -> values.State:
        """The position after the turn. Raises IllegalMoveError, NotToMoveError, MatchOverError."""
        if seat != state.turn or state.standing.outcome is not None:
            _require_to_move(state, seat)
        return rounds.after_move(state, move, chance)

    def sealed(self, state: values.State, seat: int) -> values.Move | None:  # noqa: ARG002 - nothing is ever sealed
        """Nothing: every turn is open at once."""
        return None

    def retract(self, state: values.State, seat: int) -> values.State:  # noqa: ARG002 - as above
        """Raises NothingToRetractError, always."""
        raise NothingToRetractError("What is played, drawn or passed stands.", "nothing_sealed")

    def timeout_move(self, state: values.State, seat: int) -> values.Move:
        """A pass; for a leader the first legal move. Raises NotToMoveError, MatchOverError."""
        _require_to_move(state, seat)
        return PASS if state.story else rounds.legal(state)[0]

    def resign(self, state: values.State, seat: int, chance: Chance) -> values.State:
        """The position after this seat gave up. Raises MatchOverError, NotToMoveError (it has left already)."""
        _require_running(state)
        if not 0 <= seat < len(state.hands) or (state.departed | state.resigned) >> seat & 1:
            raise NotToMoveError("This seat is not in the match any more.", "departed")
        return rounds.leave(state, seat, chance)

    def outcome(self, state: values.State) -> Outcome | None:
        """How the match ended, or None while it runs."""
        return state.outcome

    def view(self, state: values.State, seat: int | None) -> values.View:
        """What that seat, or a spectator, may see: no hand but its own, and nothing of the boneyard but its size."""
        return views.view(state, seat)

    def facts(
        self, before: values.View, seat: int | None, move: values.Move | None, after: values.View
    ) -> tuple[Fact, ...]:
        """What one watcher learns from a change."""
        from chalicelib.games.passing_game import facts

        return facts.facts(before, seat, move, after)

    def say(self, fact: Fact, language: str) -> str:
        """The fact as a sentence."""
        from chalicelib.games.passing_game import facts

        return facts.say(fact, language)

    def text(self, view: values.View, language: str) -> str:
        """The position in plain text."""
        from chalicelib.games.passing_game import render_text

        return render_text.text(view, language)

    def html(self, view: values.View, language: str) -> str:
        """The position as an HTML fragment."""
        from chalicelib.games.passing_game import render_html

        return render_html.html(view, language)

    def format(self, move: values.Move) -> str:
        """The canonical text of a move: `6-4 left`, `6-4` (the first tile), `draw` or `pass`."""
        return notation.text_of(move)

    def parse(self, state: values.State, seat: int, text: str, language: str) -> values.Move:
        """The move a text means; a side left out is found. Raises MalformedMoveError, AmbiguousMoveError."""
        return notation.complete(notation.read(text, language), state, seat)

    def redeal(self, state: values.State, seat: int | None, chance: Chance) -> values.State:
        """The position with all tiles that this seat cannot know dealt anew."""
        return hidden.redealt(state, seat, chance)

    def choose(self, view: values.View, legal: Sequence[values.Move], chance: Chance, level: int) -> values.Move:
        """A bot's choice among the legal moves."""
        from chalicelib.games.passing_game import bot

        return bot.choose(view, legal, chance, level)


def _terms(seats: int, options: Options) -> values.Terms:
    if type(seats) is not int or seats not in META.seats:
        raise InvalidOptionError(f"The Passing Game is played by 2, 3 or 4, not by {seats}.", "seats")
    offered = {option.key: option for option in META.options if not option.seats or seats in option.seats}
    for key, value in options.items():
        if key not in offered and not (key == "partnership" and value is False):
            raise InvalidOptionError(f"There is no option {str(key)[:40]!r} with {seats} seats.", "unknown_option")
    lead = options.get("lead", offered["lead"].default)
    target = options.get("target", offered["target"].default)
    partnership = options.get("partnership", False)
    if lead not in offered["lead"].choices:
        raise InvalidOptionError("The option 'lead' is lot or rotate.", "lead")
    if type(target) is not int or not offered["target"].low <= target <= offered["target"].high:
        raise InvalidOptionError("The option 'target' is a number from 1 to 1000.", "target")
    if type(partnership) is not bool:
        raise InvalidOptionError("The option 'partnership' is true or false.", "partnership")
    return values.Terms(str(lead), target, partnership)


def _require_running(state: values.State) -> None:
    if state.outcome is not None:
        raise MatchOverError("The match is over.", "over")


def _require_to_move(state: values.State, seat: int) -> None:
    _require_running(state)
    if seat != state.turn:
        raise NotToMoveError("It is not this seat's turn.", "not_to_move")
