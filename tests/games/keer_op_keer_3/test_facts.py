"""What is told of a change, and the sentences that tell it in every language."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache

import pytest

from chalicelib.games.keer_op_keer_3 import DISTRIBUTIONS, META
from chalicelib.games.keer_op_keer_3.board import FIGURES, GOALS
from chalicelib.games.keer_op_keer_3.facts import KINDS
from chalicelib.games.keer_op_keer_3.sentences import say
from chalicelib.games.keer_op_keer_3.words import deeds, words
from chalicelib.rules import LANGUAGES, Fact, Termination
from tests.games.keer_op_keer_3.positions import GAME, asking, chance, column, goals, kinds, play, position, told
from tests.games.walks import Setting, Step, walk
from tests.games.wording import check_same_words, leaves

SETTINGS = (
    Setting("keer-op-keer-3", 1, (), 3),
    Setting("keer-op-keer-3", 2, (), 2),
    Setting("keer-op-keer-3", 4, (("chips", "4-3-3-0"),), 5, stormy=True),
    Setting("keer-op-keer-3", 6, (("chips", "4-3-3-0"),), 6, stormy=True),
)
EXAMPLES: dict[str, tuple[int | str, ...]] = {
    "chose": ("[+1][6] b4 FR GR HR IR",),
    "opened": ("*g*3 GU GV HU",),
    "placed": ("g3 GU GV HU",),
    "block": ("DS", "ER"),
    "bomb": ("AP",),
    "row": ("AP", "CP"),
    "give": ("!", 2),
    "give_lost": ("6", 2),
    "track": (3, 9),
    "lost": ("bomb",),
    "freed": (1,),
    "goal_first": ("column", "A", "joker", "x"),
    "goal_later": ("row", "P", "x"),
    "turned": (".", "1"),
    "x": (2,),
    "asked_give": ("1",),
    "roll": (4, "g", "*", "b", "1", "2", "*"),
    "roll_free": (3, "g", "*", "b", "1", "2", "*"),
    "roll_solo": (9, "g", "*", "1", "*"),
    "end": ("normal", 0, 1, 2),
    "end_solo": ("normal",),
    "score": (1, 10, 12, 3, 16, 4),
    "score_left": (0, 10, 12, 3, 16, 4),
    "score_solo": (1, 20),
    "level": (10,),
}


@cache
def steps() -> tuple[Step, ...]:
    return tuple(step for setting in SETTINGS for step in walk(setting))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_word_with_the_same_placeholders(language: str) -> None:
    check_same_words(words(language), words("en"), free=("n",))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_words_for_every_kind_of_fact_goal_ending_and_level(language: str) -> None:
    said = words(language)
    assert set(said["facts"]) == set(KINDS)
    assert set(said["goals"]) == {goal.kind for goal in GOALS}
    assert set(said["gains"]) == {gain for goal in GOALS for gain in (goal.pink, goal.white)}
    assert set(said["endings"]) == {"alone", *map(str, Termination)}
    assert len(set(said["levels"])) == len(FIGURES.level_from) + 1 == 10


def test_languages_do_not_copy_one_another() -> None:
    sentences = [
        text
        for language in LANGUAGES
        for path, text in leaves(words(language))
        if path.startswith(("/facts", "/levels")) and "{ending}" not in text
    ]
    assert not {text for text in sentences if sentences.count(text) > 1}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_fact_is_said(kind: str) -> None:
    fact = Fact(kind, None if kind.startswith("end") else 1, EXAMPLES.get(kind, ()))
    for language in LANGUAGES:
        sentence = say(fact, language)
        assert sentence == sentence.strip()
        assert sentence[-1] in ".!"
        assert not set("{}") & set(sentence)


def test_every_kind_of_fact_occurs_in_whole_matches() -> None:
    seen = set()
    for step in steps():
        for watcher in (None, step.seat):
            known = step.move if watcher == step.seat else None
            before, after = GAME.view(step.before, watcher), GAME.view(step.after, watcher)
            found = GAME.facts(before, step.seat, known, after)
            seen |= {fact.kind for fact in found}
            assert json.loads(json.dumps([[fact.kind, fact.seat, *fact.detail] for fact in found])) is not None
    assert seen >= set(KINDS) - {"lost", "give_lost", "x", "left_open"}


def test_nothing_is_told_where_nothing_changed() -> None:
    for step in steps()[::20]:
        assert told(step.after, step.after) == []


def test_the_first_roll_is_told_with_the_first_position() -> None:
    first = steps()[0].before
    assert [fact.kind.split("_")[0] for fact in told(first, first)] == ["roll"]


def test_a_chain_is_told_in_order() -> None:
    almost = f"{column('F', but='V')} {column('A', but='P')}"
    state = position([almost, "HP"], dice="rrr111", track=(8, 5))
    opened = play(state, (0, "r1 FV"))
    assert kinds(told(state, opened)) == ["opened"]
    sealed = play(opened, (1, "pass"))
    assert kinds(told(opened, sealed)) == ["passed", "track", "asked_block"]
    assert told(opened, sealed)[1] == Fact("track", 1, (1, 6))
    blocked = play(sealed, (1, "block HP"))
    assert kinds(told(sealed, blocked)) == ["block", "goal_first", "track", "asked_bomb"]
    assert told(sealed, blocked)[0] == Fact("block", 1, ("IP", "JP"))
    assert Fact("goal_first", 0, ("column", "F", "pass")) in told(sealed, blocked)
    bombed = play(blocked, (0, "bomb AP"))
    found = told(blocked, bombed)
    assert kinds(found) == ["bomb", "goal_first", "freed", "turned", "asked_give"]
    assert say(found[1], "en") == "@0 completed column A among the first: a joker, X."
    given = play(bombed, (0, "give joker to 1"))
    assert kinds(told(bombed, given)) == ["give", "roll"]


def test_what_a_pass_field_cannot_be_used_for_is_told_to_be_lost() -> None:
    state = position(["", ""], track=(11, 0))
    assert kinds(told(state, play(state, (0, "pass")))) == ["opened_pass", "track", "lost"]


def test_a_sealed_bonus_is_told_to_its_own_seat_only() -> None:
    start = asking(["bomb", "row", ""], ["", "HP", ""])
    state = play(start, (0, "bomb AP"))
    assert told(start, state, 0) == [Fact("chose", 0, ("bomb AP",))]
    assert told(start, state, 1) == told(start, state, None) == [Fact("sealed", 0)]
    assert kinds(told(state, GAME.retract(state, 0), 1)) == ["retracted"]


def test_leaving_is_told_and_a_lost_gift_too() -> None:
    state = position(["", "", ""])
    assert kinds(told(state, GAME.resign(state, 0, chance()))) == ["left", "left_open"]
    giving = play(asking(["give", "give", ""], ["", "", ""], owed=("1", "6", "")), (0, "give plus-minus to 2"))
    gone = GAME.resign(giving, 2, chance())
    assert kinds(told(giving, gone)) == ["left"]
    assert kinds(told(gone, play(gone, (1, "give six to 0")))) == ["give_lost", "give", "roll"]


def test_x_beyond_the_tenth_chip_and_in_solo_are_told_as_such() -> None:
    state = position([column("A", but="P")], dice="rr11", roll=9)
    assert told(state, play(state, (0, "r1 AP")))[-2] == Fact("x", 0, (1,))


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        ("g3 GU GV HU", "groen 3 op GU GV HU"),
        ("*g*3 GU GV HU", "groen 3 op GU GV HU (2 jokers)"),
        ("[!] *g3 GU GV HU", "groen 3 op GU GV HU (1 joker, geschenkfiche [!])"),
        ("[+1][6] b4 FR GR HR IR", "blauw 4 op FR GR HR IR (geschenkfiches [+1] [6])"),
        ("pass; block DS; bomb AP AQ", "pas; het blok bij DS; een bom op AP AQ"),
        ("pass; row P: AP CP; give six to 3", "pas; drie op een rij op AP CP; zes-dobbelstenenfiche aan @3"),
    ],
)
def test_deeds_in_words(texts: str, said: str) -> None:
    assert deeds(texts, "nl") == said


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_option_and_every_value_are_said(language: str) -> None:
    assert say(Fact("option", None, (META.options[0].key,)), language)
    said = {say(Fact("choice", None, ("chips", value)), language) for value in DISTRIBUTIONS}
    assert len(said) == len(DISTRIBUTIONS) == 286


@pytest.mark.parametrize(
    ("kind", "detail"),
    [
        ("refused", ("boredom",)),
        ("option", ("weather",)),
        ("choice", ("chips", "many")),
        ("choice", ("weather", "1-2-3-4")),
    ],
)
def test_what_has_no_words_is_a_lookup_error(kind: str, detail: tuple[str, ...]) -> None:
    with pytest.raises(LookupError):
        say(Fact(kind, None, detail), "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_gift_is_told_by_the_seat_it_goes_to_and_other_moves_by_words_of_the_language(language: str) -> None:
    said = say(Fact("move", None, ("give six to 3",)), language)
    assert "@3" in said
    assert words(language)["chips"]["6"] in said
    for text in ("g3 GU GV HU", *(("pass", "row P: AP") if language == "en" else ())):
        with pytest.raises(LookupError):
            say(Fact("move", None, (text,)), language)
    if language != "en":
        assert say(Fact("move", None, ("row P: AP",)), language) == words(language)["bonuses"]["row"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_lone_player_reached_is_told_in_a_few_words(language: str) -> None:
    assert say(Fact("result", None, ("x", "20", "level", "7")), language).startswith("20 X ")


def test_nobody_is_among_the_first_alone() -> None:
    before = position([column("A", but="P") + " BP"], dice="gy12")
    marked = replace(before, first=(goals("column A"),))
    found = [fact for fact in told(before, marked) if fact.kind.startswith("goal")]
    assert found == [Fact("goal_later", 0, ("column", "A", "joker", "x"))]
    assert "first" not in say(found[0], "en")
