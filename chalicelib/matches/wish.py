"""A match as somebody wants it, and what it will be played on: rules, options, and the position it begins with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from chalicelib.matches import options, pace
from chalicelib.matches.errors import InvalidMatchError
from chalicelib.matches.match import (
    MOST_ABSENCE,
    MOST_MISSES,
    MOST_REMINDERS,
    Caller,
    Pace,
    Visibility,
)
from chalicelib.players.ports import Env
from chalicelib.rules import AnyGame, Chance, OptionValue

if TYPE_CHECKING:
    from chalicelib.matches.fork import From, Start


@dataclass(frozen=True, slots=True)
class SeatWish:
    """Who is to sit somewhere.

    That is `me`, a `player` by handle, whoever comes (`open`), a `bot` of a level (0: its weakest), or somebody to
    `invite` by mail: an address, what they are called ("": not known), and in which language they are written to
    ("": that of who invites).
    """

    kind: Literal["me", "player", "invite", "open", "bot"]
    handle: str = ""
    level: int = 0
    email: str = ""
    name: str = ""
    language: str = ""


@dataclass(frozen=True, slots=True)
class MatchWish:
    """A match as its creator wants it.

    Where the pace does not say what becomes of a seat that misses too many deadlines in a row, a bot takes over for a
    partner's sake, and else the seat is given up.
    With `hold` the creator's own seat is kept for them until they join: the promise of the dice is out before anybody,
    they too, has put a nonce in. With `origin` it goes on from a position of another match, which `game` and `options`
    are then taken from; where they are given all the same, they must be what they were there. A `visibility` that is
    not given is unlisted, or private where what the match goes on from is.
    """

    game: str
    seats: tuple[SeatWish, ...]
    options: Mapping[str, object] = field(default_factory=dict)
    pace: Pace = field(default_factory=Pace)
    visibility: Visibility | None = None
    name: str = ""
    hold: bool = False
    origin: From | None = None
    muted: bool = False


@dataclass(frozen=True, slots=True)
class Ground:
    """What a new match is played on: the version of the rules, the options, and where it begins if not at the start."""

    rules_version: int
    options: Mapping[str, OptionValue]
    start: Start | None = None


def fresh(env: Env, wish: MatchWish) -> Ground:
    """The ground of a match that begins at the start. Raises InvalidOptionError."""
    meta = env.games.meta(wish.game)
    given = options.checked(meta, len(wish.seats), wish.options)
    _check_deal(env.games.get(wish.game), len(wish.seats), given)
    return Ground(meta.rules_version, given)


def going_on(env: Env, player: str, wish: MatchWish, origin: From) -> tuple[MatchWish, Ground]:
    """The wish, completed, and the ground of a match that goes on from another one.

    Raises MatchNotFoundError, RecordNotFoundError, WrongStatusError, InvalidMatchError, InvalidRecordError.
    """
    from chalicelib.matches import fork

    start = fork.start(env, origin, Caller(player))
    seen = wish.visibility or fork.narrower("unlisted", start.most)
    fork.check_agrees(start, wish.game, wish.options, [seat.kind for seat in wish.seats], seen)
    given = start.record.options
    return replace(wish, game=start.record.game, options=given, visibility=seen), Ground(
        start.rules_version, given, start
    )


def check_wish(env: Env, wish: MatchWish) -> None:
    """Refuse what cannot be set up, whatever the game says of it. Raises InvalidMatchError."""
    if not wish.game:
        raise InvalidMatchError("Name a game, or what to go on from.", "game")
    if wish.game not in set(env.games.keys()):
        raise InvalidMatchError(f"There is no game {wish.game[:40]!r} here.")
    kinds = [seat.kind for seat in wish.seats]
    if not any(kind != "bot" for kind in kinds):
        raise InvalidMatchError("A match needs at least one human seat.")
    if kinds.count("me") > 1:
        raise InvalidMatchError("Nobody can sit on two seats of one match.")
    if wish.hold and "me" not in kinds:
        raise InvalidMatchError("A match can wait for you only if you take a seat in it.")
    check_pace(wish.pace)


def check_pace(asked: Pace) -> None:
    """Refuse a pace that nobody could play at. Raises InvalidMatchError."""
    if not pace.SHORTEST <= asked.decision_time <= pace.LONGEST:
        raise InvalidMatchError("The time for a decision is from 1 hour to 30 days.", "pace.decision_time")
    if not 0 <= asked.bank <= pace.LONGEST:
        raise InvalidMatchError("A time bank holds 30 days at most.", "pace.bank")
    if not 0 <= asked.increment <= pace.DAY:
        raise InvalidMatchError("A decision adds one day at most to the time bank.", "pace.increment")
    falling = sorted(set(asked.ladder), reverse=True) == list(asked.ladder)
    if len(asked.ladder) > MOST_REMINDERS or not falling or not all(0 < step < 100 for step in asked.ladder):
        raise InvalidMatchError(
            "Reminders come at up to {most} falling percentages of the time left, from 99 to 1.",
            "pace.reminders",
            most=MOST_REMINDERS,
        )
    if not 1 <= asked.misses <= MOST_MISSES:
        raise InvalidMatchError(
            "A seat is given up after 1 to {most} missed deadlines.", "pace.misses", most=MOST_MISSES
        )
    if not 0 <= asked.absence_days <= MOST_ABSENCE:
        raise InvalidMatchError(
            "Players may be away for up to {most} days a year.", "pace.absence_days", most=MOST_ABSENCE
        )


def _check_deal(game: AnyGame, seats: int, given: Mapping[str, Any]) -> None:
    """Let the game itself refuse options that do not go together. Raises InvalidOptionError."""
    game.initial_state(seats, given, Chance(b"a try", (), 0))
