"""Records of whole matches, made by the service's own hands but without a store: cheap enough for thousands.

Moves are drawn by lot, and so is how they come about: some seats are bots', some times are up, some players resign.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from chalicelib import games
from chalicelib.matches import options, record
from chalicelib.matches.events import How
from chalicelib.matches.match import Head, Match, Pace, Roster, Seat
from chalicelib.matches.record_form import Record
from chalicelib.matches.turn import Turn
from chalicelib.players.ports import Env
from chalicelib.rules import Chance, commitment
from tests.games.cheap import many
from tests.games.walks import Setting
from tests.matches.desk import Desk

_BEGAN = 1_800_000_000


def exports(key: str, count: int, first_seed: int = 0) -> Iterator[Record]:
    """So many records of a game: seat counts and options in turn, and in every fourth match somebody may resign."""
    for setting in many(key, count, first_seed):
        yield exported(setting)


@lru_cache(maxsize=1)
def _env() -> Env:
    return Desk().env


def exported(setting: Setting) -> Record:
    """The record of one match of this setting."""
    match = Match(_roster(setting), Head(version=1, status="waiting"))
    turn = Silent(match, setting.game, _BEGAN + 60, requester=None)
    turn.start()
    lot, gone = setting.chance(0, "walk"), set[int]()
    while turn.outcome is None:
        decide(setting, turn, lot, gone)
    head, row = turn.finish("moved", 1)
    assert head.status == "over"
    return record.of_match(_env(), Match(turn.match.roster, head), [row])


class Silent(Turn):
    """A commit that tells nobody anything, which takes most of the time and is not in the record."""

    def _change(self, seat: int, move: Any, after: Any, *, hidden: bool) -> None:  # noqa: ARG002 - as it is called
        self.state = after


def _roster(setting: Setting) -> Roster:
    name, meta = str(setting), games.meta(setting.key)
    match_id = hashlib.sha256(name.encode()).hexdigest()[:16]
    seed = hashlib.sha256(f"seed {name}".encode()).digest()
    return Roster(
        id=match_id,
        name=name[:40],
        game=setting.key,
        rules_version=meta.rules_version,
        options=options.checked(meta, setting.seats, setting.options),
        seats=tuple(_seat(setting, number) for number in range(setting.seats)),
        pace=Pace(),
        visibility="public",
        creator="0",
        created=_BEGAN,
        seed=seed.hex(),
        commitment=commitment(seed, match_id, meta.rules_version),
    )


def _seat(setting: Setting, number: int) -> Seat:
    if number and (setting.seed + number) % 5 == 0:
        return Seat("bot", name="Pip", level=1)
    nonce = f"my words {setting.seed}".encode().hex() if (setting.seed + number) % 2 else ""
    return Seat("player", str(number), f"Player {number}", nonce=nonce)


def decide(setting: Setting, turn: Turn, lot: Chance, gone: set[int]) -> None:
    """Let one of those who owe a decision take it, by lot."""
    game, seat = setting.game, lot.roll(setting.game.to_move(turn.state))
    legal = game.legal_moves(turn.state, seat)
    how: How = "played"
    if turn.match.roster.seats[seat].is_played_by_bot:
        how = "bot"
    elif game.plays_forced and len(legal) == 1:
        how = "forced"
    elif setting.stormy and seat not in gone and lot.below(60) == 0:
        gone.add(seat)
        return turn.resign(seat)
    elif lot.below(10) == 0:
        return turn.play(seat, game.timeout_move(turn.state, seat), "timeout")
    return turn.play(seat, lot.roll(legal), how)
