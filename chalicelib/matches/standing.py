"""Standing orders as values: how they are stored, which of them hold, and what comes of them as a decision opens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from chalicelib.matches.match import Came, Head, Match, Order, Orders, Seat, Tried
from chalicelib.players.ports import Delete, Item, Key, Put, Write
from chalicelib.players.stored import Stored
from chalicelib.rules import AnyGame, MalformedMoveError, RuleError

ORDERS = Stored("orders")
NOBODY = -1
"""A text that is read for this seat is taken as it is typed: a game completes nothing by what is legal for nobody."""
PASSING = "pass"
ROLL = "roll"
"""What a game calls the number of the roll among the particulars of a decision, where it counts them."""


def read(item: Item) -> tuple[Orders, ...]:
    """The orders that an item holds."""
    return tuple(_orders(*each) for each in ORDERS.body(item)["seats"])


def _orders(seat: int, player: str, waiting: list[Any], given: int, since: int, mark: str, *last: Any) -> Orders:
    n, told = last
    found = tuple(Tried(Order(*order), came) for *order, came in told)
    return Orders(seat, player, tuple(Order(*each) for each in waiting), given, since, mark, n, found)


def writes(key: Key, match: Match, before: tuple[Orders, ...]) -> list[Write]:
    """What stores the orders that hold in a match, where these were stored before."""
    orders = holding(match)
    if orders == before:
        return []
    if not orders:
        return [Delete(key)]
    return [Put(ORDERS.item(key, {"seats": [_body(each) for each in orders]}, match.head.version))]


def _body(orders: Orders) -> list[Any]:
    waiting = [_order_body(each) for each in orders.waiting]
    tried = [[*_order_body(each.order), each.came] for each in orders.tried]
    return [orders.seat, orders.player, waiting, orders.given, orders.since, orders.print, orders.n, tried]


def _order_body(order: Order) -> list[Any]:
    return [order.kind, order.text, order.until]


def holding(match: Match) -> tuple[Orders, ...]:
    """The orders that hold: in a match that runs, of those who still decide for their seats."""
    if match.head.status != "running":
        return ()
    seats = match.roster.seats
    return tuple(each for each in match.head.orders if _decides(seats[each.seat], each.player))


def _decides(seat: Seat, player: str) -> bool:
    return seat.kind == "player" and seat.player == player and not seat.is_played_by_bot


@dataclass(slots=True)
class Standing:
    """The orders of a match while a commit is worked out: which decisions they are still to be tried at, what came."""

    by_seat: dict[int, Orders]
    untried: set[int]
    played: list[tuple[int, str]]
    _next: dict[int, Orders]

    @classmethod
    def of(cls, head: Head) -> Standing:
        """The orders as they stand; a decision that opened after they were given, or tried, waits for them."""
        untried = {each.seat for each in head.orders if head.opened[each.seat] > each.since}
        return cls({each.seat: each for each in head.orders}, untried, [], {})

    def opened(self, seat: int) -> None:
        """Note that a decision of this seat has opened."""
        self.untried.add(seat)

    def reopened(self, seat: int, version: int) -> None:
        """Note that a seat took back what it had chosen: whoever does that wants to decide."""
        self.untried.discard(seat)
        if seat in self.by_seat:
            self.by_seat[seat] = replace(self.by_seat[seat], since=version)

    def drop(self, seat: int) -> None:
        """Forget the orders of a seat."""
        self.by_seat.pop(seat, None)

    def move(self, game: AnyGame, state: Any, seat: int, n: int, version: int) -> Any:
        """What the orders of a seat say to its decision, opened at `n`; None: its player is asked.

        What came of them is noted then; else once `done` says that the move was played.
        """
        orders = self.by_seat.get(seat)
        if orders is None or not orders.waiting or seat not in self.untried:
            return None
        move, after = tried(game, state, orders, n, version)
        if move is None:
            self.untried.discard(seat)
            self.by_seat[seat] = after
        else:
            self._next[seat] = after
        return move

    def reread(self, game: AnyGame, state: Any) -> None:
        """Forget the moves that the game does not write so by the rules that it is played by from now on."""
        for seat, orders in self.by_seat.items():
            kept = (each for each in orders.waiting if each.kind == "pass" or _is_canonical(game, state, each.text))
            self.by_seat[seat] = replace(orders, waiting=tuple(kept))

    def done(self, seat: int, text: str) -> None:
        """Note that what an order said was played."""
        self.untried.discard(seat)
        if seat in self._next:
            self.by_seat[seat] = self._next.pop(seat)
        self.played.append((seat, text))

    def after(self, opened: Sequence[int]) -> tuple[Orders, ...]:
        """The orders as they stand after the commit, by seat; `opened` has the n of every seat's decision."""
        found = (
            replace(each, since=min(each.since, opened[seat] - 1)) if seat in self.untried and opened[seat] else each
            for seat, each in sorted(self.by_seat.items())
        )
        return tuple(found)


def tried(game: AnyGame, state: Any, orders: Orders, n: int, version: int) -> tuple[Any, Orders]:
    """The move that the first order says which can be carried out (None: there is none), and the orders after that."""
    chosen: Any = None
    kept, told = [], []
    for order in orders.waiting:
        came: Came = "not_needed"
        if chosen is None:
            came, chosen = _come(game, state, orders.seat, order)
        if order.kind == "pass" and came != "ended":
            kept.append(order)
        if order.kind == "move" or came in ("played", "ended"):
            told.append(Tried(order, came))
    return chosen, replace(orders, waiting=tuple(kept), since=version, n=n, tried=tuple(told))


def _come(game: AnyGame, state: Any, seat: int, order: Order) -> tuple[Came, Any]:
    """What comes of an order at this decision, and the move it says."""
    if order.until and (roll := roll_number(game, state, seat)) is not None and roll >= order.until:
        return "ended", None
    text = order.text if order.kind == "move" else PASSING
    try:
        move = game.parse(state, seat, text, "en")
    except RuleError:
        return "not_legal", None
    if (order.kind == "move" and game.format(move) != text) or move not in game.legal_moves(state, seat):
        return "not_legal", None
    return "played", move


def roll_number(game: AnyGame, state: Any, seat: int) -> int | None:
    """The number of the roll that a seat which owes a decision is asked about; None where the game counts none."""
    found = dict(game.decision(state, seat).asked).get(ROLL)
    return found if isinstance(found, int) else None


def canonical(game: AnyGame, state: Any, text: str, language: str) -> str:
    """A move of an order as the game writes it, legal or not. Raises MalformedMoveError, AmbiguousMoveError."""
    found = game.format(game.parse(state, NOBODY, text, language))
    try:
        has_gap = found != " ".join(found.split())  # where a game would have put in what is asked for
        whole = not has_gap and game.format(game.parse(state, NOBODY, found, "en")) == found
    except MalformedMoveError:
        whole = False
    if not whole:
        raise MalformedMoveError("An order has to say the whole of a move.", "incomplete")
    return found


def _is_canonical(game: AnyGame, state: Any, text: str) -> bool:
    try:
        return canonical(game, state, text, "en") == text
    except RuleError:
        return False
