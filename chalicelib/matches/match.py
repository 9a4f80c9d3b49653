"""The aggregate: one play of a game. Pure values; repository.py reads and writes them, turn.py changes them."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from chalicelib.matches.pace import DAY, Away, Hours, Quiet
from chalicelib.rules import Chance, OptionValue

SeatKind = Literal["player", "reserved", "open", "bot"]
Status = Literal["waiting", "running", "over", "cancelled"]
Visibility = Literal["public", "unlisted", "private"]
Ending = Literal["", "agreed", "abandoned", "timed_out"]
Successor = Literal["resign", "bot", "substitute"]
OrderKind = Literal["pass", "move"]
Came = Literal["played", "not_legal", "not_needed", "ended"]

NONCE_BYTES = 64
"""The longest nonce that a player may put in."""

MOST_REMINDERS = 4
MOST_MISSES = 10
MOST_ABSENCE = 60
"""The longest ladder of reminders, the most deadlines in a row that may be missed, the most days away in a year."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table.

    `kind`: taken by a `player`, `reserved` for one who has not joined yet, `open` to anybody, or a `bot`'s.
    `player` is the opaque id ("" for open and bot seats), `level` the bot's; a player's seat has one once the player
    gave up and a bot plays on for the partner's sake. `nonce` is hex, "" where the player has set none, `nonce_at` when
    it was set (epoch seconds; 0: not known) and `nonce_version` the version of the match that this made. Raising
    `epoch` revokes the links mailed for this seat.

    `lent` is the level of a bot that plays here for now, until the player takes the seat back (0: none does); with
    `retired` it is because the player did not come to play. `wanted` says that whoever comes may have the seat for
    good, but where it is kept for the player `called`. `zone`, `quiet`, `away` and `ladder` are the player's,
    copied from where the player keeps them: the local zone, the quiet hours there, announced absences, and at how many
    percent of the time left reminders are wanted (None: when the match has them). `away` has the absences in which the
    clock stands still here, as many as the match allows; `apart` are those that were announced for this match alone.
    """

    kind: SeatKind
    player: str = ""
    name: str = ""
    language: str = "en"
    level: int = 0
    nonce: str = ""
    epoch: int = 0
    nonce_at: int = 0
    nonce_version: int = 0
    lent: int = 0
    wanted: bool = False
    zone: str = "UTC"
    quiet: Quiet | None = None
    away: tuple[Away, ...] = ()
    ladder: tuple[int, ...] | None = None
    retired: bool = False
    called: str = ""
    apart: tuple[Away, ...] = ()

    @property
    def is_played_by_bot(self) -> bool:
        """Whether a bot decides here, on a seat of its own or for a player who gave up or is elsewhere."""
        return self.kind == "bot" or self.level > 0 or self.lent > 0

    @property
    def bot_level(self) -> int:
        """How well the bot plays that decides here."""
        return self.lent or self.level


@dataclass(frozen=True, slots=True)
class Pace:
    """How long a decision may take, and what comes of one that nobody takes.

    A decision has `decision_time` seconds, and what its seat's time `bank` holds beyond them; every decision that a
    player takes adds `increment`. Saturdays and Sundays do not count where `weekends` is false. A `ladder` of reminders
    comes at so many percent of the time left. After `misses` deadlines missed in a row the seat is given up, to a bot,
    or to a substitute, as `then` says ("": as suits the game, which is found out when the match is made). A player may
    be away for `absence_days` a year.
    """

    decision_time: int = 3 * DAY
    bank: int = 0
    increment: int = 0
    weekends: bool = True
    ladder: tuple[int, ...] = (50, 10)
    misses: int = 3
    then: Successor | Literal[""] = ""
    absence_days: int = 21


@dataclass(frozen=True, slots=True)
class Migration:
    """That a match goes on by other rules: from after this ply on, and from this commit (match version) on."""

    ply: int
    rules_version: int
    version: int


@dataclass(frozen=True, slots=True)
class Handover:
    """That somebody else took a seat for good: from after this ply on, and from this commit (match version) on.

    `player` and `name` are those of whoever sat there before.
    """

    ply: int
    seat: int
    player: str
    name: str
    version: int


@dataclass(frozen=True, slots=True)
class Origin:
    """What a match goes on from: a match of ours or a record that was brought in, and after how many moves.

    `name` is what that match was called. The record itself lies beside the match (origin.py).
    """

    kind: Literal["match", "record"]
    id: str
    ply: int
    name: str


@dataclass(frozen=True, slots=True)
class Roster:
    """What hardly ever changes in a match; `seed` is hex and secret until the match has ended.

    `rules_version` is the one that the match began with and that its commitment names, whatever it is played by now.
    """

    id: str
    name: str
    game: str
    rules_version: int
    options: Mapping[str, OptionValue]
    seats: tuple[Seat, ...]
    pace: Pace
    visibility: Visibility
    creator: str
    created: int
    seed: str
    commitment: str
    migrations: tuple[Migration, ...] = ()
    origin: Origin | None = None
    muted: bool = False
    """Whether those who only watch may not talk at the table while the match runs."""
    rematch: str = ""
    rematch_of: str = ""
    """The ids of the match in which those at the table play again, and of the one that this is a rematch of."""
    handovers: tuple[Handover, ...] = ()

    link: int = 0
    """Which link lets people join: its number, negative once it was taken back (0: there never was one)."""

    @property
    def is_linked(self) -> bool:
        """Whether there is a link to join by."""
        return self.link > 0

    def hours(self, seat: int) -> Hours:
        """When the clock of a seat runs."""
        sitter = self.seats[seat]
        return Hours(sitter.zone, sitter.quiet, self.pace.weekends, sitter.away)

    def ladder(self, seat: int) -> tuple[int, ...]:
        """At how many percent of the time left a seat's player is reminded: as they wish, or as the match has it."""
        own = self.seats[seat].ladder
        return self.pace.ladder if own is None else own

    def handed_over(self, seat: int, version: int) -> Handover | None:
        """Who sat there before the commit of this version, where somebody else has taken the seat over since."""
        return next((each for each in self.handovers if each.seat == seat and each.version >= version), None)

    def rules_at(self, version: int | None = None) -> int:
        """The version of the rules that the match is played by, or was at a commit of this match version."""
        past = (each for each in self.migrations if version is None or each.version <= version)
        return max(past, key=lambda each: each.version, default=self).rules_version

    def nonces(self) -> tuple[bytes, ...]:
        """One nonce a seat: the player's own, or ours.

        Ours follow from the committed seed, so that the service cannot pick them once it knows the players'.
        """
        return tuple(
            bytes.fromhex(seat.nonce) if seat.nonce else house_nonce(self.seed, number)
            for number, seat in enumerate(self.seats)
        )

    def chance(self, ply: int, purpose: str = "game") -> Chance:
        """The draws that belong to a ply of this match."""
        return Chance(bytes.fromhex(self.seed), self.nonces(), ply, purpose)


