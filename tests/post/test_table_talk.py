"""What was said at a table, in a letter: in the words and names of those who said it, and not too much of it."""

from __future__ import annotations

from chalicelib.matches import service
from chalicelib.matches.match import Caller
from chalicelib.post import call
from chalicelib.post.occasions import BYTES, MESSAGES
from tests.post.office import page_of, text_of
from tests.post.stories import ANNA, BRAM, THREE, Story
from tests.post.test_compose import everywhere


def talk(*said: tuple[Caller, str], name: str = "Anna") -> Story:
    """What zoe is mailed of this."""
    story = Story()
    if name != "Anna":
        story.office.person("yara", name, "en")
    names = THREE if name == "Anna" else ("yara", "zoe", "bram")
    story.table(*names)
    for caller, text in said:
        service.say(story.env, story.id, text, caller)
    story.tell()
    story.clock.advance(600)
    story.tell()
    return story


def test_all_that_was_said_in_ten_minutes_is_one_mail() -> None:
    story = talk((ANNA, "One."), (BRAM, "Two."), (ANNA, "Three."))
    assert str(story.mail["Subject"]).endswith("3 messages from Anna and Bram")
    assert [row.notice.category for row in story.office.rows("zoe")].count("message") == 1
    for each in ("One.", "Two.", "Three."):
        assert everywhere(each, story.mail)


def test_lines_stay_lines_and_markup_is_shown_as_it_was_typed() -> None:
    story = talk((ANNA, "First <b>line</b>\nhttps://evil.example/ second"))
    assert "> First <b>line</b>\n> https://evil.example/ second\n" in text_of(story.mail).replace("\r\n", "\n")
    page = page_of(story.mail)
    assert "First &lt;b&gt;line&lt;/b&gt;<br>" in page
    assert 'href="https://evil.example' not in page


def test_what_is_written_from_right_to_left_leaves_the_rest_as_it_is() -> None:
    story = talk((Caller("yara"), "שלום"), name="יערה")
    assert "\u2068יערה\u2069, " in text_of(story.mail)
    assert "<bdi style=" in page_of(story.mail)
    assert '<blockquote dir="auto"' in page_of(story.mail)


def test_a_long_talk_is_cut_to_its_newest_and_says_where_the_rest_stands() -> None:
    many = talk(*((ANNA, f"Message {number}!") for number in range(MESSAGES + 5)))
    text = text_of(many.mail)
    assert str(many.mail["Subject"]).endswith(f"{MESSAGES + 5} messages from Anna")
    assert "Message 4!" not in text
    assert "> Message 5!\n" in text.replace("\r\n", "\n")
    assert everywhere("What was said before that stands on the page of the match:", many.mail)
    long = talk(*((ANNA, f"{number} " + "\U0001f3b2" * 990) for number in range(8)))
    assert BYTES - 4_000 < 4 * text_of(long.mail).count("\U0001f3b2") <= BYTES
    assert len(long.mail.as_bytes()) < 100_000
    notice = long.office.rows("zoe")[-1].notice
    assert len(call.body(long.office.post, long.match, notice)) < call.MAX_BYTES
