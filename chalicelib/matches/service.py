"""The use cases of matches, in one place for those who call them; each is loaded when it is first asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chalicelib.players.deferred import deferred

if TYPE_CHECKING:
    from chalicelib.matches.expiry import Sweep, sweep
    from chalicelib.matches.fork import From
    from chalicelib.matches.lists import Lobby, MyMatch, OpenMatch, lobby, mine, sits_somewhere
    from chalicelib.matches.match import Caller, Match, Pace, SeatLink
    from chalicelib.matches.notes import my_notes, read_note, write_note
    from chalicelib.matches.playing import Played, Receipt, play, resign, retract
    from chalicelib.matches.provenance import played_here
    from chalicelib.matches.reading import LegalShown, LogShown, MatchShown, legal, log, look, shown
    from chalicelib.matches.record import export, fairness, newest_mark
    from chalicelib.matches.records import Kept, MyRecord, drop, drop_all, is_bringer, keep, kept, my_records, record_id
    from chalicelib.matches.rematch import rematch
    from chalicelib.matches.replay import Frame, Source, frame, is_there, source
    from chalicelib.matches.seating import create, invitations_left, join, leave, new_id, revoke_links, set_nonce
    from chalicelib.matches.talk import (
        Said,
        Talk,
        forget_talk,
        message_of,
        my_words,
        newest_talk,
        say,
        table_talk,
        unsay,
    )
    from chalicelib.matches.wish import MatchWish, SeatWish

HOMES = {
    "expiry": ("Sweep", "sweep"),
    "fork": ("From",),
    "lists": ("Lobby", "MyMatch", "OpenMatch", "lobby", "mine", "sits_somewhere"),
    "match": ("Caller", "Match", "Pace", "SeatLink"),
    "notes": ("my_notes", "read_note", "write_note"),
    "playing": ("Played", "Receipt", "play", "resign", "retract"),
    "reading": ("LegalShown", "LogShown", "MatchShown", "legal", "log", "look", "shown"),
    "provenance": ("played_here",),
    "record": ("export", "fairness", "newest_mark"),
    "records": ("Kept", "MyRecord", "drop", "drop_all", "is_bringer", "keep", "kept", "my_records", "record_id"),
    "rematch": ("rematch",),
    "replay": ("Frame", "Source", "frame", "is_there", "source"),
    "seating": ("create", "invitations_left", "join", "leave", "new_id", "revoke_links", "set_nonce"),
    "talk": (
        "Said",
        "Talk",
        "forget_talk",
        "message_of",
        "my_words",
        "newest_talk",
        "say",
        "table_talk",
        "unsay",
    ),
    "wish": ("MatchWish", "SeatWish"),
}
"""Which module holds each of them; a test compares it with what a type checker is shown above."""

if not TYPE_CHECKING:  # a type checker would take any name for one of them
    __all__, __getattr__ = deferred(__name__, HOMES)
