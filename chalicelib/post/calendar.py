"""A player's deadlines as a calendar (RFC 5545), which their own program fetches by a secret link.

Everything is worked out from what is stored, so that nothing is written and the same deadlines are the same bytes. An
event is an instant: it has a beginning and no end, which is how the format says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from urllib.parse import quote
from zoneinfo import ZoneInfo

from chalicelib.matches.deadlines import Due
from chalicelib.matches.wall_clock import zone_of
from chalicelib.players.ports import Env
from chalicelib.players.profile import Profile
from chalicelib.post import dates
from chalicelib.post.language import Catalogue, catalogue
from chalicelib.post.names import one_line
from chalicelib.post.ports import PostEnv

LINE = 75
"""Octets of a line at most, without what ends it."""
REFRESH = "PT1H"
"""How often a program is asked to look again; it is cheap, and most look less often."""

_CONTROLS = re.compile("[\x00-\x09\x0b-\x1f\x7f]")
_ESCAPED = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n"})


def write(post_env: PostEnv, profile: Profile, due: Sequence[Due]) -> str:
    """The calendar of these deadlines, in the player's language."""
    words, zone = catalogue(profile.language), zone_of(profile.zone)
    name = words.gettext("Deadlines at Turnpost")
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Turnpost//Deadlines//EN",
        "CALSCALE:GREGORIAN",
        f"X-WR-CALNAME:{text(name)}",
        f"REFRESH-INTERVAL;VALUE=DURATION:{REFRESH}",
        f"X-PUBLISHED-TTL:{REFRESH}",
    ]
    for each in due:
        lines += _event(post_env, words, zone, each)
    return "".join(map(fold, [*lines, "END:VCALENDAR"]))


def _event(post_env: PostEnv, words: Catalogue, zone: ZoneInfo, due: Due) -> Iterator[str]:
    page = f"{post_env.base_url}/m/{quote(due.match)}"
    until = words.gettext("By {moment} at the latest.").format(moment=dates.moment(words, due.at, zone))
    about = f"{until}\n{page}"
    yield "BEGIN:VEVENT"
    yield f"UID:{due.match}-{due.seat}-{due.n}@{post_env.list_domain}"
    yield f"DTSTAMP:{instant(due.changed)}"
    yield f"SEQUENCE:{due.revision}"
    yield f"DTSTART:{instant(due.at)}"
    yield f"SUMMARY:{text(_summary(post_env.env, words, due))}"
    yield f"DESCRIPTION:{text(about)}"
    yield f"URL:{page}"
    yield "STATUS:CONFIRMED"
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


def _summary(env: Env, words: Catalogue, due: Due) -> str:
    game, name = env.games.meta(due.game).name, one_line(due.name)
    title = f"{game} · {name}" if name not in ("", game) else game
    pattern = words.gettext("Invitation: {title}") if due.invited else words.gettext("Your move: {title}")
    return pattern.format(title=title)


def instant(epoch: int) -> str:
    """A moment in epoch seconds, as the format writes it in UTC."""
    return datetime.fromtimestamp(epoch, UTC).strftime("%Y%m%dT%H%M%SZ")


def text(words: str) -> str:
    """Words as a value of type TEXT: what would end it is escaped, and what cannot stand there left out."""
    return _CONTROLS.sub("", words).translate(_ESCAPED)


def fold(line: str) -> str:
    """The line, ended, and broken where it is too long, between whole characters."""
    parts, size = [""], 0
    for character in line:
        octets = len(character.encode())
        if size + octets > LINE:
            parts.append(" ")
            size = 1
        parts[-1] += character
        size += octets
    return "\r\n".join(parts) + "\r\n"
