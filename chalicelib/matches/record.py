"""The record of a match: everything a stranger needs to replay it and to check its dice."""

from __future__ import annotations

from typing import Any

from chalicelib.matches import pace, repository
from chalicelib.matches.errors import WrongStatusError
from chalicelib.matches.events import Entry
from chalicelib.matches.match import Caller, Match, Roster
from chalicelib.matches.reading import visible
from chalicelib.players.ports import Env
from chalicelib.rules import AnyGame

FORMAT = 1


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


def export(env: Env, match_id: str, caller: Caller) -> dict[str, Any]:
    """The record of an ended match. Raises MatchNotFoundError, WrongStatusError (it is still running)."""
    match = visible(env, match_id, caller)
    if match.head.status != "over":
        raise WrongStatusError("A match can be exported once it has ended; until then its dice are secret.")
    roster = match.roster
    rows = repository.log(env, match_id)
    entries = sorted((entry, row.at) for row in rows for entry in row.entries)
    return {
        "format": FORMAT,
        "match": match.id,
        "name": roster.name,
        "game": roster.game,
        "rules_version": roster.rules_version,
        "options": dict(roster.options),
        "seats": [{"seat": number, **_sitter(roster, number)} for number in range(len(roster.seats))],
        "created": pace.stamp(roster.created),
        "started": pace.stamp(match.head.started),
        "ended": pace.stamp(match.head.ended),
        "commitment": roster.commitment,
        "seed": roster.seed,
        "nonces": [nonce.hex() for nonce in roster.nonces()],
        "moves": [{**_move(entry), "at": pace.stamp(at)} for entry, at in entries],
        "outcome": repository.plain(env.games.get(roster.game).outcome(match.head.state)),
    }


def _sitter(roster: Roster, number: int) -> dict[str, Any]:
    seat = roster.seats[number]
    return {"kind": seat.kind, "name": seat.name, "level": seat.level}


def _move(entry: Entry) -> dict[str, Any]:
    return {"ply": entry.ply, "seat": entry.seat, "move": entry.text, "how": entry.how}


def replay(game: AnyGame, roster: Roster, entries: list[Entry]) -> Any:
    """The position that the moves on record lead to from the first one."""
    state = game.initial_state(len(roster.seats), roster.options, roster.chance(0))
    for entry in entries:
        # a move that leaves the set open draws nothing, so its own ply serves as well as the set's last
        chance = roster.chance(entry.ply)
        if entry.how == "resigned":
            state = game.resign(state, entry.seat, chance)
        else:
            state = game.apply_move(state, entry.seat, game.parse(state, entry.seat, entry.text, "en"), chance)
    return state
