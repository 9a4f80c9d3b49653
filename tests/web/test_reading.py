"""No GET and no HEAD changes anything: mail scanners open links, and browsers fetch ahead."""

from __future__ import annotations

from itertools import product

import pytest

from app import app
from chalicelib.players.accounts import find_player
from chalicelib.players.mail_links import mail_link_token
from chalicelib.players.seat_links import seat_link_token
from chalicelib.players.sessions import confirm, request_link
from infra.local.gateway import Gateway, Request
from tests.web.described import Description
from tests.web.desk import GAME, Answer, Desk
from tests.web.tables import STATES

GETS = sorted(path for path, methods in app.routes.items() if "GET" in methods)
INTERFACE = [path for path in GETS if hasattr(app.routes[path]["GET"].view_function, "endpoint")]


def _callers(desk: Desk) -> tuple[dict[str, str], ...]:
    """A stranger, a player at the table by token and in a browser, and one who is not."""
    session = confirm(desk.env, request_link(desk.env, "ann@example.org").token)
    tokens = [{"Authorization": f"Bearer {desk.player(name)}"} for name in ("ann", "cas")]
    return ({}, {"Cookie": f"__Host-tp={session.token}"}, *tokens)


@pytest.mark.parametrize("state", [*STATES, "none"])
def test_reading_writes_nothing(desk: Desk, state: str) -> None:
    match = STATES[state](desk) if state in STATES else "nothing"
    parts = {"match": match, "key": GAME, "handle": "bob", "record": desk.record("ann"), "ply": "1"}
    parts["webhook"] = desk.webhook("ann").json["id"]
    parts["token"] = mail_link_token(desk.env, find_player(desk.env, "ann"), "talk", match)
    link = request_link(desk.env, "ann@example.org").token
    queries = ("", f"?key={seat_link_token(desk.env, match, 0, 0)}&limit=1", f"?token={link}&limit=x&log=all")
    callers, description = _callers(desk), Description(desk)
    gateway = Gateway(app, {})
    desk.queue.take()
    before = desk.store.commits
    for days in (0, 400):
        desk.clock.advance(days * 86_400)
        for path, query, headers in product(GETS, queries, callers):
            asked = path.format_map(parts) + query
            found = gateway.answer(Request("GET", asked, headers))
            told = f"{path} {query} {headers}: {found}"
            assert found.status < 500, told
            assert (desk.store.commits, desk.queue.messages) == (before, []), told
            if path in INTERFACE:
                description.check("GET", path, Answer(found.status, dict(found.headers), found.body))
        for path in GETS:
            assert gateway.answer(Request("HEAD", path.format_map(parts), callers[1])).status < 500
    assert (desk.store.commits, desk.queue.messages) == (before, [])
