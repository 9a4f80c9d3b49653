"""The position as an HTML fragment: tables and inline styles only, so that mail programs show it as pages do.

Tiles are drawn with pips; what is typed (6-4) stands below the tiles in hand. Colours never stand alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from chalicelib.games.passing_game import display
from chalicelib.games.passing_game.display import Held, Laid, Line
from chalicelib.games.passing_game.state import View
from chalicelib.games.passing_game.words import label

INK = "#222"
SOFT = "#555"
LINE = "#ccc"
IVORY = "#fffdf4"
NEW = "#fe7"
EDGE = 33
"""The side of half a tile, in pixels: three rows of pips."""
_FONT = "ui-monospace,Menlo,Consolas,monospace"
_PIPS = ("   /   /   ", "   / ● /   ", "●  /   /  ●", "●  / ● /  ●", "● ●/   /● ●", "● ●/ ● /● ●", "● ●/● ●/● ●")
_LYING = {"2": "  ●/   /●  ", "3": "  ●/ ● /●  ", "6": "●●●/   /●●●"}
"""The pips that look otherwise on a tile that lies than on one that stands."""


def html(view: View, language: str) -> str:
    """The position as an HTML fragment, for one of LANGUAGES."""
    parts = [
        _headline(view, language),
        _train(view, language),
        _hand(view, language),
        _table(view, language),
        _history(view, language),
        _last(view, language),
    ]
    font = "font:15px/1.45 system-ui,-apple-system,'Segoe UI',Arial,sans-serif"
    style = f"background:#fff;color:{INK};{font};overflow-wrap:anywhere;max-width:720px"
    return _tag("div", "".join(parts), style, lang=language)


def _tag(name: str, content: str, style: str = "", **attributes: str) -> str:
    """An element; `content` is HTML already, attribute values are plain text, `_` in their names is a hyphen."""
    given = {**attributes, "style": style} if style else attributes
    said = "".join(f' {key.strip("_").replace("_", "-")}="{escape(value)}"' for key, value in given.items())
    return f"<{name}{said}>{content}</{name}>"


def _text(said: str) -> str:
    return escape(said, quote=False)


def _headline(view: View, language: str) -> str:
    first, *others = map(_text, display.headline(view, language))
    rest = f"&ensp;{' '.join(others)}" if others else ""
    return _tag("p", f"{_tag('strong', first, 'font-size:18px')}{rest}", "margin:0 0 10px")


def _small(said: str) -> str:
    return _tag("div", _text(said), f"font-size:13px;color:{SOFT}")


def _train(view: View, language: str) -> str:
    tiles = display.train(view)
    row = "".join(_laid(tile, language) for tile in tiles)
    drawn = _tag("div", row, "margin:4px 0", role="group", aria_label=label(language, "train")) if tiles else ""
    said = _text(display.ends(view, language))
    under = _tag("p", f"<b>{said}</b><br>{_text(display.boneyard(view, language))}", "margin:4px 0 14px")
    note = _small(f"▲ {label(language, 'legend_new')}") if any(tile.is_new for tile in tiles) else ""
    return f"{_small(label(language, 'train'))}{drawn}{note}{under}"


def _laid(tile: Laid, language: str) -> str:
    """A tile of the train: lying, or, if it is a double, standing crosswise; the newest one has a mark below it."""
    words = f"{tile.left}-{tile.right}"
    if tile.is_double:
        words = f"{words}, {label(language, 'double')}"
    if tile.is_new:
        words = f"{words}, {label(language, 'legend_new')}"
    drawn = _tile(tile.left, tile.right, standing=tile.is_double, ground=NEW if tile.is_new else IVORY)
    mark = "▲" if tile.is_new else "&nbsp;"
    below = _tag("span", mark, "display:block;font-size:11px;line-height:12px")
    return _tag("span", drawn + below, _box("vertical-align:middle"), role="img", aria_label=words)


def _box(more: str) -> str:
    return f"display:inline-block;text-align:center;margin:0 2px 2px 0;{more}"


def _tile(first: str, second: str, *, standing: bool, ground: str) -> str:
    """The face of a tile: its halves side by side, or one above the other.

    No width or padding is set around the halves: pages and mail programs do not count borders alike.
    """
    edge = "top" if standing else "left"
    halves = _half(first, "", standing=standing) + _half(second, f";border-{edge}:1px solid {INK}", standing=standing)
    style = f"display:inline-block;border:2px solid {INK};border-radius:6px;background:{ground};white-space:nowrap"
    return _tag("span", halves, f"{style};font-size:0;text-align:center")


def _half(number: str, border: str, *, standing: bool) -> str:
    """Half a tile: three rows of pips."""
    pips = _PIPS[int(number)] if standing else _LYING.get(number, _PIPS[int(number)])
    rows = pips.replace(" ", "\u00a0").replace("/", "<br>")
    shown = "block" if standing else "inline-block"
    style = f"display:{shown};width:{EDGE}px;height:{EDGE}px;vertical-align:top;font:12px/{EDGE // 3}px {_FONT}{border}"
    return _tag("span", rows, style)


def _hand(view: View, language: str) -> str:
    if not display.has_hand(view):
        return ""
    tiles = "".join(_held(one, language) for one in display.hand(view))
    row = _tag("div", tiles, "margin:4px 0 14px", role="group", aria_label=display.hand_title(view, language))
    return _tag("div", f"<b>{_text(display.hand_title(view, language))}</b>{row}")


def _held(one: Held, language: str) -> str:
    """A tile in hand, with what is typed for it, and where it fits."""
    where = label(language, one.fits) if one.fits not in ("", "anywhere") else ""
    face = _tag("span", _tile(one.tile[0], one.tile[2], standing=False, ground=IVORY), role="img", aria_label=one.tile)
    name = _tag("b", one.tile) if one.fits else one.tile
    fits = _tag("span", f"{_arrows(one.fits)} {_text(where)}" if where else "&nbsp;", "display:block;font-size:12px")
    return _tag("span", f"{face}<br>{name}{fits}", _box("min-width:84px;vertical-align:top"))


def _arrows(fits: str) -> str:
    return {"left": "◀", "right": "▶", "both": "◀▶"}[fits]


def _table(view: View, language: str) -> str:
    ranked = display.is_ranked(view)
    titles = [label(language, name) for name in ("seat", "tiles", "points", "rounds")]
    edge = f"color:{SOFT};font-weight:normal;padding:2px 0 2px 10px;vertical-align:bottom;overflow-wrap:normal"
    head = "".join(
        _tag("th", _text(title), f"{edge};text-align:{'right' if place else 'left;padding-left:0'}", scope="col")
        for place, title in enumerate(titles)
    )
    body = "".join(_seat(row, ranked=ranked) for row in display.lines(view, language))
    caption = _tag("caption", f"<b>{_text(label(language, 'result' if ranked else 'table'))}</b>", "text-align:left")
    table = f"{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody>"
    return _tag("table", table, "border-collapse:collapse;font-size:13px;width:100%;max-width:480px;margin:0 0 14px")


def _seat(row: Line, *, ranked: bool) -> str:
    """The name has room for its notes below it."""
    rank = (f"{row.rank}. " if row.rank else "– ") if ranked else ""
    notes = _tag("span", _text(", ".join(row.notes)), f"font-weight:normal;font-size:12px;color:{SOFT}")
    cell = f"border-top:1px solid {LINE};padding:3px 0"
    name = _tag(
        "th",
        f"{rank}@{row.seat}<br>{notes}" if row.notes else f"{rank}@{row.seat}",
        f"{cell};text-align:left;font-size:15px",
        scope="row",
    )
    figures = (str(row.tiles), f"<b>{row.points}</b>", str(row.rounds_won))
    return f"<tr>{name}{''.join(_tag('td', said, f'{cell};text-align:right;font-size:15px') for said in figures)}</tr>"


def _history(view: View, language: str) -> str:
    if not view.history:
        return ""
    said = (f"<b>@{done.seat}</b>&nbsp;{_glued(display.event(done, language))}" for done in view.history)
    flow = _tag("p", " · ".join(said), "margin:0 0 14px;font-size:14px")
    return _small(label(language, "this_round")) + flow


def _glued(said: str) -> str:
    """Words that stay on one line; a tile's hyphen is no place to break either."""
    return _text(said).replace(" ", "&nbsp;").replace("-", "\u2011")


def _last(view: View, language: str) -> str:
    said = display.last_round(view, language)
    if not said:
        return ""
    return _tag("div", _small(display.last_title(view, language)) + _listed(said), "margin:0 0 10px")


def _listed(said: Sequence[str] | Iterable[str]) -> str:
    items = "".join(_tag("li", _text(sentence)) for sentence in said)
    return _tag("ul", items, "margin:0;padding:0;list-style:none;font-size:14px")
