"""The two programs that check dice and marks, in Python and for browsers: both find the same, and miss nothing."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from chalicelib import games
from chalicelib.matches import marks, proof, record_file
from chalicelib.matches.record_form import Record
from chalicelib.site import programs, verify_dice
from tests.matches.exports import exports
from tests.matches.flips import flips, proved, refused, written

PROGRAM = Path(verify_dice.__file__)
SAMPLE = Path(__file__).parents[2] / "docs" / "record.sample.json"
MATCHES = 30
SAMPLED = 3
FLIPS = 60

over_games = pytest.mark.parametrize("key", games.keys())


@pytest.fixture(scope="module")
def tab(chromium: Browser) -> Iterator[Page]:
    """A page with the program for browsers on it, and nothing else."""
    page = chromium.new_page()
    page.add_script_tag(content=programs.source("verify_dice.js"))
    yield page
    page.close()


_RUN = """texts => texts.map(text => {
  try { return verifyDice(JSON.parse(text)).map(each => each.differences); } catch (error) { return null; }
})"""


def in_browser(tab: Page, texts: list[str]) -> list[Any]:
    """What the program for browsers finds in each record, match by match; None where it finds no record."""
    found: list[Any] = tab.evaluate(_RUN, texts)
    return found


def in_python(text: str) -> Any:
    """The same of the program in Python."""
    try:
        found = verify_dice.matches(json.loads(text))
        return [[list(each) for each in verify_dice.differences(record)] for record in found]
    except (ValueError, KeyError, TypeError):
        return None


@over_games
def test_every_export_is_proved_by_its_replay_and_by_both_programs(tab: Page, key: str) -> None:
    texts = []
    for number, record in enumerate(exports(key, MATCHES)):
        text = written(record)
        proof.check(games, record_file.read(text))
        assert written(record_file.read(text)) == text
        assert in_python(text.decode()) == [[]]
        places = proved(record)
        for flip in flips(record, places[number :: len(places) // SAMPLED]):
            assert refused(flip), flip
        texts.append(text.decode())
    assert in_browser(tab, texts) == [[[]]] * MATCHES


def _sample() -> Record:
    return record_file.read(SAMPLE.read_bytes())


def test_the_published_record_is_proved_by_its_replay_and_by_both_programs(tab: Page) -> None:
    proof.check(games, _sample())
    text = SAMPLE.read_text(encoding="utf-8")
    assert in_python(text) == in_browser(tab, [text])[0] == [[]]


def test_both_programs_agree_with_the_published_vectors(tab: Page) -> None:
    page = SAMPLE.with_name("record.md").read_text(encoding="utf-8")
    vectors = json.loads(page.split("```json")[1].split("```")[0])
    dice = {each["ply"]: each["dice"] for each in vectors["dice"]}
    for each in vectors["numbers"]:
        if each["purpose"] == "game" and each["ply"]:
            dice[each["ply"]] = " ".join(f"{value}/{each['below']}" for value in each["values"])
    own = _record(vectors, vectors["nonces"], dice)
    house = _record(vectors, vectors["house_nonces"], {})
    for record in (own, {**house, "seats": [{**seat, "own_nonce": False} for seat in house["seats"]]}):
        assert in_python(json.dumps(record)) == in_browser(tab, [json.dumps(record)])[0] == [[]]


def _record(vectors: Any, nonces: list[str], dice: dict[int, str]) -> dict[str, Any]:
    """As much of a record as the programs look at."""
    moves = [{**_MOVE, "ply": ply, "dice": dice.get(ply, "")} for ply in range(1, 13)]
    return marks.marked(
        _RECORD
        | {
            "match": vectors["commitment"]["match"],
            "rules_version": vectors["commitment"]["rules_version"],
            "commitment": vectors["commitment"]["value"],
            "seed": vectors["seed"],
            "nonces": nonces,
            "seats": [{"seat": seat, "kind": "player", "own_nonce": True} for seat in (0, 1)],
            "dice": dice.get(0, ""),
            "moves": moves,
        }
    )


_MOVE = {"seat": 0, "move": "", "how": "", "at": ""}
_RECORD: dict[str, Any] = {
    "format": 1,
    "game": "",
    "options": {},
    "created": "",
    "started": "",
    "ended": "",
    "origin": None,
    "migrations": [],
}


def test_both_programs_say_the_same_of_whatever_is_changed(tab: Page) -> None:
    record = _sample()
    places = proved(record)
    texts = [flip.text.decode("utf-8", "replace") for flip in flips(record, places[:: len(places) // FLIPS])]
    found = [in_python(text) for text in texts]
    assert in_browser(tab, texts) == found
    assert any(found)
    assert None in found


ODD: dict[str, Any] = {
    "no dice": "",
    "a die of no faces": "0/0",
    "a die of one face": "0/1",
    "the largest bound": "0/18446744073709551616",
    "too large a bound": "0/18446744073709551617",
    "a bound that rejects half of all draws": "0/9223372036854775809",
    "a leading nought": "01/6",
    "a leading nought in the bound": "1/06",
    "two spaces": "1/6  1/6",
    "a space at the end": "1/6 ",
    "a line break": "1/6\n",
    "other digits": "\u0661/6",
    "no number": "x/6",
    "a minus": "-1/6",
    "many digits": "1/" + "9" * 39,
}

HARMLESS = ("no dice", "a die of one face")
"""What only a replay can say to be too few dice, or other ones."""


def _with(**changes: Any) -> str:
    return json.dumps({**json.loads(SAMPLE.read_text(encoding="utf-8")), **changes})


@pytest.mark.parametrize("name", ODD)
def test_both_programs_read_odd_dice_in_the_same_way(tab: Page, name: str) -> None:
    text = _with(dice=ODD[name])
    found = in_python(text)
    assert in_browser(tab, [text]) == [found]
    assert [each[:2] for each in found[0]] == ([] if name in HARMLESS else [[0, "dice"]])


OTHERWISE: dict[str, dict[str, Any]] = {
    "another format": {"format": 2},
    "a format that is no number": {"format": True},
    "no seats": {"seats": []},
    "no nonces": {"nonces": []},
    "a nonce of capitals": {"nonces": ["AA", "BB"]},
    "a nonce with a space": {"nonces": ["a a", "bb"]},
    "a nonce too long": {"nonces": ["aa" * 65, "bb"]},
    "a nonce that is none": {"nonces": [1, 2, 3]},
    "a seed too odd": {"seed": "abc"},
    "a match of any letters": {"match": "m\u00e4tch \U0001f3b2"},
    "a version below nought": {"rules_version": -1},
    "moves that are none": {"moves": [[]]},
    "a move without dice": {"moves": [{"ply": 1, "seat": 0}]},
    "moves of seats that are not there": {
        "moves": [
            {**_MOVE, "ply": 0, "seat": -1, "dice": "", "mark": ""},
            {**_MOVE, "ply": 2, "seat": 9, "dice": "", "mark": ""},
        ]
    },
    "an origin that is none": {"origin": {}},
    "options by other names": {"options": {"z": '\u00e5"\\\n\u0007\u007f\u2028', "a": True, "B": -1, "": ""}},
    "no options": {"options": {}},
    "a share that is no truth value": {"seats": [{"seat": 0, "kind": "player", "own_nonce": 1}] * 3},
    "a seat of another kind": {"seats": [{"seat": 0, "kind": "bot", "own_nonce": True}] * 3},
    "rules that were changed": {"migrations": [{"ply": 0, "rules_version": 2}, {"ply": 7, "rules_version": 3}]},
    "a name of any letters": {"game": "g\u00e4me \U0001f3b2", "created": "\u2028", "ended": ""},
}


@pytest.mark.parametrize("name", OTHERWISE)
def test_both_programs_read_odd_records_in_the_same_way(tab: Page, name: str) -> None:
    text = _with(**OTHERWISE[name])
    assert in_browser(tab, [text]) == [in_python(text)]


def test_what_a_match_goes_on_from_is_checked_too(tab: Page) -> None:
    record = json.loads(_with())
    changed = [{"ply": 0, "rules_version": 2}, {"ply": 48, "rules_version": 3}]
    origin = marks.marked({**record, "migrations": changed, "outcome": None})
    whole = marks.marked({**record, "origin": origin})
    other = {**origin, "migrations": [changed[1]]}
    texts = [json.dumps({**whole, "origin": each}) for each in (origin, {**origin, "dice": "0/7"}, other)]
    held, dice, rules = found = list(map(in_python, texts))
    assert in_browser(tab, texts) == found
    assert held == [[], []]
    assert ([each[:3] for each in dice[0]], dice[1]) == ([[0, "dice", "0/7"]], [])
    assert [each[0][:2] for each in rules] == [[1, "mark"], [0, "mark"]]


@pytest.mark.parametrize("size", [0, 1, 55, 56, 63, 64, 65, 119, 200])
def test_the_hash_for_browsers_is_sha_256(tab: Page, size: int) -> None:
    """By what follows from it: a match's name of any length makes the same commitment in both."""
    text = _with(match="x" * size)
    assert in_browser(tab, [text]) == [in_python(text)]


