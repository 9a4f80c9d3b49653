"""A match as one reader sees it at the moment of writing: what the letters of all categories are made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import quote
from zoneinfo import ZoneInfo

from chalicelib.matches import asking, pace, repository
from chalicelib.matches.departed import has_left
from chalicelib.matches.ending import outcome_of, told_view
from chalicelib.matches.events import LogRow
from chalicelib.matches.match import Match
from chalicelib.matches.verdict import verdict
from chalicelib.matches.wall_clock import zone_of
from chalicelib.players.profile import Profile
from chalicelib.players.seat_links import seat_link_token
from chalicelib.post import dates, news, occasions
from chalicelib.post.delivery import Notice
from chalicelib.post.game_words import move_label, settings, spoken
from chalicelib.post.language import Catalogue, catalogue
from chalicelib.post.letter import Section
from chalicelib.post.names import listed, name_of, named, named_html, named_lines, one_line
from chalicelib.post.ports import PostEnv
from chalicelib.post.truth import is_to_move
from chalicelib.rules import AnyGame, Outcome, Termination

_TITLE = 60
_RESULT = 100


def _clipped(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"


@dataclass(frozen=True)
class Scene:
    """The reader's side of a match; sentences are in the reader's language, times in the reader's zone."""

    post_env: PostEnv
    match: Match
    profile: Profile
    seat: int
    notice: Notice | None = None

    @cached_property
    def catalogue(self) -> Catalogue:
        """The reader's catalogue."""
        return catalogue(self.profile.language)

    @cached_property
    def game(self) -> AnyGame:
        """The rules of the match."""
        return repository.rules(self.post_env.env, self.match.roster)

    @property
    def deals(self) -> bool:
        """Whether chance deals in this game, where others roll dice."""
        return bool(self.post_env.env.games.meta(self.match.roster.game, self.match.roster.rules_at()).deals)

    @cached_property
    def zone(self) -> ZoneInfo:
        """The reader's time zone."""
        return zone_of(self.profile.zone)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Who sits where."""
        return tuple(name_of(self.catalogue, seat) for seat in self.match.roster.seats)

    @cached_property
    def row(self) -> LogRow:
        """The row that the notice tells of. Raises LookupError."""
        found = occasions.row_of(self.post_env.env, self.match, self.notice) if self.notice else None
        if found is None:
            raise LookupError("there is nothing in the log that this notice tells of")
        return found

    @property
    def sits(self) -> bool:
        """Whether the seat is the reader's, who may see what it sees."""
        seat = self.match.roster.seats[self.seat]
        return seat.kind == "player" and seat.player == self.profile.id

    @property
    def is_lent(self) -> bool:
        """Whether a bot plays for the reader until the seat is taken back."""
        return self.sits and self.match.roster.seats[self.seat].lent > 0

    @property
    def has_left(self) -> bool:
        """Whether the reader gave up, or missed too many deadlines, in a match that runs."""
        return self.sits and self.match.head.status == "running" and has_left(self.game, self.match, self.seat)

    @cached_property
    def view(self) -> Any:
        """What the reader may see of the position; None before the start."""
        state = self.match.head.state
        seat = self.seat if self.sits else None
        return None if state is None else told_view(self.game.view(state, seat), self.outcome)

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the match ended, if it has."""
        return outcome_of(self.game, self.match)

    @property
    def me(self) -> str:
        """The reader's name."""
        seat = self.match.roster.seats[self.seat]
        return self.names[self.seat] if seat.player == self.profile.id else one_line(self.profile.name)

    @property
    def title(self) -> str:
        """Game and match, as every subject begins."""
        name = _clipped(one_line(self.match.roster.name), _TITLE)
        return f"{self.game.name} · {name}" if name not in ("", self.game.name) else self.game.name

    @property
    def is_my_turn(self) -> bool:
        """Whether the reader owes a decision."""
        decides = self.sits and not self.match.roster.seats[self.seat].is_played_by_bot
        return decides and is_to_move(self.game, self.match, self.seat)

    def asked(self) -> str:
        """What the reader has to decide; "" where the game has no words for it."""
        return named(asking.asked(self.game, self.match.head.state, self.seat, self.profile.language), self.names)

    def task(self) -> str:
        """The same in the few words that a subject has room for; "" where nothing but the usual move is asked."""
        return named(asking.task(self.game, self.match.head.state, self.seat, self.profile.language), self.names)

    def to_move(self) -> tuple[int, ...]:
        """The seats that owe a decision."""
        seats = range(len(self.match.roster.seats))
        return tuple(seat for seat in seats if is_to_move(self.game, self.match, seat))

    def named(self, seats: Iterable[int]) -> str:
        """The names on these seats, in a row."""
        return listed(self.catalogue, [self.names[seat] for seat in seats])

    def deadline(self, seats: Iterable[int]) -> int:
        """When the first of these seats' decisions is up (0: never)."""
        return pace.first(self.match.head.deadlines[seat] for seat in seats)

    def moment(self, epoch: int) -> str:
        """A moment in full."""
        return dates.moment(self.catalogue, epoch, self.zone)

    def short(self, epoch: int) -> str:
        """A moment, short."""
        return dates.short(self.catalogue, epoch, self.zone)

    def left(self, deadline: int) -> str:
        """The moment of a deadline, and how far away it is."""
        _ = self.catalogue.gettext
        now = self.post_env.env.clock.now()
        if pace.overdue(deadline, now):
            return _("{moment}: passed already").format(moment=self.moment(deadline))
        span = dates.span(self.catalogue, deadline - now)
        return _("{moment}: {span} left").format(moment=self.moment(deadline), span=span)

    def result(self) -> str:
        """Who won, or how else it ended, in the few words a subject has room for."""
        if self.outcome is None:
            return ""
        if self.outcome.winners:
            return _clipped(self._winners(self.outcome.winners), _RESULT)
        return self._without_winner(self.outcome)

    def _winners(self, winners: tuple[int, ...]) -> str:
        if self.outcome and self.outcome.termination is Termination.TIMED_OUT:
            pattern = self.catalogue.ngettext("{names} wins on time", "{names} win on time", len(winners))
            return pattern.format(names=self.named(winners))
        sides = self.game.sides(len(self.names), self.match.roster.options)
        if sum(not set(winners).isdisjoint(side) for side in sides) > 1:
            return self.catalogue.gettext("{names} share the first place").format(names=self.named(winners))
        pattern = self.catalogue.ngettext("{names} wins", "{names} win", len(winners))
        return pattern.format(names=self.named(winners))

    def _without_winner(self, outcome: Outcome) -> str:
        if outcome.termination is Termination.AGREED:
            return self.catalogue.gettext("draw by agreement")
        if outcome.termination is Termination.ABANDONED:
            return self.catalogue.gettext("abandoned by all who played")
        if len(self.names) > 1 or not outcome.scores:
            return self.catalogue.gettext("nobody wins")
        lines = outcome.scores[0].lines
        said = spoken(self.game, "result", tuple(str(part) for line in lines for part in line), self.profile.language)
        if said or "total" not in dict(lines):
            return said or self.catalogue.gettext("nobody wins")
        total = dict(lines)["total"]
        return self.catalogue.ngettext("{n} point", "{n} points", total).format(n=total)

    def verdict(self) -> str:
        """What decided the match, or what a lone player has reached; "" where the game has no words for it."""
        return named(verdict(self.game, self.outcome, self.profile.language), self.names)

    def dice(self) -> str:
        """The dice on the table, in the letters and figures of the notation."""
        return " ".join(self.view.roll) if self.view is not None else ""

    def board_text(self) -> str:
        """The position in plain text."""
        return "" if self.view is None else named_lines(self.game.text(self.view, self.profile.language), self.names)

    def board_html(self) -> str:
        """The position as markup."""
        return "" if self.view is None else named_html(self.game.html(self.view, self.profile.language), self.names)

    def move(self, text: str) -> str:
        """A move's canonical text, with the names of the seats that it means."""
        return named(move_label(self.game, text, self.profile.language), self.names)

    def options(self) -> list[tuple[str, str]]:
        """What the match is played with, each setting by what it is called and what was chosen."""
        return settings(self.game, self.match.roster.options, len(self.names), self.profile.language)

    @property
    def listener(self) -> news.Listener:
        """The reader, as the one whom the log is told."""
        seat = self.seat if self.sits else None
        return news.Listener(self.profile.language, seat, self.names, self.zone, self.match.roster)

    def happened(self) -> tuple[str, ...]:
        """What the row that the notice tells of says beside moves, in sentences."""
        return news.happened(self.listener, self.row)

    @property
    def names_then(self) -> Sequence[str]:
        """Who sat where after the commit that the notice tells of."""
        return self.listener.names_at(self.row.version)

    def name_of_player(self, player: str) -> str:
        """What somebody is called who may sit nowhere here."""
        return occasions.name_of_player(self.post_env.env, self.catalogue, player)

    def news(self) -> Section | None:
        """What has happened since the reader's own last move; None where nothing has."""
        _ = self.catalogue.gettext
        found = news.news_for(self.post_env.env, self.match, self.seat)
        rules = repository.told_by(self.post_env.env, self.match.roster)
        told = news.tell(rules, self.listener, found.rows)
        title = _("Since your last move") if found.since_own else _("What has happened so far")
        left_out = found.is_cut or len(told) > news.SENTENCES
        earlier = _("What came before that stands on the page of the match: {url}").format(url=self._whole_log())
        return Section(title, (earlier,) if left_out else (), told[-news.SENTENCES :]) if told else None

    def _whole_log(self) -> str:
        return f"{self.page()}&log=all#log-title"

    def page(self) -> str:
        """The link to the reader's own board; whoever has it acts for this seat, which has to be the reader's."""
        if not self.sits:
            return self.invitation()
        return f"{self.public_page()}?seat={self.seat}&key={self._key()}"

    def invitation(self) -> str:
        """The link to the match for a reader who has no seat yet, in the reader's language."""
        return f"{self.public_page()}?language={self.profile.language}"

    def public_page(self) -> str:
        """The link to the match, for those who may see it."""
        return f"{self.post_env.base_url}/m/{quote(self.match.id)}"

    def move_url(self, n: int) -> str:
        """Where the API takes the reader's decision n."""
        return self.api(f"seats/{self.seat}/moves/{n}")

    def api(self, path: str) -> str:
        """Where the API takes what the reader does in this match."""
        return f"{self.post_env.base_url}/matches/{quote(self.match.id)}/{path}?key={self._key()}"

    def _key(self) -> str:
        epoch = self.match.roster.seats[self.seat].epoch
        return quote(seat_link_token(self.post_env.env, self.match.id, self.seat, epoch))
