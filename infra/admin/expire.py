"""`expire`: let the time of an open decision be up now."""

from __future__ import annotations

import argparse
from typing import Any

from chalicelib.bootstrap import Container
from chalicelib.matches import repository, retiring
from chalicelib.matches.commit import LostRaceError
from chalicelib.matches.events import LogRow
from chalicelib.matches.match import Match
from chalicelib.players.ports import Env, StoreConflictError
from chalicelib.post import relay
from infra.admin.errors import AdminError
from infra.admin.line import command, say

_LONG = """
What the sweep does when a deadline is over is done at once: the move that the game has for it is played for the seat,
and stands in the log as one whose time was up; it counts as missed, and the last one in a row that the match allows
takes the seat from its player. Everybody is told as usual. If the player moves at the same moment, one
of the two is stored. A seat has to be named where several have to decide.
"""
TRIES = 5


def add(commands: Any) -> None:
    """Tell the command line of it."""
    parser = command(commands, "expire", "let the time of an open decision be up now", _LONG)
    parser.add_argument("match", metavar="MATCH", help="the id of the match")
    parser.add_argument("--seat", type=int, metavar="N", help="whose decision, where several are open")
    parser.set_defaults(run=run)


def run(asked: argparse.Namespace, container: Container) -> int:
    """Let it expire, and tell what was played. Raises AdminError, MatchNotFoundError, StoreError."""
    env = container.env
    match, seat = expired(env, asked.match, asked.seat)
    row = repository.find_row(env, match.id, *match.head.last)
    over = "; with that the match is over" if match.head.status == "over" else ""
    say(f"{match.id}: the time of seat {seat} is up, and {_became(row)}{over}; version {match.head.version}.")
    if container.settings.store == "sqlite":
        _tell(container, match)
    return 0


_TAKEN = {
    "resign": "it was resigned, as after the last deadline that may be missed in a row",
    "bot": "a bot plays there until the player is back, as after the last deadline that may be missed in a row",
    "substitute": "a substitute is looked for, as after the last deadline that may be missed in a row",
}


def _became(row: LogRow | None) -> str:
    """What became of the decision, or of the seat."""
    if row is not None and row.kind == "retired":
        return _TAKEN[row.text]
    if row is not None and row.kind == "continued":
        return "it was played by itself, as ordered or forced, so that no deadline was missed"
    secret = " in secret, since others have still to choose" if row and not row.entries else ""
    return f"its move was played{secret}"


def expired(env: Env, match_id: str, wanted: int | None) -> tuple[Match, int]:
    """The match after the open decision of the seat (None: of the only one) expired, and the seat.

    Raises AdminError, MatchNotFoundError.
    """
    opened = None
    for _ in range(TRIES):
        match = repository.load(env, match_id)
        seat = _seat(env, match, wanted)
        if opened not in (None, (seat, match.head.opened[seat])):
            raise AdminError("Somebody moved at this moment, and that decision is not open any more. Nothing was done.")
        opened = (seat, match.head.opened[seat])
        try:
            return _passed(env, match, seat), seat
        except (LostRaceError, StoreConflictError):
            continue
    raise AdminError("The match is being changed by others all the time. Nothing was done; try again.")


def _seat(env: Env, match: Match, wanted: int | None) -> int:
    """Whose decision it is. Raises AdminError."""
    if match.head.status != "running":
        raise AdminError(f"{match.id} is {match.head.status}: no decision is open.")
    game, seats = repository.rules(env, match.roster), match.roster.seats
    owing = [seat for seat in game.to_move(match.head.state) if not seats[seat].is_played_by_bot]
    named = ", ".join(map(str, owing))
    if wanted is None and len(owing) > 1:
        raise AdminError(f"Seats {named} have to decide: say with --seat whose time is up.")
    if not owing:
        raise AdminError("Only bots have to decide; the sweep lets them.")
    if wanted is not None and wanted not in owing:
        raise AdminError(f"Seat {wanted} has nothing to decide now (of these something is open: {named}).")
    return owing[0] if wanted is None else wanted


def _passed(env: Env, match: Match, seat: int) -> Match:
    """The match after the time of a decision is up; what plays by itself does so, and nothing was missed."""
    if retiring.left_over(env, match, [seat]):
        return retiring.carry_on(env, match)
    return retiring.expire_seat(env, match, seat)


def _tell(container: Container, match: Match) -> None:
    """What a stream does elsewhere: the service that runs on the folder does not hear of what others commit."""
    item = container.env.store.get(repository.log_key(match.id, *match.head.last))
    if item is not None:
        relay.relay(container.post, item)
