"""Webhooks in the embedded service: called on this machine when the operator allows it, on both stores."""

from __future__ import annotations

import base64
import hmac
import json
from email.parser import BytesParser
from pathlib import Path

import pytest

from tests.adapters.hook_server import OK, HookServer, hook_server, saying
from tests.local import kills
from tests.local.process import Person, Process, running, sign_up, wait_for


@pytest.mark.parametrize("store", ["sqlite", "dynamodb"])
def test_a_webhook_on_this_machine_is_told_of_a_match(tmp_path: Path, store: str) -> None:
    with hook_server(saying(OK)) as server, running(tmp_path, STORE=store, WEBHOOK_PRIVATE="1") as process:
        people = [sign_up(process, "Anna"), sign_up(process, "Bram")]
        made = process.ask("POST", "/webhooks", {"url": server.url}, people[0].token)
        assert made.status == 201, made.text
        match = kills.new_match(process, *people)
        wait_for(lambda: server.requests, "the call")
        assert _verified(server, made.json["secret"])["data"]["match"] == match
        wait_for(lambda: _accepted(process, people[0], match), "the call to be noted")


def _verified(server: HookServer, secret: str) -> dict[str, dict[str, str]]:
    """The body of the first call, whose signature was made with that secret."""
    head, body = server.requests[0].split(b"\r\n\r\n", 1)
    headers = BytesParser().parsebytes(head.split(b"\r\n", 1)[1])
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signature = base64.b64encode(hmac.digest(key, signed, "sha256")).decode()
    assert f"v1,{signature}" in headers["webhook-signature"].split()
    told: dict[str, dict[str, str]] = json.loads(body)
    return told


def _accepted(process: Process, person: Person, match: str) -> bool:
    mine = process.get("/me/deliveries", person.token).json["deliveries"]
    return any(each["match"] == match and each["channel"] != "mail" and each["state"] == "accepted" for each in mine)
