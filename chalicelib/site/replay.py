"""Replays: the board of a match that has ended, or of a record that was brought in, position by position."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from chalice.app import Response

from chalicelib.matches import service
from chalicelib.matches.ending import GIVEN_UP, WITHOUT_RULES, told_view
from chalicelib.matches.errors import MatchNotFoundError
from chalicelib.matches.events import TABLE, Entry, LogRow
from chalicelib.matches.match import Seat
from chalicelib.matches.replay import Frame, Source
from chalicelib.matches.verdict import is_shared, verdict
from chalicelib.post import news
from chalicelib.post.game_words import move_label, settings
from chalicelib.post.language import catalogue
from chalicelib.post.names import name_of, named, named_html
from chalicelib.site import way
from chalicelib.site.pages import go, missing, show
from chalicelib.site.visitor import Visitor
from chalicelib.telemetry.line import about
from chalicelib.web.errors import MalformedRequestError, NotFoundError

_NUMBER = re.compile(r"[0-9]{1,6}")
HOW = {
    "forced": "the only legal move",
    "bot": "a bot's choice",
    "timeout": "played when the time was up",
    "resigned": "gave up",
    "lent": "a bot's choice, standing in",
    "expelled": "left after too many missed deadlines",
    "agreed": "a draw, agreed on",
    "abandoned": "the end, since everybody had left",
}
"""How a move came about, where that says more than that it was played; each is in the catalogues."""


@dataclass(frozen=True, slots=True)
class MoveLine:
    """One move of those that led to a position: whose, its text, how it came about ("": played), and when."""

    name: str
    text: str
    how: str
    at: str


@dataclass(frozen=True)
class Show:
    """A position of a record, and who looks through whose eyes (None: a spectator's)."""

    visitor: Visitor
    source: Source
    frame: Frame
    seat: int | None

    @property
    def path(self) -> str:
        """Where this page is."""
        return f"/m/{self.source.id}/replay" if self.source.kind == "match" else f"/r/{self.source.id}"

    @property
    def name(self) -> str:
        """What the match was called."""
        return self.source.record.name

    @property
    def game_name(self) -> str:
        """What the game is called."""
        return self.frame.game.name

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Whoever sat there, seat by seat."""
        words = catalogue(self.visitor.language)
        sitters = self.source.record.seats
        return tuple(name_of(words, Seat(each.kind, name=each.name, level=each.level)) for each in sitters)

    def board(self) -> str:
        """The position as markup, names put in."""
        return named_html(self.frame.game.html(self._view, self.visitor.language), self.names)

    @property
    def _view(self) -> Any:
        return told_view(self.frame.view(self.seat), self.frame.outcome)

    def moves(self) -> list[MoveLine]:
        """The moves that led here."""
        return [
            MoveLine(self.names[move.seat], self._label(move.move, move.how), HOW.get(move.how, ""), move.at)
            for move in self.frame.moves
        ]

    def _label(self, text: str, how: str) -> str:
        if how in (*GIVEN_UP, *WITHOUT_RULES):
            return ""
        return named(move_label(self.frame.game, text, self.visitor.language), self.names)

    def sentences(self) -> tuple[str, ...]:
        """What happened on the way here, in sentences, as markup: each name is kept to its own direction."""
        entries = tuple(Entry(move.ply, move.seat, move.move, move.how) for move in self.frame.moves)
        row = LogRow(0, 0, 0, TABLE, "moved", entries=entries, facts=self.frame.facts(self.seat))
        language = self.visitor.language
        seats = tuple(f"@{seat}" for seat in range(len(self.names)))
        told = news.tell(lambda _row: self.frame.game, news.Listener(language, None, seats), [row])
        return tuple(named_html(html.escape(sentence), self.names) for sentence in told)

    def settings(self) -> list[tuple[str, str]]:
        """What it was played with."""
        return settings(self.frame.game, self.source.record.options, len(self.names), self.visitor.language)

    def to_move(self) -> tuple[str, ...]:
        """The names of those who owe a decision."""
        return tuple(self.names[seat] for seat in self.frame.to_move)

    def winners(self) -> tuple[str, ...]:
        """The names of those who won, once that is known."""
        outcome = self.frame.outcome
        return tuple(self.names[seat] for seat in outcome.winners) if outcome else ()

    @property
    def is_shared(self) -> bool:
        """Whether several sides share the first place."""
        return is_shared(self.frame.game, self.frame.outcome, self.source.record.options, len(self.names))

    @property
    def verdict(self) -> str:
        """What decided the match; "" where the game has no words for it."""
        return named(verdict(self.frame.game, self.frame.outcome, self.visitor.language), self.names)

    def step(self, ply: int) -> str:
        """The query string that leads to another position."""
        return self.visitor.again(ply=str(ply))


def match_page(visitor: Visitor, match: str) -> Response:
    """A match of ours that has ended."""
    try:
        found = service.source(visitor.container.env, "match", _known(match), visitor.caller)
    except MatchNotFoundError:
        return missing(visitor, match)
    about(found.id, 0)
    return _show(visitor, found)


def record_page(visitor: Visitor, record: str) -> Response:
    """A record that was brought in; who did may take it back here."""
    found = service.source(visitor.container.env, "record", _known(record), visitor.caller)
    if visitor.request.method == "POST":
        return _taken_back(visitor, found)
    return _show(visitor, found)


def _taken_back(visitor: Visitor, found: Source) -> Response:
    if visitor.form.get("do") != "drop":
        raise MalformedRequestError("This form is not known here.")
    if visitor.form.get("sure") != "yes":
        raise MalformedRequestError("Tick the box first.")
    service.drop(visitor.container.env, visitor.player, found.id)
    return go(visitor, "/r?done=drop")


def _known(name: str) -> str:
    if not way.is_id(name):
        raise NotFoundError
    return name


def _show(visitor: Visitor, found: Source) -> Response:
    env, last = visitor.container.env, len(found.record.moves)
    shown = Show(
        visitor,
        found,
        service.frame(env.games, found.record, min(_number(visitor, "ply") or 0, last)),
        _seat(visitor, found),
    )
    return show(
        visitor,
        "replay.html",
        shown=shown,
        address=f"{visitor.container.settings.base_url}{shown.path}",
        provenance=service.provenance_of(env, found.record, visitor.caller) if found.kind == "record" else None,
        is_mine=found.kind == "record" and service.is_bringer(env, visitor.player, found.id),
    )


def _number(visitor: Visitor, name: str) -> int | None:
    text = visitor.query(name)
    return int(text) if _NUMBER.fullmatch(text) else None


def _seat(visitor: Visitor, found: Source) -> int | None:
    seat = _number(visitor, "seat")
    return seat if seat is not None and seat < len(found.record.seats) else None
