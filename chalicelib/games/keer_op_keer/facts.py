"""What happened, told from two views of one watcher, and the sentences that say it.

A fact's detail is free of language. By kind (seat is the one it is about, None the table):

left, left_open, sealed, retracted       nothing more
chose_pass, opened_pass, passed          nothing more
chose, opened, placed                    the choice's canonical text
column_first, column_later               the column's letter, points
colour_first, colour_later               the colour's letter, points
roll, roll_free, roll_solo               the roll's number, then every die (the seat is the active one)
end, end_solo                            how it ended, then the winners' seats
score, score_left, score_solo            rank (0: none), columns, colours, jokers, stars, total
level                                    the level reached

Beside these, `say` knows six that tell of no event:

asked                                    the kind of a decision, then what is asked in names and values
move                                     a canonical text that has a word of another language
verdict                                  what an outcome came to, see chalicelib/rules/asking.py
refused                                  why a move is refused: the error's reason
option                                   an option's key
choice                                   an option's key, one of its values
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from chalicelib.games.keer_family import telling
from chalicelib.games.keer_family.board import COLOURS, COLUMN_LETTERS
from chalicelib.games.keer_family.placements import PASSING
from chalicelib.games.keer_family.views import SEALED, is_rolled_on
from chalicelib.games.keer_op_keer.board import FIGURES
from chalicelib.games.keer_op_keer.state import Move, View
from chalicelib.games.keer_op_keer.words import choice, points, vocabulary, words
from chalicelib.rules import Fact, Outcome, SeatScore
from chalicelib.rules.asking import particulars

KINDS = (
    "left",
    "left_open",
    "sealed",
    "chose",
    "chose_pass",
    "retracted",
    "opened",
    "opened_pass",
    "placed",
    "passed",
    "column_first",
    "column_later",
    "colour_first",
    "colour_later",
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
ASIDES = ("asked", "move", "verdict", "refused", "option", "choice")
"""Kinds that tell of no event."""
SCORE_LINES = ("columns", "colours", "jokers", "stars", "total")


def facts(before: View, seat: int | None, move: Move | None, after: View) -> tuple[Fact, ...]:
    """What the watcher of both views learns from the change; the views tell it all, so nothing else is looked at.

    Without a change and a seat that acted, the roll that the match begins with, if it lies there untouched.
    """
    del move  # what the watcher may know of it stands in the views; what it may not must not get in here
    if seat is None and before == after:
        return (_rolled(after),) if after.roll_number == 1 and not any(after.chosen) else ()
    told = [*_departures(before, after)]
    if is_rolled_on(before, after):
        told += [*_revealed(before, after), *_columns(before, after), *_colours(before, after)]
    else:
        told += _choices(before, after)
    if after.outcome is None and after.roll_number != before.roll_number:
        told.append(_rolled(after))
    elif after.outcome is not None and before.outcome is None:
        told += ending(after.outcome, len(after.sheets))
    return tuple(told)


def _departures(before: View, after: View) -> Iterator[Fact]:
    for seat in telling.departed(before, after):
        yield Fact("left", seat)
        if is_open(before, seat) and not before.chosen[seat] and not is_rolled_on(before, after):
            yield Fact("left_open", seat)


def is_open(view: View, seat: int) -> bool:
    """Whether this seat's choice lies open for all, because it chooses before the others."""
    return seat == view.active and FIGURES.is_led(view.roll_number, len(view.sheets))


def _choices(before: View, after: View) -> Iterator[Fact]:
    for seat, (old, new) in enumerate(zip(before.chosen, after.chosen, strict=True)):
        if old == new:
            continue
        if new:
            yield _choice(seat, new, after)
        elif not after.sheets[seat].departed:
            yield Fact("retracted", seat)


def _choice(seat: int, text: str, view: View) -> Fact:
    if text == SEALED:
        return Fact("sealed", seat)
    kind = "opened" if is_open(view, seat) else "chose"
    return Fact(f"{kind}_pass", seat) if text == PASSING else Fact(kind, seat, (text,))


