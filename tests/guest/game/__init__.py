"""A game to be thrown away: what docs/adding-a-game.md asks for and nothing more, without dice or anything hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from chalicelib.rules import Meta, Option

if TYPE_CHECKING:
    from .game import TakeAway

    GAME: TakeAway

META = Meta(
    key="take-away",
    name="Take Away",
    seats=(2, 3),
    options=(Option("heap", "integer", 21, low=4, high=30),),
    rules_version=1,
    plays_forced=True,
    levels=(1,),
)


def __getattr__(name: str) -> Any:
    if name == "GAME":
        from .game import TakeAway

        return TakeAway()
    raise AttributeError(name)
