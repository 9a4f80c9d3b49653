"""Names for seats, put in once."""

from __future__ import annotations

import pytest

from chalicelib.matches.match import Seat
from chalicelib.post.language import catalogue
from chalicelib.post.names import listed, name_of, named, named_html, named_lines, one_line, with_seats

NAMES = ("@1", "Bram & <Co>", "Cees")


def test_names_are_put_in_once_and_unknown_seats_are_left() -> None:
    assert named("@0 beats @1, @2 and @12; mail a@2", NAMES) == "@1 beats Bram & <Co>, Cees and @12; mail aCees"
    assert named_html("<b>@1</b> @0 @7", NAMES) == "<b><bdi>Bram &amp; &lt;Co&gt;</bdi></b> <bdi>@1</bdi> @7"


def test_a_line_that_a_name_makes_too_long_goes_on_in_the_next_one() -> None:
    names = ["Anna " + "van der Meulen-Zuidema " * 2 + "junior"]
    short, long = "@0 waits", "  @0: blue 3 on G4 G5 H5, and then some more"
    said = named_lines(f"{short}\n\n{long}\n{'x' * 80}", names).split("\n")
    assert said[:2] == [f"{names[0]} waits", ""]
    assert " ".join(line.strip() for line in said[2:4]) == long.strip().replace("@0", names[0])
    assert [len(line) - len(line.lstrip()) for line in said[2:4]] == [2, 4]
    assert [len(line) for line in said if len(line) > 72] == [80]


def test_neither_names_nor_what_belongs_together_is_torn_apart() -> None:
    names = ["Anna Maria van der Meulen", "Bo"]
    turns = [f"@{turn % 2}\u00a06-{turn}\u00a0on\u00a0the\u00a0left" for turn in range(6)]
    said = named_lines("  ".join(turns), names)
    whole = [named(turn, names).replace("\u00a0", " ") for turn in turns]
    assert len(said.split("\n")) > 2
    assert [turn for turn in whole if turn not in said] == []


def test_a_seat_without_a_name_is_called_by_what_it_is() -> None:
    said = [name_of(catalogue(language), Seat("player", "p")) for language in ("en", "nl", "sv", "af")]
    assert said == ["somebody who left", "iemand die weg is", "någon som har lämnat", "iemand wat weg is"]
    assert name_of(catalogue("en"), Seat("open")) == "an open seat"


def test_names_in_a_row() -> None:
    said = [listed(catalogue(language), ["A", "B", "C"]) for language in ("en", "nl", "sv", "af")]
    assert said == ["A, B and C", "A, B en C", "A, B och C", "A, B en C"]
    assert [listed(catalogue("en"), names) for names in ([], ["A"], ["A", "B"])] == ["", "A", "A and B"]


def test_everybody_is_called_something() -> None:
    words = catalogue("nl")
    assert name_of(words, Seat("player", name="Anna")) == "Anna"
    assert name_of(words, Seat("bot", name="Pip", level=2)) == "Pip"
    assert name_of(words, Seat("bot", level=2)) == "Bot (niveau 2)"
    assert name_of(words, Seat("open")) == "een vrije stoel"


def test_one_line_is_one_line() -> None:
    assert one_line("a\r\nb\u2028c\x00d\x85 ") == "a b c d"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("give to Cees", "give to @2"),
        ("GEEF aan ann marie", "geef aan @1"),
        ("give to Ann", "give to @0"),
        ("give to Annie", "give to Annie"),
        ("give to Bob", "give to Bob"),
    ],
)
def test_names_in_a_text_become_the_seats_they_stand_for(text: str, meant: str) -> None:
    assert with_seats(text, ("Ann", "Ann Marie", "Cees", "Bob", "bob")) == meant


def test_a_text_stays_where_no_name_is_the_only_one() -> None:
    assert with_seats("give to Bob", ("Bob", "Bob")) == "give to Bob"
