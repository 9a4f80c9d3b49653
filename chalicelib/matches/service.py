"""The use cases of matches, in one place for those who call them; each is loaded when it is first asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chalicelib.players.deferred import deferred

if TYPE_CHECKING:
    from chalicelib.matches.absence import absences, announce, announce_here, moment_of, return_here, withdraw
    from chalicelib.matches.attaching import check_attaching, may_attach
    from chalicelib.matches.deadlines import Due, my_deadlines
    from chalicelib.matches.draw import decline_draw, offer_draw
    from chalicelib.matches.expiry import Sweep, sweep
    from chalicelib.matches.farewell import leave_for_good
    from chalicelib.matches.fork import From
    from chalicelib.matches.inviting import Asked, accept, asked, decline, invite, never_again, uninvite
    from chalicelib.matches.join_links import join_token, make_link, my_link, read_join_token, revoke_link
    from chalicelib.matches.joining import check_company, join, leave, revoke_links, set_nonce
    from chalicelib.matches.lists import MyMatch, mine
    from chalicelib.matches.lobby import Lobby, OpenMatch, Wanted, lobby
    from chalicelib.matches.mail_wishes import MatchMail, choose_match_mail, is_party, match_mail, of_match, stop_mail
    from chalicelib.matches.match import Caller, JoinLink, Match, Order, Pace, SeatLink, Tried
    from chalicelib.matches.notes import my_notes, read_note, write_note
    from chalicelib.matches.nudging import nudge, nudger
    from chalicelib.matches.orders import OrdersShown, OrderWish, give_orders, orders, withdraw_orders
    from chalicelib.matches.playing import Played, Receipt, play, resign, retract
    from chalicelib.matches.provenance import Provenance, provenance_of
    from chalicelib.matches.reading import LegalShown, LogShown, MatchShown, legal, log, look, shown
    from chalicelib.matches.record import export, fairness, newest_mark
    from chalicelib.matches.records import Kept, MyRecord, drop, drop_all, is_bringer, keep, kept, my_records, record_id
    from chalicelib.matches.rematch import rematch
    from chalicelib.matches.replay import Frame, Source, frame, is_there, source
    from chalicelib.matches.seating import create, invitations_left, new_id
    from chalicelib.matches.spreading import Spread, spread, spread_one
    from chalicelib.matches.standing_in import lend, take_back
    from chalicelib.matches.substitution import change_of, check_newcomer, end_call, substitute
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
    "absence": ("absences", "announce", "announce_here", "moment_of", "return_here", "withdraw"),
    "attaching": ("check_attaching", "may_attach"),
    "deadlines": ("Due", "my_deadlines"),
    "draw": ("decline_draw", "offer_draw"),
    "expiry": ("Sweep", "sweep"),
    "farewell": ("leave_for_good",),
    "fork": ("From",),
    "inviting": ("Asked", "accept", "asked", "decline", "invite", "never_again", "uninvite"),
    "join_links": ("join_token", "make_link", "my_link", "read_join_token", "revoke_link"),
    "joining": ("check_company", "join", "leave", "revoke_links", "set_nonce"),
    "lists": ("MyMatch", "mine"),
    "lobby": ("Lobby", "OpenMatch", "Wanted", "lobby"),
    "mail_wishes": ("MatchMail", "choose_match_mail", "is_party", "match_mail", "of_match", "stop_mail"),
    "match": ("Caller", "JoinLink", "Match", "Order", "Pace", "SeatLink", "Tried"),
    "notes": ("my_notes", "read_note", "write_note"),
    "orders": ("OrdersShown", "OrderWish", "give_orders", "orders", "withdraw_orders"),
    "nudging": ("nudge", "nudger"),
    "playing": ("Played", "Receipt", "play", "resign", "retract"),
    "reading": ("LegalShown", "LogShown", "MatchShown", "legal", "log", "look", "shown"),
    "provenance": ("Provenance", "provenance_of"),
    "record": ("export", "fairness", "newest_mark"),
    "records": ("Kept", "MyRecord", "drop", "drop_all", "is_bringer", "keep", "kept", "my_records", "record_id"),
    "rematch": ("rematch",),
    "replay": ("Frame", "Source", "frame", "is_there", "source"),
    "seating": ("create", "invitations_left", "new_id"),
    "standing_in": ("lend", "take_back"),
    "substitution": ("change_of", "check_newcomer", "end_call", "substitute"),
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
    "spreading": ("Spread", "spread", "spread_one"),
    "wish": ("MatchWish", "SeatWish"),
}
"""Which module holds each of them; a test compares it with what a type checker is shown above."""

if not TYPE_CHECKING:  # a type checker would take any name for one of them
    __all__, __getattr__ = deferred(__name__, HOMES)
