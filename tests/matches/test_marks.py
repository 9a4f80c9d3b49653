"""Marks: what goes into them and what does not, and that one which was noted tells of whatever was rewritten since."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import pytest

from chalicelib import games
from chalicelib.matches import marks, proof, record, record_file, service
from chalicelib.matches.fork import From
from chalicelib.matches.match import Caller, Match
from tests.matches.desk import BOT, ME, OPEN, Desk
from tests.matches.endings import ended, given_up, short

ANNA, STRANGER = Caller("anna"), Caller()

over_games = pytest.mark.parametrize("key", games.keys())


@lru_cache(maxsize=1)
def _told() -> str:
    return short("sequence-dice")[1].model_dump_json()


def _chain(**changes: Any) -> list[bytes]:
    return list(marks.chain({**json.loads(_told()), **changes}))


def _other_move(**changes: Any) -> list[bytes]:
    moves = json.loads(_told())["moves"]
    moves[2] |= changes
    return _chain(moves=moves)


def _differ(found: list[bytes]) -> list[int]:
    """The plies at which these marks are not those of the record."""
    return [ply for ply, (mark, other) in enumerate(zip(_chain(), found, strict=True)) if mark != other]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("match", "another"),
        ("game", "chess"),
        ("rules_version", 2),
        ("options", {"line_length": 99}),
        ("created", "2020-01-01T00:00:00Z"),
        ("started", "2020-01-01T00:00:00Z"),
        ("commitment", "00" * 32),
        ("nonces", ["00", "11"]),
        ("seats", [{"kind": "bot"}, {"kind": "player"}]),
    ],
)
def test_whatever_a_match_began_with_is_in_every_mark(name: str, value: Any) -> None:
    assert _differ(_chain(**{name: value})) == list(range(len(_chain())))


@pytest.mark.parametrize("change", [{"move": "a1"}, {"how": "timeout"}, {"at": "2020-01-01T00:00:00Z"}, {"seat": 9}])
def test_a_move_is_in_its_own_mark_and_all_that_follow(change: dict[str, Any]) -> None:
    assert _differ(_other_move(**change)) == list(range(3, len(_chain())))


def test_dice_names_levels_the_secret_and_the_end_are_in_none() -> None:
    seats = [{**seat, "name": "Zed", "level": 9} for seat in json.loads(_told())["seats"]]
    assert _differ(_chain(name="Zed", seats=seats, seed="", ended="", outcome=None, dice="", mark="")) == []
    assert _differ(_other_move(dice="0/7", mark="")) == []


def test_changes_of_the_rules_are_in_the_marks_of_the_moves_behind_them() -> None:
    one, two = ({"ply": 3, "rules_version": version} for version in (2, 3))
    assert _differ(_chain(migrations=[one])) == _differ(_chain(migrations=[two])) == list(range(4, len(_chain())))
    assert _chain(migrations=[one, two])[-1] != _chain(migrations=[two])[-1]


def test_what_a_match_goes_on_from_is_in_its_marks_with_all_its_rules() -> None:
    origin = json.loads(_told())
    last = len(origin["moves"])
    changed = [{**origin, "migrations": [{"ply": last, "rules_version": version}]} for version in (2, 3)]
    moved = {**origin, "moves": origin["moves"][:-1]}
    assert len({_chain(origin=each)[0] for each in (None, origin, *changed, moved)}) == 5


@pytest.mark.parametrize("value", ["é \u2028 \U0001f3b2", 'a"b\\c\n', True, -1])
def test_options_of_any_letters_have_a_mark(value: Any) -> None:
    assert len(_chain(options={"b": value, "a": value})[0]) == 32
    assert _differ(_chain(options={"b": value, "a": value})) == list(range(len(_chain())))
    assert _chain(options={"b": value, "a": value}) == _chain(options={"a": value, "b": value})


Rewriting = Callable[[dict[str, Any]], object]


def _at_another_time(told: dict[str, Any]) -> None:
    told["ended"] = "2027-01-15T08:00:00Z"
    for move in told["moves"]:
        move["at"] = told["ended"]


def _in_another_way(told: dict[str, Any]) -> None:
    told["moves"][0]["how"] = "timeout"


@pytest.mark.parametrize("rewrite", [_at_another_time, _in_another_way])
def test_a_record_that_was_written_anew_holds_and_differs_from_every_mark_that_was_noted(rewrite: Rewriting) -> None:
    first = _passing()
    told = json.loads(first)
    rewrite(told)
    again = marks.marked(told)
    proof.check(games, record_file.read(json.dumps(again)))
    noted = [move["mark"] for move in json.loads(first)["moves"]]
    assert not {move["mark"] for move in again["moves"]} & set(noted)
    assert again["mark"] == told["mark"]


def _passing() -> str:
    """A record that begins with somebody who passed, as the clock would have."""
    desk = Desk()
    match = desk.table("anna", "bram")
    for seat in (0, 1):
        match = desk.play(match, seat, {"text": "pass"}).match
    return record.export(desk.env, given_up(desk, match, 0).id, ANNA).model_dump_json()


def _noted(desk: Desk, match: Match) -> tuple[int, str]:
    found = service.fairness(desk.env, match.id, STRANGER)["mark"]
    return found["ply"], found["mark"]


@over_games
def test_the_newest_mark_of_a_running_match_is_in_its_record_at_the_end(key: str) -> None:
    desk = Desk()
    match = desk.table("anna", "bram", game=key)
    noted = {_noted(desk, match)}
    for _ in range(8):
        desk.clock.advance(3_601)
        match = desk.play(match, desk.to_move(match)[0]).match
        noted.add(_noted(desk, match))
    assert len(noted) > 4
    match = given_up(desk, match, 0)
    told = record.export(desk.env, match.id, ANNA)
    shown = {(0, told.mark), *((move.ply, move.mark) for move in told.moves)}
    assert noted <= shown
    assert _noted(desk, match) == (len(told.moves), told.moves[-1].mark)
    assert proof.check(games, told).state == match.head.state


def test_there_is_none_before_the_start_nor_where_a_match_was_called_off() -> None:
    desk = Desk()
    match = desk.create(ME, OPEN)
    assert service.fairness(desk.env, match.id, STRANGER)["mark"] is None
    service.leave(desk.env, "anna", match.id)
    assert service.fairness(desk.env, match.id, STRANGER)["mark"] is None


def test_a_sealed_choice_leaves_no_trace_in_it() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    before = _noted(desk, match)
    for text in ("pass", None, "pass"):
        match = desk.play(match, 0, {"text": text} if text else None).match
        assert _noted(desk, match) == before == (0, before[1])
    service.retract(desk.env, match.id, 0, match.head.opened[0], ANNA)
    assert _noted(desk, match) == before
    for seat in (0, 1):
        match = desk.play(match, seat).match
    assert _noted(desk, match)[0] == 2


def test_it_goes_through_matches_that_go_on_from_another() -> None:
    desk = Desk()
    match = ended(desk, "anna", "bram", game="sequence-dice")
    noted = list[tuple[int, str]]()
    for _ in range(2):
        fork = desk.create(ME, BOT, origin=From("match", match.id, 2), game="")
        noted.append(_noted(desk, fork))
        match = given_up(desk, fork, 3)
    told = record.export(desk.env, match.id, ANNA)
    assert told.origin
    assert noted == [(1, told.origin.moves[0].mark), (1, told.moves[0].mark)]
    assert told.origin.ended == told.origin.moves[-1].at
    assert told.ended == told.moves[-1].at
    proof.check(games, told)


def _ends() -> Iterator[tuple[str, Match, Desk]]:
    for number, key in enumerate(games.keys()):
        desk = Desk()
        match = desk.table("anna", "bram", game=key)
        if number % 2:
            desk.clock.advance(match.roster.pace.decision_time + 1)
            service.sweep(desk.env)
        desk.clock.advance(77)
        yield key, given_up(desk, desk.load(match), 1), desk


def test_a_match_ends_with_its_last_move() -> None:
    for key, match, desk in _ends():
        told = record.export(desk.env, match.id, ANNA)
        assert told.ended == told.moves[-1].at, key
