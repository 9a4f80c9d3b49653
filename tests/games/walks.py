"""Matches of every discovered game, walked through once and looked at by every law.

A walk plays legal moves drawn by lot; a stormy one also takes choices back and lets seats leave. The plies it gives to
`Chance` are those of the service: the number of moves made so far, the new one included.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from chalicelib import games
from chalicelib.rules import AnyGame, Chance, Option, Options, OptionValue

BOUND = 20_000
"""Moves after which a match that has not ended counts as endless."""


KEYS = games.keys()


def editions(keys: Sequence[str] = KEYS) -> list[tuple[str, int]]:
    """Every version of the rules of these games, as (key, version)."""
    return [(key, version) for key in keys for version in games.versions(key)]


class Setting(NamedTuple):
    """One way to set a game up, the seed it is played with, and the version of the rules (0: today's)."""

    key: str
    seats: int
    choices: tuple[tuple[str, OptionValue], ...]
    seed: int
    stormy: bool = False
    version: int = 0

    @property
    def game(self) -> AnyGame:
        return games.get(self.key, self.version)

    @property
    def options(self) -> Options:
        return dict(self.choices)

    def chance(self, ply: int, purpose: str = "game") -> Chance:
        nonces = tuple(bytes([seat]) * 16 for seat in range(self.seats))
        return Chance(self.seed.to_bytes(32, "big"), nonces, ply, purpose)

    def start(self) -> Any:
        return self.game.initial_state(self.seats, self.options, self.chance(0))

    def __str__(self) -> str:
        settings = "".join(f"-{value}" for _, value in self.choices)
        older = f"-v{self.version}" if self.version not in (0, games.meta(self.key).rules_version) else ""
        return f"{self.key}{older}-{self.seats}{settings}-{self.seed}{'-stormy' * self.stormy}"


class Step(NamedTuple):
    """One event of a walk: `kind` is "move", "retract" or "resign"; `ply` is what its Chance was given."""

    before: Any
    kind: str
    seat: int
    move: Any
    ply: int
    after: Any


MANY = 12
"""Of an option with more values than these, the ends and the middle stand for all, besides the default."""


def values(option: Option) -> tuple[OptionValue, ...]:
    """The values of an option that matches are played with."""
    if option.kind == "choice" and len(option.choices) > MANY:
        return option.choices[0], option.choices[len(option.choices) // 2], option.choices[-1]
    if option.kind == "choice":
        return option.choices
    return (False, True) if option.kind == "flag" else tuple(dict.fromkeys((option.low, option.default, option.high)))


def option_sets(key: str, seats: int, version: int = 0) -> Iterator[tuple[tuple[str, OptionValue], ...]]:
    """The defaults, and then so many combinations that every value of every option occurs."""
    yield ()
    offered = [option for option in games.meta(key, version).options if not option.seats or seats in option.seats]
    for turn in range(max((len(values(option)) for option in offered), default=0)):
        yield tuple((option.key, values(option)[(turn + 1) % len(values(option))]) for option in offered)


def settings(keys: Sequence[str] = KEYS) -> Iterator[Setting]:
    """Every version of these games, seat count and option's value, each with its seed; every second one stormy too."""
    for key, version in editions(keys):
        for seats in games.meta(key, version).seats:
            for seed, choices in enumerate(option_sets(key, seats, version)):
                yield Setting(key, seats, choices, seed, version=version)
                if seed % 2 == 0:
                    yield Setting(key, seats, choices, seed, stormy=True, version=version)


def tables(keys: Sequence[str] = KEYS) -> Iterator[Setting]:
    """Every version of these games and seat count with its defaults."""
    for key, version in editions(keys):
        for seats in games.meta(key, version).seats:
            yield Setting(key, seats, (), 0, version=version)


def steps_of(setting: Setting) -> Iterator[Step]:
    """The whole match, event by event, as it is played."""
    game, state, count, moves = setting.game, setting.start(), 0, 0
    lot, gone = setting.chance(0, "walk"), set[int]()
    while game.to_move(state):
        count += 1
        assert count < BOUND, "this match does not end"
        step = _event(setting, state, moves, lot, gone)
        moves = step.ply if step.kind == "move" else moves - (step.kind == "retract")
        yield step
        state = step.after


@lru_cache(maxsize=2)
def walk(setting: Setting) -> tuple[Step, ...]:
    """The same, kept for the laws that look at it one after the other, and then dropped: it can be large."""
    return tuple(steps_of(setting))


def _event(setting: Setting, state: Any, moves: int, lot: Chance, gone: set[int]) -> Step:
    """What happens next; `gone` are the seats that have given up, of which some may still be played for."""
    game = setting.game
    if setting.stormy and lot.below(12) == 0:
        holders = [seat for seat in range(setting.seats) if game.sealed(state, seat) is not None]
        if holders:
            seat = lot.roll(holders)
            return Step(state, "retract", seat, None, moves, game.retract(state, seat))
        staying = [seat for seat in game.to_move(state) if seat not in gone]
        if lot.below(6) == 0 and staying:
            seat = lot.roll(staying)
            gone.add(seat)
            return Step(state, "resign", seat, None, moves, game.resign(state, seat, setting.chance(moves)))
    seat = lot.roll(game.to_move(state))
    move = lot.roll(game.legal_moves(state, seat))
    return Step(state, "move", seat, move, moves + 1, game.apply_move(state, seat, move, setting.chance(moves + 1)))


def sample(setting: Setting, count: int) -> tuple[Step, ...]:
    """That many steps of the walk, evenly spread, the first and the last among them."""
    steps = walk(setting)
    places = {round(part * (len(steps) - 1) / max(count - 1, 1)) for part in range(count)}
    return tuple(steps[place] for place in sorted(places))
