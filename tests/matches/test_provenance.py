"""Whether a record is of a match that was played here: ours are, and whatever somebody made up is not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from chalicelib import games
from chalicelib.matches import marks, proof, record_file, service
from chalicelib.matches.fork import From
from chalicelib.matches.match import Caller
from chalicelib.matches.provenance import Provenance
from chalicelib.matches.record_form import Record
from chalicelib.rules import commitment
from tests.matches.desk import BOT, ME, OPEN, Desk


def _over(visibility: str = "public") -> tuple[Desk, Record]:
    desk = Desk()
    match = desk.create(ME, BOT, game="sequence-dice", visibility=visibility)
    for _ in range(3):
        desk.clock.advance(60)
        match = desk.play(match, 0).match
    service.resign(desk.env, match.id, Caller("anna"))
    return desk, service.export(desk.env, match.id, Caller("anna"))


def test_the_record_of_a_match_is_known_again_whatever_its_players_are_called() -> None:
    desk, record = _over()
    sitters = [sitter.model_copy(update={"name": "Zoe"}) for sitter in record.seats]
    assert service.provenance_of(desk.env, record, Caller()) == Provenance(True, True)
    renamed = record.model_copy(update={"seats": sitters})
    assert service.provenance_of(desk.env, renamed, Caller()) == Provenance(True, False)


def test_a_record_with_another_seed_and_one_with_other_moves_are_told_apart() -> None:
    desk, record = _over()
    text = record.model_dump(mode="json")
    seed = "11" * 32
    other = {**text, "seed": seed, "commitment": commitment(bytes.fromhex(seed), record.match, record.rules_version)}
    assert service.provenance_of(desk.env, record.model_validate(other), Caller()) == Provenance(False)
    later = {**text, "moves": [{**move, "at": record.ended} for move in text["moves"]]}
    forged = record_file.read(json.dumps(marks.marked(later)))
    proof.check(games, forged)
    assert service.provenance_of(desk.env, forged, Caller()) == Provenance(False)


@pytest.mark.parametrize("change", [{"name": "Another match"}, {"level": 2}])
def test_what_no_mark_binds_is_held_against_the_match_here(change: dict[str, Any]) -> None:
    desk, record = _over()
    seats = [record.seats[0], record.seats[1].model_copy(update=change)] if "level" in change else record.seats
    forged = record.model_copy(update={**change, "seats": seats} if "name" in change else {"seats": seats})
    proof.check(games, forged)
    assert service.provenance_of(desk.env, forged, Caller()) == Provenance(False)


def test_names_in_what_a_match_goes_on_from_are_names_too() -> None:
    desk, record = _over()
    match = desk.create(ME, BOT, game="sequence-dice", visibility="public", origin=From("match", record.match, 2))
    service.resign(desk.env, match.id, Caller("anna"))
    told = service.export(desk.env, match.id, Caller("anna"))
    assert told.origin is not None
    sitters = [each.model_copy(update={"name": "Robin"}) for each in told.origin.seats]
    forged = told.model_copy(update={"origin": told.origin.model_copy(update={"seats": sitters})})
    proof.check(games, forged)
    assert service.provenance_of(desk.env, told, Caller()) == Provenance(True, True)
    assert service.provenance_of(desk.env, forged, Caller()) == Provenance(True, False)


def test_a_match_that_has_not_ended_has_no_record() -> None:
    desk, record = _over()
    match = desk.create(ME, OPEN, game="sequence-dice")
    told = record.model_copy(update={"match": match.id, "commitment": match.roster.commitment})
    assert service.provenance_of(desk.env, told, Caller()) == Provenance(False)
    service.leave(desk.env, "anna", match.id)
    assert service.provenance_of(desk.env, told, Caller()) == Provenance(False)


def test_of_a_match_that_is_not_there_or_not_for_the_caller_nothing_is_told() -> None:
    desk, record = _over("private")
    nowhere = record.model_copy(update={"match": "nowhere"})
    assert service.provenance_of(desk.env, nowhere, Caller("anna")) == Provenance(None)
    assert service.provenance_of(desk.env, record, Caller("bram")) == Provenance(None)
    assert service.provenance_of(desk.env, record, Caller("anna")) == Provenance(True, True)
