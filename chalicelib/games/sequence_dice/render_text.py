"""The position in plain text: every square by its number, a chip by the letter of its colour; at most 72 columns."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator

from chalicelib.games.sequence_dice import display
from chalicelib.games.sequence_dice.board import BOARD, COLUMN_LETTERS
from chalicelib.games.sequence_dice.display import LETTERS, SideLine, Square
from chalicelib.games.sequence_dice.state import View
from chalicelib.games.sequence_dice.words import colour, label, seats

WIDTH = 72
NEW, CHOICE, WON = "*", "({})", "[{}]"
_CELL = 7


def text(view: View, language: str) -> str:
    """The position in plain text."""
    parts: list[Iterable[str]] = [
        _wrapped(display.headline(view, language)),
        _titled(label(language, "starts"), display.starts(view, language)),
        _board(view),
        _sides(view, language),
        _titled(label(language, "last"), (f"@{seat}: {said}" for seat, said in display.turns(view, language))),
        _titled(label(language, "legend"), _legend(view, language)),
    ]
    return "\n\n".join("\n".join(lines) for part in parts if (lines := list(part))) + "\n"


def _wrapped(sentences: Iterable[str], indent: str = "") -> list[str]:
    return [line for said in sentences for line in textwrap.wrap(said, WIDTH, subsequent_indent=indent)]


def _titled(title: str, sentences: Iterable[str]) -> Iterator[str]:
    lines = _wrapped((f"  {said}" for said in sentences), indent="    ")
    if lines:
        yield f"{title}:"
        yield from lines


def _board(view: View) -> Iterator[str]:
    yield _row("", COLUMN_LETTERS)
    for number, squares in enumerate(display.rows(view), 1):
        yield _row(str(number), map(_square, squares))


def _row(name: str, tokens: Iterable[str]) -> str:
    return f"{name:<3}{''.join(token.center(_CELL) for token in tokens)}".rstrip()


def _square(square: Square) -> str:
    chip = "" if square.side is None else LETTERS[square.side]
    token = f"{chip}{square.number}{NEW * square.new}"
    return WON.format(token) if square.won else CHOICE.format(token) if square.choice else token


def _sides(view: View, language: str) -> Iterator[str]:
    yield f"{label(language, 'result' if view.outcome else 'sides')}:"
    said = [f"  {_side(line, view, language)}" for line in display.side_lines(view)]
    yield from _wrapped(said, indent="    ")


def _side(line: SideLine, view: View, language: str) -> str:
    rank = f"{line.rank}. " if line.rank else ""
    name = f"{LETTERS[line.side]} {colour(line.side, language)}"
    return f"{rank}{name}: {seats(line.seats, language)} ({', '.join(display.notes(line, view, language))})"


def _legend(view: View, language: str) -> Iterator[str]:
    squares = [square for row in display.rows(view) for square in row]
    if any(square.choice for square in squares):
        yield f"{CHOICE.format(7)} = {label(language, 'legend_choice')}"
    if any(square.new for square in squares):
        yield f"7{NEW} = {label(language, 'legend_new_all' if view.seat is None else 'legend_new')}"
    if view.outcome is None:
        yield f"{', '.join(map(str, BOARD.again))} = {label(language, 'legend_again')}"
    if view.line:
        yield f"{WON.format('G7')} = {label(language, 'legend_line')}"
    if view.outcome is None:
        yield label(language, "legend_moves")
