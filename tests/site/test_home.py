"""The first page: matches by what is to be done, invitations, who is away, deadlines, and those that are over."""

from __future__ import annotations

import re
from zoneinfo import ZoneInfo

from chalicelib.matches import service
from chalicelib.matches.match import Caller, Pace
from chalicelib.matches.pace import DAY, HOUR
from chalicelib.matches.seating import SeatWish
from chalicelib.post import dates
from chalicelib.post.language import catalogue
from tests.site.house import BOT, ME, OPEN, Browser, House

BRAM = SeatWish("player", "bram")


def _page(browser: Browser) -> str:
    answer = browser.get("/")
    assert answer.status_code == 200
    return str(answer.body.decode())


def _card(page: str, name: str) -> str:
    cards = re.findall(r'<li class="card.*?</li>', page, re.DOTALL)
    return str(next(card for card in cards if f"<bdi>{name}</bdi></a>" in card))


def test_invitations_come_first_and_apart(home: House) -> None:
    bram = home.session("Bram")
    home.table(home.player("Anna"), ME, BRAM, name="Come & play", visibility="private")
    home.table(bram.player, ME, BOT, name="Mine")
    page = _page(home.browser(bram))
    assert page.index("<h2>My invitations</h2>") < page.index("Come &amp; play") < page.index("<h2>Running and waiting")
    assert "You are invited." in _card(page, "Come &amp; play")
    assert "<h2>My invitations</h2>" not in _page(home.browser(home.session("Cees")))


def test_who_waits_or_is_asked_reads_until_when_and_which_seats_are_kept(home: House) -> None:
    anna, bram = home.session("Anna"), home.session("Bram")
    home.table(anna.player, ME, BRAM, SeatWish("invite", email="gran@example.org"), OPEN, name="T", visibility="public")
    until = "Monday 5 October 2026, 14:13 (UTC)"
    for session in (anna, bram):
        card = _card(_page(home.browser(session)), "T")
        assert f"Open until: {until}" in card
        assert "<bdi>somebody invited by mail</bdi>, <bdi>an open seat</bdi>" in card
    assert "<bdi>somebody invited by mail</bdi>, <bdi>an open seat</bdi>" in _card(_page(home.browser()), "T")


def test_a_seat_that_is_given_to_somebody_is_an_invitation_too(home: House) -> None:
    anna, bram, cees = (home.session(name) for name in ("Anna", "Bram", "Cees"))
    match = home.table(anna.player, ME, BRAM, name="Handed on")
    service.join(home.env, bram.player, match.id)
    service.substitute(home.env, match.id, Caller(anna.player), None, "cees")
    page = _page(home.browser(cees))
    assert page.index("<h2>My invitations</h2>") < page.index("Handed on")


def test_the_deadline_is_shown_by_the_readers_wall_and_said_to_be_over(home: House) -> None:
    anna = home.session("Anna")
    home.change(anna.player, zone="Africa/Johannesburg")
    match = home.table(anna.player, ME, BOT, name="Slow")
    browser = home.browser(anna)
    deadline = home.load(match).head.deadlines[0]
    card = _card(_page(browser), "Slow")
    assert "You have time until:" in card
    assert "(Africa/Johannesburg, UTC+2)" in card
    home.clock.advance(deadline - home.clock.now())
    assert "<strong>Your time is up:</strong>" in _card(_page(browser), "Slow")
    assert "Times are those of Africa/Johannesburg." in _page(browser)


def test_who_is_away_is_marked_and_ones_own_absence_said(home: House) -> None:
    anna, bram = home.session("Anna"), home.session("Bram")
    match = home.table(anna.player, ME, BRAM, name="Pause")
    service.join(home.env, bram.player, match.id)
    now = home.clock.now()
    service.announce(home.env, bram.player, 0, now + DAY)
    service.announce(home.env, anna.player, now + 5 * DAY, now + 6 * DAY)
    service.spread(home.env)
    card = _card(_page(home.browser(anna)), "Pause")
    assert re.search(r"<bdi>Anna</bdi>, <bdi>Bram</bdi> \(away until [^)]+\)", card)
    assert "You are away until" not in _page(home.browser(anna))
    assert "You are away until" in _page(home.browser(bram))
    home.clock.advance(DAY)
    assert "away until" not in _page(home.browser(anna)) + _page(home.browser(bram))


