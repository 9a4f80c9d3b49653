"""What stands on every game's board once a match is over, and what does not any more."""

from __future__ import annotations

import pytest

from chalicelib import games
from chalicelib.rules import LANGUAGES, Chance

ONLY_BEFORE_THE_END = {
    "sequence-dice": ("legend_moves",),
    "keer-op-keer": ("start_open", "start_first"),
    "keer-op-keer-3": ("start_open", "legend_pass"),
}
"""Notes of a board's key on what may be played, by game."""


def _label(key: str, name: str, language: str) -> str:
    import importlib
    import json
    from pathlib import Path

    folder = Path(str(importlib.import_module(f"chalicelib.games.{key.replace('-', '_')}").__file__)).parent
    said: str = json.loads(folder.joinpath(f"words.{language}.json").read_text(encoding="utf-8"))["labels"][name]
    return said


@pytest.mark.parametrize("key", ONLY_BEFORE_THE_END)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_key_explains_no_moves_on_a_board_that_is_over(key: str, language: str) -> None:
    game, chance = games.get(key), Chance(b"a finished board", (), 0)
    state = game.initial_state(2, {}, chance)
    over = game.resign(state, 0, chance)
    for name in ONLY_BEFORE_THE_END[key]:
        said = _label(key, name, language)
        boards = [
            (" ".join(game.text(view, language).split()), game.html(view, language))
            for view in (game.view(state, 1), game.view(over, 1))
        ]
        assert [said in shown.replace("&#x27;", "'") for shown in boards[1]] == [False, False]
        if name != "start_first":
            assert [said in shown.replace("&#x27;", "'") for shown in boards[0]] == [True, True], said
