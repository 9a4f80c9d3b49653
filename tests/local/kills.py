"""The service killed again and again in the middle of a match that people go on playing."""

from __future__ import annotations

import http.client
import json
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from tests.local.process import Person, Process, running, sign_up, wait_for


def survive(data: Path, times: int, **settings: str) -> int:
    """Play matches to their ends, the service killed so many times under way; how many moves were acknowledged.

    After every kill, each acknowledged move is in the log, and a move that was not answered is stored once when it is
    sent again. Everybody is told of the end.
    """
    with running(data, **settings) as process:
        people = [sign_up(process, "Anna"), sign_up(process, "Bram")]
        match = new_match(process, *people)
    moves = 0
    for _ in range(times):
        with running(data, **settings) as process:
            if is_over(process, match, people[0]):
                moves += _finish(process, match, people)
                match = new_match(process, *people)
            play_on(process, match, people, moves=4)
            unanswered = send_and_kill(process, match, people)
        with running(data, **settings) as process:
            if unanswered:
                repeat(process, *unanswered)
            check_log(process, match, people)
    with running(data, **settings) as process:
        play_on(process, match, people)
        return moves + _finish(process, match, people)


def _finish(process: Process, match: str, people: list[Person]) -> int:
    check_log(process, match, people)
    wait_for(lambda: told_of_the_end(process, match, people), "the mails that tell the end")
    acknowledged = sum(len(person.acknowledged) for person in people)
    for person in people:
        person.acknowledged.clear()
    return acknowledged


def new_match(process: Process, anna: Person, bram: Person, **wish: Any) -> str:
    """A running match of the two and a bot; its id."""
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "level": 1}]
    made = process.ask("POST", "/matches", {"game": "keer-op-keer", "seats": seats, **wish}, anna.token)
    assert made.status == 201, made.text
    match: str = made.json["id"]
    assert process.ask("POST", f"/matches/{match}/join", {}, bram.token).status == 200
    return match


def is_over(process: Process, match: str, person: Person) -> bool:
    """Whether it has ended."""
    return bool(process.get(f"/matches/{match}", person.token).json["status"] == "over")


def play_on(process: Process, match: str, people: list[Person], moves: int = 100_000) -> None:
    """Let them play until it is over, or so many moves were acknowledged."""
    while moves > 0:
        played = sum([person.play(process, match) for person in people])
        moves -= played
        if not played and is_over(process, match, people[0]):
            return


def told_of_the_end(process: Process, match: str, people: list[Person]) -> dict[str, int] | None:
    """How many mails each has, once everybody was told of the end."""
    for person in people:
        mine = process.get("/me/deliveries?limit=100", person.token).json["deliveries"]
        ended = [each for each in mine if (each["match"], each["category"]) == (match, "match_ended")]
        if not any(each["state"] == "accepted" for each in ended):
            return None
    counts = Counter(mail["to"] for mail in process.mails())
    return {person.name: counts[f"{person.name.lower()}@example.org"] for person in people}


Unanswered = tuple[Person, str, dict[str, str]]


def send_and_kill(process: Process, match: str, people: list[Person]) -> Unanswered | None:
    """Send a move, if one is owed, and kill the service before it has answered."""
    owed = next((found for person in people if (found := _owed(process, match, person))), None)
    if owed is None:
        process.kill()
        return None
    person, path, body = owed
    connection = http.client.HTTPConnection(urlsplit(process.base_url).netloc, timeout=30)
    headers = {"Authorization": f"Bearer {person.token}", "Content-Type": "application/json"}
    connection.request("PUT", path, json.dumps(body), headers)
    process.kill()
    connection.close()
    return owed


def _owed(process: Process, match: str, person: Person) -> Unanswered | None:
    seen = process.get(f"/matches/{match}", person.token).json
    if seen["decision"] is None or seen["decision"]["sealed"] is not None:
        return None
    text = process.get(f"/matches/{match}/legal", person.token).json["moves"][0]["text"]
    return person, f"/matches/{match}/seats/{seen['seat']}/moves/{seen['decision']['n']}", {"text": text}


def repeat(process: Process, person: Person, path: str, body: dict[str, str]) -> None:
    """Send it again, as a client does that got no answer: whether or not it was stored, now it is, once."""
    answers = [process.ask("PUT", path, body, person.token) for _ in range(2)]
    assert [answer.status // 100 for answer in answers] == [2, 2], [answer.text for answer in answers]
    receipts = [answer.json["receipt"] for answer in answers]
    assert receipts[0] == receipts[1]
    person.acknowledged.append((receipts[0]["version"], receipts[0]["text"]))


def check_log(process: Process, match: str, people: list[Person]) -> None:
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
