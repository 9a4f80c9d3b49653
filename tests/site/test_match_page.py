"""The page of a match: who sees what, every form on it, and refusals told where they belong."""

from __future__ import annotations

import pytest

from chalicelib.matches import service
from chalicelib.matches.match import Caller
from chalicelib.matches.seating import MatchWish
from tests.site.house import BASE, BOT, ME, OPEN, Browser, House, fields_of, moves_of

FORM = "application/x-www-form-urlencoded"


def _text(browser: Browser, target: str, status: int = 200) -> str:
    answer = browser.get(target)
    assert answer.status_code == status
    return str(answer.body.decode())


def test_a_move_is_picked_and_played(home: House) -> None:
    anna = home.session("Anna")
    match = home.table(anna.player, ME, BOT)
    browser = home.browser(anna)
    page = _text(browser, f"/m/{match.id}")
    assert "It is your turn" in page
    move = moves_of(page)[0]
    answer = browser.post(f"/m/{match.id}", {**fields_of(page, "choose"), "move": move})
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/m/{match.id}#now")
    rows = service.log(home.env, match.id, Caller(anna.player))
    assert [row.text for row in rows if row.seat == 0] == [move]
    assert "Anna crossed" in _text(browser, f"/m/{match.id}")


def test_the_rolls_for_who_begins_stand_on_the_page_before_the_first_move(home: House) -> None:
    anna, bram = home.session("Anna"), home.session("Bram", "nl")
    wish = MatchWish("sequence-dice", (ME, OPEN))
    match = service.join(home.env, bram.player, service.create(home.env, anna.player, wish).id)
    for session, told in ((anna, " for the start.</li>"), (bram, " om te beginnen.</li>")):
        log = _text(home.browser(session), f"/m/{match.id}").split('<ol class="log">')[1].split("</ol>")[0]
        assert log.count(told) >= 2


def test_a_move_is_typed_in_the_readers_language(home: House) -> None:
    anna = home.session("Anna", "nl")
    match = home.table(anna.player, ME, BOT)
    browser = home.browser(anna)
    page = _text(browser, f"/m/{match.id}")
    assert '<html lang="nl">' in page
    answer = browser.post(f"/m/{match.id}", {**fields_of(page, "type"), "text": "pas"})
    assert answer.status_code == 303
    assert service.log(home.env, match.id, Caller(anna.player))[-1].entries[0][2] == "pass"


def test_a_sealed_choice_is_shown_to_its_own_seat_replaced_and_taken_back(home: House) -> None:
    anna, bram = home.session("Anna"), home.session("Bram")
    match = home.table(anna.player, ME, OPEN)
    service.join(home.env, bram.player, match.id)
    path, browser = f"/m/{match.id}", home.browser(anna)
    page = _text(browser, path)
    first, second = moves_of(page)[:2]
    browser.post(path, {**fields_of(page, "choose"), "move": first})
    page = _text(browser, path)
    assert f"<p><code>{first}</code></p>" in page
    assert f"<p><code>{first}</code></p>" not in _text(home.browser(bram), path)
    browser.post(path, {**fields_of(page, "choose"), "move": second})
    page = _text(browser, path)
    assert f"<p><code>{second}</code></p>" in page
    assert browser.post(path, fields_of(page, "retract")).status_code == 303
    assert "It is your turn" in _text(browser, path)


@pytest.mark.parametrize(
    ("do", "fields", "status", "title"),
    [
        ("type", {"text": "b9 Z1"}, 400, "This is not a move"),
        ("type", {"text": ""}, 400, "This is not a move"),
        ("choose", {"move": ""}, 400, "This is not a move"),
        ("type", {"text": "b1 A1"}, 422, "The rules do not allow this"),
        ("type", {"text": "pass", "n": "7"}, 409, "This decision is closed"),
        ("type", {"text": "pass", "n": "seven"}, 400, "The request cannot be read"),
        ("retract", {"n": "1"}, 409, "Nothing to take back"),
        ("resign", {}, 400, "The request cannot be read"),
        ("dance", {}, 400, "The request cannot be read"),
    ],
)
def test_what_is_refused_is_told_beside_the_form_and_changes_nothing(
    home: House, do: str, fields: dict[str, str], status: int, title: str
) -> None:
    anna = home.session("Anna")
    match = home.table(anna.player, ME, BOT)
    browser = home.browser(anna)
    given = {"n": fields_of(_text(browser, f"/m/{match.id}"), "choose")["n"], "do": do, **fields}
    answer = browser.post(f"/m/{match.id}", given)
    page = answer.body.decode()
    assert answer.status_code == status
    assert f"<strong>{title}.</strong>" in page
    assert 'role="alert"' in page
    assert moves_of(page)
    assert home.load(match).head.version == match.head.version
    if fields.get("text"):
        assert f'value="{fields["text"]}"' in page


def test_a_seat_link_shows_the_form_and_the_first_post_starts_the_session(home: House) -> None:
    anna = home.session("Anna", "sv")
    match = home.table(anna.player, ME, BOT, visibility="private")
    guest = home.browser()
    answer = guest.get(home.link(match, 0))
    page = answer.body.decode()
    assert (answer.status_code, "Set-Cookie" in answer.headers) == (200, False)
    assert '<html lang="sv">' in page
    assert guest.get(f"/m/{match.id}").status_code == 404
    played = guest.post(f"/m/{match.id}", {**fields_of(page, "choose"), "move": moves_of(page)[0]})
    assert played.status_code == 303
    assert f"Path=/m/{match.id}; " in played.headers["Set-Cookie"]
    assert "HttpOnly; SameSite=Lax" in played.headers["Set-Cookie"]
    assert "Det är din tur" in _text(guest, f"/m/{match.id}")
    assert "Mina partier" not in _text(guest, "/")


