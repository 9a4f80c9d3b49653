"""The documents: what they link to is there, and the table of settings is whole."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.joinpath("docs").rglob("*.md")])
_LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
_SETTING = re.compile(r'(?:given(?:\.get\(|, )|environ\.get\()"([A-Z_]+)"')


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_a_page_links_to_is_there(page: Path) -> None:
    targets = [target for target in _LINK.findall(page.read_text(encoding="utf-8")) if "://" not in target]
    assert [target for target in targets if not (page.parent / target).exists()] == []


def test_every_setting_is_in_the_table() -> None:
    read = [ROOT / "chalicelib" / "settings.py", ROOT / "infra" / "local" / "__main__.py"]
    names = {name for path in read for name in _SETTING.findall(path.read_text(encoding="utf-8"))}
    told = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    assert len(names) >= 9
    assert [name for name in sorted(names) if f"`{name}`" not in told] == []


def test_every_target_of_make_says_what_it_is_for() -> None:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    phony = re.findall(r"^\.PHONY: (.*)$", text, re.MULTILINE)[0].split()
    assert [name for name in phony if not re.search(rf"^{name}:.*## \S", text, re.MULTILINE)] == []
