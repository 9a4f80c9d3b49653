"""The position as an HTML fragment: tables and inline styles only, so that mail programs show it as pages do.

Colours never stand alone: every chip has its letter and its shape, every mark its border and its words in the key.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from chalicelib.games.sequence_dice import display
from chalicelib.games.sequence_dice.board import BOARD, COLUMN_LETTERS
from chalicelib.games.sequence_dice.display import LETTERS, SideLine, Square
from chalicelib.games.sequence_dice.state import View
from chalicelib.games.sequence_dice.words import colour, label, seats

CHIPS = ("#262", "#158", "#914")
SHAPES = ("●", "■", "▲")
INK, SOFT, LINE = "#222", "#555", "#ccc"
GROUND, OPEN, SPECIAL = "#fff", "#eee", "#fe7"
"""What lies behind the board, an empty square, and an empty square that brings another roll."""

CHOICE, CHOICE_OF_CHIP, WON = f"3px dashed {INK}", "3px solid #fd2", "3px double #fff"
NEW = "*"


def html(view: View, language: str) -> str:
    """The position as an HTML fragment."""
    panel = _tag("div", _sides(view, language) + _turns(view, language), "flex:0 1 340px;min-width:0;margin:8px 0 4px")
    parts = [
        _headline(view, language),
        _dice(view, language),
        _listed(label(language, "starts"), display.starts(view, language)),
        _tag("div", _board(view, language) + panel, "display:flex;flex-wrap:wrap;gap:0 28px;align-items:flex-start"),
        _legend(view, language),
    ]
    font = "font:15px/1.4 system-ui,-apple-system,'Segoe UI',Arial,sans-serif"
    style = f"background:{GROUND};color:{INK};{font};overflow-wrap:anywhere"
    return _tag("div", "".join(parts), style, lang=language)


def _tag(name: str, content: str, style: str = "", **attributes: str) -> str:
    """An element; `content` is HTML already, attribute values are plain text, `_` in their names is a hyphen."""
    given = {**attributes, "style": style} if style else attributes
    said = "".join(f' {key.replace("_", "-")}="{escape(value)}"' for key, value in given.items())
    return f"<{name}{said}>{content}</{name}>"


def _plain(said: str) -> str:
    return escape(said, quote=False)


def _headline(view: View, language: str) -> str:
    first, *others = map(_plain, display.headline(view, language))
    rest = f"<br>{'<br>'.join(others)}" if others else ""
    return _tag("p", f"{_tag('strong', first, 'font-size:18px')}{rest}", "margin:0 0 10px")


def _dice(view: View, language: str) -> str:
    if not view.roll:
        return ""
    style = (
        f"display:inline-block;width:46px;height:46px;margin:0 8px 6px 0;border:2px solid {INK};border-radius:9px;"
        f"background:{GROUND};text-align:center;font-size:24px;line-height:46px"
    )
    faces = "".join(_tag("b", face, style) for face in view.roll)
    words = f"{label(language, 'dice')}: {display.addition(view)}"
    return _tag("div", faces, "margin:0 0 4px", role="img", aria_label=words)


def _listed(title: str, said: Iterable[str]) -> str:
    items = "".join(_tag("li", _plain(each)) for each in said)
    if not items:
        return ""
    head = _tag("div", _plain(title), f"font-size:13px;color:{SOFT}")
    return _tag("div", f"{head}{_tag('ul', items, 'margin:0;padding:0;list-style:none')}", "margin:0 0 10px")


def _board(view: View, language: str) -> str:
    letters = "".join(_tag("th", letter, f"color:{SOFT}", scope="col") for letter in COLUMN_LETTERS)
    head = f'<thead><tr><td style="width:16px"></td>{letters}</tr></thead>'
    body = "".join(_row(number, squares, language) for number, squares in enumerate(display.rows(view), 1))
    named = f"color:{INK};text-align:left;padding:0 0 4px"  # said again: in quirks mode tables inherit no colour
    caption = _tag("caption", f"<b>{_plain(label(language, 'board'))}</b>", named)
    style = (
        "width:100%;table-layout:fixed;border-collapse:separate;border-spacing:2px;text-align:center;"
        "font-size:15px;line-height:1.1"
    )
    table = _tag("table", f"{caption}{head}<tbody>{body}</tbody>", style, cellpadding="0")
    return _tag("div", table, "flex:0 1 400px;max-width:400px;min-width:0;margin:8px 0 12px")


def _row(number: int, squares: Iterable[Square], language: str) -> str:
    head = _tag("th", str(number), f"color:{SOFT}", scope="row")
    return _tag("tr", head + "".join(_square(square, language) for square in squares), "height:50px")


def _square(square: Square, language: str) -> str:
    number = f"{square.number}{NEW * square.new}"
    if square.side is None:
        ground = SPECIAL if square.number in BOARD.again else OPEN
        content, style = f"<b>{number}</b>", f"background:{ground};color:{INK}"
    else:
        chip = _tag("b", f"{SHAPES[square.side]}&nbsp;{LETTERS[square.side]}", "font-size:17px")
        content = f"{chip}<br>{_tag('b' if square.new else 'span', number, 'font-size:12px')}"
        style = f"background:{CHIPS[square.side]};color:#fff"
    return _tag("td", content, style + _border(square), aria_label=_name(square, language))


def _border(square: Square) -> str:
    """What surrounds the line that won, and the squares that may be played on; light beside a chip's dark ground."""
    if square.won:
        return f";border:{WON}"
    if square.choice:
        return f";border:{CHOICE if square.side is None else CHOICE_OF_CHIP}"
    return ""


