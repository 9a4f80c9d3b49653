"""What a player wants to be mailed of one match: who may choose, what then holds, and how room is made for more."""

from __future__ import annotations

from dataclasses import replace

import pytest

from chalicelib.matches import mail_wishes, service
from chalicelib.matches.errors import MatchNotFoundError, NotYourSeatError
from chalicelib.matches.mail_wishes import FORGOTTEN, choose_match_mail, match_mail, stop_mail, stop_mail_about
from chalicelib.matches.seating import SeatWish
from chalicelib.players.accounts import change
from chalicelib.players.mail_links import mail_link_token
from chalicelib.players.repository import load_profile
from chalicelib.players.wishes import GROUPS, MOST_MATCHES, Wishes
from tests.matches.desk import ME, Desk


@pytest.fixture
def desk() -> Desk:
    return Desk()


def wishes_of(desk: Desk, player: str = "anna") -> Wishes:
    return load_profile(desk.env.store, player).mail


def fill(desk: Desk, *ids: str) -> None:
    """Let anna have wishes for as many matches as may be, these among them."""
    names = [*ids, *(f"gone-{number}" for number in range(MOST_MATCHES - len(ids)))]
    change(desk.env, "anna", lambda each: replace(each, mail=Wishes(matches={name: {"talk": "off"} for name in names})))


def test_what_is_chosen_for_a_match_holds_there_and_nowhere_else(desk: Desk) -> None:
    match, other = desk.table("anna", "bram"), desk.table("anna", "bram")
    chosen = choose_match_mail(desk.env, "anna", match.id, {"talk": "off"})
    assert (chosen.mail["talk"], chosen.own["talk"], chosen.general["talk"]) == ("off", "off", "now")
    assert chosen.own["turn"] is None
    assert match_mail(desk.env, "anna", match.id) == chosen
    assert match_mail(desk.env, "anna", other.id).mail["talk"] == "now"
    assert match_mail(desk.env, "bram", match.id).mail["talk"] == "now"
    assert choose_match_mail(desk.env, "anna", match.id, {"talk": None}).own["talk"] is None
    assert wishes_of(desk).matches == {}


def test_whoever_is_invited_can_choose_and_others_cannot(desk: Desk) -> None:
    match = desk.create(ME, SeatWish("player", handle="bram"), visibility="private")
    assert choose_match_mail(desk.env, "bram", match.id, {"match": "off"}).mail["match"] == "off"
    with pytest.raises(MatchNotFoundError):
        match_mail(desk.env, "cees", match.id)
    public = desk.table("anna", "bram")
    with pytest.raises(NotYourSeatError):
        match_mail(desk.env, "cees", public.id)
    with pytest.raises(NotYourSeatError):
        choose_match_mail(desk.env, "cees", public.id, {"turn": "off"})
    with pytest.raises(MatchNotFoundError):
        choose_match_mail(desk.env, "cees", "nothing", {"turn": "off"})


def test_whoever_a_seat_is_given_to_can_choose(desk: Desk) -> None:
    match = desk.table("anna", "bram")
    service.substitute(desk.env, match.id, desk.caller(match, 0), None, "cees")
    assert choose_match_mail(desk.env, "cees", match.id, {"turn": "digest"}).mail["turn"] == "digest"


def test_matches_that_are_gone_or_long_over_make_room(desk: Desk) -> None:
    over, running, fresh = desk.table("anna", "bram"), desk.table("anna", "bram"), desk.table("anna", "bram")
    service.resign(desk.env, over.id, desk.caller(over, 0))
    fill(desk, over.id, running.id)
    desk.clock.advance(FORGOTTEN)
    choose_match_mail(desk.env, "anna", fresh.id, {"talk": "off"})
    assert set(wishes_of(desk).matches) == {over.id, running.id, fresh.id}
    fill(desk, over.id, running.id)
    desk.clock.advance(1)
    choose_match_mail(desk.env, "anna", fresh.id, {"talk": "off"})
    assert set(wishes_of(desk).matches) == {running.id, fresh.id}


def test_nothing_is_forgotten_while_there_is_room(desk: Desk) -> None:
    match = desk.table("anna", "bram")
    change(desk.env, "anna", lambda each: replace(each, mail=each.mail.wishing({"talk": "off"}, "gone")))
    choose_match_mail(desk.env, "anna", match.id, {"talk": "off"})
    assert set(wishes_of(desk).matches) == {"gone", match.id}


def test_nobody_is_party_to_nothing(desk: Desk) -> None:
    match = desk.table("anna", "bram")
    assert [mail_wishes.is_party(match, player) for player in ("anna", "bram", "cees", "")] == [
        True,
        True,
        False,
        False,
    ]


def test_a_link_stops_its_kind_everywhere_or_about_its_match_alone(desk: Desk) -> None:
    match = desk.table("anna", "bram")
    token = mail_link_token(desk.env, load_profile(desk.store, "anna"), "talk", match.id)
    here = stop_mail(desk.env, token, here=True).profile.mail
    assert (here.mode("talk", match.id), here.mode("talk")) == ("off", "now")
    assert stop_mail(desk.env, token).profile.mail == here.stopping("talk") == wishes_of(desk)
    before = load_profile(desk.store, "anna").version
    stop_mail(desk.env, token)
    assert load_profile(desk.store, "anna").version == before, "once more is nothing more"


def test_a_link_makes_room_for_its_match(desk: Desk) -> None:
    match = desk.table("anna", "bram")
    fill(desk)
    token = mail_link_token(desk.env, load_profile(desk.store, "anna"), "turn", match.id)
    stop_mail(desk.env, token, here=True)
    assert wishes_of(desk).matches == {match.id: {"turn": "off"}}


def test_all_mail_about_a_match_can_be_stopped_and_makes_room_for_that(desk: Desk) -> None:
    match = desk.table("anna", "bram")
    fill(desk)
    stop_mail_about(desk.env, "anna", match.id)
    assert wishes_of(desk).matches == {match.id: dict.fromkeys(GROUPS, "off")}


def test_what_is_about_no_match_cannot_be_stopped_for_one(desk: Desk) -> None:
    token = mail_link_token(desk.env, load_profile(desk.store, "anna"), "digest")
    with pytest.raises(MatchNotFoundError):
        stop_mail(desk.env, token, here=True)
