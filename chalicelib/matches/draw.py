"""A draw by agreement: offers, which all have to make for it who have not left, and what becomes of those not taken.

Whoever has lent a seat to a bot for a while is asked as well, and answers without taking it back. An offer holds until
its seat decides something, somebody comes or goes, or anybody declines.
"""

from __future__ import annotations

from collections.abc import Sequence

from chalicelib.matches import pace
from chalicelib.matches.ending import TEXTS, holders
from chalicelib.matches.errors import WrongStatusError
from chalicelib.matches.match import Caller, Match
from chalicelib.matches.playing import check_decides
from chalicelib.matches.request import Step, carry_out, seat_in_play, turn_of
from chalicelib.matches.turn import Turn
from chalicelib.players import rates
from chalicelib.players.ports import Env, Write
from chalicelib.rules import AnyGame

OFFERS = rates.Rate("draw", 1, pace.DAY, "You have offered a draw in this match today; please wait until tomorrow.")
ACCEPTED = "accepted"
"""What the row says of an offer made where another one stood."""
DECLINED, WITHDRAWN = "", "withdrawn"
"""What the row says of an offer that does not hold any more: somebody does not want a draw, or not any more."""


def voters(game: AnyGame, match: Match) -> tuple[int, ...]:
    """The seats that have to want a draw for it: all that are their players' still, lent for a while or not."""
    return holders(game, match.roster, match.head.state)


def _check_votes(match: Match, seat: int) -> None:
    """Refuse whose seat was taken because they did not come. Raises NotToMoveError."""
    if match.roster.seats[seat].retired:
        check_decides(match, seat)


def offer_draw(env: Env, match_id: str, caller: Caller, also: Sequence[Write] = ()) -> Match:
    """Offer a draw, or accept the one that is offered; the last one who has to ends the match. Twice is once.

    A seat can make an offer that nobody else has made once a day.
    Raises MatchNotFoundError, NotYourSeatError, WrongStatusError (not begun, or nobody to agree with), MatchOverError,
    NotToMoveError (left, or taken for not coming), TooManyRequestsError, BusyError.
    """

    def decide(match: Match) -> Step | None:
        seat = seat_in_play(env, match, caller)
        _check_votes(match, seat)
        if seat in match.head.offers:
            return None
        turn = turn_of(env, match, seat)
        asked = voters(turn.game, match)
        if len(asked) < 2:
            raise WrongStatusError("Nobody else is here to agree on a draw with.")
        if put(turn, seat):
            return Step(turn, "agreed", seat, text=TEXTS["agreed"])
        if match.head.offers:
            return Step(turn, "offered", seat, text=ACCEPTED)
        turn.owe("draw_offered", [each for each in asked if each != seat])
        spent = rates.spend(env, OFFERS, f"{match.roster.seats[seat].player}/{match.id}")
        return Step(turn, "offered", seat, rows=(spent,))

    return carry_out(env, match_id, decide, also)


def put(turn: Turn, seat: int) -> bool:
    """Let a seat want a draw; whether all who have to want it do so, which ends the match."""
    turn.offers.add(seat)
    agreed = turn.offers >= set(voters(turn.game, turn.match))
    if agreed:
        turn.agree(seat)
    return agreed


def decline_draw(env: Env, match_id: str, caller: Caller, also: Sequence[Write] = ()) -> Match:
    """Withdraw one's own offer, or decline those of others, which end all; where there are none, nothing changes.

    Raises MatchNotFoundError, NotYourSeatError, WrongStatusError, MatchOverError, NotToMoveError (left, or taken for
    not coming), BusyError.
    """

    def decide(match: Match) -> Step | None:
        seat = seat_in_play(env, match, caller)
        _check_votes(match, seat)
        if not match.head.offers:
            return None
        turn = turn_of(env, match, seat)
        return Step(turn, "declined", seat, text=drop(turn, seat))

    return carry_out(env, match_id, decide, also)


def drop(turn: Turn, seat: int) -> str:
    """Take a seat's offer back, or all where it made none; what the row says of that."""
    if seat in turn.offers:
        turn.offers.discard(seat)
        return WITHDRAWN
    turn.offers.clear()
    return DECLINED
