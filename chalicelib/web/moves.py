"""Deciding: the legal moves of one's open decision, playing, taking back."""

from __future__ import annotations

from chalice.app import Blueprint

from chalicelib.matches import service
from chalicelib.web import shapes
from chalicelib.web.endpoint import CORS, Access, Call, Endpoint, endpoint
from chalicelib.web.errors import NotFoundError
from chalicelib.web.table_view import move_answer

bp = Blueprint(__name__)

_CLOSED = ("not_your_seat", "stale_decision", "not_to_move", "match_over", "out_of_time", "conflict")
_MOVE = "/matches/{match}/seats/{seat}/moves/{n}"


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise NotFoundError
    return int(text)


@bp.route("/matches/{match}/legal", cors=CORS)
@endpoint(bp, Endpoint(Access.CALLER, refusals=("not_your_seat",)))
def legal_moves(call: Call, match: str) -> shapes.LegalMoves:
    """All legal moves of your open decision, in a stable order."""
    found = service.legal(call.env, match, call.caller)
    return shapes.LegalMoves(n=found.n, moves=[shapes.LegalMove(text=text, move=move) for text, move in found.moves])


@bp.route(_MOVE, methods=["PUT"], cors=CORS)
@endpoint(
    bp, Endpoint(Access.CALLER, refusals=("malformed_move", "ambiguous_move", "illegal_move", *_CLOSED), speaks=True)
)
def play_move(call: Call, match: str, seat: str, n: str, body: shapes.MoveWish) -> shapes.MoveAnswer:
    """Decide. `n` is the one your open decision shows; sent again, the same move gets the same receipt.

    A move that stays sealed until the others have chosen can be replaced: PUT to the n shown after sealing.
    """
    played = service.play(call.env, match, _number(seat), _number(n), body.root, call.caller, call.language)
    return move_answer(call, played)


@bp.route(_MOVE, methods=["DELETE"], cors=CORS)
@endpoint(bp, Endpoint(Access.CALLER, refusals=("already_revealed", "nothing_to_retract", *_CLOSED), speaks=True))
def retract_move(call: Call, match: str, seat: str, n: str) -> shapes.MoveAnswer:
    """Take a sealed choice back; the answer shows the n of the decision that is open again."""
    return move_answer(call, service.retract(call.env, match, _number(seat), _number(n), call.caller))
