"""What a seat is asked, as a fact that a game can put into words."""

from __future__ import annotations

import pytest

from chalicelib.rules import Decision, Fact, Outcome, SeatScore, Termination
from chalicelib.rules.asking import TASK, asked_fact, compared, particulars, verdict_fact

GIVE = Decision("give", (("chip", "joker"), ("seats", ("1", "3")), ("roll", 7)))


def test_a_decision_is_told_by_its_kind_and_names_and_values_in_turn() -> None:
    fact = asked_fact(GIVE)
    assert fact == Fact("asked", None, ("give", "chip", "joker", "seats", "1 3", "roll", 7))
    assert asked_fact(Decision("lead"), TASK) == Fact("task", None, ("lead",))


def test_the_particulars_are_found_again_by_name() -> None:
    assert particulars(asked_fact(GIVE)) == {"chip": "joker", "seats": "1 3", "roll": 7}


def _outcome(winners: tuple[int, ...], *scores: SeatScore) -> Outcome:
    return Outcome(Termination.NORMAL, winners, scores)


BEST, SECOND = SeatScore(2, 1, (("points", 9), ("lines", 1))), SeatScore(0, 2, (("points", 7), ("lines", 3)))
GONE = SeatScore(1, None, (("points", 99), ("lines", 9)))


def test_a_lone_players_sums_are_told_by_name() -> None:
    fact = verdict_fact(_outcome((), BEST))
    assert fact == Fact("verdict", None, ("alone", "points", 9, "lines", 1))
    assert particulars(fact) == {"points": 9, "lines": 1}
    with pytest.raises(LookupError):
        compared(fact)


def test_the_winners_sums_are_compared_with_those_of_the_best_who_did_not_win() -> None:
    partner = SeatScore(3, 1, BEST.lines)
    fact = verdict_fact(_outcome((2, 3), BEST, partner, SECOND, GONE))
    assert fact == Fact("verdict", None, ("decided", "points", 9, 7, "lines", 1, 3))
    assert compared(fact) == {"points": (9, 7), "lines": (1, 3)}


@pytest.mark.parametrize(
    "outcome",
    [
        _outcome((), GONE),
        _outcome((), BEST, SECOND),
        _outcome((2,), BEST, GONE),
        _outcome((0, 2), BEST, SeatScore(0, 1, BEST.lines)),
    ],
)
def test_where_nothing_was_compared_there_is_nothing_to_tell(outcome: Outcome) -> None:
    assert verdict_fact(outcome) is None
