"""Records step by step: the positions at which nobody's choice was sealed, and what led from one to the next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from chalicelib.matches import course, proof, record, repository
from chalicelib.matches.course import Course, Position
from chalicelib.matches.ending import GIVEN_UP, WITHOUT_RULES, ended, ending_after, told_facts
from chalicelib.matches.errors import MatchNotFoundError, PositionNotFoundError, WrongStatusError
from chalicelib.matches.events import Entry
from chalicelib.matches.match import Caller, Visibility
from chalicelib.matches.origin import cut, left
from chalicelib.matches.reading import visible
from chalicelib.matches.record_form import Record, RecordedMove
from chalicelib.matches.records import kept, record_key
from chalicelib.players.ports import Env, Games
from chalicelib.rules import AnyGame, Fact, Outcome

SourceKind = Literal["match", "record"]
"""Where a record comes from: a match of ours that has ended, or somebody who brought it in."""


@dataclass(frozen=True, slots=True)
class Source:
    """A record that can be replayed, and who may find it."""

    kind: SourceKind
    id: str
    record: Record
    visibility: Visibility


def source(env: Env, kind: SourceKind, name: str, caller: Caller) -> Source:
    """The record of an ended match of ours, or one that was brought in.

    Raises MatchNotFoundError, RecordNotFoundError, WrongStatusError (the match has not ended: its dice are secret).
    """
    if kind == "record":
        return Source(kind, name, kept(env, name), "unlisted")
    match = visible(env, name, caller)
    if match.head.status == "cancelled":
        raise WrongStatusError("The match was called off before it started: there is nothing to replay.")
    if match.head.status != "over":
        raise WrongStatusError("A match can be replayed, and played on from, once it has ended.")
    found = record.of_match(env, match, repository.log(env, match.id, consistent=True))
    return Source(kind, match.id, found, match.roster.visibility)


def is_there(env: Env, kind: SourceKind, name: str, caller: Caller) -> bool:
    """Whether there is such a match, or such a record, for this caller to see."""
    if kind == "record":
        return env.store.get(record_key(name)) is not None
    try:
        return bool(visible(env, name, caller))
    except MatchNotFoundError:
        return False


@dataclass(frozen=True, slots=True)
class _Step:
    """One move: the position before it and after it, each with the rules that hold there."""

    game: AnyGame
    before: Any
    after: Position
    is_migrated: bool


@dataclass(frozen=True, slots=True)
class Frame:
    """A position of a record at which nothing is sealed.

    `previous` and `following` are the plies of those before and after it (None: there is none), `moves` what led here
    from the one before, `left` the seats that had given up by then.
    """

    record: Record
    game: AnyGame
    ply: int
    previous: int | None
    following: int | None
    moves: tuple[RecordedMove, ...]
    dice: str
    state: Any
    left: frozenset[int]
    _last: Entry | None
    _steps: tuple[_Step, ...]

    @property
    def last(self) -> int:
        """The ply of the last position."""
        return len(self.record.moves)

    @property
    def is_open(self) -> bool:
        """Whether play can go on from here."""
        return self.outcome is None

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, where it ended here."""
        ending = ending_after(self.game, self.state, self._last)
        return ended(self.game, self.state, len(self.record.seats), ending)

    @property
    def to_move(self) -> tuple[int, ...]:
        """The seats that owe a decision here."""
        return self.game.to_move(self.state) if self.is_open else ()

    def view(self, seat: int | None) -> Any:
        """What that seat (None: a spectator) could see."""
        return self.game.view(self.state, seat)

    def facts(self, seat: int | None) -> tuple[Fact, ...]:
        """What that seat (None: a spectator) learnt on the way here from the position before."""
        if not self._steps:
            view = self.view(seat)
            return () if self.record.origin else self.game.facts(view, None, None, view)
        return told_facts(tuple(fact for step in self._steps for fact in _learnt(step, seat)), self._last)


def _learnt(step: _Step, watcher: int | None) -> tuple[Fact, ...]:
    """What a move told; one that left the set open told no more than what the last of the set tells again."""
    entry, game, after = step.after.entry, step.game, step.after.state
    if entry is None or step.is_migrated or entry.how in WITHOUT_RULES or game.sealed(after, entry.seat) is not None:
        return ()
    move = None if entry.how in GIVEN_UP else game.parse(step.before, entry.seat, entry.text, "en")
    return game.facts(game.view(step.before, watcher), entry.seat, move, game.view(after, watcher))


def is_whole(game: AnyGame, state: Any, seats: int) -> bool:
    """Whether nobody's choice is sealed, so that the position is the same for the rules as for the record."""
    return all(game.sealed(state, seat) is None for seat in range(seats))


def frame(games: Games, told: Record, ply: int) -> Frame:
    """The first whole position of a record at this ply or after it.

    Raises PositionNotFoundError for a ply that the record does not have, InvalidRecordError for rules that are gone.
    """
    if not 0 <= ply <= len(told.moves):
        raise PositionNotFoundError(f"The record has the positions 0 to {len(told.moves)}.")
    played = proof.course_of(games, told)
    walked = _Walk(ply)
    for position in course.positions(played):
        if walked.is_done(played, position):
            break
    here = walked.here
    if here is None:
        raise PositionNotFoundError("The record stops amid choices that are sealed.")
    since = here.ply - len(walked.steps)
    return Frame(
        record=told,
        game=played.game_at(here.ply),
        ply=here.ply,
        previous=walked.previous,
        following=walked.following,
        moves=tuple(told.moves[since : here.ply]),
        dice=" ".join(filter(None, walked.dice)),
        state=here.state,
        left=left(cut(told, here.ply)),
        _last=here.entry,
        _steps=tuple(walked.steps),
    )


class _Walk:
    """A walk to the first whole position at a ply or after it, and on to the next one."""

    def __init__(self, ply: int) -> None:
        self._ply = ply
        self._before: Any = None
        self.here: Position | None = None
        self.previous: int | None = None
        self.following: int | None = None
        self.steps: list[_Step] = []
        self.dice: list[str] = []

    def is_done(self, played: Course, position: Position) -> bool:
        """Take in one position; whether all has been found."""
        whole = is_whole(played.game_at(position.ply), position.state, played.seats)
        if self.here is not None:
            self.following = position.ply if whole else None
            return whole
        self._note(played, position)
        if whole and position.ply >= self._ply:
            self.here = position
        elif whole:
            self.previous, self.steps, self.dice = position.ply, [], []
        self._before = position.state
        return False

    def _note(self, played: Course, position: Position) -> None:
        if position.entry is not None:
            game = played.game_at(position.ply - 1)
            is_migrated = game is not played.game_at(position.ply)
            self.steps.append(_Step(game, self._before, position, is_migrated))
        self.dice.append(position.dice)
