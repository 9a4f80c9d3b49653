"""Mail about one match, as its page has it: what comes otherwise than for all others."""

from __future__ import annotations

from collections.abc import Mapping

from chalicelib.matches import service
from chalicelib.matches.mail_wishes import MatchMail
from chalicelib.players.wishes import GROUPS
from chalicelib.site.act import Act, player_of
from chalicelib.site.table import Table
from chalicelib.web.errors import MalformedRequestError


def mail_part(table: Table) -> MatchMail | None:
    """What the visitor is mailed of the match; None for those who neither sit there nor are invited."""
    profile = table.visitor.profile
    if profile is None or not service.is_party(table.match, table.visitor.player):
        return None
    return service.of_match(profile, table.match.id)


def _choose(table: Table) -> str:
    form = table.visitor.form
    if not all(group in form for group in GROUPS):
        raise MalformedRequestError("This form is incomplete. Look at the page again.")
    chosen: dict[str, str | None] = {group: form[group] or None for group in GROUPS}
    service.choose_match_mail(table.env, player_of(table), table.match.id, chosen)
    return ""


ACTS: Mapping[str, Act] = {"mail": Act(_choose, "mail", "mail", told=True)}
"""What the form of this part does."""
