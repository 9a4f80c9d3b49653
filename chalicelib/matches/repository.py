"""Matches and their log as items of the store: A#head, A#roster, A#orders and L#<n>#<seat> in the partition M#<id>."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import asdict, fields, replace
from functools import lru_cache
from typing import Any, cast

from pydantic import TypeAdapter

from chalicelib.matches import packing, rows
from chalicelib.matches.damage import DAMAGED, IS_DAMAGED, check_head
from chalicelib.matches.errors import MatchNotFoundError, UnreadableMatchError
from chalicelib.matches.events import TABLE, LogRow
from chalicelib.matches.match import Handover, Head, Match, Migration, Orders, Origin, Pace, Roster, Seat
from chalicelib.players.ports import (
    Absent,
    Delete,
    Env,
    IndexKey,
    Item,
    Key,
    NewerFormatError,
    Put,
    VersionIs,
    Write,
)
from chalicelib.players.stored import Stored
from chalicelib.rules import AnyGame

SHARDS = 8
LIST_SHARDS = 4
DUE, UNSENT, OPEN, WANTED = "due", "unsent", "open", "wanted"
SEAT = Stored("seat")
LOG = Stored("log", {1: dict, 2: dict})
"""Whoever reads a row of format 1 need not keep from others what was ordered, which format 2 has.

Format 3 has how choices that nobody submitted came to be sealed; of older ones nobody knows.
"""
HEAD = Stored("head", {1: dict})
"""Format 2 has when every clock began; of older ones that follows from the deadlines."""
ROSTER = Stored("roster", {1: lambda body: {**body, "migrations": []}, 2: dict, 3: dict})
"""Whoever cannot read a roster's migrations, as format 2 has them, would let its match go on by other rules.

Format 3 has for every nonce when it was set; nobody knows that of older ones. Format 4 has whose clocks run when.
"""
_SPARSE = ("stopped", "banks", "misses", "reminded")
_RARE = ("origin", "muted", "handovers", "rematch", "rematch_of", "link")


def partition(match_id: str) -> str:
    """The partition a match stands in."""
    return f"M#{match_id}"


def head_key(match_id: str) -> Key:
    """Where the head stands."""
    return Key(partition(match_id), "A#head")


def roster_key(match_id: str) -> Key:
    """Where the roster stands."""
    return Key(partition(match_id), "A#roster")


def orders_key(match_id: str) -> Key:
    """Where standing orders stand, while there are any."""
    return Key(partition(match_id), "A#orders")


def log_key(match_id: str, n: int, seat: int) -> Key:
    """Where the log row of a submission stands."""
    return Key(partition(match_id), f"L#{n:08d}#{'t' if seat == TABLE else seat}")


def notice_key(match_id: str, n: int, seat: int, about: str) -> Key:
    """Where a row stands that owes notices and tells nothing else, so that the log does not have it."""
    return Key(partition(match_id), f"N#{n:08d}#{'t' if seat == TABLE else seat}#{about}")


def seat_key(player: str, match_id: str) -> Key:
    """Where the static row of a match stands among its player's things."""
    return Key(f"P#{player}", f"M#{match_id}")


def shard(kind: str, match_id: str, shards: int = SHARDS) -> str:
    """The index shard that a match's entries of this kind stand in."""
    return f"{kind}#{zlib.crc32(match_id.encode()) % shards}"


@lru_cache(maxsize=64)
def _adapter(shape: Hashable) -> TypeAdapter[Any]:
    return TypeAdapter(cast(Any, shape))


def adapter(shape: type[Any]) -> TypeAdapter[Any]:
    """The reader and writer of a game's State, Move or View."""
    return _adapter(cast(Hashable, shape))


def plain(value: object) -> Any:
    """A game's value as JSON data."""
    return adapter(type(value)).dump_python(value, mode="json")


