"""What if: matches that begin with a position of another one, and what cannot be gone on from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from chalicelib import games
from chalicelib.matches import course, fork, origin, proof, record, records, replay, repository, service
from chalicelib.matches.errors import InvalidMatchError, MatchNotFoundError, RecordNotFoundError, WrongStatusError
from chalicelib.matches.fork import From
from chalicelib.matches.match import Caller, Head, Match, Pace, Roster, Seat
from chalicelib.matches.record_form import Record
from chalicelib.rules import commitment
from tests.games.walks import Setting
from tests.matches.desk import BOT, ME, OPEN, Desk
from tests.matches.endings import ended, given_up, short
from tests.matches.exports import Silent, decide

ANNA = Caller("anna")
MANY = 5_000

over_games = pytest.mark.parametrize("key", games.keys())


def whole_plies(told: Record) -> Iterator[int]:
    """Every ply of a record at which nothing is sealed and the match is not over."""
    here: int | None = 0
    while here is not None:
        frame = replay.frame(games, told, here)
        if frame.is_open:
            yield frame.ply
        here = frame.following


def gone_on(desk: Desk, setting: Setting, name: str, ply: int, most: int) -> Record:
    """The record of a match that goes on from a record that was brought in.

    It is played by lot, to its end or for so many decisions, after which they give up one by one.
    """
    start = fork.start(desk.env, From("record", name, ply), ANNA)
    told, seed, match_id = start.record, bytes([ply]) * 32, f"goes on from {ply}"
    bot = Seat("bot", name="Pip", level=1)
    seats = [bot if each in start.left else Seat("player", str(each), "Anna") for each in range(setting.seats)]
    promise = commitment(seed, match_id, start.rules_version)
    table = (told.game, start.rules_version, told.options, tuple(seats), Pace(), "unlisted", "0", 1_900_000_000)
    roster = Roster(match_id, told.name, *table, seed.hex(), promise, origin=start.origin)  # type: ignore[arg-type]
    desk.store.commit([origin.keeping(match_id, told)])
    turn = Silent(Match(roster, Head(version=1, status="waiting")), setting.game, 1_900_000_000, requester=None)
    turn.start(start.state)
    lot, gone = setting.chance(ply, "walk"), set(start.left)
    while owing := setting.game.to_move(turn.state):
        people = [seat for seat in owing if seat not in gone and not turn.match.roster.seats[seat].is_played_by_bot]
        most -= 1
        if most < 0 and people:
            gone.add(people[0])
            turn.resign(people[0])
        else:
            decide(setting, turn, lot, gone)
    head, row = turn.finish("moved", 1)
    return record.of_match(desk.env, Match(turn.match.roster, head), [row])


@over_games
def test_from_every_position_play_goes_on_to_an_end_that_proves_itself(key: str) -> None:
    desk, (setting, told) = Desk(), short(key)
    name = records.keep(desk.env, "anna", told).id
    plies = list(whole_plies(told))
    assert len(plies) > 2
    for ply in plies:
        found = gone_on(desk, setting, name, ply, MANY if ply in (plies[0], plies[-1]) else 6)
        assert found.origin == origin.cut(told, ply)
        assert found.dice == ""
        proof.check(games, found)


@over_games
def test_a_match_begins_with_the_very_position(key: str) -> None:
    desk = Desk()
    before = ended(desk, "anna", "bram", game=key)
    told = record.export(desk.env, before.id, ANNA)
    ply = replay.frame(games, told, len(told.moves) // 2).ply
    match = desk.create(ME, OPEN, game="", player="cees", origin=From("match", before.id, ply))
    assert match.roster.options == before.roster.options
    assert (match.roster.seed, match.roster.commitment) != (before.roster.seed, before.roster.commitment)
    match = service.join(desk.env, "dora", match.id)
    assert match.head.status == "running"
    states = list(course.positions(record.played(desk.env, before, repository.log(desk.env, before.id))))
    first = replace(record.played(desk.env, match, repository.log(desk.env, match.id)), entries=())
    assert course.last_position(first).state == states[ply].state
    match = given_up(desk, match)
    assert desk.replayed(match) == match.head.state
    proof.check(games, record.export(desk.env, match.id, Caller("cees")))


def test_a_start_tells_no_news_of_what_was_before() -> None:
    desk = Desk()
    before = ended(desk, "anna", "bram", game="sequence-dice")
    match = desk.create(ME, OPEN, origin=From("match", before.id, 3), game="")
    match = service.join(desk.env, "bram", match.id)
    started = next(row for row in repository.log(desk.env, match.id) if row.kind == "started")
    assert (started.facts, started.draws) == ((), ())
    assert [owed.category for owed in started.owed] == ["match_started", "match_started"]


def test_hidden_things_lie_as_they_lay() -> None:
    desk = Desk()
    before = ended(desk, "anna", "bram", game="passing-game")
    told = record.export(desk.env, before.id, ANNA)
    match = desk.create(ME, BOT, origin=From("match", before.id, 4), game="")
    first = list(course.positions(record.played(desk.env, before, repository.log(desk.env, before.id))))[4].state
    assert replay.frame(games, told, 4).state == first
    drawn = record.played(desk.env, match, repository.log(desk.env, match.id))
    assert course.first_position(drawn).state == first


def test_a_fork_of_a_fork_goes_as_deep_as_a_record_may() -> None:
    desk = Desk()
    match = ended(desk, "anna", "bram", game="sequence-dice")
    for _ in range(proof.DEEPEST - 1):
        match = desk.create(ME, BOT, origin=From("match", match.id, 1), game="")
        match = given_up(desk, match, 2)
        proof.check(games, record.export(desk.env, match.id, ANNA))
    with pytest.raises(InvalidMatchError, match="stand behind one another"):
        desk.create(ME, BOT, origin=From("match", match.id, 1), game="")


def test_who_had_left_stays_out() -> None:
    desk = Desk()
    match = desk.table("anna", "bram", "cees")
    service.resign(desk.env, match.id, Caller("bram"))
    told = record.export(desk.env, given_up(desk, match, 2).id, ANNA)
    before, after = From("match", match.id, 0), From("match", match.id, 1)
    assert desk.create(ME, OPEN, OPEN, origin=before, game="").head.status == "waiting"
    with pytest.raises(InvalidMatchError, match="Seat 1 had left the match by then") as refused:
        desk.create(ME, OPEN, OPEN, origin=after, game="")
    assert refused.value.field == "seat-1"
    found = desk.create(ME, BOT, OPEN, origin=after, game="")
    found = given_up(desk, service.join(desk.env, "dora", found.id))
    exported_again = record.export(desk.env, found.id, ANNA)
    proof.check(games, exported_again)
    assert {move.seat for move in exported_again.moves} == {0, 2}
    assert origin.left(told) == {0, 1}
    assert 1 in origin.left(exported_again)


def test_a_bot_plays_on_for_the_partner_of_who_had_left() -> None:
    desk = Desk()
    match = desk.table("anna", "bram", "cees", "dora", game="passing-game", options={"partnership": True})
    service.resign(desk.env, match.id, Caller("bram"))
    match = given_up(desk, match, 4)
    ply = next(each for each in whole_plies(record.export(desk.env, match.id, ANNA)) if each > 2)
    found = desk.create(ME, BOT, BOT, BOT, game="", origin=From("match", match.id, ply))
    told = record.export(desk.env, given_up(desk, found, 3).id, ANNA)
    proof.check(games, told)
    assert {move.how for move in told.moves if move.seat == 1} == {"bot"}


def test_a_match_needs_somebody_who_is_still_in_it() -> None:
    desk = Desk()
    match = desk.table("anna", "bram", "cees")
    service.resign(desk.env, match.id, Caller("bram"))
    given_up(desk, match)
    with pytest.raises(InvalidMatchError, match="at least one human seat"):
        desk.create(BOT, BOT, BOT, origin=From("match", match.id, 1), game="")


def test_what_cannot_be_gone_on_from_is_refused() -> None:
    desk = Desk()
    running = desk.table("anna", "bram")
    with pytest.raises(WrongStatusError, match="once it has ended"):
        desk.create(ME, BOT, origin=From("match", running.id, 0), game="")
    over = ended(desk, "anna", "bram")
    last = over.head.ply
    cases = [
        (last, "The match is over there"),
        (last + 1, f"positions 0 to {last}"),
        (-1, f"positions 0 to {last}"),
        (1, "At ply 1 choices are sealed. Go on from 0 or 2."),
    ]
    for ply, said in cases:
        with pytest.raises(InvalidMatchError, match=said):
            desk.create(ME, BOT, origin=From("match", over.id, ply), game="")
    with pytest.raises(MatchNotFoundError):
        desk.create(ME, BOT, origin=From("match", "nowhere", 0), game="")
    with pytest.raises(RecordNotFoundError):
        desk.create(ME, BOT, origin=From("record", "nowhere", 0), game="")


def test_game_options_and_seats_are_those_of_the_match_before() -> None:
    desk = Desk()
    over = ended(desk, "anna", "bram", options={"sheet": "blue"})
    whence = From("match", over.id, 2)
    found = desk.create(ME, BOT, origin=whence, options={"sheet": "blue"})
    assert (found.roster.game, found.roster.options["sheet"]) == ("keer-op-keer", "blue")
    cases: list[tuple[tuple[service.SeatWish, ...], dict[str, Any], str, str]] = [
        ((ME, BOT), {"game": "sequence-dice"}, "the game it was", "game"),
        ((ME, BOT), {"options": {"sheet": "red"}}, "the options it had", "options"),
        ((ME, BOT), {"options": {"chips": 1}}, "the options it had", "options"),
        ((ME, BOT, BOT), {}, "2 seats, not with 3", "seats"),
    ]
    for seats, wish, said, field in cases:
        with pytest.raises(InvalidMatchError, match=said) as refused:
            desk.create(*seats, origin=whence, **{"game": "", **wish})
        assert refused.value.field == field
    with pytest.raises(InvalidMatchError, match="Name a game"):
        desk.create(ME, BOT, game="")


def test_a_match_is_no_easier_to_find_than_what_it_goes_on_from() -> None:
    desk = Desk()
    seat = service.SeatWish("player", "bram")
    match = desk.create(ME, seat, visibility="private")
    match = given_up(desk, service.join(desk.env, "bram", match.id))
    whence = From("match", match.id, 2)
    for visibility in ("public", "unlisted"):
        with pytest.raises(InvalidMatchError, match=f"is private, so it cannot be {visibility}"):
            desk.create(ME, BOT, origin=whence, game="", visibility=visibility)
    assert desk.create(ME, BOT, origin=whence, game="", visibility="private").roster.origin
    assert desk.create(ME, BOT, origin=whence, game="", visibility=None).roster.visibility == "private"
    with pytest.raises(MatchNotFoundError):
        desk.create(ME, BOT, player="cees", origin=whence, game="", visibility="private")
    name = records.keep(desk.env, "cees", record.export(desk.env, match.id, ANNA)).id
    wish: dict[str, Any] = {"player": "cees", "origin": From("record", name, 2), "game": ""}
    assert desk.create(ME, BOT, **wish, visibility=None).roster.visibility == "unlisted"
    with pytest.raises(InvalidMatchError, match="is unlisted, so it cannot be public"):
        desk.create(ME, BOT, player="cees", origin=From("record", name, 2), game="", visibility="public")


def test_a_match_leaves_room_for_moves_of_its_own_in_its_record() -> None:
    desk = Desk()
    told = record.export(desk.env, ended(desk, "anna", "bram").id, ANNA)
    before = told.model_copy(update={"moves": told.moves[:1] * 5_999})
    one, two = (told.model_copy(update={"origin": before, "moves": told.moves[:most]}) for most in (1, 2))
    assert (fork.has_room(one), fork.has_room(two)) == (True, False)


def test_a_match_keeps_all_it_goes_on_from() -> None:
    desk = Desk()
    over = ended(desk, "anna", "bram")
    name = records.keep(desk.env, "anna", record.export(desk.env, over.id, ANNA)).id
    match = desk.create(ME, BOT, origin=From("record", name, 2), game="")
    records.drop(desk.env, "anna", name)
    match = given_up(desk, match)
    told = record.export(desk.env, match.id, ANNA)
    proof.check(games, told)
    assert told.origin
    assert (told.origin.match, len(told.origin.moves)) == (over.id, 2)
    whence = match.roster.origin
    assert whence
    assert (whence.kind, whence.id, whence.ply, whence.name) == ("record", name, 2, over.roster.name)
