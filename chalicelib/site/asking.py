"""Inviting somebody to a table that waits, once it is set up: by handle or by mail, and taking that back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from chalicelib.matches import service
from chalicelib.matches.errors import InvalidMatchError
from chalicelib.matches.seating import SeatWish
from chalicelib.players.errors import UnknownPlayerError
from chalicelib.site.act import Act, number, player_of
from chalicelib.site.table import Table
from chalicelib.site.words import NAMES


@dataclass(frozen=True, slots=True)
class Asking:
    """What whoever set a match up that waits can do for its seats.

    `is_open`: one is free for somebody to be invited. `kept` are those that are kept for others, by number and name.
    """

    is_open: bool
    kept: tuple[tuple[int, str], ...]
    languages: Mapping[str, str]


def asking(table: Table) -> Asking | None:
    """What there is to invite to or to take back; None for all but who set the match up."""
    roster, player = table.match.roster, table.visitor.player
    if table.status != "waiting" or not player or roster.creator != player:
        return None
    seats = [(number, each) for number, each in enumerate(roster.seats) if each.player != player]
    kept = tuple((seat, table.names[seat]) for seat, each in seats if each.kind == "reserved")
    return Asking(table.has_open_seat(), kept, NAMES) if kept or table.has_open_seat() else None


def _invite(table: Table) -> str:
    player, form = player_of(table), table.visitor.form
    who = form.get("who", "").strip().removeprefix("@")
    if not who:
        raise InvalidMatchError("Type something first.")
    by_mail = SeatWish("invite", email=who, language=form.get("language", ""))
    try:
        service.invite(table.env, player, table.match.id, by_mail if "@" in who else SeatWish("player", who))
    except UnknownPlayerError as error:
        raise UnknownPlayerError("Nobody has this handle.") from error
    return ""


def _take_back(table: Table) -> str:
    service.uninvite(table.env, player_of(table), table.match.id, number(table, "seat"))
    return ""


ACTS: Mapping[str, Act] = {
    "invite": Act(_invite, "invite", "invite", field="who"),
    "uninvite": Act(_take_back, "invite", "invite"),
}
"""What forms of a match do that waits."""
