"""What is said around a match, and that it is played again, leaves it as its log leads to."""

from __future__ import annotations

from chalicelib.matches import service
from chalicelib.matches.match import Caller
from tests.admin.desk import flaws
from tests.matches.desk import Desk
from tests.matches.endings import ended


def test_a_match_with_talk_and_a_rematch_verifies_and_so_does_the_rematch() -> None:
    desk = Desk()
    match = ended(desk, "anna", "bram", decisions=4)
    for player in ("anna", "cees"):
        service.say(desk.env, match.id, "Well played.", Caller(player))
    for player in ("bram", "anna"):
        again = service.rematch(desk.env, player, match.id)
    desk.play(again, 0)
    assert desk.load(again).head.status == "running"
    assert flaws(desk.env) == {}
