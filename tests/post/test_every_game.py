"""Mails of every game, in four languages at one table: at every turn of a match at random they show what is needed."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from email.message import EmailMessage

import pytest

from chalicelib import games
from chalicelib.matches import service
from chalicelib.matches.match import Caller, Match
from chalicelib.matches.pace import DAY
from chalicelib.post.names import WIDTH
from chalicelib.rules import LANGUAGES, Chance
from tests.matches import time_passing
from tests.matches.desk import ME, OPEN
from tests.post.office import Office, page_of, text_of
from tests.post.received import carried
from tests.post.test_compose import Words, flat

MOVES = 20
OPTIONS = {"passing-game": {"partnership": True}, "keer-op-keer-3": {"chips": "4-3-3-0"}}
LARGEST = 100_000
"""Bytes of a page; a large provider cuts off what is longer."""


def _language(seat: int) -> str:
    return LANGUAGES[seat % len(LANGUAGES)]


class Table:
    """A match of as many people as can play, up to `most`; the languages go round."""

    def __init__(self, game: str, most: int = len(LANGUAGES)) -> None:
        self.game = games.get(game)
        seats = max(number for number in self.game.seats if number <= most)
        self.office = Office()
        self.people = [self.office.person(f"zoe{seat}", f"Zoë {seat} <i>", _language(seat)) for seat in range(seats)]
        self.names = [f"Zoë {seat} <i>" for seat in range(seats)]
        self._lot = Chance(b"mails", (), 0, game)
        desk, options = self.office.desk, OPTIONS.get(game, {})
        self.id = desk.create(ME, *[OPEN] * (seats - 1), player=self.people[0], game=game, options=options).id
        for name in self.people[1:]:
            service.join(desk.env, name, self.id)

    @property
    def match(self) -> Match:
        return self.office.desk.load(self.id)

    def move(self) -> None:
        """Let somebody who is to move take any legal move."""
        desk = self.office.desk
        seat = self._lot.roll(desk.to_move(self.match))
        moves = service.legal(desk.env, self.id, desk.caller(self.match, seat)).moves
        desk.play(self.match, seat, {"text": self._lot.roll(moves)[0]})

    def mailed(self) -> list[tuple[int, EmailMessage]]:
        """What is due an hour later, by the seats of those who get it."""
        self.office.forget()
        self.office.clock.advance(3_600)
        self.office.work_off()
        return [(seat, mail) for seat, name in enumerate(self.people) for mail in self.office.mails(name)]

    def waiting(self) -> str:
        """Somebody who waits for somebody else."""
        owing = set(self.office.desk.to_move(self.match))
        return next(name for seat, name in enumerate(self.people) if owing - {seat})

    def run_out(self, seconds: int) -> None:
        """Let time pass that the sweep has watched."""
        time_passing.run_out(self.office.desk, seconds)
        service.sweep(self.office.post.env)

    def shown(self, seat: int) -> tuple[str, str]:
        """The board as text and as a page, as this seat sees it in its own language, with names."""
        view, language = self.game.view(self.match.head.state, seat), _language(seat)
        page = [html.escape(name) for name in self.names]
        text = re.sub(r"@(\d)", lambda found: self.names[int(found[1])], self.game.text(view, language))
        drawn = re.sub(r"@(\d)", lambda found: f"<bdi>{page[int(found[1])]}</bdi>", self.game.html(view, language))
        return text, drawn


def _check(table: Table, seat: int, mail: EmailMessage, *, asks: bool = True) -> None:
    text, page = (part.replace("\r\n", "\n") for part in (text_of(mail), page_of(mail)))
    board, drawn = table.shown(seat)
    assert " ".join(board.split()) in " ".join(text.split())  # names may have made lines too long, which then go on
    assert all(len(line) <= WIDTH for line in text.splitlines() if "http" not in line)
    assert drawn in page
    assert table.game.name in str(mail["Subject"])
    assert not re.search(r"(?<!\w)@\d", text + page)
    assert len(page.encode()) < LARGEST
    assert "img" not in Words(page).tags
    legal = table.game.legal_moves(table.match.head.state, seat)
    for move in legal[:1] if asks else ():
        assert table.game.format(move) in text
        assert table.game.format(move) in Words(page).text


@pytest.mark.parametrize("game", games.keys())
def test_every_mail_shows_the_board_of_its_reader(game: str) -> None:
    table, seen = Table(game), set[int]()
    for _ in range(MOVES):
        for seat, mail in table.mailed():
            _check(table, seat, mail)
            seen.add(seat)
        table.move()
    assert seen == set(range(len(table.people)))


@pytest.mark.parametrize("game", games.keys())
def test_a_mail_server_gets_what_is_written_in_every_game_as_mails_have_to_be(game: str) -> None:
    table, seen = Table(game), set[int]()
    with carried() as carrier:
        while seen != set(range(len(table.people))):
            mails = table.mailed()
            carrier.check(mail for _, mail in mails)
            seen |= {seat for seat, _ in mails}
            table.move()


@pytest.mark.parametrize("game", games.keys())
def test_everybody_is_told_how_it_ended(game: str) -> None:
    table = Table(game)
    desk = table.office.desk
    for seat in range(len(table.people)):
        if table.match.head.status == "running":
            table.mailed()
            service.resign(desk.env, table.id, desk.caller(table.match, seat))
    told = dict(table.mailed())
    assert set(told) == set(range(len(table.people)))
    for seat, mail in told.items():
        _check(table, seat, mail)
        outcome = table.game.outcome(table.match.head.state)
        assert outcome is not None
        assert all(table.names[winner] in flat(text_of(mail)) for winner in outcome.winners)


@pytest.mark.parametrize("game", games.keys())
def test_at_the_largest_table_a_mail_is_still_shown_whole(game: str) -> None:
    table = Table(game, most=6)
    while table.match.head.status == "running" and table.match.head.ply < 15 * len(table.people):
        table.move()
    mails = table.mailed()
    assert mails
    for seat, mail in mails:
        _check(table, seat, mail)


def _happenings(table: Table) -> list[Callable[[], object]]:
    """What the first and the last one do at a table, one thing after the other."""
    env, match = table.office.post.env, table.id
    first, last = (Caller(table.people[place]) for place in (0, -1))
    return [
        lambda: service.lend(env, match, first),
        lambda: service.take_back(env, match, first),
        lambda: service.offer_draw(env, match, first),
        lambda: service.decline_draw(env, match, last),
        lambda: service.say(env, match, "Anything {name} <b>", last),
        lambda: service.announce_here(env, match, 0, table.office.clock.now() + 9 * DAY, last),
        lambda: service.return_here(env, match, last),
        lambda: service.nudge(env, match, Caller(table.waiting())),
        lambda: table.run_out(2 * DAY),
        lambda: table.run_out(2 * DAY),
    ]


@pytest.mark.parametrize("game", games.keys())
def test_what_happens_at_a_table_is_mailed_with_the_board_of_its_reader(game: str) -> None:
    table, seen = Table(game), set[str]()
    for _ in range(5):
        table.move()
    table.mailed()
    for happens in _happenings(table):
        happens()
        for seat, mail in table.mailed():
            category = table.office.rows(table.people[seat])[-1].notice.category
            _check(table, seat, mail, asks=category not in ("message", "draw_offered"))
            seen.add(category)
    assert seen >= {"seat_changed", "draw_offered", "message", "away", "nudge", "reminder"}
