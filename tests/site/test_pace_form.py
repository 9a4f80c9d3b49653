"""The folded part of the form for a new match: what it asks for, what it takes as it comes, and its refusals."""

from __future__ import annotations

import re

import pytest

from chalicelib.matches.errors import InvalidMatchError
from chalicelib.matches.match import MOST_ABSENCE, MOST_MISSES, Pace
from chalicelib.matches.pace import DAY, HOUR
from chalicelib.site.pace_form import BANKS, FOLDED, INCREMENTS, Value, pace_of, percents, told
from tests.site.house import House

FIELDS = {"game": "keer-op-keer", "seat-0": "me", "seat-1": "open"}


def _value(**fields: str) -> Value:
    given = {name.replace("_", "-"): value for name, value in fields.items()}
    return lambda name, default="": given.get(name, str(default))


def test_a_form_without_any_of_it_asks_for_the_usual_pace() -> None:
    assert pace_of(_value()) == Pace()
    assert pace_of(lambda name, default="": FOLDED.get(name, str(default))) == Pace()


def test_every_field_counts() -> None:
    asked = _value(
        time="3600", bank=str(7 * DAY), increment=str(HOUR), no_weekends="yes", reminders="75 %, 20", misses="1"
    )
    assert pace_of(asked) == Pace(HOUR, 7 * DAY, HOUR, weekends=False, ladder=(75, 20), misses=1)
    assert pace_of(_value(absence="0", reminders="")) == Pace(ladder=(), absence_days=0)
    assert pace_of(_value(then="substitute")) == Pace(then="substitute")


@pytest.mark.parametrize(
    ("text", "found"),
    [("", ()), ("50, 10", (50, 10)), ("10 50;50", (50, 10)), ("50% 10 %", (50, 10)), (" ,; ", ())],
)
def test_percentages_are_read_as_people_write_them(text: str, found: tuple[int, ...]) -> None:
    assert percents(text, "reminders") == found
    assert percents(told(found), "reminders") == found


REFUSALS = [
    ("time", "5", "Choose one of those that are offered."),
    ("bank", "1", "Choose one of those that are offered."),
    ("increment", "-1", "Choose one of those that are offered."),
    ("reminders", "half", "Percentages are written as in 50, 10."),
    ("reminders", "1000", "Percentages are written as in 50, 10."),
    ("reminders", "5" + " " * 40_000 + "x", "Percentages are written as in 50, 10."),
    ("reminders", "100", "Reminders come at up to 4 falling percentages of the time left, from 99 to 1."),
    ("reminders", "9 8 7 6 5", "Reminders come at up to 4 falling percentages of the time left, from 99 to 1."),
    ("misses", "0", "A seat is given up after 1 to 10 missed deadlines."),
    ("misses", "x", "A seat is given up after 1 to 10 missed deadlines."),
    ("misses", str(MOST_MISSES + 1), "A seat is given up after 1 to 10 missed deadlines."),
    ("absence", str(MOST_ABSENCE + 1), "Players may be away for up to 60 days a year."),
    ("absence", "-1", "Players may be away for up to 60 days a year."),
]


@pytest.mark.parametrize(("field", "typed", "said"), REFUSALS)
def test_what_cannot_be_is_refused_at_its_field(field: str, typed: str, said: str) -> None:
    with pytest.raises(InvalidMatchError) as caught:
        pace_of(_value(**{field: typed}))
    assert (caught.value.message, caught.value.field) == (said, field)


def test_nothing_else_becomes_of_a_seat_than_what_is_offered() -> None:
    with pytest.raises(InvalidMatchError) as caught:
        pace_of(_value(then="exile"))
    assert caught.value.field == "then"


def test_what_is_offered_may_be_asked_for() -> None:
    assert [pace_of(_value(bank=str(each))).bank for each in BANKS] == list(BANKS)
    assert [pace_of(_value(increment=str(each))).increment for each in INCREMENTS] == list(INCREMENTS)


def test_the_page_unfolds_what_is_not_as_usual_or_wrong(home: House) -> None:
    anna = home.browser(home.session("Anna", "nl"))
    assert "<details>" in anna.get("/new").body.decode()
    page = anna.post("/new", {**FIELDS, "misses": "11"}).body.decode()
    assert "Een stoel wordt opgegeven na 1 tot 10 gemiste termijnen." in page
    assert re.search(
        r'id="misses"[^>]* aria-describedby="misses-help refused" aria-invalid="true" autofocus value="11"', page
    )
    assert "<details open>" in page
    kept = anna.post("/new", {**FIELDS, "bank": str(7 * DAY), "muted": "yes", "name": "x" * 41}).body.decode()
    assert "<details open>" in kept
    assert f'<option value="{7 * DAY}" selected>' in kept
    assert 'name="muted" value="yes" checked' in kept
