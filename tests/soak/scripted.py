"""Whole matches by a client that knows nothing but the API: at the handlers, and at a running service over HTTP."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from chalicelib import bootstrap, games
from tests.admin.desk import admin, flaws
from tests.local.process import running
from tests.local.visitors import Visitors
from tests.soak.found import BrokenLawError, Scale
from tests.web import scripted
from tests.web.desk import Desk, open_desk
from tests.web.exported import Record, check

AT_THE_HANDLERS = 200
OVER_HTTP = 20
"""Matches a game and seat count."""
_A_GROUP = 40
"""Matches set up by the same people, who may not set up many more in an hour."""

Entrance = Callable[[int], tuple[scripted.Service, Sequence[str]]]
"""Where a match is played, and by whom, by the number of matches played before."""


def soak_scripted_clients(scale: Scale) -> Iterator[str]:
    """So many matches a game and seat count at the handlers, each in a service of its own."""
    yield from _all(scale, scale.of(AT_THE_HANDLERS), lambda _: (open_desk(), scripted.PEOPLE))
    bootstrap.use(None)


def soak_play(scale: Scale) -> Iterator[str]:
    """The same at one running `make play` over HTTP, where mails are sent meanwhile and the sweep comes round."""
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as process:
        visitors = Visitors(process)
        yield from _all(scale, scale.of(OVER_HTTP), lambda played: (visitors, _group(played // _A_GROUP)))
        yield f"verify --all, beside the service: {_verified(folder)}"


def _verified(folder: str) -> str:
    """What the operator's tool says of all matches there."""
    done = admin("verify", "--all", DATA=folder)
    if done.status:
        raise BrokenLawError(done.out + done.err)
    return done.out.strip()


def _group(number: int) -> Sequence[str]:
    return [f"{name}{number}" for name in scripted.PEOPLE]


@dataclass
class Tally:
    """What the matches of one game and seat count came to."""

    ends: Counter[str] = field(default_factory=Counter)
    kinds: Counter[tuple[int, str]] = field(default_factory=Counter)
    """Pairs of options and style."""
    moves: int = 0

    def add(self, record: Record, kind: tuple[int, str]) -> None:
        """Count a match that is over, whose record holds good."""
        check(record)
        self.ends[record["outcome"]["termination"]] += 1
        self.kinds[kind] += 1
        self.moves += len(record["moves"])

    def __str__(self) -> str:
        ends = ", ".join(f"{end} {count}" for end, count in self.ends.most_common())
        return (
            f"{self.ends.total()} matches finished ({ends}), {self.moves} moves, {len(self.kinds)} pairs of options "
            "and style, every record replayed to its outcome"
        )


def _all(scale: Scale, matches: int, entrance: Entrance) -> Iterator[str]:
    played = 0
    for key in scale.games():
        for seats in games.meta(key).seats:
            tally = Tally()
            for lot in range(matches):
                tally.add(*_one(*entrance(played), key, seats, lot))
                played += 1
            yield f"{key}, {seats} seats: {tally}"


def _one(
    service: scripted.Service, people: Sequence[str], key: str, seats: int, lot: int
) -> tuple[Record, tuple[int, str]]:
    """One match; all styles, and then all options, come in turn."""
    turn, place = divmod(lot, len(scripted.STYLES))
    sets, style = scripted.option_sets(service, key, seats), scripted.STYLES[place]
    number = turn % len(sets)
    wish = scripted.Wish(key, scripted.lineup(style, seats, lot), sets[number])
    record = scripted.play(service, wish, style, lot, people)
    if isinstance(service, Desk) and (found := flaws(service.env)):
        raise BrokenLawError(f"stored otherwise than the log leads to: {found}")
    return record, (number, style)
