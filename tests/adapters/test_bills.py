"""The same story on both engines: what each call is charged, what goes over the wire for it, what DynamoDB says."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple, TypeVar

import pytest

from chalicelib.adapters.sqlite import SqliteStore
from chalicelib.matches import service
from chalicelib.players import accounts, sessions
from chalicelib.players.ports import FixedClock, Store
from chalicelib.rules import Chance
from tests.adapters.counting import Charge, CountingStore
from tests.adapters.decorator import StoreDecorator
from tests.adapters.emulated import emulated_store
from tests.adapters.wire import Wire
from tests.post.office import Office

MOVES = 16
"""Sealed ones and such that resolve, in turn."""

REQUESTS = {
    "get": {"GetItem"},
    "get_many": {"BatchGetItem"},
    "query": {"Query"},
    "index": {"Query"},
    "commit": {"PutItem", "DeleteItem", "TransactWriteItems"},
}
"""What each method of the port may ask of DynamoDB."""

T = TypeVar("T")


class Call(NamedTuple):
    """A call of the port: how often DynamoDB is asked for it, and the write units that takes."""

    method: str
    round_trips: int
    write_units: float


class WireLog(StoreDecorator):
    """Notes of each call what went over the wire for it, and what DynamoDB said that it wrote."""

    def __init__(self, inner: Store, wire: Wire) -> None:
        super().__init__(inner)
        self.calls: list[Call] = []
        self._wire = wire

    def around(self, method: str, call: Callable[[], T]) -> T:
        """Make the call."""
        requests, units = len(self._wire.requests), len(self._wire.write_units)
        answer = call()
        sent = self._wire.requests[requests:]
        assert set(sent) <= REQUESTS[method]
        self.calls.append(Call(method, len(sent), sum(self._wire.write_units[units:])))
        return answer


@contextmanager
def charged() -> Iterator[tuple[Office, CountingStore]]:
    """An office on SQLite behind the counting decorator."""
    clock = FixedClock()
    with SqliteStore(":memory:", clock) as inner:
        store = CountingStore(inner)
        yield Office(store, clock), store


@contextmanager
def counted_on_dynamodb() -> Iterator[tuple[Office, CountingStore]]:
    """An office on DynamoDB behind the counting decorator."""
    clock = FixedClock()
    with emulated_store(clock) as inner:
        store = CountingStore(inner)
        yield Office(store, clock), store


@contextmanager
def wired() -> Iterator[tuple[Office, WireLog]]:
    """An office on DynamoDB, listening to the wire."""
    clock = FixedClock()
    with emulated_store(clock) as inner:
        store = WireLog(inner, Wire(inner))
        yield Office(store, clock), store


def shown(engine: str, calls: Sequence[Charge]) -> None:
    """Write what the calls come to (`pytest -s` shows it); on the wire nobody reckons reads."""
    trips, read, written = (sum(column) for column in list(zip(*calls, strict=True))[1:])
    told = f"{trips:5d} round trips {written:5d} write units {read or '-':>6} read units"
    sys.stdout.write(f"{engine:<28} {len(calls):5d} calls {told}\n")


def story(office: Office) -> None:
    """Cees signs up by mail; anna and bram play for a while, bram with a webhook; anna gives up; cees leaves."""
    desk = office.desk
    session = sessions.confirm(desk.env, sessions.request_link(desk.env, "cees@example.org", "Cees").token)
    office.webhook("bram")
    match = desk.table("anna", "bram")
    chance = Chance(b"bills", (), 0)
    for _ in range(MOVES):
        office.clock.advance(60)
        match = desk.load(match)
        seat = chance.roll(desk.to_move(match))
        legal = service.legal(desk.env, match.id, desk.caller(match, seat)).moves
        match = desk.play(match, seat, {"text": chance.roll(legal[:-1] or legal)[0]}).match
        office.work_off()
    service.resign(desk.env, match.id, desk.caller(match, 0))
    office.work_off()
    accounts.delete_account(desk.env, session.player)


@pytest.fixture(scope="module")
def bill() -> list[Charge]:
    """What the story is charged for on SQLite, call for call."""
    with charged() as (office, store):
        story(office)
    shown("sqlite", store.total.charges)
    return store.total.charges


def test_the_story_is_told_by_every_method_of_the_port(bill: list[Charge]) -> None:
    assert {charge.method for charge in bill} == set(REQUESTS)
    assert len(bill) > 200


def test_both_engines_are_charged_the_same_call_for_call(bill: list[Charge]) -> None:
    with counted_on_dynamodb() as (office, store):
        story(office)
    shown("dynamodb", store.total.charges)
    assert store.total.charges == bill


def test_the_charge_is_what_goes_over_the_wire_and_what_dynamodb_says(bill: list[Charge]) -> None:
    # Write units only: ministack takes every read for half a unit, or a whole one, whatever is read.
    with wired() as (office, store):
        story(office)
    told = [Charge(call.method, call.round_trips, 0.0, int(call.write_units)) for call in store.calls]
    shown("dynamodb, as the wire has it", told)
    assert store.calls == [Call(charge.method, charge.round_trips, charge.write_units) for charge in bill]
    assert sum(call.write_units for call in store.calls) == sum(charge.write_units for charge in bill)
