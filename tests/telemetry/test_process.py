"""A process as Lambda starts it: what it writes to standard output, line by line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.telemetry import emf

PROGRAM = """
import json
from app import app, relay, sweep
from tests import aws_events
from tests.api_event import LambdaContext, api_event
app(api_event("GET", "/healthz"), LambdaContext())
app(api_event("GET", "/matches/{match}", {"match": "0123456789abcdef"}), LambdaContext())
sweep(aws_events.tick(), aws_events.Context("sweep"))
relay({"Records": []}, aws_events.Context("relay"))
"""
SECRET = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"


def output(folder: Path, **settings: str) -> list[str]:
    """What a process with these settings writes while it is invoked four times."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={"PATH": "", "DATA": str(folder / "data"), "SECRET": SECRET, "STAGE": "prod", **settings},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


def test_on_lambda_every_invocation_writes_one_line_of_json(tmp_path: Path) -> None:
    lines = [json.loads(line) for line in output(tmp_path, AWS_LAMBDA_FUNCTION_NAME="turnpost-prod")]
    assert [(line["function"], line["outcome"], line.get("cold", False)) for line in lines] == [
        ("api", "done", True),
        ("api", "refused", False),
        ("sweep", "done", False),
        ("relay", "done", False),
    ]
    assert (lines[1]["code"], lines[1]["match"], lines[1]["status"]) == ("not_found", "0123456789abcdef", 404)
    assert [emf.measured(line).get("left") for line in lines] == [None, None, 0, 0]
    assert {line["stage"] for line in lines} == {"prod"}


def test_elsewhere_nothing_is_written_unless_it_is_asked_for(tmp_path: Path) -> None:
    assert output(tmp_path) == []
    assert len(output(tmp_path, LOG="json")) == 4
