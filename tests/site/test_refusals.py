"""Refusals in the reader's language: whole, and no sentence that no error says."""

from __future__ import annotations

import pytest

from chalicelib import games
from chalicelib.matches import service
from chalicelib.matches.errors import InvalidMatchError, SeatTakenError, StaleDecisionError
from chalicelib.matches.match import Caller
from chalicelib.matches.seating import MatchWish
from chalicelib.players.addresses import normalise
from chalicelib.players.errors import InvalidAddressError, InvalidProfileError, UnknownPlayerError
from chalicelib.players.profile import SPOKEN, clean_language, clean_name
from chalicelib.rules import AmbiguousMoveError, IllegalMoveError
from chalicelib.site.refusals import BY_CODE, SENTENCES, refusal_of
from chalicelib.site.words import FOLDER, catalogue
from chalicelib.web.errors import KINDS
from tests.site.house import BOT, ME, House, fields_of

KEER = games.get("keer-op-keer")
OTHERS = [language for language in SPOKEN if language != "en"]
COMPOSED = {
    "A mail address has 1 to 254 characters.",
    "A name has 1 to 40 characters, at least one of them visible.",
    "A nonce has 1 to 64 bytes.",
    "The languages we write in are en, nl, sv, af.",
}
"""Sentences with a number in them that the code puts in."""


def test_every_code_has_a_sentence() -> None:
    assert set(BY_CODE) == set(KINDS)


def test_no_sentence_is_translated_that_no_error_says() -> None:
    folder = FOLDER.parents[1]
    source = "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py") if path.name != "refusals.py")
    assert [each for each in SENTENCES if f'"{each}"' not in source] == sorted(COMPOSED)


def test_the_composed_sentences_are_as_errors_say_them(home: House) -> None:
    with pytest.raises(InvalidProfileError) as name:
        clean_name("")
    anna = home.player("Anna")
    with pytest.raises(InvalidMatchError) as nonce:
        service.set_nonce(home.env, home.table(anna, ME, BOT).id, "00" * 65, Caller(anna))
    with pytest.raises(InvalidAddressError) as address:
        normalise("")
    with pytest.raises(InvalidProfileError) as language:
        clean_language("tlh")
    assert {each.value.message for each in (name, nonce, address, language)} == COMPOSED


@pytest.mark.parametrize("language", OTHERS)
def test_the_very_sentence_comes_first_then_the_reason_then_the_code(language: str) -> None:
    known = catalogue(language)
    exact = refusal_of(InvalidMatchError("A match needs at least one human seat."), language)
    assert exact.detail == known["A match needs at least one human seat."]
    reason = refusal_of(IllegalMoveError("4 cells are to be crossed, not 3.", "wrong_count"), language, KEER)
    assert reason.detail not in (known[BY_CODE["illegal_move"]], "4 cells are to be crossed, not 3.")
    by_code = refusal_of(IllegalMoveError("4 cells are to be crossed, not 3.", "boredom"), language, KEER)
    assert by_code.detail == known[BY_CODE["illegal_move"]]
    assert {exact.language, reason.language, by_code.language} == {language}


@pytest.mark.parametrize("error", [StaleDecisionError("Decision 7 is not open."), UnknownPlayerError("Nobody 'x'.")])
def test_english_readers_get_the_errors_own_sentence(error: Exception) -> None:
    refusal = refusal_of(error, "en", KEER)
    assert (refusal.detail, refusal.language) == (str(error), "en")


def test_a_language_without_words_falls_back_to_english() -> None:
    refusal = refusal_of(SeatTakenError("This seat is taken."), "en")
    assert (refusal.detail, refusal.language, refusal.status) == ("This seat is taken.", "en", 409)


@pytest.mark.parametrize("language", SPOKEN)
def test_what_is_no_error_of_ours_tells_nothing_of_itself(language: str) -> None:
    refusal = refusal_of(RuntimeError("secret"), language)
    assert refusal.status == 500
    assert refusal.detail
    assert "secret" not in refusal.detail


def test_candidates_and_fields_are_kept() -> None:
    ambiguous = refusal_of(AmbiguousMoveError("This may mean a or b.", ("a", "b")), "nl", KEER)
    assert ambiguous.candidates == ("a", "b")
    assert ambiguous.leading == "It could mean:"
    assert refusal_of(InvalidProfileError("name", "No."), "nl").field == "name"


@pytest.mark.parametrize("language", SPOKEN)
def test_an_illegal_move_is_told_with_what_is_legal_and_not_as_if_it_could_mean_that(language: str) -> None:
    error = IllegalMoveError("Name an empty one. Legal here: a1, f1.", "empty_first", ("a1", "f1"))
    refusal = refusal_of(error, language, games.get("sequence-dice"))
    assert (refusal.candidates, refusal.leading) == (("a1", "f1"), "What the rules allow here:")
    assert "a1" not in refusal.detail, "the list stands below"
    assert refusal.language == language
    alone = refusal_of(IllegalMoveError("4 cells are to be crossed, not 3.", "wrong_count"), language, KEER)
    assert (alone.candidates, alone.leading) == ((), "")


@pytest.mark.parametrize(
    ("language", "leading"),
    [
        ("en", "What the rules allow here:"),
        ("nl", "Wat hier wel mag:"),
        ("sv", "Det här är tillåtet här:"),
        ("af", "Wat hier toegelaat word:"),
    ],
)
def test_the_page_lists_what_is_legal(home: House, language: str, leading: str) -> None:
    anna = home.session("Anna", language)
    match = service.create(home.env, anna.player, MatchWish("sequence-dice", (ME, BOT)))
    browser, legal = home.browser(anna), service.legal(home.env, match.id, Caller(anna.player)).moves
    fields = fields_of(browser.get(f"/m/{match.id}").body.decode(), "type")
    text = legal[0][0]
    typed = text[1:] if text.startswith("x") else f"x{text}"
    page = browser.post(f"/m/{match.id}", {**fields, "text": typed}).body.decode()
    assert "<p>It could mean:</p>" not in page
    texts = "".join(f"<li><code>{each}</code></li>" for each, _ in legal)
    assert f'<p>{leading}</p>\n<ul class="texts">{texts}</ul>' in page


@pytest.mark.parametrize(
    ("language", "told"),
    [("nl", "Dat vakje is er niet"), ("sv", "Den rutan finns inte"), ("af", "Daar is nie so &#39;n blokkie nie")],
)
def test_the_page_refuses_in_the_readers_language(home: House, language: str, told: str) -> None:
    anna = home.session("Anna", language)
    match = home.table(anna.player, ME, BOT)
    browser = home.browser(anna)
    fields = fields_of(browser.get(f"/m/{match.id}").body.decode(), "type")
    page = browser.post(f"/m/{match.id}", {**fields, "text": "b1 Z9"}).body.decode()
    assert f'<span lang="{language}">{told}' in page
