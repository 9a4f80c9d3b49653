"""Idempotency-Key under fire: the same request by several at the same moment, some of whose answers are lost."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import permutations, product

import pytest

from app import app
from chalicelib import bootstrap
from chalicelib.adapters.system import SystemIds
from chalicelib.matches.seating import CREATIONS
from chalicelib.players.ports import Key, Store, Write
from infra.local.gateway import Answer, Gateway, Request
from tests.adapters.barrier import BarrierStore, race
from tests.adapters.decorator import StoreDecorator
from tests.adapters.faults import Fault, FaultyStore
from tests.web.desk import GAME, Desk

WISH = {"game": GAME, "seats": [{"kind": "me"}, {"kind": "open"}]}
MISHAPS: tuple[Fault | None, ...] = (None, "lost", "before", "conflict")


class ByThread(StoreDecorator):
    """One store, into which every thread commits in a way of its own."""

    def __init__(self, inner: Store) -> None:
        super().__init__(inner)
        self.own = threading.local()

    def commit(self, writes: Sequence[Write], *, token: str = "") -> None:
        store: Store = getattr(self.own, "store", self.inner)
        store.commit(writes, token=token)


@dataclass
class Arena:
    """The service over such a store, and a gateway that several threads may use."""

    desk: Desk
    store: ByThread
    gateway: Gateway
    token: str

    def send(self, path: str, body: object) -> Answer:
        """A request with the one key."""
        headers = {
            "Authorization": f"Bearer {self.token}",
            "Content-Type": "application/json",
            "Idempotency-Key": "one",
        }
        return self.gateway.answer(Request("POST", path, headers, json.dumps(body).encode()))

    def job(self, path: str, body: object, mishap: Fault | None) -> Callable[[Store], Answer]:
        """One who sends it, and whose first commit meets a mishap."""

        def run(store: Store) -> Answer:
            self.store.own.store = FaultyStore(store, {1: mishap} if mishap else {})
            return self.send(path, body)

        return run

    def at_once(self, path: str, body: object, mishaps: Sequence[Fault | None], order: Sequence[int]) -> list[Answer]:
        """What everybody was answered, after all of them had looked before any of them committed."""
        barrier = BarrierStore(self.store.inner, len(mishaps), order)
        found = race(barrier, [self.job(path, body, mishap) for mishap in mishaps])
        answers = [each for each in found if isinstance(each, Answer)]
        assert len(answers) == len(mishaps), found
        return answers


@pytest.fixture
def arena(desk: Desk) -> Arena:
    """A service with one player."""
    token = desk.player("ann")
    store = ByThread(desk.store)
    # ids that are told in order are not made for several threads
    env = replace(desk.env, store=store, ids=SystemIds())
    bootstrap.use(replace(desk.container, env=env))
    return Arena(desk, store, Gateway(app, {}), token)


def location(answer: Answer) -> str:
    return {name.lower(): value for name, value in answer.headers}["location"]


def assert_one_match(arena: Arena, answers: Sequence[Answer]) -> None:
    """Everybody is shown the one match that was made."""
    assert {answer.status for answer in answers} == {201}, answers
    (made,) = {json.loads(answer.body)["id"] for answer in answers}
    assert {location(answer) for answer in answers} == {f"https://play.example.org/matches/{made}"}
    assert len({answer.body for answer in answers}) == 1
    assert [each["id"] for each in arena.desk.get("/me/matches", by="ann").json["matches"]] == [made]
    window = arena.desk.clock.now() // CREATIONS.seconds
    counted = arena.desk.store.get(Key(f"R#create#{arena.desk.ids['ann']}#{window}", "A"))
    assert counted
    assert counted.body["count"] == 1


@pytest.mark.parametrize("mishaps", list(product(MISHAPS, repeat=2)), ids=str)
@pytest.mark.parametrize("order", [(0, 1), (1, 0)], ids=str)
def test_two_who_send_it_at_once_are_shown_one_match(
    arena: Arena, mishaps: tuple[Fault | None, ...], order: tuple[int, ...]
) -> None:
    assert_one_match(arena, arena.at_once("/matches", WISH, mishaps, order))
    assert_one_match(arena, [arena.send("/matches", WISH)])


@pytest.mark.parametrize("order", list(permutations(range(3))), ids=str)
def test_three_in_every_order_with_two_lost_answers(arena: Arena, order: tuple[int, ...]) -> None:
    assert_one_match(arena, arena.at_once("/matches", WISH, ("lost", None, "lost"), order))


def test_a_crowd_is_shown_one_match(arena: Arena) -> None:
    assert_one_match(arena, arena.at_once("/matches", WISH, [None] * 12, ()))


@pytest.mark.parametrize("order", [(0, 1), (1, 0)], ids=str)
def test_a_secret_is_made_once_and_shown_once(arena: Arena, order: tuple[int, ...]) -> None:
    answers = arena.at_once("/me/tokens", {}, (None, None), order)
    assert sorted(answer.status for answer in answers) == [201, 409]
    assert len({json.loads(answer.body)["id"] for answer in answers}) == 1
    assert len(arena.desk.get("/me/tokens", by="ann").json["tokens"]) == 2
