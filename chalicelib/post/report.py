"""What whoever carries our mail says became of it, in our own words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Fate = Literal["delivered", "bounced", "complained", "failed", "noted"]


@dataclass(frozen=True, slots=True)
class Report:
    """What became of one mail.

    `delivered`: the other side took it; `bounced`: it came back for good; `complained`: its reader called it spam;
    `failed`: the carrier would not send it; `noted`: something happened that decides nothing, such as a full mailbox.
    `tag` is what we had put on the mail, `carrier` the carrier's id of it, `at` when it happened (epoch seconds), `why`
    in the carrier's words, without addresses.
    """

    fate: Fate
    tag: str
    carrier: str
    at: int
    why: str = ""
