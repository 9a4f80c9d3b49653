"""The list of a player's own matches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from chalicelib.matches import pace, repository
from chalicelib.matches.departed import has_left
from chalicelib.matches.ending import outcome_of
from chalicelib.matches.match import Caller, Match
from chalicelib.matches.reading import may_see
from chalicelib.matches.time_bank import TimeBank, time_bank
from chalicelib.players.ports import Env
from chalicelib.rules import Outcome


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
    bank: TimeBank | None = None
    """The time bank that the deadline counts in; None where it counts none in."""
    ending: str = ""
    """How a match ended that is over (a Termination)."""
    handed_on: bool = False
    """Whether the player has given the seat to somebody else for good."""
    kept: tuple[int, ...] = ()
    """The seats that are kept for somebody at a table that waits."""
    lapses: int = 0
    """When a match that waits is called off (epoch seconds; 0: it has started, or ended)."""


def mine(env: Env, player: str, *, handed_on: bool = False) -> list[MyMatch]:
    """The matches a player sits in or is invited to: one's turn first (by deadline), then running, waiting, ended.

    With `handed_on` those too in which the player gave a seat to somebody else, as far as they may still be seen.
    """
    rows = env.store.query(f"P#{player}", prefix="M#").items
    matches = repository.load_many(env, repository.listed_matches(rows), lists=True)
    listed = [found for match in matches if (found := _my_match(env, match, player))]
    return [each for _, each in sorted(listed, key=lambda pair: pair[0]) if handed_on or not each.handed_on]


def _my_match(env: Env, match: Match, player: str) -> tuple[tuple[Any, ...], MyMatch] | None:
    taken, head = match.seat_of(player), match.head
    seat, given = _kept_for(match, player) if taken is None else taken, False
    if seat is None:
        seat, given = _handed_on(match, player), True
    if seat is None:
        return None
    my_turn = taken in _to_move(env, match)
    deadline = head.deadlines[seat] if my_turn else 0
    order = ("running", "waiting", "over", "cancelled").index(head.status)
    names = tuple(each.name for each in match.roster.seats)
    roster, outcome = match.roster, _outcome(env, match)
    found = MyMatch(
        id=match.id,
        name=roster.name,
        game=roster.game,
        status=head.status,
        seat=seat,
        invited=taken is None and not given,
        my_turn=my_turn,
        deadline=pace.stamp(deadline),
        version=head.version,
        players=names,
        due=deadline,
        left=not given and _has_left(env, match, seat),
        winners=tuple(names[each] for each in outcome.winners) if outcome else (),
        away=tuple(_away(each.away, env.clock.now()) for each in roster.seats),
        bank=time_bank(match, seat, env.clock.now()) if my_turn else None,
        ending=outcome.termination if outcome else "",
        handed_on=given,
        kept=tuple(number for number, each in enumerate(roster.seats) if each.kind == "reserved"),
        lapses=pace.unstarted(roster.created) if head.status == "waiting" else 0,
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


def _handed_on(match: Match, player: str) -> int | None:
    """The seat that the player gave to somebody else, where the match is still theirs to see."""
    found = (each.seat for each in match.roster.handovers if each.player == player)
    return next(found, None) if may_see(match, Caller(player)) else None


def _outcome(env: Env, match: Match) -> Outcome | None:
    if match.head.status != "over" or match.head.state is None:
        return None
    return outcome_of(repository.rules(env, match.roster), match)
