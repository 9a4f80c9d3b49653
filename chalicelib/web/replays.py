"""Matches that have ended, position by position, and records that players bring in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from chalice.app import Blueprint

from chalicelib.matches import service
from chalicelib.web import pages, shapes
from chalicelib.web.endpoint import CORS, Access, Call, Endpoint, endpoint
from chalicelib.web.errors import NotFoundError
from chalicelib.web.table_view import outcome_shown, seat_names

if TYPE_CHECKING:
    from chalicelib.matches.record_form import Record
    from chalicelib.matches.replay import Frame, SourceKind

bp = Blueprint(__name__)


@bp.route("/matches/{match}/positions/{ply}", cors=CORS)
@endpoint(bp, Endpoint(Access.CALLER, refusals=("conflict", "invalid_record"), speaks=True))
def read_position(call: Call, match: str, ply: str, query: shapes.PositionQuery) -> shapes.PositionShown:
    """A position of a match that has ended, as any of its seats could see it."""
    return _position(call, "match", match, ply, query.seat)


@bp.route("/records", methods=["POST"], cors=CORS)
@endpoint(bp, Endpoint(Access.PLAYER, refusals=("invalid_record", "too_many_requests"), once=True))
def bring_record(call: Call, body: shapes.RecordGiven) -> shapes.RecordMade | shapes.RecordShown:
    """Bring a record in. All it says is checked; after that whoever has its address can replay it and play on from it.

    The same record has the same id, whoever brings it in, and is new only once.
    """
    if call.made is not None:
        return _record(call, call.made)
    found = service.keep(call.env, call.player, body, call.also(service.record_id(body)))
    call.headers["Location"] = f"{call.container.settings.base_url}/records/{found.id}"
    return _record(call, found.id, shapes.RecordMade if found.is_new else shapes.RecordShown)


@bp.route("/records/{record}", cors=CORS)
@endpoint(bp, Endpoint(Access.CALLER))
def read_record(call: Call, record: str) -> shapes.RecordShown:
    """A record that was brought in, in short."""
    return _record(call, record)


@bp.route("/records/{record}", methods=["DELETE"], cors=CORS)
@endpoint(bp, Endpoint(Access.PLAYER, status=204))
def drop_record(call: Call, record: str) -> None:
    """Take back a record that you brought in. It is gone once all who did have taken it back."""
    service.drop(call.env, call.player, record)


@bp.route("/records/{record}/export", cors=CORS)
@endpoint(bp, Endpoint(Access.ANYBODY))
def export_record(call: Call, record: str) -> shapes.Record:
    """The record itself, byte by byte as the export that it was."""
    return service.kept(call.env, record)


@bp.route("/records/{record}/positions/{ply}", cors=CORS)
@endpoint(bp, Endpoint(Access.ANYBODY, refusals=("invalid_record",), speaks=True))
def read_record_position(call: Call, record: str, ply: str, query: shapes.PositionQuery) -> shapes.PositionShown:
    """A position of a record, as any of its seats could see it."""
    return _position(call, "record", record, ply, query.seat)


@bp.route("/me/records", cors=CORS)
@endpoint(bp, Endpoint(Access.PLAYER))
def list_my_records(call: Call, query: shapes.Paged) -> shapes.MyRecords:
    """The records that you brought in, newest first."""
    found, following = pages.page(call.env, "my records", service.my_records(call.env, call.player), query)
    return shapes.MyRecords(records=[shapes.MyRecord.model_validate(each) for each in found], cursor=following)


def _record(call: Call, name: str, form: type[shapes.RecordShown] | None = None) -> shapes.RecordShown:
    told = service.kept(call.env, name)
    found = service.provenance_of(call.env, told, call.caller)
    shown: dict[str, Any] = {
        **told.model_dump(exclude={"moves", "outcome", "origin"}),
        "id": name,
        "page": f"{call.container.settings.base_url}/r/{name}",
        "played_here": found.played_here,
        "same_names": found.same_names,
        "moves": len(told.moves),
        "origin": _origin(told),
        "outcome": outcome_shown(told.outcome) if told.outcome else None,
    }
    return (form or shapes.RecordShown).model_validate(shown)


def _origin(told: Record) -> dict[str, Any] | None:
    before = told.origin
    return {"match": before.match, "name": before.name, "ply": len(before.moves)} if before else None


def _position(call: Call, kind: SourceKind, name: str, ply: str, seat: int | None) -> shapes.PositionShown:
    if not (ply.isascii() and ply.isdigit() and len(ply) <= 6):
        raise NotFoundError
    told = service.source(call.env, kind, name, call.caller).record
    if seat is not None and seat >= len(told.seats):
        raise NotFoundError(f"There is no seat {seat} here.")
    return _shown(call, service.frame(call.env.games, told, int(ply)), seat)


def _shown(call: Call, here: Frame, seat: int | None) -> shapes.PositionShown:
    from chalicelib.matches.repository import plain
    from chalicelib.post.names import named

    view, facts = here.view(seat), here.facts(seat)
    names = seat_names(here.record.seats)
    told = {
        "ply": here.ply,
        "previous": here.previous,
        "next": here.following,
        "last": here.last,
        "seat": seat,
        "moves": here.moves,
        "dice": here.dice,
        "facts": facts,
        "said": [named(here.game.say(fact, call.language), names) for fact in facts],
        "to_move": here.to_move,
        "left": sorted(here.left),
        "is_open": here.is_open,
        "view": plain(view),
        "roll": view.roll,
        "outcome": outcome_shown(here.outcome) if here.outcome else None,
    }
    return shapes.PositionShown.model_validate(told)
