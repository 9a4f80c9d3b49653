"""Laws that are cheap enough for every step of thousands of matches, and a game's own invariants with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from chalicelib import games
from chalicelib.rules import Termination
from tests.games.parts import MissingPartError, part
from tests.games.walks import Setting, Step, option_sets, steps_of

Invariant = Callable[[Any, Any], None]
End = Callable[[Any], str]


class Walked(NamedTuple):
    """What a run of matches came to: how many ended by each termination, and the moves in all and in the longest.

    `ways` counts the ends more closely, as the game tells them apart.
    """

    ends: Counter[str]
    moves: int
    longest: int
    ways: Counter[str]

    def __str__(self) -> str:
        ends = ", ".join(f"{end} {count}" for end, count in self.ends.most_common())
        return f"{self.ends.total()} matches ended ({ends}), {self.moves} moves, longest {self.longest}"


def invariant(key: str, version: int = 0) -> Invariant:
    """The game's own check of two neighbouring positions; one that passes all while test_parts.py asks for it."""
    try:
        found: Invariant = part(key, "invariants", version).check
    except MissingPartError:
        return _passing
    return found


def _passing(_before: Any, _after: Any) -> None:
    """The check of a game that has none yet."""


def end_of(key: str, version: int = 0) -> End:
    """What tells a game's ends apart; one that tells nothing while test_parts.py asks for it."""
    try:
        found: End = part(key, "ends", version).end
    except MissingPartError:
        return lambda _state: ""
    return found


def listed(key: str, version: int = 0) -> set[str]:
    """The ends that a game's ends.py lists, each with its termination. Raises MissingPartError."""
    by_seats = part(key, "ends", version).WAYS.values()
    return {f"{how}: {end}" for terminations in by_seats for how, ends in terminations.items() for end in ends}


def many(key: str, count: int, first_seed: int, version: int = 0) -> Iterator[Setting]:
    """So many settings of a game: seat counts and options in turn, every fourth match a stormy one.

    Which kinds are stormy changes from round to round, so that all of them are at some time.
    """
    counts = games.meta(key, version).seats
    kinds = [(seats, choices) for seats in counts for choices in option_sets(key, seats, version)]
    for number in range(count):
        turn, place = divmod(number, len(kinds))
        yield Setting(key, *kinds[place], first_seed + number, stormy=(place + turn) % 4 == 3, version=version)


def checked(setting: Setting) -> Iterator[Step]:
    """The steps of a match; raises AssertionError with the setting's name where one breaks a law."""
    check, last = invariant(setting.key, setting.version), None
    try:
        for step in steps_of(setting):
            _check_step(setting, step, check)
            last = step
            yield step
        assert last is not None
        _check_end(setting, last.after)
    except AssertionError as error:
        raise AssertionError(f"{setting}: {error}") from error


def _check_step(setting: Setting, step: Step, check: Invariant) -> None:
    game = setting.game
    owing = game.to_move(step.before)
    assert owing, "nobody is to move"
    assert list(owing) == sorted(set(owing)), "to_move is out of order"
    assert game.outcome(step.before) is None, "moves after the outcome"
    assert step.kind != "move" or step.seat in owing, "a seat that is not to move"
    check(step.before, step.after)


def _check_end(setting: Setting, state: Any) -> None:
    outcome = setting.game.outcome(state)
    assert setting.game.to_move(state) == (), "somebody is to move after the end"
    assert outcome is not None, "nobody is to move and there is no outcome"
    assert sorted(score.seat for score in outcome.scores) == list(range(setting.seats)), "a seat without a score"
    best = {score.seat for score in outcome.scores if score.rank == 1}
    assert set(outcome.winners) <= best, "a winner that is not first"
    drawn = outcome.termination is Termination.MOVE_LIMIT
    assert setting.seats == 1 or outcome.winners or drawn, "nobody wins"


def walked(key: str, count: int, first_seed: int, version: int = 0) -> Walked:
    """So many random matches of a game, every step looked at. Raises AssertionError."""
    ends, ways, told = Counter[str](), Counter[str](), end_of(key, version)
    moves = longest = 0
    for setting in many(key, count, first_seed, version):
        steps, state = 0, None
        for step in checked(setting):
            steps, state = steps + 1, step.after
        outcome = setting.game.outcome(state)
        assert outcome is not None
        ends[str(outcome.termination)] += 1
        ways[f"{outcome.termination}: {told(state)}"] += 1
        moves, longest = moves + steps, max(longest, steps)
    return Walked(ends, moves, longest, ways)
