"""A whole match on what was deployed: API Gateway, table, stream, queues, SES, webhooks, sweep; rights enforced."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.adapters.hook_server import OK, HookServer, hook_server, saying
from tests.admin.desk import admin
from tests.deployed.cloud import Cloud, new_mail
from tests.deployed.people import Person, sign_up
from tests.shown import SHOWN

SCHEDULED = {
    "version": "0",
    "id": "53dc4d37-cffa-4f76-80c9-8b7d4a4d2eaa",
    "detail-type": "Scheduled Event",
    "source": "aws.events",
    "account": "100000000001",
    "time": "2026-01-01T00:00:00Z",
    "region": "eu-west-1",
    "resources": ["arn:aws:events:eu-west-1:100000000001:rule/sweep"],
    "detail": {},
}
"""What the schedule calls the sweep with."""
WATCHED = 3
"""How many turns are not answered before their mail is there."""


@dataclass(frozen=True, slots=True)
class Story:
    """A match that was played to its end, by whom, and what was heard of it."""

    cloud: Cloud
    ann: Person
    bob: Person
    match: str
    end: Any
    secret: str
    hook: HookServer
    turns: list[str]
    """The turn mails that were waited for."""


@pytest.fixture(scope="module")
def story(cloud: Cloud) -> Iterator[Story]:
    with hook_server(saying(OK)) as hook:
        yield _played(cloud, hook)


def _played(cloud: Cloud, hook: HookServer) -> Story:
    ann, bob = sign_up(cloud, "Ann"), sign_up(cloud, "Bob")
    secret = bob.post("/webhooks", {"url": hook.url})["secret"]
    seats = [{"kind": "me"}, {"kind": "player", "handle": "bob"}]
    match = ann.post("/matches", {"game": "keer-op-keer", "seats": seats, "visibility": "private"})["id"]
    bob.post(f"/matches/{match}/join")
    turns, end = _to_the_end(ann, bob, match)
    return Story(cloud, ann, bob, match, end, secret, hook, turns)


def _to_the_end(ann: Person, bob: Person, match: str) -> tuple[list[str], Any]:
    """Play on: Ann is always the first to choose, so it is Bob who opens her next decision, and she is mailed."""
    turns: list[str] = []
    while True:
        if len(turns) < WATCHED:
            turns.append(_turn_mail(ann, match, len(turns)))
        for seat, person in enumerate((ann, bob)):
            seen = person.play(match, seat)
            if seen is not None and seen["status"] == "over":
                return turns, seen


def _turn_mail(person: Person, match: str, known: int) -> str:
    """The text of their mail number `known` about a turn of the match, once it is there."""

    def look() -> list[str]:
        texts = [mail.text for mail in person.mails() if "your turn" in mail.subject]
        return [text for text in texts if f"/m/{match}" in text][known:]

    return person.cloud.expect(look, f"turn mail {known + 1} to {person.name}")[0]


def test_it_is_played_to_its_end(story: Story) -> None:
    assert story.end["outcome"]["termination"] == "normal"
    assert story.end["ply"] > 20
    record = story.ann.get(f"/matches/{story.match}/export")
    assert len(record["moves"]) == story.end["ply"]


def test_every_turn_was_mailed_by_ses_or_overtaken(story: Story) -> None:
    def look() -> list[str]:
        stand = story.ann.deliveries("your_turn")
        # what her own move opened is told in its answer, and mailed only when half an hour has gone by
        return [] if "sending" in stand else [state for state in stand if state != "pending"]

    settled = story.cloud.expect(look, "the turn mails to be settled")
    mailed = [mail for mail in story.ann.mails() if "your turn" in mail.subject and "begun" not in mail.subject]
    assert len(mailed) == settled.count("accepted") >= WATCHED - 1
    assert set(settled) <= {"accepted", "overtaken"}


def test_start_and_end_are_mailed_to_both(story: Story) -> None:
    for person in (story.ann, story.bob):
        subjects = story.cloud.expect(partial(_ended, person), f"the last mail to {person.name}")
        assert len([subject for subject in subjects if "begun" in subject]) == 1


def _ended(person: Person) -> list[str]:
    subjects = [mail.subject for mail in person.mails()]
    return subjects if re.search(r" wins| win\b| share the first place", subjects[-1]) else []


def test_a_mail_leads_to_a_page_of_the_match(story: Story) -> None:
    link = re.findall(rf"{re.escape(story.cloud.base_url)}/m/\S+key=\S+", story.turns[0])[0]
    page = story.cloud.ask("GET", link)
    assert page.status == 200
    assert "Ann" in page.text
    paths = set(re.findall(r"(?:href|action)=[\"']?(/[^\"'\s>]*)", page.text))
    assert paths
    assert all(path.startswith("/api/") or path == "/api" for path in paths)
    styles = next(path for path in paths if "site.css" in path)
    assert story.cloud.ask("GET", styles.removeprefix("/api")).status == 200


def test_a_webhook_is_called_with_a_signature_that_holds(story: Story) -> None:
    bodies = story.cloud.expect(lambda: _ended_calls(story), "the call about the end")
    assert bodies[0]["data"]["match"] == story.match
    assert bodies[0]["data"]["outcome"]["winners"] == story.end["outcome"]["winners"]
    assert {head["content-type"] for head, _ in map(_parts, story.hook.requests)} == {"application/json"}


def _ended_calls(story: Story) -> list[Any]:
    """The bodies of the calls that tell of the end; every call is verified, as docs/webhooks.md has it."""
    told = []
    for request in story.hook.requests:
        headers, body = _parts(request)
        signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
        key = base64.b64decode(story.secret.removeprefix("whsec_"))
        expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
        assert headers["webhook-signature"] == f"v1,{expected}"
        told.append(json.loads(body))
    return [body for body in told if body["type"] == "match_ended"]


def _parts(request: bytes) -> tuple[dict[str, str], bytes]:
    head, _, body = request.partition(b"\r\n\r\n")
    lines = [line.partition(":") for line in head.decode().split("\r\n")[1:]]
    return {name.strip().lower(): value.strip() for name, _, value in lines}, body


def test_the_sweep_gets_through(story: Story) -> None:
    story.cloud.invoke(story.cloud.outputs["Sweep"], SCHEDULED)
    table = story.cloud.account.client("dynamodb")
    found = table.scan(
        TableName=story.cloud.outputs["Table"],
        FilterExpression="kind = :kind",
        ExpressionAttributeValues={":kind": {"S": "heartbeat"}},
        ConsistentRead=True,
    )
    assert found["Count"] == 1


def test_the_schedule_is_on_and_calls_the_sweep(story: Story) -> None:
    events = story.cloud.account.client("events")
    (rule,) = events.list_rules(NamePrefix="turnpost-dev-")["Rules"]
    assert (rule["State"], rule["ScheduleExpression"]) == ("ENABLED", "rate(1 minute)")
    (target,) = events.list_targets_by_rule(Rule=rule["Name"])["Targets"]
    assert target["Arn"].endswith(f":function:{story.cloud.outputs['Sweep']}")


def test_what_ses_says_of_mails_comes_to_its_function(story: Story) -> None:
    """By the topic, whatever the emulator's own SES says there; that it opened a mail is of no interest."""
    topic, cloud = story.cloud.outputs["FeedbackTopic"], story.cloud
    cloud.account.client("sns").publish(TopicArn=topic, Message=json.dumps({"eventType": "Open"}))
    cloud.expect(lambda: _passed_over(cloud) > 0, "a report that is read")


