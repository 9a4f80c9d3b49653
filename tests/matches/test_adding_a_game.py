"""A throw-away game, of which the application knows nothing, is set up, played and ended by its use cases."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from chalicelib.matches import record, repository, service
from chalicelib.matches.match import Caller
from chalicelib.matches.pace import OUTAGE
from chalicelib.matches.seating import MatchWish
from chalicelib.rules import IllegalMoveError, Termination
from tests.games.visiting import guest
from tests.matches.desk import BOT, ME, OPEN, Desk


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with guest(tmp_path_factory.mktemp("games")) as visiting:
        yield visiting


def test_a_match_between_players_is_played_to_its_end_and_recorded(key: str) -> None:
    desk = Desk()
    match = service.create(desk.env, "anna", MatchWish(key, (ME, OPEN), {"heap": 7}))
    match = service.join(desk.env, "bram", match.id)
    for seat, count in ((0, 3), (1, 1), (0, 3)):
        match = desk.play(match, seat, {"text": str(count)}).match
    outcome = desk.game(match).outcome(match.head.state)
    assert outcome is not None
    assert (outcome.termination, outcome.winners) == (Termination.NORMAL, (0,))
    exported = record.export(desk.env, match.id, Caller("bram"))
    assert [move["move"] for move in exported["moves"]] == ["3", "1", "3"]
    entries = [entry for row in repository.log(desk.env, match.id) for entry in row.entries]
    assert record.replay(desk.game(match), match.roster, entries) == match.head.state


def test_what_its_rules_refuse_is_refused_and_changes_nothing(key: str) -> None:
    desk = Desk()
    match = service.create(desk.env, "anna", MatchWish(key, (ME, OPEN)))
    match = service.join(desk.env, "bram", match.id)
    with pytest.raises(IllegalMoveError):
        desk.play(match, 0, {"text": "4"})
    assert desk.load(match) == match


def test_its_bot_answers_at_once_and_wins_from_where_it_can(key: str) -> None:
    desk = Desk()
    match = service.create(desk.env, "anna", MatchWish(key, (ME, BOT), {"heap": 8}))
    match = desk.play(match, 0, {"text": "1"}).match
    shown = service.look(desk.env, match.id, Caller("anna"))
    assert shown.to_move == (0,)
    assert match.head.state.heap == 4
    match = desk.play_out(match)
    outcome = desk.game(match).outcome(match.head.state)
    assert outcome is not None
    assert outcome.winners == (1,)


def test_a_player_whose_time_is_up_has_a_move_played(key: str) -> None:
    desk = Desk()
    match = service.create(desk.env, "anna", MatchWish(key, (ME, OPEN)))
    match = service.join(desk.env, "bram", match.id)
    desk.clock.advance(match.head.due - desk.clock.now() - OUTAGE)
    service.sweep(desk.env)
    desk.clock.advance(OUTAGE)
    service.sweep(desk.env)
    assert desk.load(match).head.state.heap == 20
    assert desk.to_move(match) == (1,)
