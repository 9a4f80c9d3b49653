"""Who may do what: every route of the interface by everybody who might come to it. A route without a row fails."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from app import app
from chalicelib import bootstrap
from chalicelib.matches import repository
from chalicelib.players import invitations
from chalicelib.players.feed import make_feed
from chalicelib.players.ports import Absent, Put
from chalicelib.players.seat_links import seat_link_token
from chalicelib.players.sessions import SESSION_SECONDS, confirm, request_link
from chalicelib.players.tokens import create_token, revoke_token
from chalicelib.post.delivery import Delivery, Notice, item_of, outside
from tests.web.desk import GAME, ORIGIN, RECORD, Answer, Desk, open_desk

CALLERS = (
    "nobody",
    "stranger",  # signed in, with nothing to do with the match
    "opponent",
    "owner",  # by API token
    "session",  # the owner's browser
    "foreign",  # the owner's browser on another site's page
    "ended",  # the owner's browser once its session has ended
    "revoked",  # an API token of the owner's that is revoked
    "link",  # the key of a link mailed to the owner for this match
    "old-link",  # one that was good until the owner revoked it
    "opponents-link",
)
WHO = """
POST /players                                  202 202 202 202 202 202 202 202 202 202 202
POST /sessions                                 202 202 202 202 202 202 202 202 202 202 202
DELETE /sessions                               204 204 204 204 204 403 204 204 204 204 204
GET /openapi.json                              200 200 200 200 200 200 200 200 200 200 200
GET /docs                                      200 200 200 200 200 200 200 200 200 200 200
GET /healthz                                   200 200 200 200 200 200 200 200 200 200 200
GET /games                                     200 200 200 200 200 200 200 200 200 200 200
GET /games/{key}                               200 200 200 200 200 200 200 200 200 200 200
GET /me                                        401 200 200 200 200 200 401 401 401 401 401
PATCH /me                                      401 200 200 200 200 403 401 401 401 401 401
DELETE /me                                     401 204 204 204 204 403 401 401 401 401 401
GET /me/export                                 401 200 200 200 200 200 401 401 401 401 401
GET /me/absences                               401 200 200 200 200 200 401 401 401 401 401
POST /me/absences                              401 201 201 201 201 403 401 401 401 401 401
DELETE /me/absences/{absence}                  401 404 404 204 204 403 401 401 401 401 401
GET /me/tokens                                 401 200 200 200 200 200 401 401 401 401 401
POST /me/tokens                                401 201 201 201 201 403 401 401 401 401 401
DELETE /me/tokens/{token}                      401 404 404 204 204 403 401 401 401 401 401
GET /me/calendar                               401 200 200 200 200 200 401 401 401 401 401
POST /me/calendar                              401 201 201 201 201 403 401 401 401 401 401
DELETE /me/calendar                            401 204 204 204 204 403 401 401 401 401 401
GET /calendar.ics                              200 200 200 200 200 200 200 200 200 200 200
HEAD /calendar.ics                             200 200 200 200 200 200 200 200 200 200 200
GET /me/matches                                401 200 200 200 200 200 401 401 401 401 401
GET /me/deliveries                             401 200 200 200 200 200 401 401 401 401 401
POST /me/deliveries/{delivery}/resend          401 404 404 202 202 403 401 401 401 401 401
GET /matches/{match}/mail                      401 404 200 200 200 200 401 401 401 401 401
PUT /matches/{match}/mail                      401 404 200 200 200 403 401 401 401 401 401
GET /me/blocks                                 401 200 200 200 200 200 401 401 401 401 401
PUT /me/blocks/{handle}                        401 200 400 200 200 403 401 401 401 401 401
DELETE /me/blocks/{handle}                     401 404 404 404 404 403 401 401 401 401 401
POST /matches/{match}/invite                   401 404 403 409 409 403 401 401 401 401 401
DELETE /matches/{match}/invite/{seat}          401 404 403 409 409 403 401 401 401 401 401
GET /matches/{match}/link                      401 404 403 409 409 409 401 401 401 401 401
POST /matches/{match}/link                     401 404 403 409 409 403 401 401 401 401 401
DELETE /matches/{match}/link                   401 404 403 409 409 403 401 401 401 401 401
GET /invitations                               200 200 200 200 200 200 200 200 200 200 200
POST /invitations                              200 200 200 200 200 403 200 401 200 200 200
GET /webhooks                                  401 200 200 200 200 200 401 401 401 401 401
POST /webhooks                                 401 201 201 201 201 403 401 401 401 401 401
PATCH /webhooks/{webhook}                      401 404 404 200 200 403 401 401 401 401 401
DELETE /webhooks/{webhook}                     401 404 404 204 204 403 401 401 401 401 401
POST /webhooks/{webhook}/secret                401 404 404 201 201 403 401 401 401 401 401
DELETE /webhooks/{webhook}/secret              401 404 404 200 200 403 401 401 401 401 401
POST /webhooks/{webhook}/test                  401 404 404 202 202 403 401 401 401 401 401
GET /webhooks/{webhook}/deliveries             401 404 404 200 200 200 401 401 401 401 401
POST /webhooks/{webhook}/deliveries/{delivery}/replay 401 404 404 202 202 403 401 401 401 401 401
GET /players/{handle}                          401 200 200 200 200 200 401 401 401 401 401
GET /matches                                   200 200 200 200 200 200 200 401 200 200 200
POST /matches                                  401 201 201 201 201 403 401 401 401 401 401
GET /matches/{match}                           404 404 200 200 200 200 404 401 200 404 200
GET /matches/{match}/log                       404 404 200 200 200 200 404 401 200 404 200
GET /matches/{match}/fairness                  404 404 200 200 200 200 404 401 200 404 200
GET /matches/{match}/export                    404 404 409 409 409 409 404 401 409 404 409
GET /matches/{match}/positions/{ply}           404 404 409 409 409 409 404 401 409 404 409
GET /me/records                                401 200 200 200 200 200 401 401 401 401 401
POST /records                                  401 200 200 200 200 403 401 401 401 401 401
GET /records/{record}                          200 200 200 200 200 200 200 401 200 200 200
GET /records/{record}/export                   200 200 200 200 200 200 200 200 200 200 200
GET /records/{record}/positions/{ply}          200 200 200 200 200 200 200 200 200 200 200
DELETE /records/{record}                       401 403 403 204 204 403 401 401 401 401 401
GET /matches/{match}/messages                  404 404 200 200 200 200 404 401 200 404 200
POST /matches/{match}/messages                 401 404 201 201 201 403 401 401 201 404 201
DELETE /matches/{match}/messages/{message}     401 404 403 204 204 403 401 401 204 404 403
GET /matches/{match}/notes                     401 404 200 200 200 200 401 401 401 401 401
PUT /matches/{match}/notes                     401 404 200 200 200 403 401 401 401 401 401
POST /matches/{match}/rematch                  401 404 409 409 409 403 401 401 401 401 401
GET /matches/{match}/legal                     404 404 200 200 200 200 404 401 200 404 200
GET /matches/{match}/orders                    404 404 200 200 200 200 404 401 200 404 200
PUT /matches/{match}/orders                    401 404 200 200 200 403 401 401 200 404 200
DELETE /matches/{match}/orders                 401 404 200 200 200 403 401 401 200 404 200
POST /matches/{match}/join                     401 404 200 200 200 403 401 401 401 401 401
POST /matches/{match}/leave                    401 404 409 409 409 403 401 401 401 401 401
POST /matches/{match}/nonce                    401 404 409 409 409 403 401 401 409 404 409
POST /matches/{match}/absence                  401 404 200 200 200 403 401 401 200 404 200
DELETE /matches/{match}/absence                401 404 404 200 200 403 401 401 200 404 404
POST /matches/{match}/resign                   401 404 200 200 200 403 401 401 200 404 200
DELETE /matches/{match}/links                  401 404 200 200 200 403 401 401 401 401 401
POST /matches/{match}/bot                      401 404 200 200 200 403 401 401 200 404 200
DELETE /matches/{match}/bot                    401 404 200 200 200 403 401 401 200 404 200
POST /matches/{match}/substitute               401 404 200 200 200 403 401 401 200 404 200
DELETE /matches/{match}/substitute             401 404 200 200 200 403 401 401 200 404 200
POST /matches/{match}/nudge                    401 404 409 409 409 403 401 401 200 404 409
POST /matches/{match}/draw                     401 404 200 200 200 403 401 401 200 404 200
DELETE /matches/{match}/draw                   401 404 200 200 200 403 401 401 200 404 200
PUT /matches/{match}/seats/{seat}/moves/{n}    401 404 403 200 200 403 401 401 200 404 403
DELETE /matches/{match}/seats/{seat}/moves/{n} 401 404 403 200 200 403 401 401 200 404 403
"""
"""The match is private and runs between the owner (seat 0, with a sealed choice) and the opponent (seat 1).

