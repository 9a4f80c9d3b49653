"""Standing orders, as the page of a match has them: what the visitor wants played without being asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from chalicelib.matches import service, standing
from chalicelib.matches.match import Order, Tried
from chalicelib.matches.orders import MOST, OrderWish
from chalicelib.rules.errors import MalformedMoveError
from chalicelib.site.act import Act, number, read_names, seat_of
from chalicelib.site.table import Table


@dataclass(frozen=True, slots=True)
class OrderLine:
    """An order: the move as people read it ("" for a pass), until which roll it holds (0: for good), and its key."""

    move: str
    until: int
    key: str
    came: str = ""


@dataclass(frozen=True, slots=True)
class OrdersPart:
    """The orders that wait, and what came of those that were tried last.

    `room`: there may be more of them. `passes`: the game lets one pass beforehand, and `roll` counts its rolls (0: it
    does not). `version` is that of the match as the page shows it, and `is_open`: a decision is open, which no order
    is for.
    """

    waiting: Sequence[OrderLine]
    tried: Sequence[OrderLine]
    room: bool
    passes: bool
    roll: int
    version: int
    is_open: bool


def orders_part(table: Table) -> OrdersPart | None:
    """What the visitor has ordered and may order; None where nobody can, or it is not the visitor who decides."""
    if table.status != "running" or table.seat is None or table.has_left or not table.game.plays_forced:
        return None
    if table.match.roster.seats[table.seat].is_played_by_bot:
        return None
    roster, head = table.match.roster, table.match.head
    found = next((each for each in standing.holding(table.match) if each.seat == table.seat), None)
    waiting = found.waiting if found else ()
    tried = found.tried if found else ()
    return OrdersPart(
        waiting=[_line(table, each) for each in waiting],
        tried=[_tried(table, each) for each in tried],
        room=len(waiting) < MOST,
        passes=table.env.games.meta(roster.game, roster.rules_at()).passes,
        roll=_roll(table),
        version=head.version,
        is_open=bool(head.opened[table.seat]),
    )


def _roll(table: Table) -> int:
    """The number of the roll that is on the table, 0 where the game counts none."""
    state, seats = table.match.head.state, table.to_move
    return (standing.roll_number(table.game, state, seats[0]) or 0) if seats else 0


def _line(table: Table, order: Order, came: str = "") -> OrderLine:
    return OrderLine(table.label(order.text) if order.text else "", order.until, _key(order), came)


def _tried(table: Table, tried: Tried) -> OrderLine:
    return _line(table, tried.order, tried.came)


def _key(order: Order) -> str:
    """What a form calls an order."""
    return f"{order.kind} {order.text or order.until}"


def _order_move(table: Table) -> str:
    seat_of(table)
    typed = table.visitor.form.get("text", "")
    if not typed:
        raise MalformedMoveError("Type a move first.", "nothing")
    read_names(table, typed, lambda text: _give(table, [*_standing(table), OrderWish("move", text)]))
    return ""


def _order_pass(table: Table) -> str:
    seat_of(table)
    _give(table, [*_standing(table), OrderWish("pass", until=number(table, "until", 0))])
    return ""


def _withdraw(table: Table) -> str:
    seat_of(table)
    _give(table, _standing(table, without=table.visitor.form.get("order", "")))
    return ""


def _standing(table: Table, without: str = "") -> list[OrderWish]:
    """The visitor's orders as they stand, without the one of this key and those that are over."""
    waiting, roll = service.orders(table.env, table.match.id, table.visitor.caller).waiting, _roll(table)
    kept = (each for each in waiting if _key(each) != without and not 0 < each.until <= roll)
    return [OrderWish(each.kind, each.text, each.until) for each in kept]


def _give(table: Table, wishes: Sequence[OrderWish]) -> None:
    caller, seen = table.visitor.caller, number(table, "version")
    service.give_orders(table.env, table.match.id, wishes, caller, table.visitor.language, seen)


ACTS: Mapping[str, Act] = {
    "order": Act(_order_move, "orders", "orders"),
    "pass": Act(_order_pass, "orders", "orders"),
    "unorder": Act(_withdraw, "orders", "orders"),
}
"""What the forms of this part do."""
