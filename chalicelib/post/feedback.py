"""What became of our mails after they were accepted: rows that say so, and addresses that get no more of them.

Reports come twice, late, and in any order. A row goes one way only, from `accepted` over `delivered` and `bounced` to
`complained`; what is said a second time changes nothing. What cannot be read, or is about no mail of ours, is logged
and dropped: only what the store had no time for is worth another try.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from chalicelib.players import addresses, invitations, repository, silencing
from chalicelib.players.errors import BusyError
from chalicelib.players.ports import (
    ConditionFailedError,
    NewerFormatError,
    Put,
    StoreConflictError,
    StoreThrottledError,
    StoreUnavailableError,
    VersionIs,
)
from chalicelib.players.profile import Profile, is_guest
from chalicelib.post import tag
from chalicelib.post.delivery import (
    MAIL,
    MAIL_SILENCED,
    SENT,
    WEBHOOK,
    Delivery,
    Notice,
    delivery_of,
    item_of,
)
from chalicelib.post.ports import (
    OutOfTimeError,
    PostEnv,
    Report,
    TimeLeft,
    UnreadableReportError,
    check_time,
    unlimited,
)
from chalicelib.telemetry import line
from chalicelib.telemetry.traces import trace

REPORT_SECONDS = 100.0
"""What one report may take at most, with every call of a store in DynamoDB at its own limit."""
LOOKED_THROUGH = 50
"""So many of a player's newest deliveries are looked through for mails that were refused, or taken, before."""
TRIES = 3
DAY = 86_400

_LATER = (
    BusyError,
    StoreThrottledError,
    StoreConflictError,
    StoreUnavailableError,
    ConditionFailedError,
    NewerFormatError,
    OutOfTimeError,
)

_log = logging.getLogger(__name__)

Reader = Callable[[str], Report | None]
"""Reads what a carrier says; None is of no interest. Raises UnreadableReportError."""


def handle(
    post_env: PostEnv, records: Sequence[Mapping[str, Any]], read: Reader, time_left: TimeLeft = unlimited
) -> list[str]:
    """Heed what SQS records say, and never raise; the ids of those that must be offered again are returned."""
    return [str(record.get("messageId") or "") for record in records if not _handled(post_env, record, read, time_left)]


def _handled(post_env: PostEnv, record: Mapping[str, Any], read: Reader, time_left: TimeLeft) -> bool:
    """Whether the record is done with."""
    try:
        check_time(time_left, REPORT_SECONDS)
        report = read(record["body"])
        line.count(heed(post_env, report) if report else "passed_over")
    except UnreadableReportError as error:
        line.count("dropped")
        _log.warning("dropped what is no report: %s", error)
    except _LATER as error:
        _log.warning("later: a report: %s", trace(error))
        return False
    except Exception as error:  # noqa: BLE001 - whatever is wrong with one report, the others are due too
        _log.error("a report failed: %s", trace(error))
        return False
    return True


def heed(post_env: PostEnv, report: Report) -> str:
    """What was done about a report, in a word. Raises BusyError, StoreError."""
    found = tag.read(post_env.env, report.tag)
    if found is None:
        _log.warning("dropped a report about a mail that is none of ours")
        return "dropped"
    if found.notice:
        _move(post_env, found.notice, found.again, report)
    if report.fate == "bounced" or report.fate == "complained":
        _silence(post_env, found, report.fate, min(report.at, post_env.env.clock.now()))
    return report.fate


def _move(post_env: PostEnv, notice: Notice, again: int, report: Report) -> None:
    """Let the row say what became of its mail. Raises ConditionFailedError, if others are at it again and again."""
    store, now = post_env.env.store, post_env.env.clock.now()
    for tries in range(TRIES):
        item = store.get(notice.key)
        before = delivery_of(item) if item else None
        if before is None or before.again != again or not _is_about(before, report.carrier):
            return _log.info("no such mail any more: %.128s", notice.key.sort)
        after = before.reported(report.fate, now, min(report.at, now), report.carrier, report.why)
        if after == before:
            return None
        try:
            return store.commit([Put(item_of(after), VersionIs(before.version))])
        except ConditionFailedError:
            if tries + 1 == TRIES:
                raise
    return None


def _is_about(row: Delivery, carrier: str) -> bool:
    """Whether it is this row's mail: of one that was being sent, what is said of it proves that it was."""
    if row.state in SENT:
        return row.carrier == carrier
    return row.state in ("sending", "pending") and row.tries > 0


def _silence(post_env: PostEnv, found: tag.Tag, why: silencing.Why, at: int) -> None:
    env = post_env.env
    if found.notice and is_guest(found.notice.player):
        return _invite_no_more(post_env, found.notice.player, found.address)
    player = found.notice.player if found.notice else _reader(post_env, found.address)
    if player and silencing.silence(env, player, found.address, why, at, lambda after: _telling(post_env, after)):
        line.count("silenced")
    return None


def _reader(post_env: PostEnv, address: str) -> str:
    """Whose address this is by its hash; "" for nobody's."""
    return repository.pointed(post_env.env.store, repository.address_key(address)) or ""


def _invite_no_more(post_env: PostEnv, guest: str, address: str) -> None:
    found = invitations.find(post_env.env, guest)
    digest = addresses.digest(found.address) if found else ""
    if address and digest.startswith(address):
        invitations.silence(post_env.env, digest)


def _telling(post_env: PostEnv, profile: Profile) -> list[Put]:
    """What tells the player by other ways; the sweep finds it within a minute."""
    now = post_env.env.clock.now()
    notices = [Notice(profile.id, now, "", 0, 0, MAIL_SILENCED, WEBHOOK + each) for each in profile.webhooks]
    # a second apart, so that no two stand in the same place of the index
    rows = (replace(Delivery(notice), due=now + number) for number, notice in enumerate(notices))
    return [Put(item_of(row)) for row in rows]


def heed_refusal(post_env: PostEnv, row: Delivery, address: str) -> None:
    """Silence an address whose server would not take a mail for it, if it was so with another one on an earlier day.

    One refusal alone may be a mistake of the server's. Raises BusyError, StoreError.
    """
    now = post_env.env.clock.now()
    page = post_env.env.store.query(
        f"P#{row.notice.player}", prefix="D#", reverse=True, limit=LOOKED_THROUGH, consistent=True
    )
    mails = [each for each in map(delivery_of, page.items) if each.notice.channel == MAIL]
    taken = max((each.settled for each in mails if each.state in SENT), default=0)
    refused = (each.settled for each in mails if each.was_refused() and each.notice != row.notice)
    if any(taken < settled and settled // DAY < now // DAY for settled in refused):
        found = tag.Tag(addresses.digest(address), row.notice, row.again)
        _silence(post_env, found, "bounced", now)
