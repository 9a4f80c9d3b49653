"""A match as its page shows it: whose turn, the board, the choices, the news, how it ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, islice
from typing import Any

from chalicelib.matches import asking, joining, pace, reading, repository, service
from chalicelib.matches.departed import departed
from chalicelib.matches.ending import outcome_of, told_view
from chalicelib.matches.errors import ForbiddenError, MatchNotFoundError
from chalicelib.matches.events import LogRow
from chalicelib.matches.match import Caller, Match, Seat
from chalicelib.matches.verdict import is_shared, verdict
from chalicelib.players.ports import Env
from chalicelib.post import news
from chalicelib.post.game_words import move_label, settings
from chalicelib.post.language import catalogue
from chalicelib.post.names import name_of, named, named_html
from chalicelib.site import way
from chalicelib.site.visitor import Visitor
from chalicelib.telemetry.line import about

MANY = 60
"""More moves than these in one group are a list that nobody finds anything in."""

NEWEST = 12
"""So many rows of the log the page shows, unless it is asked for all."""


@dataclass(frozen=True, slots=True)
class Told:
    """What one commit told, and when (epoch seconds); `draws` are its dice, as (ply, count)."""

    at: int
    sentences: tuple[str, ...]
    draws: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Share:
    """What a seat brings into the dice: whose seat, its nonce as hex, and as text where a player could have typed that.

    `is_own`: its player set it, else it follows from the secret. `place` is its place in the order in which players
    set theirs, from 1, and `at` when that was (epoch seconds); both 0 where nobody noted it.
    """

    name: str
    nonce: str
    text: str = ""
    is_own: bool = False
    place: int = 0
    at: int = 0


@dataclass(frozen=True)
class Table:
    """A match and who looks at it."""

    visitor: Visitor
    match: Match

    @property
    def env(self) -> Env:
        """What use cases work with."""
        return self.visitor.container.env

    @cached_property
    def game(self) -> Any:
        """The game's rules."""
        return repository.rules(self.env, self.match.roster)

    @property
    def older_rules(self) -> int:
        """The version of the rules that the match is played by, where it is not today's; else 0."""
        version = self.match.roster.rules_at()
        return 0 if version == self.env.games.meta(self.match.roster.game).rules_version else version

    @property
    def rules_page(self) -> str:
        """Where the rules are told that the match is played by."""
        older = f"?version={self.older_rules}" if self.older_rules else ""
        return f"/rules/{self.match.roster.game}{older}"

    @property
    def deals(self) -> bool:
        """Whether chance deals in this game, where others roll dice."""
        return bool(self.env.games.meta(self.match.roster.game, self.match.roster.rules_at()).deals)

    @property
    def seat(self) -> int | None:
        """The seat the visitor acts for."""
        return self.visitor.caller.seat_in(self.match)

    @property
    def status(self) -> str:
        """waiting, running, over or cancelled."""
        return self.match.head.status

    @cached_property
    def outcome(self) -> Any:
        """How the match ended; None while it has not."""
        return outcome_of(self.game, self.match)

    @cached_property
    def view(self) -> Any:
        """The position as the visitor may see it, None before the start."""
        head = self.match.head
        return None if head.state is None else told_view(self.game.view(head.state, self.seat), self.outcome)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Whoever sits there, seat by seat."""
        words = catalogue(self.visitor.language)
        return tuple(name_of(words, seat) for seat in self.match.roster.seats)

    @cached_property
    def to_move(self) -> tuple[int, ...]:
        """The seats that owe a decision."""
        return self.game.to_move(self.match.head.state) if self.status == "running" else ()

    @cached_property
    def departed(self) -> frozenset[int]:
        """The seats that have given up."""
        return departed(self.game, self.match)

    @property
    def has_left(self) -> bool:
        """Whether the visitor has given up this match."""
        return self.seat in self.departed

    @property
    def handed_on(self) -> bool:
        """Whether the visitor sat here and gave the seat to somebody else."""
        player = self.visitor.player
        return bool(player) and any(each.player == player for each in self.match.roster.handovers)

    @cached_property
    def board(self) -> str:
        """The position as markup, names put in; "" before the start."""
        return "" if self.view is None else named_html(self.game.html(self.view, self.visitor.language), self.names)

    @cached_property
    def decision(self) -> reading.DecisionShown | None:
        """The visitor's open decision, a sealed one included."""
        return reading.decision(self.match, self.game, self.seat, self.env.clock.now(), self.visitor.language)

    @cached_property
    def open_state(self) -> Any:
        """The position in which the visitor has still to decide; what was sealed is taken back there."""
        return asking.unsealed(self.game, self.match.head.state, self.seat) if self.seat is not None else None

    @property
    def asked(self) -> str:
        """What the visitor has to decide, or has sealed, as a sentence; "" where the game has no words for it."""
        return named(self.decision.said, self.names) if self.decision else ""

    @property
    def example(self) -> str:
        """A legal move, as it may be typed."""
        return str(self.game.format(self.game.legal_moves(self.open_state, self.seat)[0])) if self.decision else ""

    @property
    def deadline(self) -> int:
        """When the visitor's decision is up, in epoch seconds (0: never, or there is none)."""
        return self.match.head.deadlines[self.seat] if self.decision and self.seat is not None else 0

    @property
    def sealed(self) -> str:
        """What the visitor has chosen and others do not see yet, "" where there is nothing."""
        return self.label(self.decision.sealed) if self.decision and self.decision.sealed else ""

    @property
    def chose_by_itself(self) -> bool:
        """Whether nothing else than what is sealed was possible, so that nobody was asked."""
        return self.seat is not None and self.match.head.hows[self.seat] == "forced"

    def label(self, text: str) -> str:
        """A move as people read it, with the names of the seats that it means."""
        return named(move_label(self.game, text, self.visitor.language), self.names)

    def choices(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """The legal moves of the visitor's decision, those with the same first word together.

        Each is its canonical text, and how it is shown: with the names of the seats that it means.
        """
        if self.decision is None or self.seat is None:
            return []
        texts = (self.game.format(move) for move in self.game.legal_moves(self.open_state, self.seat))
        return _grouped([(text, self.label(text)) for text in texts])

    def news(self, *, everything: bool = False) -> list[Told]:
        """The log as the visitor may know it, newest last."""
        newest = islice(repository.newest(self.env, self.match, NEWEST), NEWEST)
        rows = repository.log(self.env, self.match.id) if everything else reversed(list(newest))
        told = (Told(row.at, self._sentences(row), row.draws) for row in rows)
        return [each for each in told if each.sentences or each.draws]

    def _sentences(self, row: LogRow) -> tuple[str, ...]:
        rules = repository.told_by(self.env, self.match.roster)
        listener = news.Listener(self.visitor.language, self.seat, self.names, self.visitor.zone, self.match.roster)
        return news.tell(rules, listener, [row])

    def winners(self) -> tuple[str, ...]:
        """The names of those who won."""
        return tuple(self.names[seat] for seat in self.outcome.winners) if self.outcome else ()

    @cached_property
    def verdict(self) -> str:
        """What decided the match, or what a lone player has reached; "" where the game has no words for it."""
        return named(verdict(self.game, self.outcome, self.visitor.language), self.names)

    @property
    def is_shared(self) -> bool:
        """Whether several sides share the first place."""
        return is_shared(self.game, self.outcome, self.match.roster.options, len(self.names))

    @property
    def is_by_link(self) -> bool:
        """Whether a seat link that works is what the visitor shows."""
        return Caller("", self.visitor.seat_link).seat_in(self.match) is not None

    @property
    def link_failed(self) -> bool:
        """Whether a link was shown that is none, or has been made worthless, and nothing else gives a seat."""
        link = self.visitor.seat_link
        return self.seat is None and (self.visitor.broken or (link is not None and link.match == self.match.id))

    @property
    def is_own(self) -> bool:
        """Whether the visitor's session is what gives the seat, or would."""
        return self.match.seat_of(self.visitor.player) is not None

    @property
    def is_kept(self) -> bool:
        """Whether a seat is kept for the visitor, who has not joined yet."""
        return self.status == "waiting" and self.match.reserved_for(self.visitor.player) is not None

    @property
    def is_held(self) -> bool:
        """Whether the visitor set the match up so that it waits for them."""
        return self.is_kept and self.match.roster.creator == self.visitor.player

    @property
    def lapses(self) -> int:
        """When a match that waits is called off (epoch seconds)."""
        return pace.unstarted(self.match.roster.created)

    def may_join(self) -> bool:
        """Whether the visitor could take a seat."""
        return self._has_place() and not self.refused

    def _has_place(self) -> bool:
        """Whether there is a seat here for the visitor, who has none."""
        if self.status != "waiting" or self.seat is not None or not self.visitor.player:
            return False
        return self.is_kept or self.has_open_seat()

    @cached_property
    def refused(self) -> str:
        """Why the visitor cannot take the seat that there is, as they would be told once they asked, in English."""
        try:
            if self._has_place():
                service.check_company(self.env, self.match, self.visitor.player)
        except ForbiddenError as error:
            return error.message
        return ""

    def can_be_joined(self) -> bool:
        """Whether somebody, once logged in, may find a seat here."""
        return self.status == "waiting" and any(seat.kind in ("open", "reserved") for seat in self.match.roster.seats)

    def is_called_off_by_leaving(self) -> bool:
        """Whether the match ends if the visitor gives the seat back."""
        return joining.is_called_off_without(self.match, self.visitor.player)

    def settings(self) -> list[tuple[str, str]]:
        """What the match is played with: the game's options, each by what it is called and what was chosen."""
        return settings(self.game, self.match.roster.options, len(self.names), self.visitor.language)

    def shares(self) -> list[Share]:
        """What every seat brings into the dice, seat by seat."""
        roster = self.match.roster
        order = [0, *sorted(seat.nonce_version for seat in roster.seats if seat.nonce_version)]
        lines = zip(self.names, roster.nonces(), roster.seats, strict=True)
        return [_share(name, nonce, seat, order) for name, nonce, seat in lines]

    def origin_page(self) -> str:
        """Where the match can be replayed that this one goes on from; "" where there is nothing that may be seen."""
        origin = self.match.roster.origin
        if origin is None or not service.is_there(self.env, origin.kind, origin.id, self.visitor.caller):
            return ""
        where = f"/m/{origin.id}/replay" if origin.kind == "match" else f"/r/{origin.id}"
        return f"{where}?ply={origin.ply}"

    def has_open_seat(self) -> bool:
        """Whether a seat is open to anybody."""
        return any(seat.kind == "open" for seat in self.match.roster.seats)


def _share(name: str, nonce: bytes, seat: Seat, order: Sequence[int]) -> Share:
    if not seat.nonce:
        return Share(name, nonce.hex())
    return Share(name, nonce.hex(), _typed(nonce), True, order.index(seat.nonce_version), seat.nonce_at)


def _typed(nonce: bytes) -> str:
    """The text that somebody could have typed to give this nonce, "" where it is none."""
    try:
        text = nonce.decode()
    except UnicodeDecodeError:
        return ""
    return text if text.isprintable() and not text.isspace() else ""


def _grouped(moves: Sequence[tuple[str, str]]) -> list[tuple[str, list[tuple[str, str]]]]:
    """Moves by their first word; where very many have the same, by their first two, groups in the order of these."""
    found: list[tuple[str, list[tuple[str, str]]]] = []
    for word, same in _by_words(moves, 1):
        found += _by_words(sorted(same, key=lambda move: _words(move, 2)), 2) if len(same) > MANY else [(word, same)]
    return found


def _by_words(moves: Sequence[tuple[str, str]], count: int) -> list[tuple[str, list[tuple[str, str]]]]:
    return [(words, list(same)) for words, same in groupby(moves, key=lambda move: _words(move, count))]


def _words(move: tuple[str, str], count: int) -> str:
    return " ".join(move[0].split(" ")[:count])


def open_table(visitor: Visitor, match_id: str) -> Table:
    """The table of a match the visitor may know of. Raises MatchNotFoundError."""
    if not way.is_id(match_id):
        raise MatchNotFoundError
    match = reading.visible(visitor.container.env, match_id, visitor.caller)
    about(match.id, match.head.version)
    return Table(visitor.seen_in(match), match)
