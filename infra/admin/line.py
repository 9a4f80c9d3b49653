"""The command line of a tool, and what every tool says in the same way."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

STAGE = "work on this stage in AWS instead of the embedded service"
TABLE = "with --stage: on this table of the account, such as one that AWS restored"


def command(commands: Any, name: str, short: str, long: str = "") -> argparse.ArgumentParser:
    """A command's own parser; `short` stands in the list of all, `long` in its own help. It knows --stage too."""
    made: argparse.ArgumentParser = commands.add_parser(
        name,
        help=short,
        description=f"{short[0].upper()}{short[1:]}.\n\n{long.strip()}".strip(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument("--stage", default=argparse.SUPPRESS, help=STAGE)
    made.add_argument("--table", default=argparse.SUPPRESS, help=TABLE)
    return made


def say(text: str) -> None:
    """A line of what was asked for."""
    print(text)


def note(text: str) -> None:
    """A line about what is being done; it goes to standard error, so that the answer can go to a file."""
    print(text, file=sys.stderr)


def say_json(value: object) -> None:
    """The answer as one JSON document, or as one of several, each on a line of its own."""
    print(json.dumps(value, ensure_ascii=False))


def count(number: int, one: str, many: str) -> str:
    """So many of something, in words: "1 match", "1,234 matches"."""
    return f"{number:,} {one if number == 1 else many}"
