"""`verify`: hold the log of matches against what stands in the store."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from chalicelib.bootstrap import Container
from chalicelib.matches import repository
from chalicelib.matches.errors import MatchNotFoundError
from chalicelib.players.ports import Env
from infra.admin import brought_in
from infra.admin.checks import flaw_of
from infra.admin.errors import AdminError
from infra.admin.flaws import Flaw
from infra.admin.line import command, count, note, say, say_json
from infra.admin.tables import UnsettledError, settled, subjects

_LONG = """
Every match is played again from its seed and its log, and held against what is stored: promise, moves, draws, position,
open decisions, deadlines, places in the indexes, end; what each row of the log told whom; and the export of an ended
match against its own check. Of a match that is not as it should be the first difference is told: the ply, the field and
what is wrong there. What is hidden from players is not told, unless --reveal is given.

Matches may be played meanwhile; nothing is changed. With --all the whole table is read, page by page, and the records
that were brought in are checked too.
"""
REVEALED = "--reveal: what follows may tell what players must not know of each other, and seeds of running matches."


@dataclass(slots=True)
class Found:
    """What a check came to: how many matches there were by status, how many records, and how many have a flaw."""

    statuses: Counter[str] = field(default_factory=Counter)
    records: int = 0
    broken: int = 0

    def told(self) -> str:
        """In words."""
        each = ", ".join(f"{number:,} {status}" for status, number in sorted(self.statuses.items()))
        total = count(self.statuses.total(), "match", "matches")
        records = f", {count(self.records, 'record', 'records')}" if self.records else ""
        return f"{total}{f' ({each})' if each else ''}{records}: {self.broken or 'none'} broken"


def add(commands: Any) -> None:
    """Tell the command line of it."""
    parser = command(commands, "verify", "replay matches and hold them against what is stored", _LONG)
    parser.add_argument("matches", nargs="*", metavar="MATCH", help="the id of a match")
    parser.add_argument("--all", action="store_true", help="all matches there are")
    parser.add_argument("--reveal", action="store_true", help="tell what stands there and what should, hidden or not")
    parser.add_argument("--json", action="store_true", help="a line of JSON for each broken match, and a last for all")
    parser.set_defaults(run=run)


def run(asked: argparse.Namespace, container: Container) -> int:
    """Check what was asked for; 1 if a match is not as it should be. Raises AdminError, MatchNotFoundError."""
    if bool(asked.matches) == asked.all:
        raise AdminError("Say which matches to verify, or --all.")
    if asked.reveal:
        note(REVEALED)
    found, env = Found(), container.env
    wanted = subjects(env.store) if asked.all else (("match", each) for each in _known(env, asked.matches))
    for kind, name, flaw in broken(env, wanted, found):
        if asked.json:
            say_json({kind: name, **_told(flaw, reveal=asked.reveal)})
        else:
            say(line_of(kind, name, flaw, reveal=asked.reveal))
    if asked.json:
        total = {"matches": found.statuses.total(), "statuses": dict(found.statuses), "records": found.records}
        say_json({**total, "broken": found.broken})
    else:
        say(found.told())
    return 1 if found.broken else 0


def broken(env: Env, wanted: Iterable[tuple[str, str]], found: Found) -> Iterator[tuple[str, str, Flaw]]:
    """Those of the matches and records, each named as (kind, id), that have a flaw, with it, as they are found.

    `found` counts all. Raises StoreError.
    """
    for kind, name in wanted:
        if kind == "match":
            status, flaw = _looked_at(env, name)
            found.statuses[status] += 1
        else:
            found.records += 1
            flaw = brought_in.flaw_of(env, name)
        if flaw is not None:
            found.broken += 1
            yield kind, name, flaw


def _looked_at(env: Env, match_id: str) -> tuple[str, Flaw | None]:
    """The status of a match, and its flaw."""
    try:
        items = settled(env, match_id)
    except UnsettledError as error:
        return "running", Flaw(None, "version", str(error))
    head = items.get(repository.head_key(match_id))
    return str(head.body.get("status", "unknown")) if head else "unknown", flaw_of(env, match_id, items)


def _known(env: Env, ids: Sequence[str]) -> Iterator[str]:
    for match_id in ids:
        if not any(env.store.get(key(match_id)) for key in (repository.head_key, repository.roster_key)):
            raise MatchNotFoundError(f"There is no match {match_id!r} here.")
        yield match_id


def line_of(kind: str, name: str, flaw: Flaw, *, reveal: bool = False) -> str:
    """A flaw in a line; with `reveal`, what stands there too."""
    where = f"ply {flaw.ply}, {flaw.field}" if flaw.ply is not None else flaw.field
    values = f" (stored {flaw.stored!r}, expected {flaw.expected!r})" if reveal else ""
    what = name if kind == "match" else f"{kind} {name}"
    return f"broken {what}: {where}: {flaw.why}{values}"


def _told(flaw: Flaw, *, reveal: bool) -> dict[str, Any]:
    values = {"stored": flaw.stored, "expected": flaw.expected} if reveal else {}
    return {"ply": flaw.ply, "field": flaw.field, "why": flaw.why, **values}
