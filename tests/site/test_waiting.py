"""Before the start: finding the way in, leaving, one's share in the dice, and links that are made worthless."""

from __future__ import annotations

import re
from html import unescape

import pytest

from chalicelib.matches import service
from chalicelib.matches.fork import From
from chalicelib.matches.seating import SeatWish
from chalicelib.players.profile import SPOKEN
from chalicelib.players.sessions import Session
from chalicelib.site.words import speaker
from tests.matches.endings import short
from tests.site.house import BASE, BOT, ME, OPEN, House, fields_of, moves_of

BRAM = SeatWish("player", "bram")
WARNING = (
    "This match begins with a position of another one, and what was hidden there, such as hands, lies as it lay. "
    "Whoever may look at the replay of that match can read it there."
)
LEAVE = {"do": "leave", "sure": "yes"}


def _page(home: House, target: str, session: Session | None = None) -> str:
    return str(home.browser(session).get(target).body.decode())


@pytest.mark.parametrize("visibility", ["unlisted", "private"])
def test_who_is_invited_joins_and_the_match_starts(home: House, visibility: str) -> None:
    anna, bram = home.session("Anna"), home.session("Bram")
    match = home.table(anna.player, ME, BRAM, visibility=visibility)
    browser = home.browser(bram)
    page = browser.get(f"/m/{match.id}").body.decode()
    assert "A seat is kept for you" in page
    assert browser.post(f"/m/{match.id}", fields_of(page, "join")).status_code == 303
    assert home.load(match).head.status == "running"


def test_a_stranger_is_led_to_log_in_and_comes_back(home: House) -> None:
    home.player("Bram")
    match = home.table(home.player("Anna"), ME, BRAM)
    browser = home.browser()
    page = browser.get(f"/m/{match.id}").body.decode()
    assert "Log in to join" in page
    link = re.findall(r'class="button" href="(/login[^"]*)"', page)[0]
    assert f'name="next" value="/m/{match.id}"' in browser.get(link).body.decode()
    browser.post("/login", {"email": "bram@example.org", "next": f"/m/{match.id}"})
    login = home.queue.take()[0]["login"]
    assert login["then"] == f"/m/{match.id}"
    page = browser.get(f"/login?token={login['token']}&next=/m/{match.id}").body.decode()
    assert f'name="next" value="/m/{match.id}"' in page
    entered = browser.post("/login", {"token": login["token"], "next": f"/m/{match.id}"})
    assert (entered.status_code, entered.headers["Location"]) == (303, f"/m/{match.id}")
    assert browser.get(link).headers["Location"] == f"/m/{match.id}"


@pytest.mark.parametrize("wanted", ["//evil.example", "https://evil.example/", "/\\evil.example", "/logout"])
def test_a_login_never_leads_elsewhere(home: House, wanted: str) -> None:
    browser = home.browser()
    browser.post("/login", {"email": "bram@example.org", "next": wanted})
    login = home.queue.take()[0]["login"]
    assert "then" not in login
    entered = browser.post("/login", {"token": login["token"], "next": wanted})
    assert entered.headers["Location"] == "/welcome"


@pytest.mark.parametrize("language", SPOKEN)
def test_a_private_match_looks_like_none_at_all(home: House, language: str) -> None:
    anna, cees = home.session("Anna"), home.session("Cees", language)
    home.player("Bram")
    match = home.table(anna.player, ME, BRAM, visibility="private")
    absent = "0" * 16
    for session in (None, cees):
        browser = home.browser(session, language)
        there, gone = browser.get(f"/m/{match.id}"), browser.get(f"/m/{absent}")
        assert (there.status_code, gone.status_code) == (404, 404)
        assert there.body.decode().replace(match.id, absent) == gone.body.decode()
        posted = browser.post(f"/m/{match.id}", {"do": "join"})
        assert posted.body.decode().replace(match.id, absent) == gone.body.decode()
    page = home.browser().get(f"/m/{match.id}").body.decode()
    assert f'href="/login?next=%2Fm%2F{match.id}"' in page
    assert "You are logged in as" not in page


def test_the_creator_sees_the_address_to_pass_on(home: House) -> None:
    anna = home.session("Anna")
    match = home.table(anna.player, ME, OPEN)
    assert f"{BASE}/m/{match.id}</code>" in _page(home, f"/m/{match.id}", anna)
    assert f"{BASE}/m/{match.id}</code>" not in _page(home, f"/m/{match.id}")


