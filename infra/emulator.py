"""AWS on this machine: ministack in a process of its own, for `STORE=dynamodb make play` and for the tests.

It has an interpreter of its own, since what it needs to deploy a template wants an older pydantic than ours;
`make emulator` puts it into .build/emulator/.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
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
"""The longest that it may take to write what it keeps."""

_PAUSE = 0.02
_UNKEPT = "Persistence: "  # how everything begins that it has to say of a state it cannot write
_PORTS = 3  # another process may take the port that was free a moment ago
# It ends, and keeps its state, when whoever started it is gone, however that ended: then its input ends. Nobody else
# is left then to remove its temporary folder.
_PROGRAM = """
import os, shutil, signal, sys, threading
alone = threading.Event()
def watch():
    while os.read(0, 4096):  # a read by sys.stdin would hold its lock, and an interpreter that ends aborts then
        pass
    alone.set()
    os.kill(os.getpid(), signal.SIGTERM)
threading.Thread(target=watch, daemon=True).start()
sys.argv = ["ministack"]
from ministack.app import main
try:
    main()
finally:
    if alone.is_set():
        shutil.rmtree(os.environ["TMPDIR"], ignore_errors=True)
"""


class EmulatorError(Exception):
    """There is no emulator, or it did not start or end as it should; the message says what to do."""


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
        """A client of a service in this account, as boto3 has them."""
        import botocore.session

        return botocore.session.get_session().create_client(
            service,
            region_name=REGION,
            endpoint_url=self.endpoint,
            aws_access_key_id=self.id,
            aws_secret_access_key=SECRET_KEY,
        )


class Emulator:
    """A running emulator. With `state` it keeps what it holds there at the end, and begins with what it finds."""

    def __init__(
        self,
        *,
        state: Path | None = None,
        settings: Mapping[str, str] | None = None,
        patience: float = STOP_SECONDS,
    ) -> None:
        """Start it and wait until it answers; `settings` are further variables.

        One that still writes this `state`, since it was left alone a moment ago, is waited for, `patience` seconds at
        most. Raises EmulatorError.
        """
        self._accounts = 0
        self._state = state
        self._settings = settings or {}
        hold = None if state is None else _hold(state, patience)
        self._folder = Path(tempfile.mkdtemp(prefix="turnpost-emulator-"))
        self.log = self._folder / "log"
        try:
            if state is not None:
                _check(state)
            self._start(hold)
        except BaseException:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise
        finally:
            if hold is not None:
                os.close(hold)  # the emulator has it too, and holds the state as long as it lives

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
        return Account(self.endpoint, account_id(self._accounts if number is None else number))

    @property
    def status(self) -> int | None:
        """That with which its process ended; None while it runs."""
        return self._process.poll()

    @property
    def has_ended(self) -> bool:
        """Whether its process is gone."""
        return self.status is not None

    @property
    def has_kept(self) -> bool:
        """Whether its process is gone in order, with all it held written."""
        return self.status == 0 and self._state is not None and _UNKEPT not in self.last_words()

    def last_words(self) -> str:
        """The end of what it logged."""
        return self.log.read_text(errors="replace")[-800:].strip() if self.log.exists() else ""

    def stop(self) -> None:
        """End it in order, so that it keeps its state, and remove what it left in its temporary folder.

        Raises EmulatorError if it could not write a state it was to keep, or not in time.
        """
        try:
            self._end()
            has_kept, words = self.has_kept, self.last_words()
        finally:
            shutil.rmtree(self._folder, ignore_errors=True)
        if self._state and not has_kept:
            raise EmulatorError(f"What changed since the start is not whole in {self._state}/. {words}")

    def _end(self) -> None:
        """End the process, by force if it takes too long."""
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        finally:
            if self._process.stdin:
                self._process.stdin.close()

    def _start(self, hold: int | None) -> None:
        for left in reversed(range(_PORTS)):
            self.port = _free_port()
            self.endpoint = f"http://127.0.0.1:{self.port}"
            self._process = self._popen(() if hold is None else (hold,))
            if hold is not None:
                os.ftruncate(hold, 0)
                os.pwrite(hold, str(self.pid).encode(), 0)
            try:
                self._await()
                return
            except BaseException as error:
                self._end()
                if not (left and isinstance(error, EmulatorError) and "in use" in self.last_words()):
                    raise

    def _popen(self, held: tuple[int, ...]) -> subprocess.Popen[bytes]:
        own = {
            "BIND_HOST": "127.0.0.1",
            "MINISTACK_HOST": "127.0.0.1",
            "MINISTACK_REGION": REGION,
            "GATEWAY_PORT": str(self.port),
            "LOG_LEVEL": "WARNING",
            "TMPDIR": str(self._folder),
            "S3_DATA_DIR": str(self._folder / "s3"),
            "STATE_DIR": str(self._state or self._folder / "state"),
            "PERSIST_STATE": "0" if self._state is None else "1",
            "SFTP_ENABLED": "0",  # it would listen on further ports
            "IOT_MTLS_ENABLED": "0",
        }
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        # a session of its own: Ctrl-C goes to the service, which stops it last
        with self.log.open("wb") as output:
            return subprocess.Popen(
                [str(interpreter()), "-c", _PROGRAM],
                env={**kept, **own, **self._settings},
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                pass_fds=held,
            )

    def _await(self) -> None:
        until = time.monotonic() + START_SECONDS
        while not _answers(f"{self.endpoint}/_ministack/health") or self.has_ended:
            if self.has_ended or time.monotonic() > until:
                raise EmulatorError(f"The emulator did not start: {self.last_words()}")
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_PAUSE)


def account_id(number: int) -> str:
    """The id of the account of that number."""
    return f"{100_000_000_000 + number:012d}"


def interpreter(home: Path = HOME) -> Path:
    """The emulator's own Python. Raises EmulatorError when it is not installed."""
    found = home / "bin" / "python"
    if not found.exists():
        raise EmulatorError("The emulator is not installed: run `make emulator`.")
    return found


def _hold(state: Path, patience: float) -> int:
    """A lock on the state that whoever has this file descriptor holds. Raises EmulatorError."""
    state.mkdir(parents=True, exist_ok=True, mode=0o700)
    hold = os.open(state / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    until, pause = time.monotonic() + patience, threading.Event()
    while True:
        try:
            fcntl.flock(hold, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return hold
        except BlockingIOError:
            if time.monotonic() > until:
                os.close(hold)
                raise EmulatorError(
                    f"{state}/ is still held by the emulator of an earlier start{_named(state)}."
                ) from None
        pause.wait(_PAUSE)


def _named(state: Path) -> str:
    """Which process that is, if it was noted."""
    pid = (state / "lock").read_text().strip()
    return f": end process {pid}, in order and not by force" if pid else ""


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


def _answers(url: str) -> bool:
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with direct.open(url, timeout=1):
            return True
    except (urllib.error.URLError, OSError):
        return False


def _check(state: Path) -> None:
    """Refuse a state that cannot be read: the emulator would begin without it, and write over it in the end."""
    for path in sorted(state.glob("*.json")):
        try:
            json.loads(path.read_bytes())
        except ValueError:
            raise EmulatorError(
                f"{path} is damaged. Put a copy in its place, or remove {state}/ to begin anew."
            ) from None
