"""Why a notice did not come, or waits."""

from __future__ import annotations

from dataclasses import replace

import pytest

from chalicelib.post import reasons
from chalicelib.post.delivery import Delivery, Notice, digest_of

NEW = Delivery(Notice("anna", 1_000, "m1", 3, 0, "your_turn"))
DAILY = digest_of("anna", 9_000)


@pytest.mark.parametrize(
    ("delivery", "text", "at"),
    [
        (NEW.unwanted(1), reasons.UNWANTED, 0),
        (NEW.overtaken(1), reasons.OVERTAKEN, 0),
        (NEW.gathered(1, DAILY.key.sort), reasons.IN_A_DIGEST, 9_000),
        (NEW.gathered(1, NEW.notice.key.sort), reasons.IN_A_MAIL, 0),
        (NEW.gathered(1, ""), reasons.IN_A_MAIL, 0),
        (NEW.failed(1, "silenced: bounced"), reasons.BOUNCED, 0),
        (NEW.failed(1, "silenced: complained"), reasons.COMPLAINED, 0),
        (NEW.refused(1, "no such mailbox"), reasons.REFUSED_THERE, 0),
        (NEW.failed(1, "no such mailbox"), reasons.GIVEN_UP, 0),
        (replace(NEW, state="bounced"), reasons.CAME_BACK, 0),
        (replace(NEW, state="complained"), reasons.MARKED, 0),
    ],
)
def test_what_did_not_come_has_a_reason(delivery: Delivery, text: str, at: int) -> None:
    assert reasons.reason(delivery) == reasons.Reason(text, at)
    assert text in reasons.REASONS


@pytest.mark.parametrize("delivery", [NEW, NEW.leased(9), NEW.accepted(9, "x"), replace(NEW, state="delivered")])
def test_what_came_or_is_under_way_needs_none(delivery: Delivery) -> None:
    assert reasons.reason(delivery) is None


def test_what_waits_says_what_for() -> None:
    assert reasons.held(NEW) == ""
    assert reasons.held(NEW.waiting(5, "quiet")) == "quiet"
    assert reasons.held(replace(NEW, due=5)) == "later"
    assert reasons.held(NEW.tried().delayed(5, "mailbox full")) == "retry"
    assert reasons.held(Delivery(DAILY, due=9_000)) == "digest"
    assert reasons.held(NEW.accepted(5, "x")) == ""
