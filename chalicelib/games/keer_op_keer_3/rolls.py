"""The course of a roll: steps of sealed decisions, and all that follows from them until the next dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from chalicelib.games.keer_family.board import bits
from chalicelib.games.keer_family.dice import halves, next_active, roll_dice
from chalicelib.games.keer_family.placements import PASSING
from chalicelib.games.keer_op_keer_3.board import FIGURES, GOALS, TRACK_END, completed, mask_of
from chalicelib.games.keer_op_keer_3.bonuses import crossed_by, is_possible
from chalicelib.games.keer_op_keer_3.choices import is_led
from chalicelib.games.keer_op_keer_3.moves import AND, CHIP_OF, chips_of, move_of
from chalicelib.games.keer_op_keer_3.scoring import outcome
from chalicelib.games.keer_op_keer_3.state import Move, State
from chalicelib.rules import Chance, Termination

BLANK = "."
JOKER_FACE = "*"


def first_position(chips: str, seats: int, chance: Chance) -> State:
    """The empty sheets; draws the first active seat, the chips, the start combinations and the first roll.

    `chips` holds a seat's chips in any order, "" in a solo match.
    """
    active = chance.below(seats)
    rows = tuple(["".join(chance.shuffle(chips)) for _ in range(seats)])
    start = tuple([_start(chance) for _ in range(seats)])
    none, blank = (0,) * seats, ("",) * seats
    return State(
        active=active,
        roll=1,
        dice=FIGURES.roll(seats, chance),
        start=start,
        chips=rows,
        crossed=none,
        track=none,
        jokers=(FIGURES.black,) * seats,
        grey=(FIGURES.grey,) * seats,
        xs=none,
        gifts=blank,
        first=none,
        later=none,
        taken=0,
        asked=("choose",) * seats,
        answers=blank,
        did=blank,
        last=blank,
        fresh=none,
        fields=none,
        owed=blank,
    )


def _start(chance: Chance) -> str:
    """A colour die and a number die, both again until neither is a joker."""
    while JOKER_FACE in (dice := roll_dice(1, chance)):
        pass
    return dice


def owing(state: State) -> tuple[int, ...]:
    """The seats that have still to decide now."""
    if state.outcome is not None:
        return ()
    answers = state.answers
    return tuple([seat for seat, kind in enumerate(state.asked) if kind and not answers[seat]])


def matches(dice: str, start: str) -> int:
    """How many pass fields a pass crosses: as many as dice show the start colour or number, but at least one."""
    colours, numbers = halves(dice)
    return max(1, colours.count(start[0]) + numbers.count(start[1]))


def with_answer(state: State, seat: int, text: str, chance: Chance) -> State:
    """The position after this seat's decision; the last one of a step resolves it."""
    answers = (*state.answers[:seat], text, *state.answers[seat + 1 :])
    if _is_open(state.asked, answers):
        return with_answers(state, answers)
    work = Work(state)
    work.resolve(answers)
    return work.go_on(chance)


def _is_open(asked: Sequence[str], answers: Sequence[str]) -> bool:
    return any(kind and not text for kind, text in zip(asked, answers, strict=True))


def with_answers(state: State, answers: tuple[str, ...]) -> State:
    """The position with other sealed answers; nothing resolves."""
    return with_hidden(state, answers, state.chips)


def with_hidden(state: State, answers: tuple[str, ...], chips: tuple[str, ...]) -> State:
    """The position with other sealed answers and other chips."""
    return State(
        state.active,
        state.roll,
        state.dice,
        state.start,
        chips,
        state.crossed,
        state.track,
        state.jokers,
        state.grey,
        state.xs,
        state.gifts,
        state.first,
        state.later,
        state.taken,
        state.asked,
        answers,
        state.did,
        state.last,
        state.fresh,
        state.fields,
        state.owed,
        state.departed,
        state.outcome,
    )


