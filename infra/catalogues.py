"""The post's catalogues: gather the sentences from the source, and compile what the translators made of them.

python -m infra.catalogues update     take new sentences into every .po, drop those that are gone
python -m infra.catalogues compile    write the .mo files, which ship
"""

from __future__ import annotations

import io
import sys
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from chalicelib.post.language import DOMAIN, FOLDER
from chalicelib.rules import LANGUAGES

TRANSLATED = LANGUAGES[1:]
SOURCE = FOLDER.parent

_METHODS = [("**.py", "python"), ("templates/**", "jinja2.ext:babel_extract")]
_KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2)}
_HEADER = "# What the post says. Sentences are ours; see CONTRIBUTING.md."
_DATE = datetime(2026, 1, 1, tzinfo=UTC)  # the files change only when a sentence does


def sentences() -> Catalog:
    """Every sentence in the source that has to be translated."""
    found = _empty(None)
    for file, _, message, comments, context in extract_from_dir(SOURCE, _METHODS, keywords=_KEYWORDS):
        found.add(message, None, [(file, 1)], auto_comments=comments, context=context)
    return found


def read(language: str) -> Catalog:
    """The catalogue of a language as its translator left it."""
    with path_of(language).open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def compiled(language: str) -> bytes:
    """The .mo file that the .po file makes."""
    buffer = io.BytesIO()
    write_mo(buffer, read(language))
    return buffer.getvalue()


def path_of(language: str, suffix: str = ".po") -> Path:
    """Where a language's catalogue stands."""
    return FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}{suffix}"


def update(language: str) -> None:
    """Bring a language's .po in line with the source; new sentences stand there untranslated."""
    known = read(language) if path_of(language).exists() else _empty(language)
    merged = _empty(language)
    for message in sentences():
        if message.id:
            old = known.get(message.id, message.context)
            merged.add(message.id, old.string if old else None, locations=message.locations, context=message.context)
    path_of(language).parent.mkdir(parents=True, exist_ok=True)
    with path_of(language).open("wb") as file:
        write_po(file, merged, width=110, sort_output=True, include_lineno=False, omit_header=False)


def _empty(language: str | None) -> Catalog:
    return Catalog(
        locale=language,
        domain=DOMAIN,
        header_comment=_HEADER,
        project="Turnpost",
        version="1",
        creation_date=_DATE,
        revision_date=_DATE,
        last_translator="Turnpost",
        language_team="Turnpost",
        fuzzy=False,
    )


def main(arguments: list[str]) -> int:
    """Do what the command line asks; the exit status."""
    if arguments not in (["update"], ["compile"]):
        print(__doc__)
        return 2
    for language in TRANSLATED:
        if arguments == ["update"]:
            update(language)
        else:
            path_of(language, ".mo").write_bytes(compiled(language))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
