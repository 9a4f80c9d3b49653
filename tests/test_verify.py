"""`make verify`: both checks of a record's file, each saying what it found, and the ply where it does not hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from infra.verify import main

SAMPLE = Path(__file__).parent.parent / "docs" / "record.sample.json"


def test_a_record_that_holds(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(str(SAMPLE)) == 0
    told = capsys.readouterr().out
    assert told.index("These hold.") < told.index("48 moves of keer-op-keer, version 1")
    assert told.endswith("The record holds.\n")


@pytest.mark.parametrize(
    ("before", "after", "told", "replayed"),
    [
        ('"2/6 1/6 3/6 4/6 0/6 3/6"', '"2/6 1/6 3/6 4/6 1/6 3/6"', "ply 3 differs: dice", False),
        ('"2/6 1/6 3/6 4/6 0/6 3/6"', '"2/6 1/6 3/6 4/6 0/6"', "Ply 3: The seed gives the dice", True),
        ('"r3 E5 E6 F5"', '"r3 E5 E6 F6"', "ply 7 differs: mark", False),
        ('"termination": "resigned"', '"termination": "normal"', "Ply 48: The moves lead to another end", True),
        ('"how": "bot"', '"how": "magic"', "ply 3 differs: mark", False),
        ('"name": "Anna"', '"name": "Anna", "age": 9', "seats.0.age: Extra inputs", True),
        ("{", "", "Extra data", False),
    ],
)
def test_a_record_that_does_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], before: str, after: str, told: str, replayed: bool
) -> None:
    file = tmp_path / "record.json"
    text = SAMPLE.read_text(encoding="utf-8")
    file.write_text(text.replace(before, after, 1), encoding="utf-8")
    assert main(str(file)) == 1
    said = capsys.readouterr().out
    assert told in said
    assert ("2. The whole match" in said) is replayed