def leave(state: State, seat: int, chance: Chance) -> State:
    """The position after this seat left; when it was the last one owing, the step resolves."""
    work = Work(state)
    work.depart(seat)
    answers = [text if other != seat else "" for other, text in enumerate(state.answers)]
    is_open = _is_open(work.asked, answers)
    if not is_open:
        work.resolve(answers)
    if len(work.present()) <= 1:
        work.settle()
        return work.ended(Termination.RESIGNED)
    return work.frozen(answers) if is_open else work.go_on(chance)


class Work:
    """A position that is being worked on: lists by seat under the names of State."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.active, self.roll, self.dice = state.active, state.roll, state.dice
        self.taken, self.departed = state.taken, state.departed
        self.crossed, self.track = list(state.crossed), list(state.track)
        self.jokers, self.grey, self.xs = list(state.jokers), list(state.grey), list(state.xs)
        self.gifts, self.owed, self.fields = list(state.gifts), list(state.owed), list(state.fields)
        self.first, self.later, self.fresh = list(state.first), list(state.later), list(state.fresh)
        self.asked, self.did, self.last = list(state.asked), list(state.did), state.last

    def present(self) -> list[int]:
        """The seats that are still in the match."""
        departed, seats = self.departed, range(len(self.crossed))
        return [seat for seat in seats if not departed >> seat & 1] if departed else list(seats)

    def depart(self, seat: int) -> None:
        """The seat leaves: its open decisions lapse, its chips go out of the match."""
        self.departed |= 1 << seat
        self.asked[seat] = self.gifts[seat] = self.owed[seat] = ""
        self.fields[seat] = 0

    def frozen(self, answers: Sequence[str] = ()) -> State:
        """The position as a value."""
        return State(
            self.active,
            self.roll,
            self.dice,
            self.state.start,
            self.state.chips,
            tuple(self.crossed),
            tuple(self.track),
            tuple(self.jokers),
            tuple(self.grey),
            tuple(self.xs),
            tuple(self.gifts),
            tuple(self.first),
            tuple(self.later),
            self.taken,
            tuple(self.asked),
            tuple(answers) or ("",) * len(self.crossed),
            tuple(self.did),
            tuple(self.last),
            tuple(self.fresh),
            tuple(self.fields),
            tuple(self.owed),
            self.departed,
        )

    def ended(self, termination: Termination) -> State:
        """The position at the end of the match."""
        seats = len(self.crossed)
        self.last, self.did = tuple(self.did), [""] * seats
        self.asked, self.owed, self.fields, self.dice = [""] * seats, [""] * seats, [0] * seats, ""
        end = self.frozen()
        return replace(end, outcome=outcome(end, termination))

    def resolve(self, answers: Sequence[str]) -> None:
        """Carry out all decisions of a step, in seat order."""
        for seat, text in enumerate(answers):
            if text:
                kind, self.asked[seat] = self.asked[seat], ""
                self.did[seat] += f"{AND}{text}" if self.did[seat] else text
                _CARRY_OUT[kind](self, seat, move_of(text))

    def _choose(self, seat: int, move: Move) -> None:
        if move.kind == PASSING:
            self.fields[seat] = matches(self.dice, self.state.start[seat])
            self.fresh[seat] = 0
            return
        for chip in chips_of(move):
            self.gifts[seat] = self.gifts[seat].replace(chip, "", 1)
        mask = mask_of(move.cells)
        self.grey[seat] -= move.jokers
        self.jokers[seat] += move.jokers - move.colour_joker - move.number_joker
        self.crossed[seat] |= mask
        self.fresh[seat] = mask

    def _cross(self, seat: int, move: Move) -> None:
        mask = crossed_by(move, self.crossed[seat])
        self.crossed[seat] |= mask
        self.fresh[seat] |= mask

    def _give(self, seat: int, move: Move) -> None:
        self.owed[seat] = self.owed[seat][1:]
        if not self.departed >> move.to & 1:
            self.gifts[move.to] = "".join(sorted(self.gifts[move.to] + CHIP_OF[move.chip]))

    def go_on(self, chance: Chance) -> State:
        """Everything that follows without a decision, up to the next step or the end."""
        self._open_choices()
        return self.frozen() if self.settle() else self._finish_roll(chance)

    def settle(self) -> bool:
        """Cross and complete what needs no decision; whether one is open then."""
        while True:
            if any(self.fields):
                for seat in self.present():
                    self._advance(seat)
            if any(self.asked):
                return True
            if not self._look_up():
                return False

    def _open_choices(self) -> None:
        """Ask those who have still to choose, once the active seat has where it leads."""
        lead = self.active if is_led(self.state) and not self.departed >> self.active & 1 else None
        if lead is not None and not self.did[lead]:
            return
        for seat in self.present():
            if not self.did[seat]:
                self.asked[seat] = "choose"

    def _advance(self, seat: int) -> None:
        """Cross the pass fields that the seat has coming, up to one that asks for a decision."""
        while self.fields[seat] and not self.asked[seat]:
            self.fields[seat] -= 1
            if self.track[seat] == FIGURES.fields:
                self.fields[seat] = 0
                return
            self.track[seat] += 1
            bonus = FIGURES.field_bonuses.get(self.track[seat], "")
            if bonus == "joker":
                self._grant(seat, bonus)
            elif bonus and is_possible(bonus, self.crossed[seat]):
                self.asked[seat] = bonus
            elif self.track[seat] == FIGURES.fields:
                self._complete(seat, TRACK_END)

    def _look_up(self) -> bool:
        """Mark what is newly complete, for all seats together, and give the bonuses; whether there was anything."""
        found = False
        for seat in self.present():
            if new := completed(self.crossed[seat]) & ~(self.first[seat] | self.later[seat]):
                for goal in bits(new):
                    self._complete(seat, goal)
                found = True
        return found

    def _complete(self, seat: int, goal: int) -> None:
        """Whoever completes a goal in the first roll in which anybody does is first, wherever in that roll."""
        if self.taken >> goal & 1:
            self.later[seat] |= 1 << goal
        else:
            self.first[seat] |= 1 << goal
            self._grant(seat, GOALS[goal].pink)
        self._grant(seat, GOALS[goal].white)

    def _grant(self, seat: int, bonus: str) -> None:
        if bonus == "joker":
            freed = min(1, self.grey[seat])
            self.grey[seat] -= freed
            self.jokers[seat] += freed
        elif bonus == "pass":
            self.fields[seat] += 1
        else:
            for _ in range(bonus.count("x")):
                self._turn_chip(seat)

    def _turn_chip(self, seat: int) -> None:
        chips, turned = self.state.chips[seat], self.xs[seat]
        self.xs[seat] += 1
        if turned < len(chips) and chips[turned] != BLANK:
            self.owed[seat] += chips[turned]

    def _finish_roll(self, chance: Chance) -> State:
        """The roll is complete: the end, or the gifts one by one, or the next roll."""
        seats = len(self.crossed)
        if seats > 1 and any(self.xs[seat] >= len(self.state.chips[seat]) for seat in self.present()):
            return self.ended(Termination.NORMAL)
        if self.roll >= FIGURES.last_roll(seats):
            return self.ended(Termination.MOVE_LIMIT if seats > 1 else Termination.NORMAL)
        if any(self.owed):
            self.asked = ["give" if chips else "" for chips in self.owed]
            return self.frozen()
        return self._next_roll(chance)

    def _next_roll(self, chance: Chance) -> State:
        seats = len(self.crossed)
        for marks in self.first:
            self.taken |= marks
        self.active = next_active(self.active, self.departed, seats)
        self.roll += 1
        self.dice = FIGURES.roll(seats, chance)
        self.last, self.did = tuple(self.did), [""] * seats
        asked = (self.active,) if FIGURES.is_led(self.roll, seats) else self.present()
        self.asked = ["choose" if seat in asked else "" for seat in range(seats)]
        return self.frozen()


_CARRY_OUT = {
    "choose": Work._choose,
    "block": Work._cross,
    "bomb": Work._cross,
    "row": Work._cross,
    "give": Work._give,
}
