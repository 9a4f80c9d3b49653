"""Everything that somebody at a match may ask, page or interface, allowed or not, and what was answered."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlencode

from app import app
from chalicelib.players.feed import make_feed
from chalicelib.players.sessions import confirm, request_link
from tests.web.desk import GAME, ORIGIN, Answer, Desk
from tests.web.worlds import NAMES, STRANGER, World

FORM = "application/x-www-form-urlencoded"
_VIEWS = {(m, path): entry.view_function for path, methods in app.routes.items() for m, entry in methods.items()}
INTERFACE = sorted(place for place, view in _VIEWS.items() if hasattr(view, "endpoint"))
PAGES = sorted(place for place, view in _VIEWS.items() if not hasattr(view, "endpoint"))

BODIES: Mapping[str, tuple[dict[str, object], ...]] = {
    "/join": ({}, {"seat": 0}),
    "/orders": ({"orders": [{"kind": "pass", "until": {"roll": 3}}]}, {"orders": [{"kind": "move", "text": "hm"}]}),
    "/nonce": ({"nonce": "00"}, {"nonce": "x"}),
    "/matches": ({"game": GAME, "seats": [{"kind": "me"}, {"kind": "open"}]}, {"game": "chess", "seats": []}),
    "/messages": ({"text": "Hello."}, {"text": ""}),
    "/notes": ({"text": "Hm.", "version": 9}, {"text": "Hm."}),
    "/me": ({"language": "nl"}, {"handle": "ann"}),
    "/me/tokens": ({"label": "x"},),
    "/webhooks": ({"url": "https://hook.example/tried"}, {"url": "http://127.0.0.1/"}),
    "/players": ({"email": "new@example.org", "handle": "ann"},),
    "/sessions": ({"email": "new@example.org"}, {"token": "x"}),
}
"""What is sent to the routes that end in this, beside nothing; to others, nothing."""
FORMS: tuple[dict[str, str], ...] = (
    {"do": "join"},
    {"do": "leave"},
    {"do": "resign"},
    {"do": "retract"},
    {"do": "choose", "move": "pass"},
    {"do": "type", "text": "b1 A1"},
    {"do": "type", "text": "hello"},
    {"do": "dance"},
)
_FINAL = {("DELETE", "/me"), ("POST", "/matches/{match}/resign"), ("DELETE", "/matches/{match}/links")}
"""What ends the asking; left to the end."""
_FOR_ALL = {"/openapi.json", "/docs", "/healthz", "/games", "/games/{key}", "/rules/{key}", "/site.css"}
"""What does not look at credentials."""


@dataclass(frozen=True)
class Role:
    """One way to come: with these headers, and this key of a seat link."""

    name: str
    headers: dict[str, str] = field(default_factory=dict)
    key: str = ""


def bearer(desk: Desk, name: str) -> Role:
    """A player with an API token."""
    return Role(f"{name} by token", {"Authorization": f"Bearer {desk.player(name)}"})


def browser(desk: Desk, name: str) -> Role:
    """A player in a browser."""
    session = confirm(desk.env, request_link(desk.env, f"{name}@example.org").token)
    return Role(f"{name} in a browser", {"Cookie": f"__Host-tp={session.token}", **ORIGIN})


def holder(world: World, name: str) -> Role:
    """Whoever holds a player's seat link."""
    return Role(f"{name} by link", {**ORIGIN}, world.key(name))


def nobody() -> Role:
    """A stranger without any credential."""
    return Role("nobody", {**ORIGIN})


