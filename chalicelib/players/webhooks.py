"""A player's webhooks: addresses of their own that are called whenever they are owed a notice.

`W#<id>` in the player's partition is a webhook. The ids of those that are to be called stand in the profile too, so
that whoever owes a notice finds them by one cheap read.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from chalicelib.players import repository
from chalicelib.players.errors import BusyError, UnknownWebhookError, WebhookKnownError, WebhookLimitError
from chalicelib.players.ports import (
    Absent,
    ConditionFailedError,
    Delete,
    Env,
    Item,
    Key,
    Present,
    Put,
    Store,
    VersionIs,
    Write,
)
from chalicelib.players.profile import Profile
from chalicelib.players.stored import Stored

WEBHOOK = Stored("webhook")
MAX_WEBHOOKS = 5
"""Webhooks a player may have at a time."""
SECRET_PREFIX = "whsec_"  # noqa: S105 - what every secret of Standard Webhooks begins with
SECRET_BYTES = 32

_TRIES = 5


@dataclass(frozen=True, slots=True)
class Webhook:
    """A webhook. `secrets` sign its calls, the newest first; `disabled` is since when it is not called (0: it is).

    Times are epoch seconds.
    """

    id: str
    player: str
    url: str
    secrets: tuple[str, ...] = field(repr=False)
    created: int
    disabled: int = 0
    version: int = 1

    @property
    def key(self) -> Key:
        return _key(self.player, self.id)


def create_webhook(env: Env, player: str, url: str, also: Sequence[Write] = (), webhook: str = "") -> Webhook:
    """Have the URL called from now on; it has been found fit to be called. `also` is written in the same commit,
    `webhook` is its id ("": a fresh one).

    Raises WebhookLimitError, WebhookKnownError, UnknownPlayerError, BusyError, ConditionFailedError (of `also`).
    """
    secret = SECRET_PREFIX + base64.b64encode(env.ids.token(SECRET_BYTES)).decode()
    made = Webhook(webhook or env.ids.name(12), player, url, (secret,), env.clock.now())
    for _ in range(_TRIES):
        profile = repository.load_profile(env.store, player)
        _check_room(list_webhooks(env, player), url)
        writes = (_called(profile, (*profile.webhooks, made.id)), Put(_item(made), Absent()), *also)
        try:
            repository.commit(env, writes, env.ids.name(20))
        except ConditionFailedError as error:
            if error.failed != (0,):
                raise
            continue  # the profile was changed elsewhere in between
        return made
    raise BusyError("Your profile is being changed elsewhere; please try again.")


def list_webhooks(env: Env, player: str) -> tuple[Webhook, ...]:
    """The player's webhooks, oldest first, those that are called no more among them."""
    partition, prefix = _key(player, "")
    found = [_webhook(item) for item in env.store.query(partition, prefix=prefix, consistent=True).items]
    return tuple(sorted(found, key=lambda each: (each.created, each.id)))


def find_webhook(store: Store, player: str, webhook: str, *, consistent: bool = True) -> Webhook:
    """One of the player's webhooks; for half the price it may be a moment old. Raises UnknownWebhookError."""
    item = store.get(_key(player, webhook), consistent=consistent)
    if item is None:
        raise UnknownWebhookError("You have no webhook of this id.")
    return _webhook(item)


def delete_webhook(env: Env, player: str, webhook: str) -> None:
    """Let it never be called again. Raises UnknownWebhookError, UnknownPlayerError, BusyError."""
    found = find_webhook(env.store, player, webhook)
    _take_off(env, found, Delete(found.key, Present()))


def disable_webhook(env: Env, player: str, webhook: str) -> None:
    """Call it no more, but leave it standing for its owner to see.

    Raises UnknownWebhookError, UnknownPlayerError, BusyError.
    """
    found = find_webhook(env.store, player, webhook)
    if not found.disabled:
        after = replace(found, disabled=env.clock.now(), version=found.version + 1)
        _take_off(env, found, Put(_item(after), VersionIs(found.version)))


def called_webhooks(store: Store, players: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The ids of the webhooks of each of these players that are to be called; it may be a moment old."""
    keys = {repository.profile_key(player): player for player in players}
    found = store.get_many(list(keys))
    bodies = {player: repository.PROFILE.body(found[key]) for key, player in keys.items() if key in found}
    return {player: tuple(bodies.get(player, {}).get("webhooks", ())) for player in keys.values()}


def _take_off(env: Env, webhook: Webhook, change: Write) -> None:
    """Commit the change of its row together with a profile that does not name it any more."""
    for _ in range(_TRIES):
        profile = repository.load_profile(env.store, webhook.player)
        left = tuple(each for each in profile.webhooks if each != webhook.id)
        writes = [change, _called(profile, left)] if left != profile.webhooks else [change]
        try:
            return repository.commit(env, writes, env.ids.name(20))
        except ConditionFailedError as error:
            if 0 in error.failed:
                raise UnknownWebhookError("You have no webhook of this id.") from None
    raise BusyError("Your profile is being changed elsewhere; please try again.")


def _check_room(standing: Sequence[Webhook], url: str) -> None:
    if any(each.url == url and not each.disabled for each in standing):
        raise WebhookKnownError("You have a webhook with this URL already.")
    if len(standing) >= MAX_WEBHOOKS:
        raise WebhookLimitError(f"You have {MAX_WEBHOOKS} webhooks already; delete one first.")


def _called(profile: Profile, webhooks: tuple[str, ...]) -> Put:
    """The profile with these webhooks to call, if it is as it was read."""
    after = replace(profile, webhooks=webhooks, version=profile.version + 1)
    return Put(repository.profile_item(after), VersionIs(profile.version))


def _key(player: str, webhook: str) -> Key:
    return Key(f"P#{player}", f"W#{webhook}")


def _item(webhook: Webhook) -> Item:
    body = {"url": webhook.url, "secrets": list(webhook.secrets), "created": webhook.created}
    if webhook.disabled:
        body["disabled"] = webhook.disabled
    return WEBHOOK.item(webhook.key, body, webhook.version)


def _webhook(item: Item) -> Webhook:
    body = WEBHOOK.body(item)
    return Webhook(
        id=item.key.sort.removeprefix("W#"),
        player=item.key.partition.removeprefix("P#"),
        url=body["url"],
        secrets=tuple(body["secrets"]),
        created=body["created"],
        disabled=body.get("disabled", 0),
        version=item.version,
    )
