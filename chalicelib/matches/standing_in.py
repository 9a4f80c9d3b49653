"""A bot that stands in: handing it one's seat for a while, and taking the seat back."""

from __future__ import annotations

from collections.abc import Sequence

from chalicelib.matches.ending import present
from chalicelib.matches.errors import InvalidMatchError, NotYourSeatError, WrongStatusError
from chalicelib.matches.match import Caller, Match
from chalicelib.matches.request import Step, carry_out, decision_of, seat_in_play, turn_of
from chalicelib.matches.turn import Turn
from chalicelib.players.ports import Env, Write


def lend(env: Env, match_id: str, caller: Caller, level: int = 0, also: Sequence[Write] = ()) -> Match:
    """Let a bot of this level (0: the game's best) decide for the caller's seat, from this moment on.

    It plays on in the same commit. What the seat has sealed stays sealed. A second time changes nothing, but where
    another level is asked for.
    Raises MatchNotFoundError, NotYourSeatError, WrongStatusError (not begun, or nobody else is there), MatchOverError,
    NotToMoveError (left), InvalidMatchError (no such level), BusyError.
    """

    def decide(match: Match) -> Step | None:
        seat = seat_in_play(env, match, caller)
        turn = turn_of(env, match, seat)
        wanted, lent = _level(turn, level), match.roster.seats[seat].lent
        if lent and level in (0, lent):
            return None
        others = _others(turn, seat)
        if not others:
            raise WrongStatusError("Nobody else is here to play with: a match of bots alone would end. Resign instead.")
        turn.lend(seat, wanted)
        turn.owe("seat_changed", others)
        return Step(turn, "lent", seat, decision_of(match, seat), str(wanted))

    return carry_out(env, match_id, decide, also)


def _level(turn: Turn, level: int) -> int:
    levels = turn.game.levels
    if level and level not in levels:
        told = ", ".join(map(str, levels))
        raise InvalidMatchError("The bots of this game have the levels {levels}.", "level", levels=told)
    return level or levels[-1]


def _others(turn: Turn, seat: int) -> list[int]:
    """The other seats whose players are there."""
    return [each for each in present(turn.game, turn.match.roster, turn.state) if each != seat]


def take_back(env: Env, match_id: str, caller: Caller, also: Sequence[Write] = ()) -> Match:
    """Let the caller decide for their seat again, which is given to nobody else then; a second time changes nothing.

    Raises MatchNotFoundError, NotYourSeatError, WrongStatusError, MatchOverError, NotToMoveError (left), BusyError.
    """

    def decide(match: Match) -> Step | None:
        seat = seat_in_play(env, match, caller)
        if not match.roster.seats[seat].lent:
            return None
        if not match.roster.seats[seat].name:  # the account was deleted a moment ago, and took its leave here
            raise NotYourSeatError
        turn = turn_of(env, match, seat)
        return_to(turn, seat)
        turn.owe("seat_changed", _others(turn, seat))
        return Step(turn, "returned", seat, decision_of(match, seat))

    return carry_out(env, match_id, decide, also)


def return_to(turn: Turn, seat: int) -> None:
    """Give a seat that is lent back to its player; a choice that the bot has sealed can be changed in its time."""
    turn.sit(seat, lent=0, retired=False, wanted=False, called="")
    turn.offers.clear()
    turn.ask_anew(seat)
