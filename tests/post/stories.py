"""What can happen at a table beside moves: short stories at whose end zoe gets a mail, whose seat is number 1."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from email.message import EmailMessage
from typing import Any

from chalicelib.matches import service
from chalicelib.matches.match import Caller, Match, Pace
from chalicelib.matches.pace import DAY, HOUR, UNSTARTED
from chalicelib.matches.seating import SeatWish
from chalicelib.players.repository import load_profile
from chalicelib.post.compose import compose
from tests.matches.desk import ME, OPEN
from tests.matches.time_passing import until_due
from tests.post.office import Office

GAME = "sequence-dice"
ZONE = "Europe/Amsterdam"
NAME = "Friday evening"
ANNA, BRAM, CEES, ZOE = map(Caller, ("anna", "bram", "cees", "zoe"))
TWO, THREE = ("anna", "zoe"), ("anna", "zoe", "bram")


class Story:
    """A match that zoe has to do with, who is called `player`; whatever happens, she is written to at its end."""

    def __init__(self, player: str = "Zoe") -> None:
        self.office = Office()
        self.office.person("zoe", player, zone=ZONE)
        self.desk, self.env, self.clock = self.office.desk, self.office.post.env, self.office.clock
        self.id = ""

    @property
    def match(self) -> Match:
        return self.desk.load(self.id)

    @property
    def mail(self) -> EmailMessage:
        """The newest mail to zoe."""
        return self.office.mails("zoe")[-1]

    def in_language(self, language: str) -> EmailMessage:
        """The newest mail, as it is written at this moment to a zoe who reads another language."""
        reader = replace(load_profile(self.env.store, "zoe"), language=language)
        return compose(self.office.post, self.match, reader, self.office.rows("zoe")[-1].notice)

    def table(self, *names: str, pace: Pace | None = None, game: str = GAME, **wish: Any) -> None:
        """Begin a match, and have its first mails out."""
        found = self.desk.table(*names, game=game, name=NAME, pace=pace or Pace(ladder=()), **wish)
        self.id = found.id
        self.tell()

    def tell(self) -> None:
        """Everything that is owed is sent."""
        self.office.work_off()

    def turn_of(self, seat: int) -> None:
        """Let the others play until it is this seat's turn."""
        while (owing := self.desk.to_move(self.match)[0]) != seat:
            self.desk.play(self.match, owing)
        self.tell()

    def missed(self, seat: int, then: str, times: int = 1, misses: int = 1) -> None:
        """Let the seat miss deadlines, at a table where so many in a row cost it."""
        pace = Pace(ladder=(), misses=misses)
        self.table(*THREE, pace=pace, then=then)
        for _ in range(times):
            self.turn_of(seat)
            until_due(self.desk, self.match)

    def wait(self, seconds: int) -> None:
        """Time passes, which the sweep looks at."""
        self.clock.advance(seconds)
        service.sweep(self.env)


def _reminder(story: Story, misses: int = 3) -> None:
    story.table(*TWO, pace=Pace(ladder=(50,), misses=misses))
    story.turn_of(1)
    story.wait(DAY + 13 * HOUR)


def _reminder_last(story: Story) -> None:
    _reminder(story, misses=1)


def _nudge(story: Story) -> None:
    story.table(*TWO)
    story.turn_of(1)
    story.clock.advance(3 * HOUR)
    service.nudge(story.env, story.id, ANNA)


def _timed_out(story: Story) -> None:
    """Both are to choose, and anna is away, so that zoe is asked for nothing else yet."""
    story.table(*TWO, game="keer-op-keer")
    service.announce_here(story.env, story.id, 0, story.clock.now() + 9 * DAY, ANNA)
    until_due(story.desk, story.match)


def _timed_out_resign(story: Story) -> None:
    story.missed(1, "resign", times=2, misses=2)


def _timed_out_bot(story: Story) -> None:
    story.missed(1, "bot", times=2, misses=2)


def _timed_out_substitute(story: Story) -> None:
    story.missed(1, "substitute")


def _is_out(story: Story) -> None:
    story.missed(2, "resign")


def _is_retired(story: Story) -> None:
    story.missed(2, "bot")


def _is_retired_for_good(story: Story) -> None:
    story.missed(2, "substitute")


def _lent(story: Story) -> None:
    story.table(*THREE)
    story.turn_of(2)
    service.lend(story.env, story.id, ANNA)


def _returned(story: Story) -> None:
    _lent(story)
    story.tell()
    story.clock.advance(HOUR)
    service.take_back(story.env, story.id, ANNA)


def _wanted(story: Story) -> None:
    story.table(*THREE)
    service.substitute(story.env, story.id, ANNA)


def _asked(story: Story) -> None:
    story.table(*THREE)
    service.substitute(story.env, story.id, ANNA, handle="cees")


def _not_wanted(story: Story) -> None:
    """Cees does not want zoe's seat."""
    story.table(*THREE)
    service.substitute(story.env, story.id, ZOE, handle="cees")
    story.tell()
    service.end_call(story.env, story.id, CEES)


def _offered(story: Story) -> None:
    """Anna looks for somebody to have zoe's seat, who did not come to play."""
    story.missed(1, "bot")
    story.tell()
    service.substitute(story.env, story.id, ANNA, seat=1)


def _substituted(story: Story) -> None:
    _wanted(story)
    story.tell()
    service.substitute(story.env, story.id, CEES)


def _lost(story: Story) -> None:
    story.table(*THREE)
    service.substitute(story.env, story.id, ZOE)
    story.tell()
    service.substitute(story.env, story.id, CEES)


def _called(story: Story) -> None:
    """Zoe is to have anna's seat."""
    story.table("anna", "bram")
    service.substitute(story.env, story.id, ANNA, handle="zoe")


