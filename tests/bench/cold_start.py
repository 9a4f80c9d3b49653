"""How long a fresh process takes to have the API at hand, beside one that only loads the libraries under it."""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.bench.measure import Result, at_most

ROOT = Path(__file__).parent.parent.parent
OURS = "app"
LIBRARIES = "chalice.app, pynamodb, pydantic"
ROUNDS = 11
BAR = 1.35

_PROGRAM = "import time; began = time.process_time(); import {}; print(time.process_time() - began)"
ENVIRONMENT = {
    "STORE": "dynamodb",
    "TABLE": "turnpost",
    "MAIL_QUEUE": "https://sqs.eu-west-1.amazonaws.com/000000000000/turnpost-mail",
    "WEBHOOK_QUEUE": "https://sqs.eu-west-1.amazonaws.com/000000000000/turnpost-webhook",
    "MAILER": "ses",
    "SECRET": "A" * 44,
    "AWS_DEFAULT_REGION": "eu-west-1",
    "PYTHONHASHSEED": "0",
}
"""What the functions in AWS are set to, as far as it makes a difference here."""


def seconds(modules: str, environment: dict[str, str]) -> float:
    """The process's own time that a fresh one spends on importing these modules."""
    command = [sys.executable, "-c", _PROGRAM.format(modules)]
    told = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    return float(told.stdout)


def _compared(environment: dict[str, str], how: str) -> Result:
    for modules in (OURS, LIBRARIES):
        seconds(modules, environment)
    taken: tuple[list[float], list[float]] = ([], [])
    for _ in range(ROUNDS):
        for found, modules in zip(taken, (OURS, LIBRARIES), strict=True):
            found.append(seconds(modules, environment))
    ours, libraries = (statistics.median(found) for found in taken)
    return at_most(ours / libraries, BAR, _how(ours, libraries, how))


def _how(ours: float, libraries: float, how: str) -> str:
    return (
        f"import {OURS} {ours * 1e3:.0f} ms against import {LIBRARIES} {libraries * 1e3:.0f} ms, "
        f"own time of fresh processes {how}, medians of {ROUNDS} interleaved rounds"
    )


def bench_import() -> Result:
    """With bytecode, as the package ships it."""
    with tempfile.TemporaryDirectory() as cache:
        return _compared({**ENVIRONMENT, "PYTHONPYCACHEPREFIX": cache}, "with bytecode")


def bench_import_from_source() -> Result:
    """Without, as Chalice would package it by itself."""
    with tempfile.TemporaryDirectory() as cache:
        none = {"PYTHONPYCACHEPREFIX": cache, "PYTHONDONTWRITEBYTECODE": "1"}
        return _compared({**ENVIRONMENT, **none}, "without bytecode")
