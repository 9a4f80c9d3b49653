"""Keer op Keer: cross connected cells of one colour, by three colour dice and three number dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from chalicelib.rules import Meta, Option

if TYPE_CHECKING:
    from chalicelib.games.keer_op_keer.game import KeerOpKeer

    GAME: KeerOpKeer

SHEETS = ("black", "red", "blue", "green", "orange", "purple", "yellow")

META = Meta(
    key="keer-op-keer",
    name="Keer op Keer",
    seats=(1, 2, 3, 4, 5, 6),
    options=(
        Option("sheet", "choice", "black", choices=SHEETS),
        Option("start", "choice", "open", choices=("open", "first")),
    ),
    rules_version=1,
    plays_forced=True,
    levels=(1, 2),
    passes=True,
)


def __getattr__(name: str) -> Any:
    if name == "GAME":
        from chalicelib.games.keer_op_keer.game import KeerOpKeer

        return KeerOpKeer()
    raise AttributeError(name)
