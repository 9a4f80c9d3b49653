"""Mails of every game, in four languages at one table: at every turn of a match at random they show what is needed."""

from __future__ import annotations

import html
import re
from email.message import EmailMessage

import pytest

from chalicelib import games
from chalicelib.matches import service
from chalicelib.matches.match import Match
from chalicelib.post.names import WIDTH
from chalicelib.rules import LANGUAGES, Chance
from tests.matches.desk import ME, OPEN
from tests.post.office import Office, page_of, text_of
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

    def shown(self, seat: int) -> tuple[str, str]:
        """The board as text and as a page, as this seat sees it in its own language, with names."""
        view, language = self.game.view(self.match.head.state, seat), _language(seat)
        page = [html.escape(name) for name in self.names]
        text = re.sub(r"@(\d)", lambda found: self.names[int(found[1])], self.game.text(view, language))
        drawn = re.sub(r"@(\d)", lambda found: f"<bdi>{page[int(found[1])]}</bdi>", self.game.html(view, language))
        return text, drawn


def _check(table: Table, seat: int, mail: EmailMessage) -> None:
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
    for move in legal[:1]:
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
