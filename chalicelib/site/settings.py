"""The page of settings: what a player shows and prefers, being away, blocks, and leaving for good."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from chalice.app import Response

from chalicelib.matches import service
from chalicelib.players import blocks
from chalicelib.players.errors import HandleTakenError, InvalidProfileError
from chalicelib.players.feed import feed_since
from chalicelib.players.profile import Profile, clock_of
from chalicelib.site import address, calendar, preferences, way
from chalicelib.site.being_away import announce, withdraw
from chalicelib.site.blocking import block, unblock
from chalicelib.site.farewell import leave_for_good
from chalicelib.site.pages import go, show
from chalicelib.site.refusals import TITLES, Refusal, refusal_of
from chalicelib.site.visitor import Visitor
from chalicelib.site.wall import shown_now
from chalicelib.web.errors import KNOWN, MalformedRequestError

HERE = "/settings"


@dataclass(frozen=True, slots=True)
class Form:
    """What a form does, the part of the page that it stands in, and the field that is meant if a refusal names none.

    `do` may answer with another page than this one.
    """

    do: Callable[[Visitor], Response | None]
    part: str
    field: str = ""


def _unknown(_: Visitor) -> None:
    raise MalformedRequestError("This form is incomplete. Look at the page again.")


_FORMS: Mapping[str, Form] = {
    "profile": Form(preferences.change_profile, "profile", "handle"),
    "check": Form(address.check, "address"),
    "mail": Form(preferences.change_mail, "mail"),
    "hours": Form(preferences.change_hours, "hours"),
    "away": Form(announce, "away"),
    "back": Form(withdraw, "away"),
    "calendar": Form(calendar.make, "calendar"),
    "calendar-end": Form(calendar.revoke, "calendar"),
    "block": Form(block, "blocks", "block"),
    "unblock": Form(unblock, "blocks"),
    "delete": Form(leave_for_good, "leave"),
}
_UNKNOWN = Form(_unknown, "profile")


def settings_page(visitor: Visitor) -> Response:
    """All settings of the visitor, and what their forms do; who is not logged in does that first."""
    if visitor.profile is None:
        return go(visitor, way.login(HERE))
    if visitor.request.method != "POST":
        return _show(visitor, visitor.profile)
    doing = visitor.form.get("do", "")
    form = _FORMS.get(doing, _UNKNOWN)
    try:
        return form.do(visitor) or _again(visitor, doing, form.part)
    except KNOWN as error:
        return _show(visitor, visitor.profile, _refused(visitor, form, error), doing, form.part)


def _refused(visitor: Visitor, form: Form, error: Exception) -> Refusal:
    refusal = refusal_of(error, visitor.language)
    is_kept = isinstance(error, InvalidProfileError | HandleTakenError) and refusal.field not in TITLES
    field = form.field if form.field == "block" else refusal.field or form.field
    return replace(refusal, field=field, title=TITLES["settings"] if is_kept else refusal.title)


def _again(visitor: Visitor, done: str, part: str) -> Response:
    """Back to the page, in the language that it was in unless another one was chosen."""
    kept = {"language": visitor.language} if done != "profile" and visitor.query("language") else {}
    return go(visitor, f"{HERE}?{urlencode({'done': done, **kept})}#{part}")


def _show(
    visitor: Visitor, profile: Profile, refusal: Refusal | None = None, doing: str = "", part: str = ""
) -> Response:
    env = visitor.container.env
    return show(
        visitor,
        "settings.html",
        refusal.status if refusal else 200,
        profile=profile,
        refusal=refusal,
        doing=doing,
        part=part,
        done=visitor.query("done"),
        now=env.clock.now(),
        shown_now=shown_now(visitor),
        zones=preferences.zones(),
        hours=preferences.hours(profile),
        clock_of=clock_of,
        feed=feed_since(env, profile.id),
        away=service.absences(env, profile.id),
        blocked=blocks.list_blocks(env, profile.id),
        running=[match for match in service.mine(env, profile.id) if match.status == "running" and not match.invited],
    )
