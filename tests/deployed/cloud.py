"""An emulator of AWS that enforces rights, and in it the stack that infra/deploy.py makes of what was built."""

from __future__ import annotations

import http.client
import json
import os
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import urlsplit

from infra.emulator import Account, Emulator
from tests.local.process import ROOT, WAIT_SECONDS, Answer, wait_for

NUMBER = 1
DOMAIN = "example.org"
PATIENCE = 120.0
"""Seconds for what functions do in the background; each starts cold, and there is a process behind it."""

T = TypeVar("T")

OPTIONS = ("--mail-from", f"Turnpost <post@{DOMAIN}>", "--webhook-private", "1", "--gathering", "0", "--pause", "0.1")


def emulator() -> Emulator:
    """One that enforces IAM and verified senders. Whoever calls an API unsigned belongs to its default account."""
    return Emulator(settings={"AUTH": "true", "MINISTACK_ACCOUNT_ID": f"{100_000_000_000 + NUMBER:012d}"})


def deploy(account: Account, *options: str, stage: str = "dev") -> subprocess.CompletedProcess[str]:
    """Run `python -m infra.deploy` as an operator would."""
    return subprocess.run(
        [sys.executable, "-m", "infra.deploy", "--stage", stage, *options],
        cwd=ROOT,
        env={**os.environ, **account.environment},
        capture_output=True,
        text=True,
        check=False,
    )


def outputs_of(done: subprocess.CompletedProcess[str]) -> dict[str, str]:
    """What a deployment printed of the stack."""
    assert done.returncode == 0, done.stderr
    lines = [line.partition(": ") for line in done.stdout.splitlines()]
    return {name: value for name, _, value in lines if value and " " not in name}


@dataclass(frozen=True, slots=True)
class Mail:
    """A mail that SES took."""

    to: str
    subject: str
    text: str


class Cloud:
    """The deployed service, and what stands around it."""

    def __init__(self, running: Emulator) -> None:
        """Deploy it."""
        self.account = running.account(NUMBER)
        self._verify_sender()
        self.outputs = outputs_of(deploy(self.account, *OPTIONS))
        self.base_url = self.outputs["Address"]
        self._mend_rights()
        self._netloc = urlsplit(running.endpoint).netloc

    def ask(
        self, method: str, target: str, body: object = None, token: str = "", headers: dict[str, str] | None = None
    ) -> Answer:
        """One request to the API's gateway; `target` is a path, or an address of the service's own."""
        path = target.removeprefix(self.base_url)
        sent = dict(headers or {})
        if token:
            sent["Authorization"] = f"Bearer {token}"
        if body is not None and not isinstance(body, bytes):
            sent["Content-Type"] = "application/json"
            body = json.dumps(body).encode()
        connection = http.client.HTTPConnection(self._netloc, timeout=WAIT_SECONDS)
        try:
            api = f"/restapis/{self.outputs['RestAPIId']}/api/_user_request_"
            connection.request(method, api + path, body, sent)
            answer = connection.getresponse()
            return Answer(answer.status, answer.headers, answer.read())
        finally:
            connection.close()

    def mails(self, to: str) -> list[Mail]:
        """What SES took for an address, oldest first."""
        url = f"http://{self._netloc}/_ministack/ses/messages?account={self.account.id}"
        with urllib.request.urlopen(url, timeout=WAIT_SECONDS) as answer:
            found = json.load(answer)["messages"].get(self.account.id, [])
        return [Mail(to, each["Subject"], each["BodyText"]) for each in found if each["To"] == [to]]

    def invoke(self, function: str, event: object) -> Any:
        """Call a function as AWS does; what it answered."""
        called = self.account.client("lambda").invoke(FunctionName=function, Payload=json.dumps(event).encode())
        answer = json.load(called["Payload"])
        assert "FunctionError" not in called, answer
        return answer

    def waiting(self, queue: str) -> int:
        """How many messages are in a queue of the stack, those that are being handled included."""
        names = ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"]
        asked = self.account.client("sqs").get_queue_attributes(QueueUrl=self.outputs[queue], AttributeNames=names)
        return sum(int(value) for value in asked["Attributes"].values())

    def expect(self, look: Callable[[], T | None], what: str) -> T:
        """What `look` finds, as soon as it finds something; if it never does, what the functions complained of."""
        try:
            return wait_for(look, what, PATIENCE)
        except AssertionError as error:
            raise AssertionError("\n".join([str(error), *self.complaints()])) from None

    def complaints(self) -> list[str]:
        """What the logs hold besides invocations that did all they should."""
        lines = [line for line in self.lines() if not line.startswith(("START ", "END ", "REPORT "))]
        return [line for line in lines if '"outcome":"done"' not in line]

    def lines(self) -> list[str]:
        """Every line of every function's log."""
        logs = self.account.client("logs")
        groups = [group["logGroupName"] for group in logs.describe_log_groups()["logGroups"]]
        pages = [
            page for name in groups for page in logs.get_paginator("filter_log_events").paginate(logGroupName=name)
        ]
        return [event["message"] for page in pages for event in page["events"]]

    def _verify_sender(self) -> None:
        self.account.client("sesv2").create_email_identity(EmailIdentity=DOMAIN)

    def _mend_rights(self) -> None:
        """The emulator asks whether SES may be used for anything at all, AWS for this one identity."""
        allowed = {"Effect": "Allow", "Action": ["ses:SendEmail"], "Resource": ["*"]}
        document = json.dumps({"Version": "2012-10-17", "Statement": [allowed]})
        iam = self.account.client("iam")
        (role,) = [each["RoleName"] for each in iam.list_roles()["Roles"] if "-MailRole-" in each["RoleName"]]
        iam.put_role_policy(RoleName=role, PolicyName="emulator", PolicyDocument=document)


def new_mail(cloud: Cloud, to: str, known: int) -> Mail:
    """The first mail to an address after so many that are known, as soon as it comes."""
    return cloud.expect(lambda: next(iter(cloud.mails(to)[known:]), None), f"mail number {known + 1} to {to}")
