"""A player's own affairs: profile, API tokens, matches."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from chalice.app import Blueprint

from chalicelib.matches import service
from chalicelib.players import service as players
from chalicelib.players.errors import UnauthenticatedError, UnknownPlayerError
from chalicelib.web import pages, shapes
from chalicelib.web.endpoint import CORS, Access, Call, Endpoint, endpoint

bp = Blueprint(__name__)


@contextmanager
def still_there() -> Iterator[None]:
    """Tell a caller whose account was deleted, but who is still remembered here, what any other stranger is told."""
    try:
        yield
    except UnknownPlayerError:
        raise UnauthenticatedError("This account was deleted.") from None


def _profile(call: Call) -> players.Profile:
    with still_there():
        return players.read_profile(call.env, call.player)


@bp.route("/me", cors=CORS)
@endpoint(bp, Endpoint(Access.PLAYER))
def read_me(call: Call) -> shapes.Me:
    """Your profile and preferences."""
    return me_shown(_profile(call))


def me_shown(profile: players.Profile) -> shapes.Me:
    """A profile as an answer to its player."""
    names = ("id", "handle", "name", "email", "language", "zone", "created", "reminders")
    told = {name: getattr(profile, name) for name in names}
    quiet = dict(zip(("from", "until"), map(players.clock_of, profile.quiet), strict=True)) if profile.quiet else None
    silenced = dict(zip(("since", "why"), profile.silenced, strict=True)) if profile.silenced else None
    mail, digest = profile.mail.all(), players.clock_of(profile.mail.digest)
    return shapes.Me.model_validate({**told, "quiet": quiet, "mail": mail, "digest": digest, "silenced": silenced})


@bp.route("/me", methods=["PATCH"], cors=CORS)
@endpoint(bp, Endpoint(Access.PLAYER, refusals=("conflict",)))
def change_me(call: Call, body: shapes.MeChanges) -> shapes.Me:
    """Change your profile and preferences. Matches that wait or run follow within a minute.

    An open decision never ends earlier by a change of your zone or quiet hours.
    """
    named = body.model_fields_set
    quiet = (body.quiet.since, body.quiet.until) if body.quiet else None
    changes = players.Changes(
        body.name,
        body.handle,
        body.language,
        body.zone,
        quiet=quiet if "quiet" in named else players.UNCHANGED,
        reminders=body.reminders if "reminders" in named else players.UNCHANGED,
        mail=body.mail.model_dump(exclude_unset=True) if body.mail else None,
        digest=body.digest,
    )
    with still_there():
        return me_shown(players.update_profile(call.env, call.player, changes))


@bp.route("/me", methods=["DELETE"], cors=CORS)
@endpoint(bp, Endpoint(Access.PLAYER, status=204))
def delete_me(call: Call) -> None:
    """Delete your account: profile, address, handle, credentials, notes, what you said and what you were sent.

    Tables that wait are left, seats in matches that run are given up at once, as after too many missed deadlines, and
    the others are told. Your name goes from every match, those that have ended too. Records that nobody else brought in
    are gone as well; copies that others keep are not.
    """
    player = _profile(call).id
    with still_there():
        service.leave_for_good(call.env, player, call.identity.credential if call.identity else "")
    call.container.credentials.forget_player(player)


@bp.route("/me/tokens", cors=CORS)
@endpoint(bp, Endpoint(Access.PLAYER))
def list_tokens(call: Call) -> shapes.Tokens:
    """Your API tokens, without their secrets."""
    return shapes.Tokens(
        tokens=[shapes.TokenShown.model_validate(each) for each in players.list_tokens(call.env, call.player)]
    )


@bp.route("/me/tokens", methods=["POST"], cors=CORS)
@endpoint(bp, Endpoint(Access.PLAYER, refusals=("conflict",), once=True, secret=True))
def create_token(call: Call, body: shapes.TokenWish) -> shapes.TokenMade:
    """Make an API token. Its secret is in this answer and nowhere else."""
    name = call.env.ids.name(12)
    with still_there():
        made = players.create_token(call.env, call.player, body.label, call.also(name), name)
    shown = shapes.TokenShown.model_validate(made.credential)
    return shapes.TokenMade(**dict(shown), secret=made.secret)


@bp.route("/me/tokens/{token}", methods=["DELETE"], cors=CORS)
@endpoint(bp, Endpoint(Access.PLAYER, status=204))
def revoke_token(call: Call, token: str) -> None:
    """Revoke an API token. Within half a minute it opens nothing any more."""
    players.revoke_token(call.env, call.player, token)


@bp.route("/me/matches", cors=CORS)
@endpoint(bp, Endpoint(Access.PLAYER))
def my_matches(call: Call, query: shapes.Paged) -> shapes.MyMatches:
    """Your matches: those where it is your turn first, the most urgent on top."""
    found, following = pages.page(call.env, f"my-matches {call.player}", service.mine(call.env, call.player), query)
    return shapes.MyMatches(matches=[shapes.MyMatch.model_validate(each) for each in found], cursor=following)
