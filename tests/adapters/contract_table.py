"""Prints which engine keeps which promise of the store port: `python -m tests.adapters.contract_table`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import pytest

from tests.adapters.engines import ENGINES, opened
from tests.adapters.store_contract import CHECKS

_WIDTH = max(len(name) for name in CHECKS)


def keeps(engine: str, check: str) -> bool:
    """Whether the engine passes the check, on a store of its own."""
    with tempfile.TemporaryDirectory() as folder, opened(engine, Path(folder)) as opened_engine:
        try:
            CHECKS[check](opened_engine)
        except (Exception, pytest.fail.Exception):  # noqa: BLE001 - whatever stops a check, the promise is not kept
            return False
    return True


def table() -> tuple[list[str], int]:
    """The lines of the table, and how many promises are broken."""
    results = {check: {engine: keeps(engine, check) for engine in ENGINES} for check in CHECKS}
    lines = ["".join([" " * _WIDTH, *(f"  {engine}" for engine in ENGINES)])]
    for check, kept in results.items():
        cells = (f"  {'ok' if kept[engine] else 'BROKEN':{len(engine)}}" for engine in ENGINES)
        lines.append("".join([f"{check.replace('_', ' '):{_WIDTH}}", *cells]).rstrip())
    totals = {engine: sum(kept[engine] for kept in results.values()) for engine in ENGINES}
    lines.append(", ".join(f"{engine}: {total} of {len(CHECKS)}" for engine, total in totals.items()))
    return lines, sum(len(CHECKS) - total for total in totals.values())


if __name__ == "__main__":
    printed, broken = table()
    sys.stdout.write("\n".join(printed) + "\n")
    sys.exit(1 if broken else 0)
