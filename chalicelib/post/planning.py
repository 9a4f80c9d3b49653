"""When a player is to be mailed of what they are owed: at once, later, in the digest of the day, or not at all. Pure.

Wishes, quiet hours and what was mailed a moment ago all ask to wait; what asks for a decision never waits for so long
that it would come too late to be of use.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from chalicelib.matches.pace import HOUR, MIN_NOTICE
from chalicelib.players.profile import Profile
from chalicelib.players.wishes import Group

TIMELY = 2 * HOUR
"""What asks for a decision comes in the digest only if there are so many seconds left then."""

Way = Literal["now", "later", "digest", "off", "silenced"]

GROUP_OF: Mapping[str, Group] = {
    "your_turn": "turn",
    "reminder": "reminder",
    "nudge": "reminder",
    "timed_out": "match",
    "match_ended": "match",
    "match_started": "match",
    "draw_offered": "match",
    "invitation": "match",
    "called_off": "match",
    "seat_changed": "table",
    "away": "table",
    "message": "talk",
}
"""What somebody chooses for when they choose for a group; what weighs most comes first, as in the subject of a mail."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to do with a notice, `at` when (epoch seconds, for what waits), and why it waits ("": it need not)."""

    way: Way
    at: int = 0
    why: Literal["", "quiet", "gathered"] = ""


NOW = Plan("now")


def plan(
    profile: Profile, category: str, match: str, now: int, *, deadline: int = 0, free: int = 0, urgent: bool = False
) -> Plan:
    """What to do with a notice of a category about a match.

    `deadline` is when the decision is up that it asks for (0: it asks for none), `free` from when this player may be
    mailed about this match again (0: at any time), all in epoch seconds. What is `urgent` is not left to the digest.
    """
    if profile.silenced:
        return Plan("silenced")
    mode = profile.mail.mode(GROUP_OF[category], match)
    if mode == "off":
        return Plan("off")
    if mode == "digest" and not urgent:
        comes = next_digest(profile, now)
        if not deadline or comes + TIMELY <= deadline:
            return Plan("digest", comes)
    return _waiting(profile, now, deadline, max(now, free))


def next_digest(profile: Profile, now: int) -> int:
    """The next moment, later than now, at which the player's digest comes."""
    from chalicelib.matches import wall_clock  # only for those who need it: zones are slow to load

    zone = wall_clock.zone_of(profile.zone)
    today = wall_clock.wall_time(zone, now).date()
    days = (today + timedelta(days=number) for number in range(-1, 3))
    return next(moment for day in days if (moment := wall_clock.first(zone, day, profile.mail.digest)) > now)


def _waiting(profile: Profile, now: int, deadline: int, gathered: int) -> Plan:
    comes = _quiet_end(profile, gathered)
    if comes <= now or (deadline and comes > deadline - MIN_NOTICE):
        return NOW
    return Plan("later", comes, "quiet" if comes > gathered else "gathered")


def _quiet_end(profile: Profile, moment: int) -> int:
    """When the player may be disturbed, from this moment on."""
    if not profile.quiet:
        return moment
    from chalicelib.matches import wall_clock

    return wall_clock.quiet_end(wall_clock.zone_of(profile.zone), profile.quiet, moment)
