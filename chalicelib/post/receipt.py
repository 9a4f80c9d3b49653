"""The receipt: the mail that says what became of an answer, where the match stands, and what can be answered to it.

It goes through the queue like a login mail, and is written when it is sent: what it shows of the match is true then.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from chalicelib.matches import repository
from chalicelib.matches.errors import MatchNotFoundError
from chalicelib.players.errors import UnknownPlayerError
from chalicelib.players.repository import load_profile
from chalicelib.post import answer, by_mail, receipt_letter, tag
from chalicelib.post.answer import Answer
from chalicelib.post.compose import mail
from chalicelib.post.envelope import Envelope
from chalicelib.post.ports import MailRefusedError, MailUnavailableError, PostEnv
from chalicelib.post.scene import Scene
from chalicelib.telemetry import line

WORTH = 86_400
"""Seconds for which a receipt is worth sending."""

_log = logging.getLogger(__name__)


class ReceiptDelayedError(Exception):
    """The mailer did not take the receipt now; it is worth another try while anybody waits for it."""


@dataclass(frozen=True, slots=True)
class Owed:
    """A receipt that is owed to the player of a seat; `answers` is the id of their mail, `id` tells it from others."""

    player: str
    match: str
    seat: int
    id: str
    answers: str
    answer: Answer


def owe(post_env: PostEnv, owed: Owed) -> None:
    """Ask the queue function for a receipt. Raises QueueUnavailableError."""
    until = post_env.env.clock.now() + WORTH
    told = {"player": owed.player, "match": owed.match, "seat": owed.seat, "id": owed.id, "answers": owed.answers}
    post_env.queue.put({"receipt": {**told, "until": until, "answer": owed.answer.body()}})


def send(post_env: PostEnv, message: Mapping[str, Any]) -> None:
    """Send the receipt that a message asks for; one that comes too late, or is refused, is dropped.

    Raises ReceiptDelayedError, StoreError.
    """
    try:
        if message["until"] <= post_env.env.clock.now():
            _drop("overtaken", "a receipt came too late")
            return
        post_env.mailer.send(tag.mark(post_env.env, _mail(post_env, message)))
    except (MatchNotFoundError, UnknownPlayerError):
        _drop("overtaken", "the reader of a receipt is gone")
    except MailRefusedError:
        _drop("failed", "a receipt was refused")
    except MailUnavailableError as error:
        line.count("delayed")
        raise ReceiptDelayedError from error
    else:
        line.count("accepted")


def _drop(outcome: str, why: str) -> None:
    line.count(outcome)
    _log.warning(why)


def _mail(post_env: PostEnv, message: Mapping[str, Any]) -> Any:
    """The mail. Raises MatchNotFoundError, UnknownPlayerError (gone, or not to be written to), MailRefusedError."""
    match = repository.load(post_env.env, message["match"])
    profile = load_profile(post_env.env.store, message["player"])
    if profile.silenced:
        raise UnknownPlayerError("Nothing is sent to this address.")
    told, seat = answer.read(message["answer"]), int(message["seat"])
    envelope = Envelope(
        sender=post_env.sender,
        to=profile.email,
        contact=post_env.contact,
        domain=post_env.list_domain,
        id=f"receipt {message['id']}",
        thread=match.id,
        sent=post_env.env.clock.now(),
        reply_to=by_mail.reply_to(post_env, match, seat, "resign" if told.kind == "confirm" else "answer"),
        answers=message["answers"],
    )
    return mail(envelope, receipt_letter.letter(Scene(post_env, match, profile, seat), told))
