"""The mailbox page lets a mail come back: by its own form only, and by the same way as what SES says."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from chalicelib.adapters.mailbox import Mailbox
from chalicelib.players.ports import Put
from chalicelib.players.repository import load_profile
from chalicelib.post import sender
from chalicelib.post.delivery import Delivery, Notice, item_of
from infra.local import fate, mailbox
from infra.local.gateway import Answer, Request
from tests.post.office import Office

HOST = {"Host": "localhost:8000"}
OWN = {**HOST, "Origin": "http://localhost:8000"}
BROWSER = {**HOST, "Origin": "null", "Sec-Fetch-Site": "same-origin"}


class Box:
    """An office that mails into a mailbox, with one mail to bram in it."""

    def __init__(self, folder: Path) -> None:
        self.office = Office()
        box = Mailbox(folder)
        post = replace(self.office.post, mailer=box)
        match = self.office.desk.table("anna", "bram")
        self.notice = Notice("bram", self.office.clock.now(), match.id, 1, 1, "match_started")
        self.office.store.commit([Put(item_of(Delivery(self.notice)))])
        sender.send(post, self.notice.key)
        self._pages = mailbox.pages(box, post)

    def ask(self, method: str, target: str, headers: dict[str, str], body: bytes = b"") -> Answer:
        """A request from this machine."""
        return self._pages(Request(method, target, headers, body, "127.0.0.1"))

    @property
    def state(self) -> str:
        """What the row of the mail says."""
        return next(row.state for row in self.office.rows("bram") if row.notice == self.notice)

    @property
    def silenced(self) -> tuple[int, str] | None:
        """Whether bram's address gets no mail."""
        return load_profile(self.office.store, "bram").silenced


@pytest.fixture
def box(tmp_path: Path) -> Box:
    return Box(tmp_path)


@pytest.mark.parametrize(
    ("said", "state", "why"),
    [("deliver", "delivered", None), ("bounce", "bounced", "bounced"), ("complain", "complained", "complained")],
)
def test_what_is_said_of_a_mail_becomes_of_it(box: Box, said: str, state: str, why: str | None) -> None:
    page = box.ask("GET", "/mailbox/00000001", HOST).body.decode()
    assert f"<button name='fate' value='{said}'>{fate.BUTTONS[said]}</button>" in page
    answer = box.ask("POST", "/mailbox/00000001", OWN if why else BROWSER, f"fate={said}".encode())
    assert (answer.status, dict(answer.headers)["Location"]) == (303, f"/mailbox/00000001?told={said}#after")
    assert fate.TOLD[said] in box.ask("GET", f"/mailbox/00000001?told={said}", HOST).body.decode()
    assert box.state == state
    assert box.silenced == ((box.office.clock.now(), why) if why else None)


@pytest.mark.parametrize(
    ("target", "headers", "body", "status"),
    [
        ("/mailbox/00000001", HOST, b"fate=bounce", 403),
        ("/mailbox/00000001", {**HOST, "Origin": "https://evil.example"}, b"fate=bounce", 403),
        ("/mailbox/00000001", {**OWN, "Sec-Fetch-Site": "cross-site"}, b"fate=bounce", 403),
        ("/mailbox/00000001", OWN, b"fate=burn", 400),
        ("/mailbox/00000001", OWN, b"\xff", 400),
        ("/mailbox/00000002", OWN, b"fate=bounce", 404),
        ("/mailbox", OWN, b"fate=bounce", 405),
        ("/mailbox/00000001", {**OWN, "Host": "evil.example"}, b"fate=bounce", 404),
    ],
)
def test_nobody_else_says_so_and_nothing_else(
    box: Box, target: str, headers: dict[str, str], body: bytes, status: int
) -> None:
    assert box.ask("POST", target, headers, body).status == status
    assert (box.state, box.silenced) == ("accepted", None)
