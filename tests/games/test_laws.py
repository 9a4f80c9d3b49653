"""The laws of the house, over every discovered game, seat count and option."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from dataclasses import fields, replace
from typing import Any

import pytest

from chalicelib.rules import (
    LANGUAGES,
    AnyGame,
    Fact,
    IllegalMoveError,
    InvalidOptionError,
    MatchOverError,
    NothingToRetractError,
    NotToMoveError,
    RuleError,
)
from chalicelib.rules.asking import ASKED, TASK, asked_fact
from tests.games.codec import dump, load
from tests.games.walks import BOUND, Setting, Step, sample, settings, tables, walk


def over(wanted: Iterable[Setting]) -> pytest.MarkDecorator:
    """Hand a law each of these settings.

    All laws look at a setting before the next one comes, in one process: so its walk is made once, and is not kept.
    """
    each = [pytest.param(setting, id=str(setting), marks=pytest.mark.xdist_group(str(setting))) for setting in wanted]
    return pytest.mark.parametrize("setting", each, scope="module")


over_walks = over(settings())
over_tables = over(tables())


def watchers(setting: Setting) -> list[int | None]:
    return [None, *range(setting.seats)]


def moves_only(steps: tuple[Step, ...]) -> list[Step]:
    return [step for step in steps if step.kind == "move"]


def refused(
    error: type[RuleError] | tuple[type[RuleError], ...], attempt: Callable[..., Any], *given: Any
) -> RuleError:
    with pytest.raises(error) as caught:
        attempt(*given)
    return caught.value


@over_walks
def test_state_move_and_view_survive_json(setting: Setting) -> None:
    game = setting.game
    for step in sample(setting, 6):
        values = [(game.State, step.before), (game.State, step.after)]
        values += [(game.View, game.view(step.after, watcher)) for watcher in watchers(setting)]
        if step.move is not None:
            values.append((game.Move, step.move))
        for kind, value in values:
            text = dump(value)
            again = load(kind, text)
            assert again == value
            assert dump(again) == text
            assert hash(again) == hash(value)


@over_walks
def test_inputs_are_untouched_and_the_same_inputs_give_the_same_output(setting: Setting) -> None:
    for step in moves_only(sample(setting, 12)):
        before, move = dump(step.before), dump(step.move)
        after = setting.game.apply_move(step.before, step.seat, step.move, setting.chance(step.ply))
        assert dump(after) == dump(step.after)
        assert (dump(step.before), dump(step.move)) == (before, move)


@over_walks
def test_somebody_is_to_move_before_the_end_and_nobody_after(setting: Setting) -> None:
    game, steps = setting.game, walk(setting)
    for step in steps:
        seats = game.to_move(step.before)
        assert seats
        assert list(seats) == sorted(set(seats))
        assert game.outcome(step.before) is None
    assert game.to_move(steps[-1].after) == ()
    assert game.outcome(steps[-1].after) is not None


@over_walks
def test_there_are_legal_moves_and_a_decision_exactly_for_seats_to_move(setting: Setting) -> None:
    game = setting.game
    for step in sample(setting, 40):
        for state, seat in itertools.product((step.before, step.after), range(-1, setting.seats + 1)):
            if seat in game.to_move(state):
                assert game.legal_moves(state, seat)
                assert game.decision(state, seat).kind
                assert game.timeout_move(state, seat) in game.legal_moves(state, seat)
            else:
                assert not game.legal_moves(state, seat)
                error = NotToMoveError if game.outcome(state) is None else MatchOverError
                refused(error, game.decision, state, seat)
                refused(error, game.timeout_move, state, seat)


@over_walks
def test_every_legal_move_applies_and_an_unlisted_one_is_refused(setting: Setting) -> None:
    game = setting.game
    steps = sample(setting, 10)
    seen = [move for step in steps for move in game.legal_moves(step.before, game.to_move(step.before)[-1])]
    for step in steps:
        before, seat = dump(step.before), game.to_move(step.before)[-1]
        legal = game.legal_moves(step.before, seat)
        assert len(set(legal)) == len(legal)
        for move in legal:
            game.apply_move(step.before, seat, move, setting.chance(step.ply))
        for move in set(seen).difference(legal):
            assert refused(IllegalMoveError, game.apply_move, step.before, seat, move, setting.chance(step.ply)).reason
        assert dump(step.before) == before


ENORMOUS: dict[type, tuple[Any, ...]] = {
    int: (-1, 99, 10**5, 10**9, 2**63, 10**30, 10**5000),
    str: ("x" * 5000, "\ud800"),
    tuple: (("A1",) * 5000, ("",), ("x" * 5000,)),
}
"""Values that no field of a move has, by its type; the least harmful ones first."""


@over_tables
def test_a_move_out_of_all_proportion_is_refused_and_not_written_out(setting: Setting) -> None:
    game = setting.game
    for step in sample(setting, 6):
        seat = game.to_move(step.before)[0]
        legal = game.legal_moves(step.before, seat)
        for move, field in itertools.product({legal[0], legal[-1]}, fields(game.Move)):
            for value in ENORMOUS.get(type(getattr(move, field.name)), ()):
                odd = replace(move, **{field.name: value})
                error = refused(IllegalMoveError, game.apply_move, step.before, seat, odd, setting.chance(step.ply))
                assert error.reason
                assert len(error.message) < 1000
                if value != 10**5000:  # no text has that many digits, and no JSON that is read either
                    assert len(game.format(odd)) < len(game.format(move)) + len(str(value)) + 200


@over_walks
def test_a_seat_that_is_not_to_move_is_refused(setting: Setting) -> None:
    game = setting.game
    for step in moves_only(sample(setting, 20)):
        for seat in set(range(-1, setting.seats + 1)).difference(game.to_move(step.before)):
            refused(NotToMoveError, game.apply_move, step.before, seat, step.move, setting.chance(step.ply))


@over_walks
def test_legal_moves_stand_in_a_stable_order_pass_last(setting: Setting) -> None:
    game = setting.game
    for step in sample(setting, 20):
        seat = game.to_move(step.before)[0]
        legal = list(game.legal_moves(step.before, seat))
        copied = load(game.State, dump(step.before))
        assert list(game.legal_moves(copied, seat)) == legal
        texts = [game.format(move) for move in legal]
        assert "pass" not in texts[:-1]


@over_walks
def test_parse_undoes_format(setting: Setting) -> None:
    game = setting.game
    for step in sample(setting, 10):
        seat = game.to_move(step.before)[0]
        legal = game.legal_moves(step.before, seat)
        assert len({game.format(move) for move in legal}) == len(legal)
        for move, language in itertools.product(legal, LANGUAGES):
            assert game.parse(step.before, seat, game.format(move), language) == move


@over_walks
def test_random_play_ends_within_a_bound(setting: Setting) -> None:
    assert 0 < len(walk(setting)) < BOUND


def play_out(setting: Setting, pick: Callable[[AnyGame, Any, int, int], Any]) -> Any:
    game, state = setting.game, setting.start()
    for ply in range(1, BOUND):
        seats = game.to_move(state)
        if not seats:
            return state
        state = game.apply_move(state, seats[0], pick(game, state, seats[0], ply), setting.chance(ply))
    raise AssertionError("this match does not end")


@over_tables
def test_playing_the_first_legal_move_ends_within_a_bound(setting: Setting) -> None:
    end = play_out(setting, lambda game, state, seat, _: game.legal_moves(state, seat)[0])
    assert setting.game.outcome(end) is not None


@over_tables
def test_playing_the_timeout_move_ends_within_a_bound(setting: Setting) -> None:
    end = play_out(setting, lambda game, state, seat, _: game.timeout_move(state, seat))
    assert setting.game.outcome(end) is not None


@over_tables
def test_bots_play_legal_moves_to_the_end_within_a_bound(setting: Setting) -> None:
    def pick(game: AnyGame, state: Any, seat: int, ply: int) -> Any:
        level = game.levels[seat % len(game.levels)]
        legal = game.legal_moves(state, seat)
        move = game.choose(game.view(state, seat), legal, setting.chance(ply, "bot"), level)
        assert move in legal
        return move

    assert setting.game.outcome(play_out(setting, pick)) is not None


@over_walks
def test_any_order_of_simultaneous_choices_gives_the_same_state_and_dice(setting: Setting) -> None:
    game = setting.game
    several = [step for step in walk(setting) if step.kind == "move" and len(game.to_move(step.before)) > 1]
    for step in several[:: max(1, len(several) // 6)]:
        seats = game.to_move(step.before)
        chosen = {seat: setting.chance(step.ply, f"{seat}").roll(game.legal_moves(step.before, seat)) for seat in seats}
        ends = set()
        for order in itertools.islice(itertools.permutations(seats), 24):
            state = step.before
            for ply, seat in enumerate(order, step.ply):
                state = game.apply_move(state, seat, chosen[seat], setting.chance(ply))
            ends.add(dump(state))
        assert len(ends) == 1


@over_walks
def test_a_choice_that_leaves_the_set_open_draws_nothing_and_can_be_taken_back(setting: Setting) -> None:
    game = setting.game
    for step in moves_only(walk(setting)):
        seats = game.to_move(step.before)
        chance = setting.chance(step.ply)
        after = game.apply_move(step.before, step.seat, step.move, chance)
        if game.sealed(after, step.seat) is None:
            refused(NothingToRetractError, game.retract, after, step.seat)
            continue
        assert chance.draws == 0
        assert game.sealed(after, step.seat) == step.move
        assert game.to_move(after) == tuple(seat for seat in seats if seat != step.seat)
        assert game.retract(after, step.seat) == step.before


@over_walks
def test_redealing_what_a_seat_cannot_know_changes_nothing_it_sees(setting: Setting) -> None:
    game = setting.game
    for count, step in enumerate(hiding(setting, 8)):
        for watcher in watchers(setting):
            lot = setting.chance(step.ply, "redeal")
            other = step._replace(
                before=game.redeal(step.before, watcher, lot), after=game.redeal(step.after, watcher, lot)
            )
            assert seen(game, step, watcher) == seen(game, other, watcher)
            if watcher == count % setting.seats:
                language = LANGUAGES[count % len(LANGUAGES)]
                assert told(game, step, watcher, language) == told(game, other, watcher, language)


def hiding(setting: Setting, count: int) -> tuple[Step, ...]:
    """Steps before or after which something is hidden from somebody, or some steps if nothing ever is."""
    game, lot = setting.game, setting.chance(0, "hiding")
    found = [step for step in walk(setting) if game.redeal(step.after, None, lot) != step.after]
    return tuple(found[:: max(1, len(found) // count)][:count]) or sample(setting, count)


def seen(game: AnyGame, step: Step, watcher: int | None) -> tuple[Any, Any, tuple[Fact, ...]]:
    """What a watcher may see before and after a step, and the facts it is told."""
    before, after = game.view(step.before, watcher), game.view(step.after, watcher)
    return before, after, game.facts(before, step.seat, step.move if watcher == step.seat else None, after)


def told(game: AnyGame, step: Step, watcher: int | None, language: str) -> list[str]:
    """All that is made of it in one language."""
    _, after, facts = seen(game, step, watcher)
    return [game.text(after, language), game.html(after, language), *(game.say(fact, language) for fact in facts)]


@over_walks
def test_redealing_keeps_who_is_to_move_and_what_the_seat_itself_chose(setting: Setting) -> None:
    game = setting.game
    for step in sample(setting, 12):
        for watcher in watchers(setting):
            again = game.redeal(step.after, watcher, setting.chance(step.ply, "redeal"))
            assert game.to_move(again) == game.to_move(step.after)
            if watcher is not None:
                assert game.legal_moves(again, watcher) == game.legal_moves(step.after, watcher)
                assert game.sealed(again, watcher) == game.sealed(step.after, watcher)


@over_walks
def test_everything_that_happens_can_be_said_in_every_language(setting: Setting) -> None:
    game = setting.game
    for step in sample(setting, 20):
        for watcher in watchers(setting):
            *_, facts = seen(game, step, watcher)
            assert all(game.say(fact, language).strip() for fact in facts for language in LANGUAGES)


@over_walks
def test_what_a_decision_asks_is_said_in_every_language_or_in_none(setting: Setting) -> None:
    game = setting.game
    for step in sample(setting, 20):
        for seat in game.to_move(step.before):
            decision = game.decision(step.before, seat)
            for kind in (ASKED, TASK):
                found = [said(game, asked_fact(decision, kind), language) for language in LANGUAGES]
                assert all(found) or not any(found)
                assert "{" not in "".join(found)


def said(game: AnyGame, fact: Fact, language: str) -> str:
    """The game's words for what is asked, "" where it has none."""
    try:
        return game.say(fact, language)
    except LookupError:
        return ""


