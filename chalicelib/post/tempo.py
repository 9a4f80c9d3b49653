"""The pace of a match and what is left of a time bank, in the rows of a letter."""

from __future__ import annotations

from chalicelib.matches.time_bank import time_bank
from chalicelib.post import dates
from chalicelib.post.scene import Scene

Row = tuple[str, str]


def bank(scene: Scene) -> tuple[Row, ...]:
    """How much of the time for the reader's open decision is the time bank's; nothing where that holds nothing."""
    _, now = scene.catalogue.gettext, scene.post_env.env.clock.now()
    found = time_bank(scene.match, scene.seat, now)
    if found is None or not found.left or not found.since:
        return ()
    held, since = _span(scene, found.left), scene.moment(found.since)
    if found.since <= now:
        told = _("in use since {moment}; {held} left in it").format(moment=since, held=held)
    else:
        pattern = _("{span} of that for the decision itself; then, from {moment} on, your time bank of {held}")
        told = pattern.format(span=_span(scene, found.since - now), moment=since, held=held)
    return ((_("Time bank"), told),)


def decision_time(scene: Scene) -> tuple[Row, ...]:
    """How long a decision may take."""
    return ((scene.catalogue.gettext("Time for every decision"), _span(scene, scene.match.roster.pace.decision_time)),)


def pace(scene: Scene) -> tuple[Row, ...]:
    """All that the match says of time: what a decision may take, what there is beyond, and what follows if it is up."""
    _, words, setting = scene.catalogue.gettext, scene.catalogue, scene.match.roster.pace
    days = words.ngettext("up to {n} day a year", "up to {n} days a year", setting.absence_days)
    return (
        *decision_time(scene),
        *_whole_bank(scene),
        (_("Saturdays and Sundays"), _("count") if setting.weekends else _("do not count")),
        (_("When time is up"), _when_it_is_up(scene)),
        (_("Being away"), days.format(n=setting.absence_days) if setting.absence_days else _("not possible")),
    )


def _whole_bank(scene: Scene) -> tuple[Row, ...]:
    _, setting = scene.catalogue.gettext, scene.match.roster.pace
    if not (setting.bank or setting.increment):
        return ()
    told = _("empty at first")
    if setting.bank:
        told = _("{span} for the whole match").format(span=_span(scene, setting.bank))
    more = _("every decision that you take adds {span}").format(span=_span(scene, setting.increment))
    return ((_("Time bank of each player"), f"{told}; {more}" if setting.increment else told),)


def _when_it_is_up(scene: Scene) -> str:
    """What a missed deadline means, or several in a row."""
    _, setting = scene.catalogue.gettext, scene.match.roster.pace
    after_one = {
        "resign": _("whoever misses a deadline is out"),
        "bot": _("if somebody misses a deadline, a bot takes the seat until its player comes back"),
        "substitute": _("if somebody misses a deadline, a bot takes the seat, and somebody else may have it"),
    }
    after_some = {
        "resign": _("a move is played for you; whoever misses {n} deadlines in a row is out"),
        "bot": _(
            "a move is played for you; after {n} missed in a row a bot takes the seat until its player comes back"
        ),
        "substitute": _(
            "a move is played for you; after {n} missed in a row a bot takes the seat, and somebody else may have it"
        ),
    }
    return (after_some if setting.misses > 1 else after_one)[setting.then].format(n=setting.misses)


def _span(scene: Scene, seconds: int) -> str:
    return dates.span(scene.catalogue, seconds)
