"""A running match is carried over to other rules: sealed choices, decisions, deadlines, and what is refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from chalicelib import games
from chalicelib.games.keer_op_keer.game import KeerOpKeer
from chalicelib.matches import proof, record, repository, service
from chalicelib.matches.errors import MigrationRefusedError, WrongStatusError
from chalicelib.matches.match import Caller, Match
from chalicelib.matches.migration import migrate
from chalicelib.players.ports import Put
from chalicelib.rules import AnyGame, Chance, IllegalMoveError, Migration, NotCarriedOverError
from infra.admin.checks import flaw_of
from infra.admin.tables import settled
from tests.adapters.faults import FAULTS, Fault, FaultyStore
from tests.matches.desk import ME, OPEN, Desk

KEY = "keer-op-keer"


class Newer(KeerOpKeer):
    """The same rules once more, as version 2."""

    rules_version = 2


class Stricter(Newer):
    """Nobody may pass any more, unless there is nothing else."""

    def legal_moves(self, state: Any, seat: int) -> Sequence[Any]:
        legal = super().legal_moves(state, seat)
        return [move for move in legal if self.format(move) != "pass"] or legal

    def apply_move(self, state: Any, seat: int, move: Any, chance: Chance) -> Any:
        if seat in self.to_move(state) and move not in self.legal_moves(state, seat):
            raise IllegalMoveError("Cross something.", "pass")
        return super().apply_move(state, seat, move, chance)


class Two:
    """The registry of a service whose Keer op Keer has rules of version 2, and takes matches over from version 1."""

    keys = staticmethod(games.keys)
    rules_text = staticmethod(games.rules_text)

    def __init__(self, newer: AnyGame, carry: Migration | None = lambda state: state) -> None:
        self._newer, self._carry = newer, carry

    def meta(self, key: str, version: int = 0) -> Any:
        return replace(games.meta(key), rules_version=version or 2)

    def versions(self, _key: str) -> tuple[int, ...]:
        return 1, 2

    def get(self, key: str, version: int = 0) -> AnyGame:
        return games.get(key) if version == 1 else self._newer

    def migration(self, _key: str, before: int, after: int) -> Migration | None:
        return self._carry if (before, after) == (1, 2) else None


@pytest.fixture
def desk() -> Desk:
    """A desk whose games are those of today."""
    return Desk()


def upgraded(desk: Desk, newer: AnyGame | None = None, carry: Migration | None = lambda state: state) -> Two:
    """Let the service have rules of version 2 from now on."""
    registry = Two(newer or Newer(), carry)
    desk.env = replace(desk.env, games=registry)
    return registry


def sealing(desk: Desk, text: str = "pass") -> Match:
    """A match of three in which the first one to choose has passed in secret, a while after the start."""
    match = desk.table("anna", "bram", "cees")
    desk.play(match, 0, {"text": text})
    desk.clock.advance(600)
    return desk.load(match)


def whole(desk: Desk, match: Match) -> Match:
    """The match, which is in order by all that its operator can check."""
    assert flaw_of(desk.env, match.id, settled(desk.env, match.id)) is None
    return desk.load(match)


def test_rules_that_ask_the_same_leave_decisions_and_sealed_choices_as_they_are(desk: Desk) -> None:
    before = sealing(desk)
    registry = upgraded(desk)
    done = migrate(desk.env, before.id)
    assert (done.before, done.reopened) == (1, ())
    after = whole(desk, before)
    assert (after.roster.rules_version, after.roster.rules_at(), after.head.version) == (1, 2, before.head.version + 1)
    assert (after.head.opened, after.head.deadlines) == (before.head.opened, before.head.deadlines)
    assert after.head.state == before.head.state
    row = repository.log(desk.env, before.id)[-1]
    assert (row.kind, row.text, row.print, row.owed) == ("migrated", "2", "", ())
    found = record.export(desk.env, desk.play_out(after, "pass").id, Caller("anna"))
    assert [(each.ply, each.rules_version) for each in found.migrations] == [(before.head.ply, 2)]
    assert (found.rules_version, found.moves[0].move) == (1, "pass")
    proof.check(registry, found)


def test_a_sealed_choice_that_the_new_rules_forbid_falls_and_its_seat_is_asked_anew(desk: Desk) -> None:
    before = sealing(desk)
    upgraded(desk, Stricter())
    done = migrate(desk.env, before.id)
    assert 0 in done.reopened
    after = whole(desk, before)
    assert repository.rules(desk.env, after.roster).sealed(after.head.state, 0) is None
    assert after.head.opened[0] == after.head.version
    assert after.head.deadlines == before.head.deadlines
    row = repository.log(desk.env, before.id)[-1]
    assert row.print == "0"
    assert ("your_turn", 0) in [(owed.category, owed.seat) for owed in row.owed]
    with pytest.raises(IllegalMoveError):
        desk.play(after, 0, {"text": "pass"})
    desk.play(after, 0)
    whole(desk, after)


def test_who_sent_a_choice_before_the_change_is_told_that_it_is_closed(desk: Desk) -> None:
    before = sealing(desk)
    upgraded(desk, Stricter())
    migrate(desk.env, before.id)
    shown = service.look(desk.env, before.id, Caller("anna"))
    assert shown.decision
    assert (shown.decision.sealed, shown.decision.n) == (None, shown.version)


def test_a_trial_changes_nothing(desk: Desk) -> None:
    before = sealing(desk)
    upgraded(desk)
    assert migrate(desk.env, before.id, dry=True).match.roster.rules_at() == 2
    assert desk.load(before) == before


def test_a_match_is_not_carried_over_twice_nor_before_its_start_nor_after_its_end(desk: Desk) -> None:
    match, waiting = desk.table("anna", "bram"), desk.create(ME, OPEN)
    ended = desk.play_out(desk.table("anna", "bram"), "pass")
    upgraded(desk)
    migrate(desk.env, match.id)
    for each, why in ((match, "by version 2 already"), (ended, "is over"), (waiting, "is waiting")):
        with pytest.raises(WrongStatusError, match=why):
            migrate(desk.env, each.id)


def no_counterpart(_state: Any) -> Any:
    """A position that cannot be carried over."""
    raise NotCarriedOverError("There is no such position any more.")


def over(state: Any) -> Any:
    """A position after the end, whatever was there before."""
    return KeerOpKeer().resign(state, 0, Chance(b"over", (), 0))


@pytest.mark.parametrize(
    ("carry", "why"),
    [
        (None, "take nothing over from version 1"),
        (no_counterpart, "cannot be carried over: There is no such position any more"),
        (over, "a migration ends none"),
    ],
)
def test_what_cannot_be_carried_over_goes_on_by_its_own_rules(desk: Desk, carry: Migration | None, why: str) -> None:
    match = desk.load(desk.table("anna", "bram"))
    upgraded(desk, None, carry)
    with pytest.raises(MigrationRefusedError, match=why):
        migrate(desk.env, match.id)
    assert desk.load(match) == match
    assert desk.play(match, 0).match.roster.rules_at() == 1


def test_a_match_that_is_not_where_its_log_leads_is_left_alone(desk: Desk) -> None:
    match = desk.load(desk.table("anna", "bram"))
    other = replace(match.head, state=replace(match.head.state, active=1 - match.head.state.active))
    (put, *_) = repository.writes(match, other, None)
    assert isinstance(put, Put)
    desk.store.commit([Put(put.item)])
    upgraded(desk)
    with pytest.raises(MigrationRefusedError, match="verify it first"):
        migrate(desk.env, match.id)


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("number", [1, 2, 3])
def test_whatever_the_store_does_it_is_carried_over_once(desk: Desk, number: int, fault: Fault) -> None:
    match = sealing(desk)
    upgraded(desk)
    faulty = FaultyStore(desk.store, {number: fault})
    done = migrate(desk.over(faulty), match.id)
    assert faulty.calls[:3] == ["query", "query", "commit"] or number < 3
    assert (done.before, done.match.roster.rules_at()) == (1, 2)
    assert [row.kind for row in repository.log(desk.env, match.id)].count("migrated") == 1
