"""What a player is told by mail of one match, and what they were sent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chalice.app import Blueprint

from chalicelib.matches import service
from chalicelib.web import cursor, shapes
from chalicelib.web.endpoint import CORS, Access, Call, Endpoint, endpoint
from chalicelib.web.me import still_there

if TYPE_CHECKING:
    from chalicelib.players.ports import Item
    from chalicelib.post.delivery import Delivery

bp = Blueprint(__name__)


@bp.route("/matches/{match}/mail", cors=CORS)
@endpoint(bp, Endpoint(Access.PLAYER, refusals=("not_your_seat",)))
def match_mail(call: Call, match: str) -> shapes.MatchMailShown:
    """How you are told of a match by mail, and what of that you chose for this match alone."""
    with still_there():
        return shapes.MatchMailShown.model_validate(service.match_mail(call.env, call.player, match))


@bp.route("/matches/{match}/mail", methods=["PUT"], cors=CORS)
@endpoint(bp, Endpoint(Access.PLAYER, refusals=("not_your_seat",)))
def choose_match_mail(call: Call, match: str, body: shapes.MailWish) -> shapes.MatchMailShown:
    """Choose for one match how to be told of it by mail. Null is as for all others; what is not named stays."""
    chosen = body.model_dump(exclude_unset=True)
    with still_there():
        found = service.choose_match_mail(call.env, call.player, match, chosen)
    return shapes.MatchMailShown.model_validate(found)


@bp.route("/me/deliveries", cors=CORS)
@endpoint(bp, Endpoint(Access.PLAYER))
def my_deliveries(call: Call, query: shapes.Paged) -> shapes.Deliveries:
    """What you were sent, newest first, and whether it arrived; where not, why not."""
    about = f"deliveries {call.player}"
    after = cursor.take(call.env, about, query.cursor) or None
    page = call.env.store.query(f"P#{call.player}", prefix="D#", after=after, reverse=True, limit=query.limit)
    following = cursor.give(call.env, about, page.items[-1].key.sort) if page.more else ""
    return shapes.Deliveries(deliveries=[delivery_shown(item) for item in page.items], cursor=following)


@bp.route("/me/deliveries/{delivery}/resend", methods=["POST"], cors=CORS)
@endpoint(bp, Endpoint(Access.PLAYER, status=202, refusals=("conflict", "too_many_requests"), once=True))
def resend(call: Call, delivery: str, body: shapes.Asked) -> shapes.DeliveryAsked:  # noqa: ARG001 - it takes no fields
    """Have a mail sent again as things stand now, three times at most.

    One that is no longer true is not sent: it is `overtaken`, and the answer says so.
    """
    from chalicelib.post import resending

    post = call.container.post
    if call.made:
        return delivery_asked(resending.find(post, call.player, call.made))
    return delivery_asked(resending.resend(post, call.player, delivery, call.also))


def delivery_asked(delivery: Delivery) -> shapes.DeliveryAsked:
    """A delivery that its player asked for, as an answer."""
    from chalicelib.post.delivery import item_of

    return shapes.DeliveryAsked(**dict(delivery_shown(item_of(delivery))))


def delivery_shown(item: Item) -> shapes.DeliveryShown:
    """A notice that was owed, as an answer to whom it was owed."""
    from chalicelib.post import reasons
    from chalicelib.post.delivery import delivery_of, outside

    found = delivery_of(item)
    notice, why, held = found.notice, reasons.reason(found), reasons.held(found)
    return shapes.DeliveryShown(
        id=outside(item.key.sort),
        at=shapes.moment(notice.at),
        match=notice.match or None,
        n=notice.n,
        seat=notice.seat,
        category=notice.category,
        channel=notice.channel,
        state=found.state,
        reason=why.text.format(at=shapes.moment(why.at)) if why else None,
        held=shapes.HeldShown(why=held, until=shapes.moment(found.due)) if held else None,
        into=outside(found.into) or None,
        again=found.again,
        attempts=found.tries,
        next=shapes.moment(found.due),
        settled=shapes.moment(found.settled),
        answer=found.carrier or None if notice.webhook else None,
        failures=[why for _, why in found.notes],
    )
