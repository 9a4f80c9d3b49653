"""Long runs of races on the move path."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from itertools import permutations
from pathlib import Path

from chalicelib.adapters.sqlite import SqliteStore
from chalicelib.players.ports import FixedClock
from tests.matches import expiry_races, races
from tests.matches.desk import Desk
from tests.matches.emulated import EmulatedDesks
from tests.soak.found import Scale

SUBMITTERS = 50
ORDERS: list[tuple[int, ...]] = [(), *permutations(range(3))]
"""Of three commits: whichever comes first, and every order."""
THIRDS: dict[expiry_races.Third, str] = {"sweep": "another", "late": "a move that is too late"}


def soak_one_decision(scale: Scale) -> Iterator[str]:
    """Fifty submitters of one decision: exactly one is stored."""
    trials = scale.of(1_000)
    for _ in range(trials):
        races.one_decision(Desk(), SUBMITTERS)
    yield f"{trials} trials of {SUBMITTERS} submitters in memory: one stored in each, the others told so"


def soak_one_decision_in_a_file(scale: Scale) -> Iterator[str]:
    """The same on a file, a connection a thread."""
    trials = scale.of(100)
    with tempfile.TemporaryDirectory() as folder:
        for trial in range(trials):
            with SqliteStore(Path(folder) / f"{trial}.sqlite3", FixedClock()) as store:
                races.one_decision(Desk(store), SUBMITTERS)
    yield f"{trials} trials of {SUBMITTERS} submitters in a file: one stored in each, the others told so"


def soak_two_seats(scale: Scale) -> Iterator[str]:
    """Two seats at the same time: both are stored, always."""
    trials = scale.of(1_000)
    for _ in range(trials):
        races.two_seats(Desk())
    yield f"{trials} trials of two seats at the same time: both stored in each"


def soak_move_against_expiry(scale: Scale) -> Iterator[str]:
    """A move against its expiry, whichever comes first: exactly one is stored, and the log says which."""
    trials = scale.of(1_000)
    for third in THIRDS:
        won = Counter(expiry_races.move_against_expiry(Desk(), ORDERS[n % len(ORDERS)], third) for n in range(trials))
        yield f"{trials} trials of a move against a sweep and {THIRDS[third]}: {dict(won)}, exactly one stored in each"


def soak_one_decision_on_dynamo(scale: Scale) -> Iterator[str]:
    """Fifty submitters of one decision on DynamoDB, as the emulator plays it."""
    trials = scale.of(100)
    with closing(EmulatedDesks()) as desks:
        for _ in range(trials):
            races.one_decision(desks.open(), SUBMITTERS)
    yield f"{trials} trials of {SUBMITTERS} submitters on DynamoDB: one stored in each, the others told so"


def soak_two_seats_on_dynamo(scale: Scale) -> Iterator[str]:
    """Two seats at the same time, and a move against its expiry, on DynamoDB."""
    trials = scale.of(100)
    with closing(EmulatedDesks()) as desks:
        for _ in range(trials):
            races.two_seats(desks.open())
        yield f"{trials} trials of two seats at the same time on DynamoDB: both stored in each"
        won = Counter(expiry_races.move_against_expiry(desks.open()) for _ in range(trials))
    yield f"{trials} trials of a move against its expiry on DynamoDB: {dict(won)}, exactly one stored in each"
