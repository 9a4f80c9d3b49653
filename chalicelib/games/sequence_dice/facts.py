"""What happened, told from two views of one watcher, and the sentences that say it.

A fact's detail is free of language. By kind (seat is the one it is about, None the table):

start                                    the two dice rolled for who begins
start_again                              the seats that are tied and roll once more
begins, nothing                          nothing more
left, left_chips, gave_up                nothing more; the partner's seat for gave_up
rolled, rolled_defence, rolled_wild      the two dice; a turn begins
again, again_defence, again_wild         the two dice of an extra roll
placed                                   the square, its number
replaced, removed                        the square, its number, then the seats of the side whose chip it was
line                                     the squares of the line that won
end                                      how it ended, then the winners' seats
score, score_left                        rank (0: none), the longest line, then the seats of the side

Beside these, `say` knows five that tell of no event:

asked, task                              the kind of a decision, then what is asked in names and values
refused                                  why a move is refused: the error's reason
option                                   an option's key, then the numbers of seats it is meant for, if that is said
choice                                   an option's key, one of its values
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from chalicelib.games.sequence_dice.board import BOARD, INDEX, SIZE
from chalicelib.games.sequence_dice.state import Move, Play, View
from chalicelib.games.sequence_dice.turns import NO_MOVE, total
from chalicelib.games.sequence_dice.words import label, seats, words
from chalicelib.rules import Fact, Outcome, Termination
from chalicelib.rules.asking import particulars

KINDS = (
    "start",
    "start_again",
    "begins",
    "left",
    "left_chips",
    "gave_up",
    "rolled",
    "rolled_defence",
    "rolled_wild",
    "again",
    "again_defence",
    "again_wild",
    "placed",
    "replaced",
    "removed",
    "nothing",
    "line",
    "end",
    "score",
    "score_left",
)
ASIDES = ("asked", "task", "refused", "option", "choice")
"""Kinds that tell of no event."""

_PLAYED_OUT = (Termination.NORMAL, Termination.MOVE_LIMIT)


def facts(before: View, seat: int | None, move: Move | None, after: View) -> tuple[Fact, ...]:
    """What the watcher of both views learns from the change; the views tell it all, so nothing else is looked at.

    Without a change, what led to the first position: the rolls for who begins, and the first roll.
    """
    del move  # nothing is hidden, so the views hold it
    if seat is None and before == after:
        return tuple(_start(after))
    told = [*_departures(before, after), *_play(before, after)]
    if after.outcome is None:
        told += _roll(before, after)
    elif before.outcome is None:
        told += ending(after)
    return tuple(told)


def _start(first: View) -> Iterator[Fact]:
    if not first.starts:
        return
    for number, rolled in enumerate(first.starts):
        if number:
            yield Fact("start_again", None, tuple(seat for seat, dice in enumerate(rolled) if dice))
        yield from (Fact("start", seat, _faces(dice)) for seat, dice in enumerate(rolled) if dice)
    yield Fact("begins", first.active)
    yield _rolled(first)


def _departures(before: View, after: View) -> Iterator[Fact]:
    for seat in after.resigned:
        if seat in before.resigned:
            continue
        side = next(side for side in after.sides if seat in side)
        partners = tuple(each for each in side if each != seat and each not in after.resigned)
        if partners:
            yield Fact("gave_up", seat, partners)
        else:
            yield Fact("left" if after.outcome else "left_chips", seat)


def is_played(before: View, after: View) -> bool:
    """Whether the roll on the table was played out in between, and not left behind."""
    if after.outcome is not None:
        return before.outcome is None and after.outcome.termination in _PLAYED_OUT
    return (after.turn, after.rolls) > (before.turn, before.rolls)


def _play(before: View, after: View) -> Iterator[Fact]:
    if not is_played(before, after):
        return
    seat = before.active
    play = after.last[seat][-1]
    if play.move == NO_MOVE:
        yield Fact("nothing", seat)
        return
    square = square_of(play)
    index = INDEX[square]
    number = BOARD.numbers[index]
    holder = before.board[index // SIZE][index % SIZE]
    if square == play.move:
        yield Fact("placed", seat, (square, number))
    else:
        kind = "removed" if is_removal(play) else "replaced"
        yield Fact(kind, seat, (square, number, *before.sides[int(holder)]))
    if after.line:
        yield Fact("line", None, after.line)


def square_of(play: Play) -> str:
    """The square that was played on."""
    return play.move.removeprefix("x")


def is_removal(play: Play) -> bool:
    """Whether a chip was removed and none placed."""
    return total(play.dice) == BOARD.defence and play.move != NO_MOVE


def _roll(before: View, after: View) -> Iterator[Fact]:
    if is_played(before, after) or after.active != before.active:
        yield _rolled(after)


def _rolled(view: View) -> Fact:
    kind = "again" if view.rolls > 1 else "rolled"
    if view.total == BOARD.defence:
        kind += "_defence"
    elif view.total == BOARD.wild:
        kind += "_wild"
    return Fact(kind, view.active, _faces("".join(view.roll)))


def _faces(dice: str) -> tuple[int, ...]:
    return tuple(map(int, dice))


def ending(view: View) -> tuple[Fact, ...]:
    """The end of a match: how, who won, and every side's longest line, best first."""
    outcome = view.outcome
    if outcome is None:
        return ()
    told = [Fact("end", None, (str(outcome.termination), *outcome.winners))]
    return (*told, *(_score(outcome, side) for side in places(view)))