def house_nonce(seed: str, seat: int) -> bytes:
    """The nonce of a seat whose player has set none: the first 16 bytes of HMAC-SHA256(seed, "nonce <seat>")."""
    return hmac.digest(bytes.fromhex(seed), f"nonce {seat}".encode(), hashlib.sha256)[:16]


@dataclass(frozen=True, slots=True)
class Order:
    """What a player wants done at a later decision.

    A `move` is played, by its canonical `text`, if it is legal at the next one; to `pass` holds for every one, until
    the roll of this number is on the table (0: until it is withdrawn).
    """

    kind: OrderKind
    text: str = ""
    until: int = 0


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of an order when its decision opened."""

    order: Order
    came: Came


@dataclass(frozen=True, slots=True)
class Orders:
    """The standing orders of a seat, given by this player.

    They are tried in order at a decision that opens after match version `since`. `given` is the version that setting
    them made (nobody else's commit has it), `print` a fingerprint of what was set. `tried` says what came of them at
    the last decision, which opened at version `n` (0: at none yet).
    """

    seat: int
    player: str
    waiting: tuple[Order, ...]
    given: int
    since: int
    print: str
    n: int = 0
    tried: tuple[Tried, ...] = ()


@dataclass(frozen=True, slots=True)
class Head:
    """What changes with every commit.

    `opened` holds for every seat the version at which its decision opened or was sealed (0: none), which is the `n`
    that its next submission bears; `deadlines` when the time of that decision is up, in epoch seconds (0: never).
    `hows` says of a sealed choice how it came about. `last` names the newest row of the log as (n, seat).
    `begun` says for every seat when the clock of its decision began to run (0: it does not), `stopped` when it was
    stopped by a choice that is still sealed, `banks` what the time banks held when it began, in seconds. `misses`
    counts the deadlines that the seat has missed in a row, `reminded` the reminders of the open decision. `offers` are
    the seats that would have a draw. `ending` says how a match ended that its rules did not end. `orders` are the
    standing orders of those who have any, by seat; they stand in an item of their own.
    """

    version: int
    status: Status
    ply: int = 0
    state: Any = None
    """A State of the game; None before the start."""
    opened: tuple[int, ...] = ()
    deadlines: tuple[int, ...] = ()
    hows: tuple[str, ...] = ()
    last: tuple[int, int] = (0, 0)
    due: int = 0
    """When the sweep has to look at the match next, in epoch seconds (0: never)."""
    started: int = 0
    ended: int = 0
    begun: tuple[int, ...] = ()
    stopped: tuple[int, ...] = ()
    banks: tuple[int, ...] = ()
    misses: tuple[int, ...] = ()
    reminded: tuple[int, ...] = ()
    offers: tuple[int, ...] = ()
    ending: Ending = ""
    at: int = 0
    """When the newest row of the log was made, in epoch seconds: none is earlier than the one before it."""
    orders: tuple[Orders, ...] = ()


@dataclass(frozen=True, slots=True)
class Match:
    """A match as one read of the store gives it; `hooked`: webhooks are attached to it, as far as was looked."""

    roster: Roster
    head: Head
    hooked: bool = False

    @property
    def id(self) -> str:
        """The id of the match."""
        return self.roster.id

    def moment(self, now: int) -> int:
        """When a commit is made that goes into the log: machines' clocks differ, and times rise along it."""
        head = self.head
        return max(now, self.roster.created, head.started, head.at, *head.begun, *head.stopped)

    def seat_of(self, player: str) -> int | None:
        """The seat this player sits on (reserved ones do not count), or None."""
        return self._find(player, "player")

    def reserved_for(self, player: str) -> int | None:
        """The seat that is kept for this player, or None."""
        return self._find(player, "reserved")

    def called_for(self, player: str) -> int | None:
        """The seat of a running match that its player gives to this one, should they come, or None."""
        seats = enumerate(self.roster.seats) if player and self.head.status == "running" else ()
        return next((number for number, seat in seats if seat.wanted and seat.called == player), None)

    def _find(self, player: str, kind: SeatKind) -> int | None:
        if not player:
            return None
        for number, seat in enumerate(self.roster.seats):
            if seat.kind == kind and seat.player == player:
                return number
        return None


@dataclass(frozen=True, slots=True)
class SeatLink:
    """What a link in a turn mail stands for: one seat of one match, as long as the seat's epoch is this."""

    match: str
    seat: int
    epoch: int


@dataclass(frozen=True, slots=True)
class JoinLink:
    """What a link to join by stands for: one match that waits, as long as its link has this number."""

    match: str
    number: int

    def opens(self, match: Match) -> bool:
        """Whether it still lets people in."""
        return match.id == self.match and match.head.status == "waiting" and match.roster.link == self.number > 0


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks: a signed-in player, the holder of a seat link or of a link to `join` by, or a stranger (nothing)."""

    player: str = ""
    link: SeatLink | None = None
    join: JoinLink | None = None

    def seat_in(self, match: Match) -> int | None:
        """The seat this caller may act for in the match, or None."""
        link = self.link
        if link and link.match == match.id and 0 <= link.seat < len(match.roster.seats):
            seat = match.roster.seats[link.seat]
            if seat.kind == "player" and seat.epoch == link.epoch:
                return link.seat
        return match.seat_of(self.player)

    def player_in(self, match: Match) -> str:
        """The player this caller is in the match; "" for a stranger."""
        seat = self.seat_in(match)
        return match.roster.seats[seat].player if seat is not None else self.player
