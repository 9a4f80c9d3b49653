"""Deadlines that pass: each is played for, the last in a row takes the seat, and everybody at the table is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any

import pytest

from chalicelib import games
from chalicelib.matches import proof, record, repository, retiring, service
from chalicelib.matches.ending import outcome_of
from chalicelib.matches.errors import OutOfTimeError
from chalicelib.matches.events import LogRow
from chalicelib.matches.match import Caller, Match, Pace, Successor
from chalicelib.matches.pace import DAY, HOUR
from chalicelib.rules import MatchOverError, NotToMoveError, Termination
from tests.admin.desk import flaws
from tests.matches.desk import BOT, ME, OPEN, Desk
from tests.matches.time_passing import left_alone, run_out, until_due

NO_REMINDERS = Pace(ladder=(), misses=2)
TEAMS = {"partnership": True, "target": 30}
NAMES = ("anna", "bram", "cees", "dora", "elin", "faan")


def newest(desk: Desk, match: Match) -> LogRow:
    return next(repository.newest(desk.env, desk.load(match), 1))


def told(row: LogRow) -> dict[str, list[str]]:
    """Which notices a commit owes whom."""
    found: dict[str, list[str]] = {}
    for each in row.owed:
        found.setdefault(each.player, []).append(each.category)
    return found


def table(desk: Desk, then: Successor, *names: str, misses: int = 2, game: str = "sequence-dice") -> Match:
    return desk.table(*names, game=game, pace=replace(NO_REMINDERS, misses=misses), then=then)


def play_until(desk: Desk, match: Match, seat: int) -> None:
    """Let the others play until it is this seat's turn."""
    while (owing := desk.to_move(match)[0]) != seat:
        desk.play(match, owing)


def miss(desk: Desk, match: Match) -> LogRow:
    """Let the next deadline pass; the row that came of it."""
    until_due(desk, match)
    return newest(desk, match)


def test_one_deadline_that_is_missed_is_played_for_and_its_player_told_of_it() -> None:
    desk = Desk()
    match = table(desk, "resign", "anna", "bram")
    late = desk.to_move(match)[0]
    n = desk.load(match).head.opened[late]
    row = miss(desk, match)
    assert (row.kind, row.n, row.seat, [entry.how for entry in row.entries]) == ("expired", n, late, ["timeout"])
    name, other = NAMES[late], NAMES[1 - late]
    assert told(row) == {other: ["your_turn"], name: ["timed_out"]}
    assert [(each.n, each.seat) for each in row.owed if each.category == "timed_out"] == [(n, late)]
    assert desk.load(match).head.misses[late] == 1


def test_who_is_asked_anew_in_the_same_commit_is_told_of_both_in_one_letter() -> None:
    desk = Desk()
    match = table(desk, "resign", "anna", "bram", game="keer-op-keer")
    until_due(desk, match)
    first, second = repository.log(desk.env, match.id)[-2:]
    assert (told(first), told(second)) == ({"anna": ["timed_out"]}, {"anna": ["your_turn"], "bram": ["your_turn"]})


@pytest.mark.parametrize("then", ["resign", "bot", "substitute"])
def test_the_second_in_a_row_takes_the_seat_as_the_match_was_set_up(then: Successor) -> None:
    desk = Desk()
    match = table(desk, then, "anna", "bram", "cees")
    late = desk.to_move(match)[0]
    miss(desk, match)
    play_until(desk, match, late)
    n = desk.load(match).head.opened[late]
    row = miss(desk, match)
    assert (row.kind, row.n, row.seat, row.text) == ("retired", n, late, then)
    after = desk.load(match)
    seat = after.roster.seats[late]
    assert after.head.status == "running"
    assert after.head.misses[late] == 0
    moves = [(entry.text, entry.how) for entry in row.entries]
    if then == "resign":
        assert moves == [("resign", "expelled")]
        assert (seat.lent, seat.wanted, seat.retired) == (0, False, False)
    else:
        assert [how for _, how in moves] == ["lent"]
        assert (seat.lent, seat.wanted, seat.retired) == (2, then == "substitute", True)
    (next_up,) = desk.to_move(match)
    third = 3 - late - next_up
    assert told(row) == {NAMES[next_up]: ["your_turn"], NAMES[late]: ["timed_out"], NAMES[third]: ["seat_changed"]}


