"""The zip that Lambda unpacks, beside the one that `chalice package` makes of the same service by itself."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import NamedTuple

from infra.package import SOURCE
from tests.api_event import api_event
from tests.bench.cold_start import ENVIRONMENT
from tests.bench.measure import ROUNDS, Result, at_most
from tests.package.built import ARCHIVE

_PROGRAM = """
import json, sys, time
sys.path.insert(0, sys.argv[1])
class Context:
    aws_request_id = "00000000-0000-4000-8000-000000000000"
    function_name = "turnpost-api"
    def get_remaining_time_in_millis(self):
        return 15_000
event = json.loads(sys.stdin.read())
began = time.process_time()
from app import app
imported = time.process_time()
answer = app(event, Context())
answered = time.process_time()
assert answer["statusCode"] == 200, answer
print(imported - began, answered - began)
"""


class Spent(NamedTuple):
    """What a fresh process spends until the app is imported, and until it has answered, in seconds of its own."""

    imported: float
    answered: float


@cache
def _default() -> tempfile.TemporaryDirectory[str]:
    """A folder with Chalice's own template and zip."""
    folder = tempfile.TemporaryDirectory(prefix="turnpost-default-")
    chalice = str(Path(sys.executable).with_name("chalice"))
    subprocess.run(
        [chalice, "--project-dir", str(SOURCE), "package", folder.name],
        env={"AWS_DEFAULT_REGION": "eu-west-1", **os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        check=True,
    )
    return folder


def _default_archive() -> Path:
    return Path(_default().name) / "deployment.zip"


@contextmanager
def _unpacked(archive: Path) -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="turnpost-unpacked-") as folder, zipfile.ZipFile(archive) as packed:
        packed.extractall(folder)
        yield folder


def _spent(folder: str) -> Spent:
    """A first answer from this folder, which cannot be written to in Lambda."""
    told = subprocess.run(
        [sys.executable, "-S", "-B", "-c", _PROGRAM, folder],
        env=ENVIRONMENT,
        cwd=folder,
        input=json.dumps(api_event("GET", "/healthz")),
        capture_output=True,
        text=True,
        check=True,
    )
    imported, answered = told.stdout.splitlines()[-1].split()
    return Spent(float(imported), float(answered))


def _medians(taken: list[Spent]) -> Spent:
    return Spent(*(statistics.median(part) for part in zip(*taken, strict=True)))


def bench_first_answer() -> Result:
    """Everything that has to be imported for a first answer, from either zip unpacked."""
    with _unpacked(ARCHIVE) as built, _unpacked(_default_archive()) as default:
        taken: tuple[list[Spent], list[Spent]] = ([], [])
        for folder in (built, default):
            _spent(folder)
        for _ in range(ROUNDS):
            taken[0].append(_spent(built))
            taken[1].append(_spent(default))
    ours, theirs = map(_medians, taken)
    how = (
        f"import app and answer GET /healthz with DynamoDB's libraries loaded, from the zip of make package "
        f"{ours.answered * 1e3:.0f} ms ({ours.imported * 1e3:.0f} of them import app) against that of chalice package "
        f"{theirs.answered * 1e3:.0f} ({theirs.imported * 1e3:.0f}), own time of fresh processes, medians of {ROUNDS} "
        "interleaved rounds"
    )
    return at_most(ours.answered / theirs.answered, 0.45, how)


def bench_bytes() -> Result:
    """The size of either zip."""
    ours, theirs = ARCHIVE.stat().st_size, _default_archive().stat().st_size
    how = f"the zip of make package {ours:,} bytes against that of chalice package {theirs:,}"
    return at_most(ours / theirs, 0.35, how)
