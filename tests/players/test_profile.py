"""Names in any script, handles, languages and zones."""

from __future__ import annotations

import importlib.resources

import pytest

from chalicelib.players.errors import InvalidProfileError
from chalicelib.players.profile import (
    clean_handle,
    clean_language,
    clean_name,
    clean_quiet,
    clean_reminders,
    clean_zone,
    clock_of,
    handle_from,
)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Ann", "Ann"),
        ("  Ann   van der Merwe ", "Ann van der Merwe"),
        ("Zoe\u0308", "Zoë"),
        ("明", "明"),
        ("محمد", "محمد"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("👩\u200d👩\u200d👧", "👩\u200d👩\u200d👧"),
        ("O'Brien <b>", "O'Brien <b>"),
        ("7", "7"),
        ("x" * 40, "x" * 40),
        ("e\u0301" * 40, "é" * 40),
    ],
)
def test_a_name_is_kept_in_one_form(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "   ",
        "x" * 41,
        "An\nn",
        "Ann\r\nBcc: x",
        "Ann\x00",
        "Ann\x7f",
        "Ann\x85",
        "Ann\tB",
        "\u202eAnn",
        "Ann\u2066",
        "Ann\u200e",
        "Ann\ufeff",
        "Ann\u00ad",
        "Ann\u2028",
        "Ann\ue000",
        "Ann\ufffe",
        "Ann\U000e0041",
        "\ud800",
        "\u200d\u200c",
        "\u0301",
        "\u3164",
        "\u2800\u2800",
        "\u3000",
    ],
)
def test_a_name_without_letters_or_with_hidden_marks_is_refused(typed: str) -> None:
    with pytest.raises(InvalidProfileError) as caught:
        clean_name(typed)
    assert caught.value.field == "name"


@pytest.mark.parametrize(("typed", "kept"), [("ann", "ann"), ("Ann-7", "ann-7"), ("a" * 20, "a" * 20), ("007", "007")])
def test_a_handle_is_lower_case(typed: str, kept: str) -> None:
    assert clean_handle(typed) == kept


@pytest.mark.parametrize("typed", ["", "an", "a" * 21, "-ann", "ann-", "an n", "änn", "ann\n", "a_b", "İii"])
def test_other_handles_are_refused(typed: str) -> None:
    with pytest.raises(InvalidProfileError):
        clean_handle(typed)


@pytest.mark.parametrize("zone", ["UTC", "Europe/Amsterdam", "America/Argentina/Buenos_Aires", "Etc/GMT+5"])
def test_a_zone_is_one_of_the_database(zone: str) -> None:
    assert clean_zone(zone) == zone


@pytest.mark.parametrize(
    "zone",
    [
        "",
        "Europe",
        "Mars/Olympus",
        "../UTC",
        "/etc/passwd",
        "posix/UTC",
        "right/UTC",
        "UTC\n",
        "a/b/c/d",
        "\x00",
        "x" * 99,
    ],
)
def test_other_zones_are_refused(zone: str) -> None:
    with pytest.raises(InvalidProfileError):
        clean_zone(zone)


def test_zones_do_not_depend_on_the_machine() -> None:
    keys = importlib.resources.files("tzdata").joinpath("zones").read_text(encoding="ascii").split()
    assert all(clean_zone(key) == key for key in keys)


def test_the_languages_are_those_of_the_games() -> None:
    assert [clean_language(language) for language in ("en", "nl", "sv", "af")] == ["en", "nl", "sv", "af"]
    with pytest.raises(InvalidProfileError):
        clean_language("de")


@pytest.mark.parametrize(
    ("name", "handle"),
    [
        ("Ann van der Merwe", "ann-van-der-merwe"),
        ("Zoë", "zoe"),
        ("明", ""),
        ("Al", ""),
        ("A" * 30, "a" * 20),
        ("Søren Ægir", "soren-aegir"),
        ("GROẞ Strauß", "gross-strauss"),
        ("Łukasz Đorđe", "lukasz-dorde"),
        ("Þóra Œuvre", "thora-oeuvre"),
        ("Işık", "isik"),
        ("D'Arcy O’Neil", "darcy-oneil"),
    ],
)
def test_a_name_suggests_a_handle(name: str, handle: str) -> None:
    assert handle_from(name) == handle


@pytest.mark.parametrize(
    ("since", "until", "minutes"),
    [("22:00", "07:00", (1320, 420)), ("00:00", "16:00", (0, 960)), ("23:59", "00:00", (1439, 0))],
)
def test_quiet_hours_are_kept_as_minutes_and_written_as_times(since: str, until: str, minutes: tuple[int, int]) -> None:
    assert clean_quiet(since, until) == minutes
    assert tuple(map(clock_of, minutes)) == (since, until)


@pytest.mark.parametrize(
    ("since", "until", "why"),
    [
        ("07:00", "07:00", "16 hours"),
        ("00:00", "16:01", "16 hours"),
        ("22:00", "21:59", "16 hours"),
        ("24:00", "07:00", "times of the day"),
        ("7:00", "09:00", "times of the day"),
        ("07:60", "09:00", "times of the day"),
        ("07:00", "", "times of the day"),
        ("07:00\n", "09:00", "times of the day"),
        ("٠٧:00", "09:00", "times of the day"),
    ],
)
def test_other_quiet_hours_are_refused(since: str, until: str, why: str) -> None:
    with pytest.raises(InvalidProfileError, match=why) as refused:
        clean_quiet(since, until)
    wrong = "quiet" if why == "16 hours" else "quiet.from" if until in ("07:00", "09:00") else "quiet.until"
    assert refused.value.field == wrong


@pytest.mark.parametrize("ladder", [[], [50], [99, 50, 10, 1]])
def test_reminders_are_up_to_four_falling_percentages(ladder: list[int]) -> None:
    assert clean_reminders(ladder) == tuple(ladder)


@pytest.mark.parametrize("ladder", [[0], [100], [10, 50], [50, 50], [90, 80, 70, 60, 50], [-1]])
def test_other_reminders_are_refused(ladder: list[int]) -> None:
    with pytest.raises(InvalidProfileError) as refused:
        clean_reminders(ladder)
    assert refused.value.field == "reminders"
