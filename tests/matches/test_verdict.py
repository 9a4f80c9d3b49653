"""What a match came to, where a game has words for it."""

from __future__ import annotations

from chalicelib import games
from chalicelib.matches.verdict import verdict
from chalicelib.rules import Outcome, SeatScore, Termination

WON = Outcome(
    Termination.NORMAL,
    (1,),
    (SeatScore(1, 1, (("points", 104), ("rounds_won", 5))), SeatScore(0, 2, (("points", 50), ("rounds_won", 6)))),
)


def test_a_game_says_what_decided() -> None:
    assert verdict(games.get("passing-game"), WON, "en") == "Points: 104 to 50."
    assert verdict(games.get("passing-game"), WON, "af") == "Punte: 104 teen 50."


def test_there_is_nothing_to_say_before_the_end_or_without_words() -> None:
    assert verdict(games.get("passing-game"), None, "en") == ""
    assert verdict(games.get("sequence-dice"), WON, "en") == ""
