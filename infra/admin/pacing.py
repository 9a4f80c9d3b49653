"""How the clocks of a match stand, for an operator: its pace, time banks, missed deadlines, who stands in, offers.

All of it is what anybody at the table may see. That there are standing orders is said, but not whose: they are for
their owners' eyes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from chalicelib.matches import pace
from chalicelib.matches.clock import Clocks
from chalicelib.matches.match import Match
from chalicelib.matches.standing import holding
from chalicelib.players.ports import Env

_THEN = {"resign": "is given up", "bot": "goes to a bot", "substitute": "goes to a substitute"}


def of(env: Env, match: Match) -> dict[str, Any]:
    """The pace of a match, when the sweep has something to do in it, and whether orders wait."""
    due, setting = match.head.due, match.roster.pace
    return {
        "pace": {**asdict(setting), "ladder": list(setting.ladder)},
        "due": pace.stamp(due),
        "is_due": pace.overdue(due, env.clock.now()),
        "draw_offered_by": list(match.head.offers),
        "orders": bool(holding(match)),
    }


def of_seat(env: Env, match: Match, number: int) -> dict[str, Any]:
    """What time and other people do to a seat; no clock stands there in a match that does not run."""
    sitter, now = match.roster.seats[number], env.clock.now()
    away = next((each for each in sitter.away if each[1] > now), None)
    found = {
        "lent": sitter.lent,
        "retired": sitter.retired,
        "wanted": sitter.wanted,
        "kept": bool(sitter.called),
        "away": [pace.stamp(each) for each in away] if away else None,
    }
    if match.head.status != "running":
        return {**found, "clock": None}
    clocks = Clocks.of(match.roster, match.head)
    clock = {
        "began": pace.stamp(clocks.begun[number]),
        "stopped": pace.stamp(clocks.stopped[number]),
        "until": pace.stamp(clocks.deadlines[number]),
        "bank": clocks.banks[number],
        "missed": match.head.misses[number],
        "reminded": clocks.reminded[number],
    }
    return {**found, "clock": clock}


def orders(match: Match) -> list[dict[str, Any]]:
    """The standing orders, which only their owners may see, and what came of them last."""
    return [asdict(each) for each in holding(match)]


def span(seconds: int) -> str:
    """A time that lasts, in days, hours, minutes and seconds."""
    minutes, left = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    parts = ((days, "d"), (hours, "h"), (minutes, "min"), (left, "s"))
    return " ".join(f"{number} {unit}" for number, unit in parts if number) or "0 s"


def lines(shown: Mapping[str, Any]) -> Iterator[str]:
    """The pace, what is due and what is offered, as text."""
    setting = shown["pace"]
    bank = f", bank {span(setting['bank'])} + {span(setting['increment'])}"
    told = f"{span(setting['decision_time'])} a decision"
    told += bank if setting["bank"] or setting["increment"] else ""
    told += "" if setting["weekends"] else ", weekends do not count"
    yield f"  {told}; after {setting['misses']} missed in a row a seat {_THEN[setting['then']]}"
    if shown["due"]:
        yield f"  due {shown['due']}{', now' if shown['is_due'] else ''}"
    if shown["draw_offered_by"]:
        yield f"  a draw is offered by seat {', '.join(map(str, shown['draw_offered_by']))}"
    if shown["orders"]:
        yield "  standing orders wait (--reveal shows whose and which)"


def of_seat_lines(shown: Mapping[str, Any], setting: Mapping[str, Any]) -> Iterator[str]:
    """What is to be said of a seat, as text."""
    if told := [*_company(shown), *_clock(shown["clock"], setting)]:
        yield f"     {'; '.join(told)}"


def _company(shown: Mapping[str, Any]) -> Sequence[str]:
    found = []
    if shown["lent"]:
        found.append(f"a bot (level {shown['lent']}) plays here{', since nobody came' if shown['retired'] else ''}")
    if shown["wanted"]:
        found.append(f"a substitute is looked for{', and called by name' if shown['kept'] else ''}")
    if shown["away"]:
        found.append(f"away {shown['away'][0]} to {shown['away'][1]}")
    return found


def _clock(clock: Mapping[str, Any] | None, setting: Mapping[str, Any]) -> Iterator[str]:
    if clock is None:
        return
    if clock["stopped"]:
        yield f"clock stands since {clock['stopped']}"
    if setting["bank"] or setting["increment"]:
        yield f"bank {span(clock['bank'])}"
    if clock["missed"]:
        yield f"missed {clock['missed']} of {setting['misses']} in a row"
    if clock["reminded"]:
        yield f"reminded {clock['reminded']} times" if clock["reminded"] > 1 else "reminded once"
