"""Long runs over the rules of every game: random matches, redealt positions, bots against each other."""

from __future__ import annotations

from collections.abc import Iterator

from chalicelib.games import meta
from tests.games.cheap import walked
from tests.games.duels import duel, solo_mean
from tests.games.parts import part
from tests.games.redeals import redealt
from tests.soak.found import BrokenLawError, Scale

MATCHES = 10_000
POSITIONS = 1_000
BOT_MATCHES = 500
_SEED = 1_000_000
"""Far from the seeds of the tests, so that the long run sees other matches."""


def soak_random_matches(scale: Scale) -> Iterator[str]:
    """Random matches over all seat counts and options end, and no step breaks a cheap law."""
    for key in scale.games():
        found = walked(key, scale.of(MATCHES), _SEED)
        yield f"{key}: {found}"
        for way, count in found.ways.most_common():
            yield f"{key}: {count:>6} {way}"


def soak_redeals(scale: Scale) -> Iterator[str]:
    """What a seat cannot know is dealt anew, and it is shown the same."""
    for key in scale.games():
        yield f"{key}: {redealt(key, scale.of(POSITIONS), _SEED)} positions redealt, every watcher shown the same"


def soak_bots(scale: Scale) -> Iterator[str]:
    """Each level beats those below it and random play as clearly as it has to."""
    for key in scale.games():
        strength = part(key, "strength")
        for level, rival, least in strength.PAIRINGS:
            found = duel(key, level, rival, scale.of(BOT_MATCHES), "soak")
            yield f"{key}: level {level} against {rival or 'random'}: {found}"
            if found.share < least:
                raise BrokenLawError(f"{key}: level {level} wins {found.share:.1%} against {rival}, not {least:.0%}")
        for level in meta(key).levels if 1 in meta(key).seats else ():
            yield f"{key}: level {level} solo: {solo_mean(key, level, scale.of(BOT_MATCHES), 'soak'):.2f} points"
