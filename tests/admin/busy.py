"""Matches in which everything happens that can happen around a table, at random and with time that passes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial

from chalicelib.matches import absence, service
from chalicelib.matches.errors import MatchError
from chalicelib.matches.match import Caller, Match, Pace, Successor
from chalicelib.matches.orders import OrderWish
from chalicelib.matches.pace import DAY, HOUR
from chalicelib.matches.seating import SeatWish
from chalicelib.players.accounts import Changes, delete_account, update_profile
from chalicelib.players.errors import PlayerError
from chalicelib.rules import Chance, RuleError
from tests.admin.plays import PEOPLE
from tests.matches.desk import BOT as WEAK_BOT
from tests.matches.desk import ME, OPEN, Desk

REFUSALS = (MatchError, PlayerError, RuleError)
ZONES = ("UTC", "Asia/Tokyo", "Africa/Johannesburg", "Australia/Lord_Howe", "America/Los_Angeles")


class Busy:
    """A match and whoever is around it; `lot` decides what happens, `seen` counts it."""

    def __init__(self, desk: Desk, key: str, seats: int, lot: int, seen: Counter[str]) -> None:
        self.desk, self.seen, self.gone = desk, seen, set[str]()
        self.chance = Chance(b"busy tables", (), lot, f"{key} {seats}")
        self.match = self._set_up(key, seats)

    def _set_up(self, key: str, seats: int) -> Match:
        """A table that waits, at which people come and go before it is full."""
        roll, desk = self.chance.roll, self.desk
        bots = roll((0, 0, max(seats - 2, 0)))
        successors: tuple[Successor, ...] = ("resign", "bot", "substitute")
        setting = Pace(
            decision_time=roll((HOUR, 12 * HOUR, 3 * DAY)),
            bank=roll((0, 0, HOUR, 2 * DAY)),
            increment=roll((0, 0, HOUR)),
            weekends=roll((True, True, False)),
            ladder=roll(((50, 10), (), (90, 50, 20, 10))),
            misses=roll((1, 2, 3)),
            then=roll(successors),
        )
        wishes = (ME, *[OPEN] * (seats - bots - 1), *[WEAK_BOT] * bots)
        return desk.create(*wishes, game=key, pace=setting, visibility=roll(("public", "unlisted")))

    def gather(self) -> None:
        """Fill the table, not without some who go again or are invited."""
        acts = {"joins": self._joins, "goes": self._comes_and_goes, "invited": self._invited, "guest": self._guest}
        for number, player in enumerate(PEOPLE[1:] * 3):
            self.match = self.desk.load(self.match)
            if self.match.head.status != "waiting":
                return
            name = self.chance.roll(tuple(acts)) if number < len(PEOPLE) else "joins"
            self._tried(name, partial(acts[name], player))

    def _joins(self, name: str) -> None:
        service.join(self.desk.env, name, self.match.id, nonce=self.chance.roll(("", "0a", "ff00")))

    def _comes_and_goes(self, name: str) -> None:
        service.join(self.desk.env, name, self.match.id)
        service.leave(self.desk.env, name, self.match.id)

    def _invited(self, name: str) -> None:
        service.invite(self.desk.env, "anna", self.match.id, SeatWish("player", handle=name))
        if self.chance.below(2):
            service.leave(self.desk.env, name, self.match.id)

    def _guest(self, name: str) -> None:
        wish = SeatWish("invite", email=f"{name}@example.net")
        before = self.match.roster.seats
        after = service.invite(self.desk.env, "anna", self.match.id, wish).roster.seats
        kept = [number for number, seat in enumerate(after) if seat != before[number]]
        service.uninvite(self.desk.env, "anna", self.match.id, kept[0])

    def goes_on(self) -> bool:
        """One thing that happens; whether the match goes on."""
        self.match = self.desk.load(self.match)
        if self.match.head.status != "running":
            return False
        lot = self.chance.below(100)
        if self.match.head.due <= self.desk.clock.now() and lot < 60:
            self.seen["swept"] += 1
            done = service.sweep(self.desk.env)
            assert done.failed == []
            for name in ("expired", "excused", "reminded", "continued"):
                self.seen[name] += getattr(done, name)
            return True
        name = self.chance.roll(_OFTEN) if lot < 70 else self.chance.roll(_SELDOM)
        self._tried(name, lambda: _ACTS[name](self))
        return True

    def _tried(self, name: str, act: Callable[[], object]) -> None:
        version = self.match.head.version
        try:
            act()
        except REFUSALS:
            self.seen[f"{name}: refused"] += 1
            return
        self.seen[name if self.desk.load(self.match).head.version > version else f"{name}: nothing"] += 1

    def _someone(self) -> Caller:
        here = [
            seat.player for seat in self.match.roster.seats if seat.kind == "player" and seat.player not in self.gone
        ]
        return Caller(self.chance.roll(here or ("nobody",)))

    def _a_player(self) -> str:
        return self._someone().player

    def move(self) -> None:
        """Somebody who is to move does, but where a bot plays for them."""
        desk, match = self.desk, self.match
        seat = self.chance.roll(desk.game(match).to_move(match.head.state))
        legal = service.legal(desk.env, match.id, desk.caller(match, seat)).moves
        desk.play(match, seat, {"text": self.chance.roll(legal)[0]})

    def retract(self) -> None:
        """Somebody takes back what they have sealed."""
        desk, match = self.desk, self.match
        sealed = [seat for seat in range(len(match.roster.seats)) if desk.game(match).sealed(match.head.state, seat)]
        if sealed:
            seat = self.chance.roll(sealed)
            service.retract(desk.env, match.id, seat, match.head.opened[seat], desk.caller(match, seat))

    def wait(self) -> None:
        """Time passes, with the sweep at work."""
        for _ in range(self.chance.roll((1, 2, 6, 30))):
            self.desk.clock.advance(590)
            service.sweep(self.desk.env)

    def until_due(self) -> None:
        """Time passes until the sweep has something to do, in steps in which it looks."""
        now = self.desk.clock.now()
        service.sweep(self.desk.env)
        self.desk.clock.advance(max(self.match.head.due - now - 60, 0))
        service.sweep(self.desk.env)
        self.desk.clock.advance(60)

    def outage(self) -> None:
        """Time passes while the sweep is out."""
        self.desk.clock.advance(self.chance.roll((700, 3 * HOUR, 2 * DAY, 5 * DAY, 40 * DAY)))

    def orders(self) -> None:
        """Somebody gives orders, or withdraws them."""
        desk, match, caller = self.desk, self.match, self._someone()
        if self.chance.below(4) == 0:
            service.withdraw_orders(desk.env, match.id, caller)
            return
        wishes = [OrderWish("pass", until=self.chance.roll((0, 30)))]
        legal = service.legal(desk.env, match.id, caller).moves
        if legal:
            wishes = [OrderWish("move", self.chance.roll(legal)[0]), *wishes[: self.chance.below(2)]]
        service.give_orders(desk.env, match.id, wishes, caller)

    def lend(self) -> None:
        """Somebody lends their seat to a bot."""
        service.lend(self.desk.env, self.match.id, self._someone())

    def take_back(self) -> None:
        """Somebody takes their seat back."""
        lent = [seat.player for seat in self.match.roster.seats if seat.lent and seat.player not in self.gone]
        if lent:
            service.take_back(self.desk.env, self.match.id, Caller(self.chance.roll(lent)))

    def call(self) -> None:
        """Somebody looks for a substitute, who comes or not."""
        desk, match = self.desk, self.match
        wanted = any(seat.wanted for seat in match.roster.seats)
        if not wanted:
            service.substitute(desk.env, match.id, self._someone(), handle=self.chance.roll(("", "", *PEOPLE)))
        elif self.chance.below(3) == 0:
            service.end_call(desk.env, match.id, self._someone())
        else:
            service.substitute(desk.env, match.id, Caller(self.chance.roll(PEOPLE)))

    def draw(self) -> None:
        """Somebody offers a draw or does not want one."""
        act = self.chance.roll((service.offer_draw, service.decline_draw, service.decline_draw))
        act(self.desk.env, self.match.id, self._someone())

    def resign(self) -> None:
        """Somebody gives up, though seldom."""
        if self.chance.below(3) == 0:
            service.resign(self.desk.env, self.match.id, self._someone())

    def nudge(self) -> None:
        """Somebody nudges the others."""
        service.nudge(self.desk.env, self.match.id, self._someone())

    def talk(self) -> None:
        """Somebody says something, or deletes it."""
        caller = Caller(self.chance.roll(PEOPLE))
        said = service.say(self.desk.env, self.match.id, "Well played", caller)
        if self.chance.below(3) == 0:
            service.unsay(self.desk.env, self.match.id, said.number, caller)

    def change(self) -> None:
        """Somebody moves house, sleeps at other hours, or wants other reminders."""
        roll = self.chance.roll
        hours = roll((None, ("22:00", "07:00"), ("00:00", "12:00")))
        ladder = roll((None, [], [80, 40, 5]))
        changes = roll((Changes(zone=roll(ZONES)), Changes(quiet=hours), Changes(reminders=ladder)))
        update_profile(self.desk.env, self._a_player(), changes)
        service.spread(self.desk.env)

    def away(self) -> None:
        """Somebody announces that they are away, here or everywhere."""
        desk, roll = self.desk, self.chance.roll
        since = desk.clock.now() + roll((0, HOUR, DAY))
        if roll((True, False)):
            absence.announce_here(desk.env, self.match.id, since, since + roll((HOUR, DAY)), self._someone())
        else:
            absence.announce(desk.env, self._a_player(), since, since + roll((HOUR, DAY)))
            service.spread(desk.env)

    def back(self) -> None:
        """Somebody comes back before their time."""
        desk = self.desk
        if self.chance.below(2):
            absence.return_here(desk.env, self.match.id, self._someone())
            return
        player = self._a_player()
        for each in absence.absences(desk.env, player).absences:
            absence.withdraw(desk.env, player, each.id)
        service.spread(desk.env)

    def revoke(self) -> None:
        """Somebody makes the links of their mails worthless."""
        service.revoke_links(self.desk.env, self.match.id, self._someone())

    def delete(self) -> None:
        """Somebody deletes their account."""
        if self.chance.below(4) == 0:
            player = self._a_player()
            delete_account(self.desk.env, player)
            self.gone.add(player)
            service.spread(self.desk.env)


_ACTS: dict[str, Callable[[Busy], None]] = {
    name: getattr(Busy, name)
    for name in (
        *("move", "retract", "wait", "until_due", "outage", "orders", "lend", "take_back", "call", "draw", "resign"),
        *("nudge", "talk", "change", "away", "back", "revoke", "delete"),
    )
}
_OFTEN = ("move", "move", "move", "move", "move", "move", "move", "orders", "retract", "until_due")
_SELDOM = (*_ACTS, "nudge", "talk", "change", "lend", "take_back", "take_back", "call", "draw", "orders", "until_due")


def play(key: str, seats: int, lot: int, rounds: int, seen: Counter[str]) -> Desk:
    """A service at which one match was played for so many rounds, or until it ended."""
    desk = Desk()
    desk.clock.advance(HOUR)
    busy = Busy(desk, key, seats, lot, seen)
    busy.gather()
    for _ in range(rounds):
        if not busy.goes_on():
            break
    seen[desk.load(busy.match).head.status] += 1
    return desk
