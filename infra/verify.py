"""`make verify FILE=record.json`: check a record, its dice by the stand-alone program, then all of it by a replay."""

from __future__ import annotations

import sys
from pathlib import Path

from chalicelib import games
from chalicelib.matches import proof, record_file
from chalicelib.matches.errors import InvalidRecordError
from chalicelib.site import verify_dice


def main(name: str) -> int:
    """Check the record in a file and say what was found; 0 when all of it holds, else 1."""
    print(f"1. The dice alone, as verify_dice.py checks them, which knows nothing of this service: {name}", flush=True)
    if verify_dice.main(name) != 0:
        return 1
    print("2. The whole match, replayed by the rules that it was played by:")
    try:
        record = record_file.read(Path(name).read_bytes())
        proof.check(games, record)
    except InvalidRecordError as error:
        print(f"NOT what was played: {error.message}")
        return 1
    ended = record.outcome.termination if record.outcome else ""
    print(f"  {len(record.moves)} moves of {record.game}, version {record.rules_version}, are legal and came about so")
    print(f"  they lead to the end that the record tells ({ended}), with just these dice and no others")
    print("The record holds.")
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 2 or not sys.argv[1]:
        sys.exit("say which record: make verify FILE=record.json")
    sys.exit(main(sys.argv[1]))
