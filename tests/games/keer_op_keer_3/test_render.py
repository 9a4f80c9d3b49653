"""Boards in text and HTML: complete, readable without colour, narrow enough, in every language."""

from __future__ import annotations

import re
from functools import cache

import pytest

from chalicelib.games.keer_family.views import seat_order
from chalicelib.games.keer_op_keer_3.board import INDEX, SHEET
from chalicelib.games.keer_op_keer_3.render_html import html
from chalicelib.games.keer_op_keer_3.render_text import text
from chalicelib.games.keer_op_keer_3.state import State, View
from chalicelib.games.keer_op_keer_3.words import label
from chalicelib.rules import LANGUAGES
from tests.games.keer_op_keer_3.positions import GAME, asking, chance, column, everything, goals, play, position, row
from tests.games.pages import Page, check_alone, contrast
from tests.games.walks import Setting, sample, walk

WIDTH = 72
TWO_SHEETS_BYTES, SIX_SHEETS_BYTES = 36_000, 80_000
ATTRIBUTES = {"style", "scope", "role", "aria-label", "colspan", "cellpadding", "lang"}
SETTINGS = (
    Setting("keer-op-keer-3", 1, (), 3),
    Setting("keer-op-keer-3", 2, (), 2),
    Setting("keer-op-keer-3", 4, (("chips", "4-3-3-0"),), 5, stormy=True),
    Setting("keer-op-keer-3", 6, (), 6),
)


