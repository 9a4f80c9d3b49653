"""The tools as an operator starts them: on a folder, whether a service runs there or not, and on a stage."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from chalicelib.adapters.sqlite import SqliteStore
from chalicelib.adapters.system import SystemClock
from infra.admin.__main__ import COMMANDS, main, parser
from infra.admin.mark import MARK, Mark
from tests.adapters.contract.engine import put, thing
from tests.admin.desk import admin
from tests.admin.towns import town
from tests.local.process import ROOT, Process, running, wait_for

STOPPED_AT_ONCE = """
import sys
from infra.admin.__main__ import main
from infra.admin import verify
def run(asked, container):
    raise KeyboardInterrupt
verify.run = run
sys.exit(main(["verify", "--all"]))
"""
KILLED_AT_ONCE = """
import os, signal, sys
from infra.admin.__main__ import main
from infra.admin import restore
def run(asked, container):
    os.kill(os.getpid(), signal.SIGKILL)
restore.run = run
sys.exit(main(["restore", sys.argv[1]]))
"""
SIDES = ("turnpost.sqlite3-wal", "turnpost.sqlite3-shm")


def _first_match(process: Process) -> str:
    found = re.search(r"/matches/([a-z0-9]+)/legal", process.greeting)
    assert found
    return found[1]


def _accepted(data: str, match: str, **environment: str) -> list[str]:
    shown = json.loads(admin("inspect", match, "--json", DATA=data, **environment).out)
    return [each["id"] for each in shown["deliveries"] if each["state"] == "accepted"]


def test_on_the_folder_of_a_service_that_runs_and_of_one_that_does_not(tmp_path: Path) -> None:
    data, file, there = str(tmp_path / "a"), str(tmp_path / "all"), {"DATA": str(tmp_path / "a")}
    with running(Path(data)) as process:
        match = _first_match(process)
        assert admin("verify", "--all", **there).out == "1 match (1 running): none broken\n"
        assert admin("expire", match, **there).status == 0
        shown = process.get(f"/matches/{match}/log", process.token).json["entries"]
        assert shown[-1]["kind"] == "expired"
        wait_for(lambda: len(_accepted(data, match)) > 1, "the mail that the expiry owed")
        again = admin("redeliver", _accepted(data, match)[-1], "--yes", **there)
        assert (again.status, again.err) == (0, "1 delivery put into the queue.\n")
        mailbox = tmp_path / "a" / "mailbox"
        wait_for(lambda: len(list(mailbox.glob("*.eml"))) > 2, "the mail that was sent again")
        taken = admin("restore", file, **there)
        assert (taken.status, "Another Turnpost is running" in taken.err) == (2, True)
        assert admin("export", "--all", file, **there).status == 0
    assert admin("verify", "--all", **there).status == 0
    back = admin("restore", file, DATA=str(tmp_path / "b"))
    assert (back.status, back.out.splitlines()[1]) == (0, "1 match (1 running): none broken")
    (tmp_path / "b" / "secret").write_bytes((tmp_path / "a" / "secret").read_bytes())
    (tmp_path / "b" / "first.json").write_bytes((tmp_path / "a" / "first.json").read_bytes())
    with running(tmp_path / "b") as restored:
        assert restored.token == process.token
        assert restored.get(f"/matches/{match}/log", restored.token).json["entries"][-1]["kind"] == "expired"


def test_on_an_emulator_that_runs_and_on_one_that_was_kept(tmp_path: Path) -> None:
    there = {"DATA": str(tmp_path / "a"), "STORE": "dynamodb"}
    files = [str(tmp_path / name) for name in ("first", "second")]
    with running(tmp_path / "a", STORE="dynamodb") as process:
        match = _first_match(process)
        assert admin("verify", "--all", **there).out == "1 match (1 running): none broken\n"
        assert admin("expire", match, **there).status == 0
        wait_for(lambda: len(_accepted(there["DATA"], match, STORE="dynamodb")) > 1, "the mail that the expiry owed")
        wrong = admin("verify", "--all", DATA=there["DATA"])
        assert (wrong.status, wrong.err.startswith(f"There is no {tmp_path}/a/turnpost.sqlite3")) == (2, True)
        process.stop()
    assert admin("export", "--all", files[0], **there).status == 0
    assert admin("restore", files[0], DATA=str(tmp_path / "b")).status == 0
    assert admin("export", "--all", files[1], DATA=str(tmp_path / "b")).status == 0
    first, second = (Path(file).read_text(encoding="utf-8").partition("\n")[2] for file in files)
    assert first == second


def test_a_service_does_not_start_on_half_a_restore(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "turnpost.sqlite3", SystemClock()) as store:
        store.commit([Mark("0" * 64, 5, 1).write()])
    with running(tmp_path) as process:
        code, rest = process.stop()
    assert code == 1
    assert "A restore into this store was not brought to its end" in process.greeting + rest
    with SqliteStore(tmp_path / "turnpost.sqlite3", SystemClock()) as store:
        assert [item.key for item in store.scan()] == [MARK]


def test_a_restore_that_is_killed_before_its_first_item_keeps_a_service_from_starting(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, data = str(tmp_path / "all"), tmp_path / "a"
    assert town(capsys).admin("export", "--all", file).status == 0
    kept = {"PATH": os.environ["PATH"], "DATA": str(data)}
    killed = subprocess.run([sys.executable, "-c", KILLED_AT_ONCE, file], cwd=ROOT, env=kept, check=False, timeout=60)
    assert killed.returncode == -signal.SIGKILL
    assert {path.name for path in data.iterdir()} <= {"lock", "turnpost.sqlite3", *SIDES}
    with SqliteStore(data / "turnpost.sqlite3", SystemClock()) as store:
        assert [item.key for item in store.scan()] == [MARK]
    with running(data) as process:
        code, rest = process.stop()
    assert (code, "was not brought to its end: run it again" in process.greeting + rest) == (1, True)
    assert admin("restore", file, DATA=str(data)).status == 0
    with running(data) as process:
        assert process.token


def test_a_file_that_is_refused_leaves_no_store(tmp_path: Path) -> None:
    (tmp_path / "none").write_text("nothing", encoding="utf-8")
    data = tmp_path / "a"
    done = admin("restore", str(tmp_path / "none"), DATA=str(data))
    assert (done.status, done.err) == (2, f"{tmp_path / 'none'} is no export of this service.\n")
    assert [path.name for path in data.iterdir()] == ["lock"]


@pytest.mark.parametrize(
    ("arguments", "environment", "sentence"),
    [
        (("verify", "--all"), {"DATA": "nowhere"}, "There is no nowhere/turnpost.sqlite3: nothing has run there with"),
        (("verify", "--all"), {"DATA": "nowhere", "STORE": "dynamodb"}, "There is no nowhere/emulator/state: nothing"),
        (("verify", "--all"), {"STORE": "paper"}, "STORE should be one of sqlite, dynamodb, not 'paper'."),
        (("restore", "x"), {"DATA": os.devnull}, "DATA should be a folder that can be written, not /dev/null"),
        (("--table", "t", "verify", "--all"), {}, "--table goes with --stage"),
        (("--stage", "my_stage", "verify", "--all"), {}, "No stage can be called 'my_stage'"),
        (("verify", "--all", "--stage", "prod"), {}, "No region is set: AWS_DEFAULT_REGION=eu-west-1"),
    ],
)
def test_what_cannot_be_worked_on_is_told_in_a_sentence(
    arguments: tuple[str, ...], environment: dict[str, str], sentence: str
) -> None:
    nobody = {"AWS_CONFIG_FILE": os.devnull, "AWS_SHARED_CREDENTIALS_FILE": os.devnull}
    done = admin(*arguments, **nobody, **environment)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(sentence)
    assert len(done.err.splitlines()) == 1
    assert not (ROOT / "nowhere").exists()


def test_without_credentials_and_without_aws_it_says_so() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and nobody listens there
        endpoint = f"http://127.0.0.1:{taken.getsockname()[1]}"
        there = {"AWS_ENDPOINT_URL": endpoint, "AWS_DEFAULT_REGION": "eu-west-1", "AWS_EC2_METADATA_DISABLED": "true"}
        there |= {"AWS_CONFIG_FILE": os.devnull, "AWS_SHARED_CREDENTIALS_FILE": os.devnull, "AWS_MAX_ATTEMPTS": "1"}
        nobody = admin("--stage", "prod", "verify", "--all", **there)
        keys = {"AWS_ACCESS_KEY_ID": "1", "AWS_SECRET_ACCESS_KEY": "1"}
        nowhere = admin("--stage", "prod", "verify", "--all", **there, **keys)
    assert (nobody.status, nowhere.status) == (2, 2)
    assert nobody.err.startswith("AWS does not know who is asking (Unable to locate credentials)")
    assert nowhere.err.startswith("AWS cannot be reached: Could not connect to the endpoint URL")


def test_a_file_that_is_no_database_is_told(tmp_path: Path) -> None:
    (tmp_path / "turnpost.sqlite3").write_text("this is not the store you are looking for" * 99)
    done = admin("verify", "--all", DATA=str(tmp_path))
    assert (done.status, done.out) == (2, "")
    assert "is damaged, or no database at all" in done.err


def test_ctrl_c_ends_it_clean(tmp_path: Path) -> None:
    SqliteStore(tmp_path / "turnpost.sqlite3", SystemClock()).close()
    environment = {"PATH": os.environ["PATH"], "DATA": str(tmp_path)}
    command = [sys.executable, "-c", STOPPED_AT_ONCE]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "Stopped.\n")


def _exporting(data: Path, **environment: str) -> subprocess.Popen[bytes]:
    """An export of a store with so much in it that a pipe does not hold it."""
    with SqliteStore(data / "turnpost.sqlite3", SystemClock()) as store:
        put(store, *(thing(f"{n}", body={"text": "x" * 300_000}) for n in range(3)))
    return subprocess.Popen(
        [sys.executable, "-m", "infra.admin", "export", "--all", "-"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "DATA": str(data), **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def test_an_export_that_is_ended_leaves_nothing_behind(tmp_path: Path) -> None:
    """It writes into a pipe that nobody reads, until somebody ends it."""
    (tmp_path / "work").mkdir()
    with SqliteStore(tmp_path / "turnpost.sqlite3", SystemClock()) as store:
        put(store, *(thing(f"{n}", body={"text": "x" * 300_000}) for n in range(3)))
    environment = {"PATH": os.environ["PATH"], "DATA": str(tmp_path), "TMPDIR": str(tmp_path / "work")}
    command = [sys.executable, "-m", "infra.admin", "export", "--all", "-"]
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout
        assert process.stdout.read(100)
        assert list((tmp_path / "work").iterdir())
        process.send_signal(signal.SIGTERM)
        _, told = process.communicate(timeout=30)
    assert (process.returncode, told) == (130, b"Stopped.\n")
    assert list((tmp_path / "work").iterdir()) == []


def test_who_has_read_enough_may_go(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "turnpost.sqlite3", SystemClock()) as store:
        put(store, *(thing(f"{n}", body={"text": "x" * 300_000}) for n in range(3)))
    environment = {"PATH": os.environ["PATH"], "DATA": str(tmp_path)}
    command = [sys.executable, "-m", "infra.admin", "export", "--all", "-"]
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout
        assert process.stderr
        assert process.stdout.read(100)
        process.stdout.close()
        assert (process.stderr.read(), process.wait(30)) == (b"", 0)


@pytest.mark.parametrize("command", [module.__name__.rpartition(".")[2] for module in COMMANDS])
def test_the_help_of_every_command_is_a_page_of_manual(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["--help"], [command, "--help"]):
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        assert ended.value.code == 0
    told = capsys.readouterr().out
    assert f"\n    {command} " in told
    page = told.rpartition("usage: ")[2]
    assert page.startswith(f"python -m infra.admin {command} [-h]")
    assert "--stage STAGE" in page
    assert len(page) > 700


def test_the_manual_names_every_command() -> None:
    manual = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    names = [module.__name__.rpartition(".")[2] for module in COMMANDS]
    assert [name for name in names if f"`{name} " not in manual and f"`{name}`" not in manual] == []
    assert parser().prog in manual
