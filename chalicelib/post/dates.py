"""Moments and lengths of time in words, with the zone they are meant in. All numbers are epoch seconds or seconds."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from chalicelib.post.language import Catalogue

_MINUTE = 60


def moment(catalogue: Catalogue, epoch: int, zone: ZoneInfo) -> str:
    """The whole date with weekday, time and zone: "Friday 3 July 2026, 18:00 (Europe/Amsterdam, UTC+2)"."""
    local = datetime.fromtimestamp(epoch, zone)
    _ = catalogue.gettext
    weekdays = _("Monday Tuesday Wednesday Thursday Friday Saturday Sunday").split()
    pattern = _("{weekday} {day} {month} {year}, {time}")
    date = pattern.format(
        weekday=weekdays[local.weekday()],
        day=local.day,
        month=_month(catalogue, local),
        year=local.year,
        time=_time(local),
    )
    return f"{date} ({_zone_label(local, zone)})"


def short(catalogue: Catalogue, epoch: int, zone: ZoneInfo) -> str:
    """The date as a subject has room for it: "Fri 3 July, 18:00"."""
    local = datetime.fromtimestamp(epoch, zone)
    _ = catalogue.gettext
    weekdays = _("Mon Tue Wed Thu Fri Sat Sun").split()
    pattern = _("{weekday} {day} {month}, {time}")
    return pattern.format(
        weekday=weekdays[local.weekday()], day=local.day, month=_month(catalogue, local), time=_time(local)
    )


def span(catalogue: Catalogue, seconds: int) -> str:
    """A length of time by its two largest units, rounded down to minutes: "2 days 3 hours"."""
    minutes = max(seconds, 0) // _MINUTE
    counts = (minutes // 1_440, minutes // 60 % 24, minutes % 60)
    words = (
        catalogue.ngettext("{n} day", "{n} days", counts[0]).format(n=counts[0]),
        catalogue.ngettext("{n} hour", "{n} hours", counts[1]).format(n=counts[1]),
        catalogue.ngettext("{n} minute", "{n} minutes", counts[2]).format(n=counts[2]),
    )
    first = next((place for place, count in enumerate(counts) if count), 2)
    shown = [words[place] for place in range(first, min(first + 2, 3)) if counts[place] or place == first]
    return " ".join(shown)


def _month(catalogue: Catalogue, local: datetime) -> str:
    _ = catalogue.gettext
    months = _("January February March April May June July August September October November December")
    return months.split()[local.month - 1]


def _time(local: datetime) -> str:
    return f"{local.hour:02d}:{local.minute:02d}"


def _zone_label(local: datetime, zone: ZoneInfo) -> str:
    offset = local.utcoffset() or timedelta()
    minutes = int(offset.total_seconds()) // _MINUTE
    if zone.key == "UTC":
        return "UTC"
    if not minutes:
        return f"{zone.key}, UTC"
    hours, rest = divmod(abs(minutes), 60)
    tail = f":{rest:02d}" if rest else ""
    return f"{zone.key}, UTC{'+' if minutes > 0 else '-'}{hours}{tail}"
