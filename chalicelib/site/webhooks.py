"""The page of webhooks: what a player has called, with a test, a new secret, and what each was sent."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import get_args
from urllib.parse import urlencode, urlsplit

from chalice.app import Response

from chalicelib.matches import service
from chalicelib.matches.events import Category
from chalicelib.players import webhooks
from chalicelib.players.webhook import Kind, Webhook
from chalicelib.post import on_request
from chalicelib.post.delivery import Delivery, delivery_of
from chalicelib.post.errors import WebhookRefusedError
from chalicelib.site import way
from chalicelib.site.pages import go, show
from chalicelib.site.refusals import Refusal, refusal_of
from chalicelib.site.visitor import Visitor
from chalicelib.web.errors import KNOWN, MalformedRequestError

HERE = "/settings/webhooks"
SHOWN = 20
"""So many of the newest deliveries of a webhook are shown."""
_OPEN = ("waiting", "running")
CATEGORIES: tuple[Category, ...] = get_args(Category)


@dataclass(frozen=True, slots=True)
class Done:
    """What a form has done to which webhook; `secret` is the one to be shown, this once."""

    webhook: str = ""
    secret: str = ""


def webhooks_page(visitor: Visitor) -> Response:
    """All webhooks of the visitor, and what their forms do; who is not logged in does that first."""
    if visitor.profile is None:
        return go(visitor, way.login(HERE))
    if visitor.request.method != "POST":
        return _show(visitor)
    doing = visitor.form.get("do", "")
    try:
        done = _FORMS.get(doing, _unknown)(visitor)
    except KNOWN as error:
        refusal = refusal_of(error, visitor.language)
        field = "url" if isinstance(error, MalformedRequestError) and doing == "add" else refusal.field
        return _show(visitor, refusal=replace(refusal, field=field), doing=doing)
    if done.secret:
        return _show(visitor, made=done)
    kept = {"language": visitor.language} if visitor.query("language") else {}
    looked = {"webhook": done.webhook} if done.webhook else {}
    return go(visitor, f"{HERE}?{urlencode({'done': doing, **looked, **kept})}#{done.webhook or 'told'}")


def _unknown(_: Visitor) -> Done:
    raise MalformedRequestError("This form is incomplete. Look at the page again.")


def _add(visitor: Visitor) -> Done:
    env, player, url = visitor.container.env, visitor.player, visitor.form.get("url", "").strip()
    match = visitor.form.get("match", "")
    try:
        visitor.container.post.webhooks.check(url)
    except WebhookRefusedError as error:
        raise MalformedRequestError(str(error), field="url") from None
    if match:
        service.check_attaching(env, match, visitor.caller)
    kind: Kind = "discord" if visitor.form.get("kind") == "discord" else "standard"
    told = _chosen(visitor)
    made = webhooks.create_webhook(env, player, url, kind=kind, match=match, categories=told)
    return Done(made.id, made.secrets[0])


def _chosen(visitor: Visitor) -> tuple[str, ...]:
    """What a webhook is to be told of; nothing chosen, and everything, are everything."""
    chosen = tuple(each for each in CATEGORIES if visitor.form.get(f"tell-{each}"))
    return () if len(chosen) == len(CATEGORIES) else chosen


def _rotate(visitor: Visitor) -> Done:
    made = webhooks.rotate_secret(visitor.container.env, visitor.player, _webhook(visitor))
    return Done(made.id, made.secrets[0])


def _end_secret(visitor: Visitor) -> Done:
    return Done(webhooks.end_secret(visitor.container.env, visitor.player, _webhook(visitor)).id)


def _test(visitor: Visitor) -> Done:
    asked = on_request.try_out(visitor.container.post, visitor.player, _webhook(visitor))
    return Done(asked.notice.webhook)


def _again(visitor: Visitor) -> Done:
    delivery = visitor.form.get("delivery", "")
    asked = on_request.repeat(visitor.container.post, visitor.player, _webhook(visitor), delivery)
    return Done(asked.notice.webhook)


def _choose(visitor: Visitor) -> Done:
    env, player = visitor.container.env, visitor.player
    return Done(webhooks.choose_categories(env, player, _webhook(visitor), _chosen(visitor)).id)


def _enable(visitor: Visitor) -> Done:
    return Done(webhooks.enable_webhook(visitor.container.env, visitor.player, _webhook(visitor)).id)


def _disable(visitor: Visitor) -> Done:
    webhooks.disable_webhook(visitor.container.env, visitor.player, _webhook(visitor))
    return Done(_webhook(visitor))


def _delete(visitor: Visitor) -> Done:
    webhooks.delete_webhook(visitor.container.env, visitor.player, _webhook(visitor))
    return Done()


_FORMS: Mapping[str, Callable[[Visitor], Done]] = {
    "add": _add,
    "rotate": _rotate,
    "end-secret": _end_secret,
    "test": _test,
    "again": _again,
    "choose": _choose,
    "enable": _enable,
    "disable": _disable,
    "delete": _delete,
}


def _webhook(visitor: Visitor) -> str:
    return visitor.form.get("webhook", "")


def _show(visitor: Visitor, *, refusal: Refusal | None = None, doing: str = "", made: Done | None = None) -> Response:
    env, player = visitor.container.env, visitor.player
    found = webhooks.list_webhooks(env, player)
    looked = visitor.form.get("webhook") or visitor.query("webhook") or (made.webhook if made else "")
    mine = [
        match for match in service.mine(env, player) if match.status in ("waiting", "running") and not match.invited
    ]
    return show(
        visitor,
        "webhooks.html",
        refusal.status if refusal else 200,
        webhooks=found,
        signing={each.id: len(each.signing(env.clock.now())) for each in found},
        hosts={each.id: urlsplit(each.url).netloc for each in found},
        deliveries={each.id: _deliveries(visitor, each) for each in found if each.id == looked},
        names={match.id: match.name for match in mine},
        matches=mine,
        categories=CATEGORIES,
        refusal=refusal,
        doing=doing,
        made=made,
        done=visitor.query("done") if visitor.request.method != "POST" else "",
        looked=looked,
    )


def _deliveries(visitor: Visitor, webhook: Webhook) -> list[tuple[str, Delivery]]:
    """The newest deliveries of a webhook, each with what it is called."""
    rows, _ = on_request.deliveries_of(visitor.container.post, webhook, None, SHOWN)
    return [(on_request.id_of(row), row) for row in map(delivery_of, rows)]
