"""The emulator and the state it keeps: for one at a time, written however its parent ends, refused when damaged."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from infra.emulator import Emulator, EmulatorError, interpreter
from tests.local.process import ROOT, wait_for

# Starts an emulator, puts a message into a queue there, says which process it is, and then waits to be killed.
KEEPER = """
import sys
from pathlib import Path
from infra.emulator import Emulator
emulator = Emulator(state=Path(sys.argv[1]))
client = emulator.account(0).client("sqs")
url = client.create_queue(QueueName="kept")["QueueUrl"]
client.send_message(QueueUrl=url, MessageBody="a message")
print(emulator.pid, emulator.log.parent, flush=True)
sys.stdin.read()
"""


def test_what_it_held_is_there_after_its_parent_was_killed(tmp_path: Path) -> None:
    command = (sys.executable, "-c", KEEPER, str(tmp_path))
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as keeper:
        assert keeper.stdout
        pid, folder = keeper.stdout.readline().split()
        os.kill(int(pid), signal.SIGSTOP)  # so that it cannot have written all before it is asked for again
        keeper.kill()
        with pytest.raises(EmulatorError, match=f"still held .* end process {pid},"):
            Emulator(state=tmp_path, patience=0)
        os.kill(int(pid), signal.SIGCONT)
    with Emulator(state=tmp_path) as emulator:
        client = emulator.account(0).client("sqs")
        url = f"{emulator.endpoint}/{emulator.account(0).id}/kept"
        messages = client.receive_message(QueueUrl=url)["Messages"]
        client.close()
    assert [message["Body"] for message in messages] == ["a message"]
    wait_for(lambda: not Path(folder).exists(), "its temporary folder to be removed by itself")


def test_a_damaged_state_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "sqs.json").write_text('{"half":')
    with pytest.raises(EmulatorError, match=r"sqs\.json is damaged"):
        Emulator(state=tmp_path)
    assert (tmp_path / "sqs.json").read_text() == '{"half":'


def test_a_state_that_could_not_be_written_is_told(tmp_path: Path) -> None:
    emulator = Emulator(state=tmp_path)
    client = emulator.account(0).client("sqs")
    client.create_queue(QueueName="lost")
    client.close()
    (tmp_path / "sqs.json.tmp").mkdir()  # where it drafts the file
    with pytest.raises(EmulatorError, match="failed to save sqs"):
        emulator.stop()
    assert not emulator.log.exists()


def test_it_ends_in_order(tmp_path: Path) -> None:
    emulator = Emulator(state=tmp_path)
    assert not emulator.has_kept
    emulator.stop()
    assert emulator.has_kept
    assert emulator.status == 0


def test_an_emulator_that_is_not_installed_is_told(tmp_path: Path) -> None:
    with pytest.raises(EmulatorError, match="make emulator"):
        interpreter(tmp_path)
