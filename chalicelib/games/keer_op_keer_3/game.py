"""Keer op Keer 3 as the service plays it: the game's functions under the names of the game API."""

from __future__ import annotations

from collections.abc import Sequence

from chalicelib.games.keer_family.turns import require_present, require_sealed, require_to_move
from chalicelib.games.keer_op_keer_3 import CHIPS, META, notation, refusals, rolls
from chalicelib.games.keer_op_keer_3 import state as values
from chalicelib.games.keer_op_keer_3 import view as views
from chalicelib.games.keer_op_keer_3.bonuses import legal_bonuses
from chalicelib.games.keer_op_keer_3.choices import available, legal_choices, legal_gifts
from chalicelib.games.keer_op_keer_3.moves import CHIP_WORDS, PASS, move_of, text_of
from chalicelib.games.keer_op_keer_3.scoring import chips_turned
from chalicelib.rules import (
    Chance,
    Decision,
    Fact,
    InvalidOptionError,
    Options,
    Outcome,
)

_CHIP_SIGNS = "!16."


class KeerOpKeer3:
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
        counts = _chip_counts(seats, options)
        chips = "".join(sign * count for sign, count in zip(_CHIP_SIGNS, counts, strict=True))
        return rolls.first_position(chips if seats > 1 else "", seats, chance)

    def sides(self, seats: int, options: Options) -> tuple[tuple[int, ...], ...]:
        """Every seat plays for itself. Raises InvalidOptionError."""
        _chip_counts(seats, options)
        return tuple((seat,) for seat in range(seats))

    def to_move(self, state: values.State) -> tuple[int, ...]:
        """The seats that have still to decide in the open step; () means over."""
        return rolls.owing(state)

    def decision(self, state: values.State, seat: int) -> Decision:
        """What is asked: choose, block, bomb, row or give. Raises NotToMoveError, MatchOverError."""
        require_to_move(state.outcome, rolls.owing(state), seat)
        kind = state.asked[seat]
        if kind == "give":
            others = tuple(str(move.to) for move in legal_gifts(state, seat))
            return Decision(kind, (("chip", CHIP_WORDS[state.owed[seat][0]]), ("seats", others), ("roll", state.roll)))
        if kind != "choose":
            return Decision(kind, (("field", state.track[seat]), ("roll", state.roll)))
        colours, numbers = available(state)
        gifts = tuple(CHIP_WORDS[chip] for chip in state.gifts[seat])
        dice = (("colours", tuple(colours)), ("numbers", tuple(numbers)))
        return Decision(kind, (*dice, ("jokers", state.jokers[seat]), ("gifts", gifts), ("roll", state.roll)))

    def legal_moves(self, state: values.State, seat: int) -> Sequence[values.Move]:
        """Placements with fewer gift chips and stars first and `pass` last; bonuses by the number of crosses."""
        return _legal(state, seat) if seat in rolls.owing(state) else ()

    def apply_move(self, state: values.State, seat: int, move: values.Move, chance: Chance) -> values.State:
        """The position after the decision. Raises IllegalMoveError, NotToMoveError, MatchOverError."""
        require_to_move(state.outcome, rolls.owing(state), seat)
        return rolls.with_answer(state, seat, refusals.checked(state, seat, move), chance)

    def sealed(self, state: values.State, seat: int) -> values.Move | None:
        """What the seat has sealed in the open step."""
        return move_of(state.answers[seat]) if _is_sealed(state, seat) else None

    def retract(self, state: values.State, seat: int) -> values.State:
        """The position with what was sealed taken back. Raises NothingToRetractError."""
        require_sealed(_is_sealed(state, seat))
        return rolls.with_answers(state, (*state.answers[:seat], "", *state.answers[seat + 1 :]))

    def timeout_move(self, state: values.State, seat: int) -> values.Move:
        """A pass; the first legal bonus; a gift to whoever turned fewest chips. Raises NotToMoveError, MatchOverError.

        Neither spends a joker or a chip.
        """
        require_to_move(state.outcome, rolls.owing(state), seat)
        if state.asked[seat] == "choose":
            return PASS
        if state.asked[seat] != "give":
            return legal_bonuses(state.asked[seat], state.crossed[seat])[0]
        seats = len(state.crossed)
        return min(legal_gifts(state, seat), key=lambda move: (chips_turned(state, move.to), (move.to - seat) % seats))

    def resign(self, state: values.State, seat: int, chance: Chance) -> values.State:
        """The position after this seat left; the last one left wins. Raises MatchOverError, NotToMoveError."""
        require_present(state.outcome, state.departed, len(state.crossed), seat)
        return rolls.leave(state, seat, chance)

    def outcome(self, state: values.State) -> Outcome | None:
        """How the match ended, or None while it runs."""
        return state.outcome

    def view(self, state: values.State, seat: int | None) -> values.View:
        """What that seat, or a spectator, may see: no chip that is face down, nothing that others have sealed."""
        return views.view(state, seat)

    def facts(
        self, before: values.View, seat: int | None, move: values.Move | None, after: values.View
    ) -> tuple[Fact, ...]:
        """What one watcher learns from a change."""
        from chalicelib.games.keer_op_keer_3 import facts

        return facts.facts(before, seat, move, after)

    def say(self, fact: Fact, language: str) -> str:
        """The fact as a sentence."""
        from chalicelib.games.keer_op_keer_3 import sentences

        return sentences.say(fact, language)

    def text(self, view: values.View, language: str) -> str:
        """The position in plain text."""
        from chalicelib.games.keer_op_keer_3 import render_text

        return render_text.text(view, language)

    def html(self, view: values.View, language: str) -> str:
        """The position as an HTML fragment."""
        from chalicelib.games.keer_op_keer_3 import render_html

        return render_html.html(view, language)

    def format(self, move: values.Move) -> str:
        """The canonical text of a move, such as `[+1] b4 FR GR HR IR`, `bomb CQ DQ` or `pass`."""
        return text_of(move)

    def parse(self, state: values.State, seat: int, text: str, language: str) -> values.Move:
        """The move a text means; missing stars are completed. Raises MalformedMoveError, AmbiguousMoveError."""
        return notation.understood(state, seat, text, language)

    def redeal(self, state: values.State, seat: int | None, chance: Chance) -> values.State:
        """The position with all chips that are face down shuffled, and what others have sealed drawn anew."""
        answers = list(state.answers)
        for other, text in enumerate(answers):
            if text and other != seat:
                answers[other] = text_of(chance.roll(_legal(state, other)))
        chips = []
        for other, row in enumerate(state.chips):
            turned = chips_turned(state, other)
            chips.append(row[:turned] + "".join(chance.shuffle(row[turned:])))
        return rolls.with_hidden(state, tuple(answers), tuple(chips))

    def choose(self, view: values.View, legal: Sequence[values.Move], chance: Chance, level: int) -> values.Move:
        """A bot's choice among the legal moves."""
        from chalicelib.games.keer_op_keer_3 import bot

        return bot.choose(view, legal, chance, level)