def _head_item(match: Match, head: Head) -> Item:
    body: dict[str, Any] = {
        "status": head.status,
        "ply": head.ply,
        "opened": list(head.opened),
        "deadlines": list(head.deadlines),
        "hows": list(head.hows),
        "last": list(head.last),
        "due": head.due,
        "started": head.started,
        "ended": head.ended,
        "begun": list(head.begun),
    }
    body |= {name: list(values) for name in _SPARSE if any(values := getattr(head, name))}
    if head.offers:
        body["offers"] = list(head.offers)
    if head.at:
        body["at"] = head.at
    if head.ending:
        body["ending"] = head.ending
    if head.state is not None:
        body["state"] = adapter(type(head.state)).dump_python(head.state, mode="json", exclude_defaults=True)
    listed = None
    if kind := listing(match):
        place = f"{match.roster.created:010d}#{match.id}"
        listed = IndexKey(shard(f"{kind}#{match.roster.game}", match.id, LIST_SHARDS), place)
    due = IndexKey(shard(DUE, match.id), f"{head.due:010d}#{match.id}") if head.due else None
    return HEAD.item(head_key(match.id), body, head.version, work=due, list=listed)


def rules(env: Env, roster: Roster, version: int | None = None) -> AnyGame:
    """The rules that a match is played by, however old, or was played by at a commit of this match version.

    Raises UnreadableMatchError where they are not here.
    """
    wanted = roster.rules_at(version)
    try:
        return env.games.get(roster.game, wanted)
    except LookupError:
        raise UnreadableMatchError(
            f"This match is played by the rules of {roster.game}, version {wanted}, which are not here at the moment. "
            "It is kept as it stands; please try again later."
        ) from None


def told_by(env: Env, roster: Roster) -> Callable[[LogRow], AnyGame]:
    """Which rules tell a row of the log: those that the match was played by then. Raises UnreadableMatchError."""
    return lambda row: rules(env, roster, row.version)


def is_wanted(match: Match) -> bool:
    """Whether the lobby shows the match because somebody is looked for to take over a seat, whoever comes."""
    wanted = any(seat.wanted and not seat.called for seat in match.roster.seats)
    return wanted and match.head.status == "running" and match.roster.visibility != "private"


def listing(match: Match) -> str:
    """Where the lobby has the match: among the OPEN ones, among those where a substitute is WANTED, or "": nowhere."""
    roster = match.roster
    if match.head.status == "waiting":
        return OPEN if roster.visibility == "public" and any(seat.kind == "open" for seat in roster.seats) else ""
    return WANTED if is_wanted(match) else ""


def _seat_body(seat: Seat) -> dict[str, Any]:
    """What is not as it is by default; the kind always."""
    values = ((each.name, getattr(seat, each.name), each.default) for each in fields(Seat))
    return {name: value for name, value, usual in values if value != usual}


def _roster_item(roster: Roster, version: int) -> Item:
    body = asdict(roster)
    body["seats"] = [_seat_body(seat) for seat in roster.seats]
    body["migrations"] = [[each.ply, each.rules_version, each.version] for each in roster.migrations]
    body = {name: value for name, value in body.items() if value or name not in _RARE}
    return ROSTER.item(roster_key(roster.id), body, version)


def _head(item: Item, roster: Roster, body: Mapping[str, Any], state: Any, orders: Item | None = None) -> Head:
    seats = len(roster.seats)
    return Head(
        version=item.version,
        status=body["status"],
        ply=body["ply"],
        state=state,
        opened=tuple(body["opened"]),
        deadlines=tuple(body["deadlines"]),
        hows=tuple(body["hows"]),
        last=(body["last"][0], body["last"][1]),
        due=body["due"],
        started=body["started"],
        ended=body["ended"],
        begun=tuple(body["begun"]) if "begun" in body else _begun(roster, body["deadlines"]),
        **{name: tuple(body.get(name, [0] * seats if body["opened"] else ())) for name in _SPARSE},
        offers=tuple(body.get("offers", ())),
        ending=body.get("ending", ""),
        at=body.get("at", 0),
        orders=_orders(orders) if orders else (),
    )


