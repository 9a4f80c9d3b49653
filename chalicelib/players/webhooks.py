"""A player's webhooks: addresses of their own that are called with notices they are owed, or with those of a match.

The ids of those that are called with what their player is owed stand in the profile, the ids of those attached to a
match in a row of the match. Both change in one commit with the webhook's own row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from chalicelib.players import repository
from chalicelib.players.errors import (
    BusyError,
    UnknownWebhookError,
    WebhookDisabledError,
    WebhookKnownError,
    WebhookLimitError,
    WebhookSecretError,
)
from chalicelib.players.ports import Absent, ConditionFailedError, Delete, Env, Present, Put, Store, VersionIs, Write
from chalicelib.players.profile import Profile
from chalicelib.players.webhook import BOTH as BOTH
from chalicelib.players.webhook import FAILING_DAYS as FAILING_DAYS
from chalicelib.players.webhook import SECRET_PREFIX as SECRET_PREFIX
from chalicelib.players.webhook import Kind, Why, attached, attached_of, fresh_secret, hooks_key, item_of, webhook_of
from chalicelib.players.webhook import Webhook as Webhook
from chalicelib.players.webhook import key_of as key_of

MAX_WEBHOOKS = 5
"""Webhooks a player may have at a time beside those of matches."""
MAX_ATTACHED = 20
"""Webhooks a player may have attached to matches at a time."""
MAX_OF_MATCH = 8
"""Webhooks that may be attached to one match."""

_TRIES = 5
_DAY = 86_400


def create_webhook(
    env: Env,
    player: str,
    url: str,
    also: Sequence[Write] = (),
    webhook: str = "",
    *,
    kind: Kind = "standard",
    categories: Sequence[str] = (),
    match: str = "",
) -> Webhook:
    """Have the URL called from now on; it has been found fit to be called. `also` is written in the same commit,
    `webhook` is its id ("": a fresh one), the rest as in Webhook; whether the player may attach one to that match is
    for the caller to know.

    Raises WebhookLimitError, WebhookKnownError, UnknownPlayerError, BusyError, ConditionFailedError (of `also`).
    """
    name = webhook or env.ids.name(12)
    made = Webhook(name, player, url, (fresh_secret(env),), env.clock.now(), kind=kind, match=match)
    made = replace(made, categories=tuple(categories))
    for _ in range(_TRIES):
        profile = repository.load_profile(env.store, player)
        _check_room(list_webhooks(env, player), made)
        listed = _listed(env, profile, made, is_called=True)
        try:
            repository.commit(env, [*listed, Put(item_of(made), Absent()), *also], env.ids.name(20))
        except ConditionFailedError as error:
            if any(position >= len(listed) for position in error.failed):
                raise
            continue  # the profile or the match's list was changed elsewhere in between
        return made
    raise BusyError("Your profile is being changed elsewhere; please try again.")


def list_webhooks(env: Env, player: str) -> tuple[Webhook, ...]:
    """The player's webhooks, oldest first, those that are called no more among them."""
    partition, prefix = key_of(player, "")
    found = [webhook_of(item) for item in env.store.query(partition, prefix=prefix, consistent=True).items]
    return tuple(sorted(found, key=lambda each: (each.created, each.id)))


def find_webhook(store: Store, player: str, webhook: str, *, consistent: bool = True) -> Webhook:
    """One of the player's webhooks; for half the price it may be a moment old. Raises UnknownWebhookError."""
    item = store.get(key_of(player, webhook), consistent=consistent)
    if item is None:
        raise UnknownWebhookError("You have no webhook of this id.")
    return webhook_of(item)


def delete_webhook(env: Env, player: str, webhook: str) -> None:
    """Let it never be called again. Raises UnknownWebhookError, UnknownPlayerError, BusyError."""
    found = find_webhook(env.store, player, webhook)
    _relist(env, found, Delete(found.key, Present()), is_called=False)


