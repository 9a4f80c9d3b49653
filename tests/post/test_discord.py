"""A call in the shape of Discord's: within its limits, in words, and without pinging anybody."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from chalicelib.matches import service
from chalicelib.matches.events import Category
from chalicelib.matches.match import Caller, Match
from chalicelib.players import webhooks
from chalicelib.players.ports import Put
from chalicelib.players.profile import SPOKEN
from chalicelib.players.webhook import Webhook
from chalicelib.post.delivery import TEST, Delivery, Notice, item_of
from chalicelib.post.discord import DESCRIPTION, TITLE, Discord, clipped, plain
from tests.post.office import Office
from tests.post.stories import STORIES, told

URL = "https://hook.example/discord"


def sent(office: Office, player: str, match: Match, category: Category = "your_turn", seat: int = 0) -> Any:
    hook = Webhook("h", player, URL, ("whsec_",), 0, kind="discord")
    notice = Notice(player, office.clock.now(), match.id, match.head.opened[seat], seat, category, "webhook-h")
    return json.loads(Discord(hook).body(office.post, match, notice))


def size(call: Any) -> int:
    """Characters of all texts of an embed, as Discord adds them up."""
    (embed,) = call["embeds"]
    texts = [embed.get("title", ""), embed.get("description", "")]
    texts += [text for field in embed.get("fields", ()) for text in (field["name"], field["value"])]
    return sum(map(units, texts))


def units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def test_a_turn_is_told_with_who_when_and_what_happened() -> None:
    office = Office()
    match = office.desk.table("anna", "bram", name="Sunday")
    for seat in (0, 1):
        office.desk.play(match, seat)
    match = office.desk.load(match)
    call = sent(office, "anna", match)
    (embed,) = call["embeds"]
    assert call["content"] == "**It is the turn of Anna.**"
    assert call["allowed_mentions"] == {"parse": []}
    assert embed["title"] == "Keer op Keer · Sunday"
    assert embed["url"] == f"https://play.example.org/m/{match.id}"
    deadline = match.head.deadlines[0]
    assert [field["name"] for field in embed["fields"]] == ["To move", "Move by"]
    assert embed["fields"][1]["value"] == f"<t:{deadline}:F> (<t:{deadline}:R>)"
    assert "Bram" in embed["description"]


def test_nothing_that_somebody_writes_is_markup_or_a_ping() -> None:
    office = Office()
    match = office.desk.table("anna", "bram", name="**@everyone** [x](https://evil.ex)")
    call = sent(office, "anna", match)
    assert "\\*\\*\\@everyone\\*\\*" in call["embeds"][0]["title"]
    assert "](https://" not in json.dumps(call)
    service.say(office.desk.env, match.id, "@everyone look:\n`here` ||now||", Caller("bram"))
    said = sent(office, "anna", match, "message")
    assert said["embeds"][0]["description"] == "Bram\\: \\@everyone look\\: \\`here\\` \\|\\|now\\|\\|"


def test_limits_are_kept_however_much_there_is_to_tell() -> None:
    office = Office()
    match = office.desk.table("anna", "bram", name="*" * 40)
    for _ in range(25):
        service.say(office.desk.env, match.id, "_" * 1_000, Caller("bram"))
    call = sent(office, "anna", match, "message")
    (embed,) = call["embeds"]
    assert units(embed["title"]) <= TITLE
    assert units(embed["description"]) <= DESCRIPTION
    assert size(call) <= 6_000
    assert len(json.dumps(call, ensure_ascii=False).encode()) < 20_000


@pytest.mark.parametrize("text", ["a" * 300, "𝔸" * 300, "a\\*" * 100])
def test_what_is_too_long_is_cut_by_discords_own_count(text: str) -> None:
    cut = clipped(text, 256)
    assert units(cut) <= 256
    assert cut.endswith("…")
    assert not cut.endswith("\\…")
    assert clipped("short", 256) == "short"


def test_marks_lose_their_meaning() -> None:
    assert plain("a_b*c\nd") == "a\\_b\\*c d"


@pytest.mark.parametrize("name", {STORIES[name][0]: name for name in STORIES}.values())
def test_every_category_has_words_that_are_nobodys_in_particular(name: str) -> None:
    story = told(name)
    notice = story.office.rows("zoe")[-1].notice
    hook = Webhook("h", "zoe", URL, ("whsec_",), 0, kind="discord")
    found = json.loads(Discord(hook).body(story.office.post, story.match, notice))
    assert len(found["content"]) > len("****")
    assert "key=" not in json.dumps(found)
    assert not re.search(r"\byou(r)?\b", json.dumps(found), re.IGNORECASE)


@pytest.mark.parametrize("language", SPOKEN)
def test_a_test_is_in_the_language_of_the_webhooks_player(language: str) -> None:
    office = Office()
    office.person("lena", "Lena", language)
    hook = webhooks.create_webhook(office.desk.env, "lena", URL, kind="discord")
    notice = Notice("lena", office.clock.now(), "", 1, 0, TEST, f"webhook-{hook.id}")
    office.store.commit([Put(item_of(Delivery(notice)))])
    office.webhook_queue.put({"delivery": list(notice.key)})
    office.work_off()
    (call,) = office.calls(hook)
    assert "Turnpost" in call["content"]
    assert (call["content"].startswith("This is a test")) is (language == "en")
