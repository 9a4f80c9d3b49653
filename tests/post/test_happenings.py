"""What the log says beside the moves: every kind of row has its sentence, in every language."""

from __future__ import annotations

import re

import pytest

from chalicelib.matches import repository, service
from chalicelib.matches.events import TABLE, Entry, How, Kind
from chalicelib.matches.match import Caller
from chalicelib.matches.wall_clock import zone_of
from chalicelib.post import happenings, news
from chalicelib.post.language import catalogue
from chalicelib.rules import LANGUAGES
from tests.post.stories import ANNA, BRAM, CEES, ZOE, Story, told

MONDAY = "Monday 26 October 2026, 11:00 (Europe/Amsterdam, UTC+1)"
SATURDAY = "Saturday 24 October 2026, 12:00 (Europe/Amsterdam, UTC+2)"
ROWS: dict[tuple[Kind, str], list[str]] = {
    ("retired", "resign"): [],
    ("retired", "bot"): ["@1 no longer came to play.", "A bot plays there until @1 takes the seat back."],
    ("retired", "substitute"): [
        "@1 no longer came to play.",
        "A bot plays there, and somebody else may take the seat of @1 over.",
    ],
    ("lent", "2"): ["@1 lets a bot play for now."],
    ("returned", ""): ["@1 has taken the seat back from the bot."],
    ("wanted", "open"): ["Somebody is looked for to take over the seat of @1."],
    ("wanted", "kept"): ["Somebody was asked to take over the seat of @1."],
    ("wanted", ""): ["Nobody is looked for any more to take over the seat of @1."],
    ("substituted", ""): ["@1 has taken over the seat of @3."],
    ("away", "2026-10-24T10:00:00Z 2026-10-26T10:00:00Z"): [f"@1 is away from {SATURDAY} until {MONDAY}."],
    ("away", ""): ["@1 has ended an absence, or called it off."],
    ("offered", ""): ["@1 offers a draw."],
    ("offered", "accepted"): ["@1 agrees to a draw; not everybody has yet."],
    ("declined", ""): ["@1 declines a draw."],
    ("declined", "withdrawn"): ["@1 no longer offers a draw."],
    ("cancelled", "left"): ["Whoever set the match up left it, so it was called off."],
    ("cancelled", "declined"): ["An invitation was declined, so the match was called off."],
    ("moved", "b2"): [],
}
HOWS: dict[How, str] = {
    "timeout": "@1 ran out of time.",
    "lent": "A bot played for @1.",
    "resigned": "@1 gave up.",
    "expelled": "@1 no longer came to play, and is out.",
    "agreed": "@1 agrees to a draw, which ends the match.",
    "abandoned": "Nobody who played is there any more, which ends the match.",
    "played": "",
    "ordered": "",
    "bot": "",
}


def said(kind: Kind, text: str, language: str) -> list[str]:
    words, zone = catalogue(language), zone_of("Europe/Amsterdam")
    return list(happenings.sentences(words, kind, 1, text, before="@3", zone=zone))


@pytest.mark.parametrize(("kind", "text"), ROWS)
def test_every_kind_of_row_has_its_sentences(kind: Kind, text: str) -> None:
    assert said(kind, text, "en") == ROWS[kind, text]
    for language in LANGUAGES[1:]:
        told = said(kind, text, language)
        assert len(told) == len(ROWS[kind, text])
        assert not set(told) & set(ROWS[kind, text])
        assert [sorted(re.findall(r"@\d", each)) for each in told] == [
            sorted(re.findall(r"@\d", each)) for each in ROWS[kind, text]
        ]


@pytest.mark.parametrize("how", HOWS)
def test_every_way_a_move_came_about_has_its_sentence(how: How) -> None:
    assert happenings.of_entry(catalogue("en"), Entry(4, 1, "b2", how)) == HOWS[how]
    for language in LANGUAGES[1:]:
        assert bool(happenings.of_entry(catalogue(language), Entry(4, 1, "b2", how))) == bool(HOWS[how])


def test_a_match_that_did_not_fill_in_time_says_so_of_nobody() -> None:
    (told,) = happenings.sentences(catalogue("en"), "cancelled", TABLE, "")
    assert told == "Not everybody came in time, so the match was called off."


def test_a_bot_that_stands_in_is_told_of_once_a_row() -> None:
    entries = [Entry(4, 1, "b2", "lent"), Entry(5, 2, "c2", "lent"), Entry(6, 1, "b3", "lent"), Entry(7, 0, "x", "bot")]
    assert list(happenings.told_once(entries)) == [*entries[:2], entries[3]]


def test_whoever_watches_reads_the_same_in_the_log_of_the_api_as_on_the_page() -> None:
    story = Story()
    story.table("anna", "zoe", "bram")
    service.offer_draw(story.env, story.id, ANNA)
    service.decline_draw(story.env, story.id, BRAM)
    service.lend(story.env, story.id, ANNA)
    service.take_back(story.env, story.id, ANNA)
    service.substitute(story.env, story.id, ZOE)
    service.substitute(story.env, story.id, CEES)
    match = story.match
    names = [seat.name for seat in match.roster.seats]
    listener = news.Listener("nl", None, names, roster=match.roster)
    rows = repository.log(story.env, story.id)
    paged = news.tell(repository.told_by(story.env, match.roster), listener, rows)
    assert "Anna biedt remise aan." in paged
    assert "Bram slaat remise af." in paged
    assert "Cees heeft de stoel van Zoe overgenomen." in paged
    shown = service.log(story.env, story.id, Caller(), "nl")
    assert [(row.kind, row.sat, row.before) for row in shown if row.kind in ("wanted", "substituted")] == [
        ("wanted", ((1, "Zoe"),), ""),
        ("substituted", (), "Zoe"),
    ]


def test_a_match_that_ended_on_time_is_told_so_by_the_words_of_its_game() -> None:
    story = told("on time")
    *_, row = service.log(story.env, story.id, ZOE)
    end = next(fact for fact in row.facts if fact.kind == "end")
    assert end.detail == ("timed_out", 1)
    assert "The match is over: the time ran out. @1 wins." in row.said
    (stored, *_) = repository.newest(story.env, story.match, 1)
    assert ("end", "resigned") in [(fact.kind, fact.detail[0]) for fact in stored.facts if fact.detail]


def test_whoever_accepts_is_not_told_to_offer() -> None:
    story = Story()
    story.table("anna", "zoe", "bram")
    for caller in (ANNA, ZOE, BRAM):
        service.offer_draw(story.env, story.id, caller)
    listener = news.Listener("en", None, ["Anna", "Zoe", "Bram"], roster=story.match.roster)
    paged = news.tell(repository.told_by(story.env, story.match.roster), listener, repository.log(story.env, story.id))
    assert paged[-3:] == (
        "Anna offers a draw.",
        "Zoe agrees to a draw; not everybody has yet.",
        "Bram agrees to a draw, which ends the match.",
    )