def _called_to_move(story: Story) -> None:
    """Zoe is to have anna's seat, whose decision is open, as is bram's."""
    story.table("anna", "bram", game="keer-op-keer")
    service.announce_here(story.env, story.id, 0, story.clock.now() + 9 * DAY, ANNA)
    service.substitute(story.env, story.id, ANNA, handle="zoe")


def _vacated(story: Story) -> None:
    match = story.desk.create(ME, OPEN, OPEN, player="zoe", game=GAME, name=NAME)
    story.id = match.id
    service.join(story.env, "anna", match.id)
    service.leave(story.env, "anna", match.id)


def _declined(story: Story) -> None:
    seats = (ME, SeatWish("player", handle="anna"), OPEN)
    story.id = story.desk.create(*seats, player="zoe", game=GAME, name=NAME).id
    service.leave(story.env, "anna", story.id)


def _gone(story: Story) -> None:
    """Bram, who was invited to zoe's match, deletes his account."""
    seats = (ME, SeatWish("player", handle="anna"), SeatWish("player", handle="bram"))
    story.id = story.desk.create(*seats, player="zoe", game=GAME, name=NAME, visibility="private").id
    story.tell()
    service.leave_for_good(story.env, "bram")


def _host_gone(story: Story) -> None:
    seats = (ME, SeatWish("player", handle="zoe"), SeatWish("player", handle="bram"))
    story.id = story.desk.create(*seats, player="anna", game=GAME, name=NAME, visibility="private").id
    story.tell()
    service.leave_for_good(story.env, "anna")


def _away(story: Story, ahead: int = 0) -> None:
    story.table(*THREE)
    now = story.clock.now()
    since = now + ahead if ahead else 0
    service.announce_here(story.env, story.id, since, now + ahead + 9 * DAY, ANNA)


def _away_later(story: Story) -> None:
    _away(story, 5 * DAY)


def _back(story: Story) -> None:
    _away(story)
    story.tell()
    story.clock.advance(DAY)
    service.return_here(story.env, story.id, ANNA)


def _draw(story: Story) -> None:
    story.table(*THREE)
    service.offer_draw(story.env, story.id, ANNA)


def _talk(story: Story) -> None:
    story.table(*THREE)
    service.say(story.env, story.id, "Good luck!\nI <b>like</b> this board, and I will say so at length.", ANNA)
    story.clock.advance(60)
    service.say(story.env, story.id, "שלום, ובהצלחה (123)", BRAM)
    story.tell()
    story.clock.advance(600)


def _not_in_time(story: Story) -> None:
    match = story.desk.create(ME, OPEN, OPEN, player="anna", game=GAME, name=NAME)
    story.id = match.id
    service.join(story.env, "zoe", match.id)
    story.clock.advance(UNSTARTED)
    service.sweep(story.env)


def _refused(story: Story) -> None:
    seats = (ME, SeatWish("player", handle="zoe"), SeatWish("player", handle="bram"))
    story.id = story.desk.create(*seats, player="anna", game=GAME, name=NAME, visibility="private").id
    story.tell()
    service.leave(story.env, "bram", story.id)


def _agreed(story: Story) -> None:
    story.table(*TWO)
    service.offer_draw(story.env, story.id, ANNA)
    service.offer_draw(story.env, story.id, ZOE)


def _abandoned(story: Story) -> None:
    """First one of them comes no more, and then the other."""
    story.table(*TWO, pace=Pace(ladder=(), misses=1, then="bot"))
    for _ in range(3):
        if story.match.head.status == "running":
            until_due(story.desk, story.match)


def _on_time(story: Story) -> None:
    story.table(*TWO, pace=Pace(ladder=(), misses=1), then="resign")
    story.turn_of(0)
    until_due(story.desk, story.match)


STORIES: dict[str, tuple[str, Callable[[Story], None]]] = {
    "reminder": ("reminder", _reminder),
    "reminder of the last": ("reminder", _reminder_last),
    "nudge": ("nudge", _nudge),
    "timed out": ("timed_out", _timed_out),
    "timed out and out": ("timed_out", _timed_out_resign),
    "timed out for a bot": ("timed_out", _timed_out_bot),
    "timed out for a substitute": ("timed_out", _timed_out_substitute),
    "is out": ("seat_changed", _is_out),
    "is retired": ("seat_changed", _is_retired),
    "is retired for good": ("seat_changed", _is_retired_for_good),
    "lent": ("seat_changed", _lent),
    "returned": ("seat_changed", _returned),
    "wanted": ("seat_changed", _wanted),
    "asked": ("seat_changed", _asked),
    "not wanted": ("seat_changed", _not_wanted),
    "offered": ("seat_changed", _offered),
    "substituted": ("seat_changed", _substituted),
    "lost": ("seat_changed", _lost),
    "called": ("invitation", _called),
    "called to move": ("invitation", _called_to_move),
    "vacated": ("seat_changed", _vacated),
    "gone": ("seat_changed", _gone),
    "declined": ("seat_changed", _declined),
    "away": ("away", _away),
    "away later": ("away", _away_later),
    "back": ("away", _back),
    "draw": ("draw_offered", _draw),
    "talk": ("message", _talk),
    "not in time": ("called_off", _not_in_time),
    "refused": ("called_off", _refused),
    "host gone": ("called_off", _host_gone),
    "agreed": ("match_ended", _agreed),
    "abandoned": ("match_ended", _abandoned),
    "on time": ("match_ended", _on_time),
}
"""By name: the category of its mail, and how it comes about."""


def told(name: str, player: str = "Zoe") -> Story:
    """A story told to its end, its last mail sent."""
    story = Story(player)
    STORIES[name][1](story)
    story.tell()
    return story
