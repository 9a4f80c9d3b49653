"""Bringing a record in: as a file or as text; and the list of those a player brought in."""

from __future__ import annotations

from chalice.app import Response

from chalicelib.matches import record_file, service
from chalicelib.matches.errors import InvalidRecordError
from chalicelib.matches.record_form import Record
from chalicelib.players.errors import UnauthenticatedError
from chalicelib.site.pages import go, show
from chalicelib.site.refusals import Refusal, refusal_of
from chalicelib.site.visitor import Visitor
from chalicelib.web import body
from chalicelib.web.errors import KNOWN, MalformedRequestError

_MOST_SHOWN = 20_000


def records_page(visitor: Visitor) -> Response:
    """The form, and the page of the record that comes of it."""
    if visitor.request.method != "POST":
        return _show(visitor)
    try:
        found = service.keep(visitor.container.env, _player(visitor), given(visitor))
    except KNOWN as error:
        return _show(visitor, refusal_of(error, visitor.language))
    return go(visitor, f"/r/{found.id}")


def _player(visitor: Visitor) -> str:
    if not visitor.player:
        raise UnauthenticatedError("Log in first, please.")
    return visitor.player


def given(visitor: Visitor) -> Record:
    """The record in a form. Raises MalformedRequestError (there is none), InvalidRecordError."""
    text = visitor.form.get("file") or visitor.form.get("text", "")
    if not text:
        raise MalformedRequestError("Choose a file, or paste a record.")
    try:
        found = body.parsed(text.encode())
    except MalformedRequestError as error:
        raise InvalidRecordError("This is no record: {told}.", told=error.message.removesuffix(".")) from None
    return record_file.of(found)


def _again(visitor: Visitor) -> str:
    """What was pasted, to be mended; not what is longer than anybody mends by hand."""
    text = visitor.form.get("text", "")
    return text if len(text) <= _MOST_SHOWN else ""


def _show(visitor: Visitor, refusal: Refusal | None = None) -> Response:
    env = visitor.container.env
    return show(
        visitor,
        "records.html",
        refusal.status if refusal else 200,
        refusal=refusal,
        done=visitor.query("done"),
        text=_again(visitor),
        records=service.my_records(env, visitor.player) if visitor.player else [],
        game_names={key: env.games.meta(key).name for key in env.games.keys()},  # noqa: SIM118 - not a mapping
    )
