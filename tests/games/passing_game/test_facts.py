"""What is told of every change, and that it is told from views alone."""

from __future__ import annotations

from typing import Any

import pytest

from chalicelib.games.passing_game.facts import ASIDES, KINDS
from chalicelib.games.passing_game.state import State
from chalicelib.games.passing_game.words import words
from chalicelib.rules import LANGUAGES, Fact
from tests.games.passing_game.situations import GAME, chance, move, play, position, steps
from tests.games.wording import check_same_words

MIDDLE: dict[str, Any] = {"train": "=6-4", "ends": (6, 4)}
STATE = position(("6-3 2-1", "6-1 5-1"), boneyard="0-0 1-1 2-2", **MIDDLE)


def told(before: State, after: State, watcher: int | None) -> list[Fact]:
    return list(GAME.facts(GAME.view(before, watcher), before.turn, None, GAME.view(after, watcher)))


def done(before: State, text: str, watcher: int | None = None) -> list[Fact]:
    return told(before, play(before, text), watcher)


def test_plays_and_passes_are_told_to_all() -> None:
    for watcher in (None, 0, 1):
        assert done(STATE, "6-3 left", watcher) == [Fact("played", 0, ("6-3", "left"))]
        assert done(STATE, "pass", watcher) == [Fact("passed", 0)]
    assert done(position(("6-3 2-1", "6-1")), "6-3") == [Fact("led", 0, ("6-3",))]


def test_who_leads_the_first_round_is_told_with_the_first_position() -> None:
    first = position(("6-3 2-1", "6-1"))
    for watcher in (None, 0, 1):
        view = GAME.view(first, watcher)
        assert GAME.facts(view, None, None, view) == (Fact("round", 0, (1,)),)
    later = GAME.view(play(first, "6-3"), None)
    assert GAME.facts(later, None, None, later) == ()


def test_only_the_seat_itself_is_told_what_it_drew() -> None:
    assert done(STATE, "draw", 0) == [Fact("drew_tile", 0, ("0-0",))]
    assert done(STATE, "draw", 1) == [Fact("drew", 0)]
    assert done(STATE, "draw") == [Fact("drew", 0)]


def test_the_draw_that_blocks_a_round_is_told_in_the_same_way() -> None:
    state = position(("3-3 2-1", "5-1 5-5"), boneyard="0-0 1-1 2-2", **MIDDLE)
    assert done(state, "draw", 0)[:2] == [Fact("drew_tile", 0, ("0-0",)), Fact("blocked", None, (1,))]
    assert done(state, "draw", 1)[:2] == [Fact("drew", 0), Fact("blocked", None, (1,))]


def test_the_end_of_a_round_shows_all_hands_and_who_scores() -> None:
    after = play(position(("6-3", "6-1 5-1"), boneyard="0-0 1-1 2-2", **MIDDLE), "6-3 left")
    facts = done(position(("6-3", "6-1 5-1"), boneyard="0-0 1-1 2-2", **MIDDLE), "6-3 left")
    assert facts == [
        Fact("played", 0, ("6-3", "left")),
        Fact("out", 0, (1,)),
        Fact("held_none", 0, (0,)),
        Fact("held", 1, (13, "5-1", "6-1")),
        Fact("scored", None, (13, 0)),
        Fact("round", after.leader, (2,)),
    ]


def test_a_tie_is_told() -> None:
    state = position(("2-1", "3-0"), boneyard="0-0 1-1 2-2", **MIDDLE)
    facts = told(play(state, "pass"), play(state, "pass", "pass"), 1)
    assert [fact.kind for fact in facts] == ["passed", "all_passed", "held", "held", "no_score", "round"]


def test_the_end_of_the_match_is_told() -> None:
    state = position(("6-3", "6-1 5-1"), target=10, boneyard="0-0 1-1 2-2", **MIDDLE)
    assert done(state, "6-3 left")[-3:] == [
        Fact("end", None, ("normal", 0, 0)),
        Fact("score", 0, (1, 13, 1)),
        Fact("score", 1, (2, 0, 0)),
    ]


