"""The secret of the dice is kept while a match runs, and revealed at its end, however it ends."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from chalicelib import games
from chalicelib.matches import pace, proof, service
from chalicelib.matches.match import Caller, Match
from chalicelib.players import service as players
from tests.matches.desk import BOT, ME, OPEN, Desk

ANNA = Caller("anna")


def _seed(desk: Desk, match: Match) -> str | None:
    seed: str | None = service.fairness(desk.env, match.id, Caller(""))["seed"]
    assert seed in (None, match.roster.seed)
    return seed


def _stay_away(desk: Desk, match: Match) -> None:
    """Let every deadline of a match pass, while the sweep goes its rounds."""
    while (head := desk.load(match).head).status == "running":
        assert _seed(desk, match) is None
        desk.clock.advance(max(0, head.due - desk.clock.now() - 60))
        service.sweep(desk.env)
        desk.clock.advance(61)
        service.sweep(desk.env)


@pytest.mark.parametrize("key", games.keys())
def test_a_table_that_everybody_stays_away_from_is_played_to_its_end_by_the_clock(key: str) -> None:
    desk = Desk()
    match = desk.table("anna", "bram", game=key)
    _stay_away(desk, match)
    assert _seed(desk, match) == match.roster.seed
    record = service.export(desk.env, match.id, ANNA)
    proof.check(games, record)
    assert {move.how for move in record.moves} <= {"timeout", "forced", "expelled"}


def _play(desk: Desk, match: Match) -> None:
    desk.play_out(match)


def _resign(desk: Desk, match: Match) -> None:
    service.resign(desk.env, match.id, ANNA)


@pytest.mark.parametrize("end", [_play, _resign])
def test_a_match_that_is_played_out_or_given_up_reveals_it_at_once(end: Callable[[Desk, Match], None]) -> None:
    desk = Desk()
    match = desk.table("anna", "bram", game="sequence-dice")
    assert _seed(desk, match) is None
    end(desk, match)
    assert _seed(desk, match) == match.roster.seed
    proof.check(games, service.export(desk.env, match.id, ANNA))


def test_a_seat_that_is_given_up_reveals_nothing_while_others_play_on() -> None:
    desk = Desk()
    match = desk.table("anna", "bram", "cees", game="sequence-dice")
    service.resign(desk.env, match.id, ANNA)
    assert _seed(desk, match) is None
    service.resign(desk.env, match.id, Caller("bram"))
    assert _seed(desk, match) == match.roster.seed


def test_a_match_that_never_starts_reveals_it_when_it_is_called_off() -> None:
    desk = Desk()
    forgotten, left = desk.create(ME, OPEN), desk.create(ME, OPEN)
    desk.clock.advance(pace.UNSTARTED - 1)
    service.sweep(desk.env)
    assert _seed(desk, forgotten) is None
    desk.clock.advance(1)
    service.leave(desk.env, "anna", left.id)
    service.sweep(desk.env)
    for match in (forgotten, left):
        assert desk.load(match).head.status == "cancelled"
        assert _seed(desk, match) == match.roster.seed


def test_a_match_whose_player_has_deleted_the_account_ends_and_its_secret_is_revealed() -> None:
    desk = Desk()
    match = desk.create(ME, BOT, game="sequence-dice")
    players.delete_account(desk.env, "anna")
    assert _seed(desk, match) is None
    service.spread(desk.env)
    assert _seed(desk, match) == match.roster.seed
    proof.check(games, service.export(desk.env, match.id, Caller("")))
