"""Why a notice did not come, or waits: sentences for people, in English; the pages have them in other languages."""

from __future__ import annotations

from dataclasses import dataclass

from chalicelib.players.ports import Key
from chalicelib.post.delivery import DIGEST, REFUSED, Delivery, notice_of


@dataclass(frozen=True, slots=True)
class Reason:
    """A sentence, `{at}` in it standing for a moment (epoch seconds)."""

    text: str
    at: int = 0


UNWANTED = "You want no mails of this kind."
OVERTAKEN = "It was no longer true when its time came."
IN_A_MAIL = "It was told in another mail."
IN_A_DIGEST = "It is told in the daily mail of {at}."
BOUNCED = "Mail to your address came back, so it gets none until you log in by mail."
COMPLAINED = "A mail to your address was marked as unwanted, so it gets none until you log in by mail."
REFUSED_THERE = "Your mail server did not take it."
CAME_BACK = "It came back from your mail server."
MARKED = "It came, and was marked as unwanted."
GIVEN_UP = "It could not be sent, and was given up after several attempts."

REASONS = (
    UNWANTED,
    OVERTAKEN,
    IN_A_MAIL,
    IN_A_DIGEST,
    BOUNCED,
    COMPLAINED,
    CAME_BACK,
    MARKED,
    REFUSED_THERE,
    GIVEN_UP,
)
"""Every sentence there is."""
_SILENCED = {"silenced: bounced": BOUNCED, "silenced: complained": COMPLAINED}
_SIMPLE = {"off": UNWANTED, "overtaken": OVERTAKEN, "bounced": CAME_BACK, "complained": MARKED}


def reason(delivery: Delivery) -> Reason | None:
    """Why a notice did not come, or not by itself; None where it did, or where nothing came of it yet."""
    if delivery.state == "gathered":
        return _told_by(delivery)
    if delivery.state == "failed":
        return Reason(_given_up(delivery.notes[-1][1] if delivery.notes else ""))
    return Reason(_SIMPLE[delivery.state]) if delivery.state in _SIMPLE else None


def held(delivery: Delivery) -> str:
    """Why a notice waits: "quiet", "digest", "retry" or "later"; "" where it does not."""
    if delivery.state != "pending" or not delivery.due:
        return ""
    if delivery.held:
        return delivery.held
    if delivery.tries:
        return "retry"
    return "digest" if delivery.notice.category == DIGEST else "later"


def _given_up(why: str) -> str:
    return REFUSED_THERE if why.startswith(REFUSED) else _SILENCED.get(why, GIVEN_UP)


def _told_by(delivery: Delivery) -> Reason:
    teller = notice_of(Key(delivery.notice.key.partition, delivery.into)) if delivery.into else None
    is_daily = teller is not None and teller.category == DIGEST
    return Reason(IN_A_DIGEST, teller.at) if teller and is_daily else Reason(IN_A_MAIL)
