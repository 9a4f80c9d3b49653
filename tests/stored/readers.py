"""How each kind of item is read: by the service's own functions, from a store in which it stands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from chalicelib.matches import notes, origin, playing, records, repository, standing, talk
from chalicelib.matches.match import Head, Match, Origin, Pace, Roster
from chalicelib.players import authentication, blocks, copies, feed, invitations, rates, sessions
from chalicelib.players.authentication import CredentialCache
from chalicelib.players.ports import Env, FixedClock, Item, Key
from chalicelib.players.repository import listed, load_profile, pointed
from chalicelib.players.webhook import attached
from chalicelib.players.webhooks import find_webhook
from chalicelib.post import kept, replies
from chalicelib.post.delivery import delivery_of, notice_of
from chalicelib.web.idempotency import Once
from infra.admin.mark import mark_of
from tests.stored.world import ONCE

Reader = Callable[[Env, Item], Any]


def _match(env: Env, item: Item) -> Any:
    return repository.load(env, item.key.partition.removeprefix("M#"))


def _credential(env: Env, item: Item) -> Any:
    if item.key.partition.startswith("P#"):
        return listed(_at(env, item))
    return authentication._look_up(env, item.key.partition.removeprefix("T#"), env.clock.now(), CredentialCache(0))


def _counter(env: Env, item: Item) -> Any:
    """The next count; the window is the one that the key names."""
    _, verb, subject, window = item.key.partition.split("#")
    rate = rates.Rate(verb, 1_000_000, item.expires // (int(window) + 1), "")
    in_it = replace(env, clock=FixedClock(item.expires - 1))
    return dict(rates.spend(in_it, rate, subject).item.body)


def _origin(env: Env, item: Item) -> Any:
    name = item.key.partition.removeprefix("M#")
    told = Roster(name, "", "", 1, {}, (), Pace(), "public", "", 0, "", "", origin=Origin("record", "", 0, ""))
    return origin.origin_of(env, Match(told, Head(1, "running")))


def _at(env: Env, item: Item) -> Item:
    found = env.store.get(item.key)
    assert found is not None
    return found


def _player(item: Item) -> str:
    return item.key.partition.removeprefix("P#")


READERS: dict[str, Reader] = {
    "block": lambda env, item: dict(blocks.BLOCK.body(_at(env, item))),
    "bringer": lambda env, item: records.is_bringer(env, item.key.sort[2:], item.key.partition[2:]),
    "calendar": lambda env, item: feed.feed_since(env, _player(item)),
    "copies": lambda env, item: copies.owed(env.store, _player(item)),
    "counter": _counter,
    "delivery": lambda env, item: delivery_of(_at(env, item)),
    "email": lambda env, item: pointed(env.store, item.key),
    "handle": lambda env, item: pointed(env.store, item.key),
    "head": _match,
    "hooks": lambda env, item: list(attached(env.store, item.key.partition.removeprefix("M#")).hooks),
    "heartbeat": lambda env, _: playing.heartbeat(env),
    "idempotency": lambda env, _: Once(*ONCE, 0).made(env),
    "invitation": lambda env, item: invitations.find(env, _player(item)),
    "invited": lambda env, item: invitations._waiting(_at(env, item)),
    "log": lambda env, item: repository.log(env, item.key.partition.removeprefix("M#")),
    "login": lambda env, item: dict(sessions.LOGIN.body(_at(env, item))),
    "message": lambda env, item: talk.message_in(_at(env, item)),
    "note": lambda env, item: notes.read_note(env, _player(item), item.key.sort.removeprefix("N#")),
    "orders": lambda env, item: list(standing.read(_at(env, item))),
    "origin": _origin,
    "profile": lambda env, item: load_profile(env.store, _player(item)),
    "record": lambda env, item: records.kept(env, item.key.partition.removeprefix("R#")),
    "record-of": lambda env, item: records.my_records(env, _player(item)),
    "reply": lambda env, item: dict(replies.REPLY.body(_at(env, item))),
    "restore": lambda env, item: mark_of(_at(env, item)),
    "roster": _match,
    "seat": lambda env, item: repository.listed_matches(env.store.query(item.key.partition, prefix="M#").items),
    "sent": lambda env, item: kept.find(env, notice_of(Key(item.key.partition, f"D{item.key.sort[1:]}"))).decode(),
    "session": _credential,
    "silence": lambda env, item: dict(invitations.SILENCE.body(_at(env, item))),
    "talker": lambda env, item: talk.my_tables(env, _player(item)),
    "token": _credential,
    "webhook": lambda env, item: find_webhook(env.store, _player(item), item.key.sort.removeprefix("W#")),
}
"""By the kind of item. What one names in its body alone, such as who brought a record in, has nothing to be read."""
