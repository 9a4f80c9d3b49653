"""What the pages say: English is the language of the source, the others are files of sentence and translation."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from pathlib import Path

FOLDER = Path(__file__).parent / "locale"
NAMES = {"en": "English", "nl": "Nederlands", "sv": "Svenska", "af": "Afrikaans"}
"""The languages by the names that their speakers give them."""

Say = Callable[..., str]
"""Says an English sentence in the reader's language, with the named values put in."""


@functools.cache
def catalogue(language: str) -> dict[str, str]:
    """The translations into a language; none for English."""
    if language == "en":
        return {}
    found: dict[str, str] = json.loads(FOLDER.joinpath(f"{language}.json").read_text(encoding="utf-8"))
    return found


def speaker(language: str) -> Say:
    """What says sentences in this language."""
    known = catalogue(language)

    def say(sentence: str, **values: object) -> str:
        return known.get(sentence, sentence).format(**values)

    return say
