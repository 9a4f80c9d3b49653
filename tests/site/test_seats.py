"""The seats of a match on its page: every clock and what stands still, as the reader's own wall shows it."""

from __future__ import annotations

from dataclasses import replace
from zoneinfo import ZoneInfo

import pytest

from chalicelib import bootstrap
from chalicelib.matches import service
from chalicelib.matches.match import Pace, Successor
from chalicelib.matches.pace import DAY, HOUR
from chalicelib.matches.wish import SeatWish
from chalicelib.players.profile import SPOKEN
from chalicelib.post import dates
from chalicelib.post.language import catalogue
from tests.adapters.counting import CountingStore
from tests.site.company import Company, company, text_of
from tests.site.house import ME, House, moves_of

BANKED = Pace(DAY, bank=3 * HOUR, increment=HOUR)


def seats_of(page: str) -> list[str]:
    """What a page says of each seat."""
    return [text_of(each) for each in page.split('<ul class="seats">')[1].split("</ul>")[0].split("<li>")[1:]]


def pace_of(page: str) -> str:
    """What a page says of the pace."""
    return text_of(page.split('<details id="pace">')[1].split("</details>")[0])


def test_every_deadline_is_the_same_instant_in_each_readers_zone(home: House) -> None:
    table = company(home)
    home.change(table.sessions["Bram"].player, zone="Australia/Lord_Howe")
    deadline = home.load(table.match).head.deadlines[0]
    for name, zone in (("Anna", "UTC"), ("Bram", "Australia/Lord_Howe"), ("nobody", "UTC")):
        told = dates.moment(catalogue("en"), deadline, ZoneInfo(zone))
        assert f"to move, until {told}" in seats_of(table.page(name))[0]
        assert table.page(name).count('<time datetime="2026-09-24T14:13:20Z">') >= 2


def test_a_time_bank_is_shown_as_it_runs_out_and_grows(home: House) -> None:
    table = company(home, pace=BANKED)
    begun = home.load(table.match).head.begun[0]
    used = dates.moment(catalogue("en"), begun + DAY, ZoneInfo("UTC"))
    assert f"Left in the time bank: 3 hours, used from {used} on." in seats_of(table.page("Cees"))[0]
    home.clock.advance(DAY + HOUR)
    assert "Left in the time bank: 2 hours, used from" in seats_of(table.page("Cees"))[0]
    table.does("Anna", "choose", move=moves_of(table.page("Anna"))[0])
    home.clock.advance(HOUR)
    anna, bram = seats_of(table.page("Cees"))
    assert "Left in the time bank: 2 hours." in anna, "a choice that is sealed has stopped its clock"
    assert "Left in the time bank: 1 hour, used" in bram
    table.does("Bram", "choose", move=moves_of(table.page("Bram"))[0])
    assert "Left in the time bank: 3 hours" in seats_of(table.page("Cees"))[0]


def _miss(table: Company) -> None:
    """Let the deadline of who has not chosen pass, with a sweep that was never out."""
    home = table.home
    home.clock.advance(3 * DAY - 60)
    service.sweep(home.env)
    home.clock.advance(120)
    service.sweep(home.env)


def test_missed_deadlines_are_counted_for_all_to_see(home: House) -> None:
    table = company(home)
    table.does("Anna", "choose", move=moves_of(table.page("Anna"))[0])
    _miss(table)
    anna, bram = seats_of(table.page("Cees"))
    assert "Deadlines missed in a row: 1. At number 3 the seat is lost." in bram
    assert "missed" not in anna


def test_who_is_invited_by_mail_and_who_by_handle_is_told_apart(home: House) -> None:
    anna, _ = home.session("Anna"), home.session("Bram")
    guest = SeatWish("invite", email="dora@example.org", name="Dora")
    match = home.table(anna.player, ME, SeatWish("player", "bram"), guest)
    lines = seats_of(home.browser(anna).get(f"/m/{match.id}").body.decode())
    assert lines == ["Anna (you)", "Bram (invited)", "Dora (invited by mail)"]


@pytest.mark.parametrize(
    ("pace", "then", "told"),
    [
        (Pace(), "resign", ["Every decision may take 3 days. Saturdays and Sundays count.", "There is no time bank."]),
        (
            Pace(),
            "resign",
            ["50 % (1 day 12 hours), 10 % (7 hours 12 minutes).", "3 deadlines in a row is out."],
        ),
        (
            Pace(weekends=False),
            "bot",
            ["Saturdays and Sundays do not count", "a row, a bot plays on in the seat until"],
        ),
        (Pace(misses=5), "substitute", ["misses 5 deadlines in a row", "and somebody else can take it over."]),
        (Pace(misses=1), "resign", ["Whoever misses a deadline is out."]),
        (Pace(misses=1), "bot", ["If somebody misses a deadline, a bot plays on in the seat until"]),
        (Pace(misses=1), "substitute", ["If somebody misses a deadline, a bot plays on in the seat, and somebody"]),
        (BANKED, "resign", ["a time bank of 3 hours for the whole match", "adds 1 hour to it.", "50 %, 10 %."]),
        (Pace(increment=HOUR), "resign", ["a time bank, which is empty at first. Every decision"]),
        (Pace(ladder=(), absence_days=0), "resign", ["Nobody is reminded", "Nobody can be away in this match"]),
        (Pace(absence_days=7), "resign", ["Players may be away for 7 days a year."]),
    ],
)
def test_the_pace_is_told_in_plain_words(home: House, pace: Pace, then: Successor, told: list[str]) -> None:
    table = company(home, pace=replace(pace, then=then))
    found = pace_of(table.page("nobody"))
    assert [each for each in told if each not in found] == []


def test_reminders_are_told_to_a_player_as_they_are_sent_to_that_player(home: House) -> None:
    table = company(home, pace=Pace(ladder=()))
    for name, own in (("Anna", (25,)), ("Bram", None)):
        home.change(table.sessions[name].player, reminders=own)  # type: ignore[arg-type]
        table.does(name, "away", until="2026-09-24T12:00")  # which brings the copies in the match up to date
    assert "You are reminded with this much of the time left: 25 % (18 hours)." in pace_of(table.page("Anna"))
    assert "You are not reminded." in pace_of(table.page("Bram"))


@pytest.mark.parametrize("language", SPOKEN)
def test_looking_writes_nothing_and_reads_little(home: House, language: str) -> None:
    table = company(home, language=language, pace=BANKED)
    service.offer_draw(home.env, table.match.id, table.caller("Bram"))
    service.substitute(home.env, table.match.id, table.caller("Anna"))
    table.does("Anna", "say", text="Hello")
    counting = CountingStore(home.store)
    bootstrap.use(replace(home.container, env=replace(home.env, store=counting)))
    for name in ("Anna", "Bram", "Cees", "nobody"):
        with counting.counted() as bill:
            assert f'<html lang="{language}">' in table.page(name)
        assert {charge.method for charge in bill.charges} <= {"get", "get_many", "query"}
        assert bill.round_trips <= 9