def test_whoever_waits_reads_when_the_match_is_called_off(home: House) -> None:
    match = home.table(home.player("Anna"), ME, OPEN)
    until = "Monday 5 October 2026, 14:13 (UTC)"
    assert f"If it has not started by {until}, it is called off." in _page(home, f"/m/{match.id}")


def test_whoever_finds_only_seats_for_others_is_told(home: House) -> None:
    anna, cees = home.session("Anna"), home.session("Cees")
    home.player("Bram")
    match = home.table(anna.player, ME, BRAM)
    assert "kept for others" in _page(home, f"/m/{match.id}", cees)


def test_leaving_asks_for_a_tick_and_says_what_comes_of_it(home: House) -> None:
    anna, bram = home.session("Anna"), home.session("Bram")
    match = home.table(anna.player, ME, OPEN, OPEN)
    browser = home.browser(bram)
    browser.post(f"/m/{match.id}", {"do": "join"})
    page = browser.get(f"/m/{match.id}").body.decode()
    assert "The seat becomes free for anybody." in page
    refused = browser.post(f"/m/{match.id}", {"do": "leave"})
    assert (refused.status_code, "Tick the box first." in refused.body.decode()) == (400, True)
    assert browser.post(f"/m/{match.id}", LEAVE).headers["Location"] == "/?done=leave"
    assert home.load(match).seat_of(bram.player) is None
    assert "you do not play in that match" in browser.get("/?done=leave").body.decode()
    assert "Without you there is no match" in _page(home, f"/m/{match.id}", anna)
    home.browser(anna).post(f"/m/{match.id}", LEAVE)
    assert home.load(match).head.status == "cancelled"
    assert 'href="/new?game=keer-op-keer"' in _page(home, f"/m/{match.id}", anna)
    assert match.roster.seed in _page(home, f"/m/{match.id}", anna)


def test_declining_a_seat_of_a_private_match_calls_it_off(home: House) -> None:
    anna, bram = home.session("Anna"), home.session("Bram")
    match = home.table(anna.player, ME, BRAM, visibility="private")
    page = _page(home, f"/m/{match.id}", bram)
    assert "Decline" in page
    assert "Without you there is no match" in page
    assert home.browser(bram).post(f"/m/{match.id}", LEAVE).status_code == 303
    assert home.load(match).head.status == "cancelled"
    assert home.browser(bram).get(f"/m/{match.id}").status_code == 404


def test_leaving_a_private_match_keeps_the_seat(home: House) -> None:
    anna, bram = home.session("Anna"), home.session("Bram")
    home.player("Cees")
    match = home.table(anna.player, ME, BRAM, SeatWish("player", "cees"), visibility="private")
    home.browser(bram).post(f"/m/{match.id}", {"do": "join"})
    assert "The seat stays kept for you" in _page(home, f"/m/{match.id}", bram)
    home.browser(bram).post(f"/m/{match.id}", LEAVE)
    assert "A seat is kept for you" in _page(home, f"/m/{match.id}", bram)


def test_who_does_not_sit_there_cannot_leave(home: House) -> None:
    match = home.table(home.player("Anna"), ME, OPEN)
    answer = home.browser(home.session("Bram")).post(f"/m/{match.id}", LEAVE)
    assert (answer.status_code, "You do not sit at this table." in answer.body.decode()) == (403, True)


def test_a_share_of_ones_own_goes_into_the_dice_before_the_start(home: House) -> None:
    anna = home.session("Anna")
    match = home.table(anna.player, ME, OPEN)
    browser = home.browser(anna)
    fields = fields_of(browser.get(f"/m/{match.id}").body.decode(), "nonce")
    answer = browser.post(f"/m/{match.id}", {**fields, "nonce": "blåbær"})
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/m/{match.id}?done=nonce#now")
    assert home.load(match).roster.seats[0].nonce == "blåbær".encode().hex()
    page = browser.get(f"/m/{match.id}?done=nonce").body.decode()
    assert "Done: your share is mixed in." in page
    assert "blåbær".encode().hex() in page
    assert "set by the player" in page


