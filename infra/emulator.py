"""AWS on this machine: ministack in a process of its own, for `STORE=dynamodb make play` and for the tests.

It has an interpreter of its own, since what it needs to deploy a template wants an older pydantic than ours;
`make emulator` puts it into .build/emulator/.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

REGION = "eu-west-1"
SECRET_KEY = "emulator"  # noqa: S105 - it looks at nobody's
HOME = Path(__file__).parent.parent / ".build" / "emulator"
START_SECONDS = 30.0
STOP_SECONDS = 60.0

_PAUSE = 0.02
# It ends, and keeps its state, when whoever started it is gone, however that ended: then its input ends.
_PROGRAM = """
import os, signal, sys, threading
def watch():
    sys.stdin.buffer.read()
    os.kill(os.getpid(), signal.SIGTERM)
threading.Thread(target=watch, daemon=True).start()
sys.argv = ["ministack"]
from ministack.app import main
main()
"""


class EmulatorError(Exception):
    """There is no emulator, or it did not start; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Account:
    """One account of the emulator: what stands in another one is not seen from it."""

    endpoint: str
    id: str

    @property
    def environment(self) -> dict[str, str]:
        """What makes botocore, in this process or another, speak to this account and nothing else."""
        return {
            "AWS_ENDPOINT_URL": self.endpoint,
            "AWS_ACCESS_KEY_ID": self.id,
            "AWS_SECRET_ACCESS_KEY": SECRET_KEY,
            "AWS_SESSION_TOKEN": "",
            "AWS_DEFAULT_REGION": REGION,
            "AWS_REGION": REGION,
            "AWS_EC2_METADATA_DISABLED": "true",
        }

    def client(self, service: str) -> Any:
        """A boto3 client of a service in this account."""
        import boto3

        return boto3.session.Session().client(  # type: ignore[call-overload]  # the service is not known beforehand
            service,
            region_name=REGION,
            endpoint_url=self.endpoint,
            aws_access_key_id=self.id,
            aws_secret_access_key=SECRET_KEY,
        )


class Emulator:
    """A running emulator. With `state` it keeps what it holds there at the end, and begins with what it finds."""

    def __init__(self, *, state: Path | None = None, settings: Mapping[str, str] | None = None) -> None:
        """Start it and wait until it answers; `settings` are further variables. Raises EmulatorError."""
        self._accounts = 0
        self._folder = Path(tempfile.mkdtemp(prefix="turnpost-emulator-"))
        self.port = _free_port()
        self.endpoint = f"http://127.0.0.1:{self.port}"
        self.log = self._folder / "log"
        try:
            self._process = self._popen(state, settings or {})
        except BaseException:
            shutil.rmtree(self._folder)
            raise
        try:
            self._await()
        except BaseException:
            self.stop()
            raise

    def __enter__(self) -> Emulator:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()

    @property
    def pid(self) -> int:
        """Its process."""
        return self._process.pid

    def account(self, number: int | None = None) -> Account:
        """The account of that number, or one that nobody was given yet."""
        self._accounts += 1
        return Account(self.endpoint, f"{100_000_000_000 + (self._accounts if number is None else number):012d}")

    def stop(self) -> None:
        """End it in order, so that it keeps its state, and remove what it left in its temporary folder."""
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdin:
            self._process.stdin.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _popen(self, state: Path | None, settings: Mapping[str, str]) -> subprocess.Popen[bytes]:
        own = {
            "BIND_HOST": "127.0.0.1",
            "MINISTACK_HOST": "127.0.0.1",
            "MINISTACK_REGION": REGION,
            "GATEWAY_PORT": str(self.port),
            "LOG_LEVEL": "WARNING",
            "TMPDIR": str(self._folder),
            "S3_DATA_DIR": str(self._folder / "s3"),
            "STATE_DIR": str(state or self._folder / "state"),
            "PERSIST_STATE": "0" if state is None else "1",
        }
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        # a session of its own: Ctrl-C goes to the service, which stops it last
        with self.log.open("wb") as output:
            return subprocess.Popen(
                [str(interpreter()), "-c", _PROGRAM],
                env={**kept, **own, **settings},
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def _await(self) -> None:
        until = time.monotonic() + START_SECONDS
        while not _answers(f"{self.endpoint}/_ministack/health"):
            if self._process.poll() is not None or time.monotonic() > until:
                raise EmulatorError(f"The emulator did not start: {self.log.read_text(errors='replace')[-800:]}")
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_PAUSE)


def interpreter() -> Path:
    """The emulator's own Python. Raises EmulatorError when it is not installed."""
    found = HOME / "bin" / "python"
    if not found.exists():
        raise EmulatorError("The emulator is not installed: run `make emulator`.")
    return found


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=1):  # noqa: S310 - an address of our own making
            return True
    except (urllib.error.URLError, OSError):
        return False
