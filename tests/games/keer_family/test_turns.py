"""Who may do something now, and the reason for who may not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from chalicelib.games.keer_family.turns import require_present, require_sealed, require_to_move
from chalicelib.rules import MatchOverError, NothingToRetractError, NotToMoveError, Outcome, RuleError, Termination

OVER = Outcome(Termination.NORMAL, (0,), ())


@pytest.mark.parametrize(
    ("ask", "error", "reason"),
    [
        (lambda: require_to_move(None, (0, 2), 1), NotToMoveError, "not_to_move"),
        (lambda: require_to_move(None, (0, 2), -1), NotToMoveError, "not_to_move"),
        (lambda: require_to_move(OVER, (), 0), MatchOverError, "over"),
        (lambda: require_present(None, 0b10, 3, 1), NotToMoveError, "departed"),
        (lambda: require_present(None, 0, 3, 3), NotToMoveError, "departed"),
        (lambda: require_present(None, 0, 3, -1), NotToMoveError, "departed"),
        (lambda: require_present(OVER, 0, 3, 0), MatchOverError, "over"),
        (lambda: require_sealed(False), NothingToRetractError, "nothing_sealed"),
    ],
)
def test_who_may_not_is_told_why(ask: Callable[[], None], error: type[RuleError], reason: str) -> None:
    with pytest.raises(error) as caught:
        ask()
    assert caught.value.reason == reason


def test_who_may_is_let() -> None:
    require_to_move(None, (0, 2), 2)
    require_present(None, 0b10, 3, 2)
    require_sealed(True)
