"""States, moves and views of every game survive the way they are stored and sent: pydantic's type adapters."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from chalicelib import games
from tests.games.walks import Setting, sample, tables

SETTINGS = [setting._replace(stormy=setting.seats % 2 == 1) for setting in tables()]


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_values_survive_pydantic(setting: Setting) -> None:
    game = setting.game
    state, move, view = TypeAdapter(game.State), TypeAdapter(game.Move), TypeAdapter(game.View)
    for step in sample(setting, 12):
        for position in (step.before, step.after):
            assert state.validate_json(state.dump_json(position)) == position
        for watcher in (None, *range(setting.seats)):
            seen = game.view(step.after, watcher)
            assert view.validate_json(view.dump_json(seen)) == seen
        for legal in game.legal_moves(step.before, game.to_move(step.before)[0]):
            assert move.validate_json(move.dump_json(legal)) == legal


@pytest.mark.parametrize("key", games.keys())
@pytest.mark.parametrize("text", ["{}", "[]", "null", "1", '"pass"', '{"kind": "no such kind"}', '{"kind": 1}'])
def test_what_is_no_move_of_the_game_is_refused(key: str, text: str) -> None:
    with pytest.raises(ValidationError):
        TypeAdapter(games.get(key).Move).validate_json(text)


def test_cells_in_any_order_are_the_same_placement() -> None:
    kind: Any = games.get("keer-op-keer").Move
    adapter = TypeAdapter(kind)
    made = [
        adapter.validate_python({"kind": "place", "colour": "b", "number": 2, "cells": cells})
        for cells in (["H5", "H4"], ["H4", "H5"])
    ]
    assert made[0] == made[1]
    assert made[0].cells == ("H4", "H5")
