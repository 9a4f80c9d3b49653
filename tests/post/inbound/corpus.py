"""Mails written for these tests in the manner of the programs that people use, and what each of them asks for."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

from chalicelib import games
from chalicelib.post.inbound import replied
from chalicelib.post.inbound.meaning import Meaning, meaning
from chalicelib.post.inbound.message import Message, read
from chalicelib.rules import Chance

FOLDER = Path(__file__).parent / "mails"
EXPECTED: dict[str, dict[str, str]] = json.loads(FOLDER.joinpath("expected.json").read_text(encoding="utf-8"))
AUTOMATIC: dict[str, str] = json.loads(FOLDER.joinpath("automatic.json").read_text(encoding="utf-8"))
"""Those that a program wrote, and what gives that away."""
MARKS = ("https://play.example.org/",)

GAME = games.get("keer-op-keer")
STATE: Any = GAME.initial_state(2, {}, Chance(b"x" * 32, (b"1", b"2"), 0))
"""Here `r3 H3 I2 I3`, which the mails ask for, is legal, and so are the other moves in what they quote."""


def raw(name: str) -> bytes:
    """A mail as it comes."""
    return FOLDER.joinpath(f"{name}.eml").read_bytes()


def mail(name: str) -> Message:
    """A mail that is read."""
    return read(io.BytesIO(raw(name)))


def meant(message: Message) -> Meaning:
    """What a mail asks for in that position."""
    return meaning(replied.own_words(message, MARKS), lambda text: GAME.parse(STATE, 0, text, "en"))
