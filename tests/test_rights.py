"""Every function may do what it does, and nothing else: its policy beside what it asks of AWS over a whole story."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

import app
from chalicelib import bootstrap, games
from chalicelib.adapters.dynamo import DynamoStore
from chalicelib.adapters.ses import SesMailer
from chalicelib.adapters.sqs import SqsQueue
from chalicelib.bootstrap import Container
from chalicelib.matches import repository
from chalicelib.matches.pace import stamp
from chalicelib.players.accounts import delete_account
from chalicelib.players.authentication import CredentialCache
from chalicelib.players.ports import Env, FixedClock, SequenceIds
from chalicelib.players.repository import load_profile
from chalicelib.post import tag
from chalicelib.post.delivery import MAIL, delivery_of
from chalicelib.post.ports import TAG_HEADER, CollectingMailer, CollectingWebhooks, ListQueue, PostEnv, WebhookGoneError
from chalicelib.settings import Settings
from infra.emulator import Account
from infra.local.aws import TableStream
from tests import aws_events
from tests.adapters.emulated import TABLE, access, emulator
from tests.adapters.ses_told import bounce
from tests.aws_events import Context
from tests.players.desk import SECRET, MeddledStore
from tests.rights import Right, Wires, allowed
from tests.web.desk import BASE, Answer, Desk

SENDER = "Turnpost <post@example.org>"
QUEUES = {"mail": "MailQueue", "webhook": "WebhookQueue"}
DAY = 86_400

BY_LAMBDA = {
    "api": {"logs:CreateLogStream", "logs:PutLogEvents"},
    "relay": {
        "logs:CreateLogStream",
        "logs:PutLogEvents",
        "dynamodb:DescribeStream",
        "dynamodb:GetRecords",
        "dynamodb:GetShardIterator",
        "dynamodb:ListStreams",
    },
    "mail": {
        "logs:CreateLogStream",
        "logs:PutLogEvents",
        "sqs:DeleteMessage",
        "sqs:GetQueueAttributes",
        "sqs:ReceiveMessage",
    },
    "sweep": {"logs:CreateLogStream", "logs:PutLogEvents"},
}
BY_LAMBDA["webhook"] = BY_LAMBDA["feedback"] = BY_LAMBDA["mail"]
"""What Lambda does in the function's role: it writes the log, and reads the stream or the queue."""

UNSEEN = {
    # Lambda tells there what relay could not take
    "relay": {Right("sqs:SendMessage", "RelayDeadLetters")},
    # what SES wants of whoever sends a whole mail by SendEmail
    "mail": {Right("ses:SendRawEmail", "MailIdentity"), Right("ses:SendRawEmail", "ConfigurationSet")},
}
"""What the functions need although no request of theirs is called so."""


@dataclass
class Works:
    """The service on DynamoDB, SQS and SES as the emulator has them, behind its wires; people by the desk."""

    account: Account
    wires: Wires
    desk: Desk
    stream: TableStream
    urls: dict[str, str]

    def ask(self, method: str, path: str, body: object = None, by: str = "", **headers: str) -> Answer:
        """A request to the API; nothing that it answers here is our fault."""
        with self.wires.at_work("api"):
            answer = self.desk.ask(method, path, body, by, **headers)
        assert answer.status < 500, answer.body
        return answer

    def relay(self) -> None:
        """Hand relay what the stream has, twice, as may happen."""
        event = {"Records": list(self.stream.next())}
        with self.wires.at_work("relay"):
            for _ in range(2):
                assert app.relay(event, Context("relay")) == {"batchItemFailures": []}

    def work_off(self, name: str) -> None:
        """Hand a queue's function what waits in its queue."""
        assert self.handle(name, self.take(name)) == {"batchItemFailures": []}

    def handle(self, name: str, bodies: Sequence[str]) -> Any:
        """What a queue's function answers to these messages."""
        function = {"mail": app.mail, "webhook": app.webhook}[name]
        with self.wires.at_work(name):
            return function(aws_events.messages(*bodies), Context(name))

    def take(self, name: str) -> list[str]:
        """The messages that wait in a queue, which is empty afterwards."""
        client, found = self.account.client("sqs"), []
        while told := client.receive_message(QueueUrl=self.urls[name], MaxNumberOfMessages=10).get("Messages"):
            for message in told:
                client.delete_message(QueueUrl=self.urls[name], ReceiptHandle=message["ReceiptHandle"])
                found.append(message["Body"])
        client.close()
        return found

    def report(self, *told: dict[str, Any]) -> None:
        """Let SES say what became of mails."""
        event = aws_events.messages(*told, queue="turnpost-feedback")
        with self.wires.at_work("feedback"):
            assert app.feedback(event, Context("feedback")) == {"batchItemFailures": []}

    def sweep(self) -> None:
        """A sweep."""
        with self.wires.at_work("sweep"):
            app.sweep(aws_events.tick(), Context("sweep"))

    def verify_sender(self) -> None:
        """Let SES take mail from here on."""
        client = self.account.client("sesv2")
        client.create_email_identity(EmailIdentity="example.org")
        client.close()


