"""People who answer mails by mail: an office that can be answered, their mails, and what was found out about them."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Mapping
from dataclasses import replace
from email.message import EmailMessage
from typing import Any

from chalicelib.matches import service
from chalicelib.matches.match import Match
from chalicelib.post import by_mail, replies
from chalicelib.post.replies import Dealt
from chalicelib.post.reply_address import Purpose
from tests.post.office import Office

GOOD = {"spf": "PASS", "dkim": "PASS", "dmarc": "PASS", "virus": "PASS", "spam": "PASS"}


GAME = "sequence-dice"
"""One player is to move here at a time, and nothing is sealed."""


class Answered(Office):
    """An office whose mails can be answered."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.post = replace(self.post, reply_domain="reply.example.org")
        self.count = 0

    def address(self, match: Match, seat: int, purpose: Purpose = "answer") -> str:
        """Where a mail of now is answered to."""
        return by_mail.reply_to(self.post, self.desk.load(match), seat, purpose)

    def reply(self, address: str, text: str, player: str = "anna", **said: Any) -> Dealt:
        """Let a player answer; `raw` is the whole mail, `head` further fields, `found` what was found out."""
        self.count += 1
        raw = said.pop("raw", None) or letter(text, player, said.pop("id", f"m{self.count}"), said.pop("head", ""))
        return replies.handle(said.pop("post", self.post), io.BytesIO(raw), notification(address, player, **said))

    def receipts(self, player: str = "anna") -> list[EmailMessage]:
        """What the player got since they were asked for last."""
        assert self.handle() == []
        found = [mail for mail in self.mails(player) if mail["Auto-Submitted"] == "auto-replied"]
        self.forget()
        return found


def letter(text: str, player: str = "anna", name: str = "m1", head: str = "") -> bytes:
    """A mail by a player, as it comes."""
    fields = (
        f"From: {player.title()} <{player}@example.com>",
        "To: Turnpost <move@reply.example.org>",
        "Subject: Re: your turn",
        f"Message-ID: <{name}@example.com>",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
        *([head] if head else []),
    )
    return "\r\n".join((*fields, "", *text.split("\n"), "")).encode()


def html(page: str, player: str = "anna") -> bytes:
    """A mail by a player that has nothing but a page."""
    name = hashlib.sha256(page.encode()).hexdigest()[:16]
    return letter(page, player, name).replace(b"text/plain", b"text/html", 1)


def notification(address: str, player: str = "anna", source: str | None = None, **found: str) -> Mapping[str, Any]:
    """What SES tells of a mail that came in."""
    verdicts = {f"{name}Verdict": {"status": status} for name, status in {**GOOD, **found}.items()}
    sender = f"{player}@example.com" if source is None else source
    return {"mail": {"source": sender}, "receipt": {"recipients": [address], **verdicts}}


def seated(game: str = GAME, **wish: Any) -> tuple[Answered, Match, int, str, list[str]]:
    """An office, a match of two, a seat to move, its player, and its legal moves."""
    office = Answered()
    match = office.desk.load(office.desk.table("anna", "bram", game=game, **wish))
    seat = office.desk.to_move(match)[0]
    office.work_off()
    office.forget()
    return office, match, seat, match.roster.seats[seat].player, legal(office, match, seat)


def legal(office: Answered, match: Match, seat: int) -> list[str]:
    """The texts of all legal moves of a seat."""
    return [text for text, _ in service.legal(office.desk.env, match.id, office.desk.caller(match, seat)).moves]


def version(office: Answered, match: Match) -> int:
    """How often the match was changed so far."""
    return office.desk.load(match).head.version
