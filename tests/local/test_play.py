"""`make play` as a process: the first start, going on after it, and matches played through HTTP to the last mail."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest

from chalicelib.adapters.local_queue import SqliteQueue
from chalicelib.players.ports import FixedClock
from tests.local import kills
from tests.local.process import COMMAND, ROOT, WAIT_SECONDS, Answer, Process, running, sign_up, wait_for


@pytest.fixture
def process(tmp_path: Path) -> Iterator[Process]:
    with running(tmp_path / "data") as process:
        yield process


def test_the_first_start_makes_a_match_and_says_how_to_play_on(process: Process) -> None:
    mine = process.get("/me/matches", process.token).json["matches"]
    assert [(match["name"], match["my_turn"]) for match in mine] == [("The first match", True)]
    page = process.get(process.link)
    assert (page.status, "It is your turn" in page.text) == (200, True)
    assert "Set-Cookie" not in page.headers


def test_the_form_behind_the_link_plays_a_move_and_starts_a_session(process: Process) -> None:
    page = process.get(process.link).text
    hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page.split('value="choose"')[0]))
    move = re.findall(r"<option>([^<]+)</option>", page)[0]
    form = urlencode({**hidden, "do": "choose", "move": move}).encode()
    path = process.link.split("?")[0]
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Origin": process.base_url}
    answer = process.ask("POST", path, form, headers=headers)
    assert (answer.status, answer.headers["Location"]) == (303, f"{path}#now")
    cookie = answer.headers["Set-Cookie"].split(";")[0]
    assert "It is your turn" in process.ask("GET", path, headers={"Cookie": cookie}).text


def test_the_lines_it_prints_work(process: Process) -> None:
    lines = process.greeting.replace("\\\n", " ").splitlines()
    commands = [shlex.split(line) for line in lines if line.strip().startswith("curl ")]
    answers = [_as_curl(process, command[1:]) for command in commands]
    assert [answer.status for answer in answers] == [200, 200, 200]
    assert answers[-1].json["receipt"]["n"] == 1


def _as_curl(process: Process, words: list[str]) -> Answer:
    method, body, headers, target = "GET", None, {}, ""
    rest = iter(words)
    for word in rest:
        if word == "-X":
            method = next(rest)
        elif word == "-d":
            body = next(rest).encode()
        elif word == "-H":
            name, value = next(rest).split(": ", 1)
            headers[name] = value.replace("$TOKEN", process.token)
        else:
            target = urlsplit(word).path
    return process.ask(method, target, body, headers=headers)


def test_the_mailbox_shows_each_mail_as_text_as_html_and_as_source(process: Process) -> None:
    mail = wait_for(process.mails, "the first mail")[0]
    assert mail["to"] == "you@example.org"
    page = process.get(f"/mailbox/{mail['id']}")
    assert f'<a href="{process.base_url}{process.link.replace("&", "&amp;")}">' in page.text
    assert "sandbox=" in page.text
    html = process.get(f"/mailbox/{mail['id']}/html")
    assert "sandbox" in html.headers["Content-Security-Policy"]
    assert "<table" in html.text
    source = process.get(f"/mailbox/{mail['id']}/source")
    assert (source.headers["Content-Type"], "Subject:" in source.text) == ("text/plain; charset=utf-8", True)
    assert [process.get(f"/mailbox/{name}").status for name in ("99999999", "..", "x")] == [404, 404, 404]
    assert process.get(f"/mailbox/{mail['id']}/source/x/y").status == 404
    styles = re.findall(r"href='(/site.css[^']*)", page.text)
    assert "?v=" in styles[0]
    assert process.get(styles[0]).status == 200
    assert process.ask("POST", "/mailbox", b"").status == 405


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "localhost", "X-Forwarded-For": "::1"},
        {"Via": "1.1 a"},
        {"Forwarded": "for=a"},
    ],
)
def test_the_mailbox_is_not_there_for_who_comes_by_a_proxy(process: Process, headers: dict[str, str]) -> None:
    answer = process.ask("GET", "/mailbox", headers=headers)
    assert (answer.status, answer.json["code"]) == (404, "not_found")


def test_there_is_no_mailbox_where_others_are_let_in(tmp_path: Path) -> None:
    with running(tmp_path, HOST="0.0.0.0") as process:  # noqa: S104 - what is tested is what it hides then
        assert "there is no mailbox page" in process.greeting
        assert process.base_url.startswith("http://127.0.0.1:")
        answer = process.get("/mailbox")
        assert (answer.status, answer.json["code"]) == (404, "not_found")


def test_what_is_not_there_is_refused_as_the_api_refuses(process: Process) -> None:
    nowhere = process.get("/nowhere")
    assert (nowhere.status, nowhere.json["code"]) == (404, "not_found")
    page = process.ask("GET", "/nowhere", headers={"Accept": "text/html,*/*", "Accept-Language": "nl"})
    assert (page.status, "Niet gevonden</h1>" in page.text) == (404, True)
    wrong = process.ask("PATCH", "/games", {})
    assert (wrong.status, wrong.json["code"]) == (405, "method_not_allowed")
    unknown = process.ask("BREW", "/games")
    assert (unknown.status, unknown.json["code"]) == (405, "method_not_allowed")
    assert "GET" in unknown.headers["Allow"]
    assert process.ask("HEAD", "/healthz").status == 200
    assert process.ask("POST", "/matches", b"x" * 70_000).json["code"] == "too_large"


def test_a_second_start_goes_on_and_makes_nothing_new(tmp_path: Path) -> None:
    with running(tmp_path) as first:
        wait_for(first.mails, "the first mail")
        code, said = first.stop()
        assert (code, said) == (0, "\n")
    with running(tmp_path) as second:
        assert (second.token, second.link) == (first.token, first.link)
        assert len(second.get("/me/matches", second.token).json["matches"]) == 1
        assert len(second.mails()) == 1
        assert second.stop(signal.SIGINT)[0] == 0


def test_make_passes_the_signal_on_and_takes_any_folder(tmp_path: Path) -> None:
    data = tmp_path / 'it\'s a "data" folder'
    make = ("make", "--no-print-directory", "-o", ".venv/.play", f"RUN={sys.executable}", f"DATA={data}", "play")
    with running(tmp_path / "other", command=make) as process:
        assert process.get("/healthz").status == 200
        process.stop()
        with pytest.raises(ConnectionRefusedError):
            process.get("/healthz")
    assert [each.name for each in tmp_path.iterdir()] == [data.name]


def test_a_message_that_was_given_up_gets_another_round_at_the_next_start(tmp_path: Path) -> None:
    clock = FixedClock()
    with SqliteQueue(tmp_path / "queues.sqlite3", clock, name="mail", max_receives=1) as mails:
        mails.put({"delivery": ["P#nobody", "D#nothing"]})
        assert len(mails.receive(visibility=1)) == 1
        clock.advance(2)
        assert (mails.receive(), mails.dead()) == ((), 1)
    with running(tmp_path) as process:
        assert process.get("/healthz").status == 200
        with SqliteQueue(tmp_path / "queues.sqlite3", clock, name="mail") as mails:
            wait_for(lambda: mails.dead() + mails.waiting() == 0, "the message to be dealt with")


def test_where_lines_are_logged_there_is_nothing_else_and_nothing_that_opens_anything(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    with path.open("wb") as lines, running(tmp_path / "data", apart=lines, LOG="json") as process:
        assert process.get("/healthz").status == 200
        assert process.get("/matches/0123456789abcdef").status == 404
        first = json.loads((tmp_path / "data" / "first.json").read_text())
        code, rest = process.stop()
    told = [json.loads(line) for line in path.read_text().splitlines()]
    assert {"GET /healthz", "GET /matches/{match}"} <= {line.get("route") for line in told}
    assert (code, "Your API token       in " in process.greeting) == (0, True)
    heard = process.greeting + rest + path.read_text()
    assert first["match"] in heard
    assert [secret for secret in (first["token"], "key=", "tp_") if secret in heard] == []


def test_what_chalice_complains_of_goes_where_complaints_go() -> None:
    program = "import app; from infra.local.__main__ import set_logs_up; set_logs_up(); app.app.log.error('wrong')"
    done = subprocess.run((sys.executable, "-c", program), cwd=ROOT, capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("", "turnpost - ERROR - wrong\n")


def test_nobody_has_to_read_its_greeting(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    process = subprocess.Popen(
        COMMAND,
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "DATA": str(tmp_path), "PORT": "0"},
        stdout=writer,
        stderr=subprocess.PIPE,
    )
    os.close(writer)
    try:
        mailed = tmp_path / "mailbox"
        wait_for(lambda: mailed.exists() and any(mailed.iterdir()), "a mail, which it sends once it serves")
        process.terminate()
        assert process.communicate(timeout=WAIT_SECONDS)[1] == b""
        assert process.returncode == 0
    finally:
        process.kill()
        process.wait()


def test_it_listens_on_ipv6(tmp_path: Path) -> None:
    with running(tmp_path, HOST="::1") as process:
        assert process.base_url.startswith("http://[::1]:")
        assert process.get("/mailbox").status == 200


def test_a_start_that_cannot_be_is_explained(process: Process, tmp_path: Path) -> None:
    port = str(urlsplit(process.base_url).port)
    refusals = [
        (tmp_path / "data", {}, "Another Turnpost is running on"),
        (tmp_path / "other", {"PORT": port}, f"Port {port} is in use. Choose another one: `make play PORT="),
        (tmp_path / "other", {"PORT": "many"}, "PORT should be a number"),
        (tmp_path / "other", {"HOST": "a..b"}, "Cannot listen on HOST"),
        (tmp_path / "other", {"HOST": "192.0.2.1"}, "Cannot listen on HOST '192.0.2.1'"),
        (tmp_path / "other", {"SMTP_URL": "smtp://[::1"}, "SMTP_URL should look like"),
        (tmp_path / "other", {"SMTP_URL": "mail"}, "SMTP_URL should look like"),
        (tmp_path / "other", {"STORE": "paper"}, "STORE should be one of sqlite, dynamodb, not 'paper'"),
        (tmp_path / "other", {"STORE": "dynamodb", "MAILER": "ses"}, "an emulator, which sends no mail: leave MAILER"),
        (Path(os.devnull), {}, "DATA should be a folder that can be written, not /dev/null: it is no folder."),
    ]
    for data, settings, sentence in refusals:
        with running(data, **settings) as second:
            code, rest = second.stop()
            assert (code, sentence in second.greeting + rest) == (1, True)
            assert "Traceback" not in second.greeting + rest
    assert not (tmp_path / "other").exists()


@pytest.mark.parametrize(("secret", "sentence"), [(b"", "SECRET is missing"), (b"\xff\xfe", "SECRET is not base64url")])
def test_a_damaged_secret_is_explained(tmp_path: Path, secret: bytes, sentence: str) -> None:
    (tmp_path / "secret").write_bytes(secret)
    with running(tmp_path) as process:
        code, rest = process.stop()
        said = process.greeting + rest
    assert (code, sentence in said, "Traceback" in said) == (1, True, False)


def test_two_people_and_a_bot_play_a_whole_match_and_are_told_by_mail(process: Process) -> None:
    people = [sign_up(process, "Anna"), sign_up(process, "Bram")]
    match = kills.new_match(process, *people)
    kills.play_on(process, match, people)
    subjects = wait_for(lambda: kills.told_of_the_end(process, match, people), "the mails that tell the end")
    for person in people:
        mine = process.get("/me/deliveries?limit=100", person.token).json["deliveries"]
        kinds = Counter(each["category"] for each in mine if each["match"] == match)
        assert (kinds["match_started"], kinds["match_ended"]) == (1, 1)
        assert kinds["your_turn"] > 0
        assert {each["state"] for each in mine} <= {"accepted", "overtaken", "pending"}
        assert subjects[person.name] >= 2
    assert process.get(f"/matches/{match}/export").json["outcome"]["termination"] == "normal"


def test_nothing_acknowledged_is_lost_when_it_is_killed(tmp_path: Path) -> None:
    assert kills.survive(tmp_path, 3) > 12
