"""What a match of the family came to, in words."""

from __future__ import annotations

import pytest

from chalicelib.games import get
from chalicelib.rules import LANGUAGES, Outcome, SeatScore, Termination
from chalicelib.rules.asking import verdict_fact

THIRD, FIRST = get("keer-op-keer-3"), get("keer-op-keer")


def score(seat: int, rank: int | None, **lines: int) -> SeatScore:
    return SeatScore(seat, rank, tuple(lines.items()))


def said(game: object, language: str, *scores: SeatScore, winners: tuple[int, ...] = ()) -> str:
    fact = verdict_fact(Outcome(Termination.NORMAL, winners, scores))
    assert fact is not None
    return str(game.say(fact, language))  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("x", "level", "sentence"),
    [
        (1, 1, "Level 1 of 10 (below 3 X): 1 X of 43. Level 2 begins at 3 X."),
        (5, 2, "Level 2 of 10 (3 to 5 X): 5 X of 43. Level 3 begins at 6 X."),
        (43, 10, "Level 10 of 10 (30 X or more): 43 X of 43."),
    ],
)
def test_a_lone_player_of_keer_op_keer_3_is_told_level_band_and_what_comes_next(
    x: int, level: int, sentence: str
) -> None:
    assert said(THIRD, "en", score(0, 1, x=x, level=level)) == sentence


@pytest.mark.parametrize(
    ("total", "level", "sentence"),
    [
        (-6, 1, "Level 1 of 13 (below 0): \u22126 points. Level 2 begins at 0."),
        (0, 2, "Level 2 of 13 (0): 0 points. Level 3 begins at 1."),
        (1, 3, "Level 3 of 13 (1 to 4): 1 point. Level 4 begins at 5."),
        (41, 13, "Level 13 of 13 (41 or more): 41 points."),
    ],
)
def test_and_so_is_one_of_keer_op_keer(total: int, level: int, sentence: str) -> None:
    assert said(FIRST, "en", score(0, 1, total=total, level=level)) == sentence


@pytest.mark.parametrize(
    ("sums", "others", "sentence"),
    [
        ((10, 12, 5, 3, 2), (8, 14, 7, 9, 4), "Chips turned: 10 to 8."),
        ((10, 12, 5, 3, 2), (10, 14, 4, 9, 4), "As many chips turned; more diamonds decided, 5 to 4."),
        ((10, 12, 5, 3, 2), (10, 14, 5, 2, 4), "As many chips turned; more pass fields decided, 3 to 2."),
        ((10, 12, 5, 3, 2), (10, 14, 5, 3, 1), "As many chips turned; more full columns decided, 2 to 1."),
    ],
)
def test_the_first_sum_that_differs_is_what_decided(
    sums: tuple[int, ...], others: tuple[int, ...], sentence: str
) -> None:
    names = ("chips", "x", "diamonds", "pass_fields", "columns")
    pair = [score(seat, seat + 1, **dict(zip(names, each, strict=True))) for seat, each in enumerate((sums, others))]
    assert said(THIRD, "en", *pair, winners=(0,)) == sentence


def test_jokers_left_decide_where_points_are_the_same() -> None:
    pair = score(1, 1, total=-4, jokers=3), score(0, 2, total=-4, jokers=1)
    assert said(FIRST, "en", *pair, winners=(1,)) == "The points are the same; more jokers left decided, 3 to 1."
    apart = score(1, 1, total=4, jokers=3), score(0, 2, total=-4, jokers=9)
    assert said(FIRST, "en", *apart, winners=(1,)) == "Points: 4 to \u22124."


def test_every_language_has_words_of_its_own() -> None:
    alone = {said(THIRD, language, score(0, 1, x=5, level=2)) for language in LANGUAGES}
    pair = score(0, 1, total=4, jokers=1), score(1, 2, total=3, jokers=1)
    several = {said(FIRST, language, *pair, winners=(0,)) for language in LANGUAGES}
    assert (len(alone), len(several)) == (4, 4)
