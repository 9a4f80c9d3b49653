"""The whole service on a store in memory, seen through its pages: a browser without scripts, and players in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from chalice.test import Client, HTTPResponse

import app
from chalicelib import bootstrap, games
from chalicelib.adapters.sqlite import SqliteStore
from chalicelib.adapters.system import SystemIds
from chalicelib.bootstrap import Container
from chalicelib.matches import repository, service
from chalicelib.matches.match import Match
from chalicelib.matches.seating import MatchWish, SeatWish
from chalicelib.players import sessions
from chalicelib.players.authentication import CredentialCache
from chalicelib.players.ports import Env, FixedClock, Put, VersionIs
from chalicelib.players.repository import load_profile, profile_item
from chalicelib.players.seat_links import seat_link_token
from chalicelib.post.ports import CollectingMailer, CollectingWebhooks, ListQueue, PostEnv
from chalicelib.settings import Settings

BASE = "http://127.0.0.1:8000"
SECRET = bytes(range(32))
ME, OPEN, BOT = SeatWish("me"), SeatWish("open"), SeatWish("bot", level=1)


def settings(base_url: str = BASE) -> Settings:
    """Settings as the embedded service has them."""
    return Settings("test", base_url, "sqlite", Path(), SECRET, "", "Turnpost <post@localhost>", "", 0)


@dataclass
class Browser:
    """Somebody who opens pages and sends forms; keeps cookies, follows where a form leads."""

    client: Client
    cookies: dict[str, tuple[str, str]] = field(default_factory=dict)
    language: str = "en"

    def get(self, target: str, **headers: str) -> HTTPResponse:
        """Open a page."""
        return self._ask("GET", target, "", headers)

    def post(self, target: str, fields: dict[str, str], **headers: str) -> HTTPResponse:
        """Send a form as a page of ours does."""
        given = {"Origin": BASE, "Content-Type": "application/x-www-form-urlencoded", **headers}
        return self._ask("POST", target, urlencode(fields), given)

    def send(self, method: str, target: str, body: str, headers: dict[str, str]) -> HTTPResponse:
        """A request as a program makes it, with what cookies there are."""
        return self._ask(method, target, body, headers)

    def _ask(self, method: str, target: str, body: str, headers: dict[str, str]) -> HTTPResponse:
        path = urlsplit(target).path
        jar = "; ".join(f"{name}={value}" for name, (value, under) in self.cookies.items() if path.startswith(under))
        given = {"Host": "127.0.0.1:8000", "Accept-Language": self.language, **headers}
        if jar:
            given["Cookie"] = jar
        answer = self.client.http.request(method, target, headers=given, body=body.encode())
        self._keep(answer)
        return answer

    def _keep(self, answer: HTTPResponse) -> None:
        set_cookie = answer.headers.get("Set-Cookie", "")
        if not set_cookie:
            return
        name, _, value = set_cookie.split(";")[0].partition("=")
        path = re.search(r"Path=([^;]*)", set_cookie)
        if "Max-Age=0" in set_cookie:
            self.cookies.pop(name, None)
        else:
            self.cookies[name] = (value, path[1] if path else "/")


def fields_of(page: str, do: str) -> dict[str, str]:
    """The hidden fields of the form that does this."""
    forms = re.findall(r"<form.*?</form>", page, re.DOTALL)
    form = next(form for form in forms if f'name="do" value="{do}"' in form)
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', form))


def moves_of(page: str) -> list[str]:
    """The moves that a page offers."""
    return re.findall(r"<option(?: selected)?>([^<]+)</option>", page)


class House:
    """One service: its container, and ways to fill it."""

    def __init__(self, base_url: str = BASE) -> None:
        self.clock = FixedClock()
        self.store = SqliteStore(":memory:", self.clock)
        self.env = Env(self.store, self.clock, SystemIds(), games, SECRET)
        self.queue = ListQueue()
        self.mailer = CollectingMailer()
        hands = self.mailer, ListQueue(), CollectingWebhooks()
        post = PostEnv(self.env, self.queue, *hands, base_url, "Turnpost <post@localhost>", "localhost")
        self.container = Container(settings(base_url), self.env, post, CredentialCache(0))
        self.client = Client(app.app)

    def player(self, name: str, language: str = "en") -> str:
        """A new player's id."""
        return self.session(name, language).player

    def session(self, name: str, language: str = "en") -> sessions.Session:
        """A new player's session."""
        asked = sessions.request_link(self.env, f"{name}@example.org", name, language)
        return sessions.confirm(self.env, asked.token)

    def browser(self, session: sessions.Session | None = None, language: str = "en") -> Browser:
        """A browser, logged in if a session is given."""
        cookies = {"tp": (session.token, "/")} if session else {}
        return Browser(self.client, cookies, language)

    def table(self, player: str, *seats: SeatWish, **wish: object) -> Match:
        """A match of this player with these seats."""
        given: dict[str, object] = {"game": "keer-op-keer", "seats": seats, **wish}
        return service.create(self.env, player, MatchWish(**given))  # type: ignore[arg-type]

    def load(self, match: Match) -> Match:
        """The match as it is now."""
        return repository.load(self.env, match.id)

    def link(self, match: Match, seat: int) -> str:
        """What a turn mail links to."""
        return f"/m/{match.id}?" + urlencode({"seat": seat, "key": seat_link_token(self.env, match.id, seat, 0)})

    def change(self, player: str, **changes: str) -> None:
        """Give a player's profile other values, whatever they are."""
        before = load_profile(self.store, player)
        after = replace(before, version=before.version + 1, **changes)  # type: ignore[arg-type]
        self.store.commit([Put(profile_item(after), VersionIs(before.version))])


@contextmanager
def house(base_url: str = BASE) -> Iterator[House]:
    """A service that app.py works with until it is left."""
    made = House(base_url)
    bootstrap.use(made.container)
    try:
        yield made
    finally:
        bootstrap.use(None)
        made.store.close()
