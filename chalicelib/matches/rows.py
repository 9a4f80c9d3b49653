"""Rows of the log as bodies of stored items: short names, and nothing of what is as it mostly is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from chalicelib.matches.events import Entry, LogRow, Owed
from chalicelib.rules import Fact


def body(row: LogRow) -> dict[str, Any]:
    """What is stored of a row."""
    always = {"at": row.at, "version": row.version, "n": row.n, "seat": row.seat, "kind": row.kind}
    return always | {name: value for name, value in _optional(row).items() if value}


def _optional(row: LogRow) -> dict[str, Any]:
    """What most rows have not."""
    return {
        "prev": list(row.prev) if row.prev != (0, 0) else [],
        "text": row.text,
        "print": row.print,
        "entries": [[entry.ply, entry.seat, entry.text, entry.how] for entry in row.entries],
        "draws": [list(drawn) for drawn in row.draws],
        "facts": _facts_body(row.facts),
        "own": {str(seat): _facts_body(facts) for seat, facts in row.own.items()},
        "owed": [[owed.category, owed.seat, owed.player, owed.n, owed.after] for owed in row.owed],
        "ordered": [list(each) for each in row.ordered],
        "chosen": [list(each) for each in row.chosen],
        "hooked": row.hooked,
    }


def row(body: Mapping[str, Any]) -> LogRow:
    """The row that a body holds."""
    return LogRow(
        at=body["at"],
        version=body["version"],
        n=body["n"],
        seat=body["seat"],
        kind=body["kind"],
        text=body.get("text", ""),
        print=body.get("print", ""),
        entries=tuple(Entry(*entry) for entry in body.get("entries", ())),
        facts=_facts(body.get("facts", ())),
        own={int(seat): _facts(facts) for seat, facts in body.get("own", {}).items()},
        owed=tuple(Owed(*owed) for owed in body.get("owed", ())),
        draws=tuple((ply, count) for ply, count in body.get("draws", ())),
        prev=(body["prev"][0], body["prev"][1]) if "prev" in body else (0, 0),
        ordered=tuple((seat, text) for seat, text in body.get("ordered", ())),
        chosen=tuple((seat, how) for seat, how in body.get("chosen", ())),
        hooked=body.get("hooked", False),
    )


def _facts_body(facts: Iterable[Fact]) -> list[list[Any]]:
    return [[fact.kind, fact.seat, *fact.detail] for fact in facts]


def _facts(body: Iterable[list[Any]]) -> tuple[Fact, ...]:
    return tuple(Fact(kind, seat, tuple(detail)) for kind, seat, *detail in body)
