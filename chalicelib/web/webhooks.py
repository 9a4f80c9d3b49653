"""A player's webhooks: addresses of their own that are called with notices they are owed, or with those of a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chalice.app import Blueprint

from chalicelib.matches import service
from chalicelib.players import service as players
from chalicelib.post.errors import WebhookRefusedError
from chalicelib.web import cursor, shapes
from chalicelib.web.endpoint import CORS, Access, Call, Endpoint, endpoint
from chalicelib.web.errors import MalformedRequestError
from chalicelib.web.mails import delivery_asked, delivery_shown
from chalicelib.web.me import still_there

if TYPE_CHECKING:
    from chalicelib.players.ports import Env
    from chalicelib.players.webhook import Webhook

bp = Blueprint(__name__)


@bp.route("/webhooks", cors=CORS)
@endpoint(bp, Endpoint(Access.PLAYER))
def list_webhooks(call: Call) -> shapes.Webhooks:
    """Your webhooks, without their secrets."""
    return shapes.Webhooks(webhooks=webhooks_shown(call.env, call.player))


def webhooks_shown(env: Env, player: str) -> list[shapes.WebhookShown]:
    """Somebody's webhooks as an answer to them."""
    return [webhook_shown(env, each) for each in players.list_webhooks(env, player)]


def webhook_shown(env: Env, webhook: Webhook) -> shapes.WebhookShown:
    """A webhook as an answer to its player."""
    two_sign = len(webhook.signing(env.clock.now())) > 1
    return shapes.WebhookShown(
        id=webhook.id,
        url=webhook.url,
        kind=webhook.kind,
        match=webhook.match or None,
        categories=list(webhook.categories),
        created=shapes.moment(webhook.created),
        secret_ends=shapes.moment(webhook.ends if two_sign else 0),
        disabled=shapes.moment(webhook.disabled),
        why=webhook.why or None,
        failing=len(webhook.failing),
    )


def _made(env: Env, webhook: Webhook) -> shapes.WebhookMade:
    return shapes.WebhookMade(**dict(webhook_shown(env, webhook)), secret=webhook.secrets[0])


@bp.route("/webhooks", methods=["POST"], cors=CORS)
@endpoint(bp, Endpoint(Access.PLAYER, refusals=("conflict", "forbidden", "not_found"), once=True, secret=True))
def create_webhook(call: Call, body: shapes.WebhookWish) -> shapes.WebhookMade:
    """Have an address of yours called whenever you are owed a notice; or, with `match`, with those of a whole table.

    You are owed one when it is your turn, when a match of yours starts or ends, when something happens at its table,
    and when you are invited to one. To a match one can be attached by who sits there, and by who created it. The secret
    that the calls are signed with is in this answer and nowhere else.
    """
    check_url(call, body.url)
    if body.match:
        service.check_attaching(call.env, body.match, call.caller)
    name = call.env.ids.name(12)
    with still_there():
        made = players.create_webhook(
            call.env,
            call.player,
            body.url,
            call.also(name),
            name,
            kind=body.kind,
            categories=tuple(dict.fromkeys(body.categories)),
            match=body.match or "",
        )
    return _made(call.env, made)


def check_url(call: Call, url: str) -> None:
    """Raises MalformedRequestError for a URL that will never be called."""
    try:
        call.container.post.webhooks.check(url)
    except WebhookRefusedError as error:
        raise MalformedRequestError(str(error), field="url") from None


@bp.route("/webhooks/{webhook}", methods=["PATCH"], cors=CORS)
@endpoint(bp, Endpoint(Access.PLAYER, refusals=("conflict",)))
def change_webhook(call: Call, webhook: str, body: shapes.WebhookChanges) -> shapes.WebhookShown:
    """Choose what a webhook is told of, and whether it is called. One that is called again starts without a blemish."""
    env, player = call.env, call.player
    with still_there():
        if body.categories is not None:
            players.choose_categories(env, player, webhook, tuple(dict.fromkeys(body.categories)))
        if body.enabled is not None:
            (players.enable_webhook if body.enabled else players.disable_webhook)(env, player, webhook)
    return webhook_shown(env, players.find_webhook(env.store, player, webhook))


