"""What a seat, or a spectator, may see: built up from the position; no other hand and no boneyard among it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from chalicelib.games.passing_game.deal import drawable
from chalicelib.games.passing_game.scoring import seats_of, side_of
from chalicelib.games.passing_game.state import (
    Event,
    HandView,
    Kind,
    LastRound,
    RoundView,
    SeatView,
    Side,
    State,
    Status,
    View,
)
from chalicelib.games.passing_game.tiles import BY_LETTER, FIGURES, names, pips

_EVENT = re.compile(r"([0-9])([-+=<>])((?<=[=<>]).)?")
_KINDS: dict[str, Kind] = {"-": "pass", "+": "draw"}
_SIDES: dict[str, Side] = {"<": "left", ">": "right"}


def view(state: State, seat: int | None) -> View:
    """What that seat (None: a spectator) may see of the position."""
    history = events(state.story)
    train = tuple(_train(history))
    over = state.outcome is not None
    return View(
        seat=seat,
        roll=(),
        lead=state.terms.lead,
        target=state.terms.target,
        partnership=state.terms.partnership,
        round=state.round,
        round_limit=FIGURES.round_limit,
        leader=state.leader,
        to_move=() if over else (state.turn,),
        hand=names(state.hands[seat]) if seat is not None and 0 <= seat < len(state.hands) else (),
        train=train,
        left=state.left if train else None,
        right=state.right if train else None,
        boneyard=len(state.boneyard),
        drawable=drawable(state.boneyard),
        seats=tuple(_seat(state, each) for each in range(len(state.hands))),
        history=history,
        last=_last(state, state.standing.last) if state.standing.last else None,
        outcome=state.outcome,
    )


@lru_cache(maxsize=64)
def events(story: str) -> tuple[Event, ...]:
    """What a story tells, event by event; kept for a while, because everybody at the table looks at the same one."""
    return tuple(_event(*found.groups()) for found in _EVENT.finditer(story))


def _event(seat: str, sign: str, letter: str | None) -> Event:
    if letter is None:
        return Event(int(seat), _KINDS[sign])
    return Event(int(seat), "play", BY_LETTER[letter].name, _SIDES.get(sign, ""))


def _train(history: tuple[Event, ...]) -> Iterator[str]:
    """The tiles as they lie, from left to right: of every tile the left half first."""
    left: list[str] = []
    right: list[str] = []
    for event in history:
        if event.kind != "play":
            continue
        high, low = event.tile[0], event.tile[2]
        if event.side == "left":
            touches = left[-1][0]
            left.append(event.tile if low == touches else f"{low}-{high}")
        elif event.side == "right":
            touches = right[-1][2]
            right.append(event.tile if high == touches else f"{low}-{high}")
        else:
            left, right = [event.tile], [event.tile]
    yield from reversed(left)
    yield from right[1:]


def _seat(state: State, seat: int) -> SeatView:
    side = side_of(seat, partnership=state.terms.partnership)
    return SeatView(
        tiles=state.hands[seat].bit_count(),
        points=state.standing.points[side],
        rounds_won=state.standing.rounds_won[side],
        status=_status(state, seat),
    )


def _status(state: State, seat: int) -> Status:
    if not state.dealt_in >> seat & 1:
        return "left"
    return "bot" if state.resigned >> seat & 1 else "in"


def _last(state: State, last: LastRound) -> RoundView:
    seats = range(len(last.hands))
    shown = tuple(
        HandView(seat, names(last.hands[seat]), pips(last.hands[seat])) for seat in seats if last.dealt_in >> seat & 1
    )
    winners = seats_of(last.winner, len(seats), partnership=state.terms.partnership)
    return RoundView(last.number, last.how, shown, winners, last.points, next(iter(events(last.final)), None))
