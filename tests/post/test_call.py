"""What a webhook is told, and how it can know that it was us."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from dataclasses import replace
from typing import Any

from chalicelib.matches import service
from chalicelib.matches.match import Match
from chalicelib.matches.pace import UNSTARTED, stamp
from chalicelib.post import call
from chalicelib.post.delivery import Notice
from tests.matches.desk import ME
from tests.post.office import Office

# the example that the libraries of Standard Webhooks are tested with
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
ID, TIME, BODY = "msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, b'{"test": 2432232314}'
SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def told(office: Office, match: Match, category: str, seat: int = 0) -> Any:
    notice = Notice("anna", office.clock.now(), match.id, 5, seat, category)
    return json.loads(call.body(office.post, match, notice))


def test_the_signature_is_that_of_the_published_example() -> None:
    assert call.signature(SECRET, ID, TIME, BODY) == SIGNATURE


def test_two_secrets_make_two_signatures_either_of_which_verifies() -> None:
    notice = Notice("anna", 5, "m", 1, 0, "your_turn", "webhook-x")
    other = "whsec_" + base64.b64encode(b"o" * 32).decode()
    sent = call.headers(notice, (SECRET, other), TIME, BODY)
    first, second = sent["webhook-signature"].split(" ")
    signed = f"{sent['webhook-id']}.{TIME}.".encode() + BODY
    assert second == "v1," + base64.b64encode(hmac.new(b"o" * 32, signed, hashlib.sha256).digest()).decode()
    assert first == call.signature(SECRET, sent["webhook-id"], TIME, BODY)


def test_the_id_is_that_of_the_notice_and_tells_nothing_of_it() -> None:
    notice = Notice("anna", 5, "m", 1, 0, "your_turn", "webhook-x")
    name = call.message_id(notice)
    assert name == call.headers(notice, (SECRET,), TIME + 99, b"")["webhook-id"]
    assert name.startswith("msg_")
    assert "anna" not in name
    others = (replace(notice, player="bram"), replace(notice, match="7"), replace(notice, channel="webhook-y"))
    assert len({name, *map(call.message_id, others)}) == 4


def test_a_turn_is_told_with_its_decision_and_its_deadline() -> None:
    office = Office()
    match = office.desk.table("anna", "bram", name="Sunday · évening")
    assert told(office, match, "your_turn") == {
        "type": "your_turn",
        "timestamp": stamp(office.clock.now()),
        "data": {
            "match": match.id,
            "name": "Sunday · évening",
            "game": "keer-op-keer",
            "seat": 0,
            "player": "Anna",
            "status": "running",
            "version": match.head.version,
            "n": match.head.opened[0],
            "deadline": stamp(match.head.deadlines[0]),
            "to_move": [
                {"seat": seat, "player": name, "deadline": stamp(match.head.deadlines[seat])}
                for seat, name in enumerate(("Anna", "Bram"))
            ],
            "outcome": None,
            "about": None,
            "url": f"https://play.example.org/m/{match.id}",
        },
    }


def test_who_owes_nothing_is_told_of_no_decision() -> None:
    office = Office()
    match = office.desk.table("anna", "bram")
    office.desk.play(match, 0)
    data = told(office, office.desk.load(match), "match_started")["data"]
    assert (data["n"], data["deadline"]) == (None, None)


def test_an_end_is_told_with_its_winners() -> None:
    office = Office()
    match = office.desk.table("anna", "bram")
    service.resign(office.desk.env, match.id, office.desk.caller(match, 1))
    data = told(office, office.desk.load(match), "match_ended")["data"]
    assert (data["status"], data["n"], data["deadline"]) == ("over", None, None)
    assert data["outcome"] == {"termination": "resigned", "winners": [0]}


def test_an_invitation_is_told_with_the_time_it_lapses() -> None:
    office = Office()
    match = office.desk.create(ME, service.SeatWish("player", handle="bram"))
    data = told(office, match, "invitation", 1)["data"]
    assert (data["status"], data["player"], data["n"]) == ("waiting", "Bram", None)
    assert data["deadline"] == stamp(match.roster.created + UNSTARTED)


def test_a_body_is_small_however_long_the_names() -> None:
    office = Office()
    match = office.desk.table("anna", "bram", name="\U0001f3b2" * 40)
    notice = Notice("anna", office.clock.now(), match.id, 1, 0, "your_turn")
    assert len(call.body(office.post, match, notice)) < 1_000 < call.MAX_BYTES


def test_no_link_acts_for_a_seat() -> None:
    office = Office()
    match = office.desk.table("anna", "bram")
    for category in ("your_turn", "match_started", "match_ended", "invitation"):
        assert "key=" not in json.dumps(told(office, match, category))
