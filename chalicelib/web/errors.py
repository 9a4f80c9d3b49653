"""Every refusal as one kind of answer: problem+json (RFC 9457) with a stable code, by the one table of them all."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from chalice.app import Response

from chalicelib.matches import errors as matches
from chalicelib.players import errors as players
from chalicelib.players import store_errors as store
from chalicelib.post.errors import DeliveryRefusedError, QueueUnavailableError, UnknownDeliveryError
from chalicelib.rules import errors as rules
from chalicelib.telemetry.line import note
from chalicelib.telemetry.traces import kind

PROBLEM_TYPE = "application/problem+json"


class WebError(Exception):
    """A refusal by the HTTP interface itself, with a sentence for people and further members of the problem."""

    def __init__(self, message: str, **extras: Any) -> None:
        super().__init__(message)
        self.message = message
        self.extras = extras


class MalformedRequestError(WebError):
    """The request cannot be read, or its parts are not what this route takes."""


class TooLargeError(WebError):
    """The body has more bytes than are read."""


class NotFoundError(WebError):
    """There is nothing at this address."""

    def __init__(self, message: str = "There is nothing at this address.") -> None:
        super().__init__(message)


class CrossSiteError(WebError):
    """A page of another site tried to use this browser's session."""


class AlreadyDoneError(WebError):
    """The same Idempotency-Key was answered with a secret, which is shown once; `id` names what was made."""


class KeyReusedError(WebError):
    """The Idempotency-Key belongs to another request."""


class Kind(NamedTuple):
    """What a code means: its HTTP status and a title that is always the same."""

    status: int
    title: str


KINDS: Mapping[str, Kind] = {
    "malformed_request": Kind(400, "The request cannot be read"),
    "malformed_move": Kind(400, "This is not a move"),
    "unauthenticated": Kind(401, "Nobody is signed in"),
    "forbidden": Kind(403, "Not allowed"),
    "not_your_seat": Kind(403, "Not your seat"),
    "not_found": Kind(404, "Not found"),
    "method_not_allowed": Kind(405, "This method is not offered here"),
    "already_done": Kind(409, "Done already"),
    "already_revealed": Kind(409, "Revealed already"),
    "conflict": Kind(409, "Not possible as things stand"),
    "match_over": Kind(409, "The match is over"),
    "not_to_move": Kind(409, "Not your turn"),
    "nothing_to_retract": Kind(409, "Nothing to take back"),
    "out_of_time": Kind(409, "Out of time"),
    "seat_taken": Kind(409, "No seat free"),
    "stale_decision": Kind(409, "This decision is closed"),
    "too_large": Kind(413, "Too large"),
    "ambiguous_move": Kind(422, "This can be read in several ways"),
    "illegal_move": Kind(422, "The rules do not allow this"),
    "invalid_option": Kind(422, "No such match can be set up"),
    "invalid_record": Kind(422, "This record does not hold together"),
    "too_many_requests": Kind(429, "Too many requests"),
    "internal_error": Kind(500, "Something went wrong here"),
    "unavailable": Kind(503, "Busy at the moment"),
    "unreadable": Kind(503, "Kept, but not to be read at the moment"),
}

