"""What a notice is about: the row whose commit it tells of, and what was said at a table while it waited."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice, takewhile

from chalicelib.matches import repository, talk, undoable
from chalicelib.matches.events import LogRow
from chalicelib.matches.match import Match
from chalicelib.matches.talk import Said
from chalicelib.players.ports import Env
from chalicelib.players.profile import is_guest
from chalicelib.players.repository import load_profiles
from chalicelib.post.delivery import Notice
from chalicelib.post.language import Catalogue
from chalicelib.post.names import one_line

MESSAGES, BYTES = 20, 8_000
"""So many messages are quoted at most, and so many bytes (UTF-8) of them, but always the newest one."""
_AHEAD = 4
_FAR = 2_000
"""So many rows are looked through for the one of a notice that waited."""
_PLACES = 50
"""So many later notices of a table that waits are looked through."""


def row_of(env: Env, match: Match, notice: Notice) -> LogRow | None:
    """The row that a notice tells of, for the categories that tell of one; None where it is not there any more."""
    if notice.category == "timed_out":
        return repository.find_row(env, match.id, notice.n, notice.seat)
    return _of_version(env, match, notice.n) or _of_table(env, match, notice.n)


def _of_version(env: Env, match: Match, version: int) -> LogRow | None:
    """The row of the log whose commit made this version."""
    return next((row for row in _since(env, match, version) if row.version == version), None)


def _since(env: Env, match: Match, version: int) -> Iterable[LogRow]:
    """The rows of the log from that version on, newest first."""
    ahead = min(max(match.head.version - version + 1, _AHEAD), _FAR)
    rows = islice(repository.newest(env, match, ahead), _FAR)
    return takewhile(lambda row: row.version >= version, rows)


def _of_table(env: Env, match: Match, version: int) -> LogRow | None:
    """The row that says, at a table that waited, who left it."""
    seats = range(len(match.roster.seats))
    keys = [repository.notice_key(match.id, version, seat, "vacated") for seat in seats]
    found = env.store.get_many(keys, consistent=True)
    return next(map(repository.log_row, found.values()), None)


def is_told_again(env: Env, match: Match, row: LogRow, player: str) -> bool:
    """Whether the player is told by a later row, too, of what this one tells and can be undone: once is enough."""
    if row.kind not in undoable.KINDS or row.version == match.head.version:
        return False
    return any(undoable.tells_again(each, row, player) for each in _later(env, match, row))


def _later(env: Env, match: Match, row: LogRow) -> Iterator[LogRow]:
    if row.kind != "vacated":
        return iter(_since(env, match, row.version + 1))
    place = repository.notice_key(match.id, row.version, row.seat, row.kind)
    found = env.store.query(place.partition, prefix="N#", after=place.sort, limit=_PLACES, consistent=True).items
    return map(repository.log_row, found)


def name_of_player(env: Env, words: Catalogue, player: str) -> str:
    """What somebody is called who may sit nowhere here, or be gone. Raises StoreError."""
    if is_guest(player):
        return words.gettext("somebody invited by mail")
    found = load_profiles(env.store, [player])
    return one_line(found[0].name) if found else words.gettext("somebody who left")


def heard(env: Env, match: Match, notice: Notice) -> list[Said]:
    """What others said at the table from a notice's time on that its player has not answered, oldest first."""
    return talk.since(env, match.id, notice.at, notice.player)


def newest(found: list[Said]) -> list[Said]:
    """As many of the newest messages as a letter has room for."""
    kept, room = list[Said](), BYTES
    for each in reversed(found[-MESSAGES:]):
        room -= len((each.text or "").encode())
        if kept and room < 0:
            break
        kept.insert(0, each)
    return kept
