"""`redeliver`: have notices sent again, or at last."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from typing import Any

from chalicelib.bootstrap import Container
from chalicelib.matches import repository
from chalicelib.matches.match import Match
from chalicelib.players.ports import ConditionFailedError, Env, Put, VersionIs
from chalicelib.post import relay
from chalicelib.post.delivery import SENT, Delivery, item_of
from chalicelib.post.ports import PostEnv
from chalicelib.post.truth import holds
from infra.admin import deliveries
from infra.admin.errors import AdminError
from infra.admin.line import command, count, note, say

_LONG = """
Name a delivery by its id (`inspect` shows them, and GET /me/deliveries), or take those of a match: the ones that failed
or still wait, with --accepted those too that the mail server, or whoever was called, took already.

What will be done is told, and done with --yes. A delivery goes into its queue again with all of its attempts before it.
A mail keeps its id, and so does a call of a webhook, whose body tells the match as it stands then. What is not true any
more (a turn that was taken, say) stays `overtaken`: nobody is told it, by this neither.
"""
_LIKE = "such as 2026-09-21T14:13:20Z"


def add(commands: Any) -> None:
    """Tell the command line of it."""
    parser = command(commands, "redeliver", "put notices into their queue again", _LONG)
    parser.add_argument("delivery", nargs="?", default="", metavar="DELIVERY", help="the id of a delivery")
    parser.add_argument("--match", default="", metavar="MATCH", help="the deliveries of this match")
    parser.add_argument("--seat", type=int, metavar="N", help="with --match: only what this seat was owed")
    parser.add_argument(
        "--since",
        type=_moment,
        default=0,
        metavar="TIME",
        help=f"with --match: only what was owed then or later, {_LIKE}",
    )
    parser.add_argument("--accepted", action="store_true", help="with --match: what was accepted too")
    parser.add_argument("--yes", action="store_true", help="do it")
    parser.set_defaults(run=run)


def _moment(text: str) -> int:
    """The epoch seconds of a time. Raises ArgumentTypeError."""
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        at = None
    if at is None or at.tzinfo is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no time with its zone, {_LIKE}")
    return int(at.timestamp())


def run(asked: argparse.Namespace, container: Container) -> int:
    """Tell what will be done, and do it with --yes. Raises AdminError, MatchNotFoundError, QueueUnavailableError."""
    if bool(asked.delivery) == bool(asked.match):
        raise AdminError("Say which delivery, or with --match of which match.")
    match, chosen = _chosen(container.env, asked)
    again = []
    for delivery in chosen:
        why = refusal(container.env, match, delivery)
        say(f"{deliveries.id_of(delivery.notice)}  {delivery.state}: {why or 'goes into its queue again'}")
        again += [] if why else [delivery]
    if not asked.yes:
        note(f"Nothing was done yet: --yes puts {count(len(again), 'delivery', 'deliveries')} into the queue.")
        return 0
    done = sum(put_again(container.post, delivery) for delivery in again)
    note(f"{count(done, 'delivery', 'deliveries')} put into the queue.")
    return 0 if done == len(again) else 2


def _chosen(env: Env, asked: argparse.Namespace) -> tuple[Match, list[Delivery]]:
    if asked.delivery:
        match, delivery = deliveries.find(env, asked.delivery)
        return match, [delivery]
    match = repository.load(env, asked.match)
    found = deliveries.of_match(env, match, repository.log(env, match.id))
    return match, list(_of_those(found, asked))


def _of_those(found: list[Delivery], asked: argparse.Namespace) -> Iterator[Delivery]:
    states = ("pending", "sending", "failed", *(SENT if asked.accepted else ()))
    for delivery in found:
        notice = delivery.notice
        if delivery.state in states and notice.at >= asked.since and asked.seat in (None, notice.seat):
            yield delivery


def refusal(env: Env, match: Match, delivery: Delivery) -> str:
    """Why the delivery does not go out again, or ""."""
    now = env.clock.now()
    if not holds(env, match, delivery.notice):
        return "left alone, since it is not true any more"
    if delivery.is_leased(now):
        return "left alone, since it is being sent at this moment"
    return ""


def put_again(post_env: PostEnv, delivery: Delivery) -> bool:
    """Let the delivery be as if nothing had been tried yet, and ask for it; whether nobody else was at its row.

    The sweep asks for it too, should the message be lost. Raises QueueUnavailableError, StoreError.
    """
    now = post_env.env.clock.now()
    fresh = replace(
        delivery,
        version=delivery.version + 1,
        state="pending",
        due=now,
        asked=now + relay.ASKED,
        lease=0,
        tries=0,
        settled=0,
        carrier="",
        held="",
        into="",
    )
    try:
        post_env.env.store.commit([Put(item_of(fresh), VersionIs(delivery.version))])
    except ConditionFailedError:
        note(f"{deliveries.id_of(delivery.notice)} was changed at this moment: look again.")
        return False
    relay.enqueue(post_env, delivery.notice.key)
    return True
