"""What goes in and out over HTTP about webhooks."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, Field

from chalicelib.matches.events import Category
from chalicelib.web.mail_schemas import DeliveryShown
from chalicelib.web.schemas import Moment, Text, Told, example

Kind = Literal["standard", "discord"]
Categories = Annotated[
    list[Category], Field(max_length=20, description="What it is told of, by `type`; empty: of everything.")
]
_SECRET = "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE="  # noqa: S105 - an example


class WebhookWish(BaseModel):
    """A new webhook."""

    model_config = example(
        {"url": "https://hooks.example.org/turnpost"},
        {"url": "https://discord.example/api/webhooks/1/abc", "kind": "discord", "categories": ["your_turn"]},
    )

    url: Annotated[str, Field(min_length=1, max_length=1_000)] = Field(
        description="https://, at port 443 or 8443, at a public address; without user, password or fragment."
    )
    kind: Kind = Field("standard", description="The shape of what it is told: Standard Webhooks, or Discord's.")
    match: Text | None = Field(
        None, description="The id of a match that it is attached to: it is told of the whole table, and of no other."
    )
    categories: Categories = []


class WebhookChanges(BaseModel):
    """What is to be otherwise; what is left out stays."""

    model_config = example({"categories": ["your_turn", "match_ended"]}, {"enabled": True})

    categories: Categories | None = None
    enabled: bool | None = Field(None, description="Whether it is called.")


class WebhookShown(Told):
    """A webhook, without its secrets."""

    id: str
    url: str
    kind: Kind
    match: str | None = Field(description="The match that it is attached to, if it is.")
    categories: list[str] = Field(description="What it is told of; empty: of everything.")
    created: Moment
    secret_ends: Moment = Field(description="Until when the secret before the newest one signs too, while it does.")
    disabled: Moment = Field(description="Since when it is not called; null while it is.")
    why: str | None = Field(
        description="Why it is not called: `gone` (it answered 410), `failing` (for five days), `owner` (you said so)."
    )
    failing: int = Field(description="On how many days calls of it failed since the last one that was accepted.")


class WebhookMade(WebhookShown):
    """A webhook with its new secret, which is shown this once."""

    STATUS: ClassVar[int] = 201

    secret: str = Field(
        description="What its calls are signed with, as Standard Webhooks 1.0 writes it.", examples=[_SECRET]
    )


class Webhooks(Told):
    """Your webhooks, oldest first."""

    webhooks: list[WebhookShown]


class WebhookDeliveries(Told):
    """What a webhook was sent, newest first."""

    deliveries: list[DeliveryShown]
    cursor: str = Field(description="For the next page, which may have less than was asked for; empty at the end.")
