"""What the runs of one path of a fault table came to, and the table of all of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

HEADING = ("path", "engine", "n", "runs", "met", "lost", "doubled")


@dataclass
class Tally:
    """The runs of a path on an engine.

    `n` are the calls of a clean run, `runs` those with faults, `met` the faults that were met in them; `lost` names
    the plans after which less stood than after a clean run, or other than that, `doubled` those after which more did.
    """

    path: str
    engine: str
    n: int
    runs: int = 0
    met: int = 0
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)

    def row(self) -> tuple[str, ...]:
        """Its line in the table."""
        counts = (self.n, self.runs, self.met, len(self.lost), len(self.doubled))
        return (self.path, self.engine, *map(str, counts))


def table(tallies: Iterable[Tally]) -> list[str]:
    """The lines of the table."""
    rows: Sequence[tuple[str, ...]] = [HEADING, *(tally.row() for tally in tallies)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADING))]
    return [_line(row, widths) for row in rows]


LEGEND = (
    "n: calls of a clean run; runs: those with faults; met: faults that happened in them",
    "lost, doubled: runs after which less, or more, stood than after a clean one",
)


def total(tallies: Sequence[Tally]) -> str:
    """What all of them come to, in a sentence."""
    sums = [
        sum(counts) for counts in zip(*((t.runs, t.met, len(t.lost), len(t.doubled)) for t in tallies), strict=True)
    ]
    runs, met, lost, doubled = sums or [0] * 4
    return (
        f"{len(tallies)} rows, {runs} runs, {met} faults met: {lost or 'nothing'} lost, {doubled or 'nothing'} doubled."
    )


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    words = [cell.ljust(width) for cell, width in zip(row[:2], widths[:2], strict=True)]
    return "  ".join([*words, *(cell.rjust(width) for cell, width in zip(row[2:], widths[2:], strict=True))])
