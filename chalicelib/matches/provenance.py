"""Whether a record is that of a match that was played here: anybody can write one that holds together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from chalicelib.matches import repository
from chalicelib.matches.errors import MatchNotFoundError
from chalicelib.matches.match import Caller
from chalicelib.matches.reading import visible
from chalicelib.matches.record import of_match
from chalicelib.matches.record_form import Record
from chalicelib.players.ports import Env


@dataclass(frozen=True, slots=True)
class Provenance:
    """What the match here says of a record that has its id; None where the caller may see no such match.

    `played_here`: the record is that of this match in all but the names of those who sat there; nothing proves names,
    and `same_names` says whether they are those that the match has (None: it is not the record of this match).
    """

    played_here: bool | None
    same_names: bool | None = None


def provenance_of(env: Env, record: Record, caller: Caller) -> Provenance:
    """Hold a record that holds in itself against the one of the match here. Raises UnreadableMatchError."""
    try:
        match = visible(env, record.match, caller)
    except MatchNotFoundError:
        return Provenance(None)
    if match.head.status != "over" or match.roster.commitment != record.commitment:
        return Provenance(False)
    ours = of_match(env, match, repository.log(env, match.id, consistent=True)).model_dump(mode="json")
    theirs = record.model_dump(mode="json")
    is_same = ours == theirs
    return Provenance(True, is_same) if is_same or _nameless(ours) == _nameless(theirs) else Provenance(False)


def _nameless(told: dict[str, Any]) -> dict[str, Any]:
    """The record as data without the names of those who sat there, in what it goes on from neither."""
    found = {**told, "seats": [{**each, "name": ""} for each in told["seats"]]}
    if "handovers" in told:
        found["handovers"] = [{**each, "name": ""} for each in told["handovers"]]
    return {**found, "origin": _nameless(told["origin"])} if told["origin"] else found
