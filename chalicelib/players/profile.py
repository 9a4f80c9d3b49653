"""What a player shows and prefers, and which values those fields take. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from zoneinfo import ZoneInfo

from chalicelib.players.errors import InvalidProfileError
from chalicelib.players.wishes import Wishes
from chalicelib.rules import LANGUAGES

SPOKEN = LANGUAGES
"""The languages we write in, the first for those who ask for none of them."""

MAX_NAME = 40
GUEST = "i-"
"""What the id of somebody begins with who was invited by mail; no player's does."""
DAY_MINUTES = 24 * 60
MOST_QUIET = 16 * 60
"""The longest quiet hours, in minutes: a day has to have some that are none."""
MOST_REMINDERS = 4
NEWCOMERS = (25,)
"""At how many percent of the time left whoever is new is reminded: once, until they choose something else."""
MOST_AWAY, MOST_ABSENCES = 60, 30
"""For how many days a calendar year somebody may be away, and how many absences are kept at a time."""

_CLOCK = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])")
_HANDLE = re.compile(r"[a-z0-9](?:[a-z0-9-]{1,18})[a-z0-9]")
_ZONE = re.compile(r"[A-Za-z0-9_+-]{1,30}(?:/[A-Za-z0-9_+-]{1,30}){0,2}")
_OTHER_CLOCKS = ("posix/", "right/")
_JOINERS = "\u200c\u200d"
_UNSEEN = "\u115f\u1160\u2800\u3164\uffa0"
_WRITTEN = str.maketrans(
    {
        "æ": "ae",
        "œ": "oe",
        "ø": "o",
        "ß": "ss",
        "ł": "l",
        "đ": "d",
        "ð": "d",
        "þ": "th",
        "ħ": "h",
        "ı": "i",
        "ŋ": "ng",
        "ŧ": "t",
        "ĸ": "k",
        "’": "",
        "'": "",
    }
)
"""How letters are written in a handle that are no plain letter with a mark: those lose their marks by themselves."""
_REFUSED = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})


@dataclass(frozen=True, slots=True)
class Profile:
    """A player as the store keeps them; `created` is in epoch seconds, `version` that of the row.

    `webhooks` are the ids of those of theirs that are to be called. `quiet` are the hours in which they are not to be
    disturbed, as minutes of their local day from and until, `away` the absences they announced, in epoch seconds from
    and until, and `reminders` says at how many percent of the time left they want to be reminded (None: as the match
    has it). `mail` is what they want to be told of by mail, `silenced` since when and why their address gets none but
    what they ask for ("bounced", "complained"; None: it gets all).
    """

    id: str
    name: str
    handle: str
    email: str
    language: str
    zone: str
    created: int
    version: int = 1
    webhooks: tuple[str, ...] = ()
    quiet: tuple[int, int] | None = None
    away: tuple[tuple[int, int], ...] = ()
    reminders: tuple[int, ...] | None = None
    mail: Wishes = field(default_factory=Wishes)
    silenced: tuple[int, str] | None = None


def is_guest(player: str) -> bool:
    """Whether this id is that of an invitation by mail and no player's."""
    return player.startswith(GUEST)


def is_refused(character: str) -> bool:
    """Whether a character steers or hides text rather than being some: controls, marks of direction, line breaks."""
    noncharacter = ord(character) & 0xFFFE == 0xFFFE or 0xFDD0 <= ord(character) <= 0xFDEF
    return noncharacter or (unicodedata.category(character) in _REFUSED and character not in _JOINERS)


def is_seen(character: str) -> bool:
    """Whether there is something to see of a character."""
    return unicodedata.category(character)[0] in "LNPS" and character not in _UNSEEN


def clean_name(name: str) -> str:
    """The name as it is kept: NFC, trimmed, 1 to 40 characters of any script. Raises InvalidProfileError.

    Control characters and those that turn or hide text are refused; the two joiners that scripts need are not.
    """
    if any(is_refused(character) for character in name):
        raise InvalidProfileError("name", "A name has no control characters, line breaks or invisible marks in it.")
    normal = " ".join(unicodedata.normalize("NFC", name).split())
    if not 1 <= len(normal) <= MAX_NAME or not any(is_seen(character) for character in normal):
        raise InvalidProfileError("name", f"A name has 1 to {MAX_NAME} characters, at least one of them visible.")
    return normal


def clean_handle(handle: str) -> str:
    """The handle, lower-cased. Raises InvalidProfileError."""
    lowered = handle.lower()
    if not _HANDLE.fullmatch(lowered):
        raise InvalidProfileError(
            "handle", "A handle has 3 to 20 characters out of a-z, 0-9 and -, with no - at either end."
        )
    return lowered


def clean_language(language: str) -> str:
    """One of the languages we write in. Raises InvalidProfileError."""
    if language not in SPOKEN:
        raise InvalidProfileError("language", f"The languages we write in are {', '.join(SPOKEN)}.")
    return language


def clean_zone(zone: str) -> str:
    """A key of the time zone database, such as Europe/Amsterdam. Raises InvalidProfileError."""
    if _ZONE.fullmatch(zone) and not zone.startswith(_OTHER_CLOCKS) and _has_rules(zone):
        return zone
    raise InvalidProfileError("zone", "A time zone is named as in Europe/Amsterdam or UTC.")


def clean_quiet(since: str, until: str) -> tuple[int, int]:
    """Quiet hours from and until times such as "22:00", as minutes of the day. Raises InvalidProfileError."""
    begins, ends = _minute(since, "quiet.from"), _minute(until, "quiet.until")
    if begins == ends or (ends - begins) % DAY_MINUTES > MOST_QUIET:
        raise InvalidProfileError("quiet", "Quiet hours last 16 hours at most, and begin and end at different times.")
    return begins, ends


def _minute(clock: str, field: str) -> int:
    return _read(clock, field, "Quiet hours are written as times of the day, as in 22:00 and 07:00.")


def clean_digest(clock: str) -> int:
    """The time of the day for the digest, such as "08:00", as a minute of the day. Raises InvalidProfileError."""
    return _read(clock, "digest", "The time of the digest is written as a time of the day, as in 08:00.")


def _read(clock: str, named: str, refusal: str) -> int:
    found = _CLOCK.fullmatch(clock)
    if found is None:
        raise InvalidProfileError(named, refusal)
    return int(found[1]) * 60 + int(found[2])


def clock_of(minute: int) -> str:
    """A minute of the day as it is written: 07:00."""
    return f"{minute // 60:02d}:{minute % 60:02d}"


def clean_reminders(ladder: Sequence[int]) -> tuple[int, ...]:
    """At how many percent of the time left somebody wants to be reminded (none: never). Raises InvalidProfileError."""
    steps = tuple(ladder)
    falling = sorted(set(steps), reverse=True) == list(steps)
    if len(steps) > MOST_REMINDERS or not falling or not all(0 < step < 100 for step in steps):
        raise InvalidProfileError(
            "reminders", "Reminders come at up to 4 falling percentages of the time left, from 99 to 1."
        )
    return steps


def _has_rules(zone: str) -> bool:
    try:
        ZoneInfo(zone)
    except (KeyError, ValueError, OSError):  # an unknown key; a file that holds no zone; a folder such as "Europe"
        return False
    return True


def handle_from(name: str) -> str:
    """A handle made from a name, or "" where too little of it is left in a-z and 0-9."""
    written = name.lower().translate(_WRITTEN)
    letters = unicodedata.normalize("NFKD", written).encode("ascii", "ignore").decode().lower()
    words = re.sub(r"[^a-z0-9]+", "-", letters)[:20].strip("-")
    return words if len(words) >= 3 else ""
