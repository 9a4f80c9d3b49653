"""The record of a match: everything a stranger needs to replay it and to check its dice."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from chalicelib.matches import course, pace, proof, repository
from chalicelib.matches.errors import UnreadableMatchError, WrongStatusError
from chalicelib.matches.events import Entry, LogRow
from chalicelib.matches.match import Caller, Match, Roster
from chalicelib.matches.origin import origin_of
from chalicelib.matches.reading import visible
from chalicelib.matches.record_form import FORMAT, Record
from chalicelib.players.ports import Env


def fairness(env: Env, match_id: str, caller: Caller) -> dict[str, Any]:
    """What was promised about the dice, and, once the match has ended, the seed that proves it.

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
            {"seat": number, "nonce": nonces[number].hex(), "own": bool(seat.nonce)}
            for number, seat in enumerate(roster.seats)
        ],
        "seed": _seed(match),
    }


def _seed(match: Match) -> str | None:
    return match.roster.seed if match.head.status in ("over", "cancelled") else None


def export(env: Env, match_id: str, caller: Caller) -> Record:
    """The record of an ended match. Raises MatchNotFoundError, WrongStatusError (it is still running)."""
    match = visible(env, match_id, caller)
    if match.head.status != "over":
        raise WrongStatusError("A match can be exported once it has ended; until then its dice are secret.")
    return of_match(env, match, repository.log(env, match_id))


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
    roster, taken = match.roster, played(env, match, rows)
    at = {entry.ply: row.at for row in rows for entry in row.entries}
    dice = [position.dice for position in course.positions(taken)]
    before = origin_of(env, match)
    outcome = taken.game_at(match.head.ply).outcome(match.head.state)
    told = {
        "format": FORMAT,
        "match": match.id,
        "name": roster.name,
        "game": roster.game,
        "rules_version": roster.rules_version,
        "migrations": [{"ply": each.ply, "rules_version": each.rules_version} for each in roster.migrations],
        "options": dict(roster.options),
        "seats": [{"seat": number, **_sitter(roster, number)} for number in range(len(roster.seats))],
        "created": pace.stamp(roster.created),
        "started": pace.stamp(match.head.started),
        "ended": pace.stamp(match.head.ended),
        "commitment": roster.commitment,
        "seed": roster.seed,
        "nonces": [nonce.hex() for nonce in roster.nonces()],
        "origin": before.model_dump(mode="json") if before else None,
        "dice": dice[0],
        "moves": [{**_move(each, at[each.ply]), "dice": dice[each.ply]} for each in taken.entries],
        "outcome": repository.plain(outcome) if outcome else None,
    }
    return Record.model_validate_json(json.dumps(told))


def _sitter(roster: Roster, number: int) -> dict[str, Any]:
    seat = roster.seats[number]
    return {"kind": seat.kind, "name": seat.name, "level": seat.level, "own_nonce": bool(seat.nonce)}


def _move(entry: Entry, at: int) -> dict[str, Any]:
    return {"ply": entry.ply, "seat": entry.seat, "move": entry.text, "how": entry.how, "at": pace.stamp(at)}
