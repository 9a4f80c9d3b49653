"""What is told of a change, and the sentences that tell it in every language."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

import chalicelib.games.keer_op_keer as package
from chalicelib.games.keer_op_keer import META, notation
from chalicelib.games.keer_op_keer.board import FIGURES
from chalicelib.games.keer_op_keer.facts import KINDS, facts, say
from chalicelib.games.keer_op_keer.state import State, View
from chalicelib.games.keer_op_keer.words import choice, words
from chalicelib.rules import LANGUAGES, Fact, Outcome, Termination
from tests.games.keer_family.reasons import reasons
from tests.games.keer_op_keer.situations import GAME, cell, chance, changes, colour, column, position, steps
from tests.games.wording import check_same_words, leaves

EXAMPLES: dict[str, tuple[int | str, ...]] = {
    "chose": ("*b*3 G4 G5 H5",),
    "opened": ("b3 G4 G5 H5",),
    "placed": ("b*3 G4 G5 H5",),
    "column_first": ("H", 1),
    "column_later": ("H", 0),
    "colour_first": ("r", 5),
    "colour_later": ("r", 3),
    "roll": (4, "g", "*", "b", "1", "2", "*"),
    "roll_free": (3, "g", "*", "b", "1", "2", "*"),
    "roll_solo": (9, "g", "*", "1", "*"),
    "end": ("normal", 0, 1, 2),
    "end_solo": ("normal",),
    "score": (1, 20, 5, 3, -2, 26),
    "score_left": (0, 20, 5, 3, -2, 26),
    "score_solo": (1, 20, 5, 3, -2, 26),
    "level": (13,),
}


def _told(before: State, after: State, watcher: int | None = None) -> tuple[Fact, ...]:
    return facts(GAME.view(before, watcher), None, None, GAME.view(after, watcher))


def _play(state: State, seat: int, text: str) -> State:
    return GAME.apply_move(state, seat, GAME.parse(state, seat, text, "en"), chance())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_word_with_the_same_placeholders(language: str) -> None:
    check_same_words(words(language), words("en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_words_for_every_kind_of_fact_ending_and_level(language: str) -> None:
    said = words(language)
    assert set(said["facts"]) == set(KINDS)
    assert set(said["endings"]) == {"alone", *map(str, Termination)}
    assert len(set(said["levels"])) == len(FIGURES.level_from) + 1 == 13


def test_languages_do_not_copy_one_another() -> None:
    sentences = [
        text
        for language in LANGUAGES
        for path, text in leaves(words(language))
        if path.startswith(("/facts", "/levels"))
    ]
    shared = {
        text for text in sentences if sentences.count(text) > 1 and text != "{ending}" and "{ending} " not in text
    }
    assert not shared


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_colour_words_we_print_can_be_typed(language: str) -> None:
    for letter in "gybro":
        typed = notation.read(f"{words(language)['colours'][letter]} 3 G4 G5 H5", language)
        assert (typed.colour, typed.number) == (letter, 3)


def _check_sentences(fact: Fact) -> None:
    for language in LANGUAGES:
        sentence = say(fact, language)
        assert sentence == sentence.strip()
        assert sentence[-1] in ".!"
        assert not set("{}?") & set(sentence)
        assert f"@{fact.seat}" in sentence or "{seat}" not in words(language)["facts"][fact.kind]


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_fact_is_said_in_every_language(kind: str) -> None:
    _check_sentences(Fact(kind, 3, EXAMPLES.get(kind, ())))


def test_whole_matches_are_told_in_every_language() -> None:
    told = {fact for change in changes() for fact in facts(*change)}
    assert {fact.kind for fact in told} >= {
        "sealed",
        "chose",
        "opened",
        "placed",
        "passed",
        "left",
        "roll",
        "end",
        "level",
    }
    for fact in told:
        _check_sentences(fact)


def test_a_fact_read_back_from_json_says_the_same() -> None:
    for change in changes()[::40]:
        for fact in facts(*change):
            kind, seat, *detail = json.loads(json.dumps([fact.kind, fact.seat, *fact.detail]))
            assert say(Fact(kind, seat, tuple(detail)), "sv") == say(fact, "sv")


def test_only_the_two_views_are_looked_at() -> None:
    for change in changes()[::7]:
        assert facts(*change) == facts(change.before, None, None, change.after)
        assert facts(change.before, change.seat, None, change.before) == ()


def test_the_first_roll_is_told_with_the_first_position() -> None:
    first = position((0, 0), roll=1)
    (told,) = _told(first, first)
    assert (told.kind, told.detail[0]) == ("roll_free", 1)
    sealed = _play(first, 0, "pass")
    assert _told(sealed, sealed) == _told(sealed, sealed, 0) == ()
    later = position((0, 0), roll=2)
    assert _told(later, later) == ()


def test_sealed_choices_of_others_are_not_told() -> None:
    checked = 0
    for step in steps():
        if step.kind == "move" and GAME.sealed(step.after, step.seat) == step.move:
            checked += 1
            for watcher in {step.seat, (step.seat + 1) % len(step.before.chosen), None}:
                told = _told(step.before, step.after, watcher)
                own = watcher == step.seat
                assert told[0].kind.startswith("chose") if own else told == (Fact("sealed", step.seat),)
    assert checked > 50


def test_a_choice_of_the_first_rolls_is_sealed_even_for_the_active_seat() -> None:
    before = position((0, 0), roll=3)
    after = _play(before, 0, "b1 H4")
    assert _told(before, after) == (Fact("sealed", 0),)
    assert _told(before, after, 1) == (Fact("sealed", 0),)
    assert _told(before, after, 0) == (Fact("chose", 0, ("b1 H4",)),)


def test_taking_back_and_choosing_again_is_told_without_what_it_was() -> None:
    before = _play(position((0, 0), roll=3), 0, "b1 H4")
    back = GAME.retract(before, 0)
    again = _play(back, 0, "pass")
    assert _told(before, back, 1) == (Fact("retracted", 0),)
    assert _told(back, again, 1) == (Fact("sealed", 0),)
    assert _told(back, again, 0) == (Fact("chose_pass", 0),)
    assert _told(before, again, 1) == ()


def test_the_first_choice_from_roll_four_on_is_told_once() -> None:
    before = position((0, 0), roll=4)
    opened = _play(before, 0, "b2 H4 H5")
    resolved = _play(opened, 1, "y1 H6")
    assert _told(before, opened) == (Fact("opened", 0, ("b2 H4 H5",)),)
    first, *others = _told(opened, resolved)
    assert first == Fact("placed", 1, ("y1 H6",))
    assert [fact.kind for fact in others] == ["roll"]
    assert others[0].seat == 1
    assert others[0].detail == (5, *resolved.dice)


def test_a_first_pass_is_told_with_its_consequence() -> None:
    before = position((0, 0), roll=4)
    after = _play(before, 0, "pass")
    assert _told(before, after) == (Fact("opened_pass", 0),)
    assert [fact.kind for fact in _told(after, _play(after, 1, "pass"))] == ["passed", "roll"]


def test_two_seats_that_fill_a_column_in_one_roll_are_both_told_the_upper_value() -> None:
    before = position((column("H", "4"), column("H", "4")), roll=2)
    after = _play(_play(before, 0, "b1 H4"), 1, "b1 H4")
    told = _told(before, after)
    assert [fact for fact in told if fact.kind.startswith("column")] == [
        Fact("column_first", 0, ("H", 1)),
        Fact("column_first", 1, ("H", 1)),
    ]
    assert [fact.kind for fact in told] == ["placed", "placed", "column_first", "column_first", "roll_free"]


def test_a_later_column_is_told_with_the_lower_value_even_when_it_is_nothing() -> None:
    before = replace(position((column("H"), column("H", "4")), roll=5, active=1), columns_first=(1 << 7, 0))
    opened = _play(before, 1, "b1 H4")
    told = _told(opened, _play(opened, 0, "pass"))
    assert Fact("column_later", 1, ("H", 0)) in told
    assert say(Fact("column_later", 1, ("H", 0)), "en").endswith("0 points.")


def test_full_colours_are_told_first_and_later() -> None:
    last = cell("H4")
    before = replace(position((colour("b"), colour("b", last)), active=1), colours_first=(0b00100, 0))
    opened = _play(before, 1, "b1 H4")
    assert Fact("colour_later", 1, ("b", 3)) in _told(opened, _play(opened, 0, "pass"))
    alone = position((0, colour("b", last)), active=1)
    opened = _play(alone, 1, "b1 H4")
    assert Fact("colour_first", 1, ("b", 5)) in _told(opened, _play(opened, 0, "pass"))


def test_an_active_seat_that_leaves_before_choosing_leaves_all_the_dice() -> None:
    before = position((0, 0, 0), roll=6, active=1)
    after = GAME.resign(before, 1, chance())
    assert _told(before, after) == (Fact("left", 1), Fact("left_open", 1))


def test_an_open_choice_of_a_seat_that_left_is_not_told_again() -> None:
    opened = _play(position((0, 0, 0), roll=6, active=1), 1, "b1 H4")
    left = GAME.resign(opened, 1, chance())
    assert _told(opened, left) == (Fact("left", 1),)
    waiting = _play(left, 0, "pass")
    told = _told(waiting, _play(waiting, 2, "pass"))
    assert [(fact.kind, fact.seat) for fact in told] == [("passed", 0), ("passed", 2), ("roll", 2)]


def test_a_sealed_choice_dropped_by_leaving_is_neither_told_nor_called_taken_back() -> None:
    sealed = _play(position((0, 0, 0), roll=2), 0, "b1 H4")
    assert _told(sealed, GAME.resign(sealed, 0, chance())) == (Fact("left", 0),)


def test_the_last_one_owing_that_leaves_resolves_the_roll() -> None:
    waiting = _play(_play(position((0, 0, 0), roll=2), 0, "b1 H4"), 1, "pass")
    told = _told(waiting, GAME.resign(waiting, 2, chance()))
    assert [(fact.kind, fact.seat) for fact in told] == [("left", 2), ("placed", 0), ("passed", 1), ("roll_free", 1)]


def test_a_match_of_two_ends_when_one_leaves() -> None:
    sealed = _play(position((0, 0), roll=2), 0, "b1 H4")
    told = _told(sealed, GAME.resign(sealed, 1, chance()), 0)
    kinds = [fact.kind for fact in told]
    assert (kinds[0], kinds[-3:]) == ("left", ["end", "score", "score_left"])
    assert told[kinds.index("end")].detail == ("resigned", 0)
    assert "retracted" not in kinds


def test_the_end_tells_winners_and_every_sum() -> None:
    nearly = colour("b", cell("H4")) | colour("g")
    before = replace(position((nearly, 0), roll=9), colours_first=(0b00001, 0))
    opened = _play(before, 0, "b1 H4")
    told = _told(opened, _play(opened, 1, "pass"))
    assert told[1] == Fact("colour_first", 0, ("b", 5))
    end, first, second = told[-3:]
    assert end == Fact("end", None, ("normal", 0))
    assert (first.kind, first.seat, first.detail[0]) == ("score", 0, 1)
    assert second.detail == (2, 0, 0, 8, -30, -22)
    assert not any(fact.kind.startswith("roll") for fact in told)


def test_an_end_decided_elsewhere_repeats_nothing_of_the_roll() -> None:
    state = replace(position((0, 0)), last=("pass", "b1 H4"))
    before = GAME.view(state, None)
    after: View = replace(before, to_move=(), outcome=Outcome(Termination.AGREED, ()))
    assert facts(before, None, None, after) == (Fact("end", None, ("agreed",)),)
    assert say(Fact("end", None, ("agreed",)), "en") == "The match ended by agreement. Nobody wins."


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "The match is over: somebody has completed a second colour. @0, @2 and @3 share the win."),
        ("nl", "De partij is afgelopen: iemand heeft een tweede kleur vol. @0, @2 en @3 delen de winst."),
        ("sv", "Partiet är slut: någon har fyllt en andra färg. @0, @2 och @3 delar på segern."),
        ("af", "Die wedstryd is verby: iemand het 'n tweede kleur vol. @0, @2 en @3 deel die oorwinning."),
    ],
)
def test_a_shared_win_names_all(language: str, sentence: str) -> None:
    assert say(Fact("end", None, ("normal", 0, 2, 3)), language) == sentence


def test_one_point_is_a_point() -> None:
    assert say(Fact("column_first", 1, ("H", 1)), "nl").endswith("1 punt.")
    assert say(Fact("column_first", 1, ("A", 5)), "nl").endswith("5 punten.")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("b3 G4 G5 H5", "blauw 3 op G4 G5 H5"),
        ("*b3 G4 G5 H5", "blauw 3 op G4 G5 H5 (1 joker)"),
        ("b*3 G4 G5 H5", "blauw 3 op G4 G5 H5 (1 joker)"),
        ("*b*3 G4 G5 H5", "blauw 3 op G4 G5 H5 (2 jokers)"),
        ("pass", "pas"),
    ],
)
def test_choices_are_said_with_the_jokers_they_cost(text: str, said: str) -> None:
    assert choice(text, "nl") == said


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_option_and_value_is_said_in_every_language(language: str) -> None:
    assert len(reasons(package)) > 15
    assert set(words(language)["refused"]) == reasons(package)
    assert all(say(Fact("refused", None, (reason,)), language).endswith(".") for reason in reasons(package))
    assert set(words(language)["option"]) == {option.key for option in META.options}
    for option in META.options:
        said = [say(Fact("choice", None, (option.key, str(value))), language) for value in option.choices]
        assert len(set(said)) == len(option.choices)
        assert say(Fact("option", None, (option.key,)), language)


@pytest.mark.parametrize(("kind", "detail"), [("refused", "boredom"), ("option", "weather"), ("choice", "sheet")])
def test_what_has_no_words_is_a_lookup_error(kind: str, detail: str) -> None:
    with pytest.raises(LookupError):
        say(Fact(kind, None, (detail,)), "en")
