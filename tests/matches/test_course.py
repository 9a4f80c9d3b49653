"""A course walks a match again: the same positions and dice as in the service, step by step."""

from __future__ import annotations

from dataclasses import replace

import pytest

from chalicelib import games
from chalicelib.matches import course, proof, record, repository
from chalicelib.matches.course import NotedChance
from chalicelib.matches.events import Entry
from chalicelib.rules import Chance, IllegalMoveError
from tests.matches.desk import BOT, ME, Desk

SEED = bytes(range(32))
NONCES = (b"a", b"b")


def test_noted_draws_are_the_draws_and_their_notes() -> None:
    noted, plain = NotedChance(SEED, NONCES, 3), Chance(SEED, NONCES, 3)
    assert noted.dice == ""
    assert noted.roll("gybro*") == plain.roll("gybro*")
    assert noted.shuffle("abc") == plain.shuffle("abc")
    again = Chance(SEED, NONCES, 3)
    assert noted.dice == " ".join(f"{again.below(bound)}/{bound}" for bound in (6, 3, 2))
    assert noted.draws == plain.draws


def test_a_purpose_of_its_own_has_draws_of_its_own() -> None:
    noted, plain = NotedChance(SEED, NONCES, 3, "bot"), Chance(SEED, NONCES, 3, "bot")
    assert noted.below(1000) == plain.below(1000)


@pytest.mark.parametrize("key", games.keys())
def test_the_positions_of_a_course_are_those_of_the_service(key: str) -> None:
    desk = Desk()
    match = desk.create(ME, BOT, game=key)
    seen = {match.head.ply: match.head.state}
    for _ in range(12):
        if desk.to_move(match) != (0,):
            break
        match = desk.play(match, 0).match
        seen[match.head.ply] = match.head.state
    taken = record.played(desk.env, match, repository.log(desk.env, match.id))
    found = {position.ply: position.state for position in course.positions(taken)}
    assert list(found) == list(range(match.head.ply + 1))
    # a choice that is sealed stands in the service's position, and not yet in the record
    assert {ply: found[ply] for ply in seen if not _sealed(desk, key, seen[ply])} == {
        ply: state for ply, state in seen.items() if not _sealed(desk, key, state)
    }
    assert course.last_position(taken).ply == match.head.ply


def _sealed(desk: Desk, key: str, state: object) -> bool:
    game = desk.env.games.get(key)
    return any(game.sealed(state, seat) is not None for seat in (0, 1))


def _over(desk: Desk) -> course.Course:
    match = desk.play_out(desk.table("anna", "bram", game="sequence-dice"))
    return record.played(desk.env, match, repository.log(desk.env, match.id))


def test_a_course_goes_on_from_the_last_position_of_another_with_dice_of_its_own() -> None:
    taken = _over(Desk())
    origin = replace(taken, entries=taken.entries[:6])
    forked = replace(taken, seed=bytes(32), entries=(), origin=origin)
    first = course.first_position(forked)
    assert (first.ply, first.entry, first.dice) == (0, None, "")
    assert first.state == course.last_position(origin).state
    move = taken.entries[6]
    ours, theirs = (
        course.step(each, first.state, Entry(1, move.seat, move.text, "played")) for each in (forked, taken)
    )
    assert ours.dice != theirs.dice


def test_a_move_that_the_rules_refuse_is_refused() -> None:
    taken = _over(Desk())
    first = course.first_position(taken)
    entry = taken.entries[0]
    again = course.step(taken, first.state, entry)
    with pytest.raises(IllegalMoveError):
        course.step(taken, again.state, Entry(2, _to_move(taken, again), entry.text, "played"))


def _to_move(taken: course.Course, position: course.Position) -> int:
    seat: int = taken.game.to_move(position.state)[0]
    return seat


def test_the_course_of_a_record_is_that_of_its_match() -> None:
    desk = Desk()
    match = desk.play_out(desk.table("anna", "bram", game="sequence-dice"))
    rows = repository.log(desk.env, match.id)
    ours = proof.course_of(games, record.of_match(desk.env, match, rows))
    theirs = record.played(desk.env, match, rows)
    assert replace(ours, game=theirs.game) == theirs
    assert list(course.positions(ours)) == list(course.positions(theirs))
