"""`python -m tests.bench [--only WORD] [--out FILE]`: run the benchmarks, print a table, write bench.json."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from tests.bench.found import benchmarks
from tests.bench.measure import Result


def row(name: str, result: Result) -> str:
    """One line of the table."""
    verdict = "holds" if result.holds else "FAILS"
    return f"{verdict}  {name:<36} {result.value:>12}  bar {result.bar:>8}  {result.how}"


def main(arguments: list[str]) -> int:
    """Run what was asked for; 1 when a bar is missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--only", default="", help="only benchmarks with this in their name")
    parser.add_argument("--out", type=Path, default=Path("bench.json"), help="where the figures go")
    asked = parser.parse_args(arguments)
    results: dict[str, Result] = {}
    for name, bench in benchmarks():
        if asked.only in name:
            results[name] = bench()
            print(row(name, results[name]), flush=True)
    asked.out.write_text(json.dumps({name: result._asdict() for name, result in results.items()}, indent=2) + "\n")
    return 0 if all(result.holds for result in results.values()) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
