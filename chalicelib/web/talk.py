"""Around a table: what its people say to one another, what each notes for themselves, and playing again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chalice.app import Blueprint

from chalicelib.matches import service
from chalicelib.web import cursor, shapes
from chalicelib.web.endpoint import CORS, Access, Call, Endpoint, endpoint
from chalicelib.web.errors import NotFoundError
from chalicelib.web.me import still_there
from chalicelib.web.table_view import looked

if TYPE_CHECKING:
    from chalicelib.matches.notes import Note

bp = Blueprint(__name__)

_MESSAGES = "/matches/{match}/messages"


@bp.route(_MESSAGES, cors=CORS)
@endpoint(bp, Endpoint(Access.CALLER))
def read_messages(call: Call, match: str, query: shapes.TalkQuery) -> shapes.Messages:
    """What was said at a table, oldest first; the same for everybody who may see the match.

    Ask for more with `since`, the number of the last message you have.
    """
    about = f"talk {match}"
    after = max(query.since, int(cursor.take(call.env, about, query.cursor) or 0))
    found = service.table_talk(call.env, match, call.caller, after, query.limit)
    following = str(found.messages[-1].number) if found.more else ""
    shown = [shapes.MessageShown.model_validate(each) for each in found.messages]
    return shapes.Messages(messages=shown, cursor=cursor.give(call.env, about, following))


@bp.route(_MESSAGES, methods=["POST"], cors=CORS)
@endpoint(bp, Endpoint(Access.CALLER, refusals=("not_your_seat", "too_many_requests"), once=True))
def say(call: Call, match: str, body: shapes.MessageWish) -> shapes.MessageMade:
    """Say something to the whole table: there is no talk between some of it.

    Those who sit there may, and whoever else may see the match and is signed in, unless the match is `muted` and runs.
    The others at the table are told by mail, ten minutes later with all that was said meanwhile.
    """
    if call.made is not None:
        return shapes.MessageMade.model_validate(service.message_of(call.env, match, int(call.made), call.caller))
    with still_there():
        return shapes.MessageMade.model_validate(service.say(call.env, match, body.text, call.caller, call.also))


@bp.route(f"{_MESSAGES}/{{message}}", methods=["DELETE"], cors=CORS)
@endpoint(bp, Endpoint(Access.CALLER, status=204))
def unsay(call: Call, match: str, message: str) -> None:
    """Delete a message of yours. That there was one stays to be seen."""
    if not (message.isascii() and message.isdigit() and len(message) <= 8):
        raise NotFoundError
    service.unsay(call.env, match, int(message), call.caller)


@bp.route("/matches/{match}/notes", cors=CORS)
@endpoint(bp, Endpoint(Access.PLAYER, refusals=("not_your_seat",)))
def read_note(call: Call, match: str) -> shapes.NoteShown:
    """Your private note about a match you sit in. Nobody else sees it, and no seat link opens it."""
    return _note(service.read_note(call.env, call.player, match))


@bp.route("/matches/{match}/notes", methods=["PUT"], cors=CORS)
@endpoint(bp, Endpoint(Access.PLAYER, refusals=("not_your_seat", "conflict")))
def write_note(call: Call, match: str, body: shapes.NoteWish) -> shapes.NoteShown:
    """Put something else in your note's place. With a `version` only if it was not changed since."""
    with still_there():
        return _note(service.write_note(call.env, call.player, match, body.text, body.version))


def _note(found: Note) -> shapes.NoteShown:
    return shapes.NoteShown.model_validate(found)


@bp.route("/matches/{match}/rematch", methods=["POST"], cors=CORS)
@endpoint(
    bp,
    Endpoint(
        Access.PLAYER,
        refusals=("not_your_seat", "conflict", "seat_taken", "invalid_option", "too_many_requests"),
        once=True,
        speaks=True,
    ),
)
def play_again(
    call: Call,
    match: str,
    body: shapes.Asked,  # noqa: ARG001 - it takes no fields
) -> shapes.MatchMade | shapes.MatchShown:
    """Play again, once a match is over: a new match with its settings, and with its people one seat further.

    Their seats are kept for them. Whoever asks as the second takes theirs in the match that there is then.
    """
    if call.made is not None:
        return looked(call, call.made)
    name = service.new_id(call.env)
    with still_there():
        found = service.rematch(call.env, call.player, match, call.also, name)
    call.headers["Location"] = f"{call.container.settings.base_url}/matches/{found.id}"
    shown = looked(call, found.id)
    return shapes.MatchMade.model_validate(dict(shown)) if found.id == name else shown
