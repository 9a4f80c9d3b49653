"""The catalogues: what the post says, in the languages the games speak. English is the language of the source."""

from __future__ import annotations

import functools
import gettext
from pathlib import Path

from chalicelib.rules import LANGUAGES

DOMAIN = "post"
FOLDER = Path(__file__).parent / "locale"

Catalogue = gettext.NullTranslations


@functools.cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of one of LANGUAGES; any other language is answered in English."""
    if language not in LANGUAGES or language == LANGUAGES[0]:
        return gettext.NullTranslations()
    path = FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.mo"
    with path.open("rb") as file:
        return gettext.GNUTranslations(file)
