"""Boards in text and HTML: complete, readable without colour, narrow enough, in every language."""

from __future__ import annotations

import re
from functools import cache

import pytest

from chalicelib.games.sequence_dice.board import BOARD
from chalicelib.games.sequence_dice.display import LETTERS
from chalicelib.games.sequence_dice.render import html, text
from chalicelib.games.sequence_dice.render_html import CHOICE, CHOICE_OF_CHIP, SHAPES
from chalicelib.games.sequence_dice.state import Play, View
from chalicelib.games.sequence_dice.words import label, words
from chalicelib.rules import LANGUAGES
from tests.games.pages import Page, check_alone, contrast
from tests.games.sequence_dice.positions import CORNERS, GAME, chance, full, play, position
from tests.games.sequence_dice.situations import views

ATTRIBUTES = {"style", "scope", "role", "aria-label", "cellpadding", "lang"}
WIDTH = 72
MOST_BYTES = 16_000


@cache
def _page(view: View, language: str) -> Page:
    return Page(html(view, language))


def _html_board(view: View, language: str = "en") -> list[str]:
    (board,) = [[row[1:] for row in table if row[0] in set("123456")] for table in _page(view, language).tables]
    return ["".join(cell.split()) for row in board for cell in row]


def _text_board(said: str) -> list[str]:
    return [token for line in said.splitlines() if re.match(r"[1-6] ", line) for token in line.split()[1:]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_at_most_72_columns_wide_and_have_no_empty_ends(language: str) -> None:
    for view in views():
        for line in text(view, language).splitlines():
            assert len(line) <= WIDTH, line
            assert line == line.rstrip()
            assert not set("{}\t") & set(line)


def test_both_boards_show_every_number_and_every_chip_by_its_letter() -> None:
    for view in views():
        holders = "".join(view.board)
        shown = zip(_text_board(text(view, "nl")), _html_board(view), holders, BOARD.numbers, strict=True)
        for token, cell, holder, number in shown:
            letter = "" if holder == "." else LETTERS[int(holder)]
            new = "*" if "*" in token else ""
            assert token.strip("()[]") == f"{letter}{number}{new}"
            assert cell == (f"{SHAPES[int(holder)]}{letter}{number}{new}" if letter else f"{number}{new}")


def test_colours_have_letters_and_shapes_of_their_own() -> None:
    assert len(set(LETTERS)) == len(set(SHAPES)) == 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_html_is_balanced_and_brings_nothing_from_elsewhere(language: str) -> None:
    for view in views():
        check_alone(html(view, language), _page(view, language), ATTRIBUTES)
        assert len(html(view, language).encode()) <= MOST_BYTES


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_printed_stands_out_from_its_ground(language: str) -> None:
    looks = {(ink, ground) for view in views() for said, ink, ground in _page(view, language).looks if said.strip()}
    assert [pair for pair in looks if contrast(*pair) < 4.5] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_said_who_rolled_what_and_what_it_asks_for(language: str) -> None:
    own, theirs = full("a1 b3 c5 d2 e4 f6 c2 e6")
    for state, key in (
        (position("b3", "e5", dice="34"), "place"),
        (position("b3", "e5", dice="11"), "place_again"),
        (position("b3", "e5", dice="56"), "place_wild"),
        (position(own, theirs, dice="34"), "replace"),
        (position(own, theirs, dice="56"), "replace_wild"),
        (position("b3", "e5", dice="46"), "remove"),
        (position(CORNERS, "e5", dice="11"), "nothing"),
    ):
        view = GAME.view(state, 1)
        expected = label(language, key, total=view.total, seat="@0")
        assert expected in " ".join(text(view, language).split())
        assert expected in html(view, language)
        assert f"{state.dice[0]} + {state.dice[1]} = {view.total}" in text(view, language)
        assert f"@{state.active}" in text(view, language).splitlines()[1]


def test_squares_that_the_roll_may_be_played_on_are_marked() -> None:
    view = GAME.view(position("b3", "e5 f2", dice="12"), 0)
    marked = [token for token in _text_board(text(view, "en")) if token.startswith("(")]
    assert marked == ["(3)", "(3)", "(3)"]
    assert html(view, "en").count("dashed") == 3 + 1
    assert "b1: 3, empty, may be played on" in _page(view, "en").named_cells


def test_chips_that_the_roll_may_replace_are_marked_and_the_key_shows_such_a_one() -> None:
    said = html(GAME.view(position("b3", "e6 a5 b1 f2", dice="12"), 0), "en")
    assert said.count(CHOICE_OF_CHIP) == 4 + 1
    assert CHOICE not in said
    assert f"■&nbsp;B</span> {label('en', 'legend_choice')}" in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_key_tells_what_the_squares_of_2_and_12_are_for_while_the_match_runs(language: str) -> None:
    view = GAME.view(position("b3", "e5", dice="34"), 0)
    over = GAME.view(GAME.resign(position("b3", "e5"), 1, chance()), 0)
    note = label(language, "legend_again")
    assert f"2, 12 = {note}" in " ".join(text(view, language).split())
    assert f">12</span> {note}" in html(view, language).replace("&#x27;", "'")
    assert note not in " ".join(text(over, language).split()) + html(over, language)


def test_what_was_played_since_ones_own_turn_is_marked() -> None:
    last = [[Play("34", "b2")], [Play("11", "a1"), Play("12", "xf2")]]
    state = position("b2", "a1 f2", dice="34", last=last)
    marks = {
        seat: [token for token in _text_board(text(GAME.view(state, seat), "en")) if "*" in token] for seat in (0, 1)
    }
    assert marks == {0: ["B2*", "B3*"], 1: ["G7*"]}
    everybody = _text_board(text(GAME.view(state, None), "en"))
    assert sum("*" in token for token in everybody) == 3
    said = text(GAME.view(state, 0), "en")
    assert "  @0: 3 + 4 = 7: b2\n  @1: 1 + 1 = 2: a1; 1 + 2 = 3: f2 replaced\n" in said
    removed = position("b2", "a1", dice="34", last=[[Play("34", "b2")], [Play("46", "xc2")]])
    assert "8*" in _text_board(text(GAME.view(removed, 0), "en"))
    assert "c2 removed" in html(GAME.view(removed, 0), "en")
    assert "nothing" in text(GAME.view(position("a2", "b2", last=[[], [Play("46", "-")]]), 0), "en")


def test_the_line_that_won_is_marked() -> None:
    view = GAME.view(play(position("b1 c1 d1 e1", "b3", dice="11"), "f1"), 1)
    said = text(view, "en")
    assert said.startswith("The match is over: a line is complete. @0 wins.\n")
    assert [token for token in _text_board(said) if token.startswith("[")] == ["[G3]", "[G4]", "[G5]", "[G6]", "[G2*]"]
    assert "  1. G green: @0 (longest line 5 of 5)\n  2. B blue: @1 (your side, longest line 1 of 5)\n" in said
    assert html(view, "en").count("double") == 5 + 1
    assert "f1: 2, green, in the line that wins, new" in _page(view, "en").named_cells
    assert "(2)" not in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rolls_for_who_begins_stand_there_until_the_first_move(language: str) -> None:
    state = position("", "", "", turn=1, dice="34", starts=(("66", "11", "66"), ("12", "", "11")))
    for said in (text(GAME.view(state, 1), language), html(GAME.view(state, 1), language)):
        assert label(language, "starts") in said
        assert "@0 6 + 6 = 12 · @1 1 + 1 = 2 · @2 6 + 6 = 12" in said
        assert "@0 1 + 2 = 3 · @2 1 + 1 = 2" in said
        assert label(language, "begins", seat="@0") in said
    after = GAME.view(play(state, "b2"), 1)
    assert label(language, "starts") not in text(after, language) + html(after, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_sides_are_named_with_colour_seats_and_longest_line(language: str) -> None:
    green, blue, _ = words(language)["colours"]
    view = GAME.view(position("a1 b1", "b2", seats=4, length=6), 3)
    both = words(language)["and"]
    said = text(view, language)
    assert f"  G {green}: @0 {both} @2 ({label(language, 'longest', line=2, wanted=6)})\n" in said
    assert f"B {blue}: @1 {both} @3 ({label(language, 'own')}, " in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_seat_that_left_is_shown_as_such(language: str) -> None:
    left = GAME.view(GAME.resign(position("a1", "b2", "c3"), 1, chance()), 0)
    gave_up = GAME.view(GAME.resign(position("a1", "b2", seats=4), 2, chance()), 0)
    for said in (text, html):
        assert label(language, "departed") in " ".join(said(left, language).split())
        assert label(language, "gave_up", seats="@2") in " ".join(said(gave_up, language).split())


def test_a_second_roll_of_a_turn_is_told_as_one() -> None:
    view = GAME.view(position("b3 a1", "e5", rolls=2, last=[[Play("11", "a1")], [Play("34", "e5")]]), None)
    said = text(view, "en")
    assert "@0 rolled again: 3 + 4 = 7." in said
    assert said.index("@1: 3 + 4 = 7: e5") < said.index("@0: 1 + 1 = 2: a1"), "the newest turn stands last"
