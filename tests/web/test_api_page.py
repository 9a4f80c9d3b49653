"""docs/api.md is run from top to bottom: every command works, and every answer is as the page shows it."""

from __future__ import annotations

import json
import re

from chalicelib import bootstrap
from chalicelib.web.errors import KINDS
from tests.web import shell
from tests.web.desk import open_desk
from tests.web.shell import PAGE, Shell
from tests.web.test_authorization import routes

REPEAT = "# repeat until over"
LIMIT = 400


def _expected(told: list[tuple[str, str]], place: int) -> dict[str, object]:
    """The answer that is shown after the block at this place."""
    if place + 1 < len(told) and told[place + 1][0] == "json":
        found: dict[str, object] = json.loads(told[place + 1][1])
        return found
    return {}


def _play_on(page: Shell, block: str) -> None:
    """Repeat a block for whoever's turn it is, until the match is over."""
    for _ in range(LIMIT):
        shown = page.desk.send("GET", f"/matches/{page.variables['MATCH']}", headers=_header(page, "ANN")).json
        if shown["status"] == "over":
            return
        seat = shown["to_move"][0]
        page.variables |= {"SEAT": str(seat), "WHO": page.variables[("ANN", "BOB")[seat]]}
        for _line in page.run(block):
            assert page.answer.status in (0, 200), page.answer.body
    raise AssertionError(f"still running after {LIMIT} moves")


def _header(page: Shell, name: str) -> dict[str, str]:
    header, _, value = page.variables[name].partition(": ")
    return {header: value}


def _run(page: Shell, block: str, shown: dict[str, object]) -> None:
    commands = list(shell.lines(block))
    last = max((place for place, line in enumerate(commands) if line.startswith("curl ")), default=-1)
    for place, line in enumerate(page.run(block)):
        if line.startswith("curl "):
            refused = shown.get("code") if place == last else None
            fine = page.answer.status == (shown["status"] if refused else page.answer.status)
            assert fine, (line, page.answer.body)
            assert refused or page.answer.status < 400, (line, page.answer.body)
        elif line.startswith("# answers "):
            assert page.answer.status == int(line.removeprefix("# answers "))


def test_the_page_works_from_top_to_bottom() -> None:
    page = Shell(open_desk("http://127.0.0.1:8000"))
    told = list(shell.blocks(PAGE.read_text(encoding="utf-8")))
    assert {kind for kind, _ in told} == {"sh", "json"}
    for place, (kind, block) in enumerate(told):
        shown = _expected(told, place)
        if kind == "json":
            continue
        if block.startswith(REPEAT):
            _play_on(page, block)
        else:
            _run(page, block, shown)
        if shown:
            shell.assert_shown(shown, page.answer.json)
    assert page.variables["MATCH"]
    bootstrap.use(None)


def test_the_page_lists_every_route() -> None:
    text = PAGE.read_text(encoding="utf-8").split("## All routes")[1].split("## All codes")[0]
    assert sorted(re.findall(r"`((?:GET|HEAD|POST|PUT|PATCH|DELETE) [^`]+)`", text)) == routes()


def test_the_page_lists_every_code() -> None:
    text = PAGE.read_text(encoding="utf-8").split("## All codes")[1]
    found = re.findall(r"^\| `(\w+)` \| (\d+) \|", text, re.MULTILINE)
    assert found == [(code, str(kind.status)) for code, kind in KINDS.items()]
