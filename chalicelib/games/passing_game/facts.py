"""What happened, told from two views of one watcher, and the sentences that say it.

A fact's detail is free of language. By kind (seat is the one it is about, None the table):

left, resigned, leads                    nothing more
led                                      the tile
played                                   the tile, left or right
drew                                     nothing more; to others, and to spectators
drew_tile                                the tile; to the seat itself
passed                                   nothing more
out, blocked, all_passed                 the number of the round that has ended so
held                                     pips, then the tiles that a seat still held
scored                                   points, then the seats that score them
no_score                                 nothing more
round                                    the number of the new round (the seat is its leader)
end                                      how it ended, whether a partnership won, then the winners' seats
score, score_left                        rank (0: none), points, rounds won

Beside these, `say` knows six that tell of no event:

asked                                    the kind of a decision, then what is asked in names and values
move                                     a canonical text that has a word of another language
verdict                                  what an outcome came to, see chalicelib/rules/asking.py
refused                                  why a move is refused: the error's reason
option                                   an option's key, then its numbers of seats where several share the key
choice                                   an option's key, one of its values
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from chalicelib.games.passing_game.notation import in_words
from chalicelib.games.passing_game.state import Event, Move, RoundView, View
from chalicelib.games.passing_game.words import counted, label, seats, side, words
from chalicelib.rules import Fact
from chalicelib.rules.asking import compared, particulars

KINDS = (
    "left",
    "resigned",
    "leads",
    "led",
    "played",
    "drew",
    "drew_tile",
    "passed",
    "out",
    "blocked",
    "all_passed",
    "held",
    "held_none",
    "scored",
    "no_score",
    "round",
    "end",
    "score",
    "score_left",
)
ASIDES = ("asked", "move", "verdict", "refused", "option", "choice")
"""Kinds that tell of no event."""


def facts(before: View, seat: int | None, move: Move | None, after: View) -> tuple[Fact, ...]:
    """What the watcher of both views learns from the change; the views tell it all, so nothing else is looked at.

    Without a change and a seat that acted, who leads the match's first round, if nothing has been led yet.
    """
    del move  # all that a watcher may know of it stands in the views
    if seat is None and before == after:
        return (_round(after),) if after.round == 1 and not after.history else ()
    told = [*_departures(before, after)]
    ended = _round_ended(before, after)
    if ended is None:
        told += [_done(event, before, after.hand) for event in after.history[len(before.history) :]]
        if after.outcome is None and after.round == before.round and after.leader != before.leader:
            told.append(Fact("leads", after.leader))
    else:
        told += [*_last_turn(ended, before), *round_ending(ended)]
        if after.outcome is None:
            told.append(_round(after))
    if after.outcome is not None and before.outcome is None:
        told += ending(after)
    return tuple(told)


def _round(view: View) -> Fact:
    return Fact("round", view.leader, (view.round,))


def _departures(before: View, after: View) -> Iterator[Fact]:
    for seat, (old, new) in enumerate(zip(before.seats, after.seats, strict=True)):
        if new.status != old.status:
            yield Fact("left" if new.status == "left" else "resigned", seat)


def _round_ended(before: View, after: View) -> RoundView | None:
    """The round that was on the table before and has ended since."""
    last = after.last
    return last if last is not None and last.number == before.round and before.outcome is None else None


def _last_turn(ended: RoundView, before: View) -> Iterator[Fact]:
    if ended.final is not None:
        held = next((hand.tiles for hand in ended.hands if hand.seat == before.seat), ())
        yield _done(ended.final, before, held)


def _done(event: Event, before: View, hand: tuple[str, ...]) -> Fact:
    """What a seat did; the watcher itself, whose hand is given, also learns what it drew."""
    if event.kind == "play":
        return (
            Fact("played", event.seat, (event.tile, event.side))
            if event.side
            else Fact("led", event.seat, (event.tile,))
        )
    if event.kind == "pass":
        return Fact("passed", event.seat)
    if event.seat != before.seat:
        return Fact("drew", event.seat)
    return Fact("drew_tile", event.seat, tuple(sorted(set(hand) - set(before.hand))))


def round_ending(ended: RoundView) -> Iterator[Fact]:
    """The end of a round: how, all hands, and who scores."""
    went_out = [hand.seat for hand in ended.hands if not hand.tiles]
    if ended.how == "out":
        yield Fact("out", went_out[0], (ended.number,))
    else:
        yield Fact("blocked" if ended.how == "blocked" else "all_passed", None, (ended.number,))
    for hand in ended.hands:
        yield Fact("held" if hand.tiles else "held_none", hand.seat, (hand.pips, *hand.tiles))
    yield Fact("scored", None, (ended.points, *ended.winners)) if ended.winners else Fact("no_score")


def ending(view: View) -> tuple[Fact, ...]:
    """The end of a match: how, who won, and every seat's score, best first."""
    outcome = view.outcome
    if outcome is None:
        return ()
    told = [Fact("end", None, (str(outcome.termination), int(view.partnership), *outcome.winners))]
    for score in outcome.scores:
        lines = dict(score.lines)
        kind = "score_left" if score.rank is None else "score"
        told.append(Fact(kind, score.seat, (score.rank or 0, lines["points"], lines["rounds_won"])))
    return tuple(told)