ERRORS: Mapping[type[Exception], str] = {
    MalformedRequestError: "malformed_request",
    TooLargeError: "too_large",
    NotFoundError: "not_found",
    CrossSiteError: "forbidden",
    AlreadyDoneError: "already_done",
    KeyReusedError: "conflict",
    rules.InvalidOptionError: "invalid_option",
    rules.MalformedMoveError: "malformed_move",
    rules.AmbiguousMoveError: "ambiguous_move",
    rules.IllegalMoveError: "illegal_move",
    rules.NotToMoveError: "not_to_move",
    rules.MatchOverError: "match_over",
    rules.NothingToRetractError: "nothing_to_retract",
    rules.NotCarriedOverError: "conflict",
    players.InvalidAddressError: "malformed_request",
    players.InvalidProfileError: "malformed_request",
    players.InvalidTextError: "malformed_request",
    players.HandleTakenError: "conflict",
    players.UnauthenticatedError: "unauthenticated",
    players.UnknownPlayerError: "not_found",
    players.UnknownTokenError: "not_found",
    players.TokenLimitError: "conflict",
    players.UnknownWebhookError: "not_found",
    players.WebhookKnownError: "conflict",
    players.WebhookLimitError: "conflict",
    players.WebhookDisabledError: "conflict",
    players.WebhookSecretError: "conflict",
    players.UnknownInvitationError: "not_found",
    players.UnknownFeedError: "not_found",
    players.UnknownMailLinkError: "not_found",
    players.BlockLimitError: "conflict",
    players.BusyError: "unavailable",
    players.TooManyRequestsError: "too_many_requests",
    matches.MatchNotFoundError: "not_found",
    matches.RecordNotFoundError: "not_found",
    matches.MessageNotFoundError: "not_found",
    matches.PositionNotFoundError: "not_found",
    matches.AbsenceNotFoundError: "not_found",
    matches.NotYourSeatError: "not_your_seat",
    matches.ForbiddenError: "forbidden",
    matches.InvalidMatchError: "invalid_option",
    matches.StaleDecisionError: "stale_decision",
    matches.OutOfTimeError: "out_of_time",
    matches.AlreadyRevealedError: "already_revealed",
    matches.SeatTakenError: "seat_taken",
    matches.WrongStatusError: "conflict",
    matches.OrderRefusedError: "conflict",
    matches.InvalidRecordError: "invalid_record",
    matches.MigrationRefusedError: "conflict",
    matches.UnreadableMatchError: "unreadable",
    matches.BusyError: "unavailable",
    matches.AlreadyStoredError: "conflict",
    store.ConditionFailedError: "conflict",
    store.StoreConflictError: "unavailable",
    store.StoreThrottledError: "unavailable",
    store.StoreUnavailableError: "unavailable",
    store.NewerFormatError: "unreadable",
    QueueUnavailableError: "unavailable",
    UnknownDeliveryError: "not_found",
    DeliveryRefusedError: "conflict",
}
"""Which code stands for which error; a subclass without a row of its own has that of its parent."""

KNOWN = tuple(ERRORS)

_SILENT = {
    "conflict": "This was changed by somebody else at the same moment. Look again, and try again.",
    "unavailable": "The service is busy. Please try again in a moment.",
}
_RETRY_SECONDS = 1
_MOST_NAMED, _MOST_SAID = 40, 200
"""Characters that are told of a name in a body, and of what a model has against it."""
_EXTRAS = ("candidates", "reason", "field", "ply", "match", "retry_after")


def code_of(error: Exception) -> str:
    """The code for an error of the table."""
    return next(ERRORS[kind] for kind in type(error).__mro__ if kind in ERRORS)


def refuse(error: Exception, base: str) -> Response:
    """The answer to an error of the table; `base` is where people reach the service."""
    code = code_of(error)
    extras = {name: found for name in _EXTRAS if (found := getattr(error, name, None))}
    if isinstance(error, WebError):
        extras |= error.extras
    if KINDS[code].status == 503:
        note(error=kind(error))
        extras.setdefault("retry_after", _RETRY_SECONDS)
    return problem(code, getattr(error, "message", "") or _SILENT[code], base, extras)


def problem(code: str, detail: str, base: str, extras: Mapping[str, Any] | None = None) -> Response:
    """A problem of this code as an HTTP answer."""
    note(code=code)
    kind = KINDS[code]
    told = {"type": f"{base}/docs#{code}", "title": kind.title, "status": kind.status, "code": code, "detail": detail}
    headers: dict[str, str | list[str]] = {"Content-Type": PROBLEM_TYPE, "Cache-Control": "no-store"}
    if extras and "retry_after" in extras:
        headers["Retry-After"] = str(extras["retry_after"])
    if kind.status == 401:
        headers["WWW-Authenticate"] = 'Bearer realm="turnpost"'
    return Response(json.dumps({**told, **(extras or {})}, ensure_ascii=False), headers, kind.status)


def misfits(found: Sequence[Mapping[str, Any]]) -> MalformedRequestError:
    """What a model has against a body or query, told without repeating what was sent, and shortly."""
    told = [{"field": _place(each["loc"]), "message": _said(each["msg"])[:_MOST_SAID]} for each in found[:8]]
    first = told[0]
    where = f"{first['field']}: " if first["field"] else ""
    return MalformedRequestError(f"{where}{first['message']}.", field=first["field"], errors=told)


def _place(where: Iterable[int | str]) -> str:
    """Where something does not fit; a name in it may be the sender's, and as long as a body may be."""
    return ".".join(str(part)[:_MOST_NAMED] for part in where)


def _said(message: str) -> str:
    """What a model of ours says itself, without the word pydantic puts before it."""
    own = message.removeprefix("Value error, ")
    return own[0].upper() + own[1:] if own != message else message