def disable_webhook(env: Env, player: str, webhook: str, why: Why = "owner", also: Sequence[Write] = ()) -> None:
    """Call it no more, but leave it standing for its owner to see; `also` is written in the same commit.

    Raises UnknownWebhookError, UnknownPlayerError, BusyError, ConditionFailedError (of `also`).
    """
    found = find_webhook(env.store, player, webhook)
    if not found.disabled:
        after = replace(found, disabled=env.clock.now(), why=why, version=found.version + 1)
        _relist(env, found, Put(item_of(after), VersionIs(found.version)), also, is_called=False)


def enable_webhook(env: Env, player: str, webhook: str) -> Webhook:
    """Call it again, as if nothing had failed.

    Raises UnknownWebhookError, WebhookKnownError, WebhookLimitError (of its match), UnknownPlayerError, BusyError.
    """
    found = find_webhook(env.store, player, webhook)
    if not found.disabled:
        return found
    _check_new(list_webhooks(env, player), found)
    after = replace(found, disabled=0, why="", failing=(), version=found.version + 1)
    _relist(env, after, Put(item_of(after), VersionIs(found.version)), is_called=True)
    return after


def choose_categories(env: Env, player: str, webhook: str, categories: Sequence[str]) -> Webhook:
    """Tell it of these things only (none: of everything). Raises UnknownWebhookError, BusyError."""
    return _changed(env, player, webhook, lambda found: replace(found, categories=tuple(categories)))


def rotate_secret(env: Env, player: str, webhook: str, also: Sequence[Write] = ()) -> Webhook:
    """Give it a new secret; the one before signs beside it for a day. `also` is written in the same commit.

    Raises UnknownWebhookError, WebhookSecretError (there are two already), BusyError, ConditionFailedError (of `also`).
    """
    now, secret = env.clock.now(), fresh_secret(env)

    def rotated(found: Webhook) -> Webhook:
        if len(found.signing(now)) > 1:
            raise WebhookSecretError("Its secret was changed less than a day ago; end the older one first.")
        return replace(found, secrets=(secret, found.secrets[0]), ends=now + BOTH)

    return _changed(env, player, webhook, rotated, also)


def end_secret(env: Env, player: str, webhook: str) -> Webhook:
    """Let nothing but the newest secret sign its calls. Raises UnknownWebhookError, BusyError."""
    return _changed(env, player, webhook, lambda found: replace(found, secrets=found.secrets[:1], ends=0))


def check_called(webhook: Webhook) -> None:
    """Raises WebhookDisabledError for one that is not called."""
    if webhook.disabled:
        raise WebhookDisabledError("This webhook is disabled. Enable it first.")


def note_failure(env: Env, webhook: Webhook, also: Sequence[Write] = ()) -> bool:
    """Remember that a call failed today; whether that was on one day too many, and the webhook is disabled with it.

    `also` is written then. Raises UnknownWebhookError, UnknownPlayerError, BusyError, StoreError.
    """
    today = env.clock.now() // _DAY
    if today in webhook.failing:
        return False
    if len(webhook.failing) + 1 >= FAILING_DAYS:
        disable_webhook(env, webhook.player, webhook.id, "failing", also)
        return True
    _changed(env, webhook.player, webhook.id, lambda found: replace(found, failing=(*found.failing, today)))
    return False


def note_success(env: Env, webhook: Webhook) -> None:
    """Forget the days on which calls failed. Raises UnknownWebhookError, BusyError, StoreError."""
    if webhook.failing:
        _changed(env, webhook.player, webhook.id, lambda found: replace(found, failing=()))


def webhooks_called(store: Store, players: Iterable[str], match: str) -> tuple[dict[str, list[Webhook]], list[Webhook]]:
    """The webhooks of each of these players that are called with what these are owed, and those attached to the match.

    With `match` "" no others are looked for. It may be a moment old.
    """
    own, hooks = _called(store, players, match)
    wanted = [key_of(player, name) for player, names in own.items() for name in names]
    wanted += [key_of(*each) for each in hooks]
    found = {key: webhook_of(item) for key, item in (store.get_many(wanted) if wanted else {}).items()}
    of_players = {
        player: [found[key] for name in names if (key := key_of(player, name)) in found]
        for player, names in own.items()
    }
    return of_players, [found[key] for each in hooks if (key := key_of(*each)) in found]


