"""What a player wants to be mailed of one match, where that is something else than for all others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from chalicelib.matches import repository
from chalicelib.matches.errors import MatchNotFoundError, NotYourSeatError
from chalicelib.matches.match import Caller, Match
from chalicelib.matches.pace import DAY
from chalicelib.matches.reading import may_see
from chalicelib.players import accounts
from chalicelib.players.mail_links import MailLink, read_mail_link
from chalicelib.players.ports import Env
from chalicelib.players.profile import Profile
from chalicelib.players.repository import load_profile
from chalicelib.players.wishes import GROUPS, MOST_MATCHES, Group, Mode, Wishes

FORGOTTEN = 30 * DAY
"""So many seconds after the end of a match, what was wished for it makes room for others."""


@dataclass(frozen=True, slots=True)
class MatchMail:
    """What holds for a match by group; what was chosen for it alone (None: nothing was); what holds for all others."""

    match: str
    mail: Mapping[Group, Mode]
    own: Mapping[Group, Mode | None]
    general: Mapping[Group, Mode]


def match_mail(env: Env, player: str, match_id: str) -> MatchMail:
    """What a player is mailed of a match they sit in or are invited to.

    Raises MatchNotFoundError, NotYourSeatError, UnknownPlayerError.
    """
    _check_party(repository.load(env, match_id), player)
    return of_match(load_profile(env.store, player), match_id)


def choose_match_mail(env: Env, player: str, match_id: str, chosen: Mapping[str, str | None]) -> MatchMail:
    """Choose for this match alone how to be told, by group; None takes a choice back, what is not named stays.

    Raises MatchNotFoundError, NotYourSeatError, InvalidProfileError, UnknownPlayerError, BusyError.
    """
    _check_party(repository.load(env, match_id), player)

    def wishing(profile: Profile) -> Profile:
        return replace(profile, mail=_with_room(env, profile.mail, match_id).wishing(chosen, match_id))

    return of_match(accounts.change(env, player, wishing), match_id)


def stop_mail_about(env: Env, player: str, match_id: str) -> None:
    """Let the player get no mail about this match at all. Raises UnknownPlayerError, InvalidProfileError, BusyError."""
    silent: dict[str, str | None] = dict.fromkeys(GROUPS, "off")

    def stopping(profile: Profile) -> Profile:
        return replace(profile, mail=_with_room(env, profile.mail, match_id).wishing(silent, match_id))

    accounts.change(env, player, stopping)


def stop_mail(env: Env, token: str, *, here: bool = False) -> MailLink:
    """Let no more mails of a link's kind come, or none about its match alone; once more changes nothing.

    Raises UnknownMailLinkError, MatchNotFoundError (no match stands behind the link), InvalidProfileError, BusyError.
    """
    link = read_mail_link(env, token)
    if here and not link.match:
        raise MatchNotFoundError

    def stopping(profile: Profile) -> Profile:
        if not here:
            return replace(profile, mail=profile.mail.stopping(link.kind))
        room = _with_room(env, profile.mail, link.match)
        return replace(profile, mail=room.wishing({link.kind: "off"}, link.match))

    return replace(link, profile=accounts.change(env, link.profile.id, stopping))


def of_match(profile: Profile, match_id: str) -> MatchMail:
    """What a profile says of the mails about a match."""
    own = profile.mail.matches.get(match_id, {})
    each = {group: own.get(group) for group in GROUPS}
    return MatchMail(match_id, profile.mail.all(match_id), each, profile.mail.all())


def is_party(match: Match, player: str) -> bool:
    """Whether somebody sits in a match, or has a seat kept there."""
    seats = (match.seat_of(player), match.reserved_for(player), match.called_for(player))
    return bool(player) and any(seat is not None for seat in seats)


def _check_party(match: Match, player: str) -> None:
    if is_party(match, player):
        return
    if may_see(match, Caller(player)):
        raise NotYourSeatError("You neither sit at this table nor are invited to it.")
    raise MatchNotFoundError


def _with_room(env: Env, wishes: Wishes, match_id: str) -> Wishes:
    """The wishes with room for one more match, if those for matches that are long over or gone make any."""
    if match_id in wishes.matches or len(wishes.matches) < MOST_MATCHES:
        return wishes
    standing = (match.id for match in repository.load_many(env, wishes.matches, lists=True) if not _is_past(env, match))
    return wishes.forgetting(frozenset(wishes.matches).difference(standing))


def _is_past(env: Env, match: Match) -> bool:
    is_closed = match.head.status in ("over", "cancelled")
    return is_closed and match.head.ended + FORGOTTEN < env.clock.now()
