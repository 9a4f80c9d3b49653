"""The mails on all that can happen at a table, in every language: both parts say what there is to know and to do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import EmailMessage

import pytest

from chalicelib.matches.ending import outcome_of, told_view
from chalicelib.matches.events import Category
from chalicelib.matches.wall_clock import zone_of
from chalicelib.post import dates
from chalicelib.post.language import catalogue
from chalicelib.post.names import WIDTH
from chalicelib.post.planning import GROUP_OF
from chalicelib.rules import LANGUAGES
from tests.post.office import page_of, text_of
from tests.post.received import Carried, carried
from tests.post.stories import NAME, STORIES, ZONE, Story, told
from tests.post.test_compose import Words, everywhere, flat, parts, with_names
from tests.post.ways_out import way_out

READER = "Zoë <i>&co</i> @0"
BEFORE_THE_START = ("vacated", "declined", "gone", "not in time", "refused", "host gone")


@pytest.fixture(scope="module", params=STORIES)
def story(request: pytest.FixtureRequest) -> tuple[str, Story]:
    return request.param, told(request.param, READER)


@pytest.fixture(scope="module")
def carrier() -> Iterator[Carried]:
    with carried() as found:
        yield found


def mails(story: Story) -> list[tuple[str, EmailMessage]]:
    """The last mail in every language."""
    return [(language, story.in_language(language)) for language in LANGUAGES]


def test_every_category_has_a_story_or_is_told_by_a_match_that_is_played() -> None:
    assert {category for category, _ in STORIES.values()} | {"your_turn", "match_started"} == set(Category.__args__)  # type: ignore[attr-defined]


def test_the_last_mail_is_of_its_category_and_says_what_has_happened(story: tuple[str, Story]) -> None:
    name, found = story
    row = found.office.rows("zoe")[-1]
    assert (row.notice.category, row.state, row.notes) == (STORIES[name][0], "accepted", ())
    subject, sentence = WORDS[name]
    assert subject.replace("Zoe", READER) in found.mail["Subject"]
    assert everywhere(sentence.replace("Zoe", READER), found.mail)
    assert everywhere(COMMANDS.get(name, ""), found.mail)


def test_a_mail_server_gets_every_mail_as_mails_have_to_be(story: tuple[str, Story], carrier: Carried) -> None:
    _, found = story
    carrier.check(mail for _, mail in mails(found))


def test_every_mail_is_whole_in_every_language(story: tuple[str, Story]) -> None:
    _, found = story
    for language, mail in mails(found):
        title = f"{found.desk.game(found.match).name} · {NAME}"
        assert str(mail["Subject"]).startswith(f"{title}: ")
        assert everywhere(title, mail)
        assert ("lang", language) in Words(page_of(mail)).attributes
        text, page = parts(mail)
        for part in (str(mail["Subject"]), text.split(" curl ")[0], page.split("} }")[-1].split("curl ")[0]):
            assert not re.search(r"[{}]|(?<!\w)@\d", part.replace(READER, ""))
        assert all(len(line) <= WIDTH for line in text_of(mail).splitlines() if "http" not in line)
        assert len(mail.as_bytes()) < 100_000
        assert mail.as_bytes().isascii()


def test_every_mail_has_a_link_by_which_no_more_of_its_kind_come(story: tuple[str, Story]) -> None:
    name, found = story
    link = way_out(found.env, found.mail)
    assert (link.profile.id, link.kind, link.match) == ("zoe", GROUP_OF[STORIES[name][0]], found.id)


def test_pages_load_nothing_and_show_no_markup_of_others(story: tuple[str, Story]) -> None:
    _, found = story
    page = Words(page_of(found.mail))
    assert not {"i", "img", "script", "iframe", "object", "embed", "form", "link", "svg"} & set(page.tags)
    assert all(link.startswith("https://play.example.org/") for link in page.links)


def test_it_is_said_in_the_language_of_the_reader(story: tuple[str, Story]) -> None:
    _, found = story
    told_in = {
        language: {each for each in flat(text_of(mail)).split(". ") if len(each.split()) > 4 and "http" not in each}
        for language, mail in mails(found)
    }
    assert all(not told_in["en"] & told_in[language] for language in LANGUAGES[1:])


def test_the_position_and_the_clock_with_its_zone_stand_in_both_parts(story: tuple[str, Story]) -> None:
    name, found = story
    if name in BEFORE_THE_START:
        return
    match, game = found.match, found.desk.game(found.match)
    view = game.view(match.head.state, 1 if match.seat_of("zoe") == 1 else None)
    view = told_view(view, outcome_of(game, match))
    names = [READER if seat.player == "zoe" else seat.name for seat in match.roster.seats]
    for language, mail in mails(found):
        assert everywhere(with_names(game.text(view, language).splitlines()[0], names), mail)
        asked = [0] if name.startswith("called") else game.to_move(match.head.state)  # the seat offered, or all
        owing = [match.head.deadlines[seat] for seat in asked if match.head.opened[seat]]
        if match.head.status == "running" and owing:
            assert everywhere(dates.moment(catalogue(language), min(owing), zone_of(ZONE)), mail)


def test_only_whoever_sits_there_has_a_link_that_acts(story: tuple[str, Story]) -> None:
    _, found = story
    sits = found.match.seat_of("zoe") is not None
    links = [link for link in Words(page_of(found.mail)).links if "/m/" in link]
    assert links
    assert all(link in text_of(found.mail) and ("key=" in link) == sits for link in links if "?" in link)
    assert ("key=" in text_of(found.mail)) == sits


COMMANDS = {
    "reminder": "curl -X PUT '",
    "nudge": "curl -X PUT '",
    "timed out for a bot": "/bot?key=",
    "timed out for a substitute": "/bot?key=",
    "offered": "/bot?key=",
    "draw": "/draw?key=",
    "talk": "/messages?key=",
}


WORDS = {
    "reminder": ("reminder: your turn until Thu 24 September, 16:13", "If you do not move by then, this is played"),
    "reminder of the last": ("reminder: your turn until", "If you do not move by then, you are out of the match."),
    "nudge": ("Anna asks for your move, due by Thu 24 September", "Anna asks you to make your move."),
    "timed out": ("your time was up", "This was played for you: pass After 2 more deadlines missed in a row"),
    "timed out and out": ("your time was up, and you are out", "You missed 2 deadlines in a row."),
    "timed out for a bot": ("a bot plays for you", "So a bot plays in your seat, until you take it back."),
    "timed out for a substitute": ("a bot plays for you", "whoever comes may have it for good"),
    "is out": ("Bram is out", "Bram no longer came to play, and is out."),
    "is retired": ("a bot plays for Bram", "A bot plays there until Bram takes the seat back."),
    "is retired for good": ("a bot plays for Bram", "/m/0000000000000001"),
    "lent": ("a bot plays for Anna", "Anna lets a bot play for now."),
    "returned": ("Anna plays again", "Anna has taken the seat back from the bot."),
    "wanted": ("a substitute for Anna is looked for", "You can pass this address on: https://play.example.org/m/"),
    "asked": ("a substitute for Anna was asked", "Somebody was asked to take over the seat of Anna."),
    "not wanted": ("nobody takes over the seat of Zoe", "Your seat is not taken over."),
    "offered": ("a substitute for Zoe is looked for", "Your seat is offered to a substitute."),
    "substituted": ("Cees plays in place of Anna", "Cees has taken over the seat of Anna."),
    "lost": ("Cees has taken over your seat", "You do not play in this match any more, Zoe."),
    "called": ("take over the seat of Anna?", "The seat is kept for you, Zoe."),
    "called to move": ("take over the seat of Anna?", "If the seat is to move then, its time begins anew for you."),
    "vacated": ("Anna has left the table", "The seat is open again."),
    "gone": ("Somebody at this table has left Turnpost", "The seat is open again."),
    "declined": ("Anna declined your invitation", "The seat is open again."),
    "away": (
        "Anna is away until Wed 30 September, 16:13",
        "Wednesday 30 September 2026, 16:13 (Europe/Amsterdam",
    ),
    "away later": (
        "Anna will be away from Sat 26 September, 16:13 until Mon 5 October, 16:13",
        "Anna will be away from Sat 26 September, 16:13 until Mon 5 October, 16:13.",
    ),
    "back": ("Anna is not away", "Anna has ended an absence, or called it off."),
    "draw": ("Anna offers a draw", "the match ends and nobody wins"),
    "talk": ("2 messages from Anna and Bram", "Anna and Bram have said something."),
    "not in time": ("called off", "It had not begun after 14 days, because not every seat was taken."),
    "refused": ("called off", "Bram declined the invitation, and nobody else could take that seat."),
    "host gone": ("called off", "Whoever set it up has left Turnpost."),
    "agreed": ("draw by agreement", "All who had not given up agreed on a draw, so nobody wins."),
    "abandoned": ("abandoned by all who played", "Nobody who played is there any more, so nobody wins."),
    "on time": ("Zoe wins on time", "It ended because somebody no longer came to play."),
}


def test_a_match_that_ended_on_time_is_nowhere_called_resigned() -> None:
    mail = told("on time").mail
    assert everywhere("The match is over: the time ran out. Zoe wins.", mail)
    assert not any("resigned" in part for part in parts(mail))