def _revealed(before: View, after: View) -> Iterator[Fact]:
    for seat, text in enumerate(after.last):
        if not text or (is_open(before, seat) and before.chosen[seat]):
            continue
        yield Fact("passed", seat) if text == PASSING else Fact("placed", seat, (text,))


def _columns(before: View, after: View) -> Iterator[Fact]:
    for column, letter in enumerate(COLUMN_LETTERS):
        for seat, sheet in enumerate(after.sheets):
            if sheet.columns[column] == before.sheets[seat].columns[column]:
                continue
            if sheet.columns[column] == "1":
                yield Fact("column_first", seat, (letter, FIGURES.column_first[column]))
            else:
                yield Fact("column_later", seat, (letter, FIGURES.column_later[column]))


def _colours(before: View, after: View) -> Iterator[Fact]:
    for place, letter in enumerate(COLOURS):
        for seat, sheet in enumerate(after.sheets):
            if sheet.colours[place] == before.sheets[seat].colours[place]:
                continue
            if sheet.colours[place] == "1":
                yield Fact("colour_first", seat, (letter, FIGURES.colour_first))
            else:
                yield Fact("colour_later", seat, (letter, FIGURES.colour_later))


def _rolled(view: View) -> Fact:
    return telling.rolled(view, led=is_open(view, view.active))


def ending(outcome: Outcome, seat_count: int) -> tuple[Fact, ...]:
    """The end of a match: how, who won, and every seat's score, best first; for a lone player the level too."""
    return telling.ending(outcome, seat_count, _score)


def _score(score: SeatScore, solo: bool) -> Fact:
    lines = dict(score.lines)
    kind = "score_solo" if solo else "score_left" if score.rank is None else "score"
    return Fact(kind, score.seat, (score.rank or 0, *(lines[name] for name in SCORE_LINES)))


def say(fact: Fact, language: str) -> str:
    """The fact as a sentence, seats as `@0`. Raises KeyError for a reason, an option or a value it has no words for."""
    if fact.kind in ASIDES:
        return _aside(fact, language)
    template: str = words(language)["facts"][fact.kind]
    return template.format(seat=f"@{fact.seat}", **_values(fact, language))


def _move(text: str, language: str) -> str:
    """What a move means where its text has a word of another language. Raises LookupError."""
    said = choice(text, language)
    if text != PASSING or said == text:
        raise LookupError(text)
    return said


def _verdict(fact: Fact, language: str) -> str:
    """What the outcome came to: the level of a lone player, or what decided among several."""
    from chalicelib.games.keer_family import verdict

    if fact.detail[0] != "alone":
        return verdict.decided(vocabulary(language), fact, ("total", "jokers"))
    sums = particulars(fact)
    reached = points(int(sums["total"]), language).replace("-", "−")
    return verdict.level(vocabulary(language), FIGURES.level_from, int(sums["level"]), reached)


def _aside(fact: Fact, language: str) -> str:
    if fact.kind == "verdict":
        return _verdict(fact, language)
    if fact.kind == "move":
        return _move(str(fact.detail[0]), language)
    found: Any = words(language)[fact.kind]
    for step in fact.detail[: 1 if fact.kind == "asked" else None]:
        if isinstance(found, str):
            raise KeyError(fact.detail)
        found = found[step]
    if not isinstance(found, str):
        raise KeyError(fact.detail)
    return found


def _values(fact: Fact, language: str) -> Mapping[str, object]:
    detail, said = fact.detail, vocabulary(language)
    match fact.kind.split("_")[0]:
        case "chose" | "opened" | "placed" if detail:
            return {"move": choice(str(detail[0]), language)}
        case "column":
            return {"column": detail[0], "points": points(int(detail[1]), language)}
        case "colour":
            return {"colour": said.colour(str(detail[0])), "points": points(int(detail[1]), language)}
        case "roll":
            return {"n": detail[0], "dice": said.dice(detail[1:])}
        case "end":
            return said.end(str(detail[0]), tuple(map(int, detail[1:])), alone=fact.kind == "end_solo")
        case "score":
            lines = dict(zip(("rank", *SCORE_LINES), detail, strict=True))
            return {**lines, "points": points(int(detail[-1]), language)}
        case "level":
            return {"level": detail[0], "words": said.level(int(detail[0]))}
    return {}
