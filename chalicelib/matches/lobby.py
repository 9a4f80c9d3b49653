"""The lobby: public matches that wait for players, and running ones, not private, that look for a substitute."""

from __future__ import annotations

import base64
import binascii
import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Literal

from chalicelib.matches import pace, repository
from chalicelib.matches.match import Match, Pace
from chalicelib.players import blocks
from chalicelib.players.ports import Env, Hint

Looked = Literal["open", "substitute"]

STEP = 25
"""Keys that are read from a shard of the index at a time."""
BATCH = 50
MOST_READ = 300
"""Matches that are looked at for one page at most: with filters that hardly any passes, a page may be short."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which matches are looked for: those that wait (`open`), or that look for a `substitute`.

    `seats` is the size of the table, `free` how many places there are to take at least, the times are seconds for a
    decision, `weekends` whether Saturdays and Sundays count; 0, "" and None leave a thing open. `sits` is the handle of
    somebody who is to sit there. `joinable` leaves out those that the reader sits in, or gave a seat of away.
    """

    status: Looked = "open"
    game: str = ""
    seats: int = 0
    free: int = 1
    fastest: int = 0
    slowest: int = 0
    weekends: bool | None = None
    sits: str = ""
    joinable: bool = False


EVERYTHING = Wanted()


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """One row of the lobby; `wanted` are the seats that a substitute may have, `kept` those that wait for somebody."""

    id: str
    name: str
    game: str
    status: str
    options: dict[str, Any]
    pace: Pace
    created: str
    seats: tuple[str, ...]
    free: int
    wanted: tuple[int, ...] = ()
    kept: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Lobby:
    """One page of the lobby, oldest first, and the cursor of the next ("" at the end)."""

    matches: tuple[OpenMatch, ...]
    cursor: str


def lobby(env: Env, wanted: Wanted = EVERYTHING, cursor: str = "", limit: int = 50, player: str = "") -> Lobby:
    """Matches with a place to take, as `player` ("": a stranger) may see them.

    Those that a blocked player has set up or sits in are left out. A page is full unless the list ends or MOST_READ
    matches were looked at for it. Raises ValueError for a cursor that is none of ours.
    """
    after = _uncursor(cursor)
    sits = _sitter(env, wanted.sits)
    if wanted.sits and not sits:
        return Lobby((), "")
    found: list[OpenMatch] = []
    hints, place = _hints(env, wanted, after), after
    size = min(BATCH, limit + 1) if wanted == Wanted(wanted.status, wanted.game) else BATCH
    for _ in range(0, MOST_READ, size):
        batch = list(islice(hints, size))
        for hint, match in _matches(env, wanted, batch, player):
            if match is not None and _fits(match, wanted, sits, player):
                if len(found) == limit:
                    return Lobby(tuple(found), _cursor(place))
                found.append(_open_match(match, wanted.status))
            place = hint.place
        if len(batch) < size:
            return Lobby(tuple(found), "")
    return Lobby(tuple(found), _cursor(place))


def _sitter(env: Env, handle: str) -> str:
    """The player who is to sit there; "" for nobody."""
    from chalicelib.players import accounts
    from chalicelib.players.errors import UnknownPlayerError

    try:
        return accounts.find_player(env, handle).id if handle else ""
    except UnknownPlayerError:
        return ""


def _hints(env: Env, wanted: Wanted, after: str) -> Iterator[Hint]:
    """What the index says, oldest match first, read as far as it is asked for."""
    keys = [wanted.game] if wanted.game else env.games.keys()
    shards = [f"{_kind(wanted.status)}#{key}#{number}" for key in keys for number in range(repository.LIST_SHARDS)]
    return heapq.merge(*(_shard(env, shard, after) for shard in shards), key=lambda hint: hint.place)


def _shard(env: Env, shard: str, after: str) -> Iterator[Hint]:
    more = True
    while more:
        page = env.store.index("list", shard, up_to="~", after=after or None, limit=STEP)
        yield from page
        more = len(page) == STEP
        after = page[-1].place if page else after


def _matches(env: Env, wanted: Wanted, hints: Sequence[Hint], player: str) -> list[tuple[Hint, Match | None]]:
    """The matches that the hints name, None for one that is not to be listed."""
    loaded = repository.load_many(env, (hint.partition.removeprefix("M#") for hint in hints), lists=True)
    listed = {match.id: match for match in loaded if _kind(wanted.status) == repository.listing(match)}
    people = {match.id: _people(match) for match in listed.values()}
    shunned = blocks.between(env, player, frozenset().union(*people.values())) if player else frozenset()
    seen = {id_: match for id_, match in listed.items() if not people[id_] & shunned}
    return [(hint, seen.get(hint.partition.removeprefix("M#"))) for hint in hints]


def _kind(status: Looked) -> str:
    return repository.OPEN if status == "open" else repository.WANTED


def _people(match: Match) -> frozenset[str]:
    """Who set the match up, and who plays in it."""
    sitting = {seat.player for seat in match.roster.seats if seat.kind == "player"}
    return frozenset({match.roster.creator, *sitting})


def _wanted(match: Match) -> tuple[int, ...]:
    return tuple(number for number, seat in enumerate(match.roster.seats) if seat.wanted and not seat.called)


def _fits(match: Match, wanted: Wanted, sits: str, player: str) -> bool:
    seats, time = match.roster.seats, match.roster.pace.decision_time
    free = len(_wanted(match)) if wanted.status == "substitute" else sum(seat.kind == "open" for seat in seats)
    return (
        free >= wanted.free
        and wanted.seats in (0, len(seats))
        and wanted.fastest <= time <= (wanted.slowest or time)
        and wanted.weekends in (None, match.roster.pace.weekends)
        and (not sits or match.seat_of(sits) is not None)
        and not (wanted.joinable and _sat_there(match, player))
    )


def _sat_there(match: Match, player: str) -> bool:
    return match.seat_of(player) is not None or any(each.player == player for each in match.roster.handovers)


def _cursor(place: str) -> str:
    return base64.urlsafe_b64encode(place.encode()).decode().rstrip("=")


def _uncursor(cursor: str) -> str:
    try:
        text = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode("ascii")
    except (binascii.Error, ValueError) as error:
        raise ValueError("This cursor is none of ours.") from error
    if cursor and not (text[:10].isdigit() and text[10:11] == "#"):
        raise ValueError("This cursor is none of ours.")
    return text


def _open_match(match: Match, status: Looked) -> OpenMatch:
    roster, wanted = match.roster, _wanted(match) if status == "substitute" else ()
    return OpenMatch(
        id=match.id,
        name=roster.name,
        game=roster.game,
        status=match.head.status,
        options=dict(roster.options),
        pace=roster.pace,
        created=pace.stamp(roster.created),
        seats=tuple(seat.name for seat in roster.seats),
        free=len(wanted) or sum(seat.kind == "open" for seat in roster.seats),
        wanted=wanted,
        kept=tuple(number for number, each in enumerate(roster.seats) if each.kind == "reserved"),
    )