The message at its table is the owner's.

The record was brought in by the owner."""

LATER = {"from": "2026-12-20T12:00:00Z", "until": "2026-12-21T12:00:00Z"}
"""An absence that comes when a session has ended."""
BODIES: dict[str, object] = {
    "POST /players": {"email": "new@example.org"},
    "POST /sessions": {"email": "new@example.org"},
    "PATCH /me": {"language": "sv"},
    "POST /me/absences": {"from": "2026-12-01T12:00:00Z", "until": "2026-12-08T12:00:00Z"},
    "POST /matches/{match}/absence": {"from": "2026-12-11T12:00:00Z", "until": "2026-12-12T12:00:00Z"},
    "POST /webhooks": {"url": "https://hook.example/new"},
    "PATCH /webhooks/{webhook}": {"enabled": False},
    "POST /matches": {"game": GAME, "seats": [{"kind": "me"}, {"kind": "open"}]},
    "POST /matches/{match}/nonce": {"nonce": "00"},
    "PUT /matches/{match}/orders": {"orders": [{"kind": "pass"}]},
    "POST /matches/{match}/messages": {"text": "Hello."},
    "PUT /matches/{match}/notes": {"text": "Hm."},
    "PUT /matches/{match}/mail": {"talk": "off"},
    "POST /matches/{match}/substitute": {"handle": "cas"},
    "POST /matches/{match}/invite": {"email": "new@example.org"},
    "POST /records": RECORD,
    "PUT /matches/{match}/seats/{seat}/moves/{n}": {"text": "pass"},
}


@dataclass
class Scene:
    """The match, what its parts are called, and how each caller shows who they are."""

    desk: Desk
    match: str = ""
    parts: dict[str, str] = field(default_factory=dict)
    invitation: str = ""
    """The token of an invitation that the owner has mailed to somebody else."""
    calendar: str = ""
    """The key of the owner's calendar."""
    mailed: str = ""
    """What the owner was mailed."""

    def set_up(self) -> Scene:
        desk = self.desk
        desk.player("bob")
        desk.player("cas")
        seats = [{"kind": "me"}, {"kind": "player", "handle": "bob"}]
        made = desk.post("/matches", {"game": GAME, "seats": seats, "visibility": "private"}, by="ann")
        self.match = made.json["id"]
        desk.post(f"/matches/{self.match}/join", by="bob")
        desk.move(self.match, "ann", {"text": "pass"})
        token = desk.get("/me/tokens", by="ann").json["tokens"][0]["id"]
        number = desk.decision(self.match, "ann")["n"]
        webhook = desk.post("/webhooks", {"url": "https://hook.example/ann"}, by="ann").json["id"]
        tested = desk.post(f"/webhooks/{webhook}/test", by="ann").json["id"]
        desk.call_webhooks()
        away = desk.post("/me/absences", LATER, by="ann").json["absences"][0]["id"]
        desk.post(f"/matches/{self.match}/absence", LATER, by="ann")
        self.parts = {"absence": away, "match": self.match, "seat": "0", "n": str(number), "key": GAME, "handle": "bob"}
        desk.post(f"/matches/{self.match}/messages", {"text": "Your turn."}, by="ann")
        self.parts |= {"message": "1", "token": token, "webhook": webhook, "delivery": tested}
        self.parts |= {"record": desk.record("ann"), "ply": "1"}
        seats = [{"kind": "me"}, {"kind": "invite", "email": "gran@example.org"}]
        guest = repository.load(desk.env, desk.post("/matches", {"game": GAME, "seats": seats}, by="ann").json["id"])
        mailed = invitations.find(desk.env, guest.roster.seats[1].player)
        self.invitation = invitations.token(desk.env, mailed) if mailed else ""
        sent = Delivery(Notice(desk.ids["ann"], desk.clock.now(), self.match, 1, 0, "match_started"))
        desk.store.commit([Put(item_of(sent.accepted(desk.clock.now(), "x")), Absent())])
        self.calendar = make_feed(desk.env, desk.ids["ann"])
        self.mailed = outside(sent.notice.key.sort)
        return self

    def headers(self, who: str) -> dict[str, str]:
        return _SHOWS[who](self.desk)

    def query(self, who: str) -> str:
        """The seat link of those who come with one; where it has to be an old one, it is revoked here."""
        if who not in _LINKS:
            return ""
        key = seat_link_token(self.desk.env, self.match, _LINKS[who], 0)
        if who == "old-link":
            assert self.desk.get(f"/matches/{self.match}?key={key}").status == 200
            assert self.desk.ask("DELETE", f"/matches/{self.match}/links", by="ann").status == 200
        return f"?key={key}"

    def ask(self, route: str, query: str, headers: dict[str, str]) -> Answer:
        method, path = route.split()
        where = path.format_map(self.parts) + query
        if route.endswith("/resend"):
            where = path.format(delivery=self.mailed) + query
        if path == "/calendar.ics":  # the key of the owner's calendar is all that counts, whoever shows it
            where = f"{path}?key={self.calendar}"
        if route == "GET /invitations":
            where += f"{'&' if query else '?'}token={self.invitation}"
        body = {**BODIES, "POST /invitations": {"token": self.invitation, "answer": "never"}}.get(route)
        shown = {name.replace("-", "_"): value for name, value in headers.items()}
        return self.desk.ask(method, where, body, "", **shown)


