"""Whose mails do nothing, and are told nothing: the matrix of tokens, senders and what was found out about them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from chalicelib.matches.match import Match
from chalicelib.post.replies import Dealt
from tests.post.answers import Answered, letter, seated, version
from tests.post.inbound import corpus
from tests.post.inbound.test_hostile import HOSTILE

Made = Callable[[Answered, Match, int, str, str], Dealt]

MATRIX: dict[str, tuple[Made, Dealt]] = {
    "token right, DMARC failed": (
        lambda office, match, seat, player, move: office.reply(office.address(match, seat), move, player, dmarc="FAIL"),
        Dealt("refused", "authentication"),
    ),
    "token right, DMARC unknown, not signed": (
        lambda office, match, seat, player, move: office.reply(office.address(match, seat), move, player, dmarc="GRAY"),
        Dealt("refused", "authentication"),
    ),
    "DMARC passed, another's token": (
        lambda office, match, seat, player, move: office.reply(office.address(match, 1 - seat), move, player),
        Dealt("refused", "stranger"),
    ),
    "a stranger to whom the mail was forwarded": (
        lambda office, match, seat, _player, move: office.reply(office.address(match, seat), move, "cees"),
        Dealt("refused", "stranger"),
    ),
    "a name that looks like the player's address": (
        lambda office, match, seat, player, move: office.reply(
            office.address(match, seat),
            "",
            raw=letter(move, player).replace(
                f"{player.title()} <{player}@".encode(), f'"{player}@example.com" <eve@'.encode()
            ),
        ),
        Dealt("refused", "stranger"),
    ),
    "two senders": (
        lambda office, match, seat, player, move: office.reply(
            office.address(match, seat), move, player, head="From: eve@example.net"
        ),
        Dealt("refused", "from"),
    ),
    "a token that was changed": (
        lambda office, match, seat, player, move: office.reply(
            office.address(match, seat).replace("@", "@x").replace("move-", "move-a"), move, player
        ),
        Dealt("refused", "token"),
    ),
    "a token of another service": (
        lambda office, match, seat, player, move: office.reply(
            Answered.address(other_secret(office), match, seat), move, player
        ),
        Dealt("refused", "token"),
    ),
    "no token": (
        lambda office, _match, _seat, player, move: office.reply("post@play.example.org", move, player),
        Dealt("refused", "token"),
    ),
    "an answer by a program": (
        lambda office, match, seat, player, move: office.reply(
            office.address(match, seat), move, player, head="Auto-Submitted: auto-replied"
        ),
        Dealt("ignored", "automatic"),
    ),
    "a mail that came back": (
        lambda office, match, seat, player, move: office.reply(office.address(match, seat), move, player, source="<>"),
        Dealt("ignored", "returned"),
    ),
    "a virus": (
        lambda office, match, seat, player, move: office.reply(office.address(match, seat), move, player, virus="FAIL"),
        Dealt("ignored", "virus"),
    ),
    "a mailing list": (
        lambda office, match, seat, player, move: office.reply(
            office.address(match, seat), move, player, head="List-Id: <friends.example.com>"
        ),
        Dealt("ignored", "list"),
    ),
}


def other_secret(office: Answered) -> Answered:
    other = Answered(desk=office.desk)
    other.post = replace(other.post, env=replace(office.desk.env, secret=b"x" * 32))
    return other


@pytest.mark.parametrize("name", MATRIX)
def test_nothing_is_done_and_nobody_is_told(name: str) -> None:
    office, match, seat, player, moves = seated()
    before = everything(office)
    make, expected = MATRIX[name]
    assert make(office, match, seat, player, moves[0]) == expected
    assert everything(office) == before
    assert not office.queue.messages


def everything(office: Answered) -> list[object]:
    partitions = [*(f"P#{name}" for name in ("anna", "bram", "cees")), *(f"M#{match}" for match in all_matches(office))]
    return [office.store.query(partition, consistent=True) for partition in partitions]


def all_matches(office: Answered) -> list[str]:
    return [item.key.sort.removeprefix("M#") for item in office.store.query("P#anna", prefix="M#").items]


@pytest.mark.parametrize("name", ["nested parts", "one line", "deep divisions", "any bytes", "talk that goes on"])
def test_a_hostile_mail_by_the_player_changes_nothing(name: str) -> None:
    office, match, seat, player, _ = seated()
    raw = HOSTILE[name]().replace(b"a@example.com", f"{player}@example.com".encode(), 1)
    assert office.reply(office.address(match, seat), "", player, raw=raw).outcome == "answered"
    assert version(office, match) == match.head.version


@pytest.mark.parametrize("name", corpus.AUTOMATIC)
def test_what_programs_answer_is_passed_over(name: str) -> None:
    office, match, seat, _, moves = seated()
    raw = corpus.raw(name).replace(b"r3 H3 I2 I3", moves[0].encode())
    assert office.reply(office.address(match, seat), "", raw=raw) == Dealt("ignored", corpus.AUTOMATIC[name])
    assert version(office, match) == match.head.version
    assert not office.queue.messages