def _passed_over(cloud: Cloud) -> int:
    """How much of what SES says the function found to be of no interest."""
    lines = [json.loads(line) for line in cloud.lines() if line.startswith("{")]
    return sum(line["passed_over"] for line in lines if line["function"] == "feedback")


def test_the_operators_tools_work_on_the_stage(story: Story, tmp_path: Path) -> None:
    """With the operator's own credentials, on the table and the queues that the stack tells."""
    there, file = story.cloud.account.environment, tmp_path / "everything"
    found = admin("--stage", "dev", "verify", "--all", **there)
    assert (found.status, found.out.endswith(": none broken\n")) == (0, True), found
    shown = json.loads(admin("inspect", story.match, "--json", "--stage", "dev", **there).out)
    assert (shown["status"], shown["ply"]) == ("over", story.end["ply"])
    record = json.loads(admin("--stage", "dev", "export", story.match, **there).out)
    assert record == story.ann.get(f"/matches/{story.match}/export")
    assert admin("--stage", "dev", "export", "--all", str(file), **there).status == 0
    assert story.match in file.read_text(encoding="utf-8")
    (begun,) = [each["id"] for each in shown["deliveries"] if each["id"].endswith(".0.match_ended.mail")]
    known = len(story.ann.mails())
    assert admin("--stage", "dev", "redeliver", begun, "--yes", **there).status == 0
    new_mail(story.cloud, story.ann.address, known)
    wrong = admin("--stage", "elsewhere", "verify", "--all", **there)
    assert (wrong.status, wrong.err.startswith("There is no stack turnpost-elsewhere in the account ")) == (2, True)


def test_nothing_was_left_behind(story: Story, record_property: Callable[[str, object], None]) -> None:
    """Runs last: whatever any function was refused or failed at would be in a log, or wait among the dead letters."""
    queues = ("MailQueue", "WebhookQueue", "FeedbackQueue")
    story.cloud.expect(lambda: not any(map(story.cloud.waiting, queues)), "empty queues")
    assert [story.cloud.waiting(f"{name}DeadLetters") for name in ("Mail", "Webhook", "Feedback", "Relay")] == [0] * 4
    lines = [json.loads(line) for line in story.cloud.lines() if line.startswith("{")]
    assert {line["function"] for line in lines} == {"api", "relay", "mail", "webhook", "feedback", "sweep"}
    assert story.cloud.complaints() == []
    mails = len(story.ann.mails()) + len(story.bob.mails())
    told = f"a match of {story.end['ply']} plies by two people, {mails} mails, {len(story.hook.requests)} webhook calls"
    record_property(SHOWN, f"deployed: {told}, rights enforced, nothing complained of")
