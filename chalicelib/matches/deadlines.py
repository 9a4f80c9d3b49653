"""What a player has to decide, and until when: open decisions, and seats that are kept for them."""

from __future__ import annotations

from dataclasses import dataclass

from chalicelib.matches import pace, repository
from chalicelib.matches.match import Match
from chalicelib.players.ports import Env


@dataclass(frozen=True, slots=True)
class Due:
    """A decision that a player owes, until `at`; `n` names it among those of its seat.

    One that is `invited` is whether to take the seat. `revision` rises with every commit of the match since the
    decision opened, and so whenever its deadline moves; `changed` is when the newest row of its log was made. Times are
    epoch seconds.
    """

    match: str
    name: str
    game: str
    seat: int
    n: int
    at: int
    revision: int
    changed: int
    invited: bool = False


def my_deadlines(env: Env, player: str) -> list[Due]:
    """What the player has to decide, the most urgent first; it may be a moment old."""
    rows = env.store.query(f"P#{player}", prefix="M#").items
    matches = repository.load_many(env, repository.listed_matches(rows), lists=True)
    found = [due for match in matches if (due := _due(env, match, player))]
    return sorted(found, key=lambda due: (due.at, due.match))


def _due(env: Env, match: Match, player: str) -> Due | None:
    roster, head = match.roster, match.head
    seat, kept = match.seat_of(player), match.reserved_for(player)
    if kept is not None and head.status == "waiting":
        return _told(match, kept, 0, pace.unstarted(roster.created), invited=True)
    if seat is None or not head.deadlines or not head.deadlines[seat] or not _owes(env, match, seat):
        return None
    return _told(match, seat, head.opened[seat], head.deadlines[seat])


def _owes(env: Env, match: Match, seat: int) -> bool:
    if match.head.status != "running" or match.head.state is None or match.roster.seats[seat].is_played_by_bot:
        return False
    return seat in repository.rules(env, match.roster).to_move(match.head.state)


def _told(match: Match, seat: int, n: int, at: int, *, invited: bool = False) -> Due:
    roster, head = match.roster, match.head
    changed = max(head.at, roster.created)
    return Due(match.id, roster.name, roster.game, seat, n, at, head.version - n, changed, invited)
