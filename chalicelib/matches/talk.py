"""Table talk: what people say at a table, in the order they said it, the same for everybody who may see the match.

`T#<number>` in the partition of the match is a message. It stands alone and changes no version of the match, so that
talk never holds up a move. `S#<match>` in a player's partition says that they talked there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from chalicelib.matches import listeners, repository
from chalicelib.matches.commit import attempt, commit
from chalicelib.matches.errors import ForbiddenError, MessageNotFoundError
from chalicelib.matches.events import TABLE, LogRow
from chalicelib.matches.match import Caller, Match
from chalicelib.matches.reading import visible
from chalicelib.players import rates
from chalicelib.players.blocks import between
from chalicelib.players.ports import Absent, Env, Item, Key, Put, VersionIs, Write
from chalicelib.players.prose import clean_text
from chalicelib.players.repository import is_there, load_profile, load_profiles
from chalicelib.players.stored import Stored

MESSAGE, TALKER = Stored("message"), Stored("talker")
LONGEST = 1_000
"""Characters of the longest message."""

TALK = rates.Rate("talk", 30, 3_600, "You have said much at this table; please wait a little.")
ONLOOKER = rates.Rate("onlooker", 10, 3_600, "You have said much at tables of others; please wait a little.")
"""How often somebody may speak in an hour: at one table, and at all those together at which they only watch."""

_PAGE = 100
_MOST_TOLD = 500
"""So many messages at most are looked through for a letter."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message as it is kept: `text` is "" and `deleted` since when (epoch seconds), once its author deleted it.

    `seat` is where the author sat then, or None for one who watched. `pending` says of players until when a notice
    waits for them that gathers what is said meanwhile.
    """

    number: int
    at: int
    player: str
    seat: int | None
    text: str
    deleted: int = 0
    pending: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Said:
    """A message as everybody may see it who may see the match.

    `name` is the author's, "" for somebody who has left the service; `text` is None once the author deleted it.
    `player` is for those who have to know whose it is, and for no answer.
    """

    number: int
    at: int
    seat: int | None
    name: str
    text: str | None
    player: str


@dataclass(frozen=True, slots=True)
class Talk:
    """A page of what was said, oldest first, and whether more follows."""

    messages: tuple[Said, ...]
    more: bool = False


def _nothing(_: str) -> Sequence[Write]:
    """For those who write nothing else in the commit."""
    return ()


def message_key(match_id: str, number: int) -> Key:
    """Where a message stands."""
    return Key(repository.partition(match_id), f"T#{number:08d}")


def talker_key(player: str, match_id: str) -> Key:
    """Where it stands that a player has talked at a table."""
    return Key(f"P#{player}", f"S#{match_id}")


def say(env: Env, match_id: str, text: str, caller: Caller, also: Callable[[str], Sequence[Write]] = _nothing) -> Said:
    """Say something to the whole table; `also` gives what stands in the same commit, by the number of the message.

    Raises MatchNotFoundError, NotYourSeatError (a stranger), ForbiddenError (not here, or not now), InvalidTextError,
    TooManyRequestsError, UnknownPlayerError, BusyError.
    """
    kept, tried = clean_text(text, LONGEST), list[Message]()

    def work() -> Said:
        match = visible(env, match_id, caller)
        message, before = _next(env, match, caller, kept)
        tried.append(message)
        commit(env, _writes(env, match, message, before), also(str(message.number)))
        return _shown(env, match, [message])[0]

    def lost() -> Said | None:
        found = (_find(env, match_id, message.number) for message in tried)
        standing = [each for each in found if each in tried]
        return _shown(env, repository.load(env, match_id), standing)[0] if standing else None

    return attempt(env, work, lost)


def _next(env: Env, match: Match, caller: Caller, text: str) -> tuple[Message, Message | None]:
    """The message that comes next, and the one before it."""
    player, seat = listeners.speaker(env, match, caller)
    load_profile(env.store, player)
    before = _newest(env, match.id)
    number = before.number + 1 if before else 1
    now = env.clock.now()
    pending = {who: until for who, until in before.pending.items() if until > now} if before else {}
    told = {who: now + listeners.GATHERED for who in listeners.told(env, match, player) if who not in pending}
    return Message(number, now, player, seat, text, 0, {**pending, **told}), before


def _writes(env: Env, match: Match, message: Message, before: Message | None) -> list[Write]:
    counted = rates.spend(env, TALK, f"{message.player}.{match.id}")
    writes: list[Write] = [Put(_item(match.id, message), Absent()), is_there(message.player), counted]
    if message.seat is None:
        writes.append(rates.spend(env, ONLOOKER, message.player))
    if counted.condition == Absent():  # the first words of an hour
        writes.append(Put(TALKER.item(talker_key(message.player, match.id), {"match": match.id})))
    if owed := listeners.owed(match, message.number, _fresh(message, before)):
        seat = TABLE if message.seat is None else message.seat
        row = LogRow(message.at, match.head.version, message.number, seat, "talked", owed=owed)
        writes.append(repository.notice(match.id, row, "talk"))
    return writes


def _fresh(message: Message, before: Message | None) -> dict[str, int]:
    """Whom no notice waited for yet before this message, and until when theirs now does."""
    known = before.pending if before else {}
    return {who: until for who, until in message.pending.items() if known.get(who) != until}


def unsay(env: Env, match_id: str, number: int, caller: Caller) -> None:
    """Delete a message of one's own: that there was one stays to be seen. A second time changes nothing.

    Raises MatchNotFoundError, MessageNotFoundError, ForbiddenError (it is somebody else's), BusyError.
    """

    def work() -> bool:
        match = visible(env, match_id, caller)
        item = env.store.get(message_key(match_id, number))
        if item is None:
            raise MessageNotFoundError
        if message_in(item).player != caller.player_in(match):
            raise ForbiddenError("Only who wrote a message can delete it.")
        return _delete(env, item)

    attempt(env, work)


def _tombstone(env: Env, item: Item) -> Put:
    body = {name: value for name, value in MESSAGE.body(item).items() if name != "text"}
    gone = MESSAGE.item(item.key, {**body, "deleted": env.clock.now()}, item.version + 1)
    return Put(gone, VersionIs(item.version))


def table_talk(env: Env, match_id: str, caller: Caller, after: int = 0, limit: int = 50) -> Talk:
    """What was said after the message of that number, oldest first. Raises MatchNotFoundError."""
    match = visible(env, match_id, caller)
    place = message_key(match_id, after)
    page = env.store.query(place.partition, prefix="T#", after=place.sort, limit=limit, consistent=True)
    return Talk(tuple(_shown(env, match, map(message_in, page.items))), page.more)


def newest_talk(env: Env, match: Match, limit: int = 50) -> Talk:
    """The newest of what was said in a match that was loaded, oldest first, and whether more was said before."""
    partition = repository.partition(match.id)
    page = env.store.query(partition, prefix="T#", reverse=True, limit=limit, consistent=True)
    return Talk(tuple(_shown(env, match, map(message_in, reversed(page.items)))), page.more)


def message_of(env: Env, match_id: str, number: int, caller: Caller) -> Said:
    """One message. Raises MatchNotFoundError, MessageNotFoundError."""
    match = visible(env, match_id, caller)
    found = _find(env, match_id, number)
    if found is None:
        raise MessageNotFoundError
    return _shown(env, match, [found])[0]


def since(env: Env, match_id: str, at: int, reader: str = "") -> list[Said]:
    """What was said at a table from that moment (epoch seconds) on, oldest first, and was not deleted.

    For a `reader` only what others have said since the reader spoke last, and nobody who is blocked: nothing at all
    means that there is nothing to be told of. Raises MatchNotFoundError.
    """
    match, found = repository.load(env, match_id), list[Message]()
    for each in _backwards(env, match_id):
        if each.at < at or each.player == reader or len(found) == _MOST_TOLD:
            break
        found.append(each)
    silent = between(env, reader, {each.player for each in found}) if reader else frozenset[str]()
    return _shown(env, match, (each for each in reversed(found) if not each.deleted and each.player not in silent))


def _backwards(env: Env, match_id: str) -> Iterator[Message]:
    """All messages of a match, newest first."""
    after, more = None, True
    while more:
        page = env.store.query(repository.partition(match_id), prefix="T#", after=after, reverse=True, limit=_PAGE)
        yield from map(message_in, page.items)
        more, after = page.more, page.items[-1].key.sort if page.items else None


def my_tables(env: Env, player: str) -> list[str]:
    """The matches at which a player has said something."""
    rows = env.store.query(f"P#{player}", prefix="S#", consistent=True).items
    return [str(TALKER.body(row)["match"]) for row in rows]


def my_words(env: Env, player: str) -> list[tuple[str, Message]]:
    """Everything a player has said and not deleted, with the match where it was, oldest first at each table."""
    found = list[tuple[str, Message]]()
    for match_id in my_tables(env, player):
        own = [each for each in _backwards(env, match_id) if each.player == player and not each.deleted]
        found += [(match_id, each) for each in reversed(own)]
    return found


def forget_talk(env: Env, player: str) -> None:
    """Delete all that a player has said, as before the account goes: tombstones stay. Raises BusyError."""
    for match_id, each in my_words(env, player):
        attempt(env, partial(_forget, env, message_key(match_id, each.number)))


def _forget(env: Env, key: Key) -> bool:
    item = env.store.get(key)
    return item is None or _delete(env, item)


def _delete(env: Env, item: Item) -> bool:
    """Put a tombstone in a message's place, unless it is one. Raises LostRaceError."""
    if not message_in(item).deleted:
        commit(env, [_tombstone(env, item)])
    return True


def _find(env: Env, match_id: str, number: int) -> Message | None:
    item = env.store.get(message_key(match_id, number))
    return message_in(item) if item else None


def _newest(env: Env, match_id: str) -> Message | None:
    partition = repository.partition(match_id)
    found = env.store.query(partition, prefix="T#", reverse=True, limit=1, consistent=True).items
    return message_in(found[0]) if found else None


def _shown(env: Env, match: Match, messages: Iterable[Message]) -> list[Said]:
    """Messages with the names of their authors: as they are at the table, else as they are called now."""
    found = list(messages)
    names = {seat.player: seat.name for seat in match.roster.seats if seat.kind == "player"}
    others = {each.player for each in found if each.player not in names}
    names |= {profile.id: profile.name for profile in load_profiles(env.store, others)} if others else {}
    return [
        Said(each.number, each.at, each.seat, names.get(each.player, ""), each.text or None, each.player)
        for each in found
    ]


def _item(match_id: str, message: Message) -> Item:
    body = {"at": message.at, "player": message.player, "text": message.text}
    if message.seat is not None:
        body["seat"] = message.seat
    if message.pending:
        body["pending"] = [list(each) for each in message.pending.items()]
    return MESSAGE.item(message_key(match_id, message.number), body)


def message_in(item: Item) -> Message:
    """The message that an item holds."""
    body = MESSAGE.body(item)
    return Message(
        number=int(item.key.sort.removeprefix("T#")),
        at=body["at"],
        player=body["player"],
        seat=body.get("seat"),
        text=body.get("text", ""),
        deleted=body.get("deleted", 0),
        pending=dict(body.get("pending", ())),
    )