@over_walks
def test_the_text_of_every_position_is_at_most_72_columns_wide(setting: Setting) -> None:
    game = setting.game
    for count, step in enumerate(sample(setting, 8)):
        for watcher in (None, step.seat):
            shown = game.text(game.view(step.after, watcher), LANGUAGES[count % len(LANGUAGES)])
            assert all(len(line) <= 72 for line in shown.splitlines())


@over_walks
def test_a_view_says_whose_it_is_and_how_the_match_stands(setting: Setting) -> None:
    game = setting.game
    for step in sample(setting, 12):
        for watcher in watchers(setting):
            view = game.view(step.after, watcher)
            assert view.seat == watcher
            assert view.outcome == game.outcome(step.after)
            assert all(isinstance(face, str) for face in view.roll)


@over_walks
def test_the_outcome_never_changes_once_set(setting: Setting) -> None:
    game, steps = setting.game, walk(setting)
    end = steps[-1].after
    outcome = game.outcome(end)
    for seat in range(setting.seats):
        for step in moves_only(steps)[-3:]:
            refused(MatchOverError, game.apply_move, end, seat, step.move, setting.chance(step.ply + 1))
        refused(MatchOverError, game.resign, end, seat, setting.chance(steps[-1].ply + 1))
        refused(NothingToRetractError, game.retract, end, seat)
        assert game.sealed(end, seat) is None
    assert game.outcome(end) == outcome


