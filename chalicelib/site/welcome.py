"""The first page of a new account: what others call its player, and the zone in which deadlines are told."""

from __future__ import annotations

from urllib.parse import urlencode

from chalice.app import Response

from chalicelib.players import accounts
from chalicelib.players.accounts import Changes
from chalicelib.players.errors import HandleTakenError
from chalicelib.players.profile import Profile, handle_from
from chalicelib.site import pages, preferences, programs, way
from chalicelib.site.refusals import Refusal, refusal_of
from chalicelib.site.visitor import Visitor
from chalicelib.web.errors import KNOWN

HERE = "/welcome"
UNASKED = "UTC"
"""The zone of an account whose player has told none."""
LIKELY = {"nl": "Europe/Amsterdam", "sv": "Europe/Stockholm", "af": "Africa/Johannesburg"}
"""Where most readers of a language are; what is chosen at first for those whose browser does not say better."""


def first(target: str) -> str:
    """The address of this page, from which a new player comes to the page that was wanted."""
    return HERE if target == way.FRONT else f"{HERE}?{urlencode({'next': target})}"


def welcome_page(visitor: Visitor) -> Response:
    """Name and zone of who is new here, or has never told the zone; who is not logged in does that first."""
    profile, then = visitor.profile, way.back(visitor.form.get("next") or visitor.query("next"))
    if profile is None or not visitor.player:
        return pages.go(visitor, way.login(then))
    if visitor.request.method != "POST":
        return _show(visitor, profile, then)
    try:
        _introduce(visitor, profile)
    except KNOWN as error:
        return _show(visitor, profile, then, refusal_of(error, visitor.language))
    return pages.go(visitor, then)


def _introduce(visitor: Visitor, profile: Profile) -> None:
    """Keep name and zone, and a handle made from the name for who has none but that of chance.

    Raises InvalidProfileError, UnknownPlayerError, BusyError.
    """
    env, name, zone = visitor.container.env, visitor.form.get("name", ""), visitor.form.get("zone", "")
    handle = handle_from(name) if name and _is_nameless(profile) else ""
    try:
        accounts.update_profile(env, profile.id, Changes(name or None, handle or None, zone=zone))
    except HandleTakenError:
        accounts.update_profile(env, profile.id, Changes(name, zone=zone))


def _is_nameless(profile: Profile) -> bool:
    return profile.name == profile.handle


def _show(visitor: Visitor, profile: Profile, then: str, refusal: Refusal | None = None) -> Response:
    told = profile.zone if profile.zone != UNASKED else ""
    typed = visitor.form.get("zone", "")
    answer = pages.show(
        visitor,
        "welcome.html",
        refusal.status if refusal else 200,
        refusal=refusal,
        then=then,
        name=visitor.form.get("name", "" if _is_nameless(profile) else profile.name),
        nameless=profile.handle if _is_nameless(profile) else "",
        zone=typed or told or LIKELY.get(visitor.language, ""),
        is_guess=not (typed or told),
        zones=preferences.zones_by_place(),
        programs=programs.versions(),
    )
    return programs.let_run(answer)
