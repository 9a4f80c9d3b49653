"""Whom a player wants nothing to do with."""

from __future__ import annotations

from chalice.app import Blueprint

from chalicelib.players import service as players
from chalicelib.web import shapes
from chalicelib.web.endpoint import CORS, Access, Call, Endpoint, endpoint

bp = Blueprint(__name__)


@bp.route("/me/blocks", cors=CORS)
@endpoint(bp, Endpoint(Access.PLAYER))
def list_blocks(call: Call) -> shapes.Blocks:
    """Whom you have blocked."""
    found = players.list_blocks(call.env, call.player)
    return shapes.Blocks(blocks=[shapes.BlockShown.model_validate(each) for each in found])


@bp.route("/me/blocks/{handle}", methods=["PUT"], cors=CORS)
@endpoint(bp, Endpoint(Access.PLAYER, refusals=("conflict",)))
def block(call: Call, handle: str, body: shapes.Asked) -> shapes.BlockShown:  # noqa: ARG001 - it takes no fields
    """Block a player: neither finds, invites or nudges the other, nor comes to a table of the other's that waits.

    Nobody is told. Matches that you play together go on.
    """
    return shapes.BlockShown.model_validate(players.block(call.env, call.player, handle))


@bp.route("/me/blocks/{handle}", methods=["DELETE"], cors=CORS)
@endpoint(bp, Endpoint(Access.PLAYER, status=204))
def unblock(call: Call, handle: str) -> None:
    """Let a player off whom you had blocked."""
    players.unblock(call.env, call.player, handle)
