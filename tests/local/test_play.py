"""`make play` as a process: the first start, going on after it, and matches played through HTTP to the last mail."""

from __future__ import annotations

import http.client
import json
import re
import shlex
import signal
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

import pytest

from tests.local.process import Answer, Person, Process, running, sign_up, wait_for


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
    assert process.ask("POST", "/mailbox", b"").status == 405
    assert process.ask("GET", "/mailbox", headers={"Host": "evil.example"}).status == 403


def test_what_is_not_there_is_refused_as_the_api_refuses(process: Process) -> None:
    nowhere = process.get("/nowhere")
    assert (nowhere.status, nowhere.json["code"]) == (404, "not_found")
    page = process.ask("GET", "/nowhere", headers={"Accept": "text/html,*/*", "Accept-Language": "nl"})
    assert (page.status, "Niet gevonden</h1>" in page.text) == (404, True)
    wrong = process.ask("PATCH", "/games", {})
    assert (wrong.status, wrong.json["code"]) == (405, "method_not_allowed")
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


def test_a_start_that_cannot_be_is_explained(process: Process, tmp_path: Path) -> None:
    port = str(urlsplit(process.base_url).port)
    refusals = [
        (tmp_path / "data", {}, "Another Turnpost is running on"),
        (tmp_path / "other", {"PORT": port}, f"Port {port} is in use. Choose another one: make play PORT="),
        (tmp_path / "other", {"PORT": "many"}, "PORT should be a number"),
        (tmp_path / "other", {"SMTP_URL": "mail"}, "SMTP_URL should look like"),
    ]
    for data, settings, sentence in refusals:
        with running(data, **settings) as second:
            code, rest = second.stop()
            assert (code, sentence in second.greeting + rest) == (1, True)
            assert "Traceback" not in second.greeting + rest


def _new_match(process: Process, anna: Person, bram: Person, **wish: Any) -> str:
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "level": 1}]
    made = process.ask("POST", "/matches", {"game": "keer-op-keer", "seats": seats, **wish}, anna.token)
    assert made.status == 201, made.text
    match: str = made.json["id"]
    assert process.ask("POST", f"/matches/{match}/join", {}, bram.token).status == 200
    return match


def _is_over(process: Process, match: str, person: Person) -> bool:
    return bool(process.get(f"/matches/{match}", person.token).json["status"] == "over")


def _play_on(process: Process, match: str, people: list[Person], moves: int = 100_000) -> None:
    """Let them play until it is over, or so many moves were acknowledged."""
    while moves > 0 and not _is_over(process, match, people[0]):
        moves -= sum([person.play(process, match) for person in people])


def test_two_people_and_a_bot_play_a_whole_match_and_are_told_by_mail(process: Process) -> None:
    people = [sign_up(process, "Anna"), sign_up(process, "Bram")]
    match = _new_match(process, *people)
    _play_on(process, match, people)
    subjects = wait_for(lambda: _ended(process, match, people), "the mails that tell the end")
    for person in people:
        mine = process.get("/me/deliveries?limit=100", person.token).json["deliveries"]
        kinds = Counter(each["category"] for each in mine if each["match"] == match)
        assert (kinds["match_started"], kinds["match_ended"]) == (1, 1)
        assert kinds["your_turn"] > 0
        assert {each["state"] for each in mine} <= {"accepted", "overtaken", "pending"}
        assert subjects[person.name] >= 2
    assert process.get(f"/matches/{match}/export").json["outcome"]["termination"] == "normal"


def _ended(process: Process, match: str, people: list[Person]) -> dict[str, int] | None:
    """How many mails each has, once everybody was told of the end."""
    for person in people:
        mine = process.get("/me/deliveries?limit=100", person.token).json["deliveries"]
        ended = [each for each in mine if (each["match"], each["category"]) == (match, "match_ended")]
        if not any(each["state"] == "accepted" for each in ended):
            return None
    counts = Counter(mail["to"] for mail in process.mails())
    return {person.name: counts[f"{person.name.lower()}@example.org"] for person in people}


def test_nothing_acknowledged_is_lost_when_it_is_killed(tmp_path: Path) -> None:
    with running(tmp_path) as process:
        people = [sign_up(process, "Anna"), sign_up(process, "Bram")]
        match = _new_match(process, *people)
    for _ in range(3):
        with running(tmp_path) as process:
            _play_on(process, match, people, moves=4)
            unanswered = _send_and_kill(process, match, people)
        with running(tmp_path) as process:
            _repeat(process, *unanswered)
            _check_log(process, match, people)
    with running(tmp_path) as process:
        _play_on(process, match, people)
        _check_log(process, match, people)
        wait_for(lambda: _ended(process, match, people), "the mails that tell the end")


Unanswered = tuple[Person, str, dict[str, str]]


def _send_and_kill(process: Process, match: str, people: list[Person]) -> Unanswered:
    """Send a move and kill the service before it has answered."""
    person, path, body = next(found for person in people if (found := _owed(process, match, person)))
    connection = http.client.HTTPConnection(urlsplit(process.base_url).netloc, timeout=30)
    headers = {"Authorization": f"Bearer {person.token}", "Content-Type": "application/json"}
    connection.request("PUT", path, json.dumps(body), headers)
    process.kill()
    connection.close()
    return person, path, body


def _owed(process: Process, match: str, person: Person) -> Unanswered | None:
    seen = process.get(f"/matches/{match}", person.token).json
    if seen["decision"] is None or seen["decision"]["sealed"] is not None:
        return None
    text = process.get(f"/matches/{match}/legal", person.token).json["moves"][0]["text"]
    return person, f"/matches/{match}/seats/{seen['seat']}/moves/{seen['decision']['n']}", {"text": text}


def _repeat(process: Process, person: Person, path: str, body: dict[str, str]) -> None:
    """Send it again, as a client does that got no answer: whether or not it was stored, now it is, once."""
    receipts = [process.ask("PUT", path, body, person.token).json["receipt"] for _ in range(2)]
    assert receipts[0] == receipts[1]
    person.acknowledged.append((receipts[0]["version"], receipts[0]["text"]))


def _check_log(process: Process, match: str, people: list[Person]) -> None:
    """Every acknowledged move is in the log, once, where its receipt says."""
    for person in people:
        told = {row["version"]: row for row in _log(process, match, person)}
        for version, text in person.acknowledged:
            assert told[version]["text"] == text


def _log(process: Process, match: str, person: Person) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    cursor = ""
    while True:
        page = process.get(f"/matches/{match}/log?limit=100&cursor={quote(cursor)}", person.token).json
        rows += page["entries"]
        cursor = page["cursor"]
        if not cursor:
            assert len({row["version"] for row in rows}) == len(rows)
            return rows
