"""Long log rows are stored deflated, short ones as they are, and all come back as they were."""

from __future__ import annotations

from chalicelib.adapters.bodies import encode
from chalicelib.adapters.sizes import item_size
from chalicelib.matches import packing
from chalicelib.matches.events import Entry, LogRow, Owed
from chalicelib.matches.repository import log_item, log_row
from chalicelib.players.ports import Item
from chalicelib.rules import Fact

MATCH = "m" * 16


def row(moves: int) -> LogRow:
    """A row in which so many moves were forced, in three matches' worth of words."""
    entries = tuple(Entry(200 + ply, ply % 2, "pass", "forced") for ply in range(moves))
    facts = tuple(Fact("rolled", None, ("g", "y", "*", str(ply), "3", "ö")) for ply in range(moves))
    own = {1: (Fact("chose", 1, ("g3 G4 G5 H5",)),)}
    owed = (Owed("your_turn", 0, "player000001", 77),)
    return LogRow(1_790_000_000, 77, 76, 1, "moved", "pass", "f" * 16, entries, facts, own, owed, ((78, 6),), (75, 0))


def test_a_row_comes_back_as_it_was_whatever_its_length() -> None:
    for moves in range(40):
        assert log_row(log_item(MATCH, row(moves))) == row(moves)


def test_a_short_row_is_stored_for_anybody_to_read() -> None:
    body = log_item(MATCH, row(3)).body
    assert body["entries"][0] == [200, 0, "pass", "forced"]
    assert "packed" not in body


def test_a_long_row_is_stored_deflated_with_what_says_which_it_is_in_the_open() -> None:
    item = log_item(MATCH, row(17))
    assert not {"entries", "facts", "own"} & set(item.body)
    assert {"at", "version", "n", "seat", "kind", "text", "print", "owed", "prev"} <= set(item.body)
    assert item_size(item) < 1024 < len(encode(packing.unpack(item.body)))


def test_a_long_row_that_was_stored_as_it_was_is_read_all_the_same() -> None:
    item = log_item(MATCH, row(30))
    plain = Item(item.key, item.kind, packing.unpack(item.body))
    assert log_row(plain) == row(30)


def test_what_does_not_become_shorter_stays_as_it_is() -> None:
    body = {"owed": [["your_turn", 0, f"player{number:06}", number, 0] for number in range(40)], "facts": [["a"]]}
    assert packing.pack(body) == body
    assert packing.unpack(body) == body


def test_no_row_is_packed_that_is_short_enough() -> None:
    longest = {"facts": ["x" * (packing.PLAIN - len('{"facts":[""]}'))]}
    assert packing.pack(longest) == longest
    assert "packed" in packing.pack({"facts": [longest["facts"][0] + "x"]})
