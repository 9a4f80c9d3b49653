"""Whole matches by a client that knows nothing but the API."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from chalicelib import bootstrap, games
from tests.soak.found import Scale
from tests.web import scripted
from tests.web.desk import open_desk


def soak_scripted_clients(scale: Scale) -> Iterator[str]:
    """So many matches a game and seat count, in every style in turn."""
    matches = scale.of(200)
    for key in sorted(games.keys()):
        for seats in games.meta(key).seats:
            ends: Counter[str] = Counter()
            for lot in range(matches):
                record = scripted.play(open_desk(), key, seats, scripted.STYLES[lot % len(scripted.STYLES)], lot)
                outcome = record["outcome"]
                assert isinstance(outcome, dict)
                ends[outcome["termination"]] += 1
            yield f"{key}, {seats} seats: {matches} matches finished, {dict(ends)}"
    bootstrap.use(None)
