"""Standing orders of one's seat: given, looked at, withdrawn; nobody else is told of them."""

from __future__ import annotations

from typing import Any

from chalice.app import Blueprint

from chalicelib.matches import service
from chalicelib.web import shapes
from chalicelib.web.endpoint import CORS, Access, Call, Endpoint, endpoint

bp = Blueprint(__name__)

_ORDERS = "/matches/{match}/orders"
_CLOSED = ("not_your_seat", "not_to_move", "match_over", "stale_decision", "conflict")


@bp.route(_ORDERS, cors=CORS)
@endpoint(bp, Endpoint(Access.CALLER, refusals=("not_your_seat",)))
def read_orders(call: Call, match: str) -> shapes.OrdersShown:
    """Your standing orders, and what came of them at the last decision they were for."""
    return _shown(service.orders(call.env, match, call.caller))


@bp.route(_ORDERS, methods=["PUT"], cors=CORS)
@endpoint(
    bp,
    Endpoint(
        Access.CALLER,
        refusals=("malformed_move", "ambiguous_move", *_CLOSED),
        speaks=True,
    ),
)
def give_orders(call: Call, match: str, body: shapes.OrdersWish) -> shapes.OrdersShown:
    """Have decisions of yours taken without asking you, where the game allows that. Replaces all that you ordered.

    Orders are for decisions that open from now on, never for one that is open already (`open`). At the next one the
    first that can be carried out is played in the commit that opens it; `move` orders are used up by that, whatever
    came of them, and you are asked as usual where none fits. The others see a move like any other.
    """
    wishes = [
        service.OrderWish(order.kind, order.text, order.until.roll if order.until else 0) for order in body.orders
    ]
    seen = body.version or 0
    return _shown(service.give_orders(call.env, match, wishes, call.caller, call.language, seen))


@bp.route(_ORDERS, methods=["DELETE"], cors=CORS)
@endpoint(bp, Endpoint(Access.CALLER, refusals=("not_your_seat",)))
def withdraw_orders(call: Call, match: str) -> shapes.OrdersShown:
    """Withdraw all of your standing orders. What one has sealed already is taken back as any choice is."""
    return _shown(service.withdraw_orders(call.env, match, call.caller))


def _shown(found: service.OrdersShown) -> shapes.OrdersShown:
    return shapes.OrdersShown(
        seat=found.seat,
        version=found.version,
        orders=[_order(each) for each in found.waiting],
        open=found.open,
        last=shapes.OrdersTried(n=found.n, orders=[_tried(each) for each in found.tried]) if found.n else None,
    )


def _order(order: service.Order) -> shapes.OrderShown:
    return shapes.OrderShown(**_told(order))


def _tried(tried: service.Tried) -> shapes.OrderTried:
    return shapes.OrderTried(**_told(tried.order), came=tried.came)


def _told(order: service.Order) -> dict[str, Any]:
    until = {"roll": order.until} if order.until else None
    return {"kind": order.kind, "text": order.text or None, "until": until}