@over_walks
def test_an_outcome_ranks_every_seat_and_its_winners_win_together(setting: Setting) -> None:
    game = setting.game
    outcome = game.outcome(walk(setting)[-1].after)
    assert outcome is not None
    assert sorted(score.seat for score in outcome.scores) == list(range(setting.seats))
    ranks = [score.rank for score in outcome.scores]
    placed = [rank for rank in ranks if rank is not None]
    assert ranks == sorted(placed) + [None] * (len(ranks) - len(placed))
    sides = game.sides(setting.seats, setting.options)
    assert sorted(itertools.chain(*sides)) == list(range(setting.seats))
    assert all(set(side) <= set(outcome.winners) or not set(side) & set(outcome.winners) for side in sides)


@over_walks
def test_replaying_seed_and_moves_gives_the_same_states_byte_for_byte(setting: Setting) -> None:
    game, state = setting.game, setting.start()
    for step in walk(setting):
        if step.kind == "move":
            move = load(game.Move, dump(step.move))
            state = game.apply_move(state, step.seat, move, setting.chance(step.ply))
        elif step.kind == "retract":
            state = game.retract(state, step.seat)
        else:
            state = game.resign(state, step.seat, setting.chance(step.ply))
        assert state == step.after
        if step.kind != "move" or step.ply % 25 == 0:
            assert dump(state) == dump(step.after)
    assert dump(state) == dump(walk(setting)[-1].after)


@over_walks
def test_resigning_leaves_a_match_that_goes_on_or_has_an_outcome(setting: Setting) -> None:
    game, taken, gone = setting.game, sample(setting, 20), set[int]()
    for step in walk(setting):
        if step.kind == "resign":
            gone.add(step.seat)
            refused((MatchOverError, NotToMoveError), game.resign, step.after, step.seat, setting.chance(step.ply))
        for seat in set(game.to_move(step.before)).difference(gone) if step in taken else ():
            after = game.resign(step.before, seat, setting.chance(step.ply))
            assert bool(game.to_move(after)) == (game.outcome(after) is None)
            outcome = game.outcome(after)
            assert outcome is None or seat not in outcome.winners


@over_tables
def test_unknown_options_and_seat_counts_are_refused(setting: Setting) -> None:
    game = setting.game
    for seats in (0, -1, max(game.seats) + 1):
        refused(InvalidOptionError, game.initial_state, seats, {}, setting.chance(0))
    bad: list[dict[str, Any]] = [{"no such option": 1}]
    bad += [{option.key: "no such value"} for option in game.options]
    for options in bad:
        refused(InvalidOptionError, game.initial_state, setting.seats, options, setting.chance(0))
