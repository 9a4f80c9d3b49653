"""`STORE=dynamodb make play` as a process: a match on the emulator, through a kill and a stop, and its end."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from tests.local import kills
from tests.local.process import running, sign_up, wait_for

DYNAMODB = {"STORE": "dynamodb"}


def test_a_match_survives_a_kill_and_a_stop(tmp_path: Path) -> None:
    with running(tmp_path, **DYNAMODB) as process:
        people = [sign_up(process, "Anna"), sign_up(process, "Bram")]
        match = kills.new_match(process, *people)
        kills.play_on(process, match, people, moves=6)
        token, link = process.token, process.link
        unanswered = kills.send_and_kill(process, match, people)
    with running(tmp_path, **DYNAMODB) as process:
        assert (process.token, process.link) == (token, link)
        if unanswered:
            kills.repeat(process, *unanswered)
        kills.check_log(process, match, people)
        assert process.ask("POST", f"/matches/{match}/resign", {}, people[1].token).status == 200
        kills.play_on(process, match, people[:1])
        told = wait_for(lambda: kills.told_of_the_end(process, match, people), "the mails that tell the end")
        assert process.stop() == (0, "\n")
    with running(tmp_path, **DYNAMODB) as process:
        kills.check_log(process, match, people)
        assert process.get(f"/matches/{match}/export").json["outcome"]["termination"] == "normal"
        assert kills.told_of_the_end(process, match, people) == told


def test_an_emulator_that_dies_takes_the_service_with_it(tmp_path: Path) -> None:
    with running(tmp_path, **DYNAMODB) as process:
        assert "The store is DynamoDB on an emulator, which writes" in process.greeting
        emulator = (tmp_path / "emulator" / "state" / "lock").read_text()
        os.kill(int(emulator), signal.SIGKILL)
        code, rest = process.wait()
    assert code == 1
    assert "what happened since this start is lost" in rest
    assert "Turnpost stopped. The emulator that held the store has ended" in rest


def test_an_emulator_that_is_ended_in_order_has_lost_nothing(tmp_path: Path) -> None:
    with running(tmp_path, **DYNAMODB) as process:
        os.kill(int((tmp_path / "emulator" / "state" / "lock").read_text()), signal.SIGTERM)
        code, rest = process.wait()
    assert code == 1
    assert "It kept everything" in rest
    assert "is lost" not in rest
    with running(tmp_path, **DYNAMODB) as again:
        assert (again.token, again.link) == (process.token, process.link)
