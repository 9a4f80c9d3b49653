"""Giving one's seat to somebody else for good: a call for a substitute, its end, and the substitute who comes.

A call is for whoever comes, who finds it in the lobby, or for one player, whom it invites. A private match is found by
nobody, so that its calls are for one player. Whoever sat at a table may not come back to it by a call: they may know of
another seat what the others do not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace

from chalicelib.matches import repository
from chalicelib.matches.departed import has_left
from chalicelib.matches.ending import present
from chalicelib.matches.errors import (
    ForbiddenError,
    InvalidMatchError,
    MatchNotFoundError,
    NotYourSeatError,
    SeatTakenError,
    WrongStatusError,
)
from chalicelib.matches.events import LogRow
from chalicelib.matches.match import Caller, Handover, Match, Seat
from chalicelib.matches.playing import check_running
from chalicelib.matches.reading import may_see
from chalicelib.matches.repository import is_wanted as is_wanted
from chalicelib.matches.request import Step, carry_out, decision_of, turn_of
from chalicelib.matches.seating import INVITATIONS, sitting
from chalicelib.matches.turn import Turn
from chalicelib.players import blocks, rates
from chalicelib.players.ports import Env, Write
from chalicelib.players.repository import load_profile, seated

OPEN, KEPT, WITHDRAWN = "open", "kept", ""
"""What the row of a call says: it is for whoever comes, for one player, or for nobody any more."""


def substitute(
    env: Env, match_id: str, caller: Caller, seat: int | None = None, handle: str = "", also: Sequence[Write] = ()
) -> Match:
    """Open a call for a substitute, by somebody at the table, or take a wanted seat, by somebody who is not.

    `seat` is the caller's own by default, or one whose player did not come to play and that a bot plays on; for others
    the one to take, by default the one that is kept for them, else the first that is wanted. With a `handle` the call
    is for that player. A second time changes nothing; a newcomer who asks for the seat once more has it already.
    Raises MatchNotFoundError, NotYourSeatError, ForbiddenError, SeatTakenError, InvalidMatchError, WrongStatusError,
    MatchOverError, UnknownPlayerError, TooManyRequestsError, BusyError.
    """

    def decide(match: Match) -> Step | None:
        if not may_see(match, caller):
            raise MatchNotFoundError
        check_running(match)
        if seat is not None and not 0 <= seat < len(match.roster.seats):
            raise MatchNotFoundError(f"This match has no seat {seat}.")
        own = caller.seat_in(match)
        if own is None:
            return _take(env, match, caller.player, seat)
        if seat == own and not handle and _came_to(match, own):
            return None
        return _call(env, match, own, own if seat is None else seat, handle)

    return carry_out(env, match_id, decide, also)


def _came_to(match: Match, seat: int) -> bool:
    """Whether whoever sits there has taken the seat over: asking for it by its number is asking once more."""
    return any(each.seat == seat for each in match.roster.handovers)


def _call(env: Env, match: Match, own: int, seat: int, handle: str) -> Step | None:
    sitter = match.roster.seats[seat]
    _check_call(env, match, own, seat, handle)
    called = _called(env, match, own, handle) if handle else ""
    if sitter.wanted and sitter.called == called:
        return None
    turn = turn_of(env, match, own)
    turn.sit(seat, wanted=True, called=called)
    turn.owe("seat_changed", sorted({*present(turn.game, turn.match.roster, turn.state), seat} - {own}))
    rows: list[Write] = []
    if called:
        turn.owe("invitation", [seat], called)
        rows += [repository.seat_row(called, match), rates.spend(env, INVITATIONS, match.roster.seats[own].player)]
    return Step(turn, "wanted", seat, text=KEPT if called else OPEN, print=called, rows=tuple(rows))


def _check_call(env: Env, match: Match, own: int, seat: int, handle: str) -> None:
    """Raises ForbiddenError, WrongStatusError, InvalidMatchError."""
    sitter = match.roster.seats[seat]
    if sitter.kind != "player":
        raise WrongStatusError("This is a bot's own seat.")
    if has_left(repository.rules(env, match.roster), match, seat):
        raise WrongStatusError("Who sat there gave up, so that the seat is nobody's to give.")
    if seat != own and not sitter.retired:
        taken = "You sit at this table already." if sitter.wanted else "Only its player can give this seat away."
        raise ForbiddenError(taken)
    if match.roster.visibility == "private" and not handle:
        raise InvalidMatchError("Nobody finds a private match: name who is to have the seat.", "handle")


def _called(env: Env, match: Match, own: int, handle: str) -> str:
    """The player whom a call is for. Raises UnknownPlayerError, WrongStatusError, ForbiddenError."""
    player = blocks.look_up(env, match.roster.seats[own].player, handle).id
    if match.seat_of(player) is not None:
        raise WrongStatusError("This player sits at the table already.")
    _check_new(match, player, "This player sat at the table before.", "handle")
    _check_welcome(env, match, player, "This player cannot sit at this table.", "handle")
    return player


def check_newcomer(env: Env, match: Match, player: str) -> None:
    """Refuse who may take over no seat of this match: they sat there before, or a block is between. ForbiddenError."""
    _check_new(match, player, "You sat at this table before.")
    _check_welcome(env, match, player, "You cannot sit at this table.")


def _check_new(match: Match, player: str, refusal: str, field: str = "") -> None:
    if any(each.player == player for each in match.roster.handovers):
        raise ForbiddenError(refusal, field)


def _check_welcome(env: Env, match: Match, player: str, refusal: str, field: str = "") -> None:
    """Keep those apart of whom one has blocked the other. Raises ForbiddenError."""
    others = [seat.player for seat in match.roster.seats if seat.kind == "player"]
    if blocks.between(env, player, others):
        raise ForbiddenError(refusal, field)


def end_call(env: Env, match_id: str, caller: Caller, seat: int | None = None, also: Sequence[Write] = ()) -> Match:
    """End the call for a seat: by its player, or by the one it is kept for, who does not want it.

    A second time changes nothing.
    Raises MatchNotFoundError, NotYourSeatError, ForbiddenError, WrongStatusError, MatchOverError, BusyError.
    """

    def decide(match: Match) -> Step | None:
        if not may_see(match, caller):
            raise MatchNotFoundError
        check_running(match)
        own, kept = caller.seat_in(match), _kept(match, caller.player)
        place = own if own is not None else seat if seat in kept else next(iter(kept), None)
        if place is None:
            raise NotYourSeatError("You do not sit at this table.")
        if seat not in (None, place):
            raise ForbiddenError("Only its player can end the call for this seat.")
        if not match.roster.seats[place].wanted:
            return None
        turn = turn_of(env, match, own)
        turn.sit(place, wanted=False, called="")
        if own is None:
            turn.owe("seat_changed", [place])
        return Step(turn, "wanted", place, text=WITHDRAWN)

    return carry_out(env, match_id, decide, also)


def _kept(match: Match, player: str) -> list[int]:
    """The seats that are kept for a player."""
    wanted = (number for number, seat in enumerate(match.roster.seats) if seat.wanted and player)
    return [number for number in wanted if match.roster.seats[number].called == player]


def _take(env: Env, match: Match, player: str, wanted: int | None) -> Step:
    """Let a player sit down for good on a seat that is wanted."""
    seat = _free(match, player, wanted)
    before = match.roster.seats[seat]
    check_newcomer(env, match, player)
    profile = load_profile(env.store, player)
    turn = turn_of(env, match, seat)
    told = [each for each in present(turn.game, turn.match.roster, turn.state) if each != seat]
    newcomer = sitting(profile, "player", match.roster.pace, turn.now)
    sit_down(turn, seat, newcomer)
    turn.owe("seat_changed", told)
    turn.owe("seat_changed", [seat], before.player)
    rows: tuple[Write, ...] = (repository.seat_row(player, match), seated(profile))
    return Step(turn, "substituted", seat, decision_of(match, seat), print=player, rows=rows)


def sit_down(turn: Turn, seat: int, newcomer: Seat) -> None:
    """Give a seat to somebody else for good. The dice keep its share; links that were mailed for it are dead.

    Another seat that was kept for them is not any more: it is looked for nobody there, but where the match does.
    """
    before, roster = turn.match.roster.seats[seat], turn.match.roster
    if turn.game.sealed(turn.state, seat) is None:
        turn.clocks.stop(seat, turn.now, earned=False)
    handover = Handover(turn.ply, seat, before.player, before.name, turn.version)
    turn.match = Match(replace(roster, handovers=(*roster.handovers, handover)), turn.match.head)
    share = {name: getattr(before, name) for name in ("nonce", "nonce_at", "nonce_version")}
    taken = {each.name: getattr(newcomer, each.name) for each in fields(Seat)}
    turn.sit(seat, **{**taken, **share, "epoch": before.epoch + 1})
    for other, sitter in enumerate(roster.seats):
        if other != seat and sitter.called == newcomer.player:
            turn.sit(other, wanted=sitter.retired and roster.pace.then == "substitute", called="")
    turn.misses[seat] = 0
    if turn.standing:
        turn.standing.drop(seat)
    turn.offers.clear()
    turn.ask_anew(seat)


def _free(match: Match, player: str, wanted: int | None) -> int:
    """The seat that this player may take. Raises NotYourSeatError, ForbiddenError, SeatTakenError."""
    if not player:
        raise NotYourSeatError("This link is not for a seat of this match. Sign in to take one.")
    seats = match.roster.seats
    free = _kept(match, player) + [number for number, seat in enumerate(seats) if seat.wanted and not seat.called]
    if wanted is None and free:
        return free[0]
    if wanted in free:
        return wanted
    if wanted is not None and seats[wanted].wanted:
        raise ForbiddenError("This seat is kept for somebody else.")
    raise SeatTakenError("Nobody is looked for to take a seat over here.")


def change_of(match: Match, row: LogRow) -> tuple[str, str]:
    """Who had a seat before the commit of a row `substituted`, and who had it from then on, by their names."""
    seat = match.roster.seats[row.seat]
    found = [each for each in match.roster.handovers if each.seat == row.seat and each.version >= row.version]
    later = [each.name for each in found[1:]]
    return (found[0].name if found else "", later[0] if later else seat.name)
