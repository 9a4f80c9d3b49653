"""What the log of a match says was submitted, held against what it says entered the record."""

from __future__ import annotations

from collections.abc import Iterable

from chalicelib.matches.events import LogRow

SUBMISSIONS = ("moved", "sealed", "expired", "resigned", "agreed")
"""The kinds of rows that have the canonical text of a decision of their own seat."""


class UnlikeError(Exception):
    """A move on record is not the one that was submitted."""

    def __init__(self, ply: int, recorded: str, submitted: str) -> None:
        super().__init__(f"move {ply} is not the one that was submitted")
        self.ply, self.recorded, self.submitted = ply, recorded, submitted


def submitted(rows: Iterable[LogRow]) -> dict[int, str]:
    """The choices that were submitted and are not on record yet, by seat. Raises UnlikeError.

    `rows` are in the order of their commits. A choice of a bot, or one that was forced, is submitted by nobody; what
    was ordered beforehand is, in the commit that played it.
    """
    waiting: dict[int, str] = {}
    for row in rows:
        if row.kind == "retracted" or (row.kind, row.text) == ("retired", "resign"):
            waiting.pop(row.seat, None)
        elif row.kind == "migrated":
            for seat in row.print.split():
                waiting.pop(int(seat), None)  # the rules that the match goes on by do not allow it
        elif row.kind in SUBMISSIONS:
            waiting[row.seat] = row.text
        ordered = list(row.ordered)
        for entry in row.entries:
            said = waiting.pop(entry.seat, None)
            if said is None and entry.how == "ordered":
                said = _taken(ordered, entry.seat)
            _compare(entry.ply, entry.text, entry.text if said is None else said)
        waiting |= dict(ordered)
    return waiting


def _taken(ordered: list[tuple[int, str]], seat: int) -> str:
    """The first of these moves that is this seat's, which is taken from the list; "" where there is none."""
    found = next((each for each in ordered if each[0] == seat), None)
    if found is None:
        return ""
    ordered.remove(found)
    return found[1]


def _compare(ply: int, recorded: str, said: str) -> None:
    if recorded != said:
        raise UnlikeError(ply, recorded, said)