def _chip_counts(seats: int, options: Options) -> list[int]:
    """How many chips there are of each kind. Raises InvalidOptionError."""
    if type(seats) is not int or seats not in META.seats:
        raise InvalidOptionError(f"Keer op Keer 3 is played by 1 to 6, not by {seats}.", "seats")
    offered = {option.key: option for option in META.options if not option.seats or seats in option.seats}
    for key, value in options.items():
        if key not in offered and (key, value) != ("chips", CHIPS):
            raise InvalidOptionError(
                f"There is no option {key!r} with {seats} seat{'s' * (seats > 1)}.", "unknown_option"
            )
        if key in offered and value not in offered[key].choices:
            raise InvalidOptionError(f"The option {key!r} cannot be {value!r}.", key)
    return [int(count) for count in str(options.get("chips", CHIPS)).split("-")]


def _legal(state: values.State, seat: int) -> Sequence[values.Move]:
    """What the seat may decide, or might if it took its answer back."""
    kind = state.asked[seat]
    if kind == "choose":
        return legal_choices(state, seat)
    return legal_gifts(state, seat) if kind == "give" else legal_bonuses(kind, state.crossed[seat])


def _is_sealed(state: values.State, seat: int) -> bool:
    return 0 <= seat < len(state.answers) and bool(state.answers[seat])
