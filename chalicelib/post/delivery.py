"""One delivery: a notice owed to one player through one channel, with what came of every attempt.

What it is about stands in its key, so the same notice always has the same row; the body holds only what changes.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from chalicelib.players.ports import IndexKey, Item, Key
from chalicelib.players.stored import Stored
from chalicelib.post.ports import PostEnv, Queue

DELIVERY = Stored("delivery", {1: dict})
"""Format 2 has states that those who do not know them would take for nothing done, and what a row waits for."""
State = Literal[
    "pending", "sending", "accepted", "delivered", "bounced", "complained", "gathered", "overtaken", "off", "failed"
]
SETTLED: tuple[State, ...] = (
    "accepted",
    "delivered",
    "bounced",
    "complained",
    "gathered",
    "overtaken",
    "off",
    "failed",
)
"""What nothing more is done about: it was taken by the mailer, and what became of that; told in another mail; no longer
true when its time came; not wanted; given up."""
SENT: tuple[State, ...] = ("accepted", "delivered", "bounced", "complained")
"""What a mailer has taken."""

MAIL = "mail"
WEBHOOK = "webhook-"
"""What the channel of a webhook begins with; its id follows."""
DIGEST = "digest"
"""The category of the mail that tells what waited for the hour of its player's day; it is about no single match."""
TEST, DISABLED = "test", "webhook_disabled"
"""Those of what is about a webhook itself: that it was tried, and that it is not called any more."""
MAIL_SILENCED = "mail_silenced"
"""That the player's address gets no mail any more, which their webhooks are told."""
REFUSED = "address refused: "
"""What the note begins with of a mail that was not taken because of its address."""
RETRY = "retry"
SHARDS = 8
DELAYS = (60, 300, 900, 3_600, 10_800, 21_600, 43_200)
"""Seconds between one attempt and the next: eight attempts within about a day."""
CALL_DELAYS = (30, 300, 1_800, 7_200, 14_400, 28_800, 43_200, 64_800, 72_000)
"""The same for calls of webhooks: ten attempts within about three days."""
MAX_LOT = 255
KEPT = 90 * 86_400
"""Seconds for which a delivery is kept."""

_FATES: tuple[State, ...] = ("accepted", "delivered", "failed", "bounced", "complained")
"""What becomes of a mail that was sent: never what comes before what is known already."""
_NOTES = 4
_NOTE_LENGTH = 60


@dataclass(frozen=True, slots=True)
class Notice:
    """Which decision or event of a match a seat's player is told of; `at` is when it was owed (epoch seconds)."""

    player: str
    at: int
    match: str
    n: int
    seat: int
    category: str
    channel: str = MAIL

    @property
    def key(self) -> Key:
        about = f"{self.match}#{self.n}#{self.seat}#{self.category}#{self.channel}"
        return Key(f"P#{self.player}", f"D#{self.at:010d}#{about}")

    @property
    def webhook(self) -> str:
        """The id of the webhook that is to be called; "" for a mail."""
        return self.channel.removeprefix(WEBHOOK) if self.channel.startswith(WEBHOOK) else ""


def digest_of(player: str, at: int) -> Notice:
    """The notice that stands for the player's digest of this moment (epoch seconds)."""
    return Notice(player, at, "", 0, 0, DIGEST)


def notice_of(key: Key) -> Notice:
    """The notice that a delivery's key tells of. Raises ValueError."""
    kind, player = key.partition.split("#")
    mark, at, match, n, seat, category, channel = key.sort.split("#")
    if (kind, mark) != ("P", "D"):
        raise ValueError(f"not the key of a delivery: {key}")
    return Notice(player, int(at), match, int(n), int(seat), category, channel)


def outside(sort: str) -> str:
    """What the delivery with this sort key is called outside."""
    return sort.removeprefix("D#").replace("#", ".")