def _run(*arguments: str, given: str = "") -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-I", str(PROGRAM), *arguments], input=given, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    return done.returncode, done.stdout


def test_the_program_tells_what_it_checked() -> None:
    code, told = _run(str(SAMPLE))
    record = json.loads(_with())
    assert code == 0
    assert record["commitment"] in told
    assert f"{len(record['moves']) + 1} plies in order" in told
    assert told.endswith("led to that end, only a replay shows.\n")


def test_the_program_names_the_ply_and_what_differs() -> None:
    record = json.loads(_with())
    move = next(move for move in record["moves"] if move["dice"])
    said, move["dice"] = move["dice"], "0/3 " + move["dice"]
    code, told = _run("-", given=json.dumps(record))
    assert code == 1
    assert f'ply {move["ply"]} differs: dice is "0/3 {said}" and has to be "' in told


@pytest.mark.parametrize(
    ("name", "other"),
    [("move", "pass"), ("how", "timeout"), ("at", "2026-09-22T00:00:00Z"), ("mark", "0" * 16)],
)
def test_the_program_names_the_ply_at_which_something_else_was_played(name: str, other: str) -> None:
    record = json.loads(_with())
    record["moves"][10][name] = other
    code, told = _run("-", given=json.dumps(record))
    assert code == 1
    assert "\nply 11 differs: mark is" in told


