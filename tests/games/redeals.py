"""The law of hidden things over many positions: deal anew what a watcher cannot know, and it is shown the same."""

from __future__ import annotations

from collections.abc import Iterator

from chalicelib.rules import LANGUAGES
from tests.games.cheap import many
from tests.games.test_laws import seen, told, watchers
from tests.games.walks import Setting, Step, steps_of

_A_MATCH = 12
_TRIED = 100
"""Matches in which a game that hides anything shows it."""


def redealt(key: str, count: int, first_seed: int, version: int = 0) -> int:
    """Look at so many positions in which something is hidden; how many they were. Raises AssertionError.

    0 for a game that never hides anything.
    """
    done = 0
    if not hides(key, first_seed, version):
        return done
    for number, setting in enumerate(many(key, count * 100, first_seed, version)):
        if number == _TRIED and not done:
            break
        for step in _hiding(setting):
            _check(setting, step)
            done += 1
            if done == count:
                return done
    return done


def hides(key: str, first_seed: int, version: int = 0) -> bool:
    """Whether this game ever has something to deal anew, or a sealed choice, which would have to be dealt anew."""
    return any(
        _redealt(setting, step, None).after != step.after or _is_sealed(setting, step)
        for setting in many(key, _TRIED, first_seed, version)
        for step in steps_of(setting)
    )


def _is_sealed(setting: Setting, step: Step) -> bool:
    return any(setting.game.sealed(step.after, seat) is not None for seat in range(setting.seats))


def _hiding(setting: Setting) -> Iterator[Step]:
    """A few steps of the match after which there is something that not everybody sees."""
    steps = [step for step in steps_of(setting) if _redealt(setting, step, None).after != step.after]
    yield from steps[:: max(1, len(steps) // _A_MATCH)][:_A_MATCH]


def _redealt(setting: Setting, step: Step, watcher: int | None) -> Step:
    game, ply = setting.game, step.ply
    before = game.redeal(step.before, watcher, setting.chance(ply, "redeal"))
    return step._replace(before=before, after=game.redeal(step.after, watcher, setting.chance(ply, "redeal")))


def _check(setting: Setting, step: Step) -> None:
    language = LANGUAGES[setting.seed % len(LANGUAGES)]
    for watcher in watchers(setting):
        other = _redealt(setting, step, watcher)
        assert seen(setting.game, step, watcher) == seen(setting.game, other, watcher), f"{setting}: {watcher}"
        shown = [told(setting.game, each, watcher, language) for each in (step, other)]
        assert shown[0] == shown[1], f"{setting}: {watcher}, {language}"