@dataclass(frozen=True, slots=True)
class Delivery:
    """The row of a notice.

    `due` is when the next attempt may be made (0: at once, and then no sweep looks for the row), `asked` until when the
    sweep leaves it alone, since it has put a message that is honoured meanwhile, `lease` until when somebody is at it,
    `settled` when it was over, `carrier` the mailer's id. `held` is why it waits though nothing failed ("quiet"),
    `into` the mail that tells it with others (its sort key, or that of the digest it waits for), `again` how often its
    player had it sent again; `since` is, of a digest, when the oldest notice was owed that waits for it. Times are
    epoch seconds. `notes` are the last attempts that failed, as (time, why).
    """

    notice: Notice
    version: int = 1
    state: State = "pending"
    due: int = 0
    asked: int = 0
    lease: int = 0
    tries: int = 0
    settled: int = 0
    carrier: str = ""
    held: str = ""
    into: str = ""
    again: int = 0
    since: int = 0
    notes: tuple[tuple[int, str], ...] = ()

    def is_settled(self) -> bool:
        """Whether nothing more is to be done."""
        return self.state in SETTLED

    def is_ready(self, now: int) -> bool:
        """Whether it is time to ask for an attempt."""
        return not self.is_settled() and max(self.due, self.asked) <= now and not self.is_leased(now)

    def is_free(self, now: int) -> bool:
        """Whether an attempt may be made, by whoever asks for it."""
        return not self.is_settled() and self.due <= now and not self.is_leased(now)

    def is_leased(self, now: int) -> bool:
        """Whether somebody is at it."""
        return self.state == "sending" and self.lease > now

    def asked_for(self, until: int) -> Delivery:
        """The row of which a message has been put, so that nobody need put another until then (0: none was)."""
        return replace(self, version=self.version + 1, asked=until)

    def leased(self, until: int) -> Delivery:
        """The row of one who begins an attempt."""
        return replace(self.tried(), version=self.version + 1, state="sending", lease=until)

    def tried(self) -> Delivery:
        """The row with one more attempt in it."""
        return replace(self, tries=self.tries + 1)

    def asked_again(self, now: int) -> Delivery:
        """The row of what its player wants to be sent again, whatever came of it."""
        return replace(self._after("pending", due=now, into=""), tries=0, settled=0, carrier="", again=self.again + 1)

    def accepted(self, now: int, carrier: str) -> Delivery:
        """The row after the mailer took it."""
        return self._settled("accepted", now, carrier=carrier[:120])

    def overtaken(self, now: int) -> Delivery:
        """The row of a notice that was no longer true when its time came."""
        return self._settled("overtaken", now)

    def waiting(self, until: int, why: str) -> Delivery:
        """The row of a notice that is not to be sent before a moment."""
        return replace(self._after("pending", due=until), held=why)

    def unwanted(self, now: int) -> Delivery:
        """The row of a notice that its player does not want."""
        return self._settled("off", now)

    def gathered(self, now: int, into: str) -> Delivery:
        """The row of a notice that another mail tells, whose sort key this is."""
        return replace(self._settled("gathered", now), into=into)

    def with_one_more(self, owed: int) -> Delivery:
        """The row of a digest for which a notice waits that was owed at this moment."""
        return replace(self, version=self.version + 1, since=min(self.since or owed, owed))

    def failed(self, now: int, why: str) -> Delivery:
        """The row after a refusal for good."""
        return self._settled("failed", now, notes=self._noted(now, why))

    def refused(self, now: int, why: str) -> Delivery:
        """The row of a mail that was not taken because of its address."""
        return self.failed(now, REFUSED + why)

    def was_refused(self) -> bool:
        """Whether it was not taken because of its address."""
        return self.state == "failed" and bool(self.notes) and self.notes[-1][1].startswith(REFUSED)

    def reported(self, fate: State | Literal["noted"], now: int, at: int, carrier: str, why: str) -> Delivery:
        """The row once it is known what became of its mail; as it was where that is nothing new.

        `at` is when that happened, `why` is noted unless it was before.
        """
        state = self.state if fate == "noted" else fate
        if self.state in _FATES and _FATES.index(state) < _FATES.index(self.state):
            state = self.state
        noted = Delivery(self.notice)._noted(at, why) if why else ()
        notes = (*self.notes, *noted)[-_NOTES:] if not set(noted) & set(self.notes) else self.notes
        if (state, notes) == (self.state, self.notes):
            return self
        if state not in SETTLED:
            return replace(self, version=self.version + 1, notes=notes)
        return self._settled(state, self.settled or now, carrier=carrier[:120], notes=notes)

    def delayed(self, now: int, why: str, at_least: int = 0, lot: int = 0) -> Delivery:
        """The row after an attempt that may be repeated; after the last one it has failed.

        The next one is `at_least` so many seconds away, and by a `lot` from 0 to MAX_LOT up to a quarter later than
        planned, so that what failed at the same moment does not all come back at the same moment.
        """
        delays = CALL_DELAYS if self.notice.webhook else DELAYS
        if self.tries > len(delays):
            return self.failed(now, why)
        wait = delays[max(self.tries, 1) - 1]
        due = now + max(wait + wait * lot // (4 * MAX_LOT), at_least)
        return self._after("pending", due=due, notes=self._noted(now, why))

    def _settled(self, state: State, now: int, **changes: Any) -> Delivery:
        return self._after(state, settled=now, due=0, **changes)

    def _after(self, state: State, **changes: Any) -> Delivery:
        return replace(self, version=self.version + 1, state=state, asked=0, lease=0, held="", **changes)

    def _noted(self, now: int, why: str) -> tuple[tuple[int, str], ...]:
        return (*self.notes, (now, " ".join(why.split())[:_NOTE_LENGTH]))[-_NOTES:]


def item_of(delivery: Delivery) -> Item:
    """The row as it is stored."""
    notice = delivery.notice
    return DELIVERY.item(
        notice.key,
        _body(delivery),
        delivery.version,
        work=_work(delivery),
        expires=notice.at + KEPT,
    )


def delivery_of(item: Item) -> Delivery:
    """The delivery a row tells of. Raises ValueError, KeyError for a row that is none; NewerFormatError."""
    body = DELIVERY.body(item)
    return Delivery(
        notice=notice_of(item.key),
        version=item.version,
        state=body["state"],
        due=body.get("due", 0),
        asked=body.get("asked", 0),
        lease=body.get("lease", 0),
        tries=body.get("tries", 0),
        settled=body.get("settled", 0),
        carrier=body.get("carrier", ""),
        held=body.get("held", ""),
        into=body.get("into", ""),
        again=body.get("again", 0),
        since=body.get("since", 0),
        notes=tuple((time, why) for time, why in body.get("notes", ())),
    )


def queue_of(post_env: PostEnv, key: Key) -> Queue:
    """The queue that a delivery goes through: neither mails nor calls hold up the other. Raises ValueError."""
    return post_env.webhook_queue if notice_of(key).webhook else post_env.queue


def shard(match: str) -> int:
    """The shard of the work index that everything of this match (a digest: of its player) stands in."""
    return zlib.crc32(match.encode()) % SHARDS


def _body(delivery: Delivery) -> Mapping[str, Any]:
    """What changes, zeros and empty texts left out."""
    changing = {
        "due": delivery.due,
        "asked": delivery.asked,
        "lease": delivery.lease,
        "tries": delivery.tries,
        "settled": delivery.settled,
        "carrier": delivery.carrier,
        "held": delivery.held,
        "into": delivery.into,
        "again": delivery.again,
        "since": delivery.since,
        "notes": [list(note) for note in delivery.notes],
    }
    return {"state": delivery.state, **{name: value for name, value in changing.items() if value}}


def _work(delivery: Delivery) -> IndexKey | None:
    """A row that has to wait stays in the index until it is settled, an attempt that dies included."""
    if delivery.is_settled() or not delivery.due:
        return None
    about = delivery.notice.key.sort.split("#", 2)[2] if delivery.notice.match else delivery.notice.player
    when = max(delivery.due, delivery.asked)
    kin = delivery.notice.match or delivery.notice.player
    return IndexKey(f"{RETRY}#{shard(kin)}", f"{when:010d}#{about}")
