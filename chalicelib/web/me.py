"""A player's own affairs: profile, API tokens, matches, what they were sent."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from chalice.app import Blueprint

from chalicelib.matches import service
from chalicelib.matches.errors import WrongStatusError
from chalicelib.players import service as players
from chalicelib.players.errors import UnauthenticatedError, UnknownPlayerError
from chalicelib.web import cursor, pages, shapes
from chalicelib.web.endpoint import CORS, Access, Call, Endpoint, endpoint

if TYPE_CHECKING:
    from chalicelib.players.ports import Item

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
    return shapes.Me.model_validate(_profile(call))


@bp.route("/me", methods=["PATCH"], cors=CORS)
@endpoint(bp, Endpoint(Access.PLAYER, refusals=("conflict",)))
def change_me(call: Call, body: shapes.MeChanges) -> shapes.Me:
    """Change your profile. Matches that have begun keep the name they began with."""
    changes = players.Changes(body.name, body.handle, body.language, body.zone)
    with still_there():
        return shapes.Me.model_validate(players.update_profile(call.env, call.player, changes))


@bp.route("/me", methods=["DELETE"], cors=CORS)
@endpoint(bp, Endpoint(Access.PLAYER, status=204, refusals=("conflict",)))
def delete_me(call: Call) -> None:
    """Delete your account: profile, address, handle, credentials, and what you were sent.

    Not while you sit in a match that waits or runs: leave it or resign first. Matches that have ended keep the name
    you played under. Records that nobody else brought in are gone too.
    """
    player = _profile(call).id

    def may_go() -> None:
        if service.sits_somewhere(call.env, player):
            raise WrongStatusError("You sit in matches that have not ended. Leave them or resign first.")

    may_go()
    service.drop_all(call.env, player)
    with still_there():
        players.delete_account(call.env, player, call.identity.credential if call.identity else "", may_go)
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


@bp.route("/me/deliveries", cors=CORS)
@endpoint(bp, Endpoint(Access.PLAYER))
def my_deliveries(call: Call, query: shapes.Paged) -> shapes.Deliveries:
    """What you were sent, newest first, and whether it arrived."""
    about = f"deliveries {call.player}"
    after = cursor.take(call.env, about, query.cursor) or None
    page = call.env.store.query(f"P#{call.player}", prefix="D#", after=after, reverse=True, limit=query.limit)
    following = cursor.give(call.env, about, page.items[-1].key.sort) if page.more else ""
    return shapes.Deliveries(deliveries=[_delivery(item) for item in page.items], cursor=following)


def _delivery(item: Item) -> shapes.DeliveryShown:
    from chalicelib.post.delivery import delivery_of

    found = delivery_of(item)
    notice = found.notice
    return shapes.DeliveryShown(
        id=item.key.sort.removeprefix("D#").replace("#", "."),
        at=shapes.moment(notice.at),
        match=notice.match,
        n=notice.n,
        seat=notice.seat,
        category=notice.category,
        channel=notice.channel,
        state=found.state,
        attempts=found.tries,
        next=shapes.moment(found.due),
        settled=shapes.moment(found.settled),
        failures=[why for _, why in found.notes],
    )
