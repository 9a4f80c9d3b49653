"""The clocks of a head, held against those that the log leads to, as far as that can be known.

A commit without a row may have moved a clock: an outage, or other hours of a player. Rows that owe reminders or nudges
say what theirs did, and orders say by which commit they were given; of all others there is no trace. Where none was
made since a clock began, it is known to the second.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace

from chalicelib.matches import pace, repository, retiring
from chalicelib.matches.clock import Clocks
from chalicelib.matches.events import LogRow
from chalicelib.matches.match import MOST_REMINDERS, Head, Match
from infra.admin import beside
from infra.admin.circumstances import SLACK
from infra.admin.flaws import Sheet, equal, failed

_WHY = "the log, played again, tells something else"
_COUNTED = 2
"""From this format of its head, and of its log, on a match had clocks that stand still, banks and missed deadlines."""
_SUBMITTED = ("moved", "sealed", "retracted")


class Running:
    """What is known of the clocks while a match is played again.

    `since` is the version at which the time of a seat last began. `_excused` says how often an outage has moved a clock
    by a commit that has a row, `_away` whether an absence was told while it ran; `_other` are seats of whose hours or
    bank nobody knows any more what they were.
    """

    def __init__(self, sheet: Sheet) -> None:
        seats = len(sheet.match.roster.seats)
        self.sheet = sheet
        self.since = [0] * seats
        self._excused = [0] * seats
        self._away = [False] * seats
        self._other = {each.seat for each in sheet.match.roster.handovers}
        told = {row.version for row in sheet.rows} | {each.given for each in sheet.match.head.orders}
        self._told = sorted(told | {row.version for _, row in sheet.beside if beside.is_commit(row)})
        self._start = next((row.version for row in sheet.rows if row.kind == "started"), 0)
        items = [item for key, item in sheet.items.items() if key.sort.startswith(("L#", "A#head"))]
        self._is_old = any(item.format < _COUNTED for item in items)

    def untold(self, version: int) -> int:
        """How many commits after this version nothing tells of."""
        newest = self.sheet.match.head.version
        return max(newest - version, 0) - (len(self._told) - bisect_right(self._told, version))

    def comes(self, row: LogRow, head: Head) -> None:
        """Note a row before its commit: who moves late was excused by an outage, and an absence changes reminders."""
        seat = row.seat
        if row.kind in _SUBMITTED and pace.overdue(head.deadlines[seat], row.at):
            self._excused[seat] += 1
            self._other.add(seat)
        if row.kind == "away" and seat < len(self._away):
            self._away[seat] = True

    def began(self, seat: int, version: int) -> None:
        """Note that the time of a seat begins with the commit of this version."""
        self.since[seat], self._excused[seat], self._away[seat] = version, 0, False

    def reminded(self, match: Match, row: LogRow) -> Match:
        """The match after a reminder. Raises FlawError for one that did not come then."""
        clocks = Clocks.of(match.roster, match.head)
        if all(self._is_known(seat) for seat in range(len(self.since))):
            game = repository.rules(self.sheet.env, match.roster)
            due = [seat for seat in game.to_move(match.head.state) if 0 < clocks.reminder(seat) <= row.at]
            name = repository.notice_key(match.id, row.n, row.seat, row.kind).sort
            equal(match.head.ply, f"{name}.owed", "others were to be reminded", [each.seat for each in row.owed], due)
        for owed in row.owed:
            clocks.remind(owed.seat, row.at)
        return Match(match.roster, replace(match.head, version=row.version, reminded=tuple(clocks.reminded)))

    def _is_known(self, seat: int) -> bool:
        """Whether all that has to do with a clock follows from what was read, reminders too."""
        return self._is_exact(seat) and not self._away[seat]

    def _is_exact(self, seat: int) -> bool:
        """Whether it is known when the time of a seat began, and when it is up."""
        return not (self._is_old or self._moves(seat) or (self._has_bank() and not self._is_bank_known(seat)))

    def _moves(self, seat: int) -> int:
        """So many commits at most may have moved the clock that runs for a seat."""
        moved = seat in self._other and not self._has_bank() and self._sat_down_since(seat)
        return self.untold(max(self.since[seat], self._start)) + self._excused[seat] + moved

    def _sat_down_since(self, seat: int) -> bool:
        """Whether somebody has taken the seat over whose clock had begun: it was counted by other hours."""
        handovers = self.sheet.match.roster.handovers
        return any(each.seat == seat and each.version > self.since[seat] for each in handovers)

    def _has_bank(self) -> bool:
        setting = self.sheet.match.roster.pace
        return bool(setting.bank or setting.increment)

    def _is_bank_known(self, seat: int) -> bool:
        """Whether a time bank was counted by the hours that its player has now."""
        return not (self._is_old or self.untold(self._start) or seat in self._other)

    def check(self, told: Match) -> None:
        """Hold the head against what was worked out. Raises FlawError."""
        head = self.sheet.match.head
        for seat in range(len(self.since)):
            self._check_deadline(seat, told)
        if self._is_old:
            return
        for field in ("at", "stopped", "misses"):
            equal(head.ply, field, _WHY, getattr(head, field), getattr(told.head, field))
        for seat in range(len(self.since)):
            self._check_clock(seat, told.head)
        if head.status == "running":
            self._check_due()

    def _check_clock(self, seat: int, told: Head) -> None:
        """When it began, what its time bank holds, and how often its player was reminded."""
        head, setting = self.sheet.match.head, self.sheet.match.roster.pace
        latest = self.sheet.env.clock.now() + SLACK if told.begun[seat] else 0
        self._check_within("begun", seat, told.begun[seat], told.begun[seat] if self._is_exact(seat) else latest)
        if self._is_bank_known(seat) or not self._has_bank():
            equal(head.ply, f"banks.{seat}", _WHY, head.banks[seat], told.banks[seat])
        else:
            self._check_within("banks", seat, 0, max(setting.bank, pace.LONGEST if setting.increment else 0))
        if self._is_known(seat):
            equal(head.ply, f"reminded.{seat}", _WHY, head.reminded[seat], told.reminded[seat])
        else:
            self._check_within("reminded", seat, 0, MOST_REMINDERS if told.begun[seat] else 0)

    def _check_within(self, field: str, seat: int, least: int, most: int) -> None:
        head = self.sheet.match.head
        stored: int = getattr(head, field)[seat]
        if not least <= stored <= most:
            raise failed(head.ply, f"{field}.{seat}", _WHY, stored, [least, most])

    def _check_deadline(self, seat: int, told: Match) -> None:
        """A deadline lies a decision's time after the commit that began it; later only if an outage can have moved it.

        What came out of a time bank was counted by the hours that its player had then; those of today are all that is
        kept, so that it may hold less where those can have changed.
        """
        head, expected = self.sheet.match.head, told.head.deadlines[seat]
        earliest, latest = expected, expected
        if expected and not (self._is_exact(seat) and not self._is_old):
            is_known = self._is_bank_known(seat) or not self._has_bank()
            moved = (self._moves(seat) + (not is_known)) * pace.LONGEST
            latest = pace.after(told.roster.hours(seat), expected, moved)
            earliest = expected if is_known else self._without_bank(seat, told)
        if not earliest <= head.deadlines[seat] <= latest:
            why = "it is not when the time of this decision is up"
            raise failed(head.ply, f"deadlines.{seat}", why, head.deadlines[seat], expected)

    def _without_bank(self, seat: int, told: Match) -> int:
        """When the time of a decision is up if nothing was left in the time bank."""
        begun, roster = told.head.begun[seat], told.roster
        alone = pace.deadline(roster.hours(seat), begun, roster.pace.decision_time)
        return min(told.head.deadlines[seat], alone)

    def _check_due(self) -> None:
        """It is due when the first of its deadlines and reminders is, or at once where more plays by itself."""
        match, head = self.sheet.match, self.sheet.match.head
        first = Clocks.of(match.roster, head).due(self.sheet.game.to_move(head.state))
        is_untold = self.untold(self.sheet.rows[-1].version) > 0  # whatever was due at such a commit stays so
        latest = self.sheet.env.clock.now() + SLACK if is_untold else head.at
        is_left = retiring.left_over(self.sheet.env, match, range(len(head.opened)))
        may_be_early = is_left or is_untold or first <= head.at
        if head.due == first and (first <= latest or not self._waits_for_nobody()):
            return
        if not (may_be_early and head.started <= head.due <= min(first, latest)):
            raise failed(head.ply, "due", "it is not when the sweep has something to do", head.due, first)

    def _waits_for_nobody(self) -> bool:
        """Whether a decision plays by itself that nobody took back: who takes back the only move there is has time."""
        taken_back = {row.version for row in self.sheet.rows if row.kind == "retracted"}
        seats = [seat for seat, opened in enumerate(self.sheet.match.head.opened) if opened not in taken_back]
        return retiring.left_over(self.sheet.env, self.sheet.match, seats)
