"""Records step by step: what is shown is what was shown then, and nothing amid sealed choices."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from chalicelib import games
from chalicelib.matches import course, proof, record, replay, repository, service
from chalicelib.matches.errors import MatchNotFoundError, PositionNotFoundError, WrongStatusError
from chalicelib.matches.match import Caller
from chalicelib.matches.record_form import Record
from tests.games.table import Table
from tests.matches.desk import Desk
from tests.matches.endings import ended, given_up, short
from tests.playthroughs.playthrough import kept_of, path_of, read, stride_of
from tests.playthroughs.recording import record_of

ANNA = Caller("anna")
A_GAME = 3


def _few(key: str) -> list[str]:
    """The names of a few playthroughs of a game that note every act, not the very shortest."""
    sizes = {name: path_of(key, name).stat().st_size for name in kept_of(key)[games.meta(key).rules_version]}
    names = sorted(sizes, key=sizes.__getitem__)[4:]
    return [name for name in names if stride_of(read(key, name)) == 1][:A_GAME]


def _changed(before: Any, changes: dict[str, Any]) -> Any:
    """A JSON value with the changes of a playthrough's row put in."""
    holder = [copy.deepcopy(before)]
    for path, value in changes.items():
        target, keys = holder, ["0", *path.split("/")[1:]]
        for key in keys[:-1]:
            target = target[int(key) if isinstance(target, list) else key]
        place: Any = int(keys[-1]) if isinstance(target, list) else keys[-1]
        target[place] = _grown(target[place], value["+"]) if isinstance(value, dict) and "+" in value else value
    return holder[0]


def _grown(before: list[Any], added: list[list[Any]]) -> list[Any]:
    grown = list(before)
    for place, item in added:
        grown.insert(place, item)
    return grown


def _shown_then(file: dict[str, Any]) -> Iterator[tuple[int, dict[int | None, Any]]]:
    """What everybody saw at every position of a playthrough with nothing sealed: its ply, and the views by seat."""
    told = file["record"]
    table = Table(games.get(told["game"]), len(told["seats"]), told["options"], told["match"])
    public: Any = None
    own: dict[str, Any] = {}
    for row in file["positions"]:
        if "act" in row:
            table.act(*row["act"])
        public = row["public"] if public is None else _changed(public, row.get("public", {}))
        own.update(row.get("own", {}))
        if replay.is_whole(table.game, table.state, table.seats):
            seen: dict[int | None, Any] = {int(seat): _changed(public, changes) for seat, changes in own.items()}
            yield len(table.record), {None: public, **seen}


@pytest.mark.parametrize("key", games.keys())
def test_every_position_is_shown_as_it_was_shown_then(key: str) -> None:
    for name in _few(key):
        file = read(key, name)
        told = Record.model_validate(record_of(file))
        frames, compared = {frame.ply: frame for frame in frames_of(told)}, set()
        for ply, views in _shown_then(file):
            for seat, view in views.items():
                assert repository.plain(frames[ply].view(seat)) == view, (name, ply, seat)
            compared.add(ply)
        assert compared <= frames.keys()
        # who gave up may have left choices of others sealed, which the record has only where they were opened
        assert all(frames[ply].moves[-1].how == "resigned" for ply in frames.keys() - compared)


def frames_of(told: Record) -> Iterator[replay.Frame]:
    """Every whole position of a record in turn, each found from the one before."""
    ply: int | None = 0
    while ply is not None:
        frame = replay.frame(games, told, ply)
        yield frame
        ply = frame.following


@pytest.mark.parametrize("key", games.keys())
def test_steps_lead_there_and_back_and_tell_every_move_once(key: str) -> None:
    _, told = short(key)
    frames = list(frames_of(told))
    assert [frame.previous for frame in frames] == [None, *(frame.ply for frame in frames[:-1])]
    assert [move for frame in frames for move in frame.moves] == told.moves
    assert " ".join(frame.dice for frame in frames if frame.dice).split() == _dice(told)
    assert [frame.is_open for frame in frames] == [True] * (len(frames) - 1) + [False]
    assert frames[-1].ply == frames[-1].last == len(told.moves)
    assert frames[-1].state == course.last_position(proof.course_of(games, told)).state


def _dice(told: Record) -> list[str]:
    return " ".join([told.dice, *(move.dice for move in told.moves)]).split()


def test_there_is_no_position_amid_sealed_choices() -> None:
    desk = Desk()
    told = record.export(desk.env, ended(desk, "anna", "bram").id, ANNA)
    assert [replay.frame(games, told, ply).ply for ply in (0, 1, 2, 3)] == [0, 2, 2, 4]
    both = replay.frame(games, told, 1)
    assert [move.seat for move in both.moves] == [0, 1]
    assert [fact.kind for fact in both.facts(0)] == ["placed", "placed", "roll_free"]
    assert both.facts(None) == both.facts(0) == both.facts(1)


def test_a_match_tells_of_its_start() -> None:
    desk = Desk()
    told = record.export(desk.env, ended(desk, "anna", "bram", game="sequence-dice").id, ANNA)
    kinds = {fact.kind for fact in replay.frame(games, told, 0).facts(None)}
    assert {"start", "begins"} <= kinds


def test_what_a_seat_learnt_alone_is_told_through_its_eyes_only() -> None:
    desk = Desk()
    told = record.export(desk.env, ended(desk, "anna", "bram", game="passing-game", decisions=40).id, ANNA)
    drew = next(frame for frame in frames_of(told) if frame.moves and frame.moves[0].move == "draw")
    seat = drew.moves[0].seat
    assert drew.facts(seat) != drew.facts(None) == drew.facts(1 - seat)


def test_who_gave_up_is_told_from_then_on() -> None:
    desk = Desk()
    match = desk.table("anna", "bram", "cees")
    service.resign(desk.env, match.id, Caller("bram"))
    told = record.export(desk.env, given_up(desk, match).id, ANNA)
    assert [sorted(replay.frame(games, told, ply).left) for ply in (0, 1, 2)] == [[], [1], [1]]


def test_a_ply_that_is_not_there_is_not_found() -> None:
    desk = Desk()
    told = record.export(desk.env, ended(desk, "anna", "bram").id, ANNA)
    for ply in (-1, len(told.moves) + 1):
        with pytest.raises(PositionNotFoundError):
            replay.frame(games, told, ply)


def test_only_matches_that_have_ended_are_replayed_and_only_by_those_who_may_see_them() -> None:
    desk = Desk()
    running, waiting = desk.table("anna", "bram"), desk.create(service.SeatWish("me"), service.SeatWish("open"))
    for match in (running, waiting):
        with pytest.raises(WrongStatusError, match="once it has ended"):
            replay.source(desk.env, "match", match.id, ANNA)
    match = desk.create(service.SeatWish("me"), service.SeatWish("player", "bram"), visibility="private")
    match = given_up(desk, service.join(desk.env, "bram", match.id))
    assert replay.source(desk.env, "match", match.id, ANNA).visibility == "private"
    for caller in (Caller(), Caller("cees")):
        with pytest.raises(MatchNotFoundError):
            replay.source(desk.env, "match", match.id, caller)
