"""What is told of a change, and the sentences that tell it in every language."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from chalicelib.games.sequence_dice import META, notation
from chalicelib.games.sequence_dice import facts as facts_module
from chalicelib.games.sequence_dice.board import LENGTHS
from chalicelib.games.sequence_dice.facts import KINDS, facts, say
from chalicelib.games.sequence_dice.state import State, View
from chalicelib.games.sequence_dice.words import words
from chalicelib.rules import LANGUAGES, Fact, Outcome, Termination, typed
from tests.games.sequence_dice.positions import CORNERS, GAME, chance, play, position
from tests.games.sequence_dice.situations import changes, views
from tests.games.wording import check_same_words, leaves

EXAMPLES: dict[str, tuple[int | str, ...]] = {
    "start": (3, 6),
    "start_again": (0, 2),
    "gave_up": (1,),
    "rolled": (3, 4),
    "rolled_defence": (4, 6),
    "rolled_wild": (5, 6),
    "again": (3, 4),
    "again_defence": (4, 6),
    "again_wild": (5, 6),
    "placed": ("c3", 12),
    "replaced": ("c3", 12, 0, 2),
    "removed": ("b2", 7, 1),
    "line": ("a1", "b1", "c1", "d1", "e1"),
    "end": ("normal", 0, 2),
    "score": (1, 5, 1, 3),
    "score_left": (0, 4, 3),
}
OF_THE_TABLE = ("start_again", "line", "end")


def _told(before: State, after: State, watcher: int | None = None) -> tuple[Fact, ...]:
    return facts(GAME.view(before, watcher), None, None, GAME.view(after, watcher))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_word_with_the_same_placeholders(language: str) -> None:
    check_same_words(words(language), words("en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_words_for_every_kind_of_fact_and_ending(language: str) -> None:
    said = words(language)
    assert set(said["facts"]) == set(KINDS)
    assert set(said["endings"]) == {str(how) for how in Termination}
    assert [name[0].upper() for name in said["colours"]] == ["G", "B", "R"]


def test_languages_do_not_copy_one_another() -> None:
    said = [text for language in LANGUAGES for path, text in leaves(words(language)) if path.startswith("/facts")]
    assert {text for text in said if said.count(text) > 1} <= {"{ending} {winners}"}


def _check_sentences(fact: Fact) -> None:
    for language in LANGUAGES:
        sentence = say(fact, language)
        assert sentence == sentence.strip()
        assert sentence[0] == "@" or sentence[0].isupper() or sentence[0].isdigit() or sentence[0] == "'"
        assert sentence[-1] in ".!"
        assert not set("{}?") & set(sentence)
        assert f"@{fact.seat}" in sentence or fact.seat is None


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_fact_is_said_in_every_language(kind: str) -> None:
    _check_sentences(Fact(kind, None if kind in OF_THE_TABLE else 3, EXAMPLES.get(kind, ())))


def test_whole_matches_are_told_in_every_language() -> None:
    told = {fact for change in changes() for fact in facts(*change)}
    told |= {fact for view in views() for fact in facts(view, None, None, view)}
    assert {fact.kind for fact in told} >= set(KINDS) - {"left", "start_again", "again_defence", "again_wild"}
    for fact in told:
        _check_sentences(fact)


def test_a_fact_read_back_from_json_says_the_same() -> None:
    for change in changes()[::25]:
        for fact in facts(*change):
            kind, seat, *detail = json.loads(json.dumps([fact.kind, fact.seat, *fact.detail]))
            assert say(Fact(kind, seat, tuple(detail)), "sv") == say(fact, "sv")


def test_only_the_two_views_are_looked_at_and_everybody_is_told_the_same() -> None:
    for own, public in zip(changes()[::2], changes()[1::2], strict=True):
        assert facts(*own) == facts(*public) == facts(own.before, None, None, own.after)
        assert (facts(own.before, None, None, own.before) == ()) == (not own.before.starts)
        assert facts(own.before, own.seat, None, own.before) == ()


def test_the_rolls_for_who_begins_are_told_with_the_first_position_and_never_again() -> None:
    state = GAME.initial_state(3, {}, chance(0))
    state = replace(state, starts=(("66", "11", "66"), ("12", "", "34")), active=2, dice="34")
    told = _told(state, state)
    assert [(fact.kind, fact.seat, fact.detail) for fact in told] == [
        ("start", 0, (6, 6)),
        ("start", 1, (1, 1)),
        ("start", 2, (6, 6)),
        ("start_again", None, (0, 2)),
        ("start", 0, (1, 2)),
        ("start", 2, (3, 4)),
        ("begins", 2, ()),
        ("rolled", 2, (3, 4)),
    ]
    after = play(state, "b2")
    assert [fact.kind.split("_")[0] for fact in _told(state, after)] == ["placed", "rolled"]
    assert _told(after, after) == ()


def test_leaving_before_the_first_move_repeats_no_roll_for_who_begins() -> None:
    state = replace(GAME.initial_state(3, {}, chance(0)), active=2)
    assert _told(state, GAME.resign(state, 0, chance())) == (Fact("left_chips", 0),)
    told = _told(state, GAME.resign(state, 2, chance()))
    assert [(fact.kind.split("_")[0], fact.seat) for fact in told] == [("left", 2), ("rolled", 0)]


@pytest.mark.parametrize(
    ("dice", "text", "expected"),
    [
        ("34", "b2", Fact("placed", 0, ("b2", 7))),
        ("12", "xf2", Fact("replaced", 0, ("f2", 3, 1))),
        ("46", "xf2", Fact("removed", 0, ("f2", 3, 1))),
        ("66", "-", Fact("nothing", 0)),
        ("65", "b2", Fact("placed", 0, ("b2", 7))),
    ],
)
def test_what_was_done_is_told_and_then_the_next_roll(dice: str, text: str, expected: Fact) -> None:
    before = position("c3 d3 c4 d4", "f2 e6 b1 a5", dice=dice)
    after = play(before, text)
    first, second = _told(before, after)
    assert first == expected
    assert (second.kind.split("_")[0], second.seat) == ("rolled", 1)
    assert second.detail == tuple(map(int, after.dice))


def test_the_same_move_twice_by_one_seat_is_told_twice() -> None:
    state = position(CORNERS, "c3", dice="11")
    again = replace(play(state, "-"), active=0, dice="11", turn=11)
    assert _told(again, play(again, "-"))[0] == Fact("nothing", 0)


def test_an_extra_roll_is_told_as_one() -> None:
    before = position("b3", "e5", dice="11")
    after = play(before, "a1")
    assert [fact.kind.split("_")[0] for fact in _told(before, after)] == ["placed", "again"]


@pytest.mark.parametrize(("dice", "kind"), [("46", "rolled_defence"), ("56", "rolled_wild"), ("22", "rolled")])
def test_defence_and_wild_are_named(dice: str, kind: str) -> None:
    before = position("b3", "e5", dice="34")
    after = replace(play(before, "b2"), dice=dice)
    assert _told(before, after)[-1] == Fact(kind, 1, tuple(map(int, dice)))


def test_a_chip_of_a_team_is_told_as_both_partners() -> None:
    before = position("a5 e6 b1 f2", "b3", dice="12", seats=4, active=1)
    assert _told(before, play(before, "xf2"))[0] == Fact("replaced", 1, ("f2", 3, 0, 2))


def test_a_win_tells_line_winners_and_places() -> None:
    before = position("b1 c1 d1 e1", "b3 b4", dice="11", rolls=2, seats=4, active=2)
    assert _told(before, play(before, "f1")) == (
        Fact("placed", 2, ("f1", 2)),
        Fact("line", None, ("b1", "c1", "d1", "e1", "f1")),
        Fact("end", None, ("normal", 0, 2)),
        Fact("score", 0, (1, 5, 0, 2)),
        Fact("score", 1, (2, 2, 1, 3)),
    )


def test_a_draw_by_the_move_limit_is_told() -> None:
    before = position("b1", "b3", dice="34", turn=2000)
    told = _told(before, play(before, "b2"))
    assert [fact.kind for fact in told] == ["placed", "end", "score", "score"]
    assert say(told[1], "en") == "The match is over: there are no more turns. Nobody wins: it is a draw."


def test_leaving_is_told_by_what_it_leads_to() -> None:
    two = position("a2", "b2")
    assert [fact.kind for fact in _told(two, GAME.resign(two, 1, chance()))] == ["left", "end", "score", "score_left"]
    three = position("a2", "b2", "b3")
    assert _told(three, GAME.resign(three, 1, chance())) == (Fact("left_chips", 1),)
    told = _told(three, GAME.resign(three, 0, chance()))
    assert [(fact.kind.split("_")[0], fact.seat) for fact in told] == [("left", 0), ("rolled", 1)]


def test_a_partner_that_gives_up_is_told_and_then_the_other() -> None:
    before = position("a2", "b2", seats=4)
    one = GAME.resign(before, 3, chance())
    assert _told(before, one) == (Fact("gave_up", 3, (1,)),)
    told = _told(one, GAME.resign(one, 1, chance()))
    assert told[:2] == (Fact("left", 1), Fact("end", None, ("resigned", 0, 2)))
    assert told[-1] == Fact("score_left", 1, (0, 1, 1, 3))


def test_an_end_decided_elsewhere_repeats_nothing() -> None:
    before = GAME.view(position("a2", "b2"), None)
    after: View = replace(before, to_move=(), roll=(), outcome=Outcome(Termination.AGREED, ()))
    assert facts(before, None, None, after) == (Fact("end", None, ("agreed",)),)
    assert say(Fact("end", None, ("agreed",)), "en") == "The match ended by agreement. Nobody wins: it is a draw."


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "@1 replaced a chip of @0 and @2 on c3 (a square of 12)."),
        ("nl", "@1 verving een fiche van @0 en @2 op c3 (een 12)."),
        ("sv", "@1 bytte ut en marker från @0 och @2 på c3 (en ruta för 12)."),
        ("af", "@1 het 'n skyfie van @0 en @2 op c3 vervang ('n 12)."),
    ],
)
def test_a_replacement_names_whose_chip_it_was(language: str, sentence: str) -> None:
    assert say(Fact("replaced", 1, ("c3", 12, 0, 2)), language) == sentence


def _reasons() -> set[str]:
    """Every reason that the game's own modules, and what reads typed text for all games, give an error with."""
    folder = Path(facts_module.__file__).parent
    sources = {name: (folder / f"{name}.py").read_text(encoding="utf-8") for name in ("refusals", "notation", "game")}
    sources["typed"] = Path(typed.__file__).read_text(encoding="utf-8")
    found = set(re.findall(r"""return "(\w+)", f?\"""", sources["refusals"]))
    for source in sources.values():
        found |= set(
            re.findall(r"""(?:Malformed|NothingTo|NotTo|MatchOver)\w*Error\(\s*f?"[^"]*",\s*"(\w+)",?\s*\)""", source)
        )
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_option_and_value_is_said_in_every_language(language: str) -> None:
    assert len(_reasons()) > 15
    assert set(words(language)["refused"]) == _reasons()
    assert all(say(Fact("refused", None, (reason,)), language).endswith(".") for reason in _reasons())
    assert set(words(language)["option"]) == {option.key for option in META.options}
    said = [say(Fact("choice", None, ("line_length", str(length))), language) for length in LENGTHS]
    assert len(set(said)) == len(LENGTHS)
    name = say(Fact("option", None, ("line_length",)), language)
    named = [say(Fact("option", None, ("line_length", *map(str, option.seats))), language) for option in META.options]
    assert all(label.startswith(f"{name}, ") for label in named)
    assert re.search(r" 2 \w+ 4 ", named[0])
    assert " 3 " in named[1]


@pytest.mark.parametrize(
    ("kind", "detail"),
    [
        ("refused", ("boredom",)),
        ("option", ("weather",)),
        ("option", ("weather", "2", "4")),
        ("choice", ("line_length",)),
        ("choice", ("line_length", "7")),
    ],
)
def test_what_has_no_words_is_a_lookup_error(kind: str, detail: tuple[str, ...]) -> None:
    with pytest.raises(LookupError):
        say(Fact(kind, None, detail), "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_texts_we_print_for_moves_can_be_typed(language: str) -> None:
    for text in ("c3", "xc3"):
        assert text in words(language)["labels"]["legend_moves"]
        assert notation.read(text, language).cell == "c3"
