"""The page that a mailed invitation leads to, and joining by a link: what strangers see there and can do."""

from __future__ import annotations

import re
from urllib.parse import urlencode

import pytest

from chalicelib.matches import inviting, pace, service
from chalicelib.matches.match import Match
from chalicelib.matches.seating import SeatWish
from chalicelib.players import invitations
from chalicelib.players.profile import SPOKEN
from tests.site.house import ME, OPEN, Browser, House

GRAN = SeatWish("invite", email="gran@example.org", name="Gran")


def address(home: House, match: Match) -> str:
    """Where the mail to the second seat leads."""
    found = invitations.find(home.env, match.roster.seats[1].player)
    assert found
    return f"/i?token={invitations.token(home.env, found)}"


def page_of(browser: Browser, target: str) -> str:
    answer = browser.get(target)
    assert answer.status_code == 200
    return str(answer.body.decode())


def fields(page: str, do: str) -> dict[str, str]:
    """What the form sends that does this."""
    token = re.search(r'name="token" value="([^"]+)"', page)
    assert token
    assert f'name="do" value="{do}"' in page
    return {"do": do, "token": token[1]}


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("application/x-www-form-urlencoded", "List-Unsubscribe=One-Click"),
        (
            "multipart/form-data; boundary=x7",
            '--x7\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x7--\r\n',
        ),
    ],
)
def test_a_program_of_mail_ends_invitations_with_one_post(home: House, kind: str, body: str) -> None:
    match = home.table(home.player("Anna"), ME, GRAN)
    target, program = address(home, match), home.browser()
    for _ in range(2):
        answer = program.send("POST", target, body, {"Content-Type": kind})
        assert answer.status_code == 200
    found = invitations.find(home.env, match.roster.seats[1].player)
    assert found
    assert not invitations.may_be_mailed(home.env, found, home.clock.now())


def test_a_stranger_is_led_to_the_login_and_back_and_takes_the_seat(home: House) -> None:
    match = home.table(home.player("Anna"), ME, GRAN, visibility="private")
    target, browser = address(home, match), home.browser()
    page = page_of(browser, target)
    assert "Anna invites you to a match of Keer op Keer." in page
    assert 'value="accept"' not in page
    (login,) = re.findall(r'class="button" href="(/login\?next=[^"]+)"', page)
    assert browser.post(login, {"email": "gran@example.org", "name": "Gran"}).status_code == 202
    asked = home.queue.take()[0]["login"]
    assert asked["then"] == target
    entered = browser.post("/login", {"token": asked["token"], "next": asked["then"]})
    assert (entered.status_code, entered.headers["Location"]) == (303, f"/welcome?{urlencode({'next': target})}")
    kept = browser.post("/welcome", {"name": "Gran", "zone": "Europe/Amsterdam", "next": target})
    assert (kept.status_code, kept.headers["Location"]) == (303, target)
    accepted = browser.post("/i", fields(page_of(browser, target), "accept"))
    assert (accepted.status_code, accepted.headers["Location"]) == (303, f"/m/{match.id}#now")
    assert home.load(match).head.status == "running"
    later = page_of(browser, target)
    assert "This invitation was accepted already." in later
    assert f'href="/m/{match.id}"' in later


def test_declining_takes_no_account(home: House) -> None:
    match = home.table(home.player("Anna"), ME, GRAN)
    browser, target = home.browser(), address(home, match)
    answer = browser.post("/i", fields(page_of(browser, target), "decline"))
    assert answer.status_code == 303
    told = page_of(browser, answer.headers["Location"])
    assert "Done: you declined this invitation." in told
    assert "already" not in told
    assert "This invitation was declined already." in page_of(browser, target)
    assert home.load(match).roster.seats[1].kind == "open"


def test_no_further_invitations_takes_a_tick_and_is_there_when_all_is_over(home: House) -> None:
    match = home.table(home.player("Anna"), ME, GRAN)
    browser, target = home.browser(), address(home, match)
    home.clock.advance(pace.UNSTARTED + invitations.KEPT)
    page = page_of(browser, target)
    assert "This invitation has lapsed." in page
    refused = browser.post("/i", fields(page, "never"))
    assert (refused.status_code, "Tick the box first." in refused.body.decode()) == (400, True)
    done = browser.post("/i", {**fields(page, "never"), "sure": "yes"})
    assert "Done: nobody can invite this mail address" in page_of(browser, done.headers["Location"])
    digest = invitations.read_token(home.env, target.split("=")[1])[1]
    assert home.store.get(invitations.silence_key(digest))


