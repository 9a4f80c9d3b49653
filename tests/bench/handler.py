"""A move through the real handler, beside the least that storing one takes: a query and a transaction of two items.

Both go to the same emulator, which runs in a process of its own; what counts is this process's own time.
"""

from __future__ import annotations

import gc
import json
import logging
import os
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import Any

from pynamodb.attributes import JSONAttribute, NumberAttribute, UnicodeAttribute
from pynamodb.connection import Connection
from pynamodb.models import Model
from pynamodb.transactions import TransactWrite

from app import app
from chalicelib import bootstrap
from chalicelib.adapters.dynamo import DynamoStore
from chalicelib.bootstrap import Container
from chalicelib.matches import repository, service
from chalicelib.players import tokens
from chalicelib.players.authentication import CredentialCache
from chalicelib.players.ports import FixedClock, Item
from chalicelib.rules import Chance
from chalicelib.settings import Settings
from chalicelib.telemetry.line import LOGGER, show
from infra.emulator import REGION, SECRET_KEY, Account
from tests.adapters.emulated import TABLE, access, emulator
from tests.api_event import LambdaContext, api_event
from tests.bench.measure import Result, at_least, at_most
from tests.matches.desk import SECRET, Desk

ROUNDS = 9
MOVES = 24
"""Moves a round: most of a match's first third, sealed ones and resolving ones in turn."""
BAR = 0.6
PEOPLE = ("anna", "bram")
_MOVE = "/matches/{match}/seats/{seat}/moves/{n}"


class Player:
    """Plays matches of two seats through the handler, a random legal move after the other."""

    def __init__(self, account: Account) -> None:
        clock = FixedClock()
        self.store = DynamoStore(TABLE, clock, access=access(account))
        self.store.create_table()
        self.desk = Desk(self.store, clock)
        env = self.desk.env
        settings = Settings("bench", "https://play.example.org", "dynamodb", Path(), SECRET, "", "", "", 30)
        bootstrap.use(Container(settings, env, _no_post, CredentialCache(30)))
        self.lot = Chance(b"bench", (), 0)
        self.secrets = [tokens.create_token(env, name, "bench").secret for name in PEOPLE]

    def moves(self, count: int) -> Iterator[dict[str, Any]]:
        """Events of that many moves of one match; each has to be handled before the next is made."""
        env, match = self.desk.env, self.desk.table(*PEOPLE)
        for _ in range(count):
            match = self.desk.load(match)
            seat = self.lot.roll(self.desk.to_move(match))
            legal = service.legal(env, match.id, self.desk.caller(match, seat)).moves
            text = self.lot.roll(legal[:-1] or legal)[0]
            parts = {"match": match.id, "seat": str(seat), "n": str(match.head.opened[seat])}
            credential = {"Authorization": f"Bearer {self.secrets[seat]}"}
            yield api_event("PUT", _MOVE, parts, json.dumps({"text": text}), credential)

    def stored(self) -> tuple[Item, Item, Item]:
        """Head, roster and newest log row of a match after MOVES moves: what the baseline stores is of their size."""
        for event in self.moves(MOVES):
            played = handled(event)
        match_id = played["match"]["id"]
        newest = repository.log_key(match_id, *self.desk.load(match_id).head.last)
        keys = (repository.head_key(match_id), repository.roster_key(match_id), newest)
        found = [self.desk.env.store.get(key) for key in keys]
        head, roster, row = [item for item in found if item is not None]
        return head, roster, row


def _no_post() -> Any:
    raise AssertionError("a move sends nothing before it is stored")


def handled(event: dict[str, Any]) -> dict[str, Any]:
    """What the handler answers to an event."""
    answer = app(event, LambdaContext())
    assert answer["statusCode"] == 200, answer
    body: dict[str, Any] = json.loads(answer["body"])
    return body


