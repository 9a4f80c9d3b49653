"""Table talk on the page of a match: said, read page by page, deleted, and kept from those who may not."""

from __future__ import annotations

import re

from chalicelib.matches import service
from chalicelib.matches.match import Caller
from chalicelib.matches.talk import LONGEST
from chalicelib.players.ports import Delete
from chalicelib.players.repository import profile_key
from chalicelib.site.talk import SHOWN
from tests.site.company import Company, alert, company, text_of
from tests.site.house import ME, OPEN, House, fields_of


def said(page: str) -> list[str]:
    """What a page has of what was said."""
    return re.findall(r'<p class="said" dir="auto">(.*?)</p>', page, re.DOTALL)


def _talk(table: Company, count: int, text: str = "Message {number}.") -> None:
    """Have so many messages, of both players by turns, within what they may say in an hour."""
    for number in range(1, count + 1):
        name = ("Anna", "Bram")[number % 2]
        service.say(table.home.env, table.match.id, text.format(number=number), table.caller(name))


def test_what_is_said_is_read_by_all_newest_last(home: House) -> None:
    table = company(home)
    assert "Nobody has said anything yet." in table.page("nobody")
    table.does("Anna", "say", text="Hello <all>\r\nand good luck")
    table.does("Cees", "say", text="I watch")
    for name in ("Anna", "Bram", "Cees", "nobody"):
        page = table.page(name)
        assert said(page) == ["Hello &lt;all&gt;\nand good luck", "I watch"]
        assert "<bdi>Cees</bdi></strong> (watches)" in page
        assert "<bdi>Anna</bdi></strong> (watches)" not in page


def test_an_author_deletes_what_they_said_and_nobody_else_does(home: House) -> None:
    table = company(home)
    table.does("Anna", "say", text="Oops")
    assert 'value="unsay"' not in table.page("Bram")
    assert "403 talk: " in alert(table.posts("Bram", "unsay", message="1"))
    assert "404 talk: " in alert(table.posts("Bram", "unsay", message="9"))
    assert "400 talk: " in alert(table.posts("Anna", "unsay", message="x"))
    page = table.does("Anna", "unsay")
    assert said(page) == []
    assert "This message was deleted by who wrote it." in page


def test_what_cannot_be_said_is_refused_at_the_form_and_kept_there(home: House) -> None:
    table = company(home)
    assert alert(table.sends("Anna", "say", text=" ")).startswith("400 talk: This text cannot be kept. ")
    answer = table.sends("Anna", "say", text="x" * (LONGEST + 1))
    assert alert(answer).startswith("400 talk: This text cannot be kept. ")
    assert "x" * (LONGEST + 1) in answer.body.decode()


def test_strangers_read_and_are_led_to_the_login(home: House) -> None:
    table = company(home)
    page = table.page("nobody")
    assert "Log in to say something" in page
    assert 'value="say"' not in page
    assert alert(table.posts("nobody", "say", text="Hello")).startswith("401 talk: ")


def test_onlookers_are_silent_where_the_match_says_so(home: House) -> None:
    table = company(home, muted=True)
    page = table.page("Cees")
    assert "Those who only watch may not talk while this match runs." in text_of(page.split('id="talk"')[1])
    assert 'value="say"' not in page
    assert alert(table.posts("Cees", "say", text="Hello")).startswith("403 talk: ")
    assert 'value="say"' in table.page("Anna")
    service.resign(home.env, table.match.id, table.caller("Anna"))
    assert said(table.does("Cees", "say", text="Well played")) == ["Well played"]


def test_older_talk_is_read_page_by_page(home: House) -> None:
    table = company(home)
    _talk(table, 2 * SHOWN + 3)
    page, found, count = table.page("Bram"), list[str](), 0
    while True:
        found, count = [*said(page), *found], count + 1
        older = re.search(r'href="(\?[^"]*before=\d+)#talk"', page)
        if not older:
            break
        page = table.page("Bram", older[1].replace("&amp;", "&"))
    assert (count, found) == (3, [f"Message {number}." for number in range(1, 2 * SHOWN + 4)])
    assert "To the newest" in page
    assert "To the newest" not in table.page("Bram")


def test_long_talk_leaves_the_page_light(home: House) -> None:
    table = company(home)
    _talk(table, 24, text="{number:04d}" + "😀" * (LONGEST - 4))
    page = table.page("Anna")
    assert 1 < len(said(page)) < SHOWN
    assert said(page)[-1].startswith("0024")
    assert len(page.encode()) < 100_000
    first = int(said(page)[0][:4])
    assert f"before={first}#talk" in page
    assert said(table.page("Anna", f"?before={first}"))[-1].startswith(f"{first - 1:04d}")


def test_a_number_that_is_none_shows_the_newest(home: House) -> None:
    table = company(home)
    table.does("Anna", "say", text="Hello")
    for asked in ("x", "-1", "", "0", "9" * 30, "²"):
        assert said(table.page("Bram", f"?before={asked}")) == ["Hello"]
    assert said(table.page("Bram", "?before=1")) == []


def test_who_has_left_the_service_has_no_name_any_more(home: House) -> None:
    table = company(home)
    table.does("Cees", "say", text="Bye")
    home.store.commit([Delete(profile_key(table.sessions["Cees"].player))])
    assert "<bdi>somebody who left</bdi></strong> (watches)" in table.page("Anna")


def test_a_seat_link_speaks_for_its_seat(home: House) -> None:
    table = company(home)
    browser = home.browser()
    page = browser.get(home.link(table.match, 1)).body.decode()
    key = re.findall(r'name="key" value="([^"]+)"', page)[0]
    assert browser.post(table.path, {"do": "say", "key": key, "text": "By link"}).status_code == 303
    found = service.table_talk(home.env, table.match.id, Caller()).messages
    assert [(each.seat, each.text) for each in found] == [(1, "By link")]


def test_who_sees_a_private_match_by_its_link_talks_there_too(home: House) -> None:
    anna, cees = home.session("Anna"), home.session("Cees")
    match = home.table(anna.player, ME, OPEN, visibility="private")
    link = service.join_token(home.env, service.make_link(home.env, anna.player, match.id))
    table = Company(home, match, {"Cees": cees})
    fields = fields_of(table.page("Cees", f"?join={link}"), "say")
    assert fields.pop("do") == "say"
    answer = table.posts("Cees", "say", **fields, text="May I?")
    page = table.browser("Cees").get(answer.headers["Location"].split("#")[0]).body.decode()
    assert said(page) == ["May I?"]
    assert table.posts("Cees", "unsay", **fields_of(page, "unsay")).status_code == 303
