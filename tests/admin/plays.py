"""Matches played at random with all that people do in them: choices taken back, time that runs out, giving up."""

from __future__ import annotations

from collections import Counter

from chalicelib import games
from chalicelib.matches import service
from chalicelib.matches.match import Match
from chalicelib.rules import Chance
from tests.matches.desk import BOT as WEAK_BOT
from tests.matches.desk import ME, OPEN, Desk

PEOPLE = ("anna", "bram", "cees", "dora", "elin", "faan")
ROUNDS = 5_000
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


def _happens(desk: Desk, match: Match, chance: Chance) -> str:
    """One thing that somebody does, or that happens by itself; what it was."""
    if match.head.due <= desk.clock.now():
        service.sweep(desk.env)
        return "swept"
    game, lot = desk.game(match), chance.below(200)
    sealed = [seat for seat in range(len(match.roster.seats)) if game.sealed(match.head.state, seat) is not None]
    people = [seat for seat in sealed if not match.roster.seats[seat].is_played_by_bot]
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
    legal = service.legal(desk.env, match.id, desk.caller(match, seat)).moves
    desk.play(match, seat, {"text": chance.roll(legal)[0]})
    return "played"