def _name(square: Square, language: str) -> str:
    chip = label(language, "empty") if square.side is None else colour(square.side, language)
    said = [f"{square.name}: {square.number}", chip]
    marks = (("in_line", square.won), ("choice", square.choice), ("new", square.new))
    return ", ".join(said + [label(language, key) for key, holds in marks if holds])


def _sides(view: View, language: str) -> str:
    title = label(language, "result" if view.outcome else "sides")
    items = "".join(_tag("li", _side(line, view, language), "margin:0 0 4px") for line in display.side_lines(view))
    head = _tag("div", _plain(title), f"font-size:13px;color:{SOFT}")
    return _tag("div", f"{head}{_tag('ul', items, 'margin:0;padding:0;list-style:none')}", "margin:0 0 10px")


def _side(line: SideLine, view: View, language: str) -> str:
    rank = f"{line.rank}. " if line.rank else ""
    chip = _sample(line.side)
    name = f"{_plain(colour(line.side, language))}: <b>{_plain(seats(line.seats, language))}</b>"
    small = _tag("span", _plain(", ".join(display.notes(line, view, language))), f"font-size:13px;color:{SOFT}")
    return f"{rank}{chip} {name}<br>{small}"


def _turns(view: View, language: str) -> str:
    said = [f"@{seat}: {plays}" for seat, plays in display.turns(view, language)]
    return _listed(label(language, "last"), said)


def _sample(side: int, border: str = "3px solid transparent") -> str:
    style = f"display:inline-block;padding:0 4px;background:{CHIPS[side]};color:#fff;border:{border}"
    return _tag("span", f"{SHAPES[side]}&nbsp;{LETTERS[side]}", style)


def _empty_sample(number: str, ground: str, border: str) -> str:
    return _tag("span", number, f"display:inline-block;padding:0 6px;background:{ground};border:{border}")


def _legend(view: View, language: str) -> str:
    items = "".join(_tag("li", note, "margin:0 0 5px") for note in _notes(view, language))
    if not items:
        return ""
    notes = _tag("ul", items, "margin:6px 0 0;padding:0;list-style:none")
    style = f"font-size:13px;border-top:1px solid {LINE};padding:8px 0 0;max-width:720px;line-height:1.5"
    return _tag("div", f"<b>{_plain(label(language, 'legend'))}</b>{notes}", style)


def _notes(view: View, language: str) -> Iterator[str]:
    squares = [square for row in display.rows(view) for square in row]
    choices = [square for square in squares if square.choice]
    if choices:
        side = choices[0].side
        sample = _empty_sample("7", OPEN, CHOICE) if side is None else _sample(side, CHOICE_OF_CHIP)
        yield f"{sample} {_plain(label(language, 'legend_choice'))}"
    if any(square.new for square in squares):
        key = "legend_new_all" if view.seat is None else "legend_new"
        yield f"<b>7{NEW}</b> {_plain(label(language, key))}"
    if view.outcome is None:
        sample = _empty_sample(str(BOARD.again[-1]), SPECIAL, f"3px solid {GROUND}")
        yield f"{sample} {_plain(label(language, 'legend_again'))}"
    if view.line:
        yield f"{_sample(view.active % len(view.sides), WON)} {_plain(label(language, 'legend_line'))}"
    if view.outcome is None:
        yield _plain(label(language, "legend_moves"))
