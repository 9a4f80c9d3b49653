"""Positions set up by hand, for tests: tiles by name, everything else as it is in the first round of a match."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from chalicelib.games.passing_game.game import PassingGame
from chalicelib.games.passing_game.state import Move, Standing, State, Terms, View
from chalicelib.rules import Chance
from tests.games.walks import Setting, Step, sample, walk

GAME = PassingGame()
NAMES = [f"{high}-{low}" for high in range(7) for low in range(high + 1)]
"""The 28 tiles in their order."""
LETTERS = dict(zip(NAMES, "abcdefghijklmnopqrstuvwxyzAB", strict=True))


def chance(ply: int = 1) -> Chance:
    """Draws of no particular match."""
    return Chance(b"seed", (), ply)


def mask(tiles: str) -> int:
    """The hand that holds these tiles, given by name."""
    return sum(1 << NAMES.index(tile) for tile in tiles.split())


def position(
    hands: Sequence[str],
    *,
    ends: tuple[int, int] = (0, 0),
    train: str = "",
    boneyard: str = "",
    turn: int = 0,
    target: int = 101,
    lead: str = "lot",
    partnership: bool = False,
    points: Sequence[int] = (),
    number: int = 1,
    departed: int = 0,
    resigned: int = 0,
) -> State:
    """A position in a round; `train` are plays in order ("=6-4 >4-4 <6-1"), the first of them by seat 0."""
    seats = len(hands)
    sides = 2 if partnership else seats
    story = "".join(f"{place % seats}{play[0]}{LETTERS[play[1:]]}" for place, play in enumerate(train.split()))
    return State(
        Standing(
            Terms(lead, target, partnership), number, tuple(points) or (0,) * sides, (0,) * sides, departed, resigned
        ),
        turn,
        tuple(mask(tiles) for tiles in hands),
        "".join(LETTERS[tile] for tile in boneyard.split()),
        *ends,
        story,
    )


def move(text: str) -> Move:
    """The move with this canonical text, read without the code under test."""
    if text in ("draw", "pass"):
        return Move("draw" if text == "draw" else "pass")
    tile, _, side = text.partition(" ")
    return Move("play", tile, "left" if side == "left" else "right" if side == "right" else "")


def play(state: State, *texts: str) -> State:
    """The position after these moves of whoever is to move."""
    for text in texts:
        state = GAME.apply_move(state, state.turn, move(text), chance())
    return state


def texts(state: State) -> list[str]:
    """The canonical texts of the legal moves of whoever is to move."""
    return [GAME.format(each) for each in GAME.legal_moves(state, state.turn)]


SETTINGS = (
    Setting("passing-game", 2, (), 2),
    Setting("passing-game", 3, (("target", 40),), 3, stormy=True),
    Setting("passing-game", 4, (("target", 40),), 4, stormy=True),
    Setting("passing-game", 4, (("partnership", True), ("lead", "rotate")), 5),
)


@cache
def steps() -> tuple[Step, ...]:
    """Steps of whole matches: evenly spread ones, and some that end a round, the last one among them."""
    found: list[Step] = []
    for setting in SETTINGS:
        ending = [step for step in walk(setting) if step.after.round != step.before.round or step.after.outcome]
        found += [*sample(setting, 8), *ending[:3], *ending[-1:]]
    return tuple(found)


def views() -> Iterator[View]:
    """Positions as every seat and a spectator see them."""
    for step in steps():
        for watcher in (None, *range(len(step.after.hands))):
            yield GAME.view(step.after, watcher)
