"""The record of a match: everything a stranger needs to replay it and to check its dice."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from chalicelib.matches import course, marks, pace, proof, repository
from chalicelib.matches.ending import outcome_of
from chalicelib.matches.errors import UnreadableMatchError, WrongStatusError
from chalicelib.matches.events import Entry, LogRow
from chalicelib.matches.match import Caller, Match, Roster, Seat
from chalicelib.matches.origin import origin_of
from chalicelib.matches.reading import visible
from chalicelib.matches.record_form import FORMAT, Record
from chalicelib.players.ports import Env


def fairness(env: Env, match_id: str, caller: Caller) -> dict[str, Any]:
    """What was promised about the dice, the newest mark, and, once the match has ended, the seed that proves it.

    Raises MatchNotFoundError.
    """
    match = visible(env, match_id, caller)
    roster = match.roster
    nonces = roster.nonces()
    return {
        "match": match.id,
        "rules_version": roster.rules_version,
        "commitment": roster.commitment,
        "committed": pace.stamp(roster.created),
        "nonces": [
            {"seat": number, "nonce": nonces[number].hex(), "own": bool(seat.nonce), **_set(seat)}
            for number, seat in enumerate(roster.seats)
        ],
        "seed": _seed(match),
        "mark": newest_mark(env, match),
    }


def _set(seat: Seat) -> dict[str, Any]:
    """When a nonce was set, and the version of the match that it made; nobody knows that of those in older rosters."""
    is_known = bool(seat.nonce and seat.nonce_version)
    return {"at": pace.stamp(seat.nonce_at), "version": seat.nonce_version} if is_known else {"at": "", "version": None}


def _seed(match: Match) -> str | None:
    return match.roster.seed if match.head.status in ("over", "cancelled") else None


def newest_mark(env: Env, match: Match) -> dict[str, Any] | None:
    """The ply and the mark of the newest move on record, as the log has it; None where the match has not started."""
    if match.head.status not in ("running", "over"):
        return None
    told = _on_record(env, match, repository.log(env, match.id, consistent=True))
    *_, mark = marks.chain(told)
    return {"ply": len(told["moves"]), "mark": marks.shown(mark)}


def _on_record(env: Env, match: Match, rows: list[LogRow]) -> dict[str, Any]:
    """All of the record of a match that is public while it runs, as JSON data."""
    roster, before = match.roster, origin_of(env, match)
    found = sorted((entry, row.at) for row in rows for entry in row.entries)
    # a log that is read in pages may lack a row whose followers it has
    whole = [each for place, each in enumerate(found, 1) if each[0].ply == place]
    return {
        "match": match.id,
        "name": roster.name,
        "game": roster.game,
        "rules_version": roster.rules_version,
        "migrations": [{"ply": each.ply, "rules_version": each.rules_version} for each in roster.migrations],
        "options": dict(roster.options),
        "seats": [{"seat": number, **_sitter(roster, number)} for number in range(len(roster.seats))],
        **_handovers(roster),
        "created": pace.stamp(roster.created),
        "started": pace.stamp(match.head.started),
        "commitment": roster.commitment,
        "nonces": [nonce.hex() for nonce in roster.nonces()],
        "origin": before.model_dump(mode="json") if before else None,
        "moves": [_move(entry, at) for entry, at in whole],
    }


def _handovers(roster: Roster) -> dict[str, Any]:
    """Who sat there before others did; nothing in most matches, whose records are as if there were no such thing."""
    found = [{"ply": each.ply, "seat": each.seat, "name": each.name} for each in roster.handovers]
    return {"handovers": found} if found else {}


def export(env: Env, match_id: str, caller: Caller) -> Record:
    """The record of an ended match. Raises MatchNotFoundError, WrongStatusError (it is running, or never started)."""
    match = visible(env, match_id, caller)
    if match.head.status == "cancelled":
        raise WrongStatusError(
            "The match was called off before it started: nothing was played, so there is nothing to export."
        )
    if match.head.status != "over":
        raise WrongStatusError("A match can be exported once it has ended; until then its dice are secret.")
    return of_match(env, match, repository.log(env, match_id, consistent=True))


def played(env: Env, match: Match, rows: list[LogRow]) -> course.Course:
    """The course that a match has taken so far, by its log. Raises UnreadableMatchError."""
    entries = tuple(sorted(entry for row in rows for entry in row.entries))
    before = origin_of(env, match)
    try:
        taken = course.of_roster(env.games, match.roster, entries)
        return replace(taken, origin=proof.course_of(env.games, before)) if before else taken
    except LookupError as error:
        raise UnreadableMatchError(f"The rules of this match are not all here at the moment: {error}.") from None


def of_match(env: Env, match: Match, rows: list[LogRow]) -> Record:
    """The record of a match with this log; its dice are drawn again from its seed. Raises what the rules raise."""
    taken, told = played(env, match, rows), marks.marked(_on_record(env, match, rows))
    first, *dice = (position.dice for position in course.positions(taken))
    outcome = outcome_of(taken.game_at(match.head.ply), match)
    proved = {
        "format": FORMAT,
        "ended": pace.stamp(match.head.ended),
        "seed": match.roster.seed,
        "dice": first,
        "moves": [{**move, "dice": drawn} for move, drawn in zip(told["moves"], dice, strict=True)],
        "outcome": repository.plain(outcome) if outcome else None,
    }
    return Record.model_validate_json(json.dumps({**told, **proved}))


def _sitter(roster: Roster, number: int) -> dict[str, Any]:
    seat = roster.seats[number]
    return {"kind": seat.kind, "name": seat.name, "level": seat.level, "own_nonce": bool(seat.nonce)}


def _move(entry: Entry, at: int) -> dict[str, Any]:
    return {"ply": entry.ply, "seat": entry.seat, "move": entry.text, "how": entry.told, "at": pace.stamp(at)}
