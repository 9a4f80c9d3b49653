"""A player's webhooks: addresses of their own that are called whenever they are owed a notice."""

from __future__ import annotations

from chalice.app import Blueprint

from chalicelib.players import service as players
from chalicelib.post.errors import WebhookRefusedError
from chalicelib.web import shapes
from chalicelib.web.endpoint import CORS, Access, Call, Endpoint, endpoint
from chalicelib.web.errors import MalformedRequestError
from chalicelib.web.me import still_there

bp = Blueprint(__name__)


@bp.route("/webhooks", cors=CORS)
@endpoint(bp, Endpoint(Access.PLAYER))
def list_webhooks(call: Call) -> shapes.Webhooks:
    """Your webhooks, without their secrets."""
    found = players.list_webhooks(call.env, call.player)
    return shapes.Webhooks(webhooks=[shapes.WebhookShown.model_validate(each) for each in found])


@bp.route("/webhooks", methods=["POST"], cors=CORS)
@endpoint(bp, Endpoint(Access.PLAYER, refusals=("conflict",), once=True, secret=True))
def create_webhook(call: Call, body: shapes.WebhookWish) -> shapes.WebhookMade:
    """Have an address of yours called whenever you are owed a notice.

    You are owed one when it is your turn, when a match of yours starts or ends, and when you are invited to one. The
    secret that the calls are signed with is in this answer and nowhere else.
    """
    try:
        call.container.post.webhooks.check(body.url)
    except WebhookRefusedError as error:
        raise MalformedRequestError(str(error), field="url") from None
    name = call.env.ids.name(12)
    with still_there():
        made = players.create_webhook(call.env, call.player, body.url, call.also(name), name)
    shown = shapes.WebhookShown.model_validate(made)
    return shapes.WebhookMade(**dict(shown), secret=made.secrets[0])


@bp.route("/webhooks/{webhook}", methods=["DELETE"], cors=CORS)
@endpoint(bp, Endpoint(Access.PLAYER, status=204))
def delete_webhook(call: Call, webhook: str) -> None:
    """Delete a webhook. It is called no more, not even for what it is owed already."""
    with still_there():
        players.delete_webhook(call.env, call.player, webhook)