def _orders(item: Item) -> tuple[Orders, ...]:
    from chalicelib.matches import standing

    return standing.read(item)


def _begun(roster: Roster, deadlines: Iterable[int]) -> tuple[int, ...]:
    """When clocks began of which only the deadlines are known: they ran all the time then."""
    return tuple(deadline and deadline - roster.pace.decision_time for deadline in deadlines)


def _roster(item: Item) -> Roster:
    body = dict(ROSTER.body(item))
    seats = tuple(_seat(seat) for seat in body.pop("seats"))
    told = {"then": "resign", **body.pop("pace")}
    if "ladder" in told:
        told["ladder"] = tuple(told["ladder"])
    migrations = tuple(Migration(*each) for each in body.pop("migrations"))
    handovers = tuple(Handover(**each) for each in body.pop("handovers", ()))
    origin = Origin(**body.pop("origin")) if "origin" in body else None
    return Roster(seats=seats, pace=Pace(**told), migrations=migrations, origin=origin, handovers=handovers, **body)


def _seat(body: Mapping[str, Any]) -> Seat:
    told = dict(body)
    for name in ("quiet", "ladder"):
        if name in told:
            told[name] = tuple(told[name])
    for name in ("away", "apart"):
        if name in told:
            told[name] = tuple((start, end) for start, end in told[name])
    return Seat(**told)


def read(env: Env, items: Mapping[Key, Item], match_id: str) -> Match | None:
    """The match out of items that were read, or None if it is not among them.

    Raises UnreadableMatchError for what nobody can have written, as when a disk failed; NewerFormatError.
    """
    try:
        return match_in(env, items, match_id)
    except DAMAGED as error:
        raise UnreadableMatchError(IS_DAMAGED) from error


def match_in(env: Env, items: Mapping[Key, Item], match_id: str, *, whole: bool = True) -> Match | None:
    """As `read`, but what nobody can have written raises whatever it comes to; `whole`: with its position."""
    head, roster = items.get(head_key(match_id)), items.get(roster_key(match_id))
    if head is None or roster is None:
        return None
    table, body = _roster(roster), HEAD.body(head)
    stored = body.get("state") if whole else None
    state = adapter(rules(env, table).State).validate_python(stored) if stored is not None else None
    found = _head(head, table, body, state, items.get(orders_key(match_id)))
    check_head(found, len(table.seats))
    return Match(table, found)


def _listed(env: Env, items: Mapping[Key, Item], match_id: str) -> Match | None:
    """The match for a list: without a position that cannot be read here, None where nothing else can be either."""
    try:
        return read(env, items, match_id)
    except UnreadableMatchError:
        pass
    except NewerFormatError:
        return None
    try:
        return match_in(env, items, match_id, whole=False)
    except DAMAGED:
        return None


def load(env: Env, match_id: str) -> Match:
    """The match, read strongly consistent in one query. Raises MatchNotFoundError."""
    page = env.store.query(partition(match_id), prefix="A#", consistent=True)
    match = read(env, {item.key: item for item in page.items}, match_id)
    if match is None:
        raise MatchNotFoundError
    return replace(match, hooked=any(item.kind == "hooks" for item in page.items))


def exists(env: Env, match_id: str) -> bool:
    """Whether there is a match of this id."""
    return env.store.get(head_key(match_id)) is not None


def listed_matches(rows: Iterable[Item]) -> list[str]:
    """The ids of the matches that static rows of a player name."""
    return [str(SEAT.body(row)["match"]) for row in rows]


