"""The whole service behind `app.py` on SQLite in memory, and short ways to talk to it over HTTP."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.message import EmailMessage
from functools import cache
from pathlib import Path
from typing import Any

from chalice.test import Client

from app import app
from chalicelib import bootstrap, games
from chalicelib.adapters.sqlite import SqliteStore
from chalicelib.bootstrap import Container
from chalicelib.matches import expiry
from chalicelib.players.authentication import CredentialCache
from chalicelib.players.ports import Env, FixedClock, Ids, SequenceIds
from chalicelib.players.sessions import confirm, request_link
from chalicelib.players.tokens import create_token
from chalicelib.post import queue as post_queue
from chalicelib.post import relay
from chalicelib.post.ports import CollectingMailer, CollectingWebhooks, ListQueue, PostEnv
from chalicelib.settings import Settings
from chalicelib.web.record_schemas import RecordGiven
from tests.players.desk import SECRET, MeddledStore
from tests.post.office import ROUNDS, records, text_of

BASE = "https://play.example.org"
ORIGIN = {"Origin": BASE}
GAME = "keer-op-keer"
_DESCRIBED: Any = RecordGiven.model_config["json_schema_extra"]
RECORD: dict[str, Any] = _DESCRIBED["examples"][0]
"""A whole record, of a match of Sequence Dice."""


@cache
def client() -> Client:
    """Chalice's own test client; one for all, since a blueprint registers once."""
    return Client(app)


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back."""

    status: int
    headers: Mapping[str, Any]
    body: bytes

    @property
    def json(self) -> Any:
        """The body read as JSON."""
        return json.loads(self.body)

    def header(self, name: str) -> str:
        """A header by its name in whatever case; "" if it is not there."""
        found = {key.lower(): value for key, value in self.headers.items()}
        return str(found.get(name.lower(), ""))


@dataclass(slots=True)
class Desk:
    """One service, its collaborators at hand."""

    container: Container
    clock: FixedClock
    store: MeddledStore
    queue: ListQueue
    mailer: CollectingMailer
    webhook_queue: ListQueue
    webhooks: CollectingWebhooks
    tokens: dict[str, str] = field(default_factory=dict)
    ids: dict[str, str] = field(default_factory=dict)

    @property
    def env(self) -> Env:
        """What use cases work with."""
        return self.container.env

    def player(self, name: str) -> str:
        """The API token of a player with this handle, who signs up if need be."""
        if name not in self.tokens:
            link = request_link(self.env, f"{name}@example.org", name.title(), handle=name)
            player = confirm(self.env, link.token).player
            self.ids[name] = player
            self.tokens[name] = create_token(self.env, player).secret
        return self.tokens[name]

    def ask(self, method: str, path: str, body: object = None, by: str = "", **headers: str) -> Answer:
        """A request with a JSON body (None: without one), by the player of this handle ("": nobody)."""
        raw = b"" if body is None else json.dumps(body).encode()
        sent = {"Content-Type": "application/json"} if body is not None else {}
        if by:
            sent["Authorization"] = f"Bearer {self.player(by)}"
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        return self.send(method, path, raw, sent)

    def send(self, method: str, path: str, raw: bytes = b"", headers: Mapping[str, str] | None = None) -> Answer:
        """A request as it stands."""
        found = client().http.request(method, path, headers=dict(headers or {}), body=raw)
        return Answer(found.status_code, found.headers, found.body)

    def get(self, path: str, by: str = "", **headers: str) -> Answer:
        """A GET request."""
        return self.ask("GET", path, None, by, **headers)

    def post(self, path: str, body: object = None, by: str = "", **headers: str) -> Answer:
        """A POST request."""
        return self.ask("POST", path, {} if body is None else body, by, **headers)

    def mailed_token(self) -> str:
        """The secret in the login mail that waits in the queue."""
        (message,) = self.queue.take()
        return str(message["login"]["token"])

    def invited_token(self, name: str = "gran") -> str:
        """The token in the newest invitation that was mailed to this address."""
        self.work_off()
        (found,) = set(re.findall(r"/i\?token=([\w.-]+)", text_of(self.mails(name)[-1])))
        return str(found)

    def work_off(self) -> None:
        """Relay, enqueue and send until nothing more happens."""
        for _ in range(ROUNDS):
            relay.sweep(self.container.post, overdue=0)
            waiting = [*self.queue.take(), *self.webhook_queue.take()]
            if not waiting:
                return
            assert post_queue.handle(self.container.post, records(waiting)) == []
        raise AssertionError("the queue does not become empty")

    def call_webhooks(self) -> None:
        """Let the function of the webhooks have all that waits for it."""
        assert post_queue.handle(self.container.post, records(self.webhook_queue.take())) == []

    def mails(self, name: str) -> list[EmailMessage]:
        """What the player of this handle was sent, oldest first."""
        return [mail for mail in self.mailer.accepted if mail["To"] == f"{name}@example.org"]

    def go_on(self) -> None:
        """Let the sweep come round."""
        expiry.sweep(self.env)

    def webhook(self, name: str, url: str = "https://hook.example/turns") -> Answer:
        """Give a player a webhook."""
        made = self.post("/webhooks", {"url": url}, by=name)
        assert made.status == 201, made.body
        return made

    def record(self, name: str) -> str:
        """The id of a record that a player brought in: the one that stands in the description of the interface."""
        made = self.post("/records", RECORD, by=name)
        assert made.status in (200, 201), made.body
        return str(made.json["id"])

    def table(self, *names: str, **wish: Any) -> str:
        """The id of a running match of these players, in this order."""
        seats = [{"kind": "me"}, *({"kind": "open"} for _ in names[1:])]
        made = self.post("/matches", {"game": GAME, "seats": seats, **wish}, by=names[0])
        assert made.status == 201, made.body
        match = str(made.json["id"])
        for name in names[1:]:
            assert self.post(f"/matches/{match}/join", by=name).status == 200
        return match

    def decision(self, match: str, by: str) -> dict[str, Any]:
        """The open decision of a player."""
        found: dict[str, Any] = self.get(f"/matches/{match}", by=by).json["decision"]
        return found

    def move(self, match: str, by: str, body: object, n: int | None = None) -> Answer:
        """A submission for the player's open decision, or for the n given."""
        shown = self.get(f"/matches/{match}", by=by).json
        number = shown["decision"]["n"] if n is None else n
        return self.ask("PUT", f"/matches/{match}/seats/{shown['seat']}/moves/{number}", body, by=by)