def say(fact: Fact, language: str) -> str:
    """The fact as a sentence, seats as `@0`. Raises KeyError for a reason, an option or a value it has no words for."""
    if fact.kind in ASIDES:
        return _aside(fact, language)
    template: str = words(language)["facts"][fact.kind]
    return template.format(seat=f"@{fact.seat}", **_values(fact, language))


def _aside(fact: Fact, language: str) -> str:
    if fact.kind == "choice" and fact.detail[0] == "target":
        return counted("points", int(fact.detail[1]), language)
    if fact.kind == "option" and len(fact.detail) > 1:
        return _option(fact, language)
    if fact.kind == "asked":
        return _asked(fact, language)
    if fact.kind == "move":
        return in_words(str(fact.detail[0]), language)
    if fact.kind == "verdict":
        one, other = compared(fact)["points"]
        return str(words(language)["verdict"]).format(one=one, other=other)
    found: Any = words(language)[fact.kind]
    for step in fact.detail:
        found = found[step]
    if not isinstance(found, str):
        raise KeyError(fact.detail)
    return found


def _asked(fact: Fact, language: str) -> str:
    kind, found = str(fact.detail[0]), particulars(fact)
    template: str = words(language)["asked"]["turn_dry" if kind == "turn" and not found["drawable"] else kind]
    return template.format(**found)


def _option(fact: Fact, language: str) -> str:
    key, *counts = fact.detail
    name: str = words(language)["option"][key]
    said = f" {label(language, 'or')} ".join(map(str, counts))
    return label(language, "with_seats", label=name, seats=said)


def _values(fact: Fact, language: str) -> dict[str, object]:
    detail = fact.detail
    match fact.kind:
        case "led" | "drew_tile":
            return {"tile": detail[0]}
        case "played":
            return {"tile": detail[0], "side": side(str(detail[1]), language)}
        case "out" | "blocked" | "all_passed" | "round":
            return {"n": detail[0]}
        case "held" | "held_none":
            return {"pips": counted("pips", int(detail[0]), language), "tiles": ", ".join(map(str, detail[1:]))}
        case "scored":
            return {"points": counted("points", int(detail[0]), language), "seats": seats(_ints(detail[1:]), language)}
        case "end":
            return _end_values(str(detail[0]), bool(detail[1]), _ints(detail[2:]), language)
        case "score" | "score_left":
            return {"rank": detail[0], "points": counted("points", int(detail[1]), language), "rounds": detail[2]}
    return {}


def _ints(values: tuple[int | str, ...]) -> tuple[int, ...]:
    return tuple(int(value) for value in values)


def _end_values(how: str, team: bool, winners: tuple[int, ...], language: str) -> dict[str, object]:
    said = words(language)
    form = "none" if not winners else "one" if len(winners) == 1 else "team" if team and len(winners) == 2 else "many"
    return {
        "ending": said["endings"][how],
        "winners": said["winners"][form].format(seats=seats(winners, language)),
    }
