"""Calls as they come over the wire, verified by what receivers use: the libraries of Standard Webhooks and of Svix."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from standardwebhooks.webhooks import Webhook as StandardWebhook
from standardwebhooks.webhooks import WebhookVerificationError
from svix.webhooks import Webhook as SvixWebhook

from chalicelib.adapters.system import SystemClock
from chalicelib.adapters.webhook import WebhookCaller
from chalicelib.players import webhooks
from chalicelib.players.ports import FixedClock
from chalicelib.post import on_request, sender
from tests.adapters.hook_server import OK, hook_server, saying
from tests.post.office import Office

Reader = Callable[[str], Any]
READERS: tuple[Reader, ...] = (StandardWebhook, SvixWebhook)
over_readers = pytest.mark.parametrize("reader", READERS, ids=["standardwebhooks", "svix"])


@pytest.fixture(scope="module")
def received() -> tuple[tuple[str, ...], str, dict[str, str], bytes]:
    """The secrets of a webhook that has two, its id, and the headers and body of a call of it that a server got.

    It is made now, since the libraries take nothing that is older than five minutes.
    """
    office = Office(clock=FixedClock(SystemClock().now()))
    with hook_server(saying(OK)) as server:
        made = webhooks.create_webhook(office.desk.env, "anna", server.url)
        secrets = webhooks.rotate_secret(office.desk.env, "anna", made.id).secrets
        post = replace(office.post, webhooks=WebhookCaller(private=True))
        sender.send(post, on_request.try_out(post, "anna", made.id).notice.key)
    head, _, body = server.requests[0].partition(b"\r\n\r\n")
    lines = (line.split(": ", 1) for line in head.decode().split("\r\n")[1:])
    return secrets, made.id, dict(lines), body


@over_readers
def test_either_secret_verifies_a_call(reader: Reader, received: Any) -> None:
    secrets, name, headers, body = received
    assert len(secrets) == 2
    for secret in secrets:
        reader(secret).verify(body, headers)
    assert json.loads(body)["data"]["webhook"] == name


@over_readers
def test_and_nothing_else_does(reader: Reader, received: Any) -> None:
    secrets, _, headers, body = received
    other = reader("whsec_" + "A" * 43 + "=")
    with pytest.raises(WebhookVerificationError):
        other.verify(body, headers)
    mine = reader(secrets[0])
    for changed, content in (
        (headers, body + b" "),
        ({**headers, "webhook-id": "msg_x"}, body),
        ({**headers, "webhook-timestamp": str(int(headers["webhook-timestamp"]) - 1)}, body),
        ({**headers, "webhook-timestamp": str(int(headers["webhook-timestamp"]) - 600)}, body),
    ):
        with pytest.raises(WebhookVerificationError):
            mine.verify(content, changed)
