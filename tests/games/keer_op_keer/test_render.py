"""Boards in text and HTML: complete, readable without colour, narrow enough, in every language."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import pytest

from chalicelib.games.keer_family.board import COLUMN_LETTERS
from chalicelib.games.keer_family.views import seat_order
from chalicelib.games.keer_op_keer import SHEETS as SHEET_NAMES
from chalicelib.games.keer_op_keer.board import INDEX, SHEETS
from chalicelib.games.keer_op_keer.render_html import html
from chalicelib.games.keer_op_keer.render_text import text
from chalicelib.games.keer_op_keer.state import View
from chalicelib.games.keer_op_keer.words import label, words
from chalicelib.rules import LANGUAGES
from tests.games.keer_op_keer.situations import GAME, cell, chance, column, position, views
from tests.games.pages import Page, check_alone, contrast

ATTRIBUTES = {"style", "scope", "role", "aria-label", "colspan", "cellpadding", "lang"}
WIDTH = 72
NARROW_PAGE_BYTES = 30_000
SIX_SHEETS_BYTES = 64_000


@cache
def _page(view: View, language: str) -> Page:
    return Page(html(view, language))


def _cells(view: View, seat: int) -> list[list[tuple[str, bool, bool]]]:
    """What must be on the board: the colour of each cell, whether it has a star, whether it is crossed."""
    sheet, crossed = SHEETS[view.sheet], view.sheets[seat].crossed
    return [
        [
            (sheet.colours[INDEX[name]], bool(sheet.stars >> INDEX[name] & 1), name in crossed)
            for name in (f"{letter}{row}" for letter in COLUMN_LETTERS)
        ]
        for row in range(1, 8)
    ]


def _text_boards(said: str) -> list[list[list[str]]]:
    rows = [line.replace("|", " ").split()[1:] for line in said.splitlines() if re.match(r"[1-7] ", line)]
    return [rows[start : start + 7] for start in range(0, len(rows), 7)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_at_most_72_columns_wide_and_have_no_empty_ends(language: str) -> None:
    for view in views():
        for line in text(view, language).splitlines():
            assert len(line) <= WIDTH, line
            assert line == line.rstrip()
            assert not set("{}\t") & set(line)


def test_text_boards_show_every_cell_by_letter_star_and_cross() -> None:
    for view in views():
        boards = _text_boards(text(view, "en"))
        for seat, board in zip(seat_order(view), boards, strict=True):
            for shown, wanted in zip(board, _cells(view, seat), strict=True):
                for token, (letter, star, crossed) in zip(shown, wanted, strict=True):
                    assert token in ({f"X{letter}"} if crossed else {letter + "*" * star, f"+{letter}"})


def test_html_boards_show_every_cell_by_letter_star_and_cross() -> None:
    for view in views():
        order = seat_order(view)
        boards = _page(view, "sv").boards()
        for seat, board in zip(order, boards, strict=True):
            for shown, wanted in zip(board, _cells(view, seat), strict=True):
                for token, (letter, star, crossed) in zip(shown, wanted, strict=True):
                    marks = ("✕",) if crossed else ("★" if star else "", "+")
                    assert token in {letter + mark for mark in marks}


@pytest.mark.parametrize("language", LANGUAGES)
def test_html_is_balanced_and_brings_nothing_from_elsewhere(language: str) -> None:
    for view in views():
        check_alone(html(view, language), _page(view, language), ATTRIBUTES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_printed_stands_out_from_its_ground(language: str) -> None:
    looks = {(ink, ground) for view in views() for said, ink, ground in _page(view, language).looks if said.strip()}
    assert [pair for pair in looks if contrast(*pair) < 4.5] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_board_has_a_caption_and_the_own_one_comes_first(language: str) -> None:
    own = label(language, "own_sheet")
    for view in views():
        captions = [said for said in _page(view, language).captions if "@" in said or said.startswith(own)]
        titles = [own if seat == view.seat else label(language, "sheet", seat=f"@{seat}") for seat in seat_order(view)]
        assert [said[: len(title)] for said, title in zip(captions, titles, strict=True)] == titles
        assert (own in text(view, language)) == (view.seat is not None)


def test_the_cells_of_the_own_board_have_names_in_words() -> None:
    view = GAME.view(position((column("H", "4"), 0)), 0)
    names = _page(view, "nl").named_cells
    assert len(names) == 105
    assert {"H1 groen, ster, aangekruist", "H4 blauw", "L1 oranje, ster"} <= set(names)


def test_six_sheets_and_two_fit_into_a_mail() -> None:
    for view in views():
        bound = SIX_SHEETS_BYTES if len(view.sheets) > 2 else NARROW_PAGE_BYTES
        assert max(len(html(view, language).encode()) for language in LANGUAGES) <= bound


@pytest.mark.parametrize("sheet", SHEET_NAMES)
def test_every_sheet_is_drawn(sheet: str) -> None:
    view = replace(GAME.view(position((0, 0)), 1), sheet=sheet)
    drawn = [[token[0] for token in row] for row in _text_boards(text(view, "af"))[0]]
    assert drawn == [[letter for letter, _, _ in row] for row in _cells(view, 1)]
    assert [[token[0] for token in row] for row in _page(view, "af").boards()[0]] == drawn


@pytest.mark.parametrize("language", LANGUAGES)
def test_dice_are_named_and_taken_ones_marked(language: str) -> None:
    state = position((0, 0), dice="gb*14*")
    opened = GAME.apply_move(state, 0, GAME.parse(state, 0, "b1 H4", language), chance())
    said = text(GAME.view(opened, 1), language)
    colours = words(language)["colours"]
    assert f"{label(language, 'colour_dice')}: g {colours['g']} · b {colours['b']} · * {colours['*']}" in said
    assert f"{label(language, 'available')}: g {colours['g']} · * {colours['*']} · 4 · * {colours['*']}" in said
    assert html(GAME.view(opened, 1), language).count(f', {label(language, "taken")}"') == 2
    assert label(language, "available") not in text(GAME.view(state, 1), language)


def test_two_dice_of_one_face_are_taken_one_at_a_time() -> None:
    state = position((0, 0), dice="bbb111")
    opened = GAME.apply_move(state, 0, GAME.parse(state, 0, "b1 H4", "en"), chance())
    assert "Still to choose from: b blue · b blue · 1 · 1" in text(GAME.view(opened, 1), "en")


def test_it_is_said_whose_choice_it_is() -> None:
    state = position((0, 0, 0), active=1)
    said = text(GAME.view(state, 2), "en")
    assert "@1 chooses first." in said
    assert "  @1: has still to choose\n" in said
    assert "  @0: waits for the first choice\n" in said
    opened = GAME.apply_move(state, 1, GAME.parse(state, 1, "pass", "en"), chance())
    assert "  @1: has passed\n  @2: has still to choose\n" in text(GAME.view(opened, 0), "en")


def test_a_sealed_choice_is_shown_to_its_own_seat_only() -> None:
    state = position((0, 0), roll=2)
    sealed = GAME.apply_move(state, 0, GAME.parse(state, 0, "b2 H4 H5", "en"), chance())
    own, other = GAME.view(sealed, 0), GAME.view(sealed, 1)
    assert "@0: blue 2 on H4 H5, sealed: only you can see it" in text(own, "en")
    assert [row[7] for row in _text_boards(text(own, "en"))[0]][3:5] == ["+b", "+b"]
    assert [row[7] for row in _page(own, "en").boards()[0]][3:5] == ["b+", "b+"]
    for said in (text(other, "en"), html(other, "en")):
        assert "has chosen, sealed" in said
        assert "blue 2" not in said
        assert "+" not in said


def test_values_of_columns_are_open_scored_or_gone() -> None:
    state = replace(position((column("A"), column("A"))), columns_first=(1, 0), columns_later=(0, 1))
    said = text(GAME.view(state, 0), "en").splitlines()
    upper = [line.split()[1:4] for line in said if line.startswith("first ")]
    lower = [line.split()[1:4] for line in said if line.startswith("later ")]
    assert upper == [["[5]", "3", "3"], ["-", "3", "3"]]
    assert lower == [["-", "2", "2"], ["[3]", "2", "2"]]
    assert html(GAME.view(state, 0), "en").count("✓5</td>") == 1


def test_colours_show_their_count_and_what_the_last_cell_brings() -> None:
    state = replace(position((cell("H4"), 0)), colours_first=(0, 0b00010))
    said = text(GAME.view(state, 0), "en")
    assert "Colours: g 0/21 (5)  y 0/21 (3)  b 1/21 (5)" in said
    assert "y 0/21 [5]" in said


def test_jokers_and_stars_are_counted() -> None:
    said = text(GAME.view(position((column("A"),) * 2, jokers=3), 0), "en")
    assert "Jokers left: 3 of 8 !!!   Stars open: 14" in said
    assert "Jokers left: 0 of 8   Stars" in text(GAME.view(position((0, 0), jokers=0), 0), "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_score_is_broken_down(language: str) -> None:
    state = replace(position((column("A"), 0)), columns_first=(1, 0))
    said = text(GAME.view(state, 0), language)
    assert re.search(r"^ +5 +0 +8 +-28 +-15  @0$", said, re.MULTILINE)
    page = "".join(look.text for look in _page(GAME.view(state, 0), language).looks)
    for name, value in (("columns", "5"), ("colours", "0"), ("jokers", "8"), ("stars", "−28")):
        assert f"{label(language, name)}\xa0{value}" in page


def test_the_result_stands_first_once_the_match_is_over() -> None:
    for view in views():
        if view.outcome is None:
            continue
        said = text(view, "en")
        assert said.startswith("The match is over")
        assert said.index("The result:") < said.index("heet")
        assert "This roll" not in said
        for line in (f"  @{score.seat}" for score in view.outcome.scores):
            assert f"{line}\n" in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lone_player_is_told_the_level_with_its_words(language: str) -> None:
    ended = [view for view in views() if len(view.sheets) == 1 and view.outcome]
    assert ended
    for view in ended:
        assert view.outcome is not None
        level = dict(view.outcome.scores[0].lines)["level"]
        said = " ".join(text(view, language).split())
        assert words(language)["levels"][level - 1] in said


def test_a_lone_player_sees_how_many_rolls_there_are_and_one_row_of_points() -> None:
    view = GAME.view(position((0,), dice="gb12"), 0)
    said = text(view, "en")
    assert said.startswith("Roll 5 of 30\n")
    assert "\npoints  5   3" in said
    assert "\nlater" not in said
    assert "This roll" not in said


def test_the_start_option_is_explained() -> None:
    assert "a placement may always start here" in text(GAME.view(position((0, 0)), 0), "en")
    assert "the first placement starts here" in text(GAME.view(position((0, 0), start="first"), 0), "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_seat_that_left_is_shown_as_such(language: str) -> None:
    view = GAME.view(GAME.resign(position((0, 0, 0)), 1, chance()), 0)
    gone = label(language, "departed")
    assert f"{label(language, 'sheet', seat='@1')} ({gone})" in text(view, language)
    assert f"({gone})" in html(view, language)
    assert f"  @1: {gone}" in text(view, language)
