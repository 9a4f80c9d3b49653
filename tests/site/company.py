"""A table with people at it, each in a browser of their own, and forms filled in as they stand on its page."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import unescape

from chalice.test import HTTPResponse

from chalicelib.matches import service
from chalicelib.matches.match import Caller, Match, Seat
from chalicelib.players.sessions import Session
from tests.site.house import ME, OPEN, Browser, House, fields_of

PEOPLE = ("Anna", "Bram", "Cees")


@dataclass
class Company:
    """Some people who have a match open on their screens; the first of them set it up."""

    home: House
    match: Match
    sessions: dict[str, Session]
    language: str = "en"
    browsers: dict[str, Browser] = field(default_factory=dict)

    @property
    def path(self) -> str:
        """Where the match stands."""
        return f"/m/{self.match.id}"

    def browser(self, name: str) -> Browser:
        """The browser of somebody; a stranger's for "nobody"."""
        if name not in self.browsers:
            self.browsers[name] = self.home.browser(self.sessions.get(name), self.language)
        return self.browsers[name]

    def caller(self, name: str) -> Caller:
        """Somebody, as use cases know them."""
        return Caller(self.sessions[name].player)

    def page(self, name: str, query: str = "") -> str:
        """The page as somebody sees it."""
        answer = self.browser(name).get(self.path + query)
        assert answer.status_code == 200
        return str(answer.body.decode())

    def sends(self, name: str, do: str, **fields: str) -> HTTPResponse:
        """What comes of a form on somebody's page, filled in; it has to stand there."""
        return self.browser(name).post(self.path, {**fields_of(self.page(name), do), "do": do, **fields})

    def does(self, name: str, do: str, **fields: str) -> str:
        """The same where it is taken: the page that it leads on to."""
        answer = self.sends(name, do, **fields)
        assert answer.status_code == 303, alert(answer)
        target = str(answer.headers["Location"])
        assert target.startswith(f"{self.path}"), target
        return str(self.browser(name).get(target.split("#")[0]).body.decode())

    def posts(self, name: str, do: str, **fields: str) -> HTTPResponse:
        """What comes of a form that does not stand on the page any more, or never did."""
        return self.browser(name).post(self.path, {"do": do, **fields})

    def seat(self, number: int = 0) -> Seat:
        """A seat as it is now."""
        return self.home.load(self.match).roster.seats[number]


def alert(answer: HTTPResponse) -> str:
    """What a page refuses, as it is read, and where it stands there."""
    page = answer.body.decode()
    return f"{answer.status_code} {part_of(page)}: {text_of(alert_of(page))}"


def alert_of(page: str) -> str:
    """The markup of what a page refuses; there is but one."""
    (found,) = re.findall(r'<div class="note bad" role="alert".*?</div>', page, re.DOTALL)
    return str(found)


def part_of(page: str) -> str:
    """The id of the part of the page in which something is refused."""
    before = page.split('role="alert"')[0]
    return str(re.findall(r'<(?:section|details|div)\b[^>]*? id="([\w-]+)"', before)[-1])


def text_of(markup: str) -> str:
    """The text of some markup, blanks run together."""
    return " ".join(unescape(re.sub(r"<[^>]*>", "", markup)).split())


def company(home: House, *, players: int = 2, language: str = "en", **wish: object) -> Company:
    """A running match of the first people; the others only watch."""
    sessions = {name: home.session(name, language) for name in PEOPLE}
    first, *others = (sessions[name].player for name in PEOPLE[:players])
    match = home.table(first, ME, *[OPEN] * len(others), **wish)
    for player in others:
        match = service.join(home.env, player, match.id)
    return Company(home, match, sessions, language)
