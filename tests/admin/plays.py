"""Matches played at random with all that people do in them: choices taken back, time that runs out, giving up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from chalicelib import games
from chalicelib.matches import service
from chalicelib.matches.errors import ForbiddenError, NotYourSeatError, SeatTakenError, WrongStatusError
from chalicelib.matches.match import Caller, Match
from chalicelib.players.errors import PlayerError
from chalicelib.rules import Chance, RuleError
from tests.matches.desk import BOT as WEAK_BOT
from tests.matches.desk import ME, OPEN, Desk

PEOPLE = ("anna", "bram", "cees", "dora", "elin", "faan")
ROUNDS = 5_000
OFTEN = 12
"""So many in two hundred of what happens is that somebody comes or goes, or would have a draw."""
LATE = 4 * 86_400
"""Seconds after which every open decision is overdue."""


def play(desk: Desk, key: str, seats: int, lot: int, *, stop: int = ROUNDS, seen: Counter[str] | None = None) -> Match:
    """Play a match to its end, or for so many rounds; `lot` decides what happens, `seen` counts it."""
    chance = Chance(b"played for operators", (), lot, f"{key} {seats}")
    told = Counter[str]() if seen is None else seen
    match = _begun(desk, key, seats, chance)
    for _ in range(stop):
        match = desk.load(match)
        if match.head.status != "running":
            told["ended"] += 1
            break
        told[_happens(desk, match, chance)] += 1
    return desk.load(match)


def _begun(desk: Desk, key: str, seats: int, chance: Chance) -> Match:
    """A match among people, in one of three with bots from the third seat on, some with nonces of their own."""
    desk.clock.advance(3_600)  # nobody sets up many in one hour
    bots = max(0, seats - 2) if chance.below(3) == 0 else 0
    people = PEOPLE[: seats - bots]
    options = chance.roll(_option_sets(key, seats))
    wishes = (ME, *[OPEN] * (len(people) - 1), *[WEAK_BOT] * bots)
    match = desk.create(*wishes, player=people[0], game=key, options=options)
    for number, name in enumerate(people[1:]):
        match = service.join(desk.env, name, match.id, nonce="0a" * (number + 1) if chance.below(2) else "")
    return match


def _option_sets(key: str, seats: int) -> list[dict[str, object]]:
    """The defaults, and each value of each option once, as long as it makes no long match."""
    found: list[dict[str, object]] = [{}]
    for option in games.meta(key).options:
        if option.choices and seats in (option.seats or (seats,)):
            found += [{option.key: choice} for choice in option.choices]
    return found


def _comes_or_goes(desk: Desk, match: Match, chance: Chance) -> str:
    """A bot stands in or goes, a seat is given away or taken over, a draw is offered or declined; if that may be."""
    what = chance.roll(("lent", "returned", "called", "offered", "declined"))
    lent = [number for number, sitter in enumerate(match.roster.seats) if sitter.lent]
    seat = chance.roll(lent if lent and what == "returned" else range(len(match.roster.seats)))
    caller, before = desk.caller(match, seat), match.head.version
    acts: dict[str, Callable[[], Match]] = {
        "lent": lambda: service.lend(desk.env, match.id, caller),
        "returned": lambda: service.take_back(desk.env, match.id, caller),
        "called": lambda: _given_away(desk, match, caller),
        "offered": lambda: service.offer_draw(desk.env, match.id, caller),
        "declined": lambda: service.decline_draw(desk.env, match.id, caller),
    }
    try:
        return what if acts[what]().head.version > before else "changed nothing"
    except (ForbiddenError, NotYourSeatError, PlayerError, RuleError, SeatTakenError, WrongStatusError):
        return "refused"


def _given_away(desk: Desk, match: Match, caller: Caller) -> Match:
    """A call for a substitute, whom there is as long as there are other people."""
    called = service.substitute(desk.env, match.id, caller)
    known = {seat.player for seat in match.roster.seats} | {each.player for each in match.roster.handovers}
    newcomer = next((name for name in PEOPLE if name not in known), "")
    return service.substitute(desk.env, match.id, Caller(newcomer)) if newcomer else called


def _happens(desk: Desk, match: Match, chance: Chance) -> str:
    """One thing that somebody does, or that happens by itself; what it was."""
    if match.head.due <= desk.clock.now():
        service.sweep(desk.env)
        return "swept"
    game, lot = desk.game(match), chance.below(200)
    sealed = [seat for seat in range(len(match.roster.seats)) if game.sealed(match.head.state, seat) is not None]
    in_time = [seat for seat in sealed if desk.clock.now() < match.head.deadlines[seat]]
    people = [seat for seat in in_time if not match.roster.seats[seat].is_played_by_bot]
    if lot < 20 and people:
        seat = chance.roll(people)
        service.retract(desk.env, match.id, seat, match.head.opened[seat], desk.caller(match, seat))
        return "retracted"
    seat = chance.roll(game.to_move(match.head.state))
    if lot == 20:
        service.resign(desk.env, match.id, desk.caller(match, seat))
        return "resigned"
    if lot == 21:
        desk.clock.advance(LATE)
        return "late"
    if lot < 22 + OFTEN:
        return _comes_or_goes(desk, match, chance)
    legal = service.legal(desk.env, match.id, desk.caller(match, seat)).moves
    if 40 <= lot < 48 and game.plays_forced:
        service.give_orders(desk.env, match.id, _orders(desk, match, legal, chance), desk.caller(match, seat))
        return "ordered"
    desk.play(match, seat, {"text": chance.roll(legal)[0]})
    return "played"


def _orders(
    desk: Desk, match: Match, legal: Sequence[tuple[str, object]], chance: Chance
) -> Sequence[service.OrderWish]:
    """Two moves that are legal now, and perhaps at the next decision; a few passes behind them, where one may pass."""
    moves = [service.OrderWish("move", chance.roll(legal)[0]) for _ in range(2)]
    if not desk.env.games.meta(match.roster.game).passes:
        return moves
    roll: int = desk.game(match).view(match.head.state, None).roll_number
    return [*moves, service.OrderWish("pass", until=roll + 3)]
