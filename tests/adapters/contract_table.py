"""Prints which engine keeps which promise of the store port: `python -m tests.adapters.contract_table`."""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from pathlib import Path

import pytest

from tests.adapters.engines import ENGINES, NOT_ASKED, opened
from tests.adapters.store_contract import CHECKS

KEPT, BROKEN, NOT = "ok", "BROKEN", "not asked"

_WIDTH = max(len(name) for name in CHECKS)
_COLUMN = max(len(name) for name in (*ENGINES, NOT))


def keeps(engine: str, check: str) -> bool:
    """Whether the engine passes the check, on a store of its own."""
    with tempfile.TemporaryDirectory() as folder, opened(engine, Path(folder)) as opened_engine:
        try:
            CHECKS[check](opened_engine)
        except (Exception, pytest.fail.Exception):  # noqa: BLE001 - whatever stops a check, the promise is not kept
            return False
    return True


def cell(engine: str, check: str) -> str:
    """What the table says of the engine and the check."""
    if check in NOT_ASKED.get(engine, {}):
        return NOT
    return KEPT if keeps(engine, check) else BROKEN


def table() -> tuple[list[str], int]:
    """The lines of the table, and how many promises are broken."""
    columns = {engine: _column(engine) for engine in ENGINES}
    lines = [_line("", list(ENGINES))]
    lines += [_line(check, [column[row] for column in columns.values()]) for row, check in enumerate(CHECKS)]
    lines += [_total(engine, Counter(column)) for engine, column in columns.items()]
    lines += [f"not asked of {engine}: {check.replace('_', ' ')} ({why})" for engine, check, why in _excused()]
    return lines, sum(column.count(BROKEN) for column in columns.values())


def _column(engine: str) -> list[str]:
    """The engine's cells; since there are many, standard error says how far it is."""
    cells = []
    for number, check in enumerate(CHECKS, 1):
        sys.stderr.write(f"\r{engine}: {number} of {len(CHECKS)}")
        sys.stderr.flush()
        cells.append(cell(engine, check))
    sys.stderr.write("\n")
    return cells


def _line(check: str, cells: list[str]) -> str:
    return "  ".join([f"{check.replace('_', ' '):{_WIDTH}}", *(f"{one:{_COLUMN}}" for one in cells)]).rstrip()


def _total(engine: str, counts: Counter[str]) -> str:
    return f"{engine}: {counts[KEPT]} of {len(CHECKS)} kept, {counts[BROKEN]} broken, {counts[NOT]} not asked"


def _excused() -> list[tuple[str, str, str]]:
    return [(engine, check, why) for engine, checks in NOT_ASKED.items() for check, why in checks.items()]


if __name__ == "__main__":
    printed, broken = table()
    sys.stdout.write("\n".join(printed) + "\n")
    sys.exit(1 if broken else 0)
