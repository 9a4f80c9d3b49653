"""Whether a record is that of a match that was played here: anybody can write one that holds together."""

from __future__ import annotations

from chalicelib.matches.errors import MatchNotFoundError
from chalicelib.matches.match import Caller
from chalicelib.matches.reading import visible
from chalicelib.matches.record import newest_mark
from chalicelib.matches.record_form import Record
from chalicelib.players.ports import Env


def played_here(env: Env, record: Record, caller: Caller) -> bool | None:
    """Whether a record that holds is of the match here that has its id; None where this caller may see no such match.

    Its last mark binds all moves, times and settings, and its commitment the seed and with it the dice.
    """
    try:
        match = visible(env, record.match, caller)
    except MatchNotFoundError:
        return None
    if match.head.status != "over" or match.roster.commitment != record.commitment:
        return False
    last = record.moves[-1].mark if record.moves else record.mark
    return newest_mark(env, match) == {"ply": len(record.moves), "mark": last}