def test_matches_that_are_over_are_folded_in_and_lead_to_a_rematch(home: House) -> None:
    anna = home.session("Anna")
    match = home.table(anna.player, ME, BOT, name="Done with")
    service.resign(home.env, match.id, Caller(anna.player))
    called_off = home.table(anna.player, ME, OPEN, name="Nobody came")
    service.leave(home.env, anna.player, called_off.id)
    page = _page(home.browser(anna))
    assert "You sit at no table at the moment." in page
    (folded,) = re.findall(r"<details>\s*<summary>Matches that are over \(\d\)</summary>.*?</details>", page, re.DOTALL)
    assert f'href="/m/{match.id}#now">Play again' in folded
    again = home.browser(anna).get(f"/m/{match.id}").body.decode()
    assert 'name="do" value="rematch"' in again


def test_a_deadline_that_counts_a_time_bank_in_says_so(home: House) -> None:
    anna = home.session("Anna")
    match = home.table(anna.player, ME, BOT, name="Banked", pace=Pace(DAY, bank=4 * HOUR))
    used = dates.moment(catalogue("en"), home.load(match).head.begun[0] + DAY, ZoneInfo("UTC"))
    told = f"Of that, your time bank is 4 hours: it is used from {used} on."
    for page in (_card(_page(home.browser(anna)), "Banked"), home.browser(anna).get(f"/m/{match.id}").body.decode()):
        assert told in page
    home.clock.advance(DAY + HOUR)
    for page in (_card(_page(home.browser(anna)), "Banked"), home.browser(anna).get(f"/m/{match.id}").body.decode()):
        assert f"Your time bank has been in use since {used}; left in it: 3 hours." in page


def test_without_a_time_bank_nothing_is_said_of_one(home: House) -> None:
    anna = home.session("Anna")
    match = home.table(anna.player, ME, BOT, name="Plain")
    assert "time bank" not in _card(_page(home.browser(anna)), "Plain")
    assert "your time bank" not in home.browser(anna).get(f"/m/{match.id}").body.decode()


def test_a_match_whose_seat_was_given_away_is_listed_as_long_as_it_may_be_seen(home: House) -> None:
    anna, bram, cees, dora = (home.session(name) for name in ("Anna", "Bram", "Cees", "Dora"))
    for name, visibility in (("Handed on", "unlisted"), ("Secret", "private")):
        match = home.table(anna.player, ME, BRAM, name=name, visibility=visibility)
        service.join(home.env, bram.player, match.id)
        service.substitute(home.env, match.id, Caller(bram.player), None, "cees")
        service.substitute(home.env, match.id, Caller(cees.player))
    page = _page(home.browser(bram))
    (folded,) = re.findall(r"<summary>Matches that go on without you \(1\)</summary>.*?</details>", page, re.DOTALL)
    card = _card(folded, "Handed on")
    assert "You gave your seat to somebody else." in card
    assert "<bdi>Anna</bdi>, <bdi>Cees</bdi>" in card
    assert "Secret" not in page
    assert "go on without you" not in _page(home.browser(cees)) + _page(home.browser(dora))
    assert service.mine(home.env, bram.player) == []


def test_a_draw_is_called_one_in_the_list_too(home: House) -> None:
    anna, bram = home.session("Anna"), home.session("Bram")
    match = home.table(anna.player, ME, BRAM, name="Even")
    service.join(home.env, bram.player, match.id)
    for session in (bram, anna):
        service.offer_draw(home.env, match.id, Caller(session.player))
    assert "It is over. A draw, agreed on." in _card(_page(home.browser(anna)), "Even")
