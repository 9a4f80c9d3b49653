"""Whatever a game itself says for a move, on boards, in logs and on its rules page, may be typed for that move."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from chalicelib import games
from chalicelib.rules import LANGUAGES, Fact
from tests.games.keer_op_keer_3.positions import GAME as KEER_3
from tests.games.keer_op_keer_3.positions import asking
from tests.games.passing_game.situations import GAME as PASSING
from tests.games.passing_game.situations import move, position
from tests.games.sequence_dice.positions import GAME as SEQUENCE
from tests.games.walks import Setting, Step, walk

SETTINGS = {
    "keer-op-keer": (Setting("keer-op-keer", 1, (), 31),),
    "keer-op-keer-3": (Setting("keer-op-keer-3", 1, (), 900), Setting("keer-op-keer-3", 1, (), 901)),
    "passing-game": (Setting("passing-game", 2, (), 31), Setting("passing-game", 4, (), 32)),
    "sequence-dice": (Setting("sequence-dice", 2, (), 31),),
}
TELLING = {
    "keer-op-keer": {"placed", "passed"},
    "keer-op-keer-3": {"placed", "passed", "block", "bomb", "row"},
    "passing-game": {"led", "played", "drew", "passed"},
    "sequence-dice": {"placed", "replaced", "removed", "nothing"},
}
"""The kinds of facts that tell a move, by game."""

PLAYS = {
    "en": ["the 6-4 on the left", "6-4 to the left", "6-4/left", "lay 6-4 at the left end", "“6-4 left”"],
    "nl": ["6-4 links", "leg 6-4 links aan", "Ik legde de 6-4 aan de linkerkant", "leggen 6-4 links"],
    "sv": ["lägger 6-4 till vänster", "jag lägger 6-4 i vänstra änden", "lägga 6-4 vänster", "”6-4 vänster”"],
    "af": ["speel 6-4 links", "die 6-4 aan die linkerkant", "„6-4 links”"],
}
DRAWS = {
    "en": ["draw a tile", "draws", "I took a tile from the boneyard", "'draw'"],
    "nl": ["trek een steen", "trekt", "trekken", "Ik trok een steen uit de pot"],
    "sv": ["Dra en bricka", "drar", "att dra", "drog en bricka"],
    "af": ["trek 'n steen", "getrek", "ek trek ’n steen"],
}
PASSES = {
    "en": ["passes", "passed."],
    "nl": ["past", "passen"],
    "sv": ["passar", "passa", "pass"],
    "af": ["pas", "gepas"],
}
TAKES = {
    "en": ["replace the chip on c3", "replaced c3", "c3 removed", "take the chip off c3", "×c3"],
    "nl": ["c3 vervangen", "haal c3 weg", "haalde een fiche weg van c3", "c3 weggehaald", "verving c3"],
    "sv": ["c3 utbytt", "c3 borttagen", "ta bort c3", "byt ut markern på c3", "tog bort en marker på c3"],
    "af": ["c3 vervang", "c3 verwyder", "haal c3 weg", "het 'n skyfie van c3 verwyder"],
}
PUTS = {
    "en": ["“c3”", "put a chip on “c3”", "placed c3", "‘c3’"],
    "nl": ["leg c3", "legde een fiche op c3", "„c3”", "een fiche op c3 leggen"],
    "sv": ["lägg en marker på c3", "lade c3", "”c3”"],
    "af": ["sit 'n skyfie op c3", "het 'n skyfie op c3 gesit", "“c3”"],
}


MOST = 6
"""So many moves of one kind of fact are typed back."""


@cache
def told(key: str) -> tuple[tuple[Step, Fact], ...]:
    """Moves, each with a fact that told it."""
    found, seen = [], Counter[str]()
    for setting in SETTINGS[key]:
        for step in walk(setting):
            if step.move is not None and games.get(key).to_move(step.before) == (step.seat,):
                found += [(step, fact) for fact in _telling(key, step) if seen[fact.kind] < MOST]
                seen.update(fact.kind for _, fact in found[-1:])
    return tuple(found)


def _telling(key: str, step: Step) -> Iterator[Fact]:
    game = games.get(key)
    facts = game.facts(game.view(step.before, None), step.seat, step.move, game.view(step.after, None))
    yield from (fact for fact in facts if fact.kind in TELLING[key] and fact.seat == step.seat)


def as_typed(said: str) -> str:
    """A sentence of the log without names and what stands in brackets, and without the sentence behind it."""
    return re.sub(r"@[0-9]+|\([^)]*\)", "", said.split(". ")[0]).strip()


@pytest.mark.parametrize("key", SETTINGS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_log_says_of_a_move_may_be_typed(key: str, language: str) -> None:
    game, kinds = games.get(key), set()
    for step, fact in told(key):
        said = game.say(fact, language)
        if key.startswith("keer") and "(" in said:
            continue  # which of the dice a joker stands for is said by its star alone
        kinds.add(fact.kind)
        assert game.parse(step.before, step.seat, as_typed(said), language) == step.move, said
    assert len(kinds) >= (2 if key == "keer-op-keer" else 3), kinds


STATE = position(("6-4 6-3 4-1", "2-2"), train="=6-2 >4-2", ends=(6, 4), boneyard="0-0 1-1 3-3")


@pytest.mark.parametrize("language", LANGUAGES)
def test_tiles_are_played_drawn_and_passed_in_any_form_of_the_verb(language: str) -> None:
    for texts, meant in ((PLAYS, "6-4 left"), (DRAWS, "draw"), (PASSES, "pass")):
        for reader in {language, "en"} if texts is PLAYS else {language}:
            for typed in texts[reader]:
                assert PASSING.parse(STATE, 0, typed, language) == move(meant), typed
    for typed in (*PLAYS["en"], *DRAWS["en"]):
        assert PASSING.parse(STATE, 0, typed, language) in (move("6-4 left"), move("draw")), typed


@pytest.mark.parametrize("language", LANGUAGES)
def test_chips_are_put_and_taken_in_any_form_of_the_verb(language: str) -> None:
    state = SEQUENCE.initial_state(2, {}, Setting("sequence-dice", 2, (), 1).chance(0))
    for texts, meant in ((PUTS, "c3"), (TAKES, "xc3")):
        for typed in (*texts[language], *texts["en"]):
            assert SEQUENCE.format(SEQUENCE.parse(state, 0, typed, language)) == meant, typed


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_page_shows_moves_that_are_understood(language: str) -> None:
    text = games.rules_text("passing-game", language)
    rows = [line for line in text.split("\n") if re.match(r"\| `(6-4|d|t|p)", line)]
    assert len(rows) == 5
    for row in rows[1:]:
        for code in re.findall(r"`([^`]+)`", row.split("|")[1]):
            assert PASSING.format(PASSING.parse(STATE, 0, code, language)) in ("6-4 left", "6-4 right", "draw", "pass")
    bold = re.findall(r"^[1-3]\. \*\*([^*]+?)[:.]*\*\*", text, re.MULTILINE)
    assert len(bold) == 3
    played, *others = [verb.split(",")[0] for verb in bold]
    assert PASSING.parse(STATE, 0, f"{played} 6-3", language) == move("6-3 left")
    assert [PASSING.format(PASSING.parse(STATE, 0, verb, language)) for verb in others] == ["draw", "pass"]


@pytest.mark.parametrize(
    ("language", "typed"),
    [
        ("en", "gave the joker chip to @2"),
        ("nl", "gaf een jokerfiche aan 2"),
        ("sv", "gav en jokerbricka till 2"),
        ("af", "het 'n jokerskyfie aan 2 gegee"),
        ("nl", "give joker to 2"),
        ("sv", "give the joker chip to 2"),
    ],
)
def test_a_gift_is_given_in_any_form_of_the_verb(language: str, typed: str) -> None:
    state = asking(("give", "", ""), ("", "", ""), owed=("!", "", ""))
    assert KEER_3.format(KEER_3.parse(state, 0, typed, language)) == "give joker to 2"


@pytest.mark.parametrize("key", games.keys())
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_page_calls_settings_by_their_names_with_the_keys_in_brackets(key: str, language: str) -> None:
    game, text = games.get(key), " ".join(games.rules_text(key, language).split())
    for option in game.options:
        name = game.say(Fact("option", None, (option.key,)), language).split(":")[0]
        assert f"**{name}** (`{option.key}`" in text, name
        assert not re.search(rf"(?<!\()`{option.key}`", text), "a key stands in brackets"
