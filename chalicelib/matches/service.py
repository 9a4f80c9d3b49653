"""The use cases of matches, in one place for those who call them; each is loaded when it is first asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chalicelib.players.deferred import deferred

if TYPE_CHECKING:
    from chalicelib.matches.expiry import Sweep, sweep
    from chalicelib.matches.lists import Lobby, MyMatch, OpenMatch, lobby, mine, sits_somewhere
    from chalicelib.matches.match import Caller, Match, SeatLink
    from chalicelib.matches.playing import Played, Receipt, play, resign, retract
    from chalicelib.matches.reading import LegalShown, LogShown, MatchShown, legal, log, look, shown
    from chalicelib.matches.record import export, fairness
    from chalicelib.matches.seating import MatchWish, SeatWish, create, join, leave, new_id, revoke_links, set_nonce

HOMES = {
    "expiry": ("Sweep", "sweep"),
    "lists": ("Lobby", "MyMatch", "OpenMatch", "lobby", "mine", "sits_somewhere"),
    "match": ("Caller", "Match", "SeatLink"),
    "playing": ("Played", "Receipt", "play", "resign", "retract"),
    "reading": ("LegalShown", "LogShown", "MatchShown", "legal", "log", "look", "shown"),
    "record": ("export", "fairness"),
    "seating": ("MatchWish", "SeatWish", "create", "join", "leave", "new_id", "revoke_links", "set_nonce"),
}
"""Which module holds each of them; a test compares it with what a type checker is shown above."""

if not TYPE_CHECKING:  # a type checker would take any name for one of them
    __all__, __getattr__ = deferred(__name__, HOMES)