@pytest.mark.parametrize("state", ["withdrawn", "called_off"])
def test_an_invitation_that_is_good_for_nothing_says_why(home: House, state: str) -> None:
    anna = home.player("Anna")
    match = home.table(anna, ME, GRAN)
    target = address(home, match)
    if state == "withdrawn":
        service.uninvite(home.env, anna, match.id, 1)
    else:
        service.leave(home.env, anna, match.id)
    page = page_of(home.browser(), target)
    said = {"withdrawn": "This invitation was taken back.", "called_off": "The match was called off before it started."}
    assert said[state] in page
    assert 'value="decline"' not in page
    refused = home.browser().post("/i", {**fields(page, "never"), "do": "decline"})
    assert (refused.status_code, said[state] in refused.body.decode()) == (409, True)


def test_a_form_without_a_session_is_told_to_log_in(home: House) -> None:
    match = home.table(home.player("Anna"), ME, GRAN)
    token = address(home, match).split("=")[1]
    answer = home.browser().post("/i", {"do": "accept", "token": token})
    assert answer.status_code == 401
    assert "Log in, and you are back here." in answer.body.decode()
    assert home.load(match) == match


def test_whoever_sits_there_is_told_that_it_is_for_somebody_else(home: House) -> None:
    anna = home.session("Anna")
    page = page_of(home.browser(anna), address(home, home.table(anna.player, ME, GRAN)))
    assert "You sit at this table already" in page
    assert 'value="accept"' not in page


@pytest.mark.parametrize("target", ["/i", "/i?token=", "/i?token=made-up", "/i?token=i-0.0.AAAA"])
def test_a_made_up_address_is_a_page_of_nothing(home: House, target: str) -> None:
    answer = home.browser().get(target)
    assert answer.status_code == 404
    assert "<form" not in answer.body.decode()


@pytest.mark.parametrize("language", SPOKEN)
def test_it_speaks_every_language_and_is_well_formed(home: House, language: str) -> None:
    match = home.table(home.player("Anna"), ME, GRAN)
    page = page_of(home.browser(), f"{address(home, match)}&language={language}")
    assert f'<html lang="{language}">' in page
    assert page.count("<h1>") == 1
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert "<script" not in page
    assert inviting.asked(home.env, address(home, match).split("=")[1]).state == "open"


def test_a_link_leads_through_the_login_to_a_seat_of_a_private_match(home: House) -> None:
    anna, bob = home.session("Anna"), home.session("Bob")
    match = home.table(anna.player, ME, OPEN, visibility="private")
    host = home.browser(anna)
    assert host.post(f"/m/{match.id}", {"do": "link"}).status_code == 303
    link = re.search(rf"(/m/{match.id}\?join=[\w.-]+)</code>", page_of(host, f"/m/{match.id}"))
    assert link
    stranger = page_of(home.browser(), link[1])
    assert f"/login?next=%2Fm%2F{match.id}%3Fjoin%3D" in stranger
    assert home.browser(bob).get(f"/m/{match.id}").status_code == 404
    guest = home.browser(bob)
    token = link[1].split("join=")[1]
    assert f'name="join" value="{token}"' in page_of(guest, link[1])
    assert guest.post(f"/m/{match.id}", {"do": "join", "join": token}).status_code == 303
    assert home.load(match).head.status == "running"


def test_a_link_is_taken_back(home: House) -> None:
    anna = home.session("Anna")
    match = home.table(anna.player, ME, OPEN, visibility="private")
    host = home.browser(anna)
    host.post(f"/m/{match.id}", {"do": "link"})
    link = service.join_token(home.env, home.load(match))
    assert home.browser().get(f"/m/{match.id}?join={link}").status_code == 200
    assert host.post(f"/m/{match.id}", {"do": "unlink"}).status_code == 303
    assert home.browser().get(f"/m/{match.id}?join={link}").status_code == 404
    assert home.browser().post(f"/m/{match.id}", {"do": "link"}).status_code == 404
