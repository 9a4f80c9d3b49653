"""Standing orders: held against what can be ordered, and what came of them against what the log says was played."""

from __future__ import annotations

from collections.abc import Sequence

from chalicelib.matches import repository, standing
from chalicelib.matches.match import Order, Orders
from chalicelib.matches.orders import MOST
from chalicelib.rules import RuleError
from infra.admin.flaws import Sheet, equal, failed


def check(sheet: Sheet) -> None:
    """Raises FlawError."""
    orders, match = sheet.match.head.orders, sheet.match
    item = sheet.items.get(repository.orders_key(match.id))
    if item is None:
        return
    seats = [each.seat for each in orders]
    if not seats or seats != sorted(set(seats)):
        raise failed(None, "A#orders", "not every seat that has orders stands there once", seats)
    if not sheet.game.plays_forced or standing.holding(match) != orders:
        raise failed(None, "A#orders", "nobody can have such orders in this match any more", seats)
    if not 0 < item.version <= match.head.version:
        raise failed(None, "A#orders.version", "the match has no such version", item.version, match.head.version)
    for each in orders:
        _check_waiting(sheet, f"A#orders.{each.seat}", each)
        _check_given(sheet, f"A#orders.{each.seat}", each)
        _check_tried(sheet, f"A#orders.{each.seat}", each)
    given = [each.given for each in orders]
    equal(None, "A#orders.given", "two seats were given orders by one commit", len(set(given)), len(given))


def _check_waiting(sheet: Sheet, field: str, orders: Orders) -> None:
    """What is still to be tried is what can be ordered in this game."""
    if len(orders.waiting) > MOST or not (orders.waiting or orders.n or sheet.match.roster.migrations):
        raise failed(None, f"{field}.waiting", "nobody has so many orders", len(orders.waiting))
    for place, order in enumerate(orders.waiting):
        if not _can_be(sheet, order):
            raise failed(None, f"{field}.waiting.{place}", "nothing of the kind can be ordered here", order)


def _can_be(sheet: Sheet, order: Order) -> bool:
    if order.kind == "pass":
        roster = sheet.match.roster
        return sheet.env.games.meta(roster.game, roster.rules_at()).passes and not order.text and order.until >= 0
    try:
        text = standing.canonical(sheet.game, sheet.match.head.state, order.text, "en")
    except RuleError:
        return False
    return text == order.text and not order.until


def _check_given(sheet: Sheet, field: str, orders: Orders) -> None:
    """They were given after the start by a commit of its own, and are for what opened later."""
    made = {row.version for row in sheet.rows} | {row.version for _, row in sheet.beside if row.kind != "talked"}
    start = next((row.version for row in sheet.rows if row.kind == "started"), 0)
    head = sheet.match.head
    if not start < orders.given <= head.version or orders.given in made:
        raise failed(None, f"{field}.given", "no orders were given by this commit", orders.given)
    if orders.since != orders.given and not (_is_try(sheet, orders.since) and orders.given <= orders.since):
        raise failed(None, f"{field}.since", "there is no commit at which these orders were tried", orders.since)


def _is_try(sheet: Sheet, since: int) -> bool:
    """Whether orders can have been tried last so that they wait for what opens after this version.

    Where a decision was tried and another opened by the same commit, they are for that one, too.
    """
    return any(row.version in (since, since + 1) for row in sheet.rows)


def _check_tried(sheet: Sheet, field: str, orders: Orders) -> None:
    """What they say became of them is what the log says was played by order of that seat."""
    rows = [row for row in sheet.rows if row.version > orders.given]
    played = [(row.version, text) for row in rows for seat, text in row.ordered if seat == orders.seat]
    if not orders.n:
        return equal(None, f"{field}.tried", "the log tells that they were tried", [orders.tried, played], [(), []])
    if not orders.given < orders.n <= orders.since + 1 or orders.n not in {row.version for row in rows}:
        raise failed(None, f"{field}.n", "no decision opened at this version", orders.n)
    texts = [text for version, text in played if version >= orders.n]
    for place, tried in enumerate(orders.tried):
        if tried.came == "played" and not _is_among(tried.order, texts):
            raise failed(None, f"{field}.tried.{place}", "the log tells of no such move", tried.order.text)
    last = max((version for version, _ in played), default=0)
    is_told = any(tried.came == "played" for tried in orders.tried)
    if last > orders.since + 1 or (last > orders.n and not is_told):  # one commit may take several decisions
        raise failed(None, f"{field}.tried", "the log tells of something that was played later", orders.n, last)
    return None


def _is_among(order: Order, texts: Sequence[str]) -> bool:
    """Whether an order is among what was played by order; how a game writes a pass is its own."""
    return bool(texts) if order.kind == "pass" else order.text in texts
