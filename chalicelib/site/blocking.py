"""Whom a player wants nothing to do with, as the page of settings has it."""

from __future__ import annotations

from chalicelib.players import blocks
from chalicelib.players.errors import BlockLimitError, InvalidProfileError, UnknownPlayerError
from chalicelib.site.visitor import Visitor


def block(visitor: Visitor) -> None:
    """Block a player by handle.

    Raises UnknownPlayerError, InvalidProfileError (oneself; no handle), BlockLimitError, BusyError.
    """
    handle = _handle(visitor)
    if not handle:
        raise InvalidProfileError("block", "Type something first.")
    try:
        blocks.block(visitor.container.env, visitor.player, handle)
    except UnknownPlayerError as error:
        raise UnknownPlayerError("Nobody has this handle.") from error
    except BlockLimitError as error:
        raise BlockLimitError("You have blocked as many players as one may; let one of them off first.") from error


def unblock(visitor: Visitor) -> None:
    """Let a player off; of one who is not blocked nothing changes. Raises BusyError."""
    try:
        blocks.unblock(visitor.container.env, visitor.player, _handle(visitor))
    except UnknownPlayerError:
        return  # let off before, or gone


def _handle(visitor: Visitor) -> str:
    return visitor.form.get("handle", "").removeprefix("@")
