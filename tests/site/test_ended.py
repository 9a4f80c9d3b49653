"""Matches that something else than their rules has ended: what their pages, replays and the first page say of that."""

from __future__ import annotations

import re

import pytest

from chalicelib import games
from chalicelib.matches import service
from chalicelib.matches.ending import outcome_of
from chalicelib.matches.match import Pace
from chalicelib.matches.pace import DAY
from tests.site.company import Company, company, text_of
from tests.site.house import House


def _agreed(table: Company) -> Company:
    for name in ("Anna", "Bram"):
        service.offer_draw(table.home.env, table.match.id, table.caller(name))
    return table


def _on_time(table: Company) -> Company:
    table.home.clock.advance(DAY - 60)
    service.sweep(table.home.env)
    table.home.clock.advance(120)
    service.sweep(table.home.env)
    return table


def now_of(page: str) -> str:
    """What stands at the top of a page, above the board."""
    return text_of(page.split('id="now"')[1].split("</section>")[0])


def board_of(page: str) -> str:
    """The board, as it is read."""
    return text_of(page.split('class="board')[1].split("</section>")[0].split(">", 1)[1])


@pytest.mark.parametrize("game", games.keys())
def test_a_draw_is_called_one_and_its_board_says_that_it_is_over(home: House, game: str) -> None:
    table = company(home, game=game)
    assert "The match ended by agreement." not in board_of(table.page("Anna"))
    _agreed(table)
    for page in (table.page("Anna"), table.page("nobody")):
        assert "It is a draw: all who still played have agreed on that, and nobody wins." in now_of(page)
        assert "the board shows the sums" not in page
        assert board_of(page).startswith("The last position: the match is over, and nobody plays on here. The match e")
    replay = home.browser().get(f"{table.path}/replay?ply=1").body.decode()
    assert "It is a draw: all who still played have agreed" in now_of(replay)
    assert board_of(replay).startswith("The match ended by agreement. Nobody wins")


def test_a_match_that_everybody_left_says_so(home: House) -> None:
    table = company(home, game="passing-game", players=3, pace=Pace(DAY, misses=1, then="bot"))
    for _ in range(3):
        _on_time(table)
    assert home.load(table.match).head.ending == "abandoned"
    page = table.page("Anna")
    assert "Nobody wins: of those who played, nobody is there any more." in now_of(page)
    assert "The match was abandoned. Nobody wins." in board_of(page)


def test_who_wins_on_time_wins_on_time_in_the_replay_too(home: House) -> None:
    table = company(home, game="sequence-dice", pace=Pace(DAY, misses=1))
    _on_time(table)
    over = home.load(table.match)
    outcome = outcome_of(games.get("sequence-dice"), over)
    winner = over.roster.seats[outcome.winners[0] if outcome else 0].name
    page = table.page("Anna")
    replay = home.browser().get(f"{table.path}/replay?ply={over.head.ply}").body.decode()
    for told in (page, replay):
        assert "The match ended because time ran out." in now_of(told)
        assert f"The winner: {winner}." in now_of(told)
    assert "The match is over: the time ran out." in board_of(page)


@pytest.mark.parametrize("game", games.keys())
def test_no_list_on_the_board_is_empty_once_a_match_is_over(home: House, game: str) -> None:
    table = _agreed(company(home, game=game))
    assert not re.search(r"<([ou]l)\b[^>]*></\1>", table.page("Anna"))
