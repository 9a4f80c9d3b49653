"""A nudge: reminding those of a table who keep the others waiting, with one's name to it, and not too often."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Protocol

from chalicelib.matches import pace, repository
from chalicelib.matches.commit import attempt, commit
from chalicelib.matches.errors import WrongStatusError
from chalicelib.matches.events import LogRow, Owed
from chalicelib.matches.match import Caller, Match
from chalicelib.matches.request import seat_in_play
from chalicelib.players import blocks, rates
from chalicelib.players.ports import Env, Write

NUDGES = rates.Rate("nudge", 1, pace.DAY, "You have nudged in this match today; please wait until tomorrow.")
PATIENCE = pace.HOUR
"""A decision has to be open for so many seconds before anybody is nudged for it."""
ABOUT = "nudge"
_LOOKED_THROUGH = 50
"""So many of the newest notices of a match are looked through."""


class Told(Protocol):
    """A notice: the n of a seat's decision that it is about, and when it was owed."""

    @property
    def at(self) -> int:
        """When it was owed, in epoch seconds."""

    @property
    def n(self) -> int:
        """The n of the decision."""

    @property
    def seat(self) -> int:
        """The seat that has to decide."""


def nudge(env: Env, match_id: str, caller: Caller, also: Sequence[Write] = ()) -> Match:
    """Remind everybody else who has owed a decision for an hour, once a day; in quiet hours, when those end.

    Who is away or was nudged for this decision today, and who has blocked the other, is left in peace.
    Raises MatchNotFoundError, NotYourSeatError, WrongStatusError (nobody to nudge), MatchOverError, NotToMoveError
    (left), TooManyRequestsError, BusyError.
    """
    tried: list[LogRow] = []

    def work() -> Match:
        match = repository.load(env, match_id)
        seat = seat_in_play(env, match, caller)
        spent = rates.spend(env, NUDGES, f"{match.roster.seats[seat].player}/{match.id}")
        now, head = env.clock.now(), replace(match.head, version=match.head.version + 1)
        owed = tuple(_owed(env, match, each) for each in _nudged(env, match, seat))
        row = LogRow(now, head.version, head.version, seat, "nudged", owed=owed)
        tried.append(row)
        writes = [*repository.writes(match, head, None), repository.notice(match.id, row, ABOUT), spent]
        commit(env, writes, also)
        return Match(match.roster, head)

    def lost() -> Match | None:
        keys = [repository.notice_key(match_id, row.n, row.seat, ABOUT) for row in tried]
        return repository.load(env, match_id) if any(env.store.get(key) for key in keys) else None

    return attempt(env, work, lost)


def _owed(env: Env, match: Match, seat: int) -> Owed:
    """The notice, which waits for the end of the quiet hours."""
    now = env.clock.now()
    after = pace.quiet_end(match.roster.hours(seat), now)
    return Owed("nudge", seat, match.roster.seats[seat].player, match.head.opened[seat], after if after > now else 0)


def _nudged(env: Env, match: Match, nudger: int) -> list[int]:
    """The seats to be nudged. Raises WrongStatusError, which says why there are none."""
    waiting = [seat for seat in _owing(env, match) if seat != nudger]
    if not waiting:
        raise WrongStatusError("Nobody else has to decide at the moment.")
    now = env.clock.now()
    here = [seat for seat in waiting if not pace.absent_at(match.roster.seats[seat].away, now)]
    if not here:
        raise WrongStatusError("Whoever has to decide is away, as they told everybody.")
    slow = [seat for seat in here if now - match.head.begun[seat] >= PATIENCE]
    if not slow:
        raise WrongStatusError("Give them time: a decision has to be open for an hour before you can nudge.")
    found = _undisturbed(env, match, nudger, slow)
    if not found:
        raise WrongStatusError("Whoever has to decide was nudged today already.")
    return found


def _owing(env: Env, match: Match) -> Iterator[int]:
    """The seats whose players have to decide."""
    for seat in repository.rules(env, match.roster).to_move(match.head.state):
        if match.roster.seats[seat].kind == "player" and not match.roster.seats[seat].is_played_by_bot:
            yield seat


def _undisturbed(env: Env, match: Match, nudger: int, seats: Sequence[int]) -> list[int]:
    """Those of the seats that nobody nudged for this decision within a day, and that no block keeps apart."""
    sitters, since = match.roster.seats, env.clock.now() - pace.DAY
    apart = blocks.between(env, sitters[nudger].player, [sitters[seat].player for seat in seats])
    done = {(each.seat, each.n) for row in _nudges(env, match.id) if row.at > since for each in row.owed}
    return [seat for seat in seats if sitters[seat].player not in apart and (seat, match.head.opened[seat]) not in done]


def _nudges(env: Env, match_id: str) -> Iterator[LogRow]:
    """The newest nudges of a match, the last one first."""
    page = env.store.query(repository.partition(match_id), prefix="N#", reverse=True, limit=_LOOKED_THROUGH)
    yield from (row for row in map(repository.log_row, page.items) if row.kind == "nudged")


def nudger(env: Env, match_id: str, notice: Told) -> int | None:
    """The seat that a notice of category `nudge` comes from; None where that is not known any more."""
    about = (notice.seat, notice.n)
    rows = (row for row in _nudges(env, match_id) if row.at == notice.at)
    return next((row.seat for row in rows if about in [(each.seat, each.n) for each in row.owed]), None)
