"""Seats are offered to those who can have them, with all that they have to know before they take one."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from chalicelib.matches import service
from chalicelib.matches.match import Pace
from chalicelib.matches.pace import DAY, HOUR
from chalicelib.matches.seating import SeatWish
from chalicelib.players import blocks
from chalicelib.post import dates
from chalicelib.post.language import catalogue
from tests.site.company import Company, alert, company, text_of
from tests.site.house import BASE, ME, OPEN, House, moves_of
from tests.site.test_invitation import GRAN, address

NOT_HERE = "You cannot sit at this table."


def _box(page: str) -> str:
    """What is said of a seat that can be taken over."""
    return text_of(page.split("to take this seat over:")[1].split("</section>")[0])


def _now(home: House, table: Company) -> str:
    return dates.moment(catalogue("en"), home.load(table.match).head.deadlines[0], ZoneInfo("UTC"))


def test_whoever_may_take_a_seat_over_sees_how_long_it_has(home: House) -> None:
    table = company(home)
    table.does("Anna", "call")
    for name in ("Cees", "nobody"):
        assert f"Its open decision has time until: {_now(home, table)}" in _box(table.page(name))
        assert "A decision that is open then begins anew: 3 days for whoever" in _box(table.page(name))
    home.clock.advance(3 * DAY)
    assert f"The time of its open decision is up: {_now(home, table)}" in _box(table.page("Cees"))


def test_a_wanted_seat_that_owes_nothing_says_so(home: House) -> None:
    table = company(home, game="keer-op-keer")
    table.does("Anna", "choose", move=moves_of(table.page("Anna"))[0])
    table.does("Anna", "call")
    assert "It has nothing to decide at the moment." in _box(table.page("Cees"))


def test_a_wanted_seat_that_a_bot_plays_on_says_so(home: House) -> None:
    table = company(home)
    table.does("Anna", "lend", level="1")
    table.does("Anna", "call")
    assert "A bot plays here for now." in _box(table.page("Cees"))


def test_no_seat_is_offered_across_a_block_whoever_set_it(home: House) -> None:
    anna, bram = home.session("Anna"), home.session("Bram")
    home.player("Cees")
    match = home.table(anna.player, ME, OPEN)
    page = home.browser(bram).get(f"/m/{match.id}").body.decode()
    assert 'value="join"' in page
    blocks.block(home.env, anna.player, "bram")
    page = home.browser(bram).get(f"/m/{match.id}").body.decode()
    assert (NOT_HERE in page, 'value="join"' in page) == (True, False)
    blocks.unblock(home.env, anna.player, "bram")
    blocks.block(home.env, bram.player, "anna")
    assert 'value="join"' not in home.browser(bram).get(f"/m/{match.id}").body.decode()


def test_no_seat_is_offered_to_be_taken_over_across_a_block_or_by_who_sat_there(home: House) -> None:
    table = company(home)
    table.does("Anna", "call")
    table.does("Cees", "take")
    table.does("Cees", "call")
    page = table.page("Anna")
    assert "You gave your seat to somebody else." in page
    assert "You gave your seat" not in table.page("Bram") + table.page("nobody")
    assert ("You sat at this table before." in _box(page), 'value="take"' in page) == (True, False)
    dora = home.session("Dora")
    blocks.block(home.env, table.sessions["Bram"].player, "dora")
    page = home.browser(dora).get(table.path).body.decode()
    assert (NOT_HERE in _box(page), 'value="take"' in page) == (True, False)


def test_a_mailed_invitation_across_a_block_can_only_be_declined(home: House) -> None:
    anna, bram = home.session("Anna"), home.session("Bram")
    match = home.table(anna.player, ME, GRAN)
    blocks.block(home.env, anna.player, "bram")
    page = home.browser(bram).get(address(home, match)).body.decode()
    assert (NOT_HERE in page, 'value="accept"' in page, 'value="decline"' in page) == (True, False, True)


def test_an_invitation_tells_the_whole_pace(home: House) -> None:
    anna, bram = home.session("Anna"), home.session("Bram")
    match = home.table(
        anna.player, ME, GRAN, SeatWish("player", "bram"), pace=Pace(DAY, bank=4 * HOUR, weekends=False, misses=2)
    )
    pages = (home.browser().get(address(home, match)), home.browser(bram).get(f"/m/{match.id}"))
    for page in (answer.body.decode() for answer in pages):
        told = text_of(page.split('<details id="pace" open>')[1].split("</details>")[0])
        assert "Every decision may take 1 day. Saturdays and Sundays do not count" in told
        assert "a time bank of 4 hours for the whole match" in told
        assert "Whoever misses 2 deadlines in a row is out." in told


def test_a_private_match_with_an_open_seat_is_passed_on_by_its_link_alone(home: House) -> None:
    anna, bram = home.session("Anna"), home.session("Bram")
    match = home.table(anna.player, ME, SeatWish("player", "bram"), OPEN, visibility="private")
    service.join(home.env, bram.player, match.id)
    bare = f"{BASE}/m/{match.id}</code>"
    page = home.browser(anna).get(f"/m/{match.id}").body.decode()
    assert (bare in page, "make a link to pass on to those who are to play." in page) == (False, True)
    page = home.browser(bram).get(f"/m/{match.id}").body.decode()
    assert (bare in page, "Whoever set the match up can make a link by which others join." in page) == (False, True)
    assert home.browser(anna).post(f"/m/{match.id}", {"do": "link"}).status_code == 303
    page = home.browser(anna).get(f"/m/{match.id}").body.decode()
    link = page.split('<code class="address">')[1].split("</code>")[0]
    assert (bare in page, link.startswith(f"{BASE}/m/{match.id}?join=")) == (False, True)
    assert 'value="join"' in home.browser(home.session("Cees")).get(link.removeprefix(BASE)).body.decode()


def test_a_rematch_across_a_block_is_not_offered(home: House) -> None:
    table = company(home)
    service.resign(home.env, table.match.id, table.caller("Bram"))
    rematch = service.rematch(home.env, table.sessions["Anna"].player, table.match.id)
    assert "Join the rematch" in table.page("Bram")
    blocks.block(home.env, table.sessions["Anna"].player, "bram")
    assert 'value="rematch"' not in table.page("Bram")
    page = table.browser("Bram").get(f"/m/{rematch.id}").body.decode()
    assert (NOT_HERE in page, "A seat is kept for you" in page, 'value="leave"' in page) == (True, False, True)


def test_nobody_is_offered_to_nudge_across_a_block(home: House) -> None:
    table = company(home)
    table.does("Anna", "choose", move=moves_of(table.page("Anna"))[0])
    home.clock.advance(HOUR)
    assert 'value="nudge"' in table.page("Anna")
    blocks.block(home.env, table.sessions["Bram"].player, "anna")
    assert 'value="nudge"' not in table.page("Anna")


def test_who_waits_sees_until_when_at_the_top(home: House) -> None:
    table = company(home)
    told = _now(home, table)
    top = text_of(table.page("nobody").split('id="now"')[1].split("</section>")[0])
    assert f"Waiting for: Anna, until {told}; Bram, until {told}" in top


def test_nobody_is_offered_to_speak_across_a_block(home: House) -> None:
    table = company(home)
    assert 'value="say"' in table.page("Cees")
    blocks.block(home.env, table.sessions["Cees"].player, "bram")
    page = table.page("Cees")
    assert ('value="say"' in page, "You cannot talk at this table." in page) == (False, True)
    assert 'value="say"' in table.page("Anna")


def test_a_handle_that_nobody_has_is_called_so_in_ones_language(home: House) -> None:
    table = company(home, language="nl")
    answer = table.sends("Anna", "call", handle="nobody")
    assert alert(answer) == "404 substitute: Niet gevonden. Niemand heeft deze korte naam."
