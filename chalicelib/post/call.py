"""The call of a webhook: what its body tells, and the headers that prove it is ours (Standard Webhooks 1.0).

docs/webhooks.md describes both for those who receive them.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from chalicelib.matches import pace, repository
from chalicelib.matches.ending import outcome_of
from chalicelib.matches.match import Match
from chalicelib.players.profile import Profile
from chalicelib.players.webhook import SECRET_PREFIX, Webhook
from chalicelib.post.delivery import Notice
from chalicelib.post.particulars import about
from chalicelib.post.ports import PostEnv
from chalicelib.post.truth import is_to_move, lost_it
from chalicelib.rules import AnyGame

MAX_BYTES = 20_000
"""A body stays below this; Standard Webhooks recommends it."""
ADDRESS_PAGE = "/settings#address"
"""Where players have their address checked."""
_NO_DECISION: Mapping[str, Any] = {"n": None, "deadline": None}


def body(post_env: PostEnv, match: Match, notice: Notice, *, whole: bool = False) -> bytes:
    """What a webhook is told of a notice, as things stand now: what everybody at the table may see.

    `whole`: it concerns no seat more than another. The link is the plain one of the match: one that acts for a seat has
    no business with whoever runs the receiver.
    """
    return _written(_told(post_env, match, notice, whole=whole))


def test(post_env: PostEnv, webhook: Webhook, notice: Notice) -> bytes:
    """What a webhook is told when its player tries it out."""
    data = {"webhook": webhook.id, "match": webhook.match or None, "url": post_env.base_url}
    return _written({"type": notice.category, "timestamp": pace.stamp(notice.at), "data": data})


def silenced(post_env: PostEnv, profile: Profile, notice: Notice) -> bytes:
    """What a webhook is told when its player's address gets no mail any more: since when, why, and what helps."""
    since, why = profile.silenced or (notice.at, "")
    data = {"since": pace.stamp(since), "why": why, "url": f"{post_env.base_url}{ADDRESS_PAGE}"}
    return _written({"type": notice.category, "timestamp": pace.stamp(notice.at), "data": data})


def _written(told: dict[str, Any]) -> bytes:
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()


def _told(post_env: PostEnv, match: Match, notice: Notice, *, whole: bool) -> dict[str, Any]:
    roster, game = match.roster, repository.rules(post_env.env, match.roster)
    return {
        "type": notice.category,
        "timestamp": pace.stamp(notice.at),
        "data": {
            "match": match.id,
            "name": roster.name,
            "game": roster.game,
            "seat": None if whole else notice.seat,
            "player": None if whole else _player(match, notice),
            "status": match.head.status,
            "version": match.head.version,
            **(_NO_DECISION if whole else _decision(game, match, notice)),
            "to_move": _to_move(game, match),
            "outcome": _outcome(game, match),
            "about": about(post_env.env, match, notice),
            "url": f"{post_env.base_url}/m/{quote(match.id)}",
        },
    }


def headers(notice: Notice, secrets: Sequence[str], now: int, content: bytes) -> dict[str, str]:
    """The headers of an attempt at a call: its id is that of every attempt, its time and signatures are its own."""
    name = message_id(notice)
    return {
        "Content-Type": "application/json",
        "webhook-id": name,
        "webhook-timestamp": str(now),
        "webhook-signature": " ".join(signature(secret, name, now, content) for secret in secrets),
    }


def message_id(notice: Notice) -> str:
    """The id of a call, the same for every attempt at it, and telling nothing of what is in its key."""
    return "msg_" + hashlib.sha256("\0".join(("call", *notice.key)).encode()).hexdigest()[:32]


def signature(secret: str, name: str, now: int, content: bytes) -> str:
    """The signature of a body that goes out under this id at this time (epoch seconds)."""
    key = base64.b64decode(secret.removeprefix(SECRET_PREFIX))
    signed = b".".join((name.encode(), str(now).encode(), content))
    return "v1," + base64.b64encode(hmac.digest(key, signed, "sha256")).decode()


def _player(match: Match, notice: Notice) -> str:
    """The name that the player has, or had, on that seat."""
    if lost_it(match, notice):
        found = match.roster.handed_over(notice.seat, notice.n)
        return found.name if found else ""
    return match.roster.seats[notice.seat].name


def _decision(game: AnyGame, match: Match, notice: Notice) -> Mapping[str, Any]:
    """The decision the seat owes, by its n and deadline; null where it owes none. A place is kept until a deadline."""
    seat, head = notice.seat, match.head
    if notice.category == "invitation" and head.status == "waiting":
        return {"n": None, "deadline": pace.stamp(pace.unstarted(match.roster.created))}
    sitter = match.roster.seats[seat]
    if sitter.player != notice.player or sitter.is_played_by_bot or not is_to_move(game, match, seat):
        return _NO_DECISION
    return {"n": head.opened[seat], "deadline": pace.stamp(head.deadlines[seat]) or None}


def _to_move(game: AnyGame, match: Match) -> list[dict[str, Any]]:
    """Who at the table owes a decision, and until when."""
    seats, deadlines = match.roster.seats, match.head.deadlines
    return [
        {"seat": number, "player": seat.name, "deadline": pace.stamp(deadlines[number]) or None}
        for number, seat in enumerate(seats)
        if is_to_move(game, match, number)
    ]


def _outcome(game: AnyGame, match: Match) -> dict[str, Any] | None:
    outcome = outcome_of(game, match)
    if outcome is None:
        return None
    return {"termination": outcome.termination.value, "winners": list(outcome.winners)}
