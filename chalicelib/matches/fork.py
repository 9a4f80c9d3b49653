"""What if: a new match that begins with a position of one that has ended, with dice of its own from then on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from chalicelib.matches import course, proof
from chalicelib.matches.errors import InvalidMatchError, PositionNotFoundError
from chalicelib.matches.match import Caller, Match, Origin, Visibility
from chalicelib.matches.origin import cut, depth, origin_of
from chalicelib.matches.record_form import MOST_MOVES, Record, plies
from chalicelib.matches.replay import SourceKind, frame, source
from chalicelib.players.ports import Env

_MOST_BEFORE = MOST_MOVES - 4_000
"""The record of a match has those of its origins in it, and room for the longest match that play has led to."""
_OPENNESS: tuple[Visibility, ...] = ("private", "unlisted", "public")


@dataclass(frozen=True, slots=True)
class From:
    """Which position to go on from: that of a match of ours, or of a record, after so many moves."""

    kind: SourceKind
    id: str
    ply: int


@dataclass(frozen=True, slots=True)
class Start:
    """Where a new match begins: whence, the record up to there, the position, and the seats that are out of it.

    `rules_version` is what that position is played by, `most` the widest visibility that the match may have.
    """

    origin: Origin
    record: Record
    state: Any
    rules_version: int
    left: frozenset[int]
    most: Visibility


def start(env: Env, wanted: From, caller: Caller) -> Start:
    """The position that is wanted.

    Raises MatchNotFoundError, RecordNotFoundError, WrongStatusError (that match is running: its dice are secret),
    InvalidMatchError (no play can go on from there).
    """
    found = source(env, wanted.kind, wanted.id, caller)
    try:
        here = frame(env.games, found.record, wanted.ply)
    except PositionNotFoundError as error:
        raise InvalidMatchError(error.message, "from") from None
    if here.ply != wanted.ply:
        last = here.ply if here.previous is None else here.previous
        pattern = "At ply {ply} choices are sealed. Go on from {before} or {last}."
        if last == here.ply:
            pattern = "At ply {ply} choices are sealed. Go on from {last}."
        raise InvalidMatchError(pattern, "from", ply=wanted.ply, before=last, last=here.ply)
    if not here.is_open:
        raise InvalidMatchError("The match is over there; go on from an earlier ply.", "from")
    told = cut(found.record, here.ply)
    if depth(told) >= proof.DEEPEST:
        raise InvalidMatchError("No more than {most} matches may stand behind one another.", "from", most=proof.DEEPEST)
    if not has_room(told):
        raise InvalidMatchError("The match goes on from too many moves; go on from an earlier ply.", "from")
    origin = Origin(found.kind, found.id, here.ply, found.record.name)
    return Start(origin, told, here.state, here.game.rules_version, here.left, found.visibility)


def has_room(record: Record) -> bool:
    """Whether a record can stand in that of a match that goes on from it, however long that becomes."""
    return plies(record) <= _MOST_BEFORE


def narrower(one: Visibility, other: Visibility) -> Visibility:
    """Whichever of these lets fewer see a match."""
    return min(one, other, key=_OPENNESS.index)


_LEFT = "Seat {seat} had left the match by then; only a bot can have it."


def check_agrees(begin: Start, game: str, options: Mapping[str, object], kinds: list[str], seen: Visibility) -> None:
    """Refuse what does not go with the position: another game, other options, other seats. Raises InvalidMatchError."""
    record = begin.record
    if game and game != record.game:
        raise InvalidMatchError("The match goes on with the game it was; leave `game` out.", "game")
    if any(key not in record.options or record.options[key] != value for key, value in options.items()):
        raise InvalidMatchError("The match goes on with the options it had; leave `options` out.", "options")
    if len(kinds) != len(record.seats):
        raise InvalidMatchError(f"The match goes on with {len(record.seats)} seats, not with {len(kinds)}.", "seats")
    for seat in sorted(begin.left):
        if kinds[seat] != "bot":
            raise InvalidMatchError(_LEFT, f"seat-{seat}", seat=seat)
    if _OPENNESS.index(seen) > _OPENNESS.index(begin.most):
        raise InvalidMatchError(f"It goes on from what is {begin.most}, so it cannot be {seen}.", "visibility")


def first_state(env: Env, match: Match) -> Any:
    """The position that a match begins with which goes on from another; None for most. Raises what the rules raise."""
    told = origin_of(env, match)
    return None if told is None else course.last_position(proof.course_of(env.games, told)).state