def _cookie(desk: Desk, days: int = 0) -> dict[str, str]:
    session = confirm(desk.env, request_link(desk.env, "ann@example.org").token)
    desk.clock.advance(days)
    return {"Cookie": f"__Host-tp={session.token}"}


def _bearer(secret: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret}"}


def _revoked(desk: Desk) -> dict[str, str]:
    made = create_token(desk.env, desk.ids["ann"])
    revoke_token(desk.env, desk.ids["ann"], made.credential.id)
    return _bearer(made.secret)


_LINKS = {"link": 0, "old-link": 0, "opponents-link": 1}
"""For which seat the links are that callers come with."""
_SHOWS: dict[str, Callable[[Desk], dict[str, str]]] = {
    "nobody": lambda _: {},
    "stranger": lambda desk: _bearer(desk.player("cas")),
    "opponent": lambda desk: _bearer(desk.player("bob")),
    "owner": lambda desk: _bearer(desk.player("ann")),
    "session": lambda desk: {**_cookie(desk), **ORIGIN},
    "foreign": lambda desk: {**_cookie(desk), "Origin": "https://evil.example"},
    "ended": lambda desk: {**_cookie(desk, SESSION_SECONDS), **ORIGIN},
    "revoked": _revoked,
    "link": lambda _: {},
    "old-link": lambda _: {},
    "opponents-link": lambda _: {},
}

