"""The addresses of all pages. What is behind one is loaded when it is first asked for: cold starts stay short."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING

from chalice.app import Blueprint, Response

if TYPE_CHECKING:
    from chalicelib.site.visitor import Visitor

bp = Blueprint(__name__)

FORM = "application/x-www-form-urlencoded"
FILES = "multipart/form-data"

Page = Callable[..., Response]


def page(path: str, *kinds: str) -> Callable[[Page], Page]:
    """Make a page of a function that takes a Visitor and the path's parts; it is asked with GET and POST.

    `kinds` are further content types that its forms may be sent in.
    """

    def decorate(function: Page) -> Page:
        @functools.wraps(function)
        def route(**parts: str) -> Response:
            from chalicelib.site import pages

            return pages.answer(bp.current_request, path, lambda visitor: function(visitor, **parts))

        bp.route(path, methods=["GET"])(route)
        bp.route(path, methods=["POST"], content_types=[FORM, *kinds])(route)
        return route

    return decorate


@page("/")
def home(visitor: Visitor) -> Response:
    """What there is to see and to do."""
    from chalicelib.site import home

    return home.home(visitor)


@bp.route("/site.css", methods=["GET"])
def styles() -> Response:
    """The styles of all pages."""
    from chalicelib.site import home

    return home.styles()


@page("/new")
def new_match(visitor: Visitor) -> Response:
    """Set a match up."""
    from chalicelib.site import new_match

    return new_match.new_match_page(visitor)


@page("/m/{match}")
def match(visitor: Visitor, match: str) -> Response:
    """The board of a match, and what the visitor can do there."""
    from chalicelib.site import board

    return board.match_page(visitor, match)


@page("/m/{match}/replay")
def replay(visitor: Visitor, match: str) -> Response:
    """A match that has ended, position by position."""
    from chalicelib.site import replay

    return replay.match_page(visitor, match)


@page("/r", FILES)
def records(visitor: Visitor) -> Response:
    """Bring a record in; those brought in."""
    from chalicelib.site import records

    return records.records_page(visitor)


@page("/r/{record}")
def record(visitor: Visitor, record: str) -> Response:
    """A record that was brought in, position by position."""
    from chalicelib.site import replay

    return replay.record_page(visitor, record)


@page("/fairness", FILES)
def fairness(visitor: Visitor) -> Response:
    """How dice are kept fair, and whether those of a match were."""
    from chalicelib.site import fairness

    return fairness.fairness_page(visitor)


@bp.route("/verify_dice.py", methods=["GET"])
def verifier_in_python() -> Response:
    """The program that checks the dice of a record."""
    return _program("verify_dice.py")


@bp.route("/verify_dice.js", methods=["GET"])
def verifier_for_browsers() -> Response:
    """The same for browsers."""
    return _program("verify_dice.js")


@bp.route("/fairness.js", methods=["GET"])
def fairness_script() -> Response:
    """What lets the page about dice check them itself."""
    return _program("fairness.js")


@bp.route("/welcome.js", methods=["GET"])
def welcome_script() -> Response:
    """What lets the first page of a new account see in which zone it is opened."""
    return _program("welcome.js")


def _program(name: str) -> Response:
    from chalicelib.site import programs

    query = bp.current_request.query_params
    return programs.answer(name, str(query.get("v", "")) if query else "")


@page("/login")
def login(visitor: Visitor) -> Response:
    """Ask for a link by mail, or use one."""
    from chalicelib.site import login

    return login.login_page(visitor)


@page("/welcome")
def welcome(visitor: Visitor) -> Response:
    """Name and time zone of a new account."""
    from chalicelib.site import welcome

    return welcome.welcome_page(visitor)


@page("/logout")
def logout(visitor: Visitor) -> Response:
    """End the session."""
    from chalicelib.site import login

    return login.logout_page(visitor)


@page("/settings")
def settings(visitor: Visitor) -> Response:
    """What the visitor shows and prefers, being away, blocks, and leaving for good."""
    from chalicelib.site import settings

    return settings.settings_page(visitor)


@page("/settings/webhooks")
def webhooks(visitor: Visitor) -> Response:
    """The visitor's webhooks: made, tried, looked into, ended."""
    from chalicelib.site import webhooks

    return webhooks.webhooks_page(visitor)


@page("/deliveries")
def deliveries(visitor: Visitor) -> Response:
    """What the visitor was sent, and what came of it."""
    from chalicelib.site import deliveries

    return deliveries.deliveries_page(visitor)


@page("/u/{token}", FILES)
def fewer_mails(visitor: Visitor, token: str) -> Response:
    """No more mails of the kind that the link came with; programs post here, too (RFC 8058)."""
    from chalicelib.site import fewer_mails

    return fewer_mails.fewer_mails_page(visitor, token)


@page("/i", FILES)
def invitation(visitor: Visitor) -> Response:
    """What a mail invites to, and the answers to it."""
    from chalicelib.site import invitation

    return invitation.invitation_page(visitor)


@page("/rules/{key}")
def rules(visitor: Visitor, key: str) -> Response:
    """The rules of a game, for players."""
    from chalicelib.site import rules

    return rules.rules_page(visitor, key)
