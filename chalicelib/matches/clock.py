"""The clocks of a running match: when a seat's time is up, what its time bank holds, and what falls due first.

Time is up at the moment that stands in `deadlines`, which is shown, reminded of and judged by. What it follows from may
say an earlier one by now: other quiet hours or another zone put off no more than they have, and never end a decision.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from chalicelib.matches import pace
from chalicelib.matches.match import Head, Roster


@dataclass(slots=True)
class Clocks:
    """The clocks of all seats, to be set and stopped; the fields are those of a Head, as lists."""

    roster: Roster
    begun: list[int]
    stopped: list[int]
    deadlines: list[int]
    banks: list[int]
    reminded: list[int]

    @classmethod
    def of(cls, roster: Roster, head: Head) -> Clocks:
        """The clocks as they stand."""
        columns = (head.begun, head.stopped, head.deadlines, head.banks, head.reminded)
        return cls(roster, *(list(column) or [0] * len(roster.seats) for column in columns))

    @classmethod
    def fresh(cls, roster: Roster) -> Clocks:
        """The clocks of a match that begins: none runs, and every time bank is full."""
        seats = len(roster.seats)
        return cls(roster, [0] * seats, [0] * seats, [0] * seats, [roster.pace.bank] * seats, [0] * seats)

    def start(self, seat: int, now: int) -> None:
        """Let the time of a new decision run."""
        self.begun[seat] = now
        self.stopped[seat] = self.reminded[seat] = 0
        self.deadlines[seat] = self.reckoned(seat)

    def seal(self, seat: int, now: int) -> None:
        """Note when a choice was sealed; its time is up when it was, in case it is taken back."""
        self.stopped[seat] = self.stopped[seat] or now

    def excuse(self, seat: int, deadline: int, now: int) -> None:
        """Take out of a decision what an outage has cost, so that its time is up at this later moment, or after it.

        What is taken out of the decision time is not missing in the time bank either. Nobody gets more than a new
        decision has: of one that opened late in the outage the whole time begins now.
        """
        hours = self.roster.hours(seat)
        begun = pace.reached(hours, self.begun[seat], pace.counted(hours, self.deadlines[seat], deadline))
        self.begun[seat] = min(begun, now)
        self.deadlines[seat] = max(deadline if begun <= now else now, self.reckoned(seat))

    def stop(self, seat: int, now: int, *, earned: bool) -> None:
        """End a decision: what it took beyond its time comes out of the bank; one that was `earned` adds to it."""
        setting = self.roster.pace
        if self.begun[seat] and (setting.bank or setting.increment):
            self.banks[seat] = self.bank_left(seat, now, setting.increment if earned else 0)
        self.begun[seat] = self.stopped[seat] = self.deadlines[seat] = self.reminded[seat] = 0

    def bank_left(self, seat: int, now: int, increment: int = 0) -> int:
        """What the time bank of a seat holds at a moment, in seconds, and with this increment if there is one."""
        if not self.begun[seat]:
            return self.banks[seat]
        hours, stopped = self.roster.hours(seat), self.stopped[seat] or now
        time, bank = self.roster.pace.decision_time, self.banks[seat]
        return pace.bank_left(hours, self.begun[seat], stopped, time, bank, increment)

    def banked(self, seat: int) -> int:
        """From when on the decision whose clock runs uses the time bank, in epoch seconds; 0 where none runs."""
        begun, time = self.begun[seat], self.roster.pace.decision_time
        return pace.reached(self.roster.hours(seat), begun, time) if begun else 0

    def reckoned(self, seat: int) -> int:
        """When the time of a decision is up by when it began and today's hours, in epoch seconds; 0 where none runs."""
        if not self.begun[seat]:
            return 0
        time = self.roster.pace.decision_time
        return pace.deadline(self.roster.hours(seat), self.begun[seat], time, self.banks[seat])

    def reminder(self, seat: int) -> int:
        """When the player is to be reminded next, in epoch seconds; 0 for never."""
        ladder, sitter = self.roster.ladder(seat)[self.reminded[seat] :], self.roster.seats[seat]
        if not ladder or not self.begun[seat] or sitter.kind != "player" or sitter.is_played_by_bot:
            return 0
        time, hours = self.roster.pace.decision_time, self.roster.hours(seat)
        moments = pace.reminders(hours, self.begun[seat], time, self.banks[seat], ladder, self.deadlines[seat])
        return next(iter(moments), 0)

    def remind(self, seat: int, now: int) -> None:
        """Note that the player is reminded now, which stands for every reminder whose time has come."""
        while 0 < self.reminder(seat) <= now:
            self.reminded[seat] += 1

    def due(self, seats: Iterable[int]) -> int:
        """When the sweep has to look next at the decisions of these seats, in epoch seconds; 0 for never."""
        return pace.first(moment for seat in seats for moment in (self.deadlines[seat], self.reminder(seat)))
