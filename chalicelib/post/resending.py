"""A mail that its player wants once more: sent as things stand now, or not, where it is no longer true.

The row is made owed again in the commit that counts it, and stands in the index from then on, so that the sweep finds
it even if no queue takes its message.
"""

from __future__ import annotations

from dataclasses import replace

from chalicelib.matches.errors import MatchNotFoundError
from chalicelib.matches.repository import load
from chalicelib.players import rates
from chalicelib.players.ports import Put, VersionIs
from chalicelib.players.repository import load_profile
from chalicelib.post import on_request
from chalicelib.post.delivery import Delivery, Notice, item_of
from chalicelib.post.errors import DeliveryRefusedError
from chalicelib.post.on_request import Also, find, id_of, nothing
from chalicelib.post.ports import PostEnv
from chalicelib.post.truth import holds

__all__ = ["MOST", "find", "resend"]

MOST = 3
"""So often one mail is sent again."""
RESENDS = rates.Rate("mail-again", 20, 3_600, "You have had much sent again this hour; please wait a little.")


def resend(post_env: PostEnv, player: str, delivery: str, also: Also = nothing) -> Delivery:
    """Have a mail sent again; the row is `overtaken` at once where there is nothing true left to tell.

    Raises UnknownDeliveryError, DeliveryRefusedError, UnknownPlayerError, TooManyRequestsError, BusyError,
    ConditionFailedError.
    """
    env = post_env.env
    row = find(post_env, player, delivery)
    _check(row)
    if load_profile(env.store, player).silenced:
        raise DeliveryRefusedError("Your address gets no mail until you log in by mail.")
    now = env.clock.now()
    asked = row.asked_again(now)
    if not is_true(post_env, row.notice):
        asked = replace(asked.overtaken(now), version=asked.version)
    writes = [Put(item_of(asked), VersionIs(row.version)), rates.spend(env, RESENDS, player), *also(id_of(asked))]
    on_request.owe(post_env, asked, writes)
    return asked


def _check(row: Delivery) -> None:
    """Raises DeliveryRefusedError."""
    if row.notice.webhook:
        raise DeliveryRefusedError(
            "This went to a webhook. Have it sent again among the deliveries of that webhook (replay)."
        )
    if not row.is_settled():
        raise DeliveryRefusedError("This is still under way.")
    if row.again >= MOST:
        raise DeliveryRefusedError("This was sent again three times already.")


def is_true(post_env: PostEnv, notice: Notice) -> bool:
    """Whether a notice still holds; of what is about no single match, the sender finds that out."""
    if not notice.match:
        return True
    try:
        return holds(post_env.env, load(post_env.env, notice.match), notice)
    except MatchNotFoundError:
        return False
