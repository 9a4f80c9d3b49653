"""How a submission is read, and how it is known again."""

from __future__ import annotations

from typing import Any

import pytest

from chalicelib import games
from chalicelib.matches import submission
from chalicelib.matches.repository import plain
from chalicelib.rules import Chance, IllegalMoveError, MalformedMoveError

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