_LINES = [line.split() for line in WHO.strip().splitlines()]
ROWS = {f"{line[0]} {line[1]}": [int(status) for status in line[2:]] for line in _LINES}


def routes() -> list[str]:
    """Every route of the interface; the pages for people have tests of their own."""
    return sorted(
        f"{method} {path}"
        for path, methods in app.routes.items()
        for method, entry in methods.items()
        if not entry.view_function.__module__.startswith("chalicelib.site.")
    )


def test_every_route_has_a_row_and_every_row_a_route() -> None:
    assert sorted(ROWS) == routes()
    assert set(CALLERS) == set(_SHOWS)
    assert all(len(row) == len(CALLERS) for row in ROWS.values())


@pytest.mark.parametrize("route", routes())
def test_everybody_gets_what_the_row_says(route: str) -> None:
    scene = Scene(open_desk()).set_up()
    for who, expected in zip(CALLERS, ROWS[route], strict=True):
        headers, query = scene.headers(who), scene.query(who)
        before = scene.desk.store.commits
        answer = scene.ask(route, query, headers)
        changed = scene.desk.store.commits > before
        assert answer.status == expected, f"{who}: {answer.status} {answer.body[:200]!r}"
        assert not changed or expected < 400, f"{who}: refused, but something was written"
        if changed:
            scene = Scene(open_desk()).set_up()
    bootstrap.use(None)
