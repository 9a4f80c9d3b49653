"""Ends that the rules know nothing of: how they are told, and what of them a record can say."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from chalicelib import games
from chalicelib.matches import ending, marks, proof, record, replay, repository, service
from chalicelib.matches.departed import departed
from chalicelib.matches.errors import InvalidMatchError, InvalidRecordError
from chalicelib.matches.events import Entry, How
from chalicelib.matches.fork import From
from chalicelib.matches.match import Caller, Match
from chalicelib.matches.record_form import Record
from chalicelib.matches.turn import Turn
from chalicelib.rules import LANGUAGES, Chance, MatchOverError, Outcome, SeatScore, Termination
from tests.matches.desk import BOT, ME, Desk

SHARED = (SeatScore(0, 1, ()), SeatScore(1, 1, ()))


def _turn(desk: Desk, match: Match) -> Turn:
    match = desk.load(match)
    return Turn(match, desk.game(match), desk.clock.now(), requester=None)


def _keep(desk: Desk, turn: Turn) -> Match:
    """Store a commit that was worked out by hand."""
    before = turn.match.head
    head, row = turn.finish("agreed", turn.version, 0)
    desk.store.commit(repository.writes(turn.match, head, row, roster=turn.match.roster))
    assert head.version == before.version + 1
    return desk.load(turn.match)


def _agreed(desk: Desk, match: Match, seat: int = 1) -> Match:
    turn = _turn(desk, match)
    turn.agree(seat)
    return _keep(desk, turn)


def _record(desk: Desk, match: Match) -> Record:
    return record.export(desk.env, match.id, Caller("anna"))


def test_a_draw_that_was_agreed_on_ends_the_match_for_everybody_who_asks() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    desk.play(match, 0)  # sealed, and on no record
    over = _agreed(desk, match)
    expected = Outcome(Termination.AGREED, (), SHARED)
    assert ending.outcome_of(desk.game(over), over) == expected
    assert (over.head.status, over.head.ending, over.head.due, over.head.ply) == ("over", "agreed", 0, 1)
    assert (over.head.opened, over.head.deadlines, over.head.begun) == ((0, 0),) * 3
    shown = service.look(desk.env, over.id, Caller("anna"))
    assert (shown.outcome, shown.to_move, shown.decision) == (expected, (), None)
    assert [each.deadline for each in shown.seats] == ["", ""]
    (mine,) = service.mine(desk.env, "anna")
    assert (mine.status, mine.my_turn, mine.winners) == ("over", False, ())
    assert [each.category for each in repository.log(desk.env, over.id)[-1].owed] == ["match_ended"] * 2
    with pytest.raises(MatchOverError):
        desk.play(over, 0, {"text": "pass"}, 1)


def test_whoever_had_left_before_a_draw_has_no_place_in_it() -> None:
    desk = Desk()
    match = desk.table("anna", "bram", "cees")
    service.resign(desk.env, match.id, Caller("anna"))
    over = _agreed(desk, match)
    outcome = ending.outcome_of(desk.game(over), over)
    assert outcome is not None
    assert [(each.seat, each.rank) for each in outcome.scores] == [(1, 1), (2, 1), (0, None)]
    assert departed(desk.game(over), over) == {0}
    assert proof.check(games, _record(desk, over)).ply == over.head.ply


def test_a_match_ends_when_the_last_of_its_players_gives_up_and_bots_do_not_go_on_alone() -> None:
    desk = Desk()
    match = desk.create(ME, *[BOT] * 3)
    service.resign(desk.env, match.id, Caller("anna"))
    over = desk.load(match)
    assert (over.head.status, over.head.ending, over.head.due) == ("over", "abandoned", 0)
    row = repository.log(desk.env, match.id)[-1]
    assert [(entry.seat, entry.text, entry.how) for entry in row.entries][-2:] == [
        (0, "resign", "resigned"),
        (0, "abandon", "abandoned"),
    ]
    assert [(each.category, each.player) for each in row.owed] == [("match_ended", "anna")]
    outcome = ending.outcome_of(desk.game(over), over)
    assert outcome == Outcome(Termination.ABANDONED, (), tuple(SeatScore(seat, None, ()) for seat in range(4)))
    assert departed(desk.game(over), over) == {0, 1, 2, 3}
    assert proof.check(games, _record(desk, over)).ply == over.head.ply


def test_a_seat_that_was_taken_is_played_by_the_best_bot_and_abandoned_when_nobody_is_left() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    turn = _turn(desk, match)
    turn.lend(0, retired=True)
    turn.play(0, desk.game(match).legal_moves(turn.state, 0)[0], "lent")
    lent = _keep(desk, turn)
    assert (lent.head.status, lent.roster.seats[0].lent, lent.roster.seats[0].bot_level) == ("running", 2, 2)
    turn = _turn(desk, match)
    turn.play(1, desk.game(match).legal_moves(turn.state, 1)[0], "played")
    turn.lend(1, retired=True)
    over = _keep(desk, turn)
    assert (over.head.ending, over.roster.seats[1].lent) == ("abandoned", 2)
    exported = _record(desk, over)
    assert [(move.seat, move.how) for move in exported.moves] == [(0, "lent"), (1, "played"), (1, "abandoned")]
    assert [seat.level for seat in exported.seats] == [0, 0]
    proof.check(games, exported)


@pytest.mark.parametrize(("how", "expected"), [("resigned", Termination.RESIGNED), ("expelled", Termination.TIMED_OUT)])
def test_a_match_that_ends_with_somebody_expelled_timed_out(how: How, expected: Termination) -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    turn = _turn(desk, match)
    turn.resign(0, how)
    over = _keep(desk, turn)
    outcome = ending.outcome_of(desk.game(over), over)
    assert outcome is not None
    assert (outcome.termination, outcome.winners) == (expected, (1,))
    assert over.head.ending == ("timed_out" if how == "expelled" else "")
    exported = _record(desk, over)
    assert exported.outcome is not None
    assert exported.outcome.termination == expected
    proof.check(games, exported)


def test_a_move_that_was_ordered_is_told_as_played_to_all_but_its_player() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    turn = _turn(desk, match)
    for seat in (0, 1):
        turn.play(seat, desk.game(match).legal_moves(turn.state, seat)[0], "ordered" if seat else "played")
    over = _agreed(desk, _keep(desk, turn))
    assert [each.how for each in _record(desk, over).moves] == ["played", "played", "agreed"]
    told = {name: service.log(desk.env, over.id, Caller(name)) for name in ("anna", "bram", "")}
    assert {name: rows[-2].entries[1][3] for name, rows in told.items()} == {
        "anna": "played",
        "bram": "ordered",
        "": "played",
    }
    proof.check(games, _record(desk, over))


def test_a_replay_ends_with_the_draw_and_play_goes_on_from_before_it_only() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    turn = _turn(desk, match)
    for seat in (0, 1):
        turn.play(seat, desk.game(match).legal_moves(turn.state, seat)[0], "played")
    over = _agreed(desk, _keep(desk, turn))
    told = _record(desk, over)
    last, before = replay.frame(games, told, 3), replay.frame(games, told, 2)
    assert (last.outcome, last.to_move, last.is_open, last.facts(None)) == (
        Outcome(Termination.AGREED, (), SHARED),
        (),
        False,
        (),
    )
    assert (before.outcome, before.to_move, before.is_open, last.state) == (None, (0, 1), True, before.state)
    with pytest.raises(InvalidMatchError):
        desk.create(ME, BOT, origin=From("match", over.id, 3))
    assert desk.create(ME, BOT, origin=From("match", over.id, 2)).head.status == "running"


def _told(how: How = "agreed", text: str = "draw", seat: int = 1, *, bots: int = 0) -> dict[str, Any]:
    """A record of two choices at the same time and the entry that ends it; forged where that is not what it says."""
    desk = Desk()
    match = desk.create(ME, *[BOT] * bots) if bots else desk.table("anna", "bram")
    turn = _turn(desk, match)
    if not turn.entries and not bots:
        for each in (0, 1):
            turn.play(each, desk.game(match).legal_moves(turn.state, each)[-1], "played")
    turn.agree(0)
    told = _record(desk, _keep(desk, turn)).model_dump(mode="json")
    told["moves"][-1] |= {"how": how, "move": text, "seat": seat}
    return told


def _check(told: dict[str, Any]) -> None:
    proof.check(games, Record.model_validate(marks.marked(told)))


@pytest.mark.parametrize(
    ("how", "text", "seat", "why"),
    [
        ("agreed", "abandon", 1, "should be 'draw'"),
        ("abandoned", "draw", 1, "should be 'abandon'"),
        ("abandoned", "abandon", 1, "by its termination, scores"),
        ("expelled", "draw", 1, "should be 'resign'"),
        ("expelled", "resign", 1, "by its termination, winners, scores"),
        ("lent", "draw", 1, "cannot play 'draw'"),
        ("bot", "draw", 1, "cannot have come about as bot"),
    ],
)
def test_a_forged_end_is_refused(how: How, text: str, seat: int, why: str) -> None:
    _check(_told())
    with pytest.raises(InvalidRecordError, match=why):
        _check(_told(how, text, seat))


def test_a_lone_player_cannot_have_agreed_on_a_draw_with_bots_and_bots_leave_no_match() -> None:
    with pytest.raises(InvalidRecordError, match="cannot have come about as agreed"):
        _check(_told(seat=0, bots=2))
    with pytest.raises(InvalidRecordError, match="cannot have come about as agreed"):
        _check(_told(seat=1, bots=2))
    with pytest.raises(InvalidRecordError, match="cannot have come about as abandoned"):
        _check(_told("abandoned", "abandon", 1, bots=2))


def test_nothing_comes_after_the_end_or_amid_choices_that_are_missing() -> None:
    told = _told()
    told["moves"].append({**told["moves"][-1], "ply": 4})
    with pytest.raises(InvalidRecordError, match="cannot have come about as agreed") as refused:
        _check(told)
    assert refused.value.ply == 3
    told = _told()
    del told["moves"][1]
    told["moves"][1]["ply"] = 2
    with pytest.raises(InvalidRecordError, match="cannot have come about as agreed"):
        _check(told)


def test_an_end_without_rules_is_told_with_its_own_outcome_only() -> None:
    others: tuple[dict[str, Any], ...] = (
        {"termination": "normal"},
        {"termination": "abandoned"},
        {"winners": [0]},
        {"scores": []},
    )
    for outcome in others:
        told = _told()
        told["outcome"] |= outcome
        with pytest.raises(InvalidRecordError, match="lead to another end"):
            _check(told)


def test_a_match_cannot_have_gone_on_from_after_a_draw() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    turn = _turn(desk, match)
    for seat in (0, 1):
        turn.play(seat, desk.game(match).legal_moves(turn.state, seat)[0], "played")
    over = _agreed(desk, _keep(desk, turn))
    forked = desk.create(ME, BOT, origin=From("match", over.id, 2))
    service.resign(desk.env, forked.id, Caller("anna"))
    told = _record(desk, forked).model_dump(mode="json")
    _check(told)
    told["origin"] = {**_record(desk, over).model_dump(mode="json"), "outcome": None}
    with pytest.raises(InvalidRecordError, match="cannot go on from where its origin stops"):
        _check(told)


@pytest.mark.parametrize(("how", "told"), [("ordered", "played"), ("lent", "lent"), ("timeout", "timeout")])
def test_how_a_move_is_told(how: How, told: How) -> None:
    assert replace(Entry(1, 0, "pass", "played"), how=how).told == told


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("how", [Termination.AGREED, Termination.ABANDONED])
@pytest.mark.parametrize("key", games.keys())
def test_a_board_says_how_its_match_ended_where_the_rules_did_not_end_it(
    key: str, how: Termination, language: str
) -> None:
    game, chance = games.get(key), Chance(bytes(32), (b"a", b"b"), 0)
    running = game.view(game.initial_state(2, {}, chance), 0)
    over = ending.told_view(running, Outcome(how, (), SHARED))
    words = json.loads(Path(games.__path__[0], key.replace("-", "_"), f"words.{language}.json").read_text("utf-8"))
    for form in (game.text, game.html):
        assert words["endings"][how] in form(over, language)
        assert words["endings"][how] not in form(running, language)
        assert _asks(words["labels"]) not in form(over, language)


def _asks(labels: dict[str, str]) -> str:
    """What a board of this game says of somebody who has to decide."""
    return next(labels[key] for key in ("owes_choose", "legend_choice", "turn", "to_move") if key in labels)