@dataclass
class Watch:
    """What was asked and answered, in order; `secrets` are moves that a guesser tries."""

    world: World
    secrets: tuple[str, ...] = ()
    answers: list[tuple[str, Answer]] = field(default_factory=list)

    def ask(self, role: Role, method: str, path: str, query: str = "", raw: bytes = b"", kind: str = "") -> Answer:
        """Ask, and remember."""
        query = "&".join(filter(None, (query, f"key={role.key}" if role.key else "")))
        headers = {**role.headers, **({"Content-Type": kind} if kind else {})}
        where = f"{path}?{query}" if query else path
        answer = self.world.desk.send(method, where, raw, headers)
        self.answers.append((f"{role.name}: {method} {where} {raw!r}", answer))
        return answer

    def _path(self, path: str, seat: int = 0, n: int = 1) -> str:
        parts = {"match": self.world.match, "key": GAME, "handle": self.world.keeper, "ply": "0", "message": "1"}
        return path.format_map(defaultdict(lambda: "x", {**parts, "seat": str(seat), "n": str(n)}))

    def look(self, role: Role, *, pages: bool, first: bool = False) -> None:
        """GET everything there is, in several ways; what is the same for everybody at the `first` look only."""
        for method, path in PAGES if pages else INTERFACE:
            if method != "GET" or (path in _FOR_ALL and not first):
                continue
            answer = self.ask(role, "GET", self._path(path))
            self._again(role, self._path(path), answer)
            if "{match}" in path:
                self.ask(role, "GET", self._path(path), "log=all" if pages else "language=sv")

    def subscribe(self) -> None:
        """Fetch the watcher's calendar by a new link."""
        desk = self.world.desk
        key = make_feed(desk.env, desk.ids[self.world.watcher])
        found = self.ask(Role("a calendar"), "GET", "/calendar.ics", urlencode({"key": key}))
        assert found.status == 200

    def _again(self, role: Role, path: str, answer: Answer) -> None:
        """Ask on with what the answer gave: its tag, and, where it is a list, cursors."""
        if answer.header("etag"):
            tagged = Role(role.name, {**role.headers, "If-None-Match": answer.header("etag")}, role.key)
            assert self.ask(tagged, "GET", path).status in (200, 304)
        more = "" if answer.status == 200 and b'"cursor":"' in answer.body else None
        while more is not None:
            page = self.ask(role, "GET", path, urlencode({"cursor": more, "limit": 8}))
            more = page.json["cursor"] or None

    def try_everything(self, role: Role) -> None:
        """Send to every route that changes things what may and what may not be sent there."""
        for method, path in INTERFACE:
            if method == "GET" or (method, path) in _FINAL or path.endswith("/moves/{n}"):
                continue
            for body in (*_bodies(path), {}):
                self._send(role, method, self._path(path), body)

    def guess(self, role: Role) -> None:
        """Try every move one has a guess at for every decision there has been, and take back what can be."""
        version = self.world.version()
        for seat, n in self._decisions(version):
            path = self._path("/matches/{match}/seats/{seat}/moves/{n}", seat, n)
            for text in (*self.secrets, "pass"):
                self._send(role, "PUT", path, {"text": text})
            self._send(role, "DELETE", path, None)

    def _decisions(self, version: int) -> Iterator[tuple[int, int]]:
        for name in (self.world.keeper, self.world.watcher):
            for n in range(max(1, version - 5), version + 2):
                yield NAMES.index(name), n

    def _send(self, role: Role, method: str, path: str, body: dict[str, object] | None) -> None:
        raw = b"" if body is None else json.dumps(body).encode()
        self.ask(role, method, path, "", raw, "application/json")

    def send_forms(self, role: Role) -> None:
        """Send every form of the match's page, filled in well and badly."""
        n = self.world.version()
        for form in FORMS:
            raw = urlencode({**form, "n": str(n), "key": role.key}).encode()
            self.ask(role, "POST", f"/m/{self.world.match}", "", raw, FORM)

    def give_up(self, role: Role) -> None:
        """End it."""
        self._send(role, "POST", self._path("/matches/{match}/resign"), {})


def _bodies(path: str) -> tuple[dict[str, object], ...]:
    return next((bodies for end, bodies in BODIES.items() if path.endswith(end)), ({"surplus": 1},))


def watch(world: World, secrets: tuple[str, ...]) -> list[tuple[str, object]]:
    """All that the watcher and strangers can get to see of a world: answers, pages, deliveries, mails, calls."""
    desk, seen = world.desk, Watch(world, secrets)
    for name in (world.keeper, world.watcher):
        desk.webhook(name, f"https://hook.example/{name}")
    table = {"match": world.match, "categories": ["your_turn", "match_ended", "draw_offered"]}
    desk.post("/webhooks", {**table, "url": f"https://hook.example/table/{world.watcher}"}, by=world.watcher)
    told = {**table, "url": f"https://hook.example/discord/{world.watcher}", "kind": "discord"}
    desk.post("/webhooks", told, by=world.watcher)
    seat, stranger = bearer(desk, world.watcher), bearer(desk, STRANGER)
    at_home, link = browser(desk, world.watcher), holder(world, world.watcher)
    desk.work_off()
    _look_around(seen, (seat, link, stranger, nobody()), (at_home, link, nobody()))
    for role in (stranger, link, seat):
        seen.guess(role)
        seen.try_everything(role)
    for role in (link, at_home):
        seen.send_forms(role)
    desk.work_off()
    _look_around(seen, (seat, nobody()), (at_home, nobody()))
    desk.clock.advance(3_000)
    seen.give_up(seat)
    desk.work_off()
    _look_around(seen, (seat,), (at_home,))
    mails = [(f"mail to {mail['To']}", mail.as_bytes()) for mail in desk.mailer.accepted]
    calls = [(f"call of {url}", (headers, body)) for url, headers, body in desk.webhooks.accepted]
    assert any(url.endswith(world.watcher) for url, _ in calls)
    got = [*seen.answers, *(mail for mail in mails if f"{world.keeper}@" not in mail[0])]
    return [*got, *(call for call in calls if not call[0].endswith(f"/{world.keeper}"))]


def _look_around(seen: Watch, interface: tuple[Role, ...], pages: tuple[Role, ...]) -> None:
    first = not seen.answers
    seen.subscribe()
    for place, role in enumerate(interface):
        seen.look(role, pages=False, first=first and not place)
    for place, role in enumerate(pages):
        seen.look(role, pages=True, first=first and not place)
