"""`export`: the record of one match, or everything there is."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from chalicelib.adapters.sqlite import SqliteStore
from chalicelib.bootstrap import Container
from chalicelib.matches import record, repository
from chalicelib.matches.errors import WrongStatusError
from infra.admin import copies, export_file
from infra.admin.errors import AdminError
from infra.admin.line import command, count, note, say
from infra.admin.mark import MARK
from infra.admin.place import FILE
from infra.admin.tables import UnsettledError

_LONG = """
The record of an ended match, as GET /matches/{match}/export gives it, goes to standard output. With --all everything
goes into a file: a line of JSON that says what it is, one for every item in the order of its key, and one with counts
and a checksum. The file appears under its name when it is whole, and only its owner may read it: it holds the seeds of
running matches, addresses, and all that players hide from each other.

It may be taken while the service runs. From SQLite it is everything as it stood at one moment. From DynamoDB each match
is as it stood between two moves, but not all of them at the same moment: for one moment, let AWS restore the table to
it under another name, and export that (--stage STAGE --table NAME).
"""
STANDARD_OUTPUT = "-"


def add(commands: Any) -> None:
    """Tell the command line of it."""
    parser = command(commands, "export", "write the record of a match, or everything there is into a file", _LONG)
    parser.add_argument("what", metavar="MATCH|FILE", help="an ended match; with --all the file, - is standard output")
    parser.add_argument("--all", action="store_true", help="everything there is")
    parser.set_defaults(run=run)


def run(asked: argparse.Namespace, container: Container) -> int:
    """Write what was asked for. Raises AdminError, MatchNotFoundError, WrongStatusError."""
    if not asked.all:
        say(record_of(container, asked.what))
        return 0
    try:
        with copied(container) as copy:
            found = _exported(copy, asked.what, container.env.clock.now())
    except UnsettledError as error:
        raise AdminError(f"{error} Nothing was written; try again.") from error
    where = "" if asked.what == STANDARD_OUTPUT else f" in {asked.what}"
    kinds = ", ".join(f"{number:,} {kind}" for kind, number in sorted(found.kinds.items()))
    note(f"{count(found.items, 'item', 'items')}{where}: {kinds or 'none'}")
    return 0


def record_of(container: Container, match_id: str) -> str:
    """The record of an ended match as JSON. Raises MatchNotFoundError, WrongStatusError."""
    env = container.env
    match = repository.load(env, match_id)
    if match.head.status != "over":
        raise WrongStatusError(f"{match_id} is {match.head.status}: a match has a record once it has been played out.")
    return record.of_match(env, match, repository.log(env, match_id)).model_dump_json()


@contextmanager
def copied(container: Container) -> Iterator[SqliteStore]:
    """A copy of everything, in a folder that only its owner may read and that is gone afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="turnpost-export-"))
    try:
        path, source = folder / FILE, container.settings.data / FILE
        is_file = container.settings.store == "sqlite"
        copy = copies.of_file(source, path, container.env.clock) if is_file else copies.of_table(container.env, path)
        with copy:
            yield copy
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _exported(copy: SqliteStore, where: str, now: int) -> export_file.Sum:
    items = (item for item in copy.scan() if item.key != MARK)
    if where == STANDARD_OUTPUT:
        return export_file.write(sys.stdout, items, now)
    with appearing(Path(where)) as file:
        return export_file.write(file, items, now)


@contextmanager
def appearing(path: Path) -> Iterator[IO[str]]:
    """A file that stands under its name once it is whole and on the disk, for its owner only."""
    handle, draft = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)  # for its owner only
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        Path(draft).replace(path)
    finally:
        with suppress(FileNotFoundError):
            Path(draft).unlink()
