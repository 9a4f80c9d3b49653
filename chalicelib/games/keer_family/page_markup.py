"""A position as a whole fragment of markup, tables and inline styles only, so that mail shows it as pages do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from chalicelib.games.keer_family.board import COLOURS
from chalicelib.games.keer_family.markup import (
    CROSS,
    CROSSED,
    FONT,
    GONE,
    INK,
    LINE,
    OPEN,
    PENDING,
    SOFT,
    plain,
    sample,
    small,
    tag,
)
from chalicelib.games.keer_family.shown import Cell, Die, Standing, Told, dice, is_ranked, standings
from chalicelib.games.keer_family.views import View, seat_order
from chalicelib.games.keer_family.vocabulary import Vocabulary

Said = Sequence[tuple[int, str]]
"""Seats, with what is said of each."""


class Sums(NamedTuple):
    """What a table of scores shows: the names of its sums, and which of them counts most; no names, no table."""

    names: Sequence[str]
    main: str


def page(
    view: View, words: Vocabulary, told: Told, sums: Sums, sheet: Callable[[int], str], notes: Iterable[str]
) -> str:
    """A position: the dice, the watcher's own sheet, the panel, the other sheets, what the signs mean."""
    sheets = [sheet(seat) for seat in seat_order(view)]
    first = 0 if view.outcome or view.seat is None else 1
    flow = "".join([*sheets[:first], _panel(view, words, told, sums), *sheets[first:]])
    parts = [
        _headline(told.headline),
        "" if told.settled else _dice(view, words),
        tag("div", flow, "display:flex;flex-wrap:wrap;gap:0 28px;align-items:flex-start"),
        _legend(words.label("legend"), "<br>".join(notes)),
    ]
    style = f"background:#fff;color:{INK};{FONT};overflow-wrap:anywhere"
    return tag("div", "".join(parts), style, lang=words.language)


def _headline(lines: Sequence[str]) -> str:
    first, *others = map(plain, lines)
    rest = f"&ensp;{' '.join(others)}" if others else ""
    return tag("p", f"{tag('strong', first, 'font-size:18px')}{rest}", "margin:0 0 10px")


def _dice(view: View, words: Vocabulary) -> str:
    groups = dice(view)
    if not any(groups):
        return ""
    boxes = ("".join(_die(one, words) for one in group) for group in groups)
    shown = "".join(tag("div", each, "display:inline-block;margin:0 14px 6px 0") for each in boxes)
    return tag("div", shown, "margin:0 0 4px", role="group", aria_label=words.label("dice"))


def _die(one: Die, words: Vocabulary) -> str:
    """A box with the face and its word; a taken die is an empty, dashed one that says so."""
    face, name, taken = one.face, words.die(one.face), words.label("taken") if one.taken else ""
    said = f"{name}, {taken}" if taken else name
    border = f"2px dashed {SOFT}" if taken else f"2px solid {INK}"
    ground = "#fff" if taken or face.isdigit() else OPEN[face]
    under = taken or ("" if face.isdigit() else name)
    struck = ";text-decoration:line-through" if taken else ""
    shown = tag("b", face, f"display:block;font-size:22px;line-height:{28 if under else 44}px{struck}")
    style = (
        f"display:inline-block;width:58px;height:46px;margin:0 6px 0 0;border:{border};border-radius:9px;"
        f"background:{ground};color:{SOFT if taken else INK};"
        "text-align:center;font-size:12px;line-height:14px;vertical-align:top"
    )
    return tag("span", shown + plain(under), style, role="img", aria_label=said)


def _legend(title: str, notes: str) -> str:
    return tag(
        "div",
        f"<b>{plain(title)}</b>{tag('p', notes, 'margin:6px 0 0')}",
        f"font-size:13px;color:{INK};border-top:1px solid {LINE};padding:8px 0 0;max-width:720px;line-height:1.75",
    )


def _panel(view: View, words: Vocabulary, told: Told, sums: Sums) -> str:
    """What every seat is doing, did before, and how it stands."""
    table = _standings(view, words, sums) if sums.names else ""
    parts = [
        _seats(words.label("this_roll"), told.statuses),
        table if view.outcome else "",
        _seats(words.label("final_roll" if view.outcome else "last_roll"), told.last_roll),
        "" if view.outcome else table,
    ]
    return tag("div", "".join(parts), "flex:0 1 360px;max-width:360px;min-width:0;margin:8px 0 4px")


def _seats(title: str, said: Said) -> str:
    """A title, and below it a line for each seat; nothing where there is none."""
    items = "".join(tag("li", f"<b>@{seat}</b>: {plain(status)}") for seat, status in said)
    if not items:
        return ""
    listed = tag("ul", items, "margin:0;padding:0;list-style:none")
    return tag("div", f"{small(plain(title))}{listed}", "margin:0 0 10px")


def _standings(view: View, words: Vocabulary, sums: Sums) -> str:
    rows = standings(view, sums.names)
    ranked, edge = is_ranked(view, rows), f"color:{SOFT};font-weight:normal;padding:0;overflow-wrap:normal"
    head = tag("th", plain(words.label("seat")), f"{edge};text-align:left", scope="col")
    head += tag("th", plain(words.label(sums.main)), f"{edge};text-align:right;white-space:nowrap", scope="col")
    body = "".join(_standing(row, words, sums, ranked=ranked) for row in rows)
    title = words.label("result" if view.outcome else "standings")
    caption = tag("caption", plain(title), f"text-align:left;color:{SOFT}")
    table = f"{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody>"
    return tag("table", table, "border-collapse:collapse;font-size:13px;width:100%;margin:0 0 12px")


def _standing(row: Standing, words: Vocabulary, sums: Sums, *, ranked: bool) -> str:
    """The name has a line of its own, for it may be long; the other sums stand below it."""
    rank = (f"{row.rank}. " if row.rank else f"{GONE} ") if ranked else ""
    values = {name: str(value).replace("-", "−") for name, value in zip(sums.names, row.lines, strict=True)}
    parts = " · ".join(
        f"{plain(words.label(name))}&nbsp;{value}" for name, value in values.items() if name != sums.main
    )
    cell = f"border-top:1px solid {LINE};padding:3px 0"
    below = tag("span", parts, f"font-weight:normal;font-size:12px;color:{SOFT}")
    name = tag("th", f"{rank}@{row.seat}<br>{below}", f"{cell};text-align:left;font-size:15px", scope="row")
    number = tag("td", f"<b>{values[sums.main]}</b>", f"{cell};text-align:right;font-size:18px;white-space:nowrap")
    return f"<tr>{name}{number}</tr>"


def cell_notes(cells: Iterable[Cell], mark: str, key: str, words: Vocabulary) -> Iterator[str]:
    """What the cells on the page mean; `mark` is the sign of a printed mark, explained under this key."""
    seen = list(cells)
    yield " ".join(f"{sample(letter, OPEN[letter])} {plain(words.colour(letter))}" for letter in COLOURS)
    yield _note(words, key, "g" + mark, OPEN["g"])
    yield _note(words, "legend_crossed", "g" + CROSS, CROSSED["g"], "#fff")
    if any(cell.new for cell in seen):
        yield _note(words, "legend_new", "g" + CROSS, CROSSED["g"], "#fff", "2px dotted #fff")
    if any(cell.pending for cell in seen):
        yield _note(words, "legend_pending", "g" + PENDING, OPEN["g"], INK, f"2px dashed {INK}")


def _note(words: Vocabulary, key: str, *shown: str) -> str:
    return f"{sample(*shown)} {plain(words.label(key))}"
