"""Keer op Keer as the service plays it: the game's functions under the names of the game API."""

from __future__ import annotations

from collections.abc import Sequence

from chalicelib.games.keer_family.placements import PASSING
from chalicelib.games.keer_family.turns import require_present, require_sealed, require_to_move
from chalicelib.games.keer_op_keer import META, notation, refusals, rolls
from chalicelib.games.keer_op_keer import state as values
from chalicelib.games.keer_op_keer import view as views
from chalicelib.games.keer_op_keer.placements import PASS, legal, table, text_of
from chalicelib.rules import (
    Chance,
    Decision,
    Fact,
    InvalidOptionError,
    Options,
    OptionValue,
    Outcome,
)


class KeerOpKeer:
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
        """The empty sheets with the first roll on the table. Raises InvalidOptionError."""
        settings = _settings(seats, options)
        return rolls.first_position(str(settings["sheet"]), str(settings["start"]), seats, chance)

    def sides(self, seats: int, options: Options) -> tuple[tuple[int, ...], ...]:
        """Every seat plays for itself. Raises InvalidOptionError."""
        _settings(seats, options)
        return tuple((seat,) for seat in range(seats))

    def to_move(self, state: values.State) -> tuple[int, ...]:
        """The seats that have still to choose now; () means over."""
        return rolls.owing(state)

    def decision(self, state: values.State, seat: int) -> Decision:
        """The dice the seat may choose from, and its jokers. Raises NotToMoveError, MatchOverError."""
        require_to_move(state.outcome, rolls.owing(state), seat)
        colours, numbers = rolls.available(state)
        return Decision(
            "choose",
            (
                ("colours", tuple(colours)),
                ("numbers", tuple(numbers)),
                ("jokers", state.jokers[seat]),
                ("roll", state.roll),
            ),
        )

    def legal_moves(self, state: values.State, seat: int) -> Sequence[values.Move]:
        """Fewer stars first, then colour, number, cells; `pass` last; empty for a seat that is not to move."""
        return _choices(state, seat) if seat in rolls.owing(state) else ()

    def apply_move(self, state: values.State, seat: int, move: values.Move, chance: Chance) -> values.State:
        """The position after the choice. Raises IllegalMoveError, NotToMoveError, MatchOverError."""
        require_to_move(state.outcome, rolls.owing(state), seat)
        text = PASSING if move == PASS else refusals.checked(state, seat, move).text
        return rolls.with_choice(state, seat, text, chance)

    def sealed(self, state: values.State, seat: int) -> values.Move | None:
        """The seat's choice of this roll, while nobody else can see it."""
        return _move(state, state.chosen[seat]) if rolls.is_sealed(state, seat) else None

    def retract(self, state: values.State, seat: int) -> values.State:
        """The position with the sealed choice taken back. Raises NothingToRetractError."""
        require_sealed(rolls.is_sealed(state, seat))
        return rolls.with_chosen(state, seat, "")

    def timeout_move(self, state: values.State, seat: int) -> values.Move:
        """A seat whose time has run out passes. Raises NotToMoveError, MatchOverError."""
        require_to_move(state.outcome, rolls.owing(state), seat)
        return PASS

    def resign(self, state: values.State, seat: int, chance: Chance) -> values.State:
        """The position after this seat left; the last one left wins. Raises MatchOverError, NotToMoveError."""
        require_present(state.outcome, state.departed, len(state.crossed), seat)
        return rolls.leave(state, seat, chance)

    def outcome(self, state: values.State) -> Outcome | None:
        """How the match ended, or None while it runs."""
        return state.outcome

    def view(self, state: values.State, seat: int | None) -> values.View:
        """What that seat, or a spectator, may see: all but the sealed choices of others."""
        return views.view(state, seat)

    def facts(
        self, before: values.View, seat: int | None, move: values.Move | None, after: values.View
    ) -> tuple[Fact, ...]:
        """What one watcher learns from a change."""
        from chalicelib.games.keer_op_keer import facts

        return facts.facts(before, seat, move, after)

    def say(self, fact: Fact, language: str) -> str:
        """The fact as a sentence."""
        from chalicelib.games.keer_op_keer import facts

        return facts.say(fact, language)

    def text(self, view: values.View, language: str) -> str:
        """The position in plain text."""
        from chalicelib.games.keer_op_keer import render_text

        return render_text.text(view, language)

    def html(self, view: values.View, language: str) -> str:
        """The position as an HTML fragment."""
        from chalicelib.games.keer_op_keer import render_html

        return render_html.html(view, language)

    def format(self, move: values.Move) -> str:
        """The canonical text of a move, such as `*b3 G4 G5 H5` or `pass`."""
        return text_of(move)

    def parse(self, state: values.State, seat: int, text: str, language: str) -> values.Move:
        """The move a text means; missing stars are completed. Raises MalformedMoveError, AmbiguousMoveError."""
        return notation.complete(notation.read(text, language), _choices(state, seat), rolls.available(state))

    def redeal(self, state: values.State, seat: int | None, chance: Chance) -> values.State:
        """The position with every sealed choice that this seat cannot see replaced by a legal one drawn by lot."""
        for other in range(len(state.chosen)):
            if other != seat and rolls.is_sealed(state, other):
                state = rolls.with_chosen(state, other, text_of(chance.roll(_choices(state, other))))
        return state

    def choose(self, view: values.View, legal: Sequence[values.Move], chance: Chance, level: int) -> values.Move:
        """A bot's choice among the legal moves."""
        from chalicelib.games.keer_op_keer import bot

        return bot.choose(view, legal, chance, level)


def _settings(seats: int, options: Options) -> dict[str, OptionValue]:
    if type(seats) is not int or seats not in META.seats:
        raise InvalidOptionError(f"Keer op Keer is played by 1 to 6, not by {seats}.", "seats")
    settings = {option.key: option.default for option in META.options}
    choices = {option.key: option.choices for option in META.options}
    for key, value in options.items():
        if key not in settings:
            raise InvalidOptionError(f"There is no option {key!r}.", "unknown_option")
        if value not in choices[key]:
            raise InvalidOptionError(f"The option {key!r} cannot be {value!r}.", key)
        settings[key] = value
    return settings


def _choices(state: values.State, seat: int) -> Sequence[values.Move]:
    """What the seat may choose, or might if it took its choice back."""
    if state.outcome is not None or not 0 <= seat < len(state.chosen):
        return ()
    colours, numbers = rolls.available(state)
    return legal(state.sheet, colours, numbers, state.jokers[seat], state.crossed[seat], state.start)


def _move(state: values.State, text: str) -> values.Move:
    return PASS if text == PASSING else table(state.sheet).by_text[text].move
