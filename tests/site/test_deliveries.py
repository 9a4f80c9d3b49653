"""The page "What was I sent, and did it arrive?": states, reasons, what it waits for, pages, and once more."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from chalicelib.matches import service
from chalicelib.matches.match import Caller, Match
from chalicelib.players.ports import Put
from chalicelib.players.profile import SPOKEN
from chalicelib.players.sessions import Session
from chalicelib.post.delivery import Delivery, Notice, State, delivery_of, digest_of, item_of, outside
from chalicelib.site.deliveries import SHOWN
from tests.site.company import alert_of, text_of
from tests.site.house import BOT, ME, Browser, House


class Post:
    """What Anna was sent about a match of hers, and her browser."""

    def __init__(self, home: House, language: str = "en") -> None:
        self.home = home
        self.session: Session = home.session("Anna", language)
        self.match: Match = home.table(self.session.player, ME, BOT, name="Friday")
        self.browser: Browser = home.browser(self.session)

    def notice(self, n: int = 1, category: str = "match_started", channel: str = "mail") -> Notice:
        return Notice(self.session.player, self.home.clock.now() + n, self.match.id, n, 0, category, channel)

    def put(self, *rows: Delivery) -> None:
        self.home.store.commit([Put(item_of(row)) for row in rows])

    def sent(self, n: int = 1) -> Delivery:
        row = Delivery(self.notice(n)).accepted(self.home.clock.now(), "x")
        self.put(row)
        return row

    def page(self, query: str = "") -> str:
        answer = self.browser.get(f"/deliveries{query}")
        assert answer.status_code == 200
        return str(answer.body.decode())

    def again(self, row: Delivery, **more: str) -> str:
        """The page that the button leads to."""
        asked = {"do": "resend", "delivery": outside(row.notice.key.sort), **more}
        answer = self.browser.post("/deliveries", asked)
        assert answer.status_code == 303
        return self.page(answer.headers["Location"].partition("#")[0].removeprefix("/deliveries"))

    def row(self, row: Delivery) -> Delivery:
        found = self.home.store.get(row.notice.key)
        assert found
        return delivery_of(found)


def lines(page: str) -> list[str]:
    """What the page says of each delivery."""
    return [text_of(each) for each in re.findall(r"<li id=.*?</p>", page, re.DOTALL)]


@pytest.mark.parametrize(
    ("state", "said"),
    [
        ("accepted", "By mail: sent."),
        ("delivered", "By mail: arrived."),
        ("bounced", "By mail: came back. It came back from your mail server."),
        ("overtaken", "By mail: not sent. It was no longer true when its time came."),
        ("off", "By mail: not sent. You want no mails of this kind."),
        ("gathered", "By mail: told with others. It was told in another mail."),
        ("failed", "By mail: not sent. It could not be sent, and was given up after several attempts."),
        ("sending", "By mail: is under way."),
    ],
)
def test_every_state_is_told_with_its_reason(home: House, state: State, said: str) -> None:
    post = Post(home)
    post.put(replace(Delivery(post.notice()), state=state))
    (line,) = lines(post.page())
    assert "A match begins" in line
    assert "Friday" in line
    assert said in line


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"held": "quiet"}, "It waits for the end of your quiet hours, "),
        ({"tries": 1}, "It did not get through; the next attempt is "),
        ({}, "If it is still true then, it comes "),
    ],
)
def test_what_waits_says_what_for_and_until_when(home: House, changes: dict[str, object], said: str) -> None:
    post = Post(home)
    post.put(replace(Delivery(post.notice(), due=home.clock.now() + 60), **changes))  # type: ignore[arg-type]
    (line,) = lines(post.page())
    assert said in line
    assert "Send it again" not in post.page()


def test_what_waits_for_the_daily_mail_names_its_hour(home: House) -> None:
    post = Post(home)
    daily = Delivery(digest_of(post.session.player, home.clock.now() + 3_600), due=home.clock.now() + 3_600)
    post.put(daily, Delivery(post.notice()).gathered(home.clock.now(), daily.notice.key.sort))
    first, second = lines(post.page())
    assert "Your daily mail" in first
    assert "It waits for the hour of your daily mail, " in first
    assert "told with others" in second
    assert "It is told in the daily mail of " in second


def test_a_mail_is_asked_for_again_on_the_page_three_times(home: House) -> None:
    post = Post(home)
    row = post.sent()
    assert "It is under way" in post.again(row)
    assert (post.row(row).state, post.row(row).again) == ("pending", 1)
    post.put(replace(post.row(row), state="accepted", again=3))
    page = post.page()
    assert "Asked for again: 3." in page
    assert "Send it again" not in page
    answer = post.browser.post("/deliveries", {"do": "resend", "delivery": outside(row.notice.key.sort)})
    assert answer.status_code == 409
    assert "three times" in text_of(alert_of(answer.body.decode()))


def test_what_is_no_longer_true_is_said_to_be_so(home: House) -> None:
    post = Post(home)
    row = post.sent()
    service.resign(home.env, post.match.id, Caller(post.session.player))
    assert "It was not sent again: it is no longer true." in post.again(row)
    assert post.row(row).state == "overtaken"


def test_calls_are_told_but_not_repeated_here(home: House) -> None:
    post = Post(home)
    row = Delivery(post.notice(channel="webhook-abc")).accepted(home.clock.now(), "200")
    post.put(row)
    page = post.page()
    assert "By webhook: sent, " in lines(page)[0]
    assert "Send it again" not in page
    answer = post.browser.post("/deliveries", {"do": "resend", "delivery": outside(row.notice.key.sort)})
    assert answer.status_code == 409


def test_the_newest_stand_first_and_older_ones_on_further_pages(home: House) -> None:
    post = Post(home)
    rows = [post.sent(number) for number in range(1, SHOWN + 3)]
    first = post.page()
    (older,) = re.findall(r'href="/deliveries(\?before=[^"]+)"', first)
    second = post.page(older)
    assert len(lines(first)) == SHOWN
    assert f'<li id="{outside(rows[-1].notice.key.sort)}">' in first
    assert [outside(row.notice.key.sort) for row in (rows[1], rows[0])] == re.findall(r'<li id="([^"]+)">', second)
    (kept,) = set(re.findall(r'name="before" value="([^"]+)"', second))
    assert f'<li id="{outside(rows[0].notice.key.sort)}">' in post.again(rows[0], before=kept)


def test_nobody_sees_what_others_were_sent(home: House) -> None:
    post = Post(home)
    row = post.sent()
    other = home.browser(home.session("Bram"))
    assert "Nothing yet." in other.get("/deliveries").body.decode()
    assert other.post("/deliveries", {"do": "resend", "delivery": outside(row.notice.key.sort)}).status_code == 404
    assert other.get("/deliveries?before=..%2F%2F%23").status_code == 200
    stranger = home.browser().get("/deliveries")
    assert (stranger.status_code, stranger.headers["Location"]) == (303, "/login?next=%2Fdeliveries")


def test_an_unknown_form_is_refused(home: House) -> None:
    assert Post(home).browser.post("/deliveries", {"do": "delete"}).status_code == 400


@pytest.mark.parametrize("language", SPOKEN)
def test_the_page_speaks_the_language_of_its_reader(home: House, language: str) -> None:
    post = Post(home, language)
    post.sent()
    heading = {
        "en": "What was I sent, and did it arrive?",
        "nl": "Wat is mij gestuurd, en is het aangekomen?",
        "sv": "Vad har skickats till mig, och kom det fram?",
        "af": "Wat is vir my gestuur, en het dit aangekom?",
    }
    assert f"<h1>{heading[language]}</h1>" in post.page()
