"""What a seat is asked, as a fact that a game can put into words."""

from __future__ import annotations

from chalicelib.rules import Decision, Fact
from chalicelib.rules.asking import TASK, asked_fact, particulars

GIVE = Decision("give", (("chip", "joker"), ("seats", ("1", "3")), ("roll", 7)))


def test_a_decision_is_told_by_its_kind_and_names_and_values_in_turn() -> None:
    fact = asked_fact(GIVE)
    assert fact == Fact("asked", None, ("give", "chip", "joker", "seats", "1 3", "roll", 7))
    assert asked_fact(Decision("lead"), TASK) == Fact("task", None, ("lead",))


def test_the_particulars_are_found_again_by_name() -> None:
    assert particulars(asked_fact(GIVE)) == {"chip": "joker", "seats": "1 3", "roll": 7}
