"""Private notes, as the page of a match has them: nobody else sees them, and no seat link opens them."""

from __future__ import annotations

from collections.abc import Mapping

from chalicelib.matches import service
from chalicelib.matches.errors import MatchNotFoundError, NotYourSeatError
from chalicelib.matches.notes import Note
from chalicelib.site.act import Act, number, player_of
from chalicelib.site.table import Table


def note_part(table: Table) -> Note | None:
    """The visitor's own note about the match; None for those who have none and can write none."""
    if not table.visitor.player:
        return None
    try:
        return service.read_note(table.env, table.visitor.player, table.match.id)
    except (NotYourSeatError, MatchNotFoundError):  # no link to join by shows a note
        return None


def _write(table: Table) -> str:
    player, version = player_of(table), number(table, "version")
    service.write_note(table.env, player, table.match.id, table.visitor.form.get("text", ""), version)
    return ""


ACTS: Mapping[str, Act] = {"note": Act(_write, "notes", "notes", told=True)}
"""What the form of this part does."""
