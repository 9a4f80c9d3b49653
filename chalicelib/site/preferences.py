"""What a player shows and prefers, as the page of settings has it."""

from __future__ import annotations

import functools
import zoneinfo
from itertools import groupby

from chalicelib.players import accounts
from chalicelib.players.accounts import Changes
from chalicelib.players.errors import HandleTakenError, InvalidProfileError
from chalicelib.players.profile import MOST_REMINDERS, Profile, clock_of
from chalicelib.players.wishes import DEFAULTS, GROUPS
from chalicelib.site.pace_form import OFFERED, percents, told
from chalicelib.site.visitor import Visitor

_PLACES = ("Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")


@functools.cache
def zones() -> tuple[str, ...]:
    """The time zones to choose from: those that are called by a place, and UTC."""
    found = (name for name in zoneinfo.available_timezones() if name.partition("/")[0] in _PLACES)
    return *sorted(found), "UTC"


def zones_by_place() -> list[tuple[str, list[tuple[str, str]]]]:
    """The same by part of the world, but for UTC: each zone by its key, and as the place in it is written."""
    found = (zone.partition("/") for zone in zones() if "/" in zone)
    named = [(region, f"{region}/{place}", place.replace("_", " ")) for region, _, place in found]
    return [(region, [pair[1:] for pair in each]) for region, each in groupby(named, key=lambda pair: pair[0])]


def hours(profile: Profile) -> dict[str, object]:
    """What stands in the form for quiet hours and reminders."""
    begins, ends = map(clock_of, profile.quiet) if profile.quiet else ("", "")
    kind = "match" if profile.reminders is None else "own" if profile.reminders else "never"
    return {
        "quiet-from": begins,
        "quiet-until": ends,
        "remind": kind,
        "reminders": told(profile.reminders or ()),
        "most": MOST_REMINDERS,
    }


def change_profile(visitor: Visitor) -> None:
    """Change name, handle, language and time zone.

    Raises InvalidProfileError, HandleTakenError, UnknownPlayerError, BusyError.
    """
    form = visitor.form
    changes = Changes(
        form.get("name"), form.get("handle", "").removeprefix("@"), form.get("language"), form.get("zone")
    )
    try:
        accounts.update_profile(visitor.container.env, visitor.player, changes)
    except HandleTakenError as error:
        raise HandleTakenError("This handle is taken; please choose another one.") from error


def change_hours(visitor: Visitor) -> None:
    """Change quiet hours and reminders.

    Raises InvalidProfileError, InvalidMatchError (percentages), UnknownPlayerError, BusyError.
    """
    form = visitor.form
    quiet = {f"quiet.{end}": form.get(f"quiet-{end}", "") for end in ("from", "until")}
    if any(quiet.values()) and not all(quiet.values()):
        empty = next(field for field, typed in quiet.items() if not typed)
        raise InvalidProfileError(empty, "Quiet hours take two times: when they begin, and when they end.")
    since, until = quiet.values()
    changes = Changes(quiet=(since, until) if since else None, reminders=_reminders(visitor))
    accounts.update_profile(visitor.container.env, visitor.player, changes)


def change_mail(visitor: Visitor) -> None:
    """Change what comes by mail, and when the daily mail does; what is usual is kept as not chosen.

    Raises InvalidProfileError, UnknownPlayerError, BusyError.
    """
    form = visitor.form
    chosen = {group: form.get(group, "") for group in GROUPS}
    wanted: dict[str, str | None] = {group: None if mode == DEFAULTS[group] else mode for group, mode in chosen.items()}
    accounts.update_profile(visitor.container.env, visitor.player, Changes(mail=wanted, digest=form.get("digest", "")))


def _reminders(visitor: Visitor) -> tuple[int, ...] | None:
    kind = _wished(visitor)
    if kind == "match":
        return None
    if kind == "never":
        return ()
    if kind != "own":
        raise InvalidProfileError("remind", OFFERED)
    found = percents(visitor.form.get("reminders", ""), "reminders")
    if not found:
        raise InvalidProfileError("reminders", "Type something first.")
    return found


def _wished(visitor: Visitor) -> str:
    """The way to be reminded that is meant: whoever types percentages, and leaves the way as it was, means them."""
    kind = visitor.form.get("remind", "")
    before = hours(visitor.profile)["remind"] if visitor.profile else ""
    return "own" if kind == before and visitor.form.get("reminders", "").strip() else kind
