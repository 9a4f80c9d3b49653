"""The table of refusals: complete, and told as RFC 9457 wants it."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from chalice.app import Response

from chalicelib.matches import errors as matches
from chalicelib.players import errors as players
from chalicelib.players import ports
from chalicelib.post.ports import QueueUnavailableError
from chalicelib.rules import errors as rules
from chalicelib.web.errors import ERRORS, KINDS, WebError, code_of, misfits, problem, refuse
from tests.web.desk import BASE


def below(kind: type[Exception]) -> Iterator[type[Exception]]:
    for each in kind.__subclasses__():
        yield each
        yield from below(each)


TREES = (WebError, rules.RuleError, players.PlayerError, matches.MatchError, ports.StoreError)
REFUSALS = sorted(
    {each for tree in TREES for each in below(tree)} | {QueueUnavailableError}, key=lambda each: each.__name__
)
OURS_TO_MEND = {"InvalidWriteError"}
"""A write that no store takes is a fault of ours, not of the caller's: 500."""


@pytest.mark.parametrize("kind", [each for each in REFUSALS if each.__module__.startswith("chalicelib")])
def test_every_error_has_a_code(kind: type[Exception]) -> None:
    known = any(parent in ERRORS for parent in kind.__mro__)
    assert known is (kind.__name__ not in OURS_TO_MEND)


@pytest.mark.parametrize("code", sorted(set(ERRORS.values())))
def test_every_code_has_a_status_and_a_title(code: str) -> None:
    assert 400 <= KINDS[code].status <= 503
    assert KINDS[code].title


def test_the_codes_of_matches_are_those_of_the_table() -> None:
    for kind in below(matches.MatchError):
        if kind.__module__ == matches.__name__:
            assert ERRORS[kind] == kind.code  # type: ignore[attr-defined]


def told(response: Response) -> dict[str, object]:
    body: dict[str, object] = json.loads(response.body)
    assert response.status_code == body["status"]
    assert response.headers["Content-Type"] == "application/problem+json"
    return body


def test_a_problem_has_the_members_of_the_rfc_and_a_code() -> None:
    body = told(refuse(rules.IllegalMoveError("These cells are no block.", "not_one_block"), BASE))
    assert body == {
        "type": "https://play.example.org/docs#illegal_move",
        "title": "The rules do not allow this",
        "status": 422,
        "code": "illegal_move",
        "detail": "These cells are no block.",
        "reason": "not_one_block",
    }


def test_candidates_and_fields_are_told() -> None:
    assert told(refuse(rules.AmbiguousMoveError("Two ways.", ("a", "b")), BASE))["candidates"] == ["a", "b"]
    assert told(refuse(players.InvalidProfileError("zone", "No such zone."), BASE))["field"] == "zone"


def test_who_has_to_wait_is_told_how_long() -> None:
    response = refuse(players.TooManyRequestsError("Wait.", 90), BASE)
    assert (response.status_code, response.headers["Retry-After"]) == (429, "90")
    assert told(refuse(ports.StoreThrottledError(), BASE))["retry_after"] == 1


def test_who_is_not_known_is_told_how_to_be() -> None:
    headers = refuse(players.UnauthenticatedError("Who?"), BASE).headers
    assert headers["WWW-Authenticate"] == 'Bearer realm="turnpost"'


def test_what_the_store_says_stays_inside() -> None:
    body = told(refuse(ports.ConditionFailedError((0, 2)), BASE))
    assert body["code"] == "conflict"
    assert "conditions" not in str(body["detail"])


def test_a_child_without_a_row_has_its_parents_code() -> None:
    class OddError(rules.IllegalMoveError):
        """Made up here."""

    assert code_of(OddError("odd")) == "illegal_move"


def test_misfits_name_their_places_only() -> None:
    found = misfits([{"loc": ("seats", 0, "kind"), "msg": "Input should be 'me'", "input": "secret"}])
    assert found.message == "seats.0.kind: Input should be 'me'."
    assert "secret" not in repr(found.extras)
    assert misfits([{"loc": (), "msg": "Bad"}]).message == "Bad."


def test_misfits_quote_little_of_what_was_sent() -> None:
    found = misfits([{"loc": ("seats", "x" * 900), "msg": "y" * 900}] * 50)
    assert found.extras["field"] == f"seats.{'x' * 40}"
    assert len(found.extras["errors"]) == 8
    assert len(found.message) < 300


def test_an_answer_is_never_kept() -> None:
    assert problem("not_found", "Gone.", BASE).headers["Cache-Control"] == "no-store"
