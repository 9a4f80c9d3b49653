"""A match that everybody leaves, told to the end: who gets which letters, from the first reminder to the last."""

from __future__ import annotations

import pytest

from chalicelib.matches import service
from chalicelib.matches.match import Match, Pace, Successor
from chalicelib.matches.pace import DAY
from tests.matches.desk import ME, OPEN
from tests.matches.time_passing import left_alone
from tests.post.office import Office

SLOW = Pace(decision_time=DAY, ladder=(50,), misses=2)
ASKED = ["your_turn", "reminder", "timed_out"]


def vanished(office: Office, then: Successor) -> tuple[Match, list[str]]:
    """A match of two that nobody has played in, and which of its players began."""
    people = [office.person(f"{name.lower()}0000000001", name) for name in ("Anna", "Bram")]
    match = office.desk.create(ME, OPEN, player=people[0], game="sequence-dice", pace=SLOW, then=then)
    match = service.join(office.desk.env, people[1], match.id)
    first = office.desk.to_move(match)[0]
    office.work_off()
    *_, over = _posted(office, match)
    return over, [people[first], people[1 - first]]


def _posted(office: Office, match: Match) -> list[Match]:
    found = []
    for after in left_alone(office.desk, match):
        office.work_off()
        found.append(after)
    return found


def letters(office: Office, player: str) -> list[str]:
    """What a player was written, in order; nothing was overtaken or failed."""
    rows = sorted(office.rows(player), key=lambda row: (row.notice.at, row.notice.n))
    assert {row.state for row in rows} == {"accepted"}
    assert len(office.mails(player)) == len(rows)
    return [row.notice.category for row in rows]


@pytest.mark.parametrize(
    ("then", "last"), [("resign", ["match_ended"]), ("bot", ["timed_out"]), ("substitute", ["timed_out"])]
)
def test_everybody_is_told_of_every_step_once(then: Successor, last: list[str]) -> None:
    office = Office()
    over, (first, second) = vanished(office, then)
    assert over.head.status == "over"
    gone = ["your_turn", "reminder", *last]
    told = letters(office, first)
    assert told == ["match_started", "reminder", "timed_out", *gone, *(["match_ended"] if then != "resign" else [])]
    told = letters(office, second)
    if then == "resign":
        assert told == ["match_started", *ASKED, "match_ended"]
    else:
        assert told == ["match_started", *ASKED, "your_turn", "reminder", "match_ended"]