class Bare:
    """The same reads and writes as plain PynamoDB, of items of the same sizes, without any game or player."""

    def __init__(self, account: Account, head: Item, roster: Item, row: Item) -> None:
        class Row(Model):
            """An item."""

            class Meta:
                table_name = "bare"
                host = account.endpoint
                region = REGION
                aws_access_key_id = account.id
                aws_secret_access_key = SECRET_KEY
                billing_mode = "PAY_PER_REQUEST"

            pk = UnicodeAttribute(hash_key=True)
            sk = UnicodeAttribute(range_key=True)
            kind = UnicodeAttribute()
            version = NumberAttribute()
            work_pk = UnicodeAttribute(null=True)
            work_sk = UnicodeAttribute(null=True)
            body = JSONAttribute()

        self.row = Row
        self.log = row
        self.partition = head.key.partition
        Row.create_table(wait=True)
        for item in (head, roster):
            self._filled(item, item.key.sort, 1).save()
        self.connection = Connection(REGION, account.endpoint)
        self.connection.session.set_credentials(account.id, SECRET_KEY)

    def _filled(self, item: Item, sort: str, version: int) -> Any:
        work = item.work or (None, None)
        return self.row(
            item.key.partition,
            sort,
            kind=item.kind,
            version=version,
            work_pk=work[0],
            work_sk=work[1],
            body=dict(item.body),
        )

    def move(self) -> None:
        """One query of the match's items, one transaction of two of them."""
        row = self.row
        found = {item.sk: item for item in row.query(self.partition, row.sk.startswith("A#"), consistent_read=True)}
        head = found["A#head"]
        known = head.version
        head.version = known + 1
        log = self._filled(self.log, f"L#{known:08d}#0", 1)
        with TransactWrite(connection=self.connection) as transaction:
            transaction.save(head, condition=row.version == known)
            transaction.save(log, condition=row.pk.does_not_exist())


@contextmanager
def lines_written() -> Iterator[None]:
    """Every invocation is told in a line, as in Lambda, where nobody reads it."""
    log = logging.getLogger(LOGGER)
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
        with redirect_stdout(nowhere):
            show()
        try:
            yield
        finally:
            log.handlers.clear()
            log.setLevel(logging.NOTSET)
            log.propagate = True


@contextmanager
def sides() -> Iterator[tuple[Player, Bare]]:
    """Both on an account of their own in the emulator."""
    account = emulator().account()
    player = Player(account)
    try:
        with lines_written():
            yield player, Bare(account, *player.stored())
    finally:
        bootstrap.use(None)


def _moves_timed(player: Player) -> float:
    spent = 0.0
    for event in player.moves(MOVES):
        began = time.process_time()
        answer = app(event, LambdaContext())
        spent += time.process_time() - began
        assert answer["statusCode"] == 200, answer
    return spent / MOVES


def _bare_timed(bare: Bare) -> float:
    began = time.process_time()
    for _ in range(MOVES):
        bare.move()
    return (time.process_time() - began) / MOVES


def bench_requests() -> Result:
    """What the handler sends to DynamoDB before it answers."""
    sent: list[str] = []
    with sides() as (player, _):
        events = player.store.connection.connection.client.meta.events
        events.register("before-send.dynamodb", lambda request, **_: sent.append(request.url))
        most = 0
        for event in player.moves(MOVES):
            sent.clear()
            handled(event)
            most = max(most, len(sent))
    return at_most(most, 2, f"requests that botocore sends for a move, the most of {MOVES}, credential known")


def bench_move() -> Result:
    """The process's own time a move."""
    taken: tuple[list[float], list[float]] = ([], [])
    with sides() as (player, bare):
        _bare_timed(bare)
        for _ in range(ROUNDS):
            gc.collect()
            taken[0].append(_moves_timed(player))
            gc.collect()
            taken[1].append(_bare_timed(bare))
    ours, baseline = (statistics.median(times) for times in taken)
    how = (
        f"app() with an API Gateway event, its line and DynamoStore on ministack {ours * 1e3:.2f} ms a move, against "
        f"one Model.query and one TransactWrite of two Models on it {baseline * 1e3:.2f} ms, own time of the process, "
        f"medians of {ROUNDS} interleaved rounds of {MOVES}"
    )
    return at_least(baseline / ours, BAR, how)