@pytest.fixture
def works(monkeypatch: pytest.MonkeyPatch) -> Iterator[Works]:
    account = emulator().account()
    for name, value in account.environment.items():
        monkeypatch.setenv(name, value)
    clock = FixedClock()
    store = DynamoStore(TABLE, clock, access=access(account))
    store.create_table()
    sqs = account.client("sqs")
    urls = {name: sqs.create_queue(QueueName=f"turnpost-{name}")["QueueUrl"] for name in QUEUES}
    sqs.close()
    queues = {name: SqsQueue(url) for name, url in urls.items()}
    mailer, webhooks = SesMailer("turnpost"), CollectingWebhooks()
    meddled = MeddledStore(store)
    env = Env(meddled, clock, SequenceIds(), games, SECRET)
    post = PostEnv(env, queues["mail"], mailer, queues["webhook"], webhooks, BASE, SENDER, "example.org")
    settings = Settings("test", BASE, "dynamodb", Path(), SECRET, "", SENDER, "", 0)
    container = Container(settings, env, post, CredentialCache(0))
    bootstrap.use(container)
    wires = Wires({urls[name]: template for name, template in QUEUES.items()})
    wires.listen(store.connection.connection.client)
    wires.listen(mailer._client())
    for queue in queues.values():
        wires.listen(queue._client())
    database, streams = account.client("dynamodb"), account.client("dynamodbstreams")
    stream = TableStream(streams, database.describe_table(TableName=TABLE)["Table"]["LatestStreamArn"])
    desk = Desk(container, clock, meddled, ListQueue(), CollectingMailer(), ListQueue(), webhooks)
    yield Works(account, wires, desk, stream, urls)
    bootstrap.use(None)
    for each in (store, *queues.values(), mailer, database, streams):
        each.close()


def _sign_in(works: Works) -> None:
    """Cees signs up, logs in again and out; the mail waits until its sender is known to SES."""
    for _ in range(2):
        asked = works.ask("POST", "/players", {"email": "cees@example.org", "name": "Cees"})
        assert asked.status == 202, asked.body
        (message,) = works.take("mail")
        session = works.ask("POST", "/sessions", {"token": json.loads(message)["login"]["token"]})
        assert session.status == 200
    assert works.handle("mail", [message]) == {"batchItemFailures": []}  # put into the queue again
    cookie = session.header("Set-Cookie").split(";")[0]
    works.ask("DELETE", "/sessions", Cookie=cookie, Origin=BASE)
    works.verify_sender()


def _play(works: Works) -> str:
    """Ann and bob begin a match, and play; ann's webhook is there, bob's is gone. The match."""
    seats = [{"kind": "me"}, {"kind": "open"}]
    works.ask("POST", "/webhooks", {"url": "https://hook.example/ann"}, by="ann")
    gone = works.ask("POST", "/webhooks", {"url": "https://hook.example/bob"}, by="bob").json["id"]
    works.ask("DELETE", f"/webhooks/{gone}", by="bob")
    wish = {"game": "keer-op-keer", "seats": seats, "visibility": "public"}
    match = str(works.ask("POST", "/matches", wish, by="ann").json["id"])
    assert works.ask("GET", "/matches?status=open", by="bob").json["matches"]
    works.ask("POST", f"/matches/{match}/join", by="bob")
    for name in ("ann", "bob"):
        shown = works.ask("GET", f"/matches/{match}", by=name).json
        path = f"/matches/{match}/seats/{shown['seat']}/moves/{shown['decision']['n']}"
        assert works.ask("PUT", path, {"text": "pass"}, by=name).status == 200
    for path in ("/me", "/me/matches", "/me/deliveries", f"/matches/{match}/log", f"/matches/{match}/legal"):
        assert works.ask("GET", path, by="ann").status == 200
    return match


