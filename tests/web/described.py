"""Whether an answer is as the OpenAPI document says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import jsonschema_rs

from tests.web.desk import Answer, Desk

Json = dict[str, Any]
Validator = jsonschema_rs.Draft202012Validator


def operations(document: Json) -> Iterator[tuple[str, str, Json]]:
    """Method, path and description of every operation."""
    for path, methods in document["paths"].items():
        for method, told in methods.items():
            yield method.upper(), path, told


def validator(document: Json, told: Json) -> Validator:
    """What checks values by a schema of the document."""
    return Validator({**told, "components": document["components"]})


class Description:
    """The document of a service, and its schemas ready for use."""

    def __init__(self, desk: Desk) -> None:
        self.document: Json = desk.get("/openapi.json").json
        self._validators: dict[tuple[str, str, int], Validator] = {}
        self._patterns = [(path, re.compile(re.sub(r"{\w+}", "[^/]+", path))) for path in self.document["paths"]]

    def template(self, path: str) -> str:
        """The document's own name for this path; of several that fit, the one with the fewest blanks."""
        asked = path.partition("?")[0]
        fitting: list[str] = [each for each, pattern in self._patterns if pattern.fullmatch(asked)]
        return min(fitting, key=lambda each: each.count("{"))

    def check(self, method: str, path: str, answer: Answer) -> None:
        """The answer of an operation (named by the document's path) has a status and a body that it tells of.

        A fault of ours is described too, but never wanted.
        """
        assert answer.status != 500, f"{method} {path}: {answer.body!r}"
        told = self.document["paths"][path][method.lower()]["responses"].get(str(answer.status))
        assert told is not None, f"{method} {path}: {answer.status} is not described: {answer.body[:200]!r}"
        assert "Retry-After" not in told.get("headers", {}) or answer.header("retry-after").isdigit()
        if "content" not in told:
            assert answer.body == b""
            return
        content = told["content"][answer.header("content-type")]
        if "json" in answer.header("content-type"):
            self._validator(method, path, answer.status, content["schema"]).validate(answer.json)

    def _validator(self, method: str, path: str, status: int, schema: Json) -> Validator:
        place = (method, path, status)
        if place not in self._validators:
            self._validators[place] = validator(self.document, schema)
        return self._validators[place]


@dataclass
class Described:
    """A service that is asked in the words of tests/web/scripted.py, every answer held against the document."""

    desk: Desk
    description: Description

    def ask(self, method: str, path: str, body: object = None, by: str = "") -> Answer:
        """A request by the player of this handle."""
        answer = self.desk.ask(method, path, body, by)
        self.description.check(method, self.description.template(path), answer)
        return answer

    def go_on(self) -> None:
        """Let the sweep come round."""
        self.desk.go_on()
