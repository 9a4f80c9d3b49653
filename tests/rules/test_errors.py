"""Refusals: one tree, a stable reason and a sentence in each."""

from __future__ import annotations

import pytest

from chalicelib.rules import (
    AmbiguousMoveError,
    IllegalMoveError,
    InvalidOptionError,
    MalformedMoveError,
    MatchOverError,
    NotCarriedOverError,
    NothingToRetractError,
    NotToMoveError,
    RuleError,
    errors,
)

PLAIN = (
    IllegalMoveError,
    InvalidOptionError,
    MalformedMoveError,
    MatchOverError,
    NotCarriedOverError,
    NothingToRetractError,
    NotToMoveError,
)


@pytest.mark.parametrize("kind", PLAIN)
def test_a_refusal_has_a_sentence_and_a_reason(kind: type[RuleError]) -> None:
    error = kind("That cannot be.", "some_rule")
    assert isinstance(error, RuleError)
    assert (error.message, error.reason, str(error)) == ("That cannot be.", "some_rule", "That cannot be.")
    assert kind("That cannot be.").reason == ""


def test_an_ambiguous_move_lists_what_it_may_mean() -> None:
    error = AmbiguousMoveError("This or that.", ("this", "that"))
    assert isinstance(error, RuleError)
    assert (error.reason, error.candidates) == ("ambiguous", ("this", "that"))
    assert error.message == "This or that."


def test_kinds_of_refusal_are_not_caught_as_one_another() -> None:
    kinds = (*PLAIN, AmbiguousMoveError)
    assert all(not issubclass(one, other) for one in kinds for other in kinds if one is not other)


def test_the_docstring_draws_the_whole_tree() -> None:
    drawn = errors.__doc__ or ""
    assert all(kind.__name__ in drawn for kind in (RuleError, *PLAIN, AmbiguousMoveError))
