"""Bots against each other and against chance: the seats change places after every match, the dice come in pairs."""

from __future__ import annotations

from typing import Any, NamedTuple

from chalicelib import games
from tests.games.table import Table
from tests.games.walks import BOUND, option_sets

RANDOM = 0
"""The level of a player that takes any legal move."""


class Duel(NamedTuple):
    """How one player fared against another: matches won, shared and lost, and the points of both over all matches."""

    won: int
    shared: int
    lost: int
    points: int
    rival_points: int

    @property
    def matches(self) -> int:
        return self.won + self.shared + self.lost

    @property
    def share(self) -> float:
        """Part of the matches won, a shared one counting half."""
        return (self.won + self.shared / 2) / self.matches

    def __str__(self) -> str:
        mean = f"{self.points / self.matches:.1f} points against {self.rival_points / self.matches:.1f}"
        return f"{self.won} won, {self.shared} shared, {self.lost} lost ({self.share:.1%}), {mean}"


def choice(table: Table, seat: int, level: int) -> Any:
    """What a player of this level plays."""
    if level != RANDOM:
        return table.bot(seat, level)
    return table.chance("bot").roll(table.game.legal_moves(table.state, seat))


def play_out(table: Table, levels: tuple[int, ...]) -> None:
    """Play a match to its end, every seat by its level. Raises AssertionError where it does not end."""
    for _ in range(BOUND):
        owing = table.game.to_move(table.state)
        if not owing:
            return
        table.play(owing[0], choice(table, owing[0], levels[owing[0]]))
    raise AssertionError("this match does not end")


def totals(table: Table) -> dict[int, int]:
    """The points of every seat: the total of its score lines, or the first line where a game has no total."""
    return {score.seat: dict(score.lines).get("total", score.lines[0][1]) for score in table.ended().scores}


def duel(key: str, level: int, rival: int, matches: int, name: str = "duel") -> Duel:
    """Two-seat matches between two levels, over all option sets in turn."""
    won = shared = lost = points = rival_points = 0
    kinds = list(option_sets(key, 2))
    for number in range(matches):
        pair, seat = divmod(number, 2)
        table = Table(games.get(key), 2, dict(kinds[pair % len(kinds)]), f"{name} {key} {pair}")
        play_out(table, (level, rival) if seat == 0 else (rival, level))
        winners = table.ended().winners
        won += winners == (seat,)
        lost += winners == (1 - seat,)
        shared += len(winners) != 1
        points += totals(table)[seat]
        rival_points += totals(table)[1 - seat]
    return Duel(won, shared, lost, points, rival_points)


def solo_mean(key: str, level: int, matches: int, name: str = "solo") -> float:
    """The mean points of solo matches, over all option sets in turn."""
    kinds = list(option_sets(key, 1))
    result = 0
    for number in range(matches):
        table = Table(games.get(key), 1, dict(kinds[number % len(kinds)]), f"{name} {key} {number}")
        play_out(table, (level,))
        result += totals(table)[0]
    return result / matches