@bp.route("/webhooks/{webhook}", methods=["DELETE"], cors=CORS)
@endpoint(bp, Endpoint(Access.PLAYER, status=204))
def delete_webhook(call: Call, webhook: str) -> None:
    """Delete a webhook. It is called no more, not even for what it is owed already."""
    with still_there():
        players.delete_webhook(call.env, call.player, webhook)


@bp.route("/webhooks/{webhook}/secret", methods=["POST"], cors=CORS)
@endpoint(bp, Endpoint(Access.PLAYER, status=201, refusals=("conflict",), once=True, secret=True))
def rotate_secret(call: Call, webhook: str, body: shapes.Asked) -> shapes.WebhookMade:  # noqa: ARG001 - there is none
    """Give a webhook a new secret, which is in this answer and nowhere else.

    For a day the one before signs beside it, so that a receiver can change over meanwhile.
    """
    made = players.rotate_secret(call.env, call.player, webhook, call.also(webhook))
    return _made(call.env, made)


@bp.route("/webhooks/{webhook}/secret", methods=["DELETE"], cors=CORS)
@endpoint(bp, Endpoint(Access.PLAYER))
def end_secret(call: Call, webhook: str) -> shapes.WebhookShown:
    """End the secret before the newest one at once, whether somebody still goes by it or not."""
    return webhook_shown(call.env, players.end_secret(call.env, call.player, webhook))


@bp.route("/webhooks/{webhook}/test", methods=["POST"], cors=CORS)
@endpoint(bp, Endpoint(Access.PLAYER, status=202, refusals=("conflict", "too_many_requests"), once=True))
def test_webhook(call: Call, webhook: str, body: shapes.Asked) -> shapes.DeliveryAsked:  # noqa: ARG001 - there is none
    """Have a webhook called with a test, signed and sent as everything is; what came of it is among its deliveries."""
    from chalicelib.post import on_request

    post = call.container.post
    if call.made:
        return delivery_asked(on_request.find(post, call.player, call.made))
    return delivery_asked(on_request.try_out(post, call.player, webhook, call.also))


@bp.route("/webhooks/{webhook}/deliveries", cors=CORS)
@endpoint(bp, Endpoint(Access.PLAYER))
def webhook_deliveries(call: Call, webhook: str, query: shapes.Paged) -> shapes.WebhookDeliveries:
    """What a webhook was sent, newest first, and what came of it."""
    from chalicelib.post import on_request

    found = players.find_webhook(call.env.store, call.player, webhook)
    about = f"webhook {call.player} {webhook}"
    after = cursor.take(call.env, about, query.cursor) or None
    rows, following = on_request.deliveries_of(call.container.post, found, after, query.limit)
    shown = [delivery_shown(item) for item in rows]
    return shapes.WebhookDeliveries(deliveries=shown, cursor=cursor.give(call.env, about, following))


@bp.route("/webhooks/{webhook}/deliveries/{delivery}/replay", methods=["POST"], cors=CORS)
@endpoint(bp, Endpoint(Access.PLAYER, status=202, refusals=("conflict", "too_many_requests"), once=True))
def replay_delivery(
    call: Call,
    webhook: str,
    delivery: str,
    body: shapes.Asked,  # noqa: ARG001 - there is none
) -> shapes.DeliveryAsked:
    """Send a webhook again what it was sent, byte by byte and under the same id, whether it is still true or not.

    What was sent is kept for a week.
    """
    from chalicelib.post import on_request

    post = call.container.post
    if call.made:
        return delivery_asked(on_request.find(post, call.player, call.made))
    return delivery_asked(on_request.repeat(post, call.player, webhook, delivery, call.also))