def test_of_two_the_other_wins_and_the_match_is_timed_out() -> None:
    desk = Desk()
    match = table(desk, "resign", "anna", "bram", misses=1)
    late = desk.to_move(match)[0]
    row = miss(desk, match)
    over = desk.load(match)
    outcome = outcome_of(desk.game(over), over)
    assert outcome is not None
    assert (over.head.ending, outcome.termination, outcome.winners) == ("timed_out", Termination.TIMED_OUT, (1 - late,))
    assert told(row) == {"anna": ["match_ended"], "bram": ["match_ended"]}
    proof.check(games, record.export(desk.env, match.id, Caller("anna")))


def test_a_move_of_ones_own_forgives_what_was_missed() -> None:
    desk = Desk()
    match = table(desk, "resign", "anna", "bram")
    late = desk.to_move(match)[0]
    for _ in range(3):
        play_until(desk, match, late)
        miss(desk, match)
        assert desk.load(match).head.misses[late] == 1
        play_until(desk, match, late)
        desk.play(match, late)
        assert desk.load(match).head.misses[late] == 0
    assert desk.load(match).head.status == "running"


def test_a_seat_with_a_partner_goes_to_a_bot_where_nothing_else_was_chosen() -> None:
    desk = Desk()
    match = desk.table(*NAMES[:4], game="passing-game", options=TEAMS, pace=replace(NO_REMINDERS, misses=1))
    assert match.roster.pace.then == "bot"
    late = desk.to_move(match)[0]
    row = miss(desk, match)
    after = desk.load(match)
    assert (row.kind, row.text, after.roster.seats[late].lent, after.head.status) == ("retired", "bot", 2, "running")
    service.take_back(desk.env, match.id, Caller(NAMES[late]))
    assert (desk.load(match).roster.seats[late].lent, desk.load(match).head.misses[late]) == (0, 0)


def test_one_of_a_side_that_is_expelled_leaves_a_bot_to_the_partner_and_two_end_it() -> None:
    desk = Desk()
    match = desk.table(*NAMES[:4], game="passing-game", options=TEAMS, pace=NO_REMINDERS, then="resign")
    retiring.retire(desk.env, desk.load(match), 0)
    seat = desk.load(match).roster.seats[0]
    assert (seat.level, seat.lent) == (2, 0)
    retiring.retire(desk.env, desk.load(match), 2)
    over = desk.load(match)
    outcome = outcome_of(desk.game(over), over)
    assert outcome is not None
    assert (outcome.termination, outcome.winners) == (Termination.TIMED_OUT, (1, 3))
    proof.check(games, record.export(desk.env, match.id, Caller("anna")))


def test_a_late_move_takes_the_seat_as_the_sweep_would() -> None:
    desk = Desk()
    match = table(desk, "bot", "anna", "bram", misses=1)
    late = desk.to_move(match)[0]
    n = desk.load(match).head.opened[late]
    run_out(desk, desk.load(match).head.due - desk.clock.now())
    with pytest.raises(OutOfTimeError):
        desk.play(match, late, None, n)
    assert (newest(desk, match).kind, newest(desk, match).n) == ("retired", n)
    with pytest.raises(OutOfTimeError):
        desk.play(match, late, {"text": "pass"}, n)
    with pytest.raises(NotToMoveError) as refused:
        desk.play(match, late, {"text": "pass"}, n + 1)
    assert refused.value.reason == "lent"
    assert service.sweep(desk.env).expired == 0
    service.take_back(desk.env, match.id, Caller(NAMES[late]))
    with pytest.raises(OutOfTimeError):
        desk.play(match, late, {"text": "pass"}, n)


