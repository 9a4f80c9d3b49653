"""The service on one page: its routes, and every function that AWS calls."""

from __future__ import annotations

from typing import Any

from chalice import Chalice, Rate
from chalice.app import CloudWatchEvent, DynamoDBEvent, SQSEvent

from chalicelib import bootstrap
from chalicelib.site import routes as pages
from chalicelib.web import (
    absences,
    around,
    blocks,
    calendar,
    documents,
    exports,
    fallback,
    games,
    invitations,
    mails,
    matches,
    me,
    moves,
    observing,
    orders,
    players,
    records,
    replays,
    talk,
    webhooks,
)

# Stream and queues are named when the stack is made: the template that is merged in puts the real names in.
STREAM = "arn:aws:dynamodb:eu-west-1:000000000000:table/turnpost/stream/2026-01-01T00:00:00.000"

app = Chalice(app_name="turnpost")
app.log.addFilter(observing.tamed)
for part in (
    observing,
    fallback,
    documents,
    players,
    me,
    absences,
    exports,
    blocks,
    calendar,
    webhooks,
    mails,
    games,
    matches,
    invitations,
    moves,
    orders,
    records,
    replays,
    around,
    talk,
    pages,
):
    app.register_blueprint(part.bp)


@app.on_dynamodb_record(stream_arn=STREAM, batch_size=100)
def relay(event: DynamoDBEvent) -> dict[str, Any]:
    """New log rows: owe the notices they call for."""
    return bootstrap.relay(event.to_dict(), event.context)


@app.on_sqs_message(queue="turnpost-mail", batch_size=5)
def mail(event: SQSEvent) -> dict[str, Any]:
    """Messages of the mail queue: send."""
    return bootstrap.queue("mail", event.to_dict(), event.context)


@app.on_sqs_message(queue="turnpost-webhook", batch_size=5)
def webhook(event: SQSEvent) -> dict[str, Any]:
    """Messages of the webhook queue: call."""
    return bootstrap.queue("webhook", event.to_dict(), event.context)


@app.on_sqs_message(queue="turnpost-feedback", batch_size=10)
def feedback(event: SQSEvent) -> dict[str, Any]:
    """What SES says became of mails: write it down."""
    return bootstrap.feedback(event.to_dict(), event.context)


@app.schedule(Rate(1, unit=Rate.MINUTES))
def sweep(event: CloudWatchEvent) -> None:
    """Once a minute: settle what is due, and what was left unsent."""
    bootstrap.sweep(event.context)
