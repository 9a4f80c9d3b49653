"""`restore`: put everything that was exported into an empty store."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from chalicelib.bootstrap import Container
from chalicelib.post import relay
from infra.admin import export_file, kinds, restoring, verify
from infra.admin.errors import AdminError
from infra.admin.line import command, count, note, say
from infra.admin.mark import Mark
from infra.admin.tables import subjects

_LONG = """
The file is looked at as a whole before anything is written: its checksum, its counts, and whether this release knows
the format of every item. The store has to be empty, and on the folder of an embedded service nothing may run; what
that service needs besides, its secret, is a file of its own. A restore that was stopped, even at
once, goes on where it was when it is run again with the same file, and until it is over `make play` does not start.

What was exported from one engine can be restored into the other. Deadlines go on: the sweep takes the time since the
export for an outage, which is nobody's fault. Notices that had not been sent are sent, and none that had been. At the
end everything is compared, and every match and record verified; 1 if something is not as it should be.
"""


def add(commands: Any) -> None:
    """Tell the command line of it."""
    parser = command(commands, "restore", "put an export into an empty store", _LONG)
    parser.add_argument("file", type=Path, metavar="FILE", help="what `export --all` wrote")
    parser.set_defaults(run=run, begin=begin, summed=None)


def begin(asked: argparse.Namespace) -> Mark:
    """Look at the whole file, once; what a store is marked with before anything of it is there.

    Raises AdminError, OSError.
    """
    if asked.summed is None:
        found = export_file.check(asked.file)
        known = kinds.formats()
        for item in export_file.items(asked.file):
            kinds.check(known, item.kind, item.format)
        asked.summed = found
    return Mark(str(asked.summed.told()["sha256"]))


def run(asked: argparse.Namespace, container: Container) -> int:
    """Put it in, and compare; 1 if something is not as it should be. Raises AdminError, StoreError, OSError."""
    env, path, first = container.env, asked.file, begin(asked)
    mark = restoring.begun(env, first)
    if mark.done:
        note(f"Going on after {count(mark.done, 'item', 'items')}.")
    mark = restoring.restore(env, path, mark)
    asked_for = 0
    for key in restoring.waiting(env, path):
        relay.enqueue(container.post, key)
        asked_for += 1
    missing = sum(1 for _ in restoring.missing(env, path))
    if missing:
        raise AdminError(f"{count(missing, 'item is', 'items are')} not there, though they were written. Begin again.")
    restoring.finish(env, mark)
    notices = count(asked_for, "notice", "notices")
    say(f"{count(asked.summed.items, 'item', 'items')} restored; {notices} put into the queues")
    return _verified(container)


def _verified(container: Container) -> int:
    found = verify.Found()
    for kind, name, flaw in verify.broken(container.env, subjects(container.env.store), found):
        say(verify.line_of(kind, name, flaw))
    say(found.told())
    return 1 if found.broken else 0
