"""The lists of matches: a player's own, and the lobby."""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass
from typing import Any

from chalicelib.matches import pace, repository
from chalicelib.matches.departed import has_left
from chalicelib.matches.match import Match, Pace
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


def mine(env: Env, player: str) -> list[MyMatch]:
    """The matches a player sits in or is invited to: one's turn first (by deadline), then running, waiting, ended."""
    rows = env.store.query(f"P#{player}", prefix="M#").items
    matches = repository.load_many(env, repository.listed_matches(rows), lists=True)
    listed = [found for match in matches if (found := _my_match(env, match, player))]
    return [each for _, each in sorted(listed, key=lambda pair: pair[0])]


def sits_somewhere(env: Env, player: str) -> bool:
    """Whether the player sits in a match that waits or runs, read strongly consistent."""
    rows = env.store.query(f"P#{player}", prefix="M#", consistent=True).items
    matches = repository.load_many(env, repository.listed_matches(rows), consistent=True)
    return any(each.head.status in ("waiting", "running") and each.seat_of(player) is not None for each in matches)


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
def _kept_for(match: Match, player: str) -> int | None:
    """The seat that the player can have: at a table that waits, or from somebody who gives it away."""
    reserved = match.reserved_for(player)
    return match.called_for(player) if reserved is None else reserved


        players=names,
        due=deadline,
        left=_has_left(env, match, seat),
        winners=_winners(env, match),
    )
    return (not my_turn, order, deadline, -roster.created, match.id), found


def _to_move(env: Env, match: Match) -> tuple[int, ...]:
    """The seats that owe a decision; none where the rules of the match are not here."""
    if match.head.status != "running" or match.head.state is None:
        return ()
    return repository.rules(env, match.roster).to_move(match.head.state)


def _has_left(env: Env, match: Match, seat: int) -> bool:
    if match.head.status != "running" or match.head.state is None:
        return False
    return has_left(repository.rules(env, match.roster), match, seat)


def _winners(env: Env, match: Match) -> tuple[str, ...]:
    if match.head.status != "over" or match.head.state is None:
        return ()
    outcome = repository.rules(env, match.roster).outcome(match.head.state)
    return tuple(match.roster.seats[seat].name for seat in outcome.winners) if outcome else ()


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """One row of the lobby."""

    id: str
    name: str
    game: str
    options: dict[str, Any]
    pace: Pace
    created: str
    seats: tuple[str, ...]
    free: int


@dataclass(frozen=True, slots=True)
class Lobby:
    """One page of the lobby, oldest first, and the cursor of the next ("" at the end)."""

    matches: tuple[OpenMatch, ...]
    cursor: str


def lobby(env: Env, game: str = "", cursor: str = "", limit: int = 50) -> Lobby:
    """Public matches with a free seat, of one game or all. Raises ValueError for a cursor that is none of ours."""
    after = _uncursor(cursor)
    keys = [game] if game else env.games.keys()
    shards = [f"{repository.OPEN}#{key}#{number}" for key in keys for number in range(repository.LIST_SHARDS)]
    hints = []
    for shard in shards:
        hints += env.store.index("list", shard, up_to="~", after=after or None, limit=limit + 1)
    found = repository.load_many(env, (key.partition.removeprefix("M#") for key in dict.fromkeys(hints)), lists=True)
    found = sorted((match for match in found if _listed(match)), key=_list_sort)
    more = len(found) > limit
    return Lobby(tuple(_open_match(match) for match in found[:limit]), _cursor(found[limit - 1]) if more else "")


def _listed(match: Match) -> bool:
    return match.head.status == "waiting" and repository.is_listed(match.roster)


def _list_sort(match: Match) -> str:
    return f"{match.roster.created:010d}#{match.id}"


def _cursor(match: Match) -> str:
    return base64.urlsafe_b64encode(_list_sort(match).encode()).decode().rstrip("=")


def _uncursor(cursor: str) -> str:
    try:
        text = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode("ascii")
    except (binascii.Error, ValueError) as error:
        raise ValueError("This cursor is none of ours.") from error
    if cursor and not (text[:10].isdigit() and text[10:11] == "#"):
        raise ValueError("This cursor is none of ours.")
    return text


def _open_match(match: Match) -> OpenMatch:
    roster = match.roster
    return OpenMatch(
        id=match.id,
        name=roster.name,
        game=roster.game,
        options=dict(roster.options),
        pace=roster.pace,
        created=pace.stamp(roster.created),
        seats=tuple(seat.name for seat in roster.seats),
        free=sum(seat.kind == "open" for seat in roster.seats),
    )
