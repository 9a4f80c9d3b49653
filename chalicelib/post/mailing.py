"""What becomes of a notice that is owed by mail: it is sent, alone or with others, put off, put into a digest, or not.

Everything is decided before the row is leased, by the match and the wishes as they are at that moment, so that what is
not sent now costs one write at most.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from email.message import EmailMessage
from functools import partial

from chalicelib.matches.errors import MatchNotFoundError
from chalicelib.matches.match import Match
from chalicelib.matches.repository import load, rules
from chalicelib.players.errors import UnknownPlayerError
from chalicelib.players.ports import Put, VersionIs
from chalicelib.players.profile import Profile, is_guest
from chalicelib.players.repository import load_profile
from chalicelib.post import stranger
from chalicelib.post.compose import compose
from chalicelib.post.delivery import DIGEST, DISABLED, MAIL, SENT, Delivery, Notice, delivery_of, item_of
from chalicelib.post.occasions import row_of
from chalicelib.post.planning import GROUP_OF, NOW, Plan, plan
from chalicelib.post.ports import PostEnv
from chalicelib.post.truth import holds, is_to_move

RECENT = 10
"""So many of a player's newest deliveries are looked through for what was mailed a moment ago, or waits with this."""
BUSY_SECONDS = 30
"""Seconds until we look again when another mail about the same match is just being sent."""
_SOON = ("now", "later", "digest", "off", "silenced")
SILENCED = "silenced: {why}"
"""What the row says of a mail to an address that is to get none."""


@dataclass(frozen=True, slots=True)
class Hold:
    """Not now, but in so many seconds; the row stays as it is."""

    seconds: int


@dataclass(frozen=True, slots=True)
class Written:
    """Nothing is to be sent now: this is what the rows say from now on, that of the notice first."""

    writes: tuple[Put, ...]
    state: str


@dataclass(frozen=True, slots=True)
class Mail:
    """A mail to send: `rows` are what it tells, that of the notice asked for first; `compose` makes it of them."""

    rows: tuple[Delivery, ...]
    compose: Callable[[Sequence[Delivery]], EmailMessage]


Decided = Hold | Written | Mail


def decide(post_env: PostEnv, delivery: Delivery) -> Decided:
    """What is to be done with a row that is due. Raises LookupError for a category there is not, StoreError."""
    if delivery.notice.category == DIGEST:
        from chalicelib.post import digest

        return digest.decide(post_env, delivery)
    if delivery.notice.category == DISABLED:
        from chalicelib.post import disabled_hook

        return disabled_hook.decide(post_env, delivery)
    env, notice = post_env.env, delivery.notice
    try:
        match = load(env, notice.match)
        if not holds(env, match, notice):
            return as_written(delivery.overtaken(env.clock.now()))
        if is_guest(notice.player):
            return Mail((delivery,), lambda rows: stranger.invitation(post_env, match, rows[0].notice))
        profile = load_profile(env.store, notice.player, consistent=False)
    except (MatchNotFoundError, UnknownPlayerError):
        return as_written(delivery.overtaken(env.clock.now()))
    return _decided(post_env, delivery, match, profile)


def as_written(delivery: Delivery) -> Written:
    """A row that says from now on what came of it, if it is as it was read."""
    return Written((put(delivery),), delivery.state)


def put(delivery: Delivery) -> Put:
    """The write of a row that changed by one step."""
    return Put(item_of(delivery), VersionIs(delivery.version - 1))


def _decided(post_env: PostEnv, delivery: Delivery, match: Match, profile: Profile) -> Decided:
    now = post_env.env.clock.now()
    alike = _alike(post_env, delivery)
    planned = _soonest(post_env, delivery, match, profile, alike)
    match planned.way:
        case "now":
            joined = [row for row in alike if _goes_along(post_env, row, match, profile)]
            return Mail((delivery, *joined), partial(_composed, post_env, match, profile))
        case "later" if planned.why == "gathered":
            return Hold(planned.at - now)
        case "later":
            return as_written(delivery.waiting(planned.at, planned.why))
        case "digest":
            from chalicelib.post import digest

            return digest.waiting(post_env, delivery, profile, planned.at)
        case "off":
            return as_written(delivery.unwanted(now))
    return as_written(delivery.failed(now, SILENCED.format(why=profile.silenced[1] if profile.silenced else "")))


def _composed(post_env: PostEnv, match: Match, profile: Profile, rows: Sequence[Delivery]) -> EmailMessage:
    ordered = sorted(rows, key=lambda row: (tuple(GROUP_OF).index(row.notice.category), row.notice.at))
    first = ordered[0]
    return compose(post_env, match, profile, first.notice, tuple(row.notice for row in ordered[1:]), again=first.again)


def _alike(post_env: PostEnv, delivery: Delivery) -> list[Delivery]:
    """The player's newest other mails about this match; it may be a moment old. None where mails are not gathered."""
    if not post_env.gathering:
        return []
    about = (delivery.notice.match, MAIL)
    page = post_env.env.store.query(f"P#{delivery.notice.player}", prefix="D#", reverse=True, limit=RECENT)
    rows = [delivery_of(item) for item in page.items if item.key != delivery.notice.key]
    return [row for row in rows if (row.notice.match, row.notice.channel) == about]


def _soonest(post_env: PostEnv, delivery: Delivery, match: Match, profile: Profile, alike: Sequence[Delivery]) -> Plan:
    """The plan for a notice; what was asked for once more comes now, and the first decision goes with the start."""
    if delivery.again and not profile.silenced:
        return NOW
    planned = _plan(post_env, delivery, match, profile, alike)
    if not _tells_of_turn(post_env, delivery, match):
        return planned
    turn = replace(delivery, notice=replace(delivery.notice, category="your_turn"))
    return min(planned, _plan(post_env, turn, match, profile, alike), key=lambda each: _SOON.index(each.way))


def _tells_of_turn(post_env: PostEnv, delivery: Delivery, match: Match) -> bool:
    """Whether the start of a match is told, and with it a decision of the player's, of which nothing else tells."""
    seat = delivery.notice.seat
    begins = delivery.notice.category == "match_started" and not match.roster.seats[seat].is_played_by_bot
    return begins and is_to_move(rules(post_env.env, match.roster), match, seat)


def _plan(
    post_env: PostEnv, delivery: Delivery, match: Match, profile: Profile, alike: Sequence[Delivery] = ()
) -> Plan:
    now, notice = post_env.env.clock.now(), delivery.notice
    times = [row.settled for row in alike if row.state in SENT and row.settled > now - post_env.gathering]
    if any(row.is_leased(now) for row in alike):
        times.append(now - post_env.gathering + BUSY_SECONDS)
    return plan(
        profile,
        notice.category,
        match.id,
        now,
        deadline=match.head.deadlines[notice.seat] if GROUP_OF[notice.category] in ("turn", "reminder") else 0,
        free=max(times, default=now - post_env.gathering) + post_env.gathering,
        urgent=_is_urgent(post_env, match, notice),
    )


def _is_urgent(post_env: PostEnv, match: Match, notice: Notice) -> bool:
    """Whether somebody has lost a seat on time, or left for good: the table is told when whoever did is told."""
    row = row_of(post_env.env, match, notice) if notice.category == "seat_changed" else None
    return row is not None and row.kind == "retired"


def _goes_along(post_env: PostEnv, row: Delivery, match: Match, profile: Profile) -> bool:
    """Whether a row that waits to be sent can be told by the same mail."""
    if not row.is_free(post_env.env.clock.now()) or not holds(post_env.env, match, row.notice):
        return False
    return _plan(post_env, row, match, profile).way == "now"
