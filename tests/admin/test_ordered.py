"""Matches with standing orders verify, whatever became of what was ordered; a row that tells otherwise is found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from chalicelib.matches import packing, repository, rows, service, standing
from chalicelib.matches.match import Caller, Match
from chalicelib.matches.orders import OrderWish
from chalicelib.players.ports import Put
from tests.admin.desk import AdminOffice, flaws
from tests.admin.meddling import edited, put_at
from tests.matches.desk import Desk

PASS = {"text": "pass"}


def give(desk: Desk, match: Match, seat: int, *wishes: OrderWish) -> None:
    """Give these orders for a seat."""
    service.give_orders(desk.env, match.id, wishes, desk.caller(match, seat))


def ordered(desk: Desk, key: str = "keer-op-keer") -> Match:
    """A match of three in which the first seat's orders have sealed a choice, and the last one's too."""
    match = desk.table("anna", "bram", "cees", game=key)
    give(desk, match, 0, OrderWish("pass", until=4))
    give(desk, match, 2, OrderWish("move", "g5 A1 A2 O1 O2 O3"), OrderWish("move", "pass"))
    for seat in (0, 1, 2):
        match = desk.play(match, seat, PASS).match
    return match


def test_what_orders_sealed_played_and_left_to_their_players_verifies() -> None:
    desk = Desk()
    match = ordered(desk)
    assert repository.log(desk.env, match.id)[-1].ordered == ((0, "pass"), (2, "pass"))
    assert flaws(desk.env) == {}
    match = service.retract(desk.env, match.id, 0, match.head.opened[0], Caller("anna")).match
    assert flaws(desk.env) == {}
    match = desk.play(match, 2).match
    assert flaws(desk.env) == {}
    for seat in (1, 0):
        match = desk.play(match, seat).match
    assert repository.log(desk.env, match.id)[-1].ordered == ((0, "pass"),)
    assert flaws(desk.env) == {}
    match = desk.play_out(match)
    assert flaws(desk.env) == {}


def test_orders_that_take_more_than_one_commit_verify() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    for seat in (0, 1):
        give(desk, match, seat, OrderWish("pass", until=12))
    for seat in (0, 1):
        desk.play(match, seat, PASS)
    service.sweep(desk.env)
    kinds = [row.kind for row in repository.log(desk.env, match.id) if row.ordered]
    assert kinds == ["moved", "continued"]
    assert flaws(desk.env) == {}


@pytest.mark.parametrize("key", ["keer-op-keer-3", "sequence-dice"])
def test_a_match_that_is_played_out_beside_orders_verifies(key: str) -> None:
    desk = Desk()
    match = desk.table("anna", "bram", game=key)
    for lot in range(40):
        match = desk.load(match)
        if match.head.status != "running":
            break
        seat = desk.to_move(match)[0]
        legal = [text for text, _ in service.legal(desk.env, match.id, desk.caller(match, seat)).moves]
        give(desk, match, seat, *(OrderWish("move", text) for text in legal[lot % 2 :: 7][:3]))
        desk.play(match, seat)
    hows = {entry.how for row in repository.log(desk.env, match.id) for entry in row.entries}
    assert "ordered" in hows
    assert flaws(desk.env) == {}


def _row(
    change: Callable[[tuple[tuple[int, str], ...]], tuple[tuple[int, str], ...]],
) -> Callable[[AdminOffice, Match], Any]:
    """Change what the newest row says was ordered."""

    def tamper(office: AdminOffice, match: Match) -> None:
        row = repository.log(office.desk.env, match.id)[-1]
        item = office.store.get(repository.log_key(match.id, row.n, row.seat))
        assert item is not None
        body = packing.pack(rows.body(replace(row, ordered=change(row.ordered))))
        office.store.commit([Put(replace(item, body=body))])

    return tamper


@pytest.mark.parametrize(
    "change",
    [
        lambda ordered: ordered[:1],
        lambda ordered: ((0, "g1 H1"), *ordered[1:]),
        lambda ordered: (*ordered, (1, "pass")),
        lambda ordered: ordered[::-1],
    ],
)
def test_a_row_that_says_something_else_was_ordered_is_found(office: AdminOffice, change: Any) -> None:
    match = ordered(office.desk)
    assert flaws(office.desk.env) == {}
    _row(change)(office, match)
    assert set(flaws(office.desk.env)) == {match.id}


def waiting(desk: Desk) -> Match:
    """A match of two whose orders wait: one has passed by order already, the other has yet to do so."""
    match = desk.table("anna", "bram")
    give(desk, match, 0, OrderWish("pass", until=9))
    for seat in (0, 1):
        match = desk.play(match, seat, PASS).match
    give(desk, match, 1, OrderWish("move", "pass"), OrderWish("pass", until=9))
    return desk.load(match)


DAMAGE: dict[str, tuple[tuple[Any, ...], Any, str]] = {
    "whose they are": (("seats", 0, 1), "cees", "A#orders"),
    "of a seat that there is not": (("seats", 1, 0), 7, "A#orders"),
    "in no order": (("seats",), lambda seats: seats[::-1], "A#orders"),
    "of nobody": (("seats",), [], "A#orders"),
    "more than anybody has": (("seats", 0, 2), [["pass", "", 9]] * 4, "A#orders.0.waiting"),
    "of another kind": (("seats", 0, 2, 0, 0), "cheat", "A#orders.0.waiting.0.kind"),
    "a move that is none": (("seats", 1, 2, 0, 1), "PASS", "A#orders.1.waiting.0"),
    "a pass with words": (("seats", 0, 2, 0, 1), "pass", "A#orders.0.waiting.0"),
    "a move until a roll": (("seats", 1, 2, 0, 2), 9, "A#orders.1.waiting.0"),
    "given by a move": (("seats", 1, 3), 4, "A#orders.1.given"),
    "given at the start": (("seats", 1, 3), 1, "A#orders.1.given"),
    "to be given": (("seats", 1, 3), 99, "A#orders.1.given"),
    "tried before they were given": (("seats", 1, 4), 2, "A#orders.1.since"),
    "tried at no commit": (("seats", 0, 4), 99, "A#orders.0.since"),
    "tried at no decision": (("seats", 0, 6), 3, "A#orders.0.n"),
    "never tried": (("seats", 0, slice(6, None)), [0, []], "A#orders.0.tried"),
    "tried already": (("seats", 1, 7), [["move", "pass", 0, "played"]], "A#orders.1.tried"),
    "what was not played": (("seats", 0, 7), [["move", "g1 H1", 0, "played"]], "A#orders.0.tried.0"),
    "came to nothing that there is": (("seats", 0, 7, 0, 3), "lost", "A#orders.0.tried.0.came"),
}


@pytest.mark.parametrize("what", DAMAGE)
def test_orders_that_were_tampered_with_are_found(what: str) -> None:
    path, value, field = DAMAGE[what]
    desk = Desk()
    match = waiting(desk)
    assert flaws(desk.env) == {}
    edited(desk, match, "A#orders", put_at(path, value))
    assert flaws(desk.env)[match.id].field.startswith(field)


@pytest.mark.parametrize(("field", "value"), [("kind", "head"), ("expires", 1_999_999_999), ("version", 99)])
def test_what_stands_beside_the_body_of_orders_is_looked_at(field: str, value: Any) -> None:
    desk = Desk()
    match = waiting(desk)
    edited(desk, match, "A#orders", lambda _: None, **{field: value})
    assert flaws(desk.env)[match.id].field == f"A#orders.{field}"


def test_orders_in_a_game_that_takes_none_are_found() -> None:
    desk = Desk()
    match = desk.table("anna", "bram", game="passing-game")
    body = {"seats": [[0, "anna", [["pass", "", 0]], 3, 3, "", 0, []]]}
    desk.store.commit([Put(standing.ORDERS.item(repository.orders_key(match.id), body, 3))])
    assert flaws(desk.env)[match.id].field == "A#orders"
