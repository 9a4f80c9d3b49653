"""The list of a player's own matches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from chalicelib.matches import pace, repository
from chalicelib.matches.departed import has_left
from chalicelib.matches.ending import outcome_of
from chalicelib.matches.match import Match
from chalicelib.players.ports import Env


@dataclass(frozen=True, slots=True)
class MyMatch:
    """One row of a player's list; `invited`: the seat is kept for the player, who has not taken it yet."""

    id: str
    name: str
    game: str
    status: str
    seat: int
    invited: bool
    my_turn: bool
    deadline: str
    version: int
    players: tuple[str, ...]
    due: int = 0
    """The deadline in epoch seconds (0: none)."""
    left: bool = False
    """Whether the player has given this match up."""
    winners: tuple[str, ...] = ()
    """The names of those who won a match that is over."""
    away: tuple[int, ...] = ()
    """For every seat until when its player is away (epoch seconds), 0 for those who are there."""


def mine(env: Env, player: str) -> list[MyMatch]:
    """The matches a player sits in or is invited to: one's turn first (by deadline), then running, waiting, ended."""
    rows = env.store.query(f"P#{player}", prefix="M#").items
    matches = repository.load_many(env, repository.listed_matches(rows), lists=True)
    listed = [found for match in matches if (found := _my_match(env, match, player))]
    return [each for _, each in sorted(listed, key=lambda pair: pair[0])]


def _my_match(env: Env, match: Match, player: str) -> tuple[tuple[Any, ...], MyMatch] | None:
    taken, head = match.seat_of(player), match.head
    seat = _kept_for(match, player) if taken is None else taken
    if seat is None:
        return None
    my_turn = taken in _to_move(env, match)
    deadline = head.deadlines[seat] if my_turn else 0
    order = ("running", "waiting", "over", "cancelled").index(head.status)
    names = tuple(each.name for each in match.roster.seats)
    roster = match.roster
    found = MyMatch(
        id=match.id,
        name=roster.name,
        game=roster.game,
        status=head.status,
        seat=seat,
        invited=taken is None,
        my_turn=my_turn,
        deadline=pace.stamp(deadline),
        version=head.version,
        players=names,
        due=deadline,
        left=_has_left(env, match, seat),
        winners=_winners(env, match),
        away=tuple(_away(each.away, env.clock.now()) for each in roster.seats),
    )
    return (not my_turn, order, deadline, -roster.created, match.id), found


def _kept_for(match: Match, player: str) -> int | None:
    """The seat that the player can have: at a table that waits, or from somebody who gives it away."""
    reserved = match.reserved_for(player)
    return match.called_for(player) if reserved is None else reserved


def _to_move(env: Env, match: Match) -> tuple[int, ...]:
    """The seats that owe a decision; none where the rules of the match are not here."""
    if match.head.status != "running" or match.head.state is None:
        return ()
    return repository.rules(env, match.roster).to_move(match.head.state)


def _has_left(env: Env, match: Match, seat: int) -> bool:
    if match.head.status != "running" or match.head.state is None:
        return False
    return has_left(repository.rules(env, match.roster), match, seat)


def _away(absences: tuple[pace.Away, ...], now: int) -> int:
    """Until when somebody is away at this moment, 0 if they are there."""
    return next((until for since, until in absences if since <= now < until), 0)


def _winners(env: Env, match: Match) -> tuple[str, ...]:
    if match.head.status != "over" or match.head.state is None:
        return ()
    outcome = outcome_of(repository.rules(env, match.roster), match)
    return tuple(match.roster.seats[seat].name for seat in outcome.winners) if outcome else ()