def load_many(env: Env, match_ids: Iterable[str], *, consistent: bool = False, lists: bool = False) -> list[Match]:
    """Those of the matches that exist, in the order asked for.

    For `lists`, those that cannot be read do not keep the others back: a match is without its position where its rules
    are not here, and left out where it is damaged. Else raises UnreadableMatchError, NewerFormatError.
    """
    reader = _listed if lists else read
    wanted = list(match_ids)
    items = env.store.get_many([key(each) for each in wanted for key in (head_key, roster_key)], consistent=consistent)
    found = (reader(env, items, each) for each in wanted)
    return [match for match in found if match is not None]


def log_item(match_id: str, row: LogRow, key: Key | None = None) -> Item:
    """A log row as it is stored, at its place in the log or at another; in the work index while it owes notices."""
    key = key or log_key(match_id, row.n, row.seat)
    work = IndexKey(shard(UNSENT, match_id), f"{row.at:010d}#{match_id}#{key.sort}") if row.owed else None
    return LOG.item(key, packing.pack(rows.body(row)), work=work)


def log_row(item: Item) -> LogRow:
    """The log row that an item holds. Raises UnreadableMatchError for one that nobody can have written."""
    try:
        return rows.row(packing.unpack(LOG.body(item)))
    except DAMAGED as error:
        raise UnreadableMatchError(IS_DAMAGED) from error


def notice(match_id: str, row: LogRow, about: str) -> Put:
    """What stores a row that owes notices and is no part of the log."""
    return Put(log_item(match_id, row, notice_key(match_id, row.n, row.seat, about)), Absent())


def find_row(env: Env, match_id: str, n: int, seat: int) -> LogRow | None:
    """The log row of a submission, or None."""
    item = env.store.get(log_key(match_id, n, seat))
    return log_row(item) if item else None


def log(env: Env, match_id: str, *, consistent: bool = False) -> list[LogRow]:
    """The whole log in the order of its commits; `consistent`: with all that was stored when it was asked for."""
    page = env.store.query(partition(match_id), prefix="L#", consistent=consistent)
    return sorted((log_row(item) for item in page.items), key=lambda row: row.version)


def newest(env: Env, match: Match, ahead: int) -> Iterator[LogRow]:
    """The log from its newest commit back; `ahead` rows are read at once, since most of them come next."""
    page = env.store.query(partition(match.id), prefix="L#", reverse=True, limit=ahead)
    rows = {(row.n, row.seat): row for row in map(log_row, page.items)}
    place = match.head.last
    while place != (0, 0):
        row = rows.get(place) or find_row(env, match.id, *place)
        if row is None:
            return
        yield row
        place = row.prev


def writes(match: Match, head: Head, row: LogRow | None, *, roster: Roster | None = None) -> list[Write]:
    """What stores the next head of `match` (on condition of its version), its log row, and a changed roster.

    Standing orders go with it where they change: those that were carried out, and those that hold no longer.
    """
    after = Match(roster or match.roster, head)
    found: list[Write] = [Put(_head_item(after, head), VersionIs(match.head.version))]
    if head.orders or match.head.orders:
        from chalicelib.matches import standing

        found += standing.writes(orders_key(match.id), after, match.head.orders)
    if row is not None:
        found.append(Put(log_item(match.id, replace(row, hooked=match.hooked and bool(row.owed))), Absent()))
    if roster is not None:
        found.append(Put(_roster_item(roster, head.version)))
    return found


def creation(match: Match, row: LogRow) -> list[Write]:
    """What stores a new match with its first log row."""
    return [
        Put(_head_item(match, match.head), Absent()),
        Put(_roster_item(match.roster, match.head.version), Absent()),
        Put(log_item(match.id, row), Absent()),
    ]


def seat_row(player: str, match: Match) -> Put:
    """The static row that lists a match among those of a player who sits in it, or whom a seat is kept for."""
    roster = match.roster
    body = {"match": match.id, "game": roster.game, "created": roster.created}
    return Put(SEAT.item(seat_key(player, match.id), body))


def no_seat_row(player: str, match_id: str) -> Delete:
    """What takes a match off its player's list."""
    return Delete(seat_key(player, match_id))
