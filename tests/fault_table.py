"""`python -m tests.fault_table`: the fault table, path by path and engine by engine.

One fault at every call of a clean run, every fault that tells; two of them on the paths of a move. On SQLite faults
happen at the store's port, on DynamoDB (an emulator plays it) on the wire. An error when anything is lost or doubled.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator

from tests.adapters.tally import LEGEND, Tally, table, total
from tests.matches import faults as matches
from tests.matches.emulated import EmulatedDesks
from tests.players import faults as players
from tests.post import faults as post


def of_matches(engine: matches.Engine) -> Iterator[Tally]:
    """Every path of a match on an engine; those of a move with two faults as well."""
    for path in matches.PATHS:
        yield matches.tally(path, engine, matches.fitting(path, engine))
    for path in matches.PATHS:
        if path.name in matches.MOVES:
            found = matches.tally(path, engine, matches.pairs(path, engine))
            found.path += ", two"
            yield found


def of_players() -> Iterator[Tally]:
    """Every path of accounts, credentials and webhooks."""
    yield from (players.tally(path) for path in players.PATHS)


def of_post() -> Iterator[Tally]:
    """Every path from a log row to a mail or a webhook, and that of a move to its mails."""
    yield from (post.tally(path, post.singles(path)) for path in post.PATHS)


def everything() -> Iterator[Tally]:
    """The whole table."""
    yield from of_matches(matches.SQLITE)
    desks = EmulatedDesks()
    try:
        yield from of_matches(desks.engine)
    finally:
        desks.close()
    yield from of_players()
    yield from of_post()


def main() -> int:
    """Print the table; 1 where anything was lost or doubled."""
    logging.disable(logging.CRITICAL)  # what fails on purpose need not be told
    found = list(everything())
    sys.stdout.write("\n".join([*table(found), "", *LEGEND, ""]) + "\n")
    broken = [plan for tally in found for plan in (*tally.lost, *tally.doubled)]
    sys.stdout.write("".join(f"BROKEN {plan}\n" for plan in broken))
    sys.stdout.write(total(found) + "\n")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
