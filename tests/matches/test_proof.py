"""A record proves itself, and whatever is changed in one is found: by the replay, and by what checks its dice alone."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import pytest

from chalicelib import games
from chalicelib.matches import marks, proof, record_file
from chalicelib.matches.errors import InvalidRecordError
from chalicelib.matches.record_form import Record
from chalicelib.site import verify_dice
from tests.games.cheap import many
from tests.matches.exports import exported
from tests.matches.flips import flips, proved, refused, written

FEW = range(5, 20)

over_games = pytest.mark.parametrize("key", games.keys())


@lru_cache(maxsize=8)
def _short(key: str) -> Record:
    """A record of a few moves."""
    records = (exported(setting) for setting in many(key, 400, 0) if setting.stormy)
    return next(record for record in records if len(record.moves) in FEW)


def _check(text: bytes | str) -> None:
    proof.check(games, record_file.read(text))


@over_games
def test_one_changed_byte_fails_wherever_it_is(key: str) -> None:
    tried = list(flips(_short(key), proved(_short(key))))
    assert [flip for flip in tried if not refused(flip)] == []


@over_games
def test_whatever_the_dice_follow_from_fails_without_a_replay_when_a_byte_is_changed(key: str) -> None:
    record = _short(key)
    text, named = written(record), ("match", "rules_version", "seed", "commitment", "nonces")
    values = [place for place in proved(record) if place.field in named and place.name == place.field]
    assert len(values) > 64 + 64 + 16
    for flip in flips(record, values, bits=(1,)):
        if text[flip.place.at] not in b'":,[]':
            assert verify_dice.differences(verify_dice.matches(json.loads(flip.text))[-1]), flip


@over_games
def test_other_dice_are_named_with_their_ply_without_a_replay(key: str) -> None:
    record = json.loads(written(_short(key)))
    for ply, move in enumerate([record, *record["moves"]]):
        said = move["dice"]
        for place, each in enumerate(said.split()):
            number, bound = map(int, each.split("/"))
            other = f"{(number + 1) % bound}/{bound + (bound == 1)}"
            move["dice"] = " ".join([*said.split()[:place], other, *said.split()[place + 1 :]])
            (found,) = verify_dice.differences(record)
            assert found[:3] == (ply, "dice", move["dice"])
        move["dice"] = said


Change = Callable[[dict[str, Any]], object]


def _set(path: str, value: Any) -> Change:
    """A change of what stands at a path, such as moves.0.seat."""

    def change(record: dict[str, Any]) -> None:
        *way, last = (int(part) if part.isdigit() else part for part in path.split("."))
        found: Any = record
        for part in way:
            found = found[part]
        found[last] = value

    return change


def _timed(path: str, moment: str) -> Change:
    """Another time, with marks that go with it."""

    def change(record: dict[str, Any]) -> None:
        _set(path, moment)(record)
        record.update(marks.marked(record))

    return change


def _swap(record: dict[str, Any]) -> None:
    """Let two choices that were made at the same time change places."""
    first, second = record["moves"][0], record["moves"][1]
    first["seat"], second["seat"] = second["seat"], first["seat"]
    first["move"], second["move"] = second["move"], first["move"]
    record.update(marks.marked(record))


def _longer(record: dict[str, Any]) -> None:
    last = record["moves"][-1]
    record["moves"].append({**last, "ply": last["ply"] + 1, "dice": ""})


def _twice(record: dict[str, Any]) -> None:
    before: Any = {**record, "outcome": None}
    for _ in range(proof.DEEPEST):
        before = {**before, "origin": before}
    record["origin"] = before


CHANGES: list[tuple[str, Change, int, str]] = [
    ("no end", _set("outcome", None), 0, "has no outcome"),
    ("another end", _set("outcome.winners", []), -1, "lead to another end"),
    ("no such game", _set("game", "chess"), 0, "no game chess"),
    ("no such rules", _set("rules_version", 99), 0, "commitment"),
    ("a migration that is none", _set("migrations", [{"ply": 3, "rules_version": 2}]), 0, "such a change"),
    ("a migration after the end", _set("migrations", [{"ply": 9_999, "rules_version": 2}]), 0, "out of order"),
    ("another seed", _set("seed", "00" * 32), 0, "commitment"),
    ("another promise", _set("commitment", "00" * 32), 0, "commitment"),
    ("another match", _set("match", "another"), 0, "commitment"),
    ("a start before it was set up", _timed("started", "2020-01-01T00:00:00Z"), 0, "started before it was set up"),
    ("a start after the first move", _timed("started", "2099-01-01T00:00:00Z"), 1, "before what came before it"),
    ("moves that go back in time", _timed("moves.2.at", "2099-01-01T00:00:00Z"), 4, "before what came before it"),
    ("too few nonces", _set("nonces", ["00"]), 0, "one nonce for each seat"),
    ("seats out of order", _set("seats.0.seat", 1), 0, "one nonce for each seat"),
    ("a nonce of nobody", _set("nonces.0", "00"), 0, "is nobody's"),
    ("a nonce that nobody set", _set("seats.0.own_nonce", True), 0, "nobody set it"),
    ("a bot with words of its own", _set("seats.1.kind", "bot"), 0, "bots set no nonces"),
    ("an unknown option", _set("options", {"height": 3}), 0, "has no option"),
    ("other first dice", _set("dice", "1/2"), 0, "The seed gives the dice"),
    ("other dice", _set("moves.1.dice", "1/2"), 2, "The seed gives the dice"),
    ("a number that is not the next", _set("moves.1.ply", 3), 2, "says it is number 3"),
    ("a seat that is not there", _set("moves.1.seat", 7), 2, "no seat 7"),
    ("a seat that is not to move", _set("moves.1.seat", 0), 2, "Seat 0 is not to move"),
    ("an illegal move", _set("moves.0.move", "r1 A1"), 1, "Seat 0 cannot play"),
    ("no move at all", _set("moves.0.move", "hello"), 1, "Seat 0 cannot play"),
    ("a move written otherwise", _set("moves.0.move", "PASS"), 1, "should be"),
    ("a bot's move on a player's seat", _set("moves.0.how", "bot"), 1, "cannot have come about"),
    ("a choice that was forced", _set("moves.0.how", "forced"), 1, "not the only legal move"),
    ("a resignation that reads as a move", _set("moves.0.how", "resigned"), 1, "should be 'resign'"),
    ("choices out of order", _swap, 2, "in the order of their seats"),
    ("another first mark", _set("mark", "00" * 8), 0, "All up to here has the mark"),
    ("another mark", _set("moves.3.mark", "00" * 8), 4, "All up to here has the mark"),
    ("another time of a move", _set("moves.2.at", "2027-01-15T08:00:00Z"), 3, "All up to here has the mark"),
    ("another way a move came about", _set("moves.0.how", "timeout"), 1, "All up to here has the mark"),
    ("another start", _set("started", "2027-01-15T08:00:00Z"), 0, "All up to here has the mark"),
    ("another end in time", _set("ended", "2030-01-15T08:00:00Z"), -1, "ended with its last move"),
    ("a move after the end", _longer, -2, "The match is over"),
    ("an origin with an end", lambda record: record.update(origin=dict(record)), 0, "does not go on from a position"),
    ("an origin that ended", lambda record: record.update(origin={**record, "outcome": None}), 0, "cannot go on"),
    ("an endless row of origins", _twice, 0, "More than 4 matches"),
]


@lru_cache(maxsize=1)
def _two_seats() -> str:
    """A record of two players who passed at the same time, one with words of its own in the dice."""
    settings = (each for each in many("keer-op-keer", 400, 0) if each.seats == 2 and each.seed % 2 == 0)
    for record in map(exported, settings):
        first, second = record.moves[:2]
        if (first.seat, second.seat, first.how, second.how) == (0, 1, "played", "played") and first.move == "pass":
            return written(record).decode()
    raise AssertionError("no such record among these")


@pytest.mark.parametrize(
    ("change", "ply", "told"), [change[1:] for change in CHANGES], ids=[each[0] for each in CHANGES]
)
def test_what_isrefused(change: Change, ply: int, told: str) -> None:
    record = json.loads(_two_seats())
    change(record)
    expected = ply if ply >= 0 else len(record["moves"])
    with pytest.raises(InvalidRecordError, match=told) as refused:
        _check(json.dumps(record))
    assert refused.value.ply == expected


@pytest.mark.parametrize(
    ("text", "ply", "told"),
    [
        ("", 0, "This is no record"),
        ("[]", 0, "This is no record"),
        ("{}", 0, "format: Field required"),
        ('{"format": 2}', 0, "format: "),
        (b"\xff", 0, "This is no record"),
        ("[" * 5_000, 0, "This is no record"),
    ],
)
def test_what_is_no_record(text: str | bytes, ply: int, told: str) -> None:
    with pytest.raises(InvalidRecordError, match=told) as refused:
        record_file.read(text)
    assert refused.value.ply == ply


def test_a_field_that_does_not_fit_is_named_with_its_ply() -> None:
    record = json.loads(_two_seats())
    record["moves"][4]["how"] = "by magic"
    with pytest.raises(InvalidRecordError, match=r"^Ply 5: moves\.4\.how: ") as refused:
        record_file.read(json.dumps(record))
    assert refused.value.ply == 5


def test_a_field_that_is_not_known_isrefused() -> None:
    record = {**json.loads(_two_seats()), "note": "nobody checks this"}
    with pytest.raises(InvalidRecordError, match=r"^note: "):
        record_file.read(json.dumps(record))