def places(view: View) -> tuple[tuple[int, ...], ...]:
    """The sides in the order of the outcome's places."""
    order = [score.seat for score in view.outcome.scores] if view.outcome else []
    return tuple(side for seat in order for side in view.sides if side[0] == seat)


def _score(outcome: Outcome, side: tuple[int, ...]) -> Fact:
    score = next(each for each in outcome.scores if each.seat == side[0])
    kind = "score_left" if score.rank is None else "score"
    return Fact(kind, side[0], (score.rank or 0, dict(score.lines)["line"], *side))


def say(fact: Fact, language: str) -> str:
    """The fact as a sentence, seats as `@0`. Raises KeyError for a reason, an option or a value it has no words for."""
    if fact.kind in ASIDES:
        return _aside(fact, language)
    template: str = words(language)["facts"][fact.kind]
    return template.format(seat=f"@{fact.seat}", **_values(fact, language))


def _aside(fact: Fact, language: str) -> str:
    if fact.kind == "option" and len(fact.detail) > 1:
        key, *counts = fact.detail
        name = _aside(Fact("option", None, (key,)), language)
        said = f" {label(language, 'or')} ".join(map(str, counts))
        return label(language, "with_seats", label=name, seats=said)
    if fact.kind == "asked":
        return _asked(fact, language)
    found: Any = words(language)[fact.kind]
    for step in fact.detail[: 1 if fact.kind == "task" else None]:
        if isinstance(found, str):
            raise KeyError(fact.detail)
        found = found[step]
    if not isinstance(found, str):
        raise KeyError(fact.detail)
    return found


def _asked(fact: Fact, language: str) -> str:
    kind, found = str(fact.detail[0]), particulars(fact)
    wild = found.get("total") == BOARD.wild and kind in ("place", "replace")
    template: str = words(language)["asked"][f"{kind}_wild" if wild else kind]
    return template.format(**found)


def _values(fact: Fact, language: str) -> dict[str, object]:
    detail = fact.detail
    match fact.kind.split("_")[0]:
        case "start" | "rolled" | "again" if fact.seat is not None:
            one, two = map(int, detail)
            return {"one": one, "two": two, "total": one + two}
        case "start" | "gave":
            return {"seats": _seats(detail, language)}
        case "placed" | "replaced" | "removed":
            return {"square": detail[0], "number": detail[1], "owner": _seats(detail[2:], language)}
        case "line":
            return {"squares": " ".join(map(str, detail))}
        case "end":
            return _end_values(str(detail[0]), detail[1:], language)
        case "score":
            return {"rank": detail[0], "line": detail[1], "seats": _seats(detail[2:], language)}
    return {}


def _seats(numbers: tuple[int | str, ...], language: str) -> str:
    return seats([int(number) for number in numbers], language)


def _end_values(how: str, winners: tuple[int | str, ...], language: str) -> dict[str, object]:
    said = words(language)
    form = "none" if not winners else "one" if len(winners) == 1 else "many"
    return {
        "ending": said["endings"][how],
        "winners": said["winners"][form].format(seats=_seats(winners, language)),
    }