def test_the_program_looks_when_the_match_ended() -> None:
    code, told = _run("-", given=_with(ended="2026-09-26T10:02:06Z"))
    assert code == 1
    assert "ply 48 differs: ended is" in told


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("", "Expecting value"),
        ("[1]", "this is no record of a match"),
        ("{}", "KeyError: 'format'"),
        ("[" * 100_000, ""),
        (_with(format=2), "a format that is not known here"),
        (_with(moves=[{}]), "KeyError: 'ply'"),
        ("\ufeff" + _with(moves=3), "not a whole one"),
    ],
)
def test_what_is_no_record_is_said_in_a_sentence(given: str, told: str) -> None:
    code, said = _run("-", given=given)
    assert (code, said.count("\n")) == (2, 1)
    assert said.startswith("-: ")
    assert told in said


def test_a_file_that_is_not_there_is_said_in_a_sentence(tmp_path: Path) -> None:
    code, told = _run(str(tmp_path / "none.json"))
    assert (code, "No such file" in told) == (2, True)


def test_the_program_stands_alone_and_is_short() -> None:
    text = PROGRAM.read_text(encoding="utf-8")
    tree = ast.parse(text, feature_version=(3, 8))
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    named = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert imported == {"hashlib", "hmac", "json", "re", "sys"}
    assert named == {"__future__", "typing"}
    assert len(text.splitlines()) < 100
