"""Every game is taken by the whole service as it comes: shown, set up on a page, played there, mailed and recorded."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from email.message import EmailMessage
from typing import Any

import pytest

from app import app
from chalicelib import games
from chalicelib.matches import proof, record, repository, service
from chalicelib.matches.match import Caller, Match
from chalicelib.matches.pace import OUTAGE
from chalicelib.post import queue, relay
from chalicelib.rules import LANGUAGES
from chalicelib.web import openapi
from tests.post.office import ROUNDS, records, text_of
from tests.site.house import Browser, House, fields_of, house
from tests.web.exported import check

over_games = pytest.mark.parametrize("key", games.keys())


@pytest.fixture
def home() -> Iterator[House]:
    """A fresh service behind the app."""
    with house() as made:
        yield made


class Party:
    """People around one table of a game, as few as make a match of several."""

    def __init__(self, home: House, key: str) -> None:
        self.home = home
        self.seats = next(seats for seats in games.meta(key).seats if seats > 1)
        self.people = [home.session(f"Anna{seat}") for seat in range(self.seats)]
        self.browsers = [home.browser(session) for session in self.people]
        self.id = self._made(key)

    def _made(self, key: str) -> str:
        """A match that the first one sets up on a page, option by option, and that the others join."""
        offered = [option for option in games.meta(key).options if not option.seats or self.seats in option.seats]
        fields = {"game": key, "seat-0": "me", **{f"seat-{seat}": "open" for seat in range(1, self.seats)}}
        fields |= {f"option-{option.key}": str(option.default) for option in offered if option.kind != "flag"}
        answer = self.browsers[0].post("/new", fields)
        assert answer.status_code == 303, answer.body
        match = str(answer.headers["Location"]).removeprefix("/m/").removesuffix("#now")
        for session in self.people[1:]:
            service.join(self.home.env, session.player, match)
        return match

    def match(self) -> Match:
        """The match as it is now."""
        return repository.load(self.home.env, self.id)

    def owing(self) -> tuple[int, ...]:
        """Whose turn it is."""
        return service.look(self.home.env, self.id, Caller("")).to_move

    def play(self) -> str:
        """One move, the first legal one, on the page of whoever is to move; what was picked there."""
        (seat, *_) = self.owing()
        move = service.legal(self.home.env, self.id, Caller(self.people[seat].player)).moves[0][0]
        page = read(self.browsers[seat], f"/m/{self.id}")
        assert move in page
        answer = self.browsers[seat].post(f"/m/{self.id}", {**fields_of(page, "choose"), "move": move})
        assert answer.status_code == 303, answer.body
        return move

    def give_up(self) -> None:
        """Let everybody leave, until the match is over."""
        for session in self.people:
            if self.match().head.status == "running":
                service.resign(self.home.env, self.id, Caller(session.player))

    def post(self) -> list[EmailMessage]:
        """All that was mailed until now."""
        post = self.home.container.post
        for _ in range(ROUNDS):
            relay.sweep(post, overdue=0)
            queue.handle(post, records(self.home.queue.take()))
        return list(self.home.mailer.accepted)


@pytest.fixture
def party(home: House, key: str) -> Party:
    """People around a table of the game."""
    return Party(home, key)


def between_names(text: str) -> list[str]:
    """What a game printed, without the seats, in whose place there are names."""
    return re.split(r"@\d", text)


def read(browser: Browser, target: str) -> Any:
    """What stands at an address, as JSON or as text."""
    found = browser.get(target)
    assert found.status_code == 200, found.body
    text = found.body.decode()
    return json.loads(text) if "json" in found.headers["Content-Type"] else text


@over_games
def test_it_is_listed_described_and_explained(home: House, key: str) -> None:
    meta, browser = games.meta(key), home.browser()
    assert meta.name in [game["name"] for game in read(browser, "/games")["games"]]
    told = read(browser, f"/games/{key}")
    assert told["options_schema"]["properties"].keys() == {option.key for option in meta.options}
    for language in LANGUAGES:
        assert "<h1" in read(browser, f"/rules/{key}?language={language}")


@over_games
def test_its_moves_and_views_stand_in_the_description_of_the_interface(home: House, key: str) -> None:
    game, title = games.get(key), "".join(part.title() for part in key.split("-"))
    described = openapi.document(app.routes, games, "https://example.org")["components"]["schemas"]
    assert {f"{title}{game.Move.__name__}", f"{title}{game.View.__name__}"} <= described.keys()


@over_games
def test_the_form_offers_every_option(home: House, key: str) -> None:
    page = read(home.browser(home.session("Anna")), f"/new?game={key}")
    asked = set(re.findall(r'name="option-(\w+)', page))
    assert asked == {option.key for option in games.meta(key).options}


@over_games
def test_a_match_is_played_on_its_page_and_shown_in_every_language(party: Party, key: str) -> None:
    before = party.match().head.version
    party.play()
    match = party.match()
    assert match.head.version > before
    game = games.get(key)
    for language in LANGUAGES:
        page = read(party.browsers[0], f"/m/{party.id}?language={language}")
        assert all(piece in page for piece in between_names(game.html(game.view(match.head.state, 0), language)))


@over_games
def test_who_is_late_has_a_move_played(party: Party, key: str) -> None:
    before = party.match().head
    (seat, *_) = party.owing()
    party.home.clock.advance(before.deadlines[seat] - party.home.clock.now() - OUTAGE)
    service.sweep(party.home.env)
    party.home.clock.advance(OUTAGE)
    service.sweep(party.home.env)
    assert party.match().head.opened[seat] != before.opened[seat]


@over_games
def test_mails_show_the_board_and_the_record_verifies(party: Party, key: str) -> None:
    game = games.get(key)
    (seat, *_) = party.owing()
    board = between_names(game.text(game.view(party.match().head.state, seat), "en"))
    mail = text_of(next(mail for mail in party.post() if mail["To"] == f"anna{seat}@example.org"))
    plain = [piece.replace("\N{NO-BREAK SPACE}", " ") for piece in board]
    assert all(line.strip() in mail for piece in plain for line in piece.splitlines())
    party.play()
    party.give_up()
    assert "The match is over" in read(party.browsers[0], f"/m/{party.id}")
    exported = record.export(party.home.env, party.id, Caller(party.people[0].player))
    assert exported.outcome
    assert exported.outcome.termination == "resigned"
    check(exported.model_dump(mode="json"))
    proof.check(games, exported)
    assert party.post()[-1]["Subject"]
