"""The use cases of matches, in one place for those who call them; each is loaded when it is first asked for."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chalicelib.matches.expiry import Sweep, sweep
    from chalicelib.matches.lists import Lobby, MyMatch, OpenMatch, lobby, mine, sits_somewhere
    from chalicelib.matches.match import Caller, Match, SeatLink
    from chalicelib.matches.playing import Played, Receipt, play, resign, retract
    from chalicelib.matches.reading import LegalShown, LogShown, MatchShown, legal, log, look, shown
    from chalicelib.matches.record import export, fairness
    from chalicelib.matches.seating import MatchWish, SeatWish, create, join, leave, new_id, revoke_links, set_nonce

__all__ = [
    "Caller",
    "LegalShown",
    "Lobby",
    "LogShown",
    "Match",
    "MatchShown",
    "MatchWish",
    "MyMatch",
    "OpenMatch",
    "Played",
    "Receipt",
    "SeatLink",
    "SeatWish",
    "Sweep",
    "create",
    "export",
    "fairness",
    "join",
    "leave",
    "legal",
    "lobby",
    "log",
    "look",
    "mine",
    "new_id",
    "play",
    "resign",
    "retract",
    "revoke_links",
    "set_nonce",
    "shown",
    "sits_somewhere",
    "sweep",
]

_HOMES = {
    "expiry": ("Sweep", "sweep"),
    "lists": ("Lobby", "MyMatch", "OpenMatch", "lobby", "mine", "sits_somewhere"),
    "match": ("Caller", "Match", "SeatLink"),
    "playing": ("Played", "Receipt", "play", "resign", "retract"),
    "reading": ("LegalShown", "LogShown", "MatchShown", "legal", "log", "look", "shown"),
    "record": ("export", "fairness"),
    "seating": ("MatchWish", "SeatWish", "create", "join", "leave", "new_id", "revoke_links", "set_nonce"),
}
"""Which module each of them lives in."""


if not TYPE_CHECKING:  # a type checker would believe it of every name

    def __getattr__(name: str) -> object:
        for home, names in _HOMES.items():
            if name in names:
                found = getattr(importlib.import_module(f"{__package__}.{home}"), name)
                globals()[name] = found
                return found
        raise AttributeError(f"no use case is called {name}", name=name)
