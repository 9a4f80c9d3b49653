"""The digest of a player's day: one mail, at an hour of their own, that tells everything that could wait for it.

What waits is settled in its own row, which names the digest; the digest is a row of its own, which waits in the index
until its time has come and is sent like any other mail, if late then late. Whoever adds to it raises its version, and
whoever sends it leases it, so nothing is added to what has been sent already.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from email.message import EmailMessage
from functools import partial

from chalicelib.matches.errors import MatchNotFoundError
from chalicelib.matches.repository import load
from chalicelib.players.errors import UnknownPlayerError
from chalicelib.players.ports import Absent, ConditionFailedError, Put, VersionIs
from chalicelib.players.profile import Profile
from chalicelib.players.repository import load_profile
from chalicelib.post import digest_letter
from chalicelib.post.compose import addressed, mail
from chalicelib.post.delivery import DIGEST, Delivery, delivery_of, digest_of, item_of
from chalicelib.post.errors import OvertakenError
from chalicelib.post.fewer import fewer_url
from chalicelib.post.mailing import SILENCED, Decided, Mail, Written, as_written, put
from chalicelib.post.planning import next_digest
from chalicelib.post.ports import PostEnv
from chalicelib.post.truth import holds

_DAYS = 3
"""So many digests are tried, where the next one is being sent already."""


def waiting(post_env: PostEnv, delivery: Delivery, profile: Profile, at: int) -> Written:
    """Let a notice wait for the digest of a moment, or of the next day if that one is being sent. Raises StoreError."""
    for _ in range(_DAYS):
        notice = digest_of(profile.id, at)
        item = post_env.env.store.get(notice.key, consistent=True)
        row = delivery_of(item) if item else replace(Delivery(notice, version=0), due=at)
        if row.state == "pending" and not row.tries and row.due == at:
            settled = delivery.gathered(post_env.env.clock.now(), notice.key.sort)
            condition = VersionIs(row.version) if item else Absent()
            joined = Put(item_of(row.with_one_more(delivery.notice.at)), condition)
            return Written((put(settled), joined), settled.state)
        at = next_digest(profile, at)
    raise ConditionFailedError((0,))


def decide(post_env: PostEnv, delivery: Delivery) -> Decided:
    """What is to be done with a digest whose time has come. Raises StoreError."""
    env, now = post_env.env, post_env.env.clock.now()
    try:
        profile = load_profile(env.store, delivery.notice.player)
    except UnknownPlayerError:
        return as_written(delivery.overtaken(now))
    if profile.silenced:
        return as_written(delivery.failed(now, SILENCED.format(why=profile.silenced[1])))
    rows = _rows_since(post_env, delivery)
    late = [row for row in rows if row.notice.category == DIGEST and row.is_free(now) and row.notice != delivery.notice]
    told = list(_told(post_env, rows, (delivery, *late)))
    if not told:
        return as_written(delivery.overtaken(now))
    return Mail((delivery, *late), partial(_composed, post_env, profile, told))


def _rows_since(post_env: PostEnv, delivery: Delivery) -> list[Delivery]:
    """The player's deliveries from the oldest on that waits for this digest."""
    after = f"D#{delivery.since:010d}"
    page = post_env.env.store.query(f"P#{delivery.notice.player}", prefix="D#", after=after, consistent=True)
    return [delivery_of(item) for item in page.items]


def _told(post_env: PostEnv, rows: Sequence[Delivery], digests: Sequence[Delivery]) -> Iterator[Delivery]:
    """What waited for these digests and still holds."""
    for row in _of(rows, digests):
        try:
            match = load(post_env.env, row.notice.match)
        except MatchNotFoundError:
            continue
        if holds(post_env.env, match, row.notice):
            yield row


def _of(rows: Sequence[Delivery], digests: Sequence[Delivery]) -> list[Delivery]:
    into = {each.notice.key.sort for each in digests}
    return [row for row in rows if row.state == "gathered" and row.into in into]


def _composed(
    post_env: PostEnv, profile: Profile, told: Sequence[Delivery], digests: Sequence[Delivery]
) -> EmailMessage:
    """The mail of those digests that could be leased; whatever was added after `told` was read let none be leased.

    Raises OvertakenError.
    """
    notices = [row.notice for row in _of(told, digests)]
    if not notices:
        raise OvertakenError
    letter = digest_letter.write(post_env, profile, notices)
    outside = addressed(post_env, profile, digests[0].notice, again=digests[0].again)
    return mail(replace(outside, unsubscribe=fewer_url(post_env, profile, DIGEST)), letter)
