"""Around a running match on its page: nudges, a draw, bots that stand in, and seats that are given to somebody else."""

from __future__ import annotations

import re

import pytest

from chalicelib.matches import service
from chalicelib.matches.match import Pace
from chalicelib.matches.pace import DAY, HOUR
from chalicelib.matches.wish import SeatWish
from chalicelib.players.profile import SPOKEN
from tests.site.company import alert, company, text_of
from tests.site.house import ME, House, fields_of, moves_of


def test_who_keeps_the_table_waiting_is_nudged_once_a_day(home: House) -> None:
    table = company(home)
    page = table.page("Anna")
    table.does("Anna", "choose", move=moves_of(page)[0])
    assert 'value="nudge"' not in table.page("Anna")
    assert "409 now: Not possible as things stand. Give them time:" in alert(table.posts("Anna", "nudge"))
    home.clock.advance(HOUR)
    assert 'value="nudge"' not in table.page("Bram"), "the others wait for Bram"
    page = table.does("Anna", "nudge")
    assert "Done: those who keep the table waiting are reminded, in your name." in page
    assert alert(table.sends("Anna", "nudge")).startswith("429 now: ")


def test_nobody_is_nudged_who_said_to_be_away(home: House) -> None:
    table = company(home)
    table.does("Anna", "choose", move=moves_of(table.page("Anna"))[0])
    home.clock.advance(HOUR)
    service.announce_here(home.env, table.match.id, 0, home.clock.now() + DAY, table.caller("Bram"))
    assert 'value="nudge"' not in table.page("Anna")
    assert "away, as they told everybody" in alert(table.posts("Anna", "nudge"))


def test_a_draw_is_offered_and_accepted(home: House) -> None:
    table = company(home)
    page = table.does("Anna", "draw")
    assert "You would have a draw." in page
    assert "as soon as these want it too: Bram." in text_of(page)
    assert "A draw is offered by: Anna." in text_of(table.page("Cees"))
    assert 'value="draw"' not in table.page("Cees"), "who only watches has no say"
    assert "Accept: end the match with a draw" in table.page("Bram")
    assert "The match is over" in table.does("Bram", "draw")
    assert home.load(table.match).head.ending == "agreed"


def test_a_draw_is_declined_or_withdrawn_and_offered_once_a_day(home: House) -> None:
    table = company(home)
    table.does("Anna", "draw")
    assert 'value="undraw"' not in table.does("Bram", "undraw")
    assert home.load(table.match).head.offers == ()
    assert alert(table.sends("Anna", "draw")).startswith("429 draw: ")
    table.does("Bram", "draw")
    table.does("Bram", "undraw")
    assert home.load(table.match).head.offers == ()


def test_a_bot_plays_for_somebody_until_they_take_the_seat_back(home: House) -> None:
    table = company(home)
    page = table.does("Anna", "lend", level="1")
    assert table.seat().lent == 1
    assert "A bot plays for you" in page
    assert 'id="moves"' not in page
    assert "A bot plays here for now." in table.page("Bram")
    assert "409 now: " in alert(table.posts("Bram", "lend")), "there is nobody left to play with"
    page = table.does("Anna", "back")
    assert (table.seat().lent, 'id="moves"' in page) == (0, True)


def test_a_level_that_no_bot_has_is_refused_at_the_form(home: House) -> None:
    table = company(home)
    assert "422 bot: " in alert(table.sends("Anna", "lend", level="7"))
    assert "400 bot: " in alert(table.sends("Anna", "lend", level="x"))


def test_whoever_comes_takes_a_seat_over(home: House) -> None:
    table = company(home, visibility="public")
    page = table.does("Anna", "call")
    assert "You look for somebody to take your seat over." in page
    watching = table.page("nobody")
    assert "Log in to take it over" in watching
    assert 'value="take"' not in watching
    page = table.does("Cees", "take")
    assert table.seat().name == "Cees"
    assert "It is your turn" in page
    assert "403 now: " in alert(table.posts("Anna", "resign", sure="yes"))


