"""What happened, told from two views of one watcher.

A fact's detail is free of language. By kind (seat is the one it is about, None the table):

left, left_open, sealed, retracted       nothing more
opened_pass, passed                      nothing more
chose, opened, placed                    the decision's canonical text
block, bomb, row                         the cells newly crossed
give, give_lost                          the chip's sign, the seat it goes to
track                                    how many pass fields, the last of them
lost                                     block, bomb or row, for which there was nothing to cross
freed                                    how many jokers
goal_first, goal_later                   the goal's kind and name, then what it brings
turned                                   the chips' signs
x                                        how many X that turn no chip
asked_block, asked_bomb, asked_row       nothing more
asked_give                               the chip's sign
roll, roll_free, roll_solo               the roll's number, then every die (the seat is the active one)
end, end_solo                            how it ended, then the winners' seats
score, score_left, score_solo            rank (0: none), then the score lines
level                                    the level reached

Beside these, `say` knows nine that tell of no event: refused, option, shape, choice; asked, task and verdict (see
chalicelib/rules/asking.py); move (a canonical text), which says what is meant where the text counts seats; and result
(names and values of a score's lines), what a lone player has reached.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from chalicelib.games.keer_family import telling
from chalicelib.games.keer_family.placements import PASSING
from chalicelib.games.keer_family.views import SEALED, is_rolled_on, is_solo
from chalicelib.games.keer_op_keer_3.board import FIGURES, GOALS, TRACK_END
from chalicelib.games.keer_op_keer_3.moves import AND, CHIP_OF, move_of
from chalicelib.games.keer_op_keer_3.state import Move, SheetView, View
from chalicelib.rules import Fact, Outcome, SeatScore

KINDS = (
    "left",
    "left_open",
    "sealed",
    "chose",
    "retracted",
    "opened",
    "opened_pass",
    "placed",
    "passed",
    "block",
    "bomb",
    "row",
    "give",
    "give_lost",
    "track",
    "lost",
    "freed",
    "goal_first",
    "goal_later",
    "turned",
    "x",
    "asked_block",
    "asked_bomb",
    "asked_row",
    "asked_give",
    "roll",
    "roll_free",
    "roll_solo",
    "end",
    "end_solo",
    "score",
    "score_left",
    "score_solo",
    "level",
)
SCORE_LINES = ("chips", "x", "diamonds", "pass_fields", "columns")
_CHOICES = {field: bonus for field, bonus in FIGURES.field_bonuses.items() if bonus != "joker"}
"""The pass fields whose bonus asks for a decision."""


def facts(before: View, seat: int | None, move: Move | None, after: View) -> tuple[Fact, ...]:
    """What the watcher of both views learns from the change; the views tell it all, so nothing else is looked at.

    Without a change and a seat that acted, the roll that the match begins with, if it lies there untouched.
    """
    del move  # what the watcher may know of it stands in the views; what it may not must not get in here
    if seat is None and before == after:
        return (_rolled(after),) if after.roll_number == 1 and not any((*after.answers, *after.did)) else ()
    told = [*_departures(before, after), *_answers(before, after)]
    seats = range(len(after.sheets))
    for each in seats:
        told += _deeds(before, after, each)
    sheets, alone = list(zip(before.sheets, after.sheets, strict=True)), is_solo(after)
    for each in seats:
        told += _goals(*sheets[each], each, range(TRACK_END), alone=alone)
    for each in seats:
        told += [*_gained(before, after, each), *_goals(*sheets[each], each, (TRACK_END,), alone=alone)]
        told += [*_turned(*sheets[each], each), *_asked(before, after, each)]
    if after.outcome is None and after.roll_number != before.roll_number:
        told.append(_rolled(after))
    elif after.outcome is not None and before.outcome is None:
        told += ending(after.outcome, len(after.sheets))
    return tuple(told)


def is_led(view: View) -> bool:
    """Whether the active seat chooses before the others, and openly."""
    return FIGURES.is_led(view.roll_number, len(view.sheets))


def is_resolved(before: View, after: View) -> bool:
    """Whether a step was resolved: somebody has done something that all can see."""
    return before.did != after.did or is_rolled_on(before, after)


def _departures(before: View, after: View) -> Iterator[Fact]:
    for seat in telling.departed(before, after):
        yield Fact("left", seat)
        if seat == before.active and is_led(before) and not before.did[seat] and after.outcome is None:
            yield Fact("left_open", seat)


def _answers(before: View, after: View) -> Iterator[Fact]:
    """What was sealed, or taken back, while the step goes on."""
    if is_resolved(before, after):
        return
    for seat, (old, new) in enumerate(zip(before.answers, after.answers, strict=True)):
        if new and new != old:
            yield Fact("sealed", seat) if new == SEALED else Fact("chose", seat, (new,))
        elif old and not new and not after.sheets[seat].departed:
            yield Fact("retracted", seat)


def _deeds(before: View, after: View, seat: int) -> Iterator[Fact]:
    """What the seat did in the step that was resolved."""
    text = _new_text(before, after, seat)
    if text:
        yield _deed(before, after, seat, text)


def _gained(before: View, after: View, seat: int) -> Iterator[Fact]:
    """The pass fields the seat crossed, what was lost there, and the jokers it freed."""
    old, new = before.sheets[seat], after.sheets[seat]
    if new.track > old.track:
        yield Fact("track", seat, (new.track - old.track, new.track))
    for field, bonus in _CHOICES.items():
        if old.track < field <= new.track and after.asked[seat] != bonus:
            yield Fact("lost", seat, (bonus,))
    if old.grey > new.grey:
        yield Fact("freed", seat, (old.grey - new.grey,))


def _new_text(before: View, after: View, seat: int) -> str:
    """The canonical text of what the seat did in this change, "" for nothing."""
    told = after.last[seat] if is_rolled_on(before, after) else after.did[seat]
    return told[len(before.did[seat]) :].removeprefix(AND)


def _deed(before: View, after: View, seat: int, text: str) -> Fact:
    opens = is_led(before) and seat == before.active and not before.did[seat]
    if text == PASSING:
        return Fact("opened_pass" if opens else "passed", seat)
    move = move_of(text)
    if move.kind == "place":
        return Fact("opened" if opens else "placed", seat, (text,))
    if move.kind == "give":
        gone = after.sheets[move.to].departed
        return Fact("give_lost" if gone else "give", seat, (CHIP_OF[move.chip], move.to))
    crossed = set(before.sheets[seat].crossed)
    return Fact(move.kind, seat, tuple(cell for cell in after.sheets[seat].crossed if cell not in crossed))


def _goals(old: SheetView, new: SheetView, seat: int, places: Iterable[int], *, alone: bool) -> Iterator[Fact]:
    for place in places:
        goal, mark = GOALS[place], new.marks[place]
        if mark == old.marks[place]:
            continue
        if mark == "1" and goal.pink:
            gains = tuple(gain for gain in (goal.pink, goal.white) if gain)
            yield Fact("goal_later" if alone else "goal_first", seat, (goal.kind, goal.name, *gains))
        else:
            yield Fact("goal_later", seat, (goal.kind, goal.name, goal.white))


def _turned(old: SheetView, new: SheetView, seat: int) -> Iterator[Fact]:
    turned = new.chips[len(old.chips) :]
    if turned:
        yield Fact("turned", seat, tuple(turned))
    others = new.x - old.x - len(turned)
    if others:
        yield Fact("x", seat, (others,))


def _asked(before: View, after: View, seat: int) -> Iterator[Fact]:
    kind, sheet = after.asked[seat], after.sheets[seat]
    if kind in ("", "choose") or (before.asked[seat], before.sheets[seat].owed) == (kind, sheet.owed):
        return
    if kind == "give":
        yield Fact("asked_give", seat, (sheet.owed[0],))
    else:
        yield Fact(f"asked_{kind}", seat)


def _rolled(view: View) -> Fact:
    return telling.rolled(view, led=is_led(view))


def ending(outcome: Outcome, seat_count: int) -> tuple[Fact, ...]:
    """The end of a match: how, who won, and how far every seat is, best first; for a lone player the level too."""
    return telling.ending(outcome, seat_count, _score)


def _score(score: SeatScore, solo: bool) -> Fact:
    lines = dict(score.lines)
    if solo:
        return Fact("score_solo", score.seat, (score.rank or 0, lines["x"]))
    kind = "score_left" if score.rank is None else "score"
    return Fact(kind, score.seat, (score.rank or 0, *(lines[name] for name in SCORE_LINES)))
