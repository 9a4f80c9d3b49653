"""How long commits are tried: so often, with pauses that grow, and never beyond a few seconds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TypeVar

import pytest

from chalicelib.adapters.system import SystemIds
from chalicelib.players import repository
from chalicelib.players.errors import BusyError
from chalicelib.players.patience import LONGEST_PAUSE, PAUSE, SECONDS, Patience
from chalicelib.players.ports import (
    Absent,
    Env,
    Item,
    Key,
    Put,
    Store,
    StoreConflictError,
    StoreError,
    StoreThrottledError,
    StoreUnavailableError,
)
from tests.adapters.faults import Fault, FaultyStore
from tests.players.desk import Desk

T = TypeVar("T")

THROTTLE = StoreThrottledError("too much")
CONFLICT = StoreConflictError("others")
PUT = Put(Item(Key("A", "a"), "thing", {}), Absent())


@dataclass
class Waiting:
    """An environment that keeps the pauses asked for, and lets no time pass for them."""

    desk: Desk
    pauses: list[float] = field(default_factory=list)

    def env(self, store: Store | None = None) -> Env:
        """It, over this store."""
        return replace(self.desk.env, store=store or self.desk.store, wait=self.pauses.append, ids=SystemIds())


class SlowStore(FaultyStore):
    """A store that never answers; each call takes four seconds."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.store, dict.fromkeys(range(1, 99), "before"))
        self._desk = desk

    def around(self, method: str, call: Callable[[], T]) -> T:
        self._desk.clock.advance(4)
        return super().around(method, call)


def spent(env: Env, tries: int, error: StoreError) -> int:
    """How many tries there were, all ended with this error."""
    patience, count = Patience(env, tries), 0
    while patience.is_left():
        count += 1
        patience.spend(error)
    return count


def test_pauses_double_up_to_the_longest_and_none_follows_the_last_try(desk: Desk) -> None:
    waiting = Waiting(desk)
    assert spent(waiting.env(), 10, THROTTLE) == 10
    most = [min(LONGEST_PAUSE, PAUSE * 2**number) for number in range(9)]
    assert len(waiting.pauses) == len(most)
    assert all(whole / 2 <= pause <= whole for pause, whole in zip(waiting.pauses, most, strict=True))


def test_two_that_were_throttled_together_do_not_come_again_together(desk: Desk) -> None:
    one, other = Waiting(desk), Waiting(desk)
    spent(one.env(), 10, THROTTLE)
    spent(other.env(), 10, THROTTLE)
    assert one.pauses != other.pauses


@pytest.mark.parametrize("error", [CONFLICT, StoreUnavailableError("no answer")])
def test_what_is_over_soon_is_tried_again_at_once_and_then_with_pauses(desk: Desk, error: StoreError) -> None:
    waiting = Waiting(desk)
    assert spent(waiting.env(), 4, error) == 4
    assert len(waiting.pauses) == 2


def test_no_try_begins_when_its_time_is_over_but_the_first_always_may(desk: Desk) -> None:
    patience = Patience(desk.env, 10)
    desk.clock.advance(SECONDS)
    assert patience.is_left()
    patience.spend(CONFLICT)
    assert not patience.is_left()


@pytest.mark.parametrize("fault", ["throttled", "conflict", "before", "lost"])
def test_a_commit_goes_through_after_two_refusals_of_any_kind(desk: Desk, fault: Fault) -> None:
    waiting = Waiting(desk)
    store = FaultyStore(desk.store, {1: fault, 2: fault})
    repository.commit(waiting.env(store), [PUT], "token")
    assert desk.store.get(PUT.key) == PUT.item
    assert len(waiting.pauses) == (2 if fault == "throttled" else 1)


@pytest.mark.parametrize(
    ("fault", "told"),
    [("throttled", StoreThrottledError), ("conflict", BusyError), ("before", StoreUnavailableError)],
)
def test_a_commit_is_given_up_after_three(desk: Desk, fault: Fault, told: type[Exception]) -> None:
    store = FaultyStore(desk.store, dict.fromkeys(range(1, 99), fault))
    with pytest.raises(told):
        repository.commit(Waiting(desk).env(store), [PUT], "token")
    assert store.calls == ["commit"] * repository.TRIES


def test_a_store_that_never_answers_is_given_up_after_eight_seconds(desk: Desk) -> None:
    store, begun = SlowStore(desk), desk.clock.now()
    with pytest.raises(StoreUnavailableError):
        repository.commit(Waiting(desk).env(store), [PUT], "token")
    assert (len(store.calls), desk.clock.now() - begun) == (2, 8)
