"""Boards in text and HTML: complete, readable without colour, narrow enough, in every language."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import pytest

from chalicelib.games.passing_game.render_html import html
from chalicelib.games.passing_game.render_text import text
from chalicelib.games.passing_game.state import View
from chalicelib.games.passing_game.words import label
from chalicelib.rules import LANGUAGES
from tests.games.pages import Page, check_alone, contrast
from tests.games.passing_game.situations import GAME, NAMES, chance, play, position, views

ATTRIBUTES = {"style", "scope", "role", "aria-label", "lang"}
WIDTH = 72
PAGE_BYTES = 40_000
LONG = "=6-6 >6-0 >0-0 >1-0 >1-1 >2-1 >2-2 >3-2 >3-3 >4-3 >4-4 >5-4 >5-5 <6-1 <4-1 <4-0 <3-0 <5-3 <5-0"
"""A train with every double in it."""


@cache
def _page(view: View, language: str) -> Page:
    return Page(html(view, language))


def _view(train: str = LONG, ends: tuple[int, int] = (0, 5)) -> View:
    return GAME.view(position(("5-2 6-2 2-0 6-3", "6-5 4-2"), train=train, ends=ends, boneyard="3-1 5-1"), 0)


def _drawn(said: str) -> str:
    """The train as the text draws it: the middle line of every row; [-] is a double."""
    return " ".join(line for line in said.splitlines() if re.search(r"\[\d\|\d\]|\[-\]", line))


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_at_most_72_columns_wide_and_have_no_empty_ends(language: str) -> None:
    for view in (*views(), _view()):
        for line in text(view, language).splitlines():
            assert len(line) <= WIDTH, line
            assert line == line.rstrip()
            assert not set("{}\t\0") & set(line)


def test_the_text_shows_every_tile_of_the_train_in_order() -> None:
    for view in (*views(), _view()):
        wanted = ["[-]" if tile[0] == tile[2] else f"[{tile[0]}|{tile[2]}]" for tile in view.train]
        assert _drawn(text(view, "en")).split() == wanted


def test_a_double_lies_crosswise() -> None:
    drawn = text(_view("=6-4 >4-4 >4-1", (6, 1)), "en")
    assert "      [4]\n[6|4] [-] [4|1]\n      [4]\n" in drawn
    assert "[6|4] [4|1]\n" in text(_view("=6-4 >4-1", (6, 1)), "en")


def test_a_long_train_goes_on_in_the_next_row() -> None:
    rows = [line for line in text(_view(), "sv").splitlines() if re.search(r"\[\d\|\d\]|\[-\]", line)]
    assert len(rows) == 2
    assert all(60 < len(row) <= WIDTH for row in rows[:1])


def test_html_names_every_tile_of_the_train_and_of_the_own_hand() -> None:
    for view in (*views(), _view()):
        said = html(view, "en")
        named = re.findall(r'role="img" aria-label="(\d-\d)', said)
        assert named == [*view.train, *view.hand]


def test_every_half_shows_as_many_pips_as_its_number() -> None:
    for view in (*views(), _view()):
        said = html(view, "en")
        halves = sum(int(tile[0]) + int(tile[2]) for tile in (*view.train, *view.hand))
        assert said.count("●") == halves


@pytest.mark.parametrize("name", NAMES)
def test_every_tile_can_be_drawn(name: str) -> None:
    view = GAME.view(position((name, "6-6")), 0)
    assert html(view, "en").count("●") == int(name[0]) + int(name[2])
    assert f"<b>{name}</b>" in html(view, "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_html_is_balanced_and_brings_nothing_from_elsewhere(language: str) -> None:
    for view in (*views(), _view()):
        check_alone(html(view, language), _page(view, language), ATTRIBUTES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_printed_stands_out_from_its_ground(language: str) -> None:
    looks = {(ink, ground) for view in views() for said, ink, ground in _page(view, language).looks if said.strip()}
    known = {(_short(ink), _short(ground)) for ink, ground in looks}
    assert [pair for pair in known if contrast(*pair) < 4.5] == []


def _short(colour: str) -> str:
    """A colour by one digit each, which is near enough."""
    return f"#{colour[1::2]}" if len(colour) == 7 else colour


def test_a_board_fits_into_a_mail() -> None:
    for view in (*views(), _view()):
        assert max(len(html(view, language).encode()) for language in LANGUAGES) <= PAGE_BYTES


def test_the_last_tile_played_is_marked_by_more_than_a_colour() -> None:
    said = html(_view("=6-4 >4-1 <6-0", (0, 1)), "en")
    assert said.count("▲") == 2, "the mark and what it means"
    assert 'aria-label="0-6, the tile played last"' in said


def test_own_tiles_say_where_they_fit() -> None:
    view = GAME.view(position(("6-4 6-3 4-1 5-5", "2-2"), train="=6-2 >4-2", ends=(6, 4), boneyard="1-1 0-0 3-3"), 0)
    assert "4-1 (right)  5-5  6-3 (left)  6-4 (left and right)" in text(view, "en")
    said = html(view, "en")
    assert "<b>6-4</b>" in said
    assert "<b>5-5</b>" not in said
    assert all(arrow in said for arrow in ("◀ left", "▶ right", "◀▶ left and right"))


def test_others_are_shown_by_the_number_of_their_tiles() -> None:
    view = GAME.view(position(("6-4 6-3", "2-2 3-3 5-1"), train="=4-2", ends=(4, 2), boneyard="1-1 0-0 5-5 5-0"), 0)
    said = text(view, "en")
    assert "     3       0           0  @1\n" in said
    assert "     2       0           0  @0 (you, is to move)\n" in said
    assert "The boneyard: 4 tiles, of which 2 may be drawn." in said
    assert "The ends: 4 on the left, 2 on the right." in said


def test_a_spectator_has_no_hand_and_a_seat_that_went_out_an_empty_one() -> None:
    state = position(("6-3", "2-2"), train="=6-4", ends=(6, 4), boneyard="1-1 0-0 5-5", target=2)
    assert "Your tiles" not in text(GAME.view(state, None), "en") + html(GAME.view(state, None), "en")
    over = play(state, "6-3 left")
    assert "You hold no tile." in text(GAME.view(over, 0), "en")
    assert "Your tiles (4 pips)" in text(GAME.view(over, 1), "en")


def test_who_passed_who_left_and_whose_partner_is_said() -> None:
    hands = ("6-3 2-1", "6-1 5-1", "4-1 4-4", "3-3 5-5")
    state = play(position(hands, train="=6-4", ends=(6, 4), boneyard="1-1 2-2 0-0", partnership=True), "pass")
    said = text(GAME.view(GAME.resign(state, 3, chance()), 2), "en")
    assert "@0 (your partner, has passed)" in said
    assert "@1 (is to move)" in said
    assert "@2 (you)" in said
    assert "@3 (a bot plays here)" in said
    single = position(hands, train="=6-4", ends=(6, 4), boneyard="1-1 2-2 0-0")
    assert "@3 (has left)" in text(GAME.view(GAME.resign(single, 3, chance()), 2), "en")


def test_the_round_before_is_shown_with_all_hands() -> None:
    state = position(("2-1", "6-3"), train="=6-6", ends=(6, 6), boneyard="1-1 0-0 5-5")
    said = text(GAME.view(play(state, "pass", "pass"), None), "en")
    assert "Round 1, the one before:\n  Everybody has passed in a row. Round 1 is over.\n" in said
    assert "  @0 still held 2-1: 3 pips.\n  @1 still held 6-3: 9 pips.\n  @0: 6 points for this round.\n" in said


def test_the_end_is_shown_with_ranks() -> None:
    state = position(("2-1", "6-3"), train="=6-6", ends=(6, 6), boneyard="1-1 0-0 5-5", target=5)
    view = GAME.view(play(state, "pass", "pass"), 1)
    said = text(view, "en")
    assert said.startswith("The match is over: enough points are scored. @0 wins.\n")
    assert "  1.      1       6           1  @0\n" in said
    assert "Round 1, the last one:" in said
    assert "1. @0" in html(view, "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_position_says_whose_turn_it_is_or_how_it_ended(language: str) -> None:
    for view in views():
        said = text(view, language)
        if view.outcome is None:
            key = "to_move" if view.train else "must_lead"
            assert label(language, key, seat=f"@{view.to_move[0]}") in said
        assert said.count("@0")


def test_every_word_of_this_round_is_shown() -> None:
    for view in views():
        flow = " ".join(text(view, "en").split())
        for event in view.history:
            side = f" {event.side}" if event.side else ""
            assert f"@{event.seat} {event.tile}{side}" in flow or f"@{event.seat} {event.kind}" in flow


def test_nothing_is_shown_of_a_train_that_is_not_there() -> None:
    said = text(replace(GAME.view(position(("6-3", "2-2")), 0)), "en")
    assert "The train" not in said
    assert "No tile lies yet." in said
    assert "@0 is to lead." in said


def test_one_point_wins_as_well_as_many() -> None:
    start = GAME.initial_state(2, {"target": 1}, chance())
    assert "The match is won with 1 point." in text(GAME.view(start, 0), "en")