def _called(
    store: Store, players: Iterable[str], match: str
) -> tuple[dict[str, tuple[str, ...]], Sequence[tuple[str, str]]]:
    keys = {repository.profile_key(player): player for player in players}
    found = store.get_many([*keys, *([hooks_key(match)] if match else [])])
    bodies = {player: repository.PROFILE.body(found[key]) for key, player in keys.items() if key in found}
    own = {player: tuple(bodies.get(player, {}).get("webhooks", ())) for player in keys.values()}
    return own, attached_of(match, found.get(hooks_key(match))).hooks


def _changed(
    env: Env, player: str, webhook: str, change: Callable[[Webhook], Webhook], also: Sequence[Write] = ()
) -> Webhook:
    """Store what the change makes of a webhook.

    Raises what the change does, UnknownWebhookError, BusyError, ConditionFailedError (of `also`).
    """
    for _ in range(_TRIES):
        found = find_webhook(env.store, player, webhook)
        after = change(found)
        if after == found:
            return found
        after = replace(after, version=found.version + 1)
        try:
            repository.commit(env, [Put(item_of(after), VersionIs(found.version)), *also], env.ids.name(20))
        except ConditionFailedError as error:
            if error.failed != (0,):
                raise
            continue
        return after
    raise BusyError("This webhook is being changed elsewhere; please try again.")


def _relist(env: Env, webhook: Webhook, change: Write, also: Sequence[Write] = (), *, is_called: bool) -> None:
    """Commit the change of its row together with the profile, or the match's row, that names it or does not."""
    for _ in range(_TRIES):
        profile = repository.load_profile(env.store, webhook.player)
        listed = _listed(env, profile, webhook, is_called=is_called)
        try:
            return repository.commit(env, [change, *listed, *also], env.ids.name(20))
        except ConditionFailedError as error:
            if 0 in error.failed:
                raise UnknownWebhookError("You have no webhook of this id.") from None
            if any(position > len(listed) for position in error.failed):
                raise
    raise BusyError("Your profile is being changed elsewhere; please try again.")


def _listed(env: Env, profile: Profile, webhook: Webhook, *, is_called: bool) -> list[Write]:
    """What lets notices find it, or find it no more; of the profile also where only its being there matters.

    Raises WebhookLimitError where its match has too many.
    """
    if not webhook.match:
        others = tuple(each for each in profile.webhooks if each != webhook.id)
        after = (*others, webhook.id) if is_called else others
        return [_naming(profile, after)] if is_called or after != profile.webhooks else []
    found, name = attached(env.store, webhook.match), (webhook.player, webhook.id)
    rest = tuple(each for each in found.hooks if each != name)
    if not is_called:
        return [found.put(rest)] if rest != found.hooks else []
    if len(rest) >= MAX_OF_MATCH:
        raise WebhookLimitError("This match has as many webhooks as one may have.")
    return [_naming(profile, profile.webhooks), found.put((*rest, name))]


def _check_room(standing: Sequence[Webhook], made: Webhook) -> None:
    _check_new(standing, made)
    most = MAX_ATTACHED if made.match else MAX_WEBHOOKS
    if sum(bool(each.match) == bool(made.match) for each in standing) >= most:
        if made.match:
            raise WebhookLimitError("You have as many webhooks of matches as one may; delete one first.")
        raise WebhookLimitError("You have as many webhooks as one may; delete one first.")


def _check_new(standing: Sequence[Webhook], made: Webhook) -> None:
    same = (each for each in standing if (each.url, each.match) == (made.url, made.match))
    if any(not each.disabled and each.id != made.id for each in same):
        raise WebhookKnownError("You have a webhook with this URL already.")


def _naming(profile: Profile, webhooks: tuple[str, ...]) -> Put:
    """The profile with these webhooks to call, if it is as it was read."""
    after = replace(profile, webhooks=webhooks, version=profile.version + 1)
    return Put(repository.profile_item(after), VersionIs(profile.version))
