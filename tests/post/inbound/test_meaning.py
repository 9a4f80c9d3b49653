"""What lines mean in every game: its moves as phones and people write them, words of ours, and what is said."""

from __future__ import annotations

from typing import Any

import pytest

from chalicelib import games
from chalicelib.post.inbound.meaning import LONGEST, MOST, WORDS, Meaning, meaning, word_in
from chalicelib.rules import LANGUAGES, Chance, MalformedMoveError


class Position:
    """The first position of a game, and its first player."""

    def __init__(self, key: str) -> None:
        self.game: Any = games.get(key)
        self.state = self.game.initial_state(2, {}, Chance(b"x" * 32, (b"1", b"2"), 0))
        self.seat = self.game.to_move(self.state)[0]
        self.moves = [self.game.format(move) for move in self.game.legal_moves(self.state, self.seat)]

    def reads(self, text: str) -> str:
        return str(self.game.format(self.game.parse(self.state, self.seat, text, "en")))

    def meant(self, *lines: str) -> str:
        """The canonical text of the move that these lines ask for."""
        found = meaning(lines, self.reads)
        assert found.kind == "move", found
        return self.reads(found.text)


WAYS = (
    "{}",
    "{}.",
    "  {} !",
    "“{}”",
    "‘{}’",
    "- {}",
    "• {}",
    "1. {}",
    "*{}*",
    "{} – as you said",
    "{}…",
    "\u200b{}\ufeff",
)


@pytest.mark.parametrize("key", games.keys())
def test_every_move_is_read_in_all_the_ways_that_it_is_written(key: str) -> None:
    position = Position(key)
    for move in position.moves[:3] + position.moves[-1:]:
        for way in WAYS:
            assert position.meant("Hello!", "", way.format(move), "", "Anna") == move, way
        for written in (move.upper(), move.capitalize(), move.replace(" ", "\u00a0"), move.replace("-", "–")):
            assert position.meant(written) == move, written


def test_what_phones_make_of_figures_is_read() -> None:
    seen: list[str] = []

    def reads(text: str) -> object:
        seen.append(text)
        raise MalformedMoveError("no", "unknown_word")

    meaning(["½ × ¾"], reads)
    assert "1/2 x 3/4" in seen


@pytest.mark.parametrize("key", ["keer-op-keer", "keer-op-keer-3", "passing-game"])
@pytest.mark.parametrize("word", ["pass", "Pas.", "Ik pas", "Passa!", "ek pas"])
def test_passing_has_a_word_in_every_language(key: str, word: str) -> None:
    assert meaning([word], Position(key).reads).text.casefold().rstrip(".") in ("pass",)


@pytest.mark.parametrize("key", games.keys())
def test_no_word_of_ours_is_a_move_of_a_game(key: str) -> None:
    position = Position(key)
    for words in WORDS.values():
        for word in words:
            with pytest.raises(MalformedMoveError):
                position.reads(word)
    for move in position.moves:
        assert word_in(move) is None


def test_the_first_move_or_word_counts() -> None:
    position = Position("keer-op-keer")
    assert meaning(["r3 H3 I2 I3", "resign"], position.reads) == Meaning("move", "r3 H3 I2 I3")
    assert meaning(["Resign.", "r3 H3 I2 I3"], position.reads) == Meaning("resign", "Resign.")
    assert meaning([], position.reads) == Meaning("nothing")
    assert meaning(["", "hello", "you"], position.reads) == Meaning("nothing", "hello")
    assert meaning(["hello", "r3 H3 Z9"], position.reads) == Meaning("move", "r3 H3 Z9")
    assert meaning(["thanks", "r3 A1 A2 A3"], position.reads) == Meaning("move", "r3 A1 A2 A3")


@pytest.mark.parametrize(("say", "language"), list(zip(("say", "Zeg", "Säg", "SÊ"), LANGUAGES, strict=True)))
def test_what_is_said_stands_beside_a_move(say: str, language: str) -> None:
    position = Position("keer-op-keer")
    found = meaning([f"{say}: well played in {language}", "r3 H3 I2 I3", f"{say} : bye"], position.reads)
    assert found == Meaning("move", "r3 H3 I2 I3", f"well played in {language}\nbye")


def test_what_is_said_goes_on_where_a_program_broke_it_and_no_further() -> None:
    position = Position("keer-op-keer")
    long = "say: " + "word " * 12 + "end"
    assert meaning([long, "of it", "then", "", "r3 H3 I2 I3"], position.reads).talk == f"{long[5:]} of it"
    assert meaning([long, "r3 H3 I2 I3"], position.reads) == Meaning("move", "r3 H3 I2 I3", long[5:])
    assert meaning([long, "resign"], position.reads) == Meaning("resign", "resign", long[5:])
    assert meaning(["say:", "hello"], position.reads) == Meaning("nothing", "hello")
    assert meaning(["say hello"], position.reads) == Meaning("nothing", "say hello")


def test_lines_that_are_tried_are_so_many_and_so_long() -> None:
    position = Position("keer-op-keer")
    assert meaning(["x"] * MOST + ["r3 H3 I2 I3"], position.reads).kind == "nothing"
    assert meaning(["x" * 1_000], position.reads).text == "x" * (LONGEST - 1) + "…"


def test_a_long_move_that_a_program_broke_is_read_whole() -> None:
    def reads(text: str) -> str:
        if set(text.split()) - {"give", "joker", "to", "Annabella", "Christina;", "Christina", "Dominique"}:
            raise MalformedMoveError("no", "unknown_word")
        return text

    first, second = "give joker to Annabella give joker to Christina; give joker to", "Dominique"
    assert meaning([first, second, "", "Anna"], reads).text == f"{first} {second}"
    assert meaning([first, "", second], reads).text == first
    assert meaning([first, "Anna"], reads).text == first
    assert meaning(["give", second], reads).text == "give"