def open_desk(base_url: str = BASE, ids: Ids | None = None) -> Desk:
    """A fresh service, which the app works with from now on; its ids come in a known order, or from `ids`."""
    clock, queue, mailer = FixedClock(), ListQueue(), CollectingMailer()
    webhook_queue, webhooks = ListQueue(), CollectingWebhooks()
    store = MeddledStore(SqliteStore(":memory:", clock))
    env = Env(store, clock, ids or SequenceIds(), games, SECRET)
    sender = "Turnpost <post@example.org>"
    post = PostEnv(env, queue, mailer, webhook_queue, webhooks, base_url, sender, "play.example.org")
    settings = Settings("test", base_url, "sqlite", Path(), SECRET, "", "Turnpost <post@example.org>", "", 0)
    container = Container(settings, env, post, CredentialCache(0))
    bootstrap.use(container)
    return Desk(container, clock, store, queue, mailer, webhook_queue, webhooks)


def refused(answer: Answer, status: int, code: str) -> str:
    """The sentence of a refusal that has this status and code."""
    assert (answer.status, answer.json["code"]) == (status, code), answer.body
    detail = str(answer.json["detail"])
    assert detail[-1] in ".?", detail
    return detail


def move_path(desk: Desk, match: str, by: str) -> str:
    """Where a submission for the player's open decision goes."""
    shown = desk.get(f"/matches/{match}", by=by).json
    return f"/matches/{match}/seats/{shown['seat']}/moves/{shown['decision']['n']}"
