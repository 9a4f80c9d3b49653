"""The corpus: of every mail what its writer asks for, and nothing of what is quoted, led to or signed in it."""

from __future__ import annotations

import pytest

from chalicelib.post.inbound.verdict import Verdicts, not_to_be_answered, proved_sender
from tests.post.inbound.corpus import AUTOMATIC, EXPECTED, FOLDER, mail, meant


def test_every_mail_is_expected_and_there_are_many() -> None:
    assert {path.stem for path in FOLDER.glob("*.eml")} == {*EXPECTED, *AUTOMATIC}
    assert len(EXPECTED) >= 60


@pytest.mark.parametrize("name", EXPECTED)
def test_the_mail_asks_for_what_its_writer_does(name: str) -> None:
    found, expected = meant(mail(name)), EXPECTED[name]
    assert (found.kind, found.text, found.talk) == (expected["kind"], expected["text"], expected.get("talk", ""))


def test_people_are_known_as_such_and_proved_by_dmarc_or_by_their_signature() -> None:
    for name in EXPECTED:
        header = mail(name).header
        assert not_to_be_answered(header, Verdicts(envelope="anna@example.com")) == "", name
        for found in (Verdicts(dmarc="PASS"), Verdicts(dmarc="GRAY", dkim="PASS")):
            assert (proved_sender(header, found), name) == ("anna@example.com", name)


@pytest.mark.parametrize("name", AUTOMATIC)
def test_programs_are_known_as_such(name: str) -> None:
    assert not_to_be_answered(mail(name).header, Verdicts()) == AUTOMATIC[name]
