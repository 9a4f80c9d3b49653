"""The use cases of matches, in one place for those who call them."""

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