def test_a_link_that_is_not_whole_makes_a_guest(home: House) -> None:
    match = home.table(home.player("Anna"), ME, BOT)
    link = home.link(match, 0)[:-1]
    page = _text(home.browser(), link)
    assert "is not whole, or no longer works" in page
    assert not moves_of(page)


def test_a_link_is_good_for_its_own_seat_of_its_own_match_only(home: House) -> None:
    anna, bram = home.player("Anna"), home.player("Bram")
    mine, other = home.table(anna, ME, BOT, visibility="private"), home.table(bram, ME, BOT, visibility="private")
    key = home.link(mine, 0).split("?")[1]
    assert home.browser().get(f"/m/{other.id}?{key}").status_code == 404


def test_a_guest_sees_the_board_of_an_unlisted_match_and_no_form(home: House) -> None:
    match = home.table(home.player("Anna"), ME, BOT)
    page = _text(home.browser(), f"/m/{match.id}")
    assert "Waiting for:" in page
    assert "<form" not in page


def test_a_seat_is_taken_and_the_match_starts(home: House) -> None:
    match = home.table(home.player("Anna"), ME, OPEN)
    bram = home.browser(home.session("Bram"))
    page = _text(bram, f"/m/{match.id}")
    assert "Take a seat" in page
    assert "Log in to join" in _text(home.browser(), f"/m/{match.id}")
    assert bram.post(f"/m/{match.id}", {"do": "join"}).status_code == 303
    assert "It is your turn" in _text(bram, f"/m/{match.id}")
    assert home.browser(home.session("Cees")).post(f"/m/{match.id}", {"do": "join"}).status_code == 400


def test_giving_up_needs_a_tick_and_ends_a_match_of_two(home: House) -> None:
    anna = home.session("Anna")
    match = home.table(anna.player, ME, BOT)
    browser = home.browser(anna)
    assert browser.post(f"/m/{match.id}", {"do": "resign", "sure": "yes"}).status_code == 303
    page = _text(browser, f"/m/{match.id}")
    assert "The match is over" in page
    assert match.roster.seed in page
    assert not any(f'value="{do}"' in page for do in ("choose", "type", "resign", "revoke", "away", "lend"))


def test_the_secret_of_the_dice_is_not_on_the_page_of_a_running_match(home: House) -> None:
    anna = home.session("Anna")
    match = home.table(anna.player, ME, BOT)
    page = _text(home.browser(anna), f"/m/{match.id}")
    assert match.roster.commitment in page
    assert match.roster.seed not in page


def test_an_overdue_decision_says_so_and_looking_changes_nothing(home: House) -> None:
    anna = home.session("Anna")
    match = home.table(anna.player, ME, BOT)
    home.clock.advance(4 * 86_400)
    page = _text(home.browser(anna), f"/m/{match.id}")
    assert "Your time is up:" in page
    assert home.load(match).head == match.head


def test_times_are_told_in_the_readers_zone(home: House) -> None:
    anna = home.session("Anna")
    home.change(anna.player, zone="Europe/Amsterdam")
    match = home.table(anna.player, ME, BOT)
    assert "(Europe/Amsterdam, UTC+2)" in _text(home.browser(anna), f"/m/{match.id}")


def test_names_cannot_bring_markup_in(home: House) -> None:
    name = "<b>&\"'@1"
    anna = home.session("Anna")
    home.change(anna.player, name=name)
    match = home.table(anna.player, ME, BOT, name="<i>x</i>")
    for target in (f"/m/{match.id}", "/"):
        page = _text(home.browser(anna), target)
        assert "<b>&" not in page
        assert "<i>x</i>" not in page


@pytest.mark.parametrize("headers", [{"Origin": "https://evil.example"}, {"Origin": "null"}, {"Origin": ""}])
def test_another_site_cannot_play(home: House, headers: dict[str, str]) -> None:
    anna = home.session("Anna")
    match = home.table(anna.player, ME, BOT)
    browser = home.browser(anna)
    fields = fields_of(_text(browser, f"/m/{match.id}"), "type")
    answer = browser.post(f"/m/{match.id}", {**fields, "text": "pass"}, **headers)
    assert answer.status_code == 403
    assert home.load(match).head.version == match.head.version


@pytest.mark.parametrize(
    ("body", "status"),
    [(b"n=\xff", 400), (b"text=%ff", 400), (b"text=%00", 400), (b"&".join([b"a=1"] * 80), 400), (b"x" * 70_000, 413)],
)
def test_a_form_that_cannot_be_read_is_refused(home: House, body: bytes, status: int) -> None:
    match = home.table(home.player("Anna"), ME, BOT)
    headers = {"Content-Type": FORM, "Origin": BASE, "Host": "127.0.0.1:8000"}
    answer = home.client.http.request("POST", f"/m/{match.id}", headers=headers, body=body)
    assert answer.status_code == status


@pytest.mark.parametrize("target", ["/m/nowhere", "/m/..%2f", "/rules/chess", "/rules/..", "/m/A"])
def test_what_is_not_there(home: House, target: str) -> None:
    assert "Not found" in _text(home.browser(), target, 404)
