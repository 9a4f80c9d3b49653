"""What happened at a table beside the moves of its game, in sentences; seats are named `@0`, as games name them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from zoneinfo import ZoneInfo

from chalicelib.matches import draw, joining, substitution
from chalicelib.matches.events import TABLE, Entry
from chalicelib.post import dates
from chalicelib.post.language import Catalogue

UTC = ZoneInfo("UTC")


def sentences(
    words: Catalogue,
    kind: str,
    seat: int,
    text: str,
    *,
    before: str = "",
    zone: ZoneInfo = UTC,
) -> Iterator[str]:
    """What the row of a commit tells beside its moves.

    `before` sat where somebody else now does, written `@0` like all who play ("": that is not known).
    """
    name = f"@{seat}"
    yield from _of_kind(words, kind, name, text, before)
    if kind == "away":
        yield absence(words, name, text, zone)
    if kind == "cancelled":
        yield called_off(words, seat, text)


def _of_kind(words: Catalogue, kind: str, name: str, text: str, before: str) -> Iterator[str]:
    if kind == "substituted":
        _ = words.gettext
        pattern = _("{name} has taken over the seat of {before}.") if before else _("{name} has taken over a seat.")
        yield pattern.format(name=name, before=before)
        return
    if kind == "retired" and text != "resign":
        yield words.gettext("{name} no longer came to play.").format(name=name)
    if pattern := _pattern(words, kind, text):
        yield pattern.format(name=name)


def _pattern(words: Catalogue, kind: str, text: str) -> str:
    """The sentence for a row of this kind and text; "" for most, of which the game tells."""
    _ = words.gettext
    found = {
        "retired bot": _("A bot plays there until {name} takes the seat back."),
        "retired substitute": _("A bot plays there, and somebody else may take the seat of {name} over."),
        "lent": _("{name} lets a bot play for now."),
        "returned": _("{name} has taken the seat back from the bot."),
        f"wanted {substitution.OPEN}": _("Somebody is looked for to take over the seat of {name}."),
        f"wanted {substitution.KEPT}": _("Somebody was asked to take over the seat of {name}."),
        f"wanted {substitution.WITHDRAWN}": _("Nobody is looked for any more to take over the seat of {name}."),
        f"offered {draw.ACCEPTED}": _("{name} agrees to a draw; not everybody has yet."),
        "offered": _("{name} offers a draw."),
        f"declined {draw.WITHDRAWN}": _("{name} no longer offers a draw."),
        f"declined {draw.DECLINED}": _("{name} declines a draw."),
    }
    return found.get(f"{kind} {text}", "") or found.get(kind, "")


def period(text: str) -> tuple[int, int] | None:
    """From when until when somebody is away whose row tells so (epoch seconds); None: not, or not any more."""
    if not text:
        return None
    since, until = (int(datetime.fromisoformat(moment).timestamp()) for moment in text.split(" "))
    return since, until


def absence(words: Catalogue, name: str, text: str, zone: ZoneInfo) -> str:
    """That somebody is away, and in that zone from when until when; or that it is over."""
    found = period(text)
    if found is None:
        return words.gettext("{name} has ended an absence, or called it off.").format(name=name)
    since, until = (dates.moment(words, moment, zone) for moment in found)
    pattern = words.gettext("{name} is away from {since} until {until}.")
    return pattern.format(name=name, since=since, until=until)


def called_off(words: Catalogue, seat: int, text: str) -> str:
    """Why a match did not begin; whoever was the reason sits there no more."""
    _ = words.gettext
    if seat == TABLE:
        return _("Not everybody came in time, so the match was called off.")
    if text == joining.DECLINED:
        return _("An invitation was declined, so the match was called off.")
    return _("Whoever set the match up left it, so it was called off.")


def of_entry(words: Catalogue, entry: Entry) -> str:
    """How a move came about that its player did not make, or what stands on record that is none; "" for all others."""
    _, name = words.gettext, f"@{entry.seat}"
    match entry.how:
        case "timeout":
            return _("{name} ran out of time.").format(name=name)
        case "lent":
            return _("A bot played for {name}.").format(name=name)
        case "resigned":
            return _("{name} gave up.").format(name=name)
        case "expelled":
            return _("{name} no longer came to play, and is out.").format(name=name)
        case "agreed":
            return _("{name} agrees to a draw, which ends the match.").format(name=name)
        case "abandoned":
            return _("Nobody who played is there any more, which ends the match.")
    return ""


def told_once(entries: Iterable[Entry]) -> Iterator[Entry]:
    """The entries of a row, but of a bot's moves for the same player only the first: one sentence tells of all."""
    stood_in: set[int] = set()
    for entry in entries:
        if entry.how != "lent" or entry.seat not in stood_in:
            yield entry
        if entry.how == "lent":
            stood_in.add(entry.seat)
