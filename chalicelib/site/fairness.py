"""How dice are kept fair, for everybody; and for one match or one record, every draw and whether it holds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from chalice.app import Response

from chalicelib.matches import proof, service
from chalicelib.matches.errors import MatchNotFoundError
from chalicelib.matches.match import Seat
from chalicelib.matches.record_form import Record
from chalicelib.post.language import catalogue
from chalicelib.post.names import name_of
from chalicelib.site import pages, programs, records
from chalicelib.site.refusals import Refusal, refusal_of
from chalicelib.site.table import Table, open_table
from chalicelib.site.visitor import Visitor
from chalicelib.web.errors import KNOWN


@dataclass(frozen=True, slots=True)
class Draw:
    """A ply that drew: whose move it was and which ("" for the first position), and the numbers drawn."""

    ply: int
    name: str
    move: str
    dice: str


@dataclass(frozen=True, slots=True)
class Checked:
    """What came of replaying a record: the record where it could be read, what was wrong, and from which ply on.

    `behind` is 0 for the match itself, and counts back from there to the one before it that something is wrong in.
    """

    record: Record | None
    refusal: Refusal | None = None
    ply: int = 0
    behind: int = 0

    @property
    def meant(self) -> Record | None:
        """The record of the match that something is wrong in, or that was judged last."""
        found = self.record
        for _ in range(self.behind):
            found = found.origin if found else None
        return found


def fairness_page(visitor: Visitor) -> Response:
    """What is promised, the dice of the match that is asked for, and what a posted record comes to."""
    try:
        table = _table(visitor)
    except MatchNotFoundError:
        return pages.missing(visitor, visitor.query("match"))
    checked = _checked(visitor, table) if visitor.request.method == "POST" else None
    record = checked.record if checked else _record(table)
    meant = checked.meant if checked else record
    answer = pages.show(
        visitor,
        "fairness.html",
        checked.refusal.status if checked and checked.refusal else 200,
        table=table,
        mark=service.newest_mark(table.env, table.match) if table and table.status == "running" else None,
        checked=checked,
        refusal=checked.refusal if checked else None,
        record=record,
        provenance=_provenance(visitor, table, checked),
        meant=meant,
        draws=list(_draws(visitor, meant, _shown(checked))) if meant else [],
        programs=programs.versions(),
    )
    return programs.let_run(answer, fetch=True)


def _table(visitor: Visitor) -> Table | None:
    """The match that is asked for, None where none is. Raises MatchNotFoundError."""
    wanted = visitor.query("match")
    return open_table(visitor, wanted) if wanted else None


def _record(table: Table | None) -> Record | None:
    """The record of a match that has ended. Raises UnreadableMatchError."""
    if table is None or table.status != "over":
        return None
    return service.export(table.env, table.match.id, table.visitor.caller)


def _checked(visitor: Visitor, table: Table | None) -> Checked:
    record = None
    try:
        record = _record(table) or records.given(visitor)
        proof.check(visitor.container.env.games, record)
    except KNOWN as error:
        where = (getattr(error, "ply", 0), getattr(error, "behind", 0))
        return Checked(record, refusal_of(error, visitor.language), *where)
    return Checked(record)


def _provenance(visitor: Visitor, table: Table | None, checked: Checked | None) -> service.Provenance | None:
    """Whether a record that was posted, and that holds, is that of a match here."""
    if table or checked is None or checked.record is None or checked.refusal:
        return None
    return service.provenance_of(visitor.container.env, checked.record, visitor.caller)


def _shown(checked: Checked | None) -> int | None:
    """How many moves are shown with their draws: of a record that fails none after what is wrong. None for all."""
    return checked.ply if checked and checked.refusal else None


def _draws(visitor: Visitor, record: Record, most: int | None) -> Iterator[Draw]:
    words = catalogue(visitor.language)
    yield Draw(0, "", "", record.dice)
    for move in record.moves[:most]:
        if move.dice and move.seat < len(record.seats):
            sitter = record.seats[move.seat]
            name = name_of(words, Seat(sitter.kind, name=sitter.name, level=sitter.level))
            yield Draw(move.ply, name, move.move, move.dice)
