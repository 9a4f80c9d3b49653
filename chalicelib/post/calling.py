"""One attempt at the call of a webhook: what it is told, whether that still holds, and what its answer means for it.

The bytes of an attempt are kept. The next one repeats them, unless what they say of the match has changed meanwhile; so
does one that the player asks for, whatever has become of the match.
"""

from __future__ import annotations

import logging
import zlib
from dataclasses import replace
from typing import Protocol

from chalicelib.matches.attaching import may_attach
from chalicelib.matches.match import Match
from chalicelib.matches.repository import load
from chalicelib.players import webhooks
from chalicelib.players.errors import PlayerError, UnknownWebhookError
from chalicelib.players.ports import Absent, ConditionFailedError, Put, StoreError
from chalicelib.players.profile import Profile
from chalicelib.players.repository import load_profiles
from chalicelib.players.webhook import Webhook
from chalicelib.post import call, kept
from chalicelib.post.delivery import DISABLED, MAIL_SILENCED, TEST, Delivery, Notice, item_of
from chalicelib.post.errors import OvertakenError
from chalicelib.post.ports import PostEnv, WebhookGoneError, WebhookRefusedError, WebhookUnavailableError
from chalicelib.post.table_hooks import OF_ITS_PLAYER, OF_THE_TABLE
from chalicelib.post.truth import holds

_UNKNOWN = "404"
"""What Discord answers for a webhook that was deleted there; whoever goes on calling it is shut out."""

_FRESH = 2
"""The version of a row that was put and leased, and that is all: nothing can have been sent."""

_log = logging.getLogger(__name__)


class Shape(Protocol):
    """What writes bodies."""

    def body(self, post_env: PostEnv, match: Match, notice: Notice, *, whole: bool = False) -> bytes:
        """What is told of a match."""
        ...

    def test(self, post_env: PostEnv, webhook: Webhook, notice: Notice) -> bytes:
        """What is told when a webhook is tried out."""
        ...

    def silenced(self, post_env: PostEnv, profile: Profile, notice: Notice) -> bytes:
        """What is told when its player's address gets no mail any more."""
        ...


def called(post_env: PostEnv, delivery: Delivery) -> str:
    """What the webhook answered, which is remembered of it.

    Raises OvertakenError, MatchNotFoundError, UnknownWebhookError (deleted, or not called any more), WebhookError.
    """
    env, notice = post_env.env, delivery.notice
    webhook = webhooks.find_webhook(env.store, notice.player, notice.webhook)
    if webhook.disabled:
        raise UnknownWebhookError("This webhook is not called any more.")
    content = _content(post_env, delivery, webhook)
    now = env.clock.now()
    headers = call.headers(notice, webhook.signing(now), now, content)
    try:
        answer = post_env.webhooks.call(webhook.url, headers, content)
    except WebhookGoneError:
        _disable(post_env, webhook)
        raise
    except (WebhookUnavailableError, WebhookRefusedError) as error:
        if webhook.kind == "discord" and str(error) == _UNKNOWN:
            _disable(post_env, webhook)
            raise WebhookGoneError("404: it was deleted there") from None
        if _failed(post_env, webhook):
            raise WebhookRefusedError(str(error)) from error
        raise
    _succeeded(post_env, webhook)
    return answer


def _content(post_env: PostEnv, delivery: Delivery, webhook: Webhook) -> bytes:
    """What goes out. Raises OvertakenError, MatchNotFoundError, WebhookRefusedError (to be repeated, but lost)."""
    env, notice = post_env.env, delivery.notice
    before = kept.find(env, notice) if delivery.version > _FRESH else b""
    if delivery.again:
        if not before:
            raise WebhookRefusedError("What was sent is not kept any more.")
        return before
    content = _composed(post_env, notice, webhook)
    if before and kept.is_same(before, content):
        return before
    kept.keep(env, notice, content)
    return content


def _composed(post_env: PostEnv, notice: Notice, webhook: Webhook) -> bytes:
    """What is to be told now. Raises OvertakenError, MatchNotFoundError."""
    shaped = _shaped(webhook)
    if notice.category == TEST:
        return shaped.test(post_env, webhook, notice)
    if notice.category == MAIL_SILENCED:
        return shaped.silenced(post_env, _silenced(post_env, webhook.player), notice)
    match = load(post_env.env, notice.match)
    told = _told(match, notice, webhook)
    if not webhook.wants(notice.category) or not holds(post_env.env, match, told):
        raise OvertakenError
    whole = bool(webhook.match) and notice.category in OF_THE_TABLE
    return shaped.body(post_env, match, told, whole=whole)


def _silenced(post_env: PostEnv, player: str) -> Profile:
    """The player, whose address still is silenced. Raises OvertakenError."""
    found = load_profiles(post_env.env.store, [player])
    if not found or not found[0].silenced:
        raise OvertakenError
    return found[0]


def _shaped(webhook: Webhook) -> Shape:
    """What writes in the shape that the webhook takes."""
    if webhook.kind == "discord":
        from chalicelib.post.discord import Discord

        return Discord(webhook)
    return call


def _told(match: Match, notice: Notice, webhook: Webhook) -> Notice:
    """The notice by whose eyes its truth is seen: for the webhook of a match, those of whoever sits there.

    Raises OvertakenError where its player has no business with the match any more.
    """
    if not webhook.match:
        return notice
    if not may_attach(match, webhook.player):
        raise OvertakenError
    if notice.category in OF_ITS_PLAYER or notice.seat >= len(match.roster.seats):
        return notice
    return replace(notice, player=match.roster.seats[notice.seat].player)


def _failed(post_env: PostEnv, webhook: Webhook) -> bool:
    """Whether it is disabled for having failed for days; if that cannot be written down, the next failure tells."""
    try:
        return webhooks.note_failure(post_env.env, webhook, [_letter(post_env, webhook)])
    except (PlayerError, StoreError):
        _log.info("nobody knows that webhook %s failed today", webhook.id)
        return False


def _succeeded(post_env: PostEnv, webhook: Webhook) -> None:
    """An answer that was good must not be lost because this cannot be written down."""
    try:
        webhooks.note_success(post_env.env, webhook)
    except (PlayerError, StoreError):
        _log.info("nobody knows that webhook %s works again", webhook.id)


def _disable(post_env: PostEnv, webhook: Webhook) -> None:
    """Call it no more; if others are at it, its next call is told the same. Raises StoreError."""
    try:
        webhooks.disable_webhook(post_env.env, webhook.player, webhook.id, "gone", [_letter(post_env, webhook)])
    except (PlayerError, ConditionFailedError):
        _log.info("webhook %s is being changed, or gone", webhook.id)


def _letter(post_env: PostEnv, webhook: Webhook) -> Put:
    """The mail that its player is owed: the sweep finds it within a minute."""
    now = post_env.env.clock.now()
    notice = Notice(webhook.player, now, "", number_of(webhook), 0, DISABLED)
    return Put(item_of(replace(Delivery(notice), due=now)), Absent())


def number_of(webhook: Webhook) -> int:
    """What tells a webhook from the player's others in the key of a notice about it."""
    return zlib.crc32(webhook.id.encode())