def test_leaving_is_told() -> None:
    hands = ("6-3 2-1", "6-1 5-1", "4-1 4-4", "3-3 5-5")
    single = position(hands)
    assert told(single, GAME.resign(single, 0, chance()), 1) == [Fact("left", 0), Fact("leads", 1)]
    last_but_one = position(hands[:3], departed=4)
    assert [fact.kind for fact in told(last_but_one, GAME.resign(last_but_one, 0, chance()), 1)[:2]] == ["left", "end"]
    pair = position(hands, partnership=True, boneyard="0-0 1-1 2-2", **MIDDLE)
    first = GAME.resign(pair, 1, chance())
    assert told(pair, first, None) == [Fact("resigned", 1)]
    facts = told(first, GAME.resign(first, 3, chance()), None)
    assert facts[:2] == [Fact("resigned", 3), Fact("end", None, ("resigned", 1, 0, 2))]
    assert [fact.kind for fact in facts[2:]] == ["score", "score", "score_left", "score_left"]


def test_a_round_that_ends_by_leaving_tells_no_move() -> None:
    state = play(position(("6-3", "6-1", "4-1"), boneyard="0-0 1-1 2-2", **MIDDLE), "pass", "pass")
    kinds = [fact.kind for fact in told(state, GAME.resign(state, 2, chance()), 0)]
    assert kinds == ["left", "all_passed", "held", "held", "scored", "round"]


def test_what_a_watcher_is_told_does_not_rest_on_the_move() -> None:
    for step in steps():
        if step.kind != "move":
            continue
        for watcher in (None, *range(len(step.before.hands))):
            before, after = GAME.view(step.before, watcher), GAME.view(step.after, watcher)
            facts = GAME.facts(before, step.seat, step.move, after)
            assert facts
            assert facts == GAME.facts(before, None, None, after)


def test_the_log_of_older_rounds_does_not_come_back() -> None:
    for step in steps():
        if step.after.round > step.before.round:
            assert GAME.view(step.after, None).history == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_the_same_things(language: str) -> None:
    check_same_words(words(language), words("en"))
    assert set(words(language)["facts"]) == set(KINDS)


SAID = {
    Fact("led", 1, ("6-4",)): "@1 led 6-4.",
    Fact("played", 0, ("6-4", "left")): "@0 played 6-4 on the left.",
    Fact("drew_tile", 0, ("0-0",)): "@0 drew 0-0. Nobody else sees which tile it was.",
    Fact("held", 1, (13, "5-1", "6-1")): "@1 still held 5-1, 6-1: 13 pips.",
    Fact("held", 1, (1, "1-0")): "@1 still held 1-0: 1 pip.",
    Fact("scored", None, (17, 0, 2)): "@0 and @2: 17 points for this round.",
    Fact("scored", None, (1, 0)): "@0: 1 point for this round.",
    Fact("end", None, ("normal", 1, 0, 2)): "The match is over: enough points are scored. @0 and @2 win.",
    Fact("end", None, ("move_limit", 0, 0, 2)): "The match is over: there are no more rounds. @0 and @2 share the win.",
    Fact("end", None, ("normal", 0, 1)): "The match is over: enough points are scored. @1 wins.",
    Fact("end", None, ("abandoned", 0)): "The match was abandoned. Nobody wins.",
    Fact("score", 1, (2, 40, 3)): "2. @1: 40 points, rounds won: 3.",
    Fact("option", None, ("lead",)): "Who leads a round",
    Fact("option", None, ("target", "2", "3")): "Points that win the match, with 2 or 3 seats",
    Fact("option", None, ("partnership",)): words("en")["option"]["partnership"],
    Fact("choice", None, ("lead", "lot")): "drawn by lot every time",
    Fact("choice", None, ("target", "61")): "61 points",
    Fact("choice", None, ("partnership", "True")): "yes",
}


@pytest.mark.parametrize("fact", SAID)
def test_sentences(fact: Fact) -> None:
    assert GAME.say(fact, "en") == SAID[fact]
    for language in LANGUAGES:
        assert "{" not in GAME.say(fact, language)


@pytest.mark.parametrize("kind", ASIDES)
def test_what_there_are_no_words_for_is_a_failed_look_up(kind: str) -> None:
    with pytest.raises(LookupError):
        GAME.say(Fact(kind, None, ("nothing like it",)), "en")
    with pytest.raises(LookupError):
        GAME.say(Fact("choice", None, ("lead",)), "en")


def test_moves_are_told_as_they_are_written() -> None:
    assert GAME.format(move("6-4 left")) == "6-4 left"
