"""The page of webhooks, without scripts: added, tried, looked into, changed and ended, in every language."""

from __future__ import annotations

import html
import json
import re

import pytest

from chalicelib.players import webhooks
from chalicelib.players.profile import SPOKEN
from chalicelib.post import queue, relay
from chalicelib.post.ports import CollectingWebhooks, ListQueue
from chalicelib.site.words import catalogue
from tests.post.office import records
from tests.site.house import BOT, ME, OPEN, House

PAGE, URL = "/settings/webhooks", "https://hook.example/turns"


class Desk:
    """Anna at her webhooks."""

    def __init__(self, home: House, language: str = "en") -> None:
        self.home, self.env = home, home.env
        session = home.session("Anna", language)
        self.me, self.browser = session.player, home.browser(session, language)
        post = home.container.post
        assert isinstance(post.webhooks, CollectingWebhooks)
        assert isinstance(post.webhook_queue, ListQueue)
        self.called, self.queue = post.webhooks, post.webhook_queue

    def page(self, query: str = "") -> str:
        answer = self.browser.get(PAGE + query)
        assert answer.status_code == 200
        return html.unescape(answer.body.decode())

    def post(self, do: str, status: int = 303, **fields: str) -> str:
        """What the form answers, or the page that it leads to."""
        given = {name.replace("_", "-"): value for name, value in fields.items()}
        answer = self.browser.post(PAGE, {"do": do, **given})
        assert answer.status_code == status, answer.body
        if status != 303:
            return html.unescape(answer.body.decode())
        return self.page(answer.headers["Location"].partition("#")[0].removeprefix(PAGE))

    def work_off(self) -> None:
        """What is owed by call is called."""
        relay.sweep(self.home.container.post, overdue=0)
        assert queue.handle(self.home.container.post, records(self.queue.take())) == []

    def only(self) -> webhooks.Webhook:
        (found,) = webhooks.list_webhooks(self.env, self.me)
        return found


@pytest.fixture
def desk(home: House) -> Desk:
    """Anna, who has no webhook yet."""
    return Desk(home)


def test_one_is_added_and_its_secret_shown_once(desk: Desk) -> None:
    page = desk.post("add", 200, url=URL, tell_your_turn="yes")
    made = desk.only()
    assert made.secrets[0] in page
    assert made.secrets[0] not in desk.page()
    assert "hook.example" in desk.page()
    assert made.categories == ()


def test_what_it_is_told_of_is_chosen_with_boxes(desk: Desk) -> None:
    desk.browser.post(PAGE, {"do": "add", "url": URL, "tell-your_turn": "yes", "tell-away": "yes"})
    assert desk.only().categories == ("your_turn", "away")
    answer = desk.browser.post(PAGE, {"do": "choose", "webhook": desk.only().id, "tell-message": "yes"})
    assert answer.status_code == 303
    assert desk.only().categories == ("message",)
    assert re.search(r'name="tell-message" value="yes" checked', desk.page())


def test_a_test_is_sent_and_what_came_of_it_shown_and_sent_again(desk: Desk) -> None:
    desk.post("add", 200, url=URL)
    hook = desk.only().id
    assert 'role="status"' in desk.post("test", webhook=hook)
    desk.work_off()
    page = desk.page(f"?webhook={hook}")
    assert "accepted (200)" in page
    (delivery,) = re.findall(r'name="delivery" value="([^"]+)"', page)
    desk.post("again", webhook=hook, delivery=delivery)
    desk.work_off()
    (_, headers, body), (_, again, same) = desk.called.accepted
    assert (headers["webhook-id"], body) == (again["webhook-id"], same)
    assert json.loads(body)["type"] == "test"


def test_a_secret_is_changed_and_the_older_ended(desk: Desk) -> None:
    desk.post("add", 200, url=URL)
    before = desk.only()
    page = desk.post("rotate", 200, webhook=before.id)
    assert desk.only().secrets[0] in page
    assert before.secrets[0] not in page
    assert "Two secrets sign its calls until" in page
    assert "less than a day ago" in desk.post("rotate", 409, webhook=before.id)
    assert "Two secrets" not in desk.post("end-secret", webhook=before.id)


def test_one_is_put_aside_taken_up_and_deleted(desk: Desk) -> None:
    desk.post("add", 200, url=URL)
    hook = desk.only().id
    assert "It is not called, since" in desk.post("disable", webhook=hook)
    assert "Enable it first" in desk.post("test", 409, webhook=hook)
    assert "It is not called" not in desk.post("enable", webhook=hook)
    assert "You have no webhook." in desk.post("delete", webhook=hook)


def test_a_channel_of_discord_is_attached_to_a_match(desk: Desk) -> None:
    match = desk.home.table(desk.me, ME, OPEN, name="Club <b>night")
    assert f'<option value="{match.id}">' in desk.page()
    page = desk.post("add", 200, url=URL, kind="discord", match=match.id)
    assert (desk.only().kind, desk.only().match) == ("discord", match.id)
    assert "(Discord)" in page
    assert f'/m/{match.id}"><bdi>Club <b>night' in page
    other = desk.home.table(desk.home.player("Bram"), ME, BOT)
    assert "Only who sits in a match" in desk.post("add", 403, url=URL, match=other.id)


def test_a_url_that_may_not_be_called_is_refused_at_its_field(desk: Desk) -> None:
    page = desk.post("add", 400, url="http://127.0.0.1/")
    assert re.search(r'id="url"[^>]*aria-invalid="true" value="http://127.0.0.1/"', page)
    assert webhooks.list_webhooks(desk.env, desk.me) == ()
    assert desk.post("dance", 400)


@pytest.mark.parametrize("language", SPOKEN)
def test_it_is_in_the_readers_language(home: House, language: str) -> None:
    desk, words = Desk(home, language), catalogue(language)
    page = desk.post("add", 200, url=URL)
    for sentence in ("Add a webhook", "Send a test", "Make a new secret", "Somebody says something"):
        assert words.get(sentence, sentence) in page


def test_others_have_nothing_to_do_with_it(desk: Desk) -> None:
    desk.post("add", 200, url=URL)
    hook, bram = desk.only().id, desk.home.browser(desk.home.session("Bram"))
    for do in ("test", "rotate", "end-secret", "disable", "enable", "delete", "choose", "again"):
        assert bram.post(PAGE, {"do": do, "webhook": hook}).status_code == 404
    assert hook not in bram.get(f"{PAGE}?webhook={hook}").body.decode().replace(f"webhook={hook}", "")
    nobody = desk.home.browser().get(PAGE)
    assert (nobody.status_code, "/login" in nobody.headers["Location"]) == (303, True)
