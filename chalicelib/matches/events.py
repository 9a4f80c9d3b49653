"""What happened in a match, in the past tense, and which notices that owes.

One LogRow is stored with every commit of moves. It is at once the log, the receipt of a submission, and the outbox.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from chalicelib.rules import Fact

Category = Literal[
    "your_turn",
    "match_started",
    "match_ended",
    "invitation",
    "reminder",
    "nudge",
    "timed_out",
    "seat_changed",
    "away",
    "draw_offered",
    "message",
    "called_off",
]
Kind = Literal[
    "created",
    "started",
    "moved",
    "sealed",
    "retracted",
    "expired",
    "resigned",
    "continued",
    "cancelled",
    "migrated",
    "retired",
    "lent",
    "returned",
    "wanted",
    "substituted",
    "away",
    "offered",
    "declined",
    "agreed",
    "reminded",
    "nudged",
    "talked",
    "invited",
    "vacated",
]
How = Literal["played", "forced", "bot", "timeout", "resigned", "ordered", "lent", "expelled", "agreed", "abandoned"]

TABLE = -1
"""The `seat` of a row that no seat caused."""


@dataclass(frozen=True, slots=True)
class Owed:
    """A notice owed to a player: about decision `n` of `seat`, not to be sent before `after` (0: at once)."""

    category: Category
    seat: int
    player: str
    n: int
    after: int = 0


@dataclass(frozen=True, slots=True, order=True)
class Entry:
    """One move in the record: the ply it made, whose it was, its canonical text, and how it came about."""

    ply: int
    seat: int
    text: str
    how: How

    @property
    def told(self) -> How:
        """How it came about, as anybody but its player is told: that it was ordered beforehand is nobody else's."""
        return "played" if self.how == "ordered" else self.how


@dataclass(frozen=True, slots=True)
class LogRow:
    """One commit: the submission that caused it, the moves it put on record, what was learnt, what it owes.

    `text` is the canonical text of the submission (of a sealed choice: for its owner's eyes only), `print` a
    fingerprint of its body. Of a migration `text` is the version of the rules from now on, and `print` names the seats
    whose sealed choices those do not allow.
    `facts` are what everybody learnt, `own` what a seat learnt where that is not the same.
    `draws` says of each ply that drew dice how many draws it took, as (ply, count); they are numbered from 0.
    `prev` is the (n, seat) of the row that was committed before it ((0, 0): none); rows stand in the order of n, which
    is not that of their commits. `ordered` are the moves that standing orders played, in order, as (seat, canonical
    text): those that are sealed are nowhere else, and all are for their seats' eyes only. `chosen` says how choices
    that nobody submitted came to be sealed (`forced`, `lent`, `bot`), as (seat, how), for the same eyes.
    `hooked` says that webhooks were attached to the match, which are to be called with what is owed.
    """

    at: int
    version: int
    n: int
    seat: int
    kind: Kind
    text: str = ""
    print: str = ""
    entries: tuple[Entry, ...] = ()
    facts: tuple[Fact, ...] = ()
    own: Mapping[int, tuple[Fact, ...]] = field(default_factory=dict)
    owed: tuple[Owed, ...] = ()
    draws: tuple[tuple[int, int], ...] = ()
    prev: tuple[int, int] = (0, 0)
    ordered: tuple[tuple[int, str], ...] = ()
    chosen: tuple[tuple[int, How], ...] = ()
    hooked: bool = False

    def facts_for(self, seat: int | None) -> tuple[Fact, ...]:
        """What the watcher on that seat (None: a spectator) learnt."""
        if seat is None:
            return self.facts
        return self.own.get(seat, self.facts)
