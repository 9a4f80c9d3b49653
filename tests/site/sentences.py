"""Every sentence the pages say, found in their templates and in the table of refusals."""

from __future__ import annotations

import re
from pathlib import Path

from chalicelib.post.reasons import REASONS
from chalicelib.site.refusals import BY_CODE, LEADING, PATTERNS, SENTENCES, SETTINGS, TITLES, UNFIT
from chalicelib.site.replay import HOW
from chalicelib.site.words import FOLDER
from chalicelib.web.errors import KINDS

TEMPLATES = FOLDER.parent / "templates"
_SAID = re.compile(r"""\b_\(\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')""")


def said_in(path: Path) -> set[str]:
    """The English sentences of one template."""
    return {double or single for double, single in _SAID.findall(path.read_text(encoding="utf-8"))}


def all_said() -> set[str]:
    """All sentences that need a translation."""
    found = set().union(*(said_in(path) for path in TEMPLATES.glob("*.html")))
    found |= {kind.title for kind in KINDS.values()}
    found |= {*HOW.values(), *TITLES.values(), *REASONS}
    return found.union(BY_CODE.values(), SENTENCES, PATTERNS, LEADING.values(), SETTINGS.values(), UNFIT.values())
