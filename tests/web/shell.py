"""Runs the commands of docs/api.md: a shell that knows assignments, curl, and the page's comments."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.web.desk import Answer, Desk

PAGE = Path(__file__).parents[2] / "docs" / "api.md"
ANY = "…"
LATER = "a moment later"
"""What stands where the mails have gone out."""


def blocks(text: str) -> Iterator[tuple[str, str]]:
    """The fenced blocks of a page with their languages, in order."""
    for found in re.finditer(r"^```(\w+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        yield found[1], found[2]


def lines(block: str) -> Iterator[str]:
    """The lines of a shell block; a command that goes on over several is one."""
    waiting = ""
    for line in block.splitlines():
        waiting += line.removesuffix("\\") + "\n"
        if not line.endswith("\\") and waiting.count("'") % 2 == 0:
            yield waiting.strip()
            waiting = ""


def picked(found: Any, path: str) -> Any:
    """What stands in a JSON value at a path such as moves.0.move."""
    for name in path.split("."):
        found = found[int(name)] if isinstance(found, list) else found[name]
    return found


def assert_shown(shown: Any, found: Any, where: str = "answer") -> None:
    """Everything that the page shows is there; `…` stands for anything but nothing."""
    if shown == ANY:
        assert found not in (None, ""), where
    elif isinstance(shown, dict):
        for name, each in shown.items():
            assert_shown(each, found[name], f"{where}.{name}")
    elif isinstance(shown, list):
        assert len(shown) <= len(found), where
        for place, each in enumerate(shown):
            assert_shown(each, found[place], f"{where}.{place}")
    else:
        assert shown == found, where


@dataclass
class Shell:
    """Variables, a cookie jar, the last answer, and the service that is talked to."""

    desk: Desk
    variables: dict[str, str] = field(default_factory=dict)
    cookies: str = ""
    files: dict[str, bytes] = field(default_factory=dict)
    answer: Answer = field(default_factory=lambda: Answer(0, {}, b""))

    def run(self, block: str) -> Iterator[str]:
        """Run a block; gives every line just after it was run."""
        for line in lines(block):
            if line.startswith("#"):
                self._comment(line[1:].strip())
            elif line.startswith("curl "):
                self.answer = self._curl(shlex.split(line)[1:])
            elif line:
                self._assign(line)
            yield line

    def _comment(self, text: str) -> None:
        name, equals, path = text.partition(" = ")
        if text == LATER:
            self.desk.work_off()
        elif equals:
            self.variables[name] = self._kept(path)

    def _kept(self, path: str) -> str:
        if path.startswith("header "):
            return self.answer.header(path.removeprefix("header "))
        found = picked(self.answer.json, path)
        return found if isinstance(found, str) else json.dumps(found)

    def _assign(self, line: str) -> None:
        name, _, value = line.partition("=")
        if value.startswith(ANY) and value.endswith("invitation"):
            self.variables[name] = self.desk.invited_token()
        elif value.startswith(ANY):
            self.variables[name] = self.desk.mailed_token()
        else:
            (text,) = shlex.split(value)
            self.variables[name] = self._filled(text)

    def _filled(self, text: str) -> str:
        return re.sub(r"\$([A-Z]+)", lambda found: self.variables[found[1]], text)

    def _curl(self, words: list[str]) -> Answer:
        method, url, headers = "", "", {}
        body: bytes | None = None
        jar = file = ""
        waiting = iter(self._filled(word) for word in words)
        for word in waiting:
            if word == "-X":
                method = next(waiting)
            elif word == "-H":
                name, _, value = next(waiting).partition(": ")
                headers[name] = value
            elif word == "-d":
                given = next(waiting)
                body = self.files[given[1:]] if given.startswith("@") else given.encode()
            elif word == "-o":
                file = next(waiting)
            elif word == "-b":
                assert next(waiting) == "cookies"
                headers["Cookie"] = self.cookies
            elif word == "-c":
                jar = next(waiting)
            else:
                assert not word.startswith("-"), word
                url = word
        path = url.removeprefix(self.variables["BASE"])
        answer = self.desk.send(method or ("GET" if body is None else "POST"), path, body or b"", headers)
        if file:
            self.files[file] = answer.body
        if jar:
            self.cookies = answer.header("set-cookie").split(";")[0]
        return answer