@pytest.mark.parametrize("then", ["resign", "bot", "substitute"])
def test_a_seat_can_be_taken_at_once_whoever_is_to_move_and_whatever_is_sealed(then: Successor) -> None:
    desk = Desk()
    match = table(desk, then, "anna", "bram", "cees", game="keer-op-keer")
    desk.play(match, 1)
    for seat in (1, 0):
        after = retiring.retire(desk.env, desk.load(match), seat)
        assert after == desk.load(match)
        row = newest(desk, match)
        assert (row.kind, row.seat, row.text) == ("retired", seat, then)
        assert "timed_out" not in {each.category for each in row.owed}
    status = desk.load(match).head.status
    assert status == ("over" if then == "resign" else "running")
    with pytest.raises(MatchOverError if then == "resign" else NotToMoveError):
        desk.play(match, 0, {"text": "pass"}, 1)


def test_what_has_left_cannot_be_taken_again() -> None:
    desk = Desk()
    match = table(desk, "resign", "anna", "bram", "cees")
    retiring.retire(desk.env, desk.load(match), 1)
    with pytest.raises(NotToMoveError):
        retiring.retire(desk.env, desk.load(match), 1)


VANISHING = [
    (game, players, bots, then)
    for game in games.keys()  # noqa: SIM118 - not a mapping
    for players, bots in ((1, 0), (2, 0), (3, 0), (1, 2), (2, 2))
    if players + bots in games.meta(game).seats
    for then in ("resign", "bot", "substitute")
]


@pytest.mark.parametrize(("game", "players", "bots", "then"), VANISHING)
def test_a_match_whose_every_player_vanishes_ends_by_itself_and_all_are_told(
    game: str, players: int, bots: int, then: Successor
) -> None:
    desk = Desk()
    match = desk.create(ME, *[OPEN] * (players - 1), *[BOT] * bots, game=game, pace=Pace(misses=2), then=then)
    for name in NAMES[1:players]:
        match = service.join(desk.env, name, match.id)
    begun = desk.clock.now()
    *_, over = left_alone(desk, match)
    check_ended(desk, over, players)
    assert desk.clock.now() - begun <= 2 * players * match.roster.pace.decision_time + DAY


@pytest.mark.parametrize("then", ["resign", "bot", "substitute"])
def test_a_match_of_partners_that_all_vanish_ends_by_itself(then: Successor) -> None:
    desk = Desk()
    match = desk.table(*NAMES[:4], game="passing-game", options=TEAMS, pace=Pace(misses=2), then=then)
    *_, over = left_alone(desk, match)
    check_ended(desk, over, 4)


def _lent_and_left(*names: str, bots: int = 0, lending: Sequence[str] = ("anna",), **wish: Any) -> tuple[Desk, Match]:
    """A match after which all have vanished but those who had lent their seats for a while."""
    desk = Desk()
    pace = Pace(misses=2, ladder=(), then="bot")
    match = desk.create(ME, *[OPEN] * (len(names) - 1), *[BOT] * bots, pace=pace, **wish)
    for name in names[1:]:
        match = service.join(desk.env, name, match.id)
    for name in lending:
        service.lend(desk.env, match.id, Caller(name))
    *_, over = left_alone(desk, match)
    proof.check(games, record.export(desk.env, over.id, Caller("anna")))
    assert flaws(desk.env) == {}
    return desk, over