@cache
def views() -> tuple[View, ...]:
    """Positions from the first to the last, every kind of decision among them, open and sealed."""
    found = []
    for setting in SETTINGS:
        states = [setting.start(), *(step.after for step in sample(setting, 3))]
        bonuses = [step for step in walk(setting) if step.move and step.move.kind not in ("place", "pass")]
        states += [step.before for step in bonuses[:: 1 + len(bonuses) // 3]]
        found += [GAME.view(state, (None, 0, setting.seats - 1)[count % 3]) for count, state in enumerate(states)]
    sealed = play(asking(["bomb", "row", "block"], ["", "HP", "HP"]), (0, "bomb AP AQ"), (2, "block HP"))
    found += [GAME.view(sealed, watcher) for watcher in (0, 1, 2, None)]
    return tuple(found)


@cache
def page(view: View, language: str) -> Page:
    return Page(html(view, language))


def wanted(view: View, seat: int) -> list[list[tuple[str, bool, bool]]]:
    """What must be on the board: the colour of each cell, whether it has a diamond, whether it is crossed."""
    crossed = view.sheets[seat].crossed
    cells = {
        cell: (SHEET.colours[place], bool(SHEET.stars >> place & 1), cell in crossed) for cell, place in INDEX.items()
    }
    return [[cells[letter + label] for letter in "ABCDEFGHIJKLMNO"] for label in "PQRSTUV"]


def text_boards(said: str) -> list[list[list[str]]]:
    rows = [line.replace("|", " ").split()[1:16] for line in said.splitlines() if re.match(r"[P-V]  ", line)]
    return [rows[start : start + 7] for start in range(0, len(rows), 7)]


def html_boards(found: Page) -> list[list[list[str]]]:
    boards = []
    for table in found.tables:
        rows = [line[1:16] for line in table if line[:1] and line[0] in set("PQRSTUV") and len(line) == 17]
        boards += [rows] if rows else []
    return boards


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_at_most_72_columns_wide_and_have_no_empty_ends(language: str) -> None:
    for view in views():
        for line in text(view, language).splitlines():
            assert len(line) <= WIDTH, line
            assert line == line.rstrip()
            assert not set("{}\t") & set(line)


def test_text_boards_show_every_cell_by_letter_diamond_and_cross() -> None:
    for view in views():
        for seat, board in zip(seat_order(view), text_boards(text(view, "en")), strict=True):
            for shown, cells in zip(board, wanted(view, seat), strict=True):
                for token, (letter, diamond, crossed) in zip(shown, cells, strict=True):
                    assert token in ({f"X{letter}"} if crossed else {letter + "*" * diamond, f"+{letter}"})


def test_html_boards_show_every_cell_by_letter_diamond_and_cross() -> None:
    for view in views():
        for seat, board in zip(seat_order(view), html_boards(page(view, "sv")), strict=True):
            for shown, cells in zip(board, wanted(view, seat), strict=True):
                for token, (letter, diamond, crossed) in zip(shown, cells, strict=True):
                    marks = ("✕",) if crossed else ("◆" if diamond else "", "+")
                    assert token in {letter + mark for mark in marks}


@pytest.mark.parametrize("language", LANGUAGES)
def test_html_is_balanced_and_brings_nothing_from_elsewhere(language: str) -> None:
    for view in views():
        check_alone(html(view, language), page(view, language), ATTRIBUTES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_printed_stands_out_from_its_ground(language: str) -> None:
    looks = {(ink, ground) for view in views() for said, ink, ground in page(view, language).looks if said.strip()}
    assert [pair for pair in looks if contrast(*pair) < 4.5] == []


def test_every_row_of_a_board_is_as_wide_as_the_others() -> None:
    """The thin rows of crossings too: a crossing is two columns wide."""
    for view in views()[::9]:
        said = html(view, "en")
        for line in re.findall(r"<tr style=\"font-size:10px[^>]*>(.*?)</tr>", said):
            spans = [int(span) for span in re.findall(r'colspan="(\d+)"', line)]
            assert len(re.findall(r"<td", line)) == 1 + len(spans)
            assert sum(spans) <= 15


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_board_has_a_caption_and_the_own_one_comes_first(language: str) -> None:
    own = label(language, "own_sheet")
    for view in views():
        said = text(view, language)
        assert (own in said) == (view.seat is not None)
        others = [label(language, "sheet", seat=f"@{seat}") for seat in seat_order(view) if seat != view.seat]
        assert all(title in said for title in others)
        assert view.seat is None or all(said.index(own) < said.index(title) for title in others)


def test_the_cells_of_the_own_board_have_names_in_words() -> None:
    names = page(GAME.view(position([column("H"), ""]), 0), "nl").named_cells
    cells = [name for name in names if name[:2] in INDEX]
    assert len(cells) == 105
    assert {"HR groen, diamant, aangekruist"} & set(cells) or "HR blauw, diamant, aangekruist" in cells
    assert "AR groen, diamant" in cells


def test_six_sheets_and_two_fit_into_a_mail() -> None:
    for view in views():
        bound = SIX_SHEETS_BYTES if len(view.sheets) > 2 else TWO_SHEETS_BYTES
        assert max(len(html(view, language).encode()) for language in LANGUAGES) <= bound


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sealed_answer_is_shown_to_its_own_seat_only(language: str) -> None:
    sealed = play(asking(["bomb", "row", ""], ["", "HP", ""]), (0, "bomb AP AQ"))
    own, other = GAME.view(sealed, 0), GAME.view(sealed, 1)
    assert "+r" in text(own, language)
    assert [line[0] for line in text_boards(text(own, language))[0]][:2] == ["+r", "+b"]
    assert "AP AQ" in text(own, language)
    for said in (text(other, language), html(other, language)):
        assert label(language, "sealed") in said
        assert "AP AQ" not in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_said_what_everybody_owes(language: str) -> None:
    state = asking(["block", "bomb", "row", "give"], ["HP"] * 4, owed=("", "", "", "1"), active=3)
    said = text(GAME.view(state, None), language)
    for kind in ("block", "bomb", "row", "give"):
        assert label(language, f"owes_{kind}") in said
    choosing = text(GAME.view(position(["", ""]), 0), language)
    assert label(language, "owes_choose") in choosing
    assert label(language, "waits") in choosing


def test_who_gives_a_chip_is_told_which_number_is_whose() -> None:
    state = asking(["give", "", "", ""], [""] * 4, owed=("1", "", "", ""), departed=4)
    held = "(1\u00a0=\u00a0@1, 3\u00a0=\u00a0@3)"
    assert held in text(GAME.view(state, 0), "en")
    assert held in html(GAME.view(state, 0), "sv")
    assert "@1," not in text(GAME.view(state, 1), "en")


def test_bonuses_are_open_scored_or_gone() -> None:
    taken = goals("column A", "row P", "line 1")
    state = position([row("P"), column("A")], first=(goals("row P"), goals("column A")), taken=taken)
    first = [line.split()[1:3] for line in text(GAME.view(state, 0), "en").splitlines() if line.startswith("first ")]
    everybody = [line.split()[1:3] for line in text(GAME.view(state, 0), "en").splitlines() if line.startswith("all ")]
    assert first == [["-", "!"], ["[!]", "!"]]
    assert everybody == [["X", "X"], ["[X]", "X"]]
    board = [line for line in text(GAME.view(state, 0), "en").splitlines() if line.startswith("P ")]
    assert board[0].endswith("[X]")
    assert "1. -/X" in text(GAME.view(state, 0), "en")


def test_what_is_complete_stands_out_whatever_goal_it_is() -> None:
    state = position(["", ""], first=(goals("line 1"), 0), later=(goals("numeral II"), 0))
    shown = html(GAME.view(state, 0), "en")
    assert re.search(r'<b style="background:#\w+;color:#fff;padding:0 3px">1\. ▲✓', shown)
    assert re.search(r'<b style="background:#\w+;color:#fff;padding:0 3px">II 0/4 ', shown)
    assert len(re.findall(r"color:#fff;padding:0 3px", shown)) == 2


def test_what_others_complete_in_this_roll_is_not_gone_yet() -> None:
    state = position([column("A", but="P"), ""], first=(0, goals("column A")))
    lines = text(GAME.view(state, 0), "en").splitlines()
    assert next(line for line in lines if line.startswith("first ")).split()[1] == "!"


def test_crossings_stand_where_four_cells_meet() -> None:
    lines = text(GAME.view(position(["CQ CR DQ DR", ""]), 0), "en").splitlines()
    top = next(number for number, line in enumerate(lines) if line.startswith("Q "))
    assert lines[top + 1].split() == ["[I]", "II"]
    between = lines[top + 1].index("I")
    assert lines[top].index("Xo") < between < lines[top].index("Xb") + 2
    assert "✓I" in html(GAME.view(position(["CQ CR DQ DR", ""]), 0), "en")


def test_holdings_are_told() -> None:
    state = position(["", ""], xs=(3, 0), gifts=("!6", ""), owed=("1", ""), track=(7, 0), jokers=(3, 2), grey=(9, 12))
    said = text(GAME.view(state, 0), "en")
    assert "Pass track: 7 of 16; ahead: 9 bomb, 12 three in a row, 16 two X" in said
    assert "Start combination: o5 (orange 5); a pass crosses 1 now" in said
    assert "Jokers to use: 3 !!!, still grey: 9" in said
    assert "Chips turned: 3 of 10  [!] [±1] [6]" in said
    assert "Gift chips in hand: [!] [6], to give away: [±1]" in said


def test_pass_fields_ahead_are_those_that_still_bring_something() -> None:
    missed = position(["", ""], track=(11, 16), first=(0, goals("track 16")), taken=goals("track 16"))
    said = text(GAME.view(missed, 0), "en")
    assert "Pass track: 11 of 16; ahead: 12 three in a row\n" in said
    assert "Pass track: 16 of 16\n" in said
    drawn = html(GAME.view(missed, 0), "en")
    assert ">12<br>≡</td>" in drawn
    assert ">16<br>–</td>" in drawn
    assert 'aria-label="9 bomb, crossed"' in drawn


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_pass_would_cross_is_told_until_it_is_too_late(language: str) -> None:
    state = position(["", "", ""], dice="oog55*", start=("o5", "g1", "b2"), roll=5)
    view = GAME.view(play(state, (0, "pass")), 1)
    told = [label(language, "pass_now", n=count) for count in (1, 4)]
    for said in (text(view, language), html(view, language)):
        assert [said.count(each) for each in told] == [2, 0]
    assert text(GAME.view(state, 0), language).count(told[1]) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sign_is_explained(language: str) -> None:
    view, alone = GAME.view(position(["", ""]), 0), GAME.view(position([""], dice="gy12"), 0)
    for draw in (text, html):
        key, lone = (draw(each, language).rpartition(label(language, "legend"))[2] for each in (view, alone))
        signs = (
            ("[!]", "[±1]", "[6]", "[\N{NO-BREAK SPACE}]")
            if draw is text
            else (">!<", ">±1<", ">6<", ">\N{NO-BREAK SPACE}<")
        )
        assert all(sign in key for sign in signs)
        assert not any(sign in lone for sign in signs)
        assert all(sign in key for sign in ("X", "!", "»", "-" if draw is text else "–"))
    assert all(sign in html(view, language).rpartition("border-top")[2] for sign in ("B ", "O ", "≡ ", "XX ", "▲", "▼"))


def test_a_lone_player_sees_x_and_no_chips() -> None:
    said = text(GAME.view(position([""], dice="gy12", xs=(12,)), 0), "en")
    assert said.startswith("Roll 5 of 30\n")
    assert "X so far: 12" in said
    assert "Chips turned" not in said
    assert "chips" not in html(GAME.view(position([""], dice="gy12"), 0), "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_result_stands_first_once_the_match_is_over(language: str) -> None:
    for view in views():
        if view.outcome is None:
            continue
        said = text(view, language)
        assert label(language, "this_roll") not in said
        if len(view.sheets) > 1:
            assert said.index(label(language, "result")) < said.index("@0", said.index(label(language, "result")))
            assert all(f"@{score.seat}\n" in said for score in view.outcome.scores)


def test_a_full_sheet_and_a_seat_that_left_are_drawn() -> None:
    state = GAME.resign(position([everything(), "", ""]), 1, chance())
    said = text(GAME.view(state, 0), "en")
    assert "The sheet of @1 (has left)" in said
    assert "[III]" in said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "state", [asking(["bomb"], ["HP"], dice="gy12"), asking(["", "give"], ["", ""], owed=("", "1"))]
)
def test_dice_do_not_look_as_if_they_were_still_to_be_chosen_once_they_are_not(state: State, language: str) -> None:
    view = GAME.view(state, 0)
    for said in (text(view, language), html(view, language)):
        assert label(language, "settled") in said
        assert label(language, "available") not in said
        assert label(language, "active", seat="@0") not in said
    assert 'role="group"' not in html(view, language)
    assert not text(view, language).splitlines()[1].startswith(label(language, "colour_dice"))


def test_a_roll_that_is_settled_is_told_in_the_headline() -> None:
    assert text(GAME.view(asking(["bomb"], ["HP"], dice="gy12"), 0), "en").startswith(
        "Roll 5 of 30: green, yellow, 1, 2.\n"
    )


def test_nothing_is_for_the_first_where_one_plays_alone() -> None:
    view = GAME.view(position([""], dice="gy12"), 0)
    assert "XX two X." in html(view, "en")
    assert "first" not in html(view, "en").partition("Key")[2]
    assert "XX two X for the first." in html(GAME.view(position(["", ""]), 0), "en")
