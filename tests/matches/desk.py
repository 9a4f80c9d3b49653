"""A small service on a store in memory: players, a clock that is turned by hand, and short ways to play."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from chalicelib import games
from chalicelib.adapters.sqlite import SqliteStore
from chalicelib.matches import course, record, repository, service
from chalicelib.matches.match import Caller, Match, Pace
from chalicelib.matches.seating import MatchWish, SeatWish
from chalicelib.players.ports import Absent, Env, FixedClock, Put, SequenceIds, Store
from chalicelib.players.profile import Profile
from chalicelib.players.repository import handle_key, pointer_item, profile_item
from chalicelib.players.wishes import GROUPS, Wishes
from chalicelib.rules import AnyGame

ME = SeatWish("me")
OPEN = SeatWish("open")
BOT = SeatWish("bot", level=1)
SECRET = bytes(32)
AT_ONCE = Wishes(dict.fromkeys(GROUPS, "now"))
"""To be told of everything at once."""


class Desk:
    """The environment of the use cases, with a few players registered: anna, bram, cees, dora, elin, faan.

    A store of another engine comes with the clock that it goes by, if it goes by one.
    """

    def __init__(self, store: Store | None = None, clock: FixedClock | None = None) -> None:
        self.clock = clock or FixedClock()
        self.store: Store = store or SqliteStore(":memory:", self.clock)
        self.env = Env(self.store, self.clock, SequenceIds(), games, SECRET)
        self.register("anna", "bram", "cees", "dora", "elin", "faan")

    def register(self, *names: str, language: str = "en") -> None:
        """Have these players, all in one commit."""
        self.store.commit([write for name in names for write in self._account(name, language)])

    def _account(self, name: str, language: str) -> list[Put]:
        profile = Profile(
            name, name.title(), name, f"{name}@example.com", language, "UTC", self.clock.now(), mail=AT_ONCE
        )
        handle = pointer_item(handle_key(name), "handle", name)
        return [Put(profile_item(profile), Absent()), Put(handle, Absent())]

    def over(self, store: Store) -> Env:
        """The same environment over another store, such as one with faults."""
        return replace(self.env, store=store)

    def create(self, *seats: SeatWish, player: str = "anna", game: str = "keer-op-keer", **wish: Any) -> Match:
        """Have a match set up; `then` of its pace may stand beside it."""
        pace = wish.pop("pace", Pace())
        asked = replace(pace, then=wish.pop("then", pace.then))
        return service.create(self.env, player, MatchWish(game, tuple(seats), pace=asked, **wish))

    def table(self, *names: str, **wish: Any) -> Match:
        """A running match of these players, in this order."""
        match = self.create(ME, *[OPEN] * (len(names) - 1), player=names[0], **wish)
        for name in names[1:]:
            match = service.join(self.env, name, match.id)
        return match

    def load(self, match: Match | str) -> Match:
        return repository.load(self.env, match if isinstance(match, str) else match.id)

    def replayed(self, match: Match) -> Any:
        """The position that the log of a match leads to."""
        return course.last_position(record.played(self.env, match, repository.log(self.env, match.id))).state

    def game(self, match: Match) -> AnyGame:
        return repository.rules(self.env, match.roster)

    def to_move(self, match: Match) -> tuple[int, ...]:
        match = self.load(match)
        return self.game(match).to_move(match.head.state)

    def caller(self, match: Match, seat: int) -> Caller:
        return Caller(match.roster.seats[seat].player)

    def play(self, match: Match, seat: int, body: dict[str, Any] | None = None, n: int | None = None) -> service.Played:
        """Submit a move (the first legal one) for the open decision of a seat, or for the n given."""
        match = self.load(match)
        if body is None:
            legal = service.legal(self.env, match.id, self.caller(match, seat))
            body = {"text": legal.moves[0][0]}
        number = match.head.opened[seat] if n is None else n
        return service.play(self.env, match.id, seat, number, body, self.caller(match, seat))

    def play_out(self, match: Match, text: str | None = None, limit: int = 5000) -> Match:
        """Play to the end: the first legal move each time, or the text given."""
        for _ in range(limit):
            match = self.load(match)
            if match.head.status != "running":
                return match
            if match.head.due <= self.clock.now():
                service.sweep(self.env)
                continue
            seats = self.game(match).to_move(match.head.state)
            match = self.play(match, seats[0], {"text": text} if text else None).match
        raise AssertionError("the match does not end")
