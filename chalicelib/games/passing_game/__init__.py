"""The Passing Game: dominoes with hidden hands, in which one may draw or pass although one could play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from chalicelib.rules import Meta, Option

if TYPE_CHECKING:
    from chalicelib.games.passing_game.game import PassingGame

    GAME: PassingGame

LEADS = ("lot", "rotate")
"""Who leads a round: drawn by lot each time, or the next seat after the one that led the round before."""

META = Meta(
    key="passing-game",
    name="The Passing Game",
    seats=(2, 3, 4),
    options=(
        Option("partnership", "flag", default=False, seats=(4,)),
        Option("lead", "choice", "lot", choices=LEADS),
        # one option, whose default depends on the number of seats
        Option("target", "integer", 101, low=1, high=1000, seats=(2, 3)),
        Option("target", "integer", 61, low=1, high=1000, seats=(4,)),
    ),
    rules_version=1,
    # a pass that the service played at once would tell the others that the hand holds no fitting tile
    plays_forced=False,
    levels=(1, 2),
    deals=True,
)


def __getattr__(name: str) -> Any:
    """Loads the rules when GAME is first asked for."""
    if name == "GAME":
        from chalicelib.games.passing_game.game import PassingGame

        return PassingGame()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