def test_a_call_is_withdrawn(home: House) -> None:
    table = company(home)
    table.does("Anna", "call")
    assert 'value="call"' in table.does("Anna", "uncall")
    assert not table.seat().wanted
    assert "409 now: " in alert(table.posts("Cees", "take", seat="0"))


def test_a_seat_of_a_private_match_is_given_to_somebody_by_handle_who_may_decline(home: House) -> None:
    sessions = [home.session(name) for name in ("Anna", "Bram", "Cees")]
    match = home.table(sessions[0].player, ME, SeatWish("player", "bram"), visibility="private")
    service.join(home.env, sessions[1].player, match.id)
    path, anna, cees = f"/m/{match.id}", home.browser(sessions[0]), home.browser(sessions[2])
    assert cees.get(path).status_code == 404
    fields = fields_of(anna.get(path).body.decode(), "call")
    assert "422 substitute: " in alert(anna.post(path, fields))
    assert "404 substitute: " in alert(anna.post(path, {**fields, "handle": "nobody-here"}))
    assert anna.post(path, {**fields, "handle": "@cees"}).headers["Location"] == f"{path}#substitute"
    assert "This seat is kept for you" in cees.get(path).body.decode()
    assert cees.post(path, {"do": "refuse", "seat": "0"}).headers["Location"] == "/?done=leave"
    assert cees.get(path).status_code == 404


def test_who_did_not_come_to_play_finds_a_bot_there_and_the_others_may_give_the_seat_away(home: House) -> None:
    table = company(home, players=3, pace=Pace(misses=1, then="bot"))
    for name in ("Anna", "Bram"):
        table.does(name, "choose", move=moves_of(table.page(name))[0])
    home.clock.advance(3 * DAY - 60)
    service.sweep(home.env)
    home.clock.advance(120)
    service.sweep(home.env)
    assert table.seat(2).retired
    page = table.page("Cees")
    assert "You missed too many deadlines in a row." in page
    assert "No longer came to play, so a bot plays here." in table.page("Anna")
    fields = {**fields_of(table.page("Anna"), "call"), "seat": "2"}
    assert f'name="seat" value="{fields["seat"]}"' in table.page("Anna")
    assert table.browser("Anna").post(table.path, fields).status_code == 303
    assert table.seat(2).wanted
    assert 'value="back"' not in table.does("Cees", "back")
    assert (table.seat(2).lent, table.seat(2).wanted) == (0, False)


@pytest.mark.parametrize("do", ["nudge", "draw", "undraw", "lend", "back", "call", "uncall", "take", "refuse"])
def test_strangers_are_sent_to_the_login_and_other_sites_are_refused(home: House, do: str) -> None:
    table = company(home)
    before = home.load(table.match)
    assert table.posts("nobody", do, seat="0").status_code == 401
    elsewhere = table.browser("Anna").post(table.path, {"do": do, "seat": "0"}, Origin="https://elsewhere.example")
    assert elsewhere.status_code == 403
    assert home.load(table.match) == before


def test_a_seat_link_acts_for_its_seat(home: House) -> None:
    table = company(home)
    link, stranger = home.link(table.match, 0), home.browser()
    fields = fields_of(stranger.get(link).body.decode(), "lend")
    answer = stranger.post(table.path, fields)
    assert answer.status_code == 303
    assert "tp-seat" in answer.headers["Set-Cookie"]
    assert table.seat().lent


@pytest.mark.parametrize("language", SPOKEN)
def test_what_is_refused_is_told_in_the_readers_language(home: House, language: str) -> None:
    table = company(home, language=language)
    page = table.posts("Anna", "nudge").body.decode()
    assert f'<span lang="{language}">' in page


def test_who_cannot_have_a_seat_is_refused_at_the_handle(home: House) -> None:
    table = company(home)
    for handle, said in (("nobody-here", "There is nothing here"), ("bram", "This player sits at the table already.")):
        answer = table.sends("Anna", "call", handle=handle)
        page = answer.body.decode()
        assert re.search(r'<input id="handle"[^>]* aria-describedby="refused" aria-invalid="true"', page)
        assert said in alert(answer) or "handle" in alert(answer)
