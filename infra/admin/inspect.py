"""`inspect`: what an operator may know of a match without playing in it."""

from __future__ import annotations

import argparse
from typing import Any

from chalicelib.bootstrap import Container
from chalicelib.matches import repository
from chalicelib.matches.errors import UnreadableMatchError
from chalicelib.matches.match import Match
from chalicelib.players.ports import Env
from infra.admin import picture
from infra.admin.errors import AdminError
from infra.admin.line import command, note, say, say_json

_LONG = """
Shown is what a spectator sees, private match or not: status, pace, when it is due, seats with their clocks, time banks,
missed deadlines and who stands in, offers of a draw, open decisions with their deadlines, the board, the log; whether
standing orders wait; and every notice that was sent of it, with what came of that. No address, no token, and nothing
that is hidden from players: no hand, no sealed choice, no order, no seed.

--reveal shows that too: the seed and the nonces, the whole position, what is sealed and what was ordered; with --seat
the board and the log as that seat sees them. Whoever plays in the match, or knows who does, should not look.
"""
_REVEALED = (
    "--reveal: what follows is hidden from players; nobody who plays in this match, or knows who does, may see it."
)


def add(commands: Any) -> None:
    """Tell the command line of it."""
    parser = command(commands, "inspect", "show how a match stands, and who was told what", _LONG)
    parser.add_argument("match", metavar="MATCH", help="the id of the match")
    parser.add_argument("--reveal", action="store_true", help="show what is hidden from players too")
    parser.add_argument("--seat", type=int, metavar="N", help="with --reveal: board and log as this seat sees them")
    parser.add_argument("--json", action="store_true", help="one JSON document instead of text")
    parser.set_defaults(run=run)


def run(asked: argparse.Namespace, container: Container) -> int:
    """Show the match. Raises AdminError, MatchNotFoundError, UnreadableMatchError."""
    if asked.seat is not None and not asked.reveal:
        raise AdminError("What a seat sees is hidden from others: --seat goes with --reveal.")
    env = container.env
    match, unread = _match(env, asked.match)
    if asked.seat is not None and not 0 <= asked.seat < len(match.roster.seats):
        raise AdminError(f"This match has no seat {asked.seat}.")
    if asked.reveal:
        note(_REVEALED)
    shown = picture.of(env, match, repository.log(env, match.id), asked.seat, unread)
    if asked.reveal:
        shown |= {"hidden": picture.hidden(env, match)}
    if asked.json:
        say_json(shown)
    else:
        say(picture.text(shown))
    return 0


def _match(env: Env, match_id: str) -> tuple[Match, str]:
    """The match; without its position where its rules are not here, and then what is to be said of that."""
    try:
        match = repository.load(env, match_id)
        repository.rules(env, match.roster)
    except UnreadableMatchError as error:
        found = repository.load_many(env, [match_id], consistent=True, lists=True)
        if not found:
            raise
        return found[0], error.message
    return match, ""