def _send(works: Works) -> None:
    """What is owed goes out; one call of the webhook dies on its way, and is asked for again too early."""
    works.relay()
    works.work_off("mail")
    calls = works.take("webhook")
    works.desk.store.after_commit = [_die]
    assert works.handle("webhook", calls[:1])["batchItemFailures"] != []
    works.desk.store.after_commit = []
    assert works.handle("webhook", calls[:1]) == {"batchItemFailures": []}
    works.handle("webhook", calls[1:])


def _hear_of_mails(works: Works) -> None:
    """A mail to ann has come back: its row says so, and her address is silenced."""
    env, player = works.desk.env, works.desk.ids["ann"]
    rows = [delivery_of(item) for item in env.store.query(f"P#{player}", prefix="D#", consistent=True).items]
    row = next(row for row in rows if row.notice.channel == MAIL and row.state == "accepted")
    mail = EmailMessage()
    mail["To"] = load_profile(env.store, player).email
    works.report(bounce(str(tag.mark(env, mail, row)[TAG_HEADER]), row.carrier, at=stamp(works.desk.clock.now())))
    assert works.ask("GET", "/me", by="ann").json["silenced"]["why"] == "bounced"


def _die() -> None:
    """The end of an attempt whose lease is taken."""
    raise RuntimeError("the function was ended")


def _leave_things_undone(works: Works, match: str) -> None:
    """A table that nobody joins, turns that nobody takes, log rows that the stream never tells, messages that get lost.

    The first sweep finds an outage and moves deadlines; the next ones keep them.
    """
    seats = [{"kind": "me"}, {"kind": "open"}]
    works.ask("POST", "/matches", {"game": "keer-op-keer", "seats": seats}, by="bob")
    assert works.ask("PUT", f"/matches/{match}/orders", {"orders": [{"kind": "pass"}]}, by="ann").status == 200
    assert works.ask("PATCH", "/me", {"language": "nl"}, by="ann").status == 200
    works.desk.clock.advance(4 * DAY)
    works.sweep()
    works.desk.clock.time = repository.load(works.desk.env, match).head.due - 60
    for seconds in (0, 120, 600, 14 * DAY, 600):
        works.desk.clock.advance(seconds)
        works.sweep()
        for name in QUEUES:
            works.take(name)


def _go_for_good(works: Works) -> None:
    """Dora is away for a while, and deletes her account; that she leaves her tables is left to the sweep."""
    seats = [{"kind": "me"}, {"kind": "open"}]
    wish = {"game": "keer-op-keer", "seats": seats}
    running, _ = (works.ask("POST", "/matches", wish, by="dora").json["id"] for _ in range(2))
    works.ask("POST", f"/matches/{running}/join", by="ann")
    until = stamp(works.desk.clock.now() + DAY)
    assert works.ask("POST", "/me/absences", {"until": until}, by="dora").status == 201
    works.sweep()
    delete_account(works.desk.env, works.desk.ids["dora"])
    works.sweep()
    shown = works.ask("GET", f"/matches/{running}", by="ann").json
    assert (shown["status"], shown["seats"][0]["name"]) == ("over", "")


def test_every_function_is_allowed_what_it_asks_for_and_nothing_else(works: Works) -> None:
    _sign_in(works)
    match = _play(works)
    _send(works)
    _leave_things_undone(works, match)
    works.ask("POST", f"/matches/{match}/resign", by="ann")
    _go_for_good(works)
    works.desk.webhooks.errors = [WebhookGoneError("410")]
    works.relay()
    works.work_off("mail")
    works.work_off("webhook")
    assert works.ask("GET", "/webhooks", by="ann").json["webhooks"][0]["disabled"]
    _hear_of_mails(works)
    assert works.ask("DELETE", "/me", by="bob").status == 204
    asked = {function: works.wires.asked[function] | UNSEEN.get(function, set()) for function in BY_LAMBDA}
    given = {function: _by_itself(function) for function in BY_LAMBDA}
    lacking = {function: asked[function] - given[function] for function in given}
    needless = {function: given[function] - asked[function] for function in given}
    assert [(name, found) for name, found in lacking.items() if found] == []
    assert [(name, found) for name, found in needless.items() if found] == []


def _by_itself(function: str) -> set[Right]:
    """What a function is allowed beside what Lambda does in its role."""
    return {right for right in allowed(function) if right.action not in BY_LAMBDA[function]}


def test_what_lambda_does_itself_is_allowed_it() -> None:
    for function, actions in BY_LAMBDA.items():
        assert actions <= {right.action for right in allowed(function)}
