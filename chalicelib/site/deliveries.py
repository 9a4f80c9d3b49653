"""The page "What was I sent, and did it arrive?": every notice, what came of it, why not, and having it sent again."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlencode

from chalice.app import Response

from chalicelib.matches import service
from chalicelib.post import reasons, resending
from chalicelib.post.delivery import Delivery, delivery_of, outside
from chalicelib.post.reasons import Reason
from chalicelib.site import way
from chalicelib.site.pages import go, show
from chalicelib.site.refusals import Refusal, refusal_of
from chalicelib.site.visitor import Visitor
from chalicelib.web.errors import KNOWN, MalformedRequestError

HERE = "/deliveries"
SHOWN = 20
"""So many stand on one page."""
_ID = re.compile(r"[0-9A-Za-z._-]{1,160}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Line:
    """A delivery by what it is called, why it did not come and what it waits for; `again`: it can be sent once more."""

    id: str
    row: Delivery
    reason: Reason | None
    held: str
    again: bool


def deliveries_page(visitor: Visitor) -> Response:
    """What the visitor was sent, newest first; who is not logged in does that first."""
    if visitor.profile is None:
        return go(visitor, way.login(HERE))
    if visitor.request.method != "POST":
        return _show(visitor)
    try:
        return _resend(visitor)
    except KNOWN as error:
        return _show(visitor, refusal_of(error, visitor.language))


def _resend(visitor: Visitor) -> Response:
    if visitor.form.get("do") != "resend":
        raise MalformedRequestError("This form is incomplete. Look at the page again.")
    name = visitor.form.get("delivery", "")
    asked = resending.resend(visitor.container.post, visitor.player, name)
    before = _before(visitor)
    kept = {"before": before} if before else {}
    if visitor.query("language"):
        kept["language"] = visitor.language
    done = "overtaken" if asked.state == "overtaken" else "resend"
    return go(visitor, f"{HERE}?{urlencode({'done': done, **kept})}#told")


def _before(visitor: Visitor) -> str:
    """The delivery that the page goes on after; "" for the newest page."""
    asked = visitor.form.get("before") or visitor.query("before")
    return asked if _ID.fullmatch(asked) else ""


def _show(visitor: Visitor, refusal: Refusal | None = None) -> Response:
    env, before = visitor.container.env, _before(visitor)
    after = f"D#{before.replace('.', '#')}" if before else None
    page = env.store.query(f"P#{visitor.player}", prefix="D#", after=after, reverse=True, limit=SHOWN)
    lines = [_line(delivery_of(item)) for item in page.items]
    return show(
        visitor,
        "deliveries.html",
        refusal.status if refusal else 200,
        lines=lines,
        before=before,
        older=lines[-1].id if page.more and lines else "",
        names={match.id: match.name for match in service.mine(env, visitor.player, handed_on=True)} if lines else {},
        refusal=refusal,
        done=visitor.query("done") if visitor.request.method != "POST" else "",
    )


def _line(row: Delivery) -> Line:
    again = row.is_settled() and not row.notice.webhook and row.again < resending.MOST
    return Line(outside(row.notice.key.sort), row, reasons.reason(row), reasons.held(row), again)
