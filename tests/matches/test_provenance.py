"""Whether a record is of a match that was played here: ours are, and whatever somebody made up is not."""

from __future__ import annotations

import json

from chalicelib import games
from chalicelib.matches import marks, proof, record_file, service
from chalicelib.matches.match import Caller
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
    assert service.played_here(desk.env, record, Caller()) is True
    assert service.played_here(desk.env, record.model_copy(update={"seats": sitters}), Caller()) is True


def test_a_record_with_another_seed_and_one_with_other_moves_are_told_apart() -> None:
    desk, record = _over()
    text = record.model_dump(mode="json")
    seed = "11" * 32
    other = {**text, "seed": seed, "commitment": commitment(bytes.fromhex(seed), record.match, record.rules_version)}
    assert service.played_here(desk.env, record.model_validate(other), Caller()) is False
    later = {**text, "moves": [{**move, "at": record.ended} for move in text["moves"]]}
    forged = record_file.read(json.dumps(marks.marked(later)))
    proof.check(games, forged)
    assert service.played_here(desk.env, forged, Caller()) is False


def test_a_match_that_has_not_ended_has_no_record() -> None:
    desk, record = _over()
    match = desk.create(ME, OPEN, game="sequence-dice")
    told = record.model_copy(update={"match": match.id, "commitment": match.roster.commitment})
    assert service.played_here(desk.env, told, Caller()) is False
    service.leave(desk.env, "anna", match.id)
    assert service.played_here(desk.env, told, Caller()) is False


def test_of_a_match_that_is_not_there_or_not_for_the_caller_nothing_is_told() -> None:
    desk, record = _over("private")
    nowhere = record.model_copy(update={"match": "nowhere"})
    assert service.played_here(desk.env, nowhere, Caller("anna")) is None
    assert service.played_here(desk.env, record, Caller("bram")) is None
    assert service.played_here(desk.env, record, Caller("anna")) is True
