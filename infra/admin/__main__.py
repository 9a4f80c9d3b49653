"""`python -m infra.admin`: look at matches, check them, move them, and help them on. docs/operations.md tells more."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import partial

from chalicelib.bootstrap import Container
from chalicelib.matches.errors import MatchError
from chalicelib.players.errors import PlayerError
from chalicelib.players.ports import StoreError
from chalicelib.post.ports import QueueUnavailableError
from chalicelib.settings import SettingError
from infra.admin import expire, export, inspect, line, migrate, redeliver, restore, verify
from infra.admin.errors import AdminError
from infra.admin.place import opened
from infra.deploy_error import DeployError
from infra.emulator import EmulatorError
from infra.local.place import PlaceTakenError, PlaceUnusableError

Where = Callable[..., AbstractContextManager[Container]]
COMMANDS = (inspect, verify, export, restore, redeliver, expire, migrate)
"""One module a command: `add` tells the command line of it and sets its `run`, and `begin` if it makes a store."""
REFUSALS = (
    AdminError,
    DeployError,
    EmulatorError,
    MatchError,
    PlaceTakenError,
    PlaceUnusableError,
    PlayerError,
    QueueUnavailableError,
    SettingError,
    StoreError,
    OSError,
)
STOPPED = 130
"""The exit status of what Ctrl-C ended."""

_WHERE = """
Without --stage they work on the embedded service, `make play`, whether it runs or not: in the folder DATA (.local),
on the engine STORE (sqlite), as it was started with. With --stage on the stack turnpost-<stage>, with your own
credentials (AWS_PROFILE, AWS_DEFAULT_REGION); no function gets a right for it.

Exit status: 0 it was done, 1 something was found that should not be, 2 it was not done.
"""


def parser() -> argparse.ArgumentParser:
    """What the command line takes."""
    made = argparse.ArgumentParser(
        prog="python -m infra.admin",
        description="The operator's tools: look at matches, check them, move them, and help them on.",
        epilog=_WHERE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument("--stage", default="", help=line.STAGE)
    made.add_argument("--table", default="", help=line.TABLE)
    commands = made.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for module in COMMANDS:
        module.add(commands)
    return made


def main(arguments: Sequence[str], where: Where = opened) -> int:
    """Do what the command line asks; the exit status. `where` opens what it is done on."""
    asked = parser().parse_args(arguments)
    try:
        begin = partial(asked.begin, asked) if hasattr(asked, "begin") else None
        with where(asked.stage, asked.table, begin=begin) as container:
            return _done(asked, container)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # whoever read it has read enough
        return 0
    except REFUSALS as error:
        print(_sentence(error), file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return STOPPED


def _done(asked: argparse.Namespace, container: Container) -> int:
    status: int = asked.run(asked, container)
    sys.stdout.flush()
    return status


def _sentence(error: BaseException) -> str:
    """What is said of an error; one without words is told by its kind."""
    return str(error) or f"It was not done ({type(error).__name__})."


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that it cleans up after itself as with Ctrl-C
    sys.exit(main(sys.argv[1:]))
