"""Standing orders: what a player wants played without being asked, in games where that tells nobody anything."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

from chalicelib.matches import repository, standing
from chalicelib.matches.commit import attempt, commit
from chalicelib.matches.ending import gave_up
from chalicelib.matches.errors import OrderRefusedError, StaleDecisionError
from chalicelib.matches.match import Caller, Match, Order, OrderKind, Orders, Tried
from chalicelib.matches.playing import check_decides, check_running
from chalicelib.matches.reading import own_seat
from chalicelib.players.ports import Env
from chalicelib.rules import AnyGame, NotToMoveError

MOST = 3
"""A seat has so many orders at most."""


@dataclass(frozen=True, slots=True)
class OrderWish:
    """An order as it is asked for: a `move` in the game's notation, or to `pass` until a roll (0: for good)."""

    kind: OrderKind
    text: str = ""
    until: int = 0


@dataclass(frozen=True, slots=True)
class OrdersShown:
    """The standing orders of the caller's seat, which nobody else may see.

    They are for decisions that open from now on; `open` is the n of the one that is open already (None: there is none).
    `tried` says what came of the orders at the last decision that they were for, which opened at version `n`.
    """

    seat: int
    version: int
    waiting: tuple[Order, ...]
    open: int | None
    n: int
    tried: tuple[Tried, ...]


def orders(env: Env, match_id: str, caller: Caller) -> OrdersShown:
    """The standing orders of the caller's seat. Raises MatchNotFoundError, NotYourSeatError."""
    match = repository.load(env, match_id)
    return _shown(match, own_seat(match, caller))


def _shown(match: Match, seat: int) -> OrdersShown:
    head = match.head
    found = _of(match, seat) or Orders(seat, "", (), 0, 0, "")
    opened = head.opened[seat] if head.status == "running" else 0
    return OrdersShown(seat, head.version, found.waiting, opened or None, found.n, found.tried)


def _of(match: Match, seat: int) -> Orders | None:
    return next((each for each in standing.holding(match) if each.seat == seat), None)


def give_orders(
    env: Env, match_id: str, wishes: Sequence[OrderWish], caller: Caller, language: str = "en", seen: int = 0
) -> OrdersShown:
    """Have these orders in the place of all that the caller's seat has; the same again changes nothing.

    With `seen`, the version of the match that they were thought out by, they are refused once a later decision is
    open. Raises MatchNotFoundError, NotYourSeatError, WrongStatusError, MatchOverError, NotToMoveError (it is not
    this player who decides for the seat), OrderRefusedError, MalformedMoveError, AmbiguousMoveError,
    StaleDecisionError, BusyError.
    """
    if not wishes:
        return withdraw_orders(env, match_id, caller)
    tried: list[int] = []
    mark = _fingerprint(wishes)

    def again() -> OrdersShown | None:
        match = repository.load(env, match_id)
        seat = own_seat(match, caller)
        found = _of(match, seat)
        return _shown(match, seat) if found and (found.given in tried and found.print == mark) else None

    def work() -> OrdersShown:
        match = repository.load(env, match_id)
        seat = own_seat(match, caller)
        wanted = _checked(env, match, seat, wishes, language)
        before = _of(match, seat)
        if before and before.waiting == wanted:
            return _shown(match, seat)
        if seen and match.head.opened[seat] > seen:
            raise StaleDecisionError("A decision of yours has opened since you looked. Look at the match again.")
        version = match.head.version + 1
        tried.append(version)
        player = match.roster.seats[seat].player
        return _store(env, match, seat, Orders(seat, player, wanted, version, version, mark))

    return attempt(env, work, again)


def withdraw_orders(env: Env, match_id: str, caller: Caller) -> OrdersShown:
    """Take back all orders of the caller's seat. Raises MatchNotFoundError, NotYourSeatError, BusyError."""

    def work() -> OrdersShown:
        match = repository.load(env, match_id)
        seat = own_seat(match, caller)
        found = _of(match, seat)
        return _store(env, match, seat, None) if found and found.waiting else _shown(match, seat)

    return attempt(env, work)


def _store(env: Env, match: Match, seat: int, wanted: Orders | None) -> OrdersShown:
    """Commit the orders of a seat (None: it has none), as a version of the match that the log tells nothing of."""
    others = [each for each in match.head.orders if each.seat != seat]
    changed = sorted([*others, wanted] if wanted else others, key=lambda each: each.seat)
    head = replace(match.head, version=match.head.version + 1, orders=tuple(changed))
    commit(env, repository.writes(match, head, None))
    return _shown(Match(match.roster, head), seat)


def _fingerprint(wishes: Sequence[OrderWish]) -> str:
    return hashlib.sha256(repr(tuple(wishes)).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _checked(env: Env, match: Match, seat: int, wishes: Sequence[OrderWish], language: str) -> tuple[Order, ...]:
    """The orders as they are stored, where this seat of this match takes any."""
    check_running(match)
    check_decides(match, seat)
    game = repository.rules(env, match.roster)
    if not game.plays_forced:
        raise OrderRefusedError(
            "{game} takes no standing orders: what plays at once would tell the others of what they cannot see.",
            game=game.name,
        )
    if gave_up(game, match.head.state, seat):
        raise NotToMoveError("You have left this match.", "departed")
    if len(wishes) > MOST:
        raise OrderRefusedError("You have {most} orders already; withdraw one first.", most=MOST)
    return tuple(_order(env, match, game, wish, language) for wish in wishes)


def _order(env: Env, match: Match, game: AnyGame, wish: OrderWish, language: str) -> Order:
    if wish.kind == "move":
        return Order("move", standing.canonical(game, match.head.state, wish.text, language))
    if not env.games.meta(match.roster.game, match.roster.rules_at()).passes:
        raise OrderRefusedError(
            "In {game} nobody passes who can do something else, and what is the only move is played by itself.",
            game=game.name,
        )
    if wish.until:
        _check_roll(game, match, wish.until)
    return Order("pass", until=wish.until)


def _check_roll(game: AnyGame, match: Match, until: int) -> None:
    """Raises OrderRefusedError for a roll that will not be asked about again."""
    state = match.head.state
    roll = standing.roll_number(game, state, game.to_move(state)[0])
    if roll is None:
        raise OrderRefusedError("In {game} rolls have no numbers: order to pass until you withdraw it.", game=game.name)
    if until <= roll:
        raise OrderRefusedError("Roll {roll} has come already.", roll=until)
