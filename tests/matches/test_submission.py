"""How a submission is read, and how it is known again."""

from __future__ import annotations

from typing import Any

import pytest

from chalicelib import games
from chalicelib.matches import submission
from chalicelib.matches.repository import plain
from chalicelib.rules import AmbiguousMoveError, Chance, IllegalMoveError, MalformedMoveError
from tests.games.passing_game.situations import position

GAME = games.get("keer-op-keer")
STATE = GAME.initial_state(2, {}, Chance(b"seed", (), 0))


def test_the_order_of_fields_does_not_count_in_a_fingerprint() -> None:
    assert submission.fingerprint({"a": 1, "b": 2}) == submission.fingerprint({"b": 2, "a": 1})
    assert submission.fingerprint({"text": "pass"}) != submission.fingerprint({"text": "PASS"})


def test_a_lone_surrogate_has_a_fingerprint_too() -> None:
    assert len(submission.fingerprint({"text": "\ud800"})) == 16


def test_every_legal_move_is_read_from_its_json_and_from_its_text() -> None:
    for move in GAME.legal_moves(STATE, 0):
        assert submission.read(GAME, STATE, 0, plain(move), "en") == move
        assert submission.read(GAME, STATE, 0, {"text": GAME.format(move)}, "en") == move


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"text": None},
        {"text": ["pass"]},
        {"text": "pass", "kind": "pass"},
        {"kind": "place", "colour": "purple", "number": 1, "cells": ["A1"]},
        {"kind": "place", "colour": "g", "number": "1", "cells": ["A1"]},
        {"kind": "place", "colour": "g", "number": 1.0, "cells": ["A1"]},
        {"kind": "place", "colour": "g", "number": 1, "cells": "A1"},
        {"kind": "place", "colour": "g", "number": 1, "cells": [1]},
        {"kind": "place", "colour": "g", "number": True, "cells": ["A1"]},
        {"kind": None},
        {"move": {"kind": "pass"}},
        {"kind": "pass", "colour": "\ud800"},
        {"kind": "pass", "number": 10**400},
        {"kind": "pass", "number": 10**6 + 1},
        {"kind": "pass", "number": [[-(10**7)]]},
        {"kind": "pass", "cells": ["H1"] * 500},
        {"text": "pass" + 2000 * " "},
        {"kind": "place"},
        {"kind": "place", "colour": "g", "number": 1},
        {"kind": "place", "colour": "g", "number": 6, "cells": ["H1"]},
        {"kind": "place", "colour": "g", "number": 0, "cells": ["H1"]},
        {"kind": "place", "colour": "g", "number": 1, "cells": ["Z9"]},
        {"kind": "place", "colour": "g", "number": 2, "cells": ["H1", "H1"]},
    ],
)
def test_what_is_no_move_is_malformed(body: dict[str, Any]) -> None:
    with pytest.raises(MalformedMoveError):
        submission.read(GAME, STATE, 0, body, "en")


def test_a_pass_with_particulars_is_read_and_then_refused_by_the_game() -> None:
    move = submission.read(GAME, STATE, 0, {"kind": "pass", "number": 10**6}, "en")
    with pytest.raises(IllegalMoveError):
        GAME.apply_move(STATE, 0, move, Chance(b"seed", (), 1))


DOMINO, DICE = games.get("passing-game"), games.get("sequence-dice")


@pytest.mark.parametrize(
    ("body", "advice"),
    [
        ({"text": "b1 H4", "move": {"kind": "pass"}}, "send the content of `move`, or `text`, alone."),
        ({"move": {"kind": "pass"}}, "send the content of `move`, or `text`, alone."),
        ({"text": "2-1", "x": 1}, "Send `text` alone, or a move without it."),
        ({"kind": "pass", "odd": 1}, "It has no 'odd'."),
    ],
)
def test_who_sends_an_entry_of_the_list_of_moves_is_told_what_to_send(body: dict[str, Any], advice: str) -> None:
    with pytest.raises(MalformedMoveError) as caught:
        submission.read(GAME, STATE, 0, body, "en")
    assert caught.value.message.endswith(advice)


def test_json_means_what_its_text_means() -> None:
    dice = DICE.initial_state(2, {}, Chance(b"seed", (), 0))
    for body, text in (({"kind": "place", "cell": "C3"}, "C3"), ({"kind": "take", "cell": "b2"}, "xb2")):
        assert submission.read(DICE, dice, 0, body, "en") == DICE.parse(dice, 0, text, "en")
    with pytest.raises(MalformedMoveError) as unknown:
        submission.read(DICE, dice, 0, {"kind": "place", "cell": "z9"}, "en")
    assert unknown.value.reason == "unknown_square"


def test_json_that_leaves_out_an_end_is_as_ambiguous_as_its_text() -> None:
    state = position(("6-4 6-3", "2-2"), train="=6-2 >4-2", ends=(6, 4), boneyard="0-0 1-1 3-3")
    with pytest.raises(AmbiguousMoveError) as caught:
        submission.read(DOMINO, state, 0, {"kind": "play", "tile": "6-4"}, "en")
    assert caught.value.candidates == ("6-4 left", "6-4 right")
    one_end = submission.read(DOMINO, state, 0, {"kind": "play", "tile": "6-3"}, "en")
    assert DOMINO.format(one_end) == "6-3 left"
    odd = submission.read(DOMINO, state, 0, {"kind": "draw", "tile": "6-3"}, "en")
    with pytest.raises(IllegalMoveError):
        DOMINO.apply_move(state, 0, odd, Chance(b"seed", (), 1))
