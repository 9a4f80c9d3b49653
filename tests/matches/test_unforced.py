"""A game whose forced moves are not played by the service: a pass at once would tell that nothing in the hand fits."""

from __future__ import annotations

from chalicelib.matches import repository, service
from chalicelib.matches.match import Match
from tests.matches.desk import Desk


def _legal(desk: Desk, match: Match) -> list[str]:
    seat = desk.to_move(match)[0]
    return [text for text, _ in service.legal(desk.env, match.id, desk.caller(match, seat)).moves]


def test_a_seat_of_the_passing_game_that_can_only_pass_is_waited_for() -> None:
    desk = Desk()
    match = desk.table("anna", "bram", game="passing-game")
    while (legal := _legal(desk, match)) != ["pass"]:
        match = desk.play(match, desk.to_move(match)[0], {"text": legal[0]}).match
    before = desk.load(match)
    service.sweep(desk.env)
    assert desk.load(match) == before, "nothing is played for the seat"
    assert before.head.status == "running"
    desk.play(match, desk.to_move(match)[0], {"text": "pass"})
    assert {entry.how for row in repository.log(desk.env, match.id) for entry in row.entries} == {"played"}
