"""What a seat is asked, in every game and language."""

from __future__ import annotations

import pytest

from chalicelib import games
from chalicelib.matches import asking
from chalicelib.rules import LANGUAGES, Chance
from tests.games.keer_op_keer_3 import positions

GIVING = positions.asking(["give", "bomb", ""], ["HP"] * 3, owed=("1", "", ""), track=(0, 9, 0))


@pytest.mark.parametrize("key", games.keys())
def test_the_first_decision_of_every_game_has_words(key: str) -> None:
    game = games.get(key)
    state = game.initial_state(max(game.seats), {}, Chance(bytes(32), (), 0))
    said = {asking.asked(game, state, game.to_move(state)[0], language) for language in LANGUAGES}
    assert len(said) == len(LANGUAGES)
    assert all(sentence.endswith(".") for sentence in said)


def test_a_bonus_says_what_it_is_and_a_gift_whom_its_numbers_mean() -> None:
    game = positions.GAME
    assert asking.asked(game, GIVING, 0, "en") == "Give your plus-or-minus chip to @1 (1) or @2 (2)."
    assert asking.asked(game, GIVING, 1, "en").startswith("Field 9: drop the bomb and cross one to four open cells")
    assert [asking.task(game, GIVING, seat, "nl") for seat in (0, 1)] == ["een fiche weggeven", "de bom"]


def test_what_was_sealed_can_still_be_said() -> None:
    sealed = positions.play(GIVING, (1, "bomb AP"))
    assert asking.asked(positions.GAME, sealed, 1, "en") == asking.asked(positions.GAME, GIVING, 1, "en")
    assert asking.unsealed(positions.GAME, sealed, 1) == GIVING


def test_the_usual_move_has_no_task() -> None:
    choosing = positions.position(["", ""])
    assert asking.task(positions.GAME, choosing, 0, "en") == ""
