"""Why a move is refused: one stable reason a rule."""

from __future__ import annotations

from chalicelib.games.passing_game.deal import drawable
from chalicelib.games.passing_game.state import Move, State
from chalicelib.games.passing_game.tiles import BY_NAME, WITH
from chalicelib.rules import IllegalMoveError


def why_not(state: State, move: Move) -> IllegalMoveError:
    """The refusal of a move that is not legal for the seat whose turn it is."""
    if move.kind == "play":
        return _why_no_play(state, move)
    if move.tile or move.side:
        return IllegalMoveError("To draw or to pass is to name no tile and no end.", "not_a_play")
    if not state.story:
        return IllegalMoveError("Who leads a round has to play a tile first.", "leader_must_play")
    if move.kind == "draw" and not drawable(state.boneyard):
        return IllegalMoveError("The last two tiles of the boneyard are never drawn.", "nothing_to_draw")
    return IllegalMoveError("A move is to play, to draw or to pass.", "unknown_kind")


def _why_no_play(state: State, move: Move) -> IllegalMoveError:
    tile = BY_NAME.get(move.tile)
    if tile is None:
        return IllegalMoveError("There is no such tile in the set.", "unknown_tile")
    if not state.hands[state.turn] & tile.bit:
        return IllegalMoveError(f"You do not hold the tile {tile.name}.", "not_in_hand")
    if not state.story:
        return IllegalMoveError("The first tile of a round has no side.", "first_has_no_side")
    if not tile.bit & (WITH[state.left] | WITH[state.right]):
        return IllegalMoveError(f"{tile.name} fits neither end.", "fits_neither_end")
    if move.side not in ("left", "right"):
        return IllegalMoveError("Say at which end: left or right.", "no_side")
    return IllegalMoveError(f"{tile.name} does not fit at that end.", "does_not_fit")
