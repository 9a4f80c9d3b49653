"""A webhook as it is kept: where it leads, what it is told of, which secrets sign its calls, and how it stands.

`W#<id>` in the player's partition is a webhook. `A#hooks` in the partition of a match names those that are attached to
it, so that whoever owes a notice finds them by one cheap read.
"""

from __future__ import annotations

import base64
from dataclasses import dataclass, field
from typing import Any, Literal

from chalicelib.players.ports import Absent, Body, Env, Item, Key, Put, Store, VersionIs
from chalicelib.players.stored import Stored

Kind = Literal["standard", "discord"]
Why = Literal["", "gone", "failing", "owner"]


def _known_why(body: dict[str, Any]) -> dict[str, Any]:
    """Before there were other reasons, a webhook was disabled because it had answered 410."""
    return {**body, "why": "gone"} if body.get("disabled") else body


WEBHOOK = Stored("webhook", {1: _known_why})
"""Format 2 has what a webhook is told of and how: whoever cannot read that would tell it other things."""
HOOKS = Stored("hooks")
SECRET_PREFIX = "whsec_"  # noqa: S105 - what every secret of Standard Webhooks begins with
SECRET_BYTES = 32
BOTH = 86_400
"""Seconds for which the secret before the newest one signs too."""
FAILING_DAYS = 5
"""On so many days (UTC) calls may fail with none accepted in between; then a webhook is disabled."""


@dataclass(frozen=True, slots=True)
class Webhook:
    """A webhook of a player. Times are epoch seconds.

    `secrets` sign its calls, the newest first; all but that one end at `ends`. `kind` is the shape of what it is told,
    `match` the match it is attached to ("": it is told what its player is owed), `categories` what it is told of (none:
    of everything). `disabled` is since when it is not called (0: it is), `why` the reason: it answered 410 ("gone"),
    its calls failed for days ("failing"), or its player wanted it so ("owner"). `failing` are the days, since 1970,
    on which calls of it failed since one was accepted.
    """

    id: str
    player: str
    url: str
    secrets: tuple[str, ...] = field(repr=False)
    created: int
    disabled: int = 0
    version: int = 1
    kind: Kind = "standard"
    match: str = ""
    categories: tuple[str, ...] = ()
    ends: int = 0
    why: Why = ""
    failing: tuple[int, ...] = ()

    @property
    def key(self) -> Key:
        return key_of(self.player, self.id)

    def signing(self, now: int) -> tuple[str, ...]:
        """The secrets that sign what goes out now, the newest first."""
        return self.secrets if now < self.ends else self.secrets[:1]

    def wants(self, category: str) -> bool:
        """Whether it is to be told of such things."""
        return not self.disabled and (not self.categories or category in self.categories)


def fresh_secret(env: Env) -> str:
    """A secret as Standard Webhooks writes it."""
    return SECRET_PREFIX + base64.b64encode(env.ids.token(SECRET_BYTES)).decode()


def key_of(player: str, webhook: str) -> Key:
    """Where a webhook stands."""
    return Key(f"P#{player}", f"W#{webhook}")


def item_of(webhook: Webhook) -> Item:
    """The webhook as it is stored, what is as it mostly is left out."""
    body: dict[str, Any] = {"url": webhook.url, "secrets": list(webhook.secrets), "created": webhook.created}
    changing = {
        "disabled": webhook.disabled,
        "why": webhook.why,
        "match": webhook.match,
        "categories": list(webhook.categories),
        "ends": webhook.ends,
        "failing": list(webhook.failing),
    }
    body |= {name: value for name, value in changing.items() if value}
    if webhook.kind != "standard":
        body["kind"] = webhook.kind
    return WEBHOOK.item(webhook.key, body, webhook.version)


def webhook_of(item: Item) -> Webhook:
    """The webhook that a row holds."""
    body: Body = WEBHOOK.body(item)
    return Webhook(
        id=item.key.sort.removeprefix("W#"),
        player=item.key.partition.removeprefix("P#"),
        url=body["url"],
        secrets=tuple(body["secrets"]),
        created=body["created"],
        disabled=body.get("disabled", 0),
        version=item.version,
        kind=body.get("kind", "standard"),
        match=body.get("match", ""),
        categories=tuple(body.get("categories", ())),
        ends=body.get("ends", 0),
        why=body.get("why", ""),
        failing=tuple(body.get("failing", ())),
    )


@dataclass(frozen=True, slots=True)
class Attached:
    """The webhooks attached to a match, as (player, id), in the order in which that was done."""

    match: str
    hooks: tuple[tuple[str, str], ...] = ()
    version: int = 0

    def put(self, hooks: tuple[tuple[str, str], ...]) -> Put:
        """What stores these in their place, if nobody has changed them meanwhile."""
        item = HOOKS.item(hooks_key(self.match), {"hooks": [list(each) for each in hooks]}, self.version + 1)
        return Put(item, VersionIs(self.version) if self.version else Absent())


def hooks_key(match: str) -> Key:
    """Where it stands which webhooks are attached to a match."""
    return Key(f"M#{match}", "A#hooks")


def attached_of(match: str, item: Item | None) -> Attached:
    """The webhooks that a match's row names; none where there is no row."""
    if item is None:
        return Attached(match)
    return Attached(match, tuple((player, name) for player, name in HOOKS.body(item)["hooks"]), item.version)


def attached(store: Store, match: str) -> Attached:
    """The webhooks attached to a match."""
    return attached_of(match, store.get(hooks_key(match)))
