"""The deliveries of a match: who was told what of it, and what came of that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from chalicelib.matches import pace, repository
from chalicelib.matches.events import LogRow
from chalicelib.matches.match import Match
from chalicelib.players.ports import Env, Key
from chalicelib.post.delivery import Delivery, Notice, delivery_of, notice_of
from infra.admin.errors import AdminError
from infra.admin.tables import partition

_FIELDS = 6
"""What an id has between its dots: when it was owed, match, n, seat, category, channel."""


def of_match(env: Env, match: Match, rows: Iterable[LogRow]) -> list[Delivery]:
    """Every delivery of the match that is still kept, oldest first."""
    players = {owed.player for row in (*rows, *_beside(env, match)) for owed in row.owed}
    players |= {seat.player for seat in match.roster.seats if seat.player}
    found = [each for player in sorted(players) for each in _of_player(env, player, match)]
    return sorted(found, key=lambda each: (each.notice.at, id_of(each.notice)))


def _beside(env: Env, match: Match) -> Iterator[LogRow]:
    """The rows that owe notices and are no part of the log: of reminders, talk, tables that wait."""
    yield from map(repository.log_row, partition(env.store, repository.partition(match.id), "N#"))


def _of_player(env: Env, player: str, match: Match) -> Iterator[Delivery]:
    """Those of one player: none is older than the match."""
    for item in partition(env.store, f"P#{player}", "D#", f"D#{match.roster.created:010d}"):
        if notice_of(item.key).match == match.id:
            yield delivery_of(item)


def id_of(notice: Notice) -> str:
    """The delivery's id, as its player sees it (GET /me/deliveries)."""
    return notice.key.sort.removeprefix("D#").replace("#", ".")


def find(env: Env, name: str) -> tuple[Match, Delivery]:
    """The delivery of that id, and its match. Raises AdminError, MatchNotFoundError."""
    parts = name.split(".")
    if len(parts) != _FIELDS or not (parts[0].isdecimal() and parts[2].isdecimal() and parts[3].isdecimal()):
        raise AdminError(f"{name!r} is no id of a delivery, such as 1790000000.m3k9x0q2v7b1c5d8.17.0.your_turn.mail.")
    if not parts[1]:
        raise AdminError(f"{name} is about no match, as a digest or a try of a webhook: its player has it sent again.")
    match = repository.load(env, parts[1])
    rows = (*repository.log(env, match.id), *_beside(env, match))
    for player in _owed_to(match, rows, int(parts[0]), int(parts[3])):
        item = env.store.get(Key(f"P#{player}", f"D#{'#'.join(parts)}"))
        if item is not None:
            return match, delivery_of(item)
    raise AdminError(f"There is no delivery {name} (they are kept for 90 days).")


def _owed_to(match: Match, rows: Iterable[LogRow], at: int, seat: int) -> list[str]:
    """Who can have been owed a notice about that seat then: whoever sits there, or sat there."""
    owed = [owed.player for row in rows if row.at == at for owed in row.owed if owed.seat == seat]
    sits = [match.roster.seats[seat].player] if seat < len(match.roster.seats) else []
    return list(dict.fromkeys(player for player in (*owed, *sits) if player))


def told(delivery: Delivery) -> dict[str, Any]:
    """What an operator is shown of a delivery: no address, and nothing of what it says."""
    notice = delivery.notice
    return {
        "id": id_of(notice),
        "at": pace.stamp(notice.at),
        "seat": notice.seat,
        "category": notice.category,
        "channel": notice.channel,
        "state": delivery.state,
        "held": delivery.held,
        "attempts": delivery.tries,
        "next": pace.stamp(delivery.due),
        "settled": pace.stamp(delivery.settled),
        "failures": [f"{pace.stamp(at)} {why}" for at, why in delivery.notes],
    }