def test_a_match_against_bots_waits_for_a_share_where_that_is_wished(home: House) -> None:
    anna = home.session("Anna")
    browser = home.browser(anna)
    assert 'name="hold" value="yes"' in browser.get("/new?game=keer-op-keer").body.decode()
    made = browser.post("/new", {"game": "keer-op-keer", "seat-0": "me", "seat-1": "bot-1", "hold": "yes"})
    address = made.headers["Location"].split("#")[0]
    page = browser.get(address).body.decode()
    assert "Nothing is rolled before you take your seat." in page
    promise = re.findall(r"<code>([0-9a-f]{64})</code>", page)[0]
    refused = browser.post(address, {**fields_of(page, "join"), "nonce": "é" * 40})
    assert (refused.status_code, "A nonce has 1 to 64 bytes." in refused.body.decode()) == (422, True)
    assert browser.post(address, {**fields_of(page, "join"), "nonce": "my own words"}).status_code == 303
    page = browser.get(address).body.decode()
    assert "It is your turn" in page or "You have chosen" in page or "Waiting for:" in page
    assert promise in page
    assert b"my own words".hex() in page


@pytest.mark.parametrize(("typed", "told"), [("", "Type something first."), ("å" * 33, "A nonce has 1 to 64 bytes.")])
def test_a_share_that_cannot_be_is_told_beside_its_field(home: House, typed: str, told: str) -> None:
    anna = home.session("Anna")
    match = home.table(anna.player, ME, OPEN)
    answer = home.browser(anna).post(f"/m/{match.id}", {"do": "nonce", "nonce": typed})
    page = answer.body.decode()
    assert (answer.status_code, told in page) == (422, True)
    assert f'value="{typed}"' in page
    assert page.count('role="alert"') == 1
    assert '<details id="dice" open>' in page


def test_nobody_sets_a_share_once_the_match_has_started(home: House) -> None:
    anna = home.session("Anna")
    match = home.table(anna.player, ME, BOT)
    assert 'value="nonce"' not in _page(home, f"/m/{match.id}", anna)
    assert home.browser(anna).post(f"/m/{match.id}", {"do": "nonce", "nonce": "x"}).status_code == 400


def test_the_end_shows_the_secret_every_share_and_the_record(home: House) -> None:
    anna = home.session("Anna")
    match = home.table(anna.player, ME, BOT)
    home.browser(anna).post(f"/m/{match.id}", {"do": "resign", "sure": "yes"})
    page = _page(home, f"/m/{match.id}", anna)
    assert match.roster.seed in page
    assert all(nonce.hex() in page for nonce in match.roster.nonces())
    assert f'href="/matches/{match.id}/export"' in page


def test_old_links_are_made_worthless_and_the_session_goes_on(home: House) -> None:
    anna = home.session("Anna")
    match = home.table(anna.player, ME, BOT)
    guest, browser = home.browser(), home.browser(anna)
    page = guest.get(home.link(match, 0)).body.decode()
    fields = {**fields_of(page, "choose"), "move": moves_of(page)[0]}
    assert "A link cannot do this itself." in page
    assert guest.post(f"/m/{match.id}", {"do": "revoke", "key": fields["key"]}).status_code == 403
    answer = browser.post(f"/m/{match.id}", {"do": "revoke"})
    assert answer.headers["Location"] == f"/m/{match.id}?done=revoke#now"
    page = browser.get(f"/m/{match.id}?done=revoke").body.decode()
    assert "is worthless now" in page
    assert moves_of(page)
    page = guest.get(home.link(match, 0)).body.decode()
    assert "no longer works" in page
    assert not moves_of(page)
    refused = guest.post(f"/m/{match.id}", fields)
    assert (refused.status_code, "Set-Cookie" in refused.headers) == (401, False)
    assert moves_of(browser.get(home.link(match, 0)).body.decode())


def test_a_worthless_link_to_a_private_match_says_so_and_offers_to_log_in(home: House) -> None:
    anna = home.session("Anna")
    match = home.table(anna.player, ME, BOT, visibility="private")
    home.browser(anna).post(f"/m/{match.id}", {"do": "revoke"})
    answer = home.browser().get(home.link(match, 0))
    page = answer.body.decode()
    assert answer.status_code == 404
    assert "no longer works" in page
    assert f'href="/login?next=%2Fm%2F{match.id}"' in page


def test_the_key_stays_when_the_language_or_the_log_is_changed(home: House) -> None:
    match = home.table(home.player("Anna"), ME, BOT, visibility="private")
    guest = home.browser()
    page = guest.get(home.link(match, 0)).body.decode().replace("&amp;", "&")
    leads = re.findall(r'href="(\?[^"]*)"', page)
    assert len(leads) == 4
    assert all(guest.get(f"/m/{match.id}{lead.split('#')[0]}").status_code == 200 for lead in leads)
    dutch = guest.get(f"/m/{match.id}{next(lead for lead in leads if 'language=nl' in lead)}").body.decode()
    assert "Je bent aan de beurt" in dutch


