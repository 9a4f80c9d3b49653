"""The corpus: of every mail what its writer asks for, and nothing of what is quoted, led to or signed in it."""

from __future__ import annotations

import pytest

from tests.post.inbound.corpus import EXPECTED, FOLDER, mail, meant


def test_every_mail_is_expected_and_there_are_many() -> None:
    assert {path.stem for path in FOLDER.glob("*.eml")} == set(EXPECTED)
    assert len(EXPECTED) >= 60


@pytest.mark.parametrize("name", EXPECTED)
def test_the_mail_asks_for_what_its_writer_does(name: str) -> None:
    found, expected = meant(mail(name)), EXPECTED[name]
    assert (found.kind, found.text, found.talk) == (expected["kind"], expected["text"], expected.get("talk", ""))
