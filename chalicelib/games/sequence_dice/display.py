"""What a view shows, before it becomes text or HTML."""

from __future__ import annotations

from typing import NamedTuple

from chalicelib.games.sequence_dice import facts
from chalicelib.games.sequence_dice.board import BOARD, INDEX, SIZE, SQUARES
from chalicelib.games.sequence_dice.state import Play, View
from chalicelib.games.sequence_dice.turns import NO_MOVE, total
from chalicelib.games.sequence_dice.view import EMPTY
from chalicelib.games.sequence_dice.words import label, seats

LETTERS = "GBR"
"""Of the sides' colours, in every language the first letter of the word: green, blue, red."""


class Square(NamedTuple):
    """One square: the `side` whose chip lies there (None: nobody's).

    `choice` says that this roll may be played there, `new` that it was played on in the latest turns that are marked,
    `won` that it is part of the line that won.
    """

    name: str
    number: int
    side: int | None
    choice: bool
    new: bool
    won: bool


class SideLine(NamedTuple):
    """One side: its seats, its longest line, and its `rank` once the match is over (None: it has left)."""

    side: int
    seats: tuple[int, ...]
    longest: int
    own: bool
    gone: bool
    gave_up: tuple[int, ...]
    rank: int | None


def rows(view: View) -> list[list[Square]]:
    """The squares of the board, row by row."""
    choices = set(view.squares) if view.outcome is None else set[str]()
    marked, line = latest(view), set(view.line)
    found = []
    for index, name in enumerate(SQUARES):
        holder = view.board[index // SIZE][index % SIZE]
        side = None if holder == EMPTY else int(holder)
        found.append(Square(name, BOARD.numbers[index], side, name in choices, name in marked, name in line))
    return [found[start : start + SIZE] for start in range(0, len(found), SIZE)]


def latest(view: View) -> set[str]:
    """The squares that were played on in everybody's latest turn but the watcher's own, and still show it."""
    found = set()
    for seat, plays in enumerate(view.last):
        if seat != view.seat:
            found |= {facts.square_of(play) for play in plays if _stands(view, seat, play)}
    return found


def _stands(view: View, seat: int, play: Play) -> bool:
    if play.move == NO_MOVE:
        return False
    index = INDEX[facts.square_of(play)]
    side = str(seat % len(view.sides))
    return view.board[index // SIZE][index % SIZE] == (EMPTY if facts.is_removal(play) else side)


def headline(view: View, language: str) -> list[str]:
    """What the table is at: the turn, the roll and what it asks for, or how the match ended."""
    if view.outcome is not None:
        told = facts.ending(view)
        return [facts.say(fact, language) for fact in told if not fact.kind.startswith("score")]
    said = label(language, "rolled_again" if view.rolls > 1 else "rolled", seat=f"@{view.active}", total=addition(view))
    return [label(language, "turn", n=view.turn), said, _task(view, language)]


def addition(view: View) -> str:
    """The roll on the table as a sum: `3 + 4 = 7`."""
    return f"{' + '.join(view.roll)} = {view.total}"


def _task(view: View, language: str) -> str:
    key = view.asked
    if view.total == BOARD.wild and key in ("place", "replace"):
        key += "_wild"
    elif view.total in BOARD.again and key == "place":
        key += "_again"
    return label(language, key, total=view.total, seat=f"@{view.active}")


def side_lines(view: View) -> list[SideLine]:
    """Every side, in the order of places once the match is over."""
    ranks = {score.seat: score.rank for score in view.outcome.scores} if view.outcome else {}
    order = facts.places(view) or view.sides
    found = []
    for side in order:
        number = view.sides.index(side)
        gave_up = tuple(seat for seat in side if seat in view.resigned)
        gone = len(gave_up) == len(side)
        own = view.seat in side
        found.append(
            SideLine(number, side, view.lengths[number], own, gone, () if gone else gave_up, ranks.get(side[0]))
        )
    return found


def notes(line: SideLine, view: View, language: str) -> list[str]:
    """What there is to say of a side beside its seats."""
    said = [label(language, "own")] if line.own else []
    said.append(label(language, "longest", line=line.longest, wanted=view.line_length))
    if line.gone:
        said.append(label(language, "departed"))
    elif line.gave_up:
        said.append(label(language, "gave_up", seats=seats(line.gave_up, language)))
    return said


def turns(view: View, language: str) -> list[tuple[int, str]]:
    """The latest turn of every seat, the newest last."""
    count = len(view.last)
    newest = view.active if view.rolls > 1 or view.outcome else view.active - 1
    order = [(newest + step) % count for step in range(1, count + 1)]
    return [(seat, "; ".join(_play(play, language) for play in view.last[seat])) for seat in order if view.last[seat]]


def _play(play: Play, language: str) -> str:
    dice = f"{play.dice[0]} + {play.dice[1]} = {total(play.dice)}"
    if play.move == NO_MOVE:
        return f"{dice}: {label(language, 'nothing_done')}"
    square = facts.square_of(play)
    key = "placed" if play.move == square else "removed" if facts.is_removal(play) else "replaced"
    return f"{dice}: {label(language, key, square=square)}"


def starts(view: View, language: str) -> list[str]:
    """The rolls for who begins, as long as nothing has been played, round by round."""
    told = [
        " · ".join(f"@{seat} {dice[0]} + {dice[1]} = {total(dice)}" for seat, dice in enumerate(rolled) if dice)
        for rolled in view.starts
    ]
    return [*told, label(language, "begins", seat=f"@{view.active}")] if told else []
