"""The position in plain text: the train drawn with digits, doubles crosswise; at most 72 columns."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence

from chalicelib.games.passing_game import display
from chalicelib.games.passing_game.display import Held, Laid, Line
from chalicelib.games.passing_game.state import View
from chalicelib.games.passing_game.words import label

WIDTH = 72
TILE = "[{}|{}]"
NO_BREAK = "\u00a0"
CROSSWISE = ("[{}]", "[-]", "[{}]")


def text(view: View, language: str) -> str:
    """The position in plain text, at most 72 columns wide, for one of LANGUAGES."""
    parts = [
        _wrapped(display.headline(view, language)),
        _train(view, language),
        _hand(view, language),
        _table(view, language),
        _history(view, language),
        _last(view, language),
    ]
    return "\n\n".join("\n".join(lines) for part in parts if (lines := list(part))) + "\n"


def _wrapped(sentences: Iterable[str], indent: str = "") -> list[str]:
    return [line for said in sentences for line in textwrap.wrap(said, WIDTH, subsequent_indent=indent)]


def _train(view: View, language: str) -> Iterator[str]:
    tiles = display.train(view)
    if tiles:
        yield f"{label(language, 'train')}:"
        for row in _rows(tiles):
            yield from _drawn(row)
    yield from _wrapped((display.ends(view, language), display.boneyard(view, language)))


def _rows(tiles: Sequence[Laid]) -> Iterator[list[Laid]]:
    """The train in rows that are not too wide."""
    row: list[Laid] = []
    for tile in tiles:
        if sum(map(_width, row)) + _width(tile) > WIDTH + 1:
            yield row
            row = []
        row.append(tile)
    yield row


def _width(tile: Laid) -> int:
    return len(_slice(tile, 1)) + 1


def _drawn(row: Sequence[Laid]) -> list[str]:
    """Three lines if a double lies in this row, one if none does."""
    if not any(tile.is_double for tile in row):
        return [" ".join(map(_flat, row))]
    return [" ".join(_slice(tile, place) for tile in row).rstrip() for place in range(len(CROSSWISE))]


def _flat(tile: Laid) -> str:
    return TILE.format(tile.left, tile.right)


def _slice(tile: Laid, place: int) -> str:
    if tile.is_double:
        return CROSSWISE[place].format(tile.left)
    return _flat(tile) if place == 1 else " " * len(_flat(tile))


def _hand(view: View, language: str) -> Iterator[str]:
    if not display.has_hand(view):
        return
    held = display.hand(view)
    title = display.hand_title(view, language)
    yield f"{title}:" if held else title
    for row in _flowing([_held(one, language) for one in held]):
        yield row.replace(NO_BREAK, " ")


def _held(one: Held, language: str) -> str:
    return f"{one.tile} ({label(language, one.fits)})" if one.fits not in ("", "anywhere") else one.tile


def _flowing(pieces: Sequence[str]) -> list[str]:
    """The pieces in rows; none is torn apart, nor when names are put in: no-break spaces hold it together."""
    glued = "  ".join(piece.replace(" ", NO_BREAK) for piece in pieces)
    return textwrap.wrap(glued, WIDTH, initial_indent="  ", subsequent_indent="  ", break_long_words=False)


def _table(view: View, language: str) -> Iterator[str]:
    """The names stand last, so that long ones leave the columns in line."""
    rows = display.lines(view, language)
    ranked = display.is_ranked(view)
    titles = [label(language, name) for name in (*(("rank",) if ranked else ()), "tiles", "points", "rounds")]
    widths = [max(len(title), 4) + 2 for title in titles]
    yield f"{label(language, 'result' if ranked else 'table')}:"
    yield _columns(titles, widths)
    for row in rows:
        first = [f"{row.rank}." if row.rank else "-"] if ranked else []
        figures = _columns([*first, str(row.tiles), str(row.points), str(row.rounds_won)], widths)
        yield from _seat(figures, row)


def _seat(figures: str, row: Line) -> list[str]:
    notes = f" ({', '.join(row.notes)})" if row.notes else ""
    return textwrap.wrap(f"{figures}  @{row.seat}{notes}", WIDTH, subsequent_indent=" " * (len(figures) + 4))


def _columns(tokens: Sequence[str], widths: Sequence[int]) -> str:
    return "".join(token.rjust(width) for token, width in zip(tokens, widths, strict=True))


def _history(view: View, language: str) -> Iterator[str]:
    if view.history:
        yield f"{label(language, 'this_round')}:"
        yield from _flowing([f"@{done.seat} {display.event(done, language)}" for done in view.history])


def _last(view: View, language: str) -> Iterator[str]:
    said = display.last_round(view, language)
    if said:
        yield f"{display.last_title(view, language)}:"
        yield from _wrapped((f"  {sentence}" for sentence in said), indent="    ")
