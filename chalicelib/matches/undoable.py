"""What players can do and undo as often as they like, so that others must not be told of it as often."""

from __future__ import annotations

from chalicelib.matches.events import Category, Kind, LogRow

KINDS: frozenset[Kind] = frozenset(("lent", "returned", "wanted", "vacated", "away"))
CATEGORIES: frozenset[Category] = frozenset(("seat_changed", "away"))
"""What such a row may owe beside these, as that it is somebody's turn, nobody can owe without end."""

Topic = tuple[str, int, str] | None


def is_undoable(row: LogRow, category: str) -> bool:
    """Whether a notice of this category, owed by the row, tells of something that can be undone and done again."""
    return row.kind in KINDS and category in CATEGORIES


def topic(row: LogRow) -> Topic:
    """What a row tells of, where a later one may tell of the same; the latest says how it stands."""
    match row.kind:
        case "lent" | "returned" | "retired" | "substituted":
            return "player", row.seat, ""
        case "wanted":
            return "call", row.seat, ""
        case "vacated":
            return "place", row.seat, row.print
        case "away":
            return "absence", row.seat, row.text
    return None


def tells_again(later: LogRow, row: LogRow, player: str) -> bool:
    """Whether a later row owes this player a notice that tells of what the row does, too."""
    return topic(later) == topic(row) and any(owed.player == player for owed in later.owed)
