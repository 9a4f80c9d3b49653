"""The line of an invocation: what it tells, in which form, and that there is never more than one."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator

import pytest

from chalicelib.adapters.meter import Meter
from chalicelib.telemetry import line
from chalicelib.telemetry.line import Line
from chalicelib.telemetry.metrics import UNITS, member
from tests.telemetry import emf
from tests.telemetry.ear import Ear, listening

ID = "c6af9ac6-7b61-11e6-9a41-93e8deadbeef"


@pytest.fixture
def ear() -> Iterator[Ear]:
    with listening() as heard:
        yield heard


def begun(function: str = "api", cost: Meter | None = None) -> Line:
    return Line(function, ID, "prod", cost or Meter())


def test_a_line_tells_who_was_called_how_it_went_and_what_it_cost(ear: Ear) -> None:
    with begun(cost=Meter(3, 2.5, 4.0)):
        line.note(route="GET /healthz", status=200, nothing=None, empty="")
        line.about("0123456789abcdef", 7)
    (told,) = ear.lines
    expected = {
        "level": "info",
        "request": ID,
        "stage": "prod",
        "function": "api",
        "outcome": "done",
        "route": "GET /healthz",
        "status": 200,
        "match": "0123456789abcdef",
        "version": 7,
        "calls": 3,
        "read": 2.5,
        "write": 4.0,
    }
    assert {name: told[name] for name in expected} == expected
    assert told.keys() - expected.keys() - {"cold"} == {"time", "ms"}
    assert told["ms"] >= 0


def test_the_time_is_that_of_the_end_in_utc() -> None:
    told = json.loads(begun("sweep").text(12.3456, 1_790_000_000.25))
    assert (told["time"], told["ms"]) == ("2026-09-21T14:13:20.250Z", 12.35)


def test_an_invocation_writes_one_line_and_notes_go_to_the_innermost(ear: Ear) -> None:
    with begun("relay"):
        line.count("relayed", 2)
        with begun("mail"):
            line.count("accepted")
        line.count("relayed")
    assert [(told["function"], told.get("relayed"), told.get("accepted")) for told in ear.lines] == [
        ("mail", None, 1),
        ("relay", 3, None),
    ]


def test_outside_of_an_invocation_nothing_is_told(ear: Ear) -> None:
    line.note(route="x")
    line.count("relayed")
    line.about("0123456789abcdef")
    assert (line.request(), ear.lines) == ("", [])


def test_several_matches_are_counted_and_not_named(ear: Ear) -> None:
    with begun("relay"):
        line.about("a")
        line.about("b", 2)
        line.about("a", 5)
    with begun("relay"):
        line.about("a")
    several, one = ear.lines
    assert (several["matches"], "match" in several, "version" in several) == (2, False, False)
    assert (one["match"], "version" in one) == ("a", False)


def test_what_fails_is_told_by_its_kind_and_goes_on(ear: Ear) -> None:
    with pytest.raises(KeyError), begun():
        raise KeyError("ann@example.org")
    (told,) = ear.lines
    assert (told["outcome"], told["level"], told["error"]) == ("failed", "error", "KeyError")
    assert line.request() == ""


def test_what_was_left_makes_it_partial(ear: Ear) -> None:
    with begun("mail"):
        line.note(left=1)
    with begun("mail"):
        line.note(left=0)
    assert [told["outcome"] for told in ear.lines] == ["partial", "done"]


def test_nothing_is_made_where_nobody_listens(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING), begun():
        line.note(status=object())  # which JSON has no word for
    assert caplog.text == ""


@pytest.mark.parametrize("function", list(UNITS))
def test_every_functions_metrics_are_in_cloudwatchs_format(function: str, ear: Ear) -> None:
    with begun(function):
        line.note(**{name: place for place, name in enumerate(UNITS[function])})
    (told,) = ear.lines
    assert emf.measured(told) == {name: place for place, name in enumerate(UNITS[function])}
    assert set(UNITS[function].values()) <= set(emf.UNITS)
    assert len(json.dumps(told)) < emf.MAX_BYTES


def test_only_what_was_noted_is_a_metric() -> None:
    assert member("mail", ["route"], 0) == ""
    assert member("unknown", ["accepted"], 0) == ""
    told = json.loads("{" + member("api", ["answered_9xx", "answered_4xx", "latency"], 5) + "}")
    names = [metric["Name"] for metric in told["_aws"]["CloudWatchMetrics"][0]["Metrics"]]
    assert (names, told["_aws"]["Timestamp"]) == (["latency", "answered_4xx"], 5)
