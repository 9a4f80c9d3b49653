"""The mailbox page answers a mail as its reader's mail program would: by its own form only, and as any other answer."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from urllib.parse import urlencode

import pytest

from chalicelib.adapters.mailbox import Mailbox, StoredMail
from infra.local import answering, mailbox
from infra.local.gateway import Answer, Request
from tests.local.test_fate import HOST, OWN
from tests.post.answers import GAME, Answered, legal


class Box:
    """An office that mails into a mailbox, and a match where somebody who was mailed is to move."""

    def __init__(self, folder: Path) -> None:
        self.office, self.box = Answered(), Mailbox(folder)
        self.office.post = replace(self.office.post, mailer=self.box)
        self._pages = mailbox.pages(self.box, self.office.post)
        desk = self.office.desk
        self.match = desk.load(desk.table("anna", "bram", game=GAME))
        self.office.work_off()
        seat = desk.to_move(self.match)[0]
        self.player = self.match.roster.seats[seat].player
        self.legal = legal(self.office, self.match, seat)

    def mails(self) -> list[StoredMail]:
        """What the player got, newest first."""
        return [mail for mail in self.box.newest() if mail.message["To"] == f"{self.player}@example.com"]

    def ask(self, method: str, target: str, headers: dict[str, str] = HOST, **form: str) -> Answer:
        """A request from this machine."""
        return self._pages(Request(method, target, headers, urlencode(form).encode(), "127.0.0.1"))


@pytest.fixture
def box(tmp_path: Path) -> Box:
    return Box(tmp_path)


def test_a_move_is_played_by_answering_the_mail_and_a_receipt_comes(box: Box) -> None:
    (turn,) = box.mails()
    page = box.ask("GET", f"/mailbox/{turn.id}").body.decode()
    assert "Send the answer" in page
    sent = box.ask("POST", f"/mailbox/{turn.id}", OWN, answer=box.legal[0])
    assert (sent.status, dict(sent.headers)["Location"]) == (303, f"/mailbox/{turn.id}?told=answered#after")
    assert box.office.desk.load(box.match).head.ply == box.match.head.ply + 1
    assert answering.TOLD["answered"] in box.ask("GET", f"/mailbox/{turn.id}?told=answered").body.decode()
    box.office.work_off()
    receipt = box.mails()[0].message
    assert (receipt["In-Reply-To"] is not None, receipt["Auto-Submitted"]) == (True, "auto-replied")


def test_what_is_no_move_gets_a_receipt_too_and_plays_nothing(box: Box) -> None:
    (turn,) = box.mails()
    assert box.ask("POST", f"/mailbox/{turn.id}", OWN, answer="good morning!").status == 303
    box.office.work_off()
    assert len(box.mails()) == 2
    assert box.office.desk.load(box.match).head.ply == box.match.head.ply


def test_an_answer_beyond_ascii_is_an_answer(box: Box) -> None:
    (turn,) = box.mails()
    assert box.ask("POST", f"/mailbox/{turn.id}", OWN, answer="say: räksmörgås 🎲").status == 303
    found = list(box.office.store.query(f"M#{box.match.id}", prefix="T#").items)
    assert [item.body["text"] for item in found] == ["räksmörgås 🎲"]


def test_nobody_else_has_a_mail_answered(box: Box) -> None:
    (turn,) = box.mails()
    for headers in (HOST, {**HOST, "Origin": "https://evil.example"}):
        assert box.ask("POST", f"/mailbox/{turn.id}", headers, answer=box.legal[0]).status == 403
    assert box.office.desk.load(box.match).head.ply == box.match.head.ply


def test_a_mail_that_says_nowhere_where_to_answer_has_no_form(tmp_path: Path) -> None:
    office = Answered()
    box = Mailbox(tmp_path)
    office.post = replace(office.post, mailer=box, reply_domain="")
    office.desk.table("anna", "bram")
    office.work_off()
    pages = mailbox.pages(box, office.post)
    mail = box.newest()[0]
    page = pages(Request("GET", f"/mailbox/{mail.id}", HOST, b"", "127.0.0.1")).body.decode()
    assert "Send the answer" not in page
    refused = pages(Request("POST", f"/mailbox/{mail.id}", OWN, b"answer=pass", "127.0.0.1"))
    assert refused.status == 400
