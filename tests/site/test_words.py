"""The pages' translations: whole, nothing left over, and every value kept."""

from __future__ import annotations

import re

import pytest

from chalicelib.players.profile import SPOKEN
from chalicelib.site import words
from tests.site.sentences import all_said

_VALUE = re.compile(r"\{(\w+)\}")


@pytest.mark.parametrize("language", [language for language in SPOKEN if language != "en"])
def test_every_sentence_is_translated_and_none_is_left_over(language: str) -> None:
    found = words.catalogue(language)
    assert set(found) == all_said()
    assert all(found.values())
    assert [text for text in found if sorted(_VALUE.findall(text)) != sorted(_VALUE.findall(found[text]))] == []


def test_every_language_has_its_own_name() -> None:
    assert tuple(words.NAMES) == SPOKEN


def test_a_sentence_is_said_with_its_values() -> None:
    assert words.speaker("nl")("The rules of {game}", game="Keer op Keer") == "De regels van Keer op Keer"
    assert words.speaker("en")("The rules of {game}", game="Keer op Keer") == "The rules of Keer op Keer"
