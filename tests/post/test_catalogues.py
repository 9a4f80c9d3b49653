"""The catalogues are whole, and what ships is what the translators wrote."""

from __future__ import annotations

import string
from collections.abc import Iterable

import pytest

from chalicelib.post.language import catalogue
from chalicelib.rules import LANGUAGES
from infra import catalogues


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def forms(texts: object) -> tuple[str, ...]:
    return (texts,) if isinstance(texts, str) else tuple(_strings(texts))


def _strings(texts: object) -> Iterable[str]:
    assert isinstance(texts, list | tuple)
    return (str(text) for text in texts)


def test_every_language_of_the_games_is_there() -> None:
    assert catalogues.TRANSLATED == LANGUAGES[1:] == ("nl", "sv", "af")


@pytest.mark.parametrize("language", catalogues.TRANSLATED)
def test_every_sentence_of_the_source_is_translated_and_no_other(language: str) -> None:
    wanted = {message.id for message in catalogues.sentences() if message.id}
    found = catalogues.read(language)
    assert {message.id for message in found if message.id} == wanted
    assert len(wanted) > 50
    for message in found:
        if message.id:
            assert not message.fuzzy, message.id
            assert all(forms(message.string)), message.id


@pytest.mark.parametrize("language", catalogues.TRANSLATED)
def test_plural_forms_are_as_many_as_the_language_has(language: str) -> None:
    found = catalogues.read(language)
    assert found.num_plurals == 2
    assert all(len(forms(message.string)) == 2 for message in found if message.pluralizable)


@pytest.mark.parametrize("language", catalogues.TRANSLATED)
def test_translations_fill_in_what_the_source_does(language: str) -> None:
    for message in catalogues.read(language):
        if message.id:
            wanted = set().union(*(fields(text) for text in forms(message.id)))
            assert {frozenset(fields(text)) for text in forms(message.string)} == {frozenset(wanted)}, message.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_lists_of_names_have_their_number(language: str) -> None:
    words = catalogue(language)
    assert len(words.gettext("Monday Tuesday Wednesday Thursday Friday Saturday Sunday").split()) == 7
    assert len(words.gettext("Mon Tue Wed Thu Fri Sat Sun").split()) == 7
    months = "January February March April May June July August September October November December"
    assert len(words.gettext(months).split()) == 12


@pytest.mark.parametrize("language", catalogues.TRANSLATED)
def test_what_ships_is_up_to_date(language: str) -> None:
    shipped = catalogues.path_of(language, ".mo").read_bytes()
    assert shipped == catalogues.compiled(language), "run: python -m infra.catalogues compile"


@pytest.mark.parametrize("language", catalogues.TRANSLATED)
def test_little_is_left_in_english(language: str) -> None:
    same = {message.id for message in catalogues.read(language) if message.id and message.id == message.string}
    assert all("{" in str(text) and len(str(text)) < 50 for text in same), same


def test_other_languages_are_answered_in_english() -> None:
    for language in ("en", "xx", "", "../nl"):
        assert catalogue(language).gettext("begun") == "begun"
