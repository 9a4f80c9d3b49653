"""Matches as answers: the service's values in the form of the schemas, with players' names where texts name seats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from chalicelib.matches import pace, service
from chalicelib.telemetry.line import about
from chalicelib.web import shapes

if TYPE_CHECKING:
    from chalicelib.matches import reading
    from chalicelib.matches.match import Pace
    from chalicelib.matches.record_form import Sitter
    from chalicelib.web.endpoint import Call

_ASIDE = ("language", "sat", "before")
"""What a row of the log brings along to be told with, and is no part of the answer."""
_OF_THE_GAME = ("created", "started", "moved", "sealed", "retracted", "expired", "resigned", "continued", "migrated")
_UNTOLD = ("played", "ordered", "forced", "bot")
"""Rows of which only the game tells, and how moves come about of which nothing is said."""


def match_shown(found: reading.MatchShown) -> shapes.MatchShown:
    """A match as an answer."""
    about(found.id, found.version)
    return shapes.MatchShown.model_validate(match_data(found))


def match_data(found: reading.MatchShown) -> dict[str, Any]:
    """The same, before it is given the form of a schema."""
    told = {name: getattr(found, name) for name in found.__slots__}
    told["pace"] = pace_shown(found.pace)
    told["decision"] = found.decision and _decision_shown(found.decision, seat_names(found.seats))
    told["last"] = log_shown(found.last, seat_names(found.seats)) if found.last else None
    told["outcome"] = outcome_shown(found.outcome) if found.outcome else None
    told |= {"rematch": found.rematch or None, "rematch_of": found.rematch_of or None}
    told["origin"] = found.origin and {found.origin.kind: found.origin.id, **_whence(found.origin)}
    return told


def pace_shown(pace: Pace) -> dict[str, Any]:
    """How fast a match is played, as an answer."""
    told = {each.name: getattr(pace, each.name) for each in fields(pace)}
    return {**{name: value for name, value in told.items() if name != "ladder"}, "reminders": pace.ladder}


def _whence(origin: Any) -> dict[str, Any]:
    return {"ply": origin.ply, "name": origin.name}


def _decision_shown(decision: reading.DecisionShown, names: Sequence[str]) -> dict[str, Any]:
    from chalicelib.post.names import named

    told = {name: getattr(decision, name) for name in decision.__slots__}
    return {**told, "said": named(decision.said, names)}


def outcome_shown(outcome: Any) -> dict[str, Any]:
    """How a match ended, of the rules or of a record, as an answer."""
    scores = [{"seat": each.seat, "rank": each.rank, "lines": dict(each.lines)} for each in outcome.scores]
    return {"termination": str(outcome.termination), "winners": list(outcome.winners), "scores": scores}


def seat_names(seats: Iterable[reading.SeatShown | Sitter]) -> list[str]:
    """What each seat is called in a text."""
    return [seat.name or f"seat {seat.seat}" for seat in seats]


def log_shown(row: reading.LogShown, names: Sequence[str]) -> shapes.LogShown:
    """A row of the log as an answer, with the names of those who sat there then."""
    from chalicelib.post.names import named

    then = {seat: name or f"seat {seat}" for seat, name in row.sat}
    names = [then.get(seat, name) for seat, name in enumerate(names)]
    told: dict[str, Any] = {name: getattr(row, name) for name in row.__slots__ if name not in _ASIDE}
    told["entries"] = [{"ply": ply, "seat": seat, "move": text, "how": how} for ply, seat, text, how in row.entries]
    told["draws"] = [{"ply": ply, "count": count} for ply, count in row.draws]
    then_all = [*names, row.before]
    told["said"] = [named(sentence, then_all) for sentence in (*_happened(row, len(names)), *row.said)]
    return shapes.LogShown.model_validate(told)


def _happened(row: reading.LogShown, seats: int) -> Sequence[str]:
    """What a row tells beside the facts of its game; most rows do not, and bring nothing in that can say so.

    Whoever gave a seat away in it is named as if on a seat behind the last one.
    """
    if row.kind in _OF_THE_GAME and all(how in _UNTOLD for *_, how in row.entries):
        return ()
    from chalicelib.matches.events import TABLE, Entry
    from chalicelib.post import happenings
    from chalicelib.post.language import catalogue

    words = catalogue(row.language)
    seat, entries = TABLE if row.seat is None else row.seat, (Entry(*each) for each in row.entries)  # type: ignore[arg-type]
    told = happenings.sentences(words, row.kind, seat, row.text or "", before=f"@{seats}" if row.before else "")
    return [*told, *filter(None, (happenings.of_entry(words, each) for each in happenings.told_once(entries)))]


def answer(call: Call, match: service.Match) -> shapes.MatchShown:
    """A match that a use case has just changed, as its caller may see it."""
    if match.head.status != "waiting":
        return looked(call, match.id)
    return match_shown(service.shown(call.env, match, call.caller, None, call.language))


def looked(call: Call, match_id: str) -> shapes.MatchShown:
    """The match as it is now. Raises MatchNotFoundError."""
    return match_shown(service.look(call.env, match_id, call.caller, call.language))


def move_answer(call: Call, played: service.Played) -> shapes.MoveAnswer:
    """The receipt, beside the match as it is now; without another read where the newest log row is at hand."""
    receipt = played.receipt
    if played.row is None:
        shown = looked(call, played.match.id)
    else:
        shown = match_shown(service.shown(call.env, played.match, call.caller, played.row, call.language))
    at = pace.stamp(receipt.at)
    return shapes.MoveAnswer(
        receipt=shapes.Receipt(n=receipt.n, text=receipt.text, version=receipt.version, at=at), match=shown
    )
