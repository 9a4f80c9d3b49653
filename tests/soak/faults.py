"""Long runs of the fault table: two faults on every path, on both engines, and from a move to its mails."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from typing import TypeVar

from tests.adapters.tally import Tally, table
from tests.matches import faults as matches
from tests.matches.emulated import EmulatedDesks
from tests.post import faults as post
from tests.soak.found import BrokenLawError, Scale

T = TypeVar("T")

MOVING = 3
"""The first calls from a move to its mails: the load, the commit, and the relay's first."""


def soak_matches_on_sqlite(scale: Scale) -> Iterator[str]:
    """Two faults on every path of a match."""
    yield from _matches(matches.SQLITE, scale)


def soak_matches_on_dynamo(scale: Scale) -> Iterator[str]:
    """The same with faults on the wire, and before that every fault at every request, even where it changes nothing."""
    with closing(EmulatedDesks()) as desks:
        for path in matches.PATHS:
            plans = _part(list(matches.singles(path, desks.engine)), scale)
            yield _told(matches.tally(path, desks.engine, plans))
        yield from _matches(desks.engine, scale)


def soak_post(scale: Scale) -> Iterator[str]:
    """Two mishaps on the paths of the post; from a move to its mails, the first of them where the move is made."""
    with _quiet():
        for path in post.PATHS:
            if not path.name.startswith("sweep"):
                plans = list(post.pairs(path, MOVING if path.name == "move to mail" else 0))
                yield _told(post.tally(path, _part(plans, scale)))


def _matches(engine: matches.Engine, scale: Scale) -> Iterator[str]:
    for path in matches.PATHS:
        plans = _part(list(matches.pairs(path, engine)), scale)
        yield _told(matches.tally(path, engine, plans))


def _part(plans: Sequence[T], scale: Scale) -> Sequence[T]:
    """As many of the plans as the scale asks for, from all over."""
    return plans[:: max(1, len(plans) // scale.of(len(plans)))] if plans else plans


def _told(found: Tally) -> str:
    if found.lost or found.doubled:
        raise BrokenLawError("\n".join([*found.lost, *found.doubled]))
    return table([found])[1]


@contextmanager
def _quiet() -> Iterator[None]:
    """What fails on purpose, many thousand times, need not be written down."""
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)