def test_everybody_sees_in_which_order_shares_were_set_and_what_was_typed(home: House) -> None:
    anna, bram = home.session("Anna"), home.session("Bram")
    match = home.table(anna.player, ME, BRAM, OPEN)
    first, second = home.browser(bram), home.browser(anna)
    answer = first.post(f"/m/{match.id}", {"do": "join", "nonce": "<b>é"})
    assert answer.headers["Location"] == f"/m/{match.id}?done=nonce#now"
    second.post(f"/m/{match.id}", {"do": "nonce", "nonce": "\u202e"})
    page = _page(home, f"/fairness?match={match.id}")
    assert "“<bdi>&lt;b&gt;é</bdi>” = <code>3c623ec3a9</code> (set by the player as number 1, " in page
    assert "<li><bdi>Anna</bdi>: <code>e280ae</code> (set by the player as number 2, " in page
    assert "(follows from the secret)" in page
    assert "Done: your share is mixed in." in _page(home, f"/m/{match.id}?done=nonce", anna)


def test_a_share_too_long_is_refused_as_a_share(home: House) -> None:
    anna = home.session("Anna")
    match = home.table(anna.player, ME, OPEN)
    answer = home.browser(anna).post(f"/m/{match.id}", {"do": "nonce", "nonce": "é" * 33})
    assert answer.status_code == 422
    assert "This share cannot be mixed in" in answer.body.decode()
    assert "A nonce has 1 to 64 bytes." in answer.body.decode()


@pytest.mark.parametrize("language", SPOKEN)
def test_who_takes_a_seat_in_a_match_that_goes_on_is_told_that_others_may_know_more(home: House, language: str) -> None:
    anna, word = home.session("Anna"), speaker(language)(WARNING)
    kept = service.keep(home.env, anna.player, short("passing-game")[1])
    match = home.table(anna.player, ME, OPEN, game="", origin=From("record", kept.id, 2))
    other = home.table(anna.player, ME, OPEN)
    assert word in unescape(_page(home, f"/m/{match.id}?language={language}"))
    assert word not in unescape(_page(home, f"/m/{other.id}?language={language}"))


def test_a_match_links_what_it_goes_on_from_as_long_as_that_can_be_seen(home: House) -> None:
    anna = home.session("Anna")
    kept = service.keep(home.env, anna.player, short("passing-game")[1])
    match = home.table(anna.player, ME, OPEN, game="", origin=From("record", kept.id, 2))
    link = f'href="/r/{kept.id}?ply=2"'
    assert link in _page(home, f"/m/{match.id}")
    service.drop(home.env, anna.player, kept.id)
    page = _page(home, f"/m/{match.id}")
    assert link not in page
    assert "not here any more, or not for you to see" in page


def test_who_set_a_table_up_invites_later_and_takes_it_back(home: House) -> None:
    anna, bram = home.session("Anna"), home.session("Bram")
    match = home.table(anna.player, ME, OPEN, OPEN)
    browser, target = home.browser(anna), f"/m/{match.id}"
    for who in ("@bram", "gran@example.org"):
        assert browser.post(target, {"do": "invite", "who": who, "language": "nl"}).status_code == 303
    seats = home.load(match).roster.seats
    assert [(seat.kind, seat.player == bram.player) for seat in seats[1:]] == [("reserved", True), ("reserved", False)]
    page = _page(home, target, anna)
    assert 'name="who"' not in page
    assert page.count('value="uninvite"') == 2
    assert browser.post(target, {"do": "uninvite", "seat": "1"}).status_code == 303
    assert home.load(match).roster.seats[1].kind == "open"
    assert 'value="uninvite"' not in _page(home, target, bram)


@pytest.mark.parametrize(
    ("who", "status", "said"),
    [
        ("", 422, "Type something first."),
        ("nobody", 404, "Nobody has this handle."),
        ("a@b", 400, "full domain name, such as example.org"),
        ("anna", 422, "You need no invitation"),
    ],
)
def test_an_invitation_that_cannot_be_is_refused_at_its_field(home: House, who: str, status: int, said: str) -> None:
    anna = home.session("Anna")
    match = home.table(anna.player, ME, OPEN)
    answer = home.browser(anna).post(f"/m/{match.id}", {"do": "invite", "who": who})
    page = answer.body.decode()
    assert (answer.status_code, said in page) == (status, True)
    assert f'aria-invalid="true" value="{who}"' in page
    assert home.load(match).roster.seats[1].kind == "open"
