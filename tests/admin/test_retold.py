"""A commit worked out once more goes by what a bot chose then, whatever became of it or bots choose today."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from chalicelib.games.keer_op_keer.game import KeerOpKeer
from chalicelib.matches import repository, service
from chalicelib.matches.match import Caller, Match
from chalicelib.players.ports import Put
from chalicelib.rules import Chance, Fact
from tests.admin.desk import flaws
from tests.matches.desk import Desk
from tests.matches.test_migration import Two

ANNA = Caller("anna")
PASS = {"text": "pass"}


class Otherwise(KeerOpKeer):
    """The same rules, with bots that choose something else."""

    def choose(self, view: Any, legal: Sequence[Any], chance: Chance, level: int) -> Any:
        before = super().choose(view, legal, chance, level)
        return next(move for move in legal if move != before)


class Later(Two):
    """A later release, in which nothing has changed but how bots choose."""

    def get(self, key: str, version: int = 0) -> Any:
        del key, version
        return self._newer


def replaced(desk: Desk) -> Match:
    """A match in which anna has put a choice of her own in the place of the one that a bot had sealed for her."""
    match = service.lend(desk.env, desk.table("anna", "bram").id, ANNA)
    service.take_back(desk.env, match.id, ANNA)
    return desk.play(match, 0, PASS).match


def lent_again(desk: Desk) -> Match:
    """A match in which a bot has sealed another choice after the first one was taken back."""
    match = service.lend(desk.env, desk.table("anna", "bram").id, ANNA, 1)
    match = service.take_back(desk.env, match.id, ANNA)
    service.retract(desk.env, match.id, 0, match.head.opened[0], ANNA)
    return service.lend(desk.env, match.id, ANNA, 2)


@pytest.mark.parametrize("begun", [replaced, lent_again])
@pytest.mark.parametrize("is_played_on", [False, True])
def test_what_a_bot_had_sealed_is_known_though_it_was_replaced(begun: Any, is_played_on: bool) -> None:
    desk = Desk()
    match = begun(desk)
    if is_played_on:
        desk.play(match, 1, PASS)
    assert flaws(desk.env) == {}
    desk.env = replace(desk.env, games=Later(Otherwise()))
    assert flaws(desk.env) == {}


def test_what_was_told_of_it_and_cannot_have_been_chosen_is_found() -> None:
    desk = Desk()
    match = replaced(desk)
    row = next(row for row in repository.log(desk.env, match.id) if row.kind == "lent")
    chose = Fact("chose", 0, ("g9 A1",))
    desk.store.commit([Put(repository.log_item(match.id, replace(row, own={0: (chose,)})))])
    assert ".own" in flaws(desk.env)[match.id].field
