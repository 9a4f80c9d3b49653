"""What the Passing Game is measured against is the same game, and positions are counted alike on both sides."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.bench import beside, passing_game
from tests.games.passing_game import plain, reference
from tests.games.passing_game.situations import GAME, chance


def test_the_dict_and_the_game_are_in_the_same_positions_with_the_same_legal_moves() -> None:
    found = beside.cases(passing_game.PLAIN)
    assert len(found) > 100
    for case in found:
        position, match = reference.read(case.state), case.match
        assert [set(hand) for hand in match["hands"]] == [*position.hands]
        assert (tuple(match["train"]), tuple(match["boneyard"])) == (position.train, position.boneyard)
        assert (match["turn"], match["leader"], match["round"]) == (case.seat, position.leader, case.state.round)
        assert tuple(match["points"]) == case.state.standing.points
        legal = [passing_game.form(move, match, case.seat) for move in GAME.legal_moves(case.state, case.seat)]
        assert plain.legal_in(match, case.seat) == legal
    assert {case.move.kind for case in found} == {"play", "draw", "pass"}


def test_a_move_on_the_dict_leaves_the_match_before_it_as_it_was_and_refuses_what_is_not_legal() -> None:
    case = beside.cases(passing_game.PLAIN)[1]
    before = repr(case.match)
    plain.step(case.match, case.seat, case.plain_move, chance())
    assert repr(case.match) == before
    for seat, move in ((1 - case.seat, case.plain_move), (case.seat, ("play", (9, 9), "left"))):
        with pytest.raises(ValueError, match=r"\d"):
            plain.step(case.match, seat, move, chance())


class Dominoes:
    """Stands in for OpenSpiel's game: two deals, then as many turns."""

    def new_initial_state(self) -> Any:
        return Round()


class Round:
    """One round of it, with what OpenSpiel's states offer."""

    def __init__(self) -> None:
        self.acts: list[int] = []

    def is_terminal(self) -> bool:
        return len(self.acts) == 4

    def is_chance_node(self) -> bool:
        return len(self.acts) < 2

    def chance_outcomes(self) -> Sequence[tuple[int, float]]:
        return [(7, 0.5), (8, 0.5)]

    def legal_actions(self) -> Sequence[int]:
        return [1, 2, 3]

    def apply_action(self, action: int) -> None:
        assert action in ((7, 8) if self.is_chance_node() else (1, 2, 3))
        self.acts.append(action)


def test_every_position_of_either_side_is_counted_with_those_in_which_tiles_are_dealt() -> None:
    rounds = passing_game.openspiel(Dominoes())
    assert rounds.states == rounds.decisions // 2 * 5
    matches = passing_game.ours()
    assert matches == passing_game.ours()
    assert matches.states > matches.decisions > 1_000


def test_where_openspiel_is_not_installed_the_error_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(passing_game.OpenSpielError, match="make bench"):
        passing_game.block_dominoes(tmp_path / "nowhere")