@pytest.mark.parametrize("game", ["sequence-dice", "keer-op-keer", "keer-op-keer-3", "passing-game"])
@pytest.mark.parametrize("names", [("anna", "bram"), ("anna", "bram", "cees")])
def test_who_has_lent_a_seat_for_a_while_wins_if_everybody_else_vanishes(game: str, names: tuple[str, ...]) -> None:
    desk, over = _lent_and_left(*names, game=game)
    outcome = outcome_of(desk.game(over), over)
    assert outcome is not None
    if over.head.ending:  # a bot may have played to the end before that
        assert (outcome.termination, outcome.winners) == (Termination.TIMED_OUT, (0,))
        last = newest(desk, over)
        assert (last.kind, last.text) == ("retired", "resign")
        assert {each.seat for each in last.entries if each.how == "expelled"} == set(range(1, len(names)))


def test_beside_a_partner_a_lent_seat_wins_for_both() -> None:
    desk, over = _lent_and_left(*NAMES[:4], game="passing-game", options={"partnership": True, "target": 500})
    outcome = outcome_of(desk.game(over), over)
    assert outcome is not None
    assert (outcome.termination, outcome.winners) == (Termination.TIMED_OUT, (0, 2))


@pytest.mark.parametrize(("bots", "lending"), [(1, ("anna",)), (0, ("anna", "cees"))])
def test_bots_play_to_the_end_for_those_who_lent_a_seat_where_others_could_win(bots: int, lending: list[str]) -> None:
    names = ("anna", "bram") if bots else ("anna", "bram", "cees")
    desk, over = _lent_and_left(*names, bots=bots, lending=lending, game="keer-op-keer-3")
    outcome = outcome_of(desk.game(over), over)
    assert outcome is not None
    assert outcome.termination is Termination.NORMAL
    assert {score.seat for score in outcome.scores if score.rank is None} == {1}


def test_who_comes_back_meanwhile_plays_on_and_who_gives_up_then_loses_to_the_other() -> None:
    desk = Desk()
    match = desk.table("anna", "bram", "cees", game="keer-op-keer-3", pace=Pace(misses=1, then="bot"))
    for name in ("anna", "cees"):
        service.lend(desk.env, match.id, Caller(name))
    after = retiring.retire(desk.env, desk.load(match), 1)
    assert (after.head.status, after.head.due) == ("running", desk.clock.now())
    back = service.take_back(desk.env, match.id, Caller("anna"))
    while desk.load(match).head.due <= desk.clock.now():
        service.sweep(desk.env)
    assert desk.load(match).head.status == "running"
    assert back.roster.seats[0].lent == 0
    over = service.resign(desk.env, match.id, Caller("anna")).match
    outcome = outcome_of(desk.game(over), over)
    assert outcome is not None
    assert outcome.winners == (2,)
    assert flaws(desk.env) == {}


def check_ended(desk: Desk, over: Match, players: int) -> None:
    """Everybody was told of the end, once, and of no decision as open that was none; the record holds."""
    assert (over.head.status, over.head.due, set(over.head.opened)) == ("over", 0, {0})
    outcome = outcome_of(desk.game(over), over)
    assert outcome is not None
    assert outcome.termination in (Termination.TIMED_OUT, Termination.ABANDONED, Termination.RESIGNED)
    rows = repository.log(desk.env, over.id)
    ended = [each.player for row in rows for each in row.owed if each.category == "match_ended"]
    assert sorted(ended) == sorted(NAMES[:players])
    for row in rows:
        assert all(len(categories) == 1 for categories in told(row).values()), "one letter a commit"
    expired = {(row.seat, row.n) for row in rows if row.kind in ("expired", "retired")}
    answered = {(each.seat, each.n) for row in rows for each in row.owed if each.category == "timed_out"}
    assert answered <= expired
    proof.check(games, record.export(desk.env, over.id, Caller("anna")))


def test_nobody_is_expelled_before_the_match_has_waited_for_as_long_as_it_says() -> None:
    desk = Desk()
    match = desk.table("anna", "bram", game="sequence-dice", pace=Pace(decision_time=HOUR, misses=3, ladder=()))
    looks = takewhile(lambda each: each.head.status == "running", left_alone(desk, match))
    assert len(list(looks)) == 4
