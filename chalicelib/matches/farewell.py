"""Leaving for good: an account is deleted, and its player's matches are left."""

from __future__ import annotations

from chalicelib.matches.records import drop_all
from chalicelib.matches.spreading import spread_one
from chalicelib.matches.talk import forget_talk
from chalicelib.players import accounts
from chalicelib.players.ports import Env

AT_ONCE = 4
"""Seconds for which whoever asks waits while matches are left; the sweep leaves those that are left over."""


def leave_for_good(env: Env, player: str, credential: str = "") -> None:
    """Delete an account with all that its player brought in and said, and give up the seats it has.

    `credential` is the id of that which the player asks with; it goes last, so that whoever is cut short can ask again.
    Raises UnknownPlayerError, BusyError.
    """
    drop_all(env, player)
    forget_talk(env, player)
    accounts.delete_account(env, player, credential)
    end = env.clock.now() + AT_ONCE
    spread_one(env, player, lambda: env.clock.now() < end)
