"""Who is first, second ... whatever merit is made of."""

from __future__ import annotations

from collections.abc import Sequence

from chalicelib.games.keer_family.ranking import ranked_outcome
from chalicelib.rules import Outcome, Termination


def ranked(merit: Sequence[tuple[int, ...]], departed: int = 0) -> Outcome:
    sums = [(("points", each[0]),) for each in merit]
    return ranked_outcome(Termination.NORMAL, sums, merit, departed)


def places(outcome: Outcome) -> list[tuple[int, int | None]]:
    return [(score.seat, score.rank) for score in outcome.scores]


def test_the_first_difference_decides() -> None:
    outcome = ranked([(3, 9), (4, 0), (3, 10)])
    assert outcome.winners == (1,)
    assert places(outcome) == [(1, 1), (2, 2), (0, 3)]
    assert [score.lines for score in outcome.scores] == [(("points", 4),), (("points", 3),), (("points", 3),)]


def test_equals_share_a_rank_in_the_order_of_seats() -> None:
    outcome = ranked([(1,), (5,), (5,), (1,)])
    assert outcome.winners == (1, 2)
    assert places(outcome) == [(1, 1), (2, 1), (0, 3), (3, 3)]


def test_seats_that_left_come_last_and_push_nobody_down() -> None:
    outcome = ranked([(9,), (1,), (7,)], departed=0b101)
    assert outcome.winners == (1,)
    assert places(outcome) == [(1, 1), (0, None), (2, None)]


def test_a_lone_player_is_first_and_wins_against_nobody() -> None:
    assert (ranked([(5,)]).winners, places(ranked([(5,)]))) == ((), [(0, 1)])
    assert places(ranked([(5,)], departed=1)) == [(0, None)]
