"""What each function of the service asks of AWS, as it goes over the wire, beside what its policy allows."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

POLICIES = Path(__file__).parent.parent / ".chalice"

IN_A_TRANSACTION = {"Put": "PutItem", "Delete": "DeleteItem", "ConditionCheck": "ConditionCheckItem"}
"""What AWS asks for instead of TransactWriteItems: the right to each part of it."""


class Right(NamedTuple):
    """An action on a thing of the template, such as dynamodb:Query on Table/index/list."""

    action: str
    thing: str


def allowed(function: str) -> set[Right]:
    """What the function's policy allows."""
    policy = json.loads((POLICIES / f"policy-{function}.json").read_text(encoding="utf-8"))
    return {
        Right(action, _thing(resource))
        for statement in policy["Statement"]
        for action in statement["Action"]
        for resource in statement["Resource"]
    }


def _thing(resource: Mapping[str, Any]) -> str:
    """The thing of the template that a resource of a policy names."""
    if "Fn::GetAtt" in resource:
        return ".".join(resource["Fn::GetAtt"]).removesuffix(".Arn")
    if "Fn::If" in resource:
        return _thing(resource["Fn::If"][1])
    text = str(resource["Fn::Sub"])
    if text.startswith("arn:"):
        return text.rpartition("/")[2].strip("${}")
    return text.replace("${Table.Arn}", "Table")


class Wires:
    """Listens to the wires of a process, and notes what goes over them for the function that is at work."""

    def __init__(self, queues: Mapping[str, str]) -> None:
        """`queues` has the name that the template has for a queue by its URL."""
        self.asked: dict[str, set[Right]] = {}
        self._queues = queues
        self._at_work = ""  # whoever sets the scene

    def listen(self, client: Any) -> None:
        """Hear what this client of botocore's sends."""
        client.meta.events.register_first("before-send", self._sent)

    @contextmanager
    def at_work(self, function: str) -> Iterator[None]:
        """Whatever is sent meanwhile is this function's."""
        self._at_work = function
        try:
            yield
        finally:
            self._at_work = ""

    def _sent(self, request: Any, event_name: str, **_: Any) -> None:
        service, operation = event_name.split(".")[1:]
        readers: dict[str, Callable[[str, Any], Iterator[Right]]] = {
            "dynamodb": _of_dynamodb,
            "sqs": self._of_sqs,
            "sesv2": _of_ses,
        }
        self.asked.setdefault(self._at_work, set()).update(readers[service](operation, json.loads(request.body)))

    def _of_sqs(self, operation: str, body: Mapping[str, Any]) -> Iterator[Right]:
        yield Right(f"sqs:{operation}", self._queues[body["QueueUrl"]])


def _of_dynamodb(operation: str, body: Mapping[str, Any]) -> Iterator[Right]:
    if operation == "TransactWriteItems":
        parts = {part for write in body["TransactItems"] for part in write}
        yield from (Right(f"dynamodb:{IN_A_TRANSACTION[part]}", "Table") for part in parts)
    elif "IndexName" in body:
        yield Right(f"dynamodb:{operation}", f"Table/index/{body['IndexName']}")
    else:
        yield Right(f"dynamodb:{operation}", "Table")


def _of_ses(operation: str, body: Mapping[str, Any]) -> Iterator[Right]:
    yield Right(f"ses:{operation}", "MailIdentity")
    if "ConfigurationSetName" in body:
        yield Right(f"ses:{operation}", "ConfigurationSet")
