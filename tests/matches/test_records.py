"""Records that players bring in: checked, kept word by word, found by their id, taken back by who brought them."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest

from chalicelib import games
from chalicelib.matches import record, records, service
from chalicelib.matches.errors import ForbiddenError, InvalidRecordError, RecordNotFoundError
from chalicelib.matches.fork import From
from chalicelib.matches.match import Caller
from chalicelib.matches.record_form import Record
from chalicelib.players.errors import TooManyRequestsError
from chalicelib.players.ports import StoreError
from tests.adapters.faults import FAULTS, Fault, FaultyStore
from tests.matches.desk import BOT, ME, Desk
from tests.matches.endings import ended, given_up, short

ANNA = Caller("anna")

over_games = pytest.mark.parametrize("key", games.keys())


@over_games
def test_export_import_export_is_the_same_byte_by_byte(key: str) -> None:
    desk = Desk()
    text = record.export(desk.env, ended(desk, "anna", "bram", game=key).id, ANNA).model_dump_json()
    found = records.keep(desk.env, "bram", Record.model_validate(json.loads(text)))
    assert found.is_new
    assert records.kept(desk.env, found.id).model_dump_json() == text


def test_so_it_is_where_a_match_goes_on_from_another() -> None:
    desk = Desk()
    match = ended(desk, "anna", "bram", game="sequence-dice")
    for _ in range(2):
        match = given_up(desk, desk.create(ME, BOT, origin=From("match", match.id, 2), game=""), 3)
    told = record.export(desk.env, match.id, ANNA)
    assert told.origin
    assert told.origin.origin
    name = records.keep(desk.env, "bram", told).id
    assert records.kept(desk.env, name).model_dump_json() == told.model_dump_json()


def test_the_same_record_has_the_same_id_whoever_brings_it_in_and_however_it_is_written() -> None:
    desk, (_, told) = Desk(), short("keer-op-keer")
    turned = {**json.loads(told.model_dump_json()), "options": dict(reversed(told.options.items()))}
    found = [
        records.keep(desk.env, player, each)
        for player, each in (("anna", told), ("anna", Record.model_validate(turned)), ("bram", told))
    ]
    assert [each.is_new for each in found] == [True, False, False]
    assert len({each.id for each in found}) == 1
    assert records.record_id(told.model_copy(update={"name": "Another"})) != found[0].id


def test_a_record_that_does_not_hold_is_not_kept_but_counts() -> None:
    desk, (_, told) = Desk(), short("sequence-dice")
    wrong = told.model_copy(update={"moves": told.moves[:-1]})
    with pytest.raises(InvalidRecordError):
        records.keep(desk.env, "anna", wrong)
    with pytest.raises(RecordNotFoundError):
        records.kept(desk.env, records.record_id(wrong))
    for _ in range(records.IMPORTS.limit - 1):
        with pytest.raises(InvalidRecordError):
            records.keep(desk.env, "anna", wrong)
    with pytest.raises(TooManyRequestsError):
        records.keep(desk.env, "anna", told)
    assert records.keep(desk.env, "bram", told).is_new
    assert not records.keep(desk.env, "anna", told).is_new  # known by now: there is nothing to check


def test_a_record_that_is_too_long_to_be_stored_is_refused() -> None:
    _, told = short("sequence-dice")
    move = told.moves[0]
    noise = [
        move.model_copy(update={"move": "".join(chr(200 + (each * 7919 + at) % 20_000) for at in range(400))})
        for each in range(1_000)
    ]
    with pytest.raises(InvalidRecordError, match="too long"):
        records.packed(told.model_copy(update={"moves": noise}))


def test_it_is_gone_once_all_who_brought_it_in_have_taken_it_back() -> None:
    desk, (_, told) = Desk(), short("passing-game")
    name = records.keep(desk.env, "anna", told).id
    records.keep(desk.env, "bram", told)
    with pytest.raises(ForbiddenError):
        records.drop(desk.env, "cees", name)
    records.drop(desk.env, "anna", name)
    assert records.kept(desk.env, name) == told
    assert not records.is_bringer(desk.env, "anna", name)
    records.drop(desk.env, "bram", name)
    with pytest.raises(RecordNotFoundError):
        records.kept(desk.env, name)
    with pytest.raises(RecordNotFoundError):
        records.drop(desk.env, "bram", name)
    assert records.keep(desk.env, "anna", told).is_new


def test_everybody_has_a_list_of_their_own_newest_first() -> None:
    desk = Desk()
    for key in ("sequence-dice", "passing-game"):
        records.keep(desk.env, "anna", short(key)[1])
        desk.clock.advance(60)
    assert [each.game for each in records.my_records(desk.env, "anna")] == ["passing-game", "sequence-dice"]
    assert records.my_records(desk.env, "bram") == []
    records.keep(desk.env, "bram", short("passing-game")[1])
    records.drop_all(desk.env, "anna")
    assert records.my_records(desk.env, "anna") == []
    assert records.kept(desk.env, records.record_id(short("passing-game")[1])) == short("passing-game")[1]
    with pytest.raises(RecordNotFoundError):
        records.kept(desk.env, records.record_id(short("sequence-dice")[1]))


@pytest.mark.parametrize("fault", FAULTS)
def test_whatever_call_fails_a_repeat_keeps_it_once_and_takes_it_back_once(fault: Fault) -> None:
    _, told = short("sequence-dice")
    counted = FaultyStore(Desk().store, {})
    service.keep(Desk().over(counted), "anna", told)
    assert counted.calls == ["get", "get", "commit", "get", "commit"]
    for number, _ in enumerate(counted.calls, 1):
        desk = Desk()
        with suppress(StoreError):
            service.keep(desk.over(FaultyStore(desk.store, {number: fault})), "anna", told)
        name = service.keep(desk.env, "anna", told).id
        assert records.kept(desk.env, name) == told
        assert [each.id for each in records.my_records(desk.env, "anna")] == [name]
        with suppress(StoreError):
            service.drop(desk.over(FaultyStore(desk.store, {number: fault})), "anna", name)
        with suppress(RecordNotFoundError):
            service.drop(desk.env, "anna", name)
        assert records.my_records(desk.env, "anna") == []
        with pytest.raises(RecordNotFoundError):
            records.kept(desk.env, name)
