"""What its writer has just written, where one line alone makes the difference."""

from __future__ import annotations

import pytest

from chalicelib.post.inbound.own_words import LONGEST, MOST, own_lines


@pytest.mark.parametrize(
    "line",
    [
        *("--", "-- ", "-----", "________________________________", "-----Original Message-----"),
        *("-------- Ursprungligt meddelande --------", "---------- Forwarded message ---------"),
        *("Begin forwarded message:", "From: Turnpost <x@example.org>", "*Van:* Turnpost <x@example.org>"),
        *("Från: Turnpost", "see https://play.example.org/m/abc?seat=1"),
    ],
)
def test_nothing_is_own_from_this_line_on(line: str) -> None:
    assert own_lines(["one", line, "two"], ["https://play.example.org/"]) == ["one"]


@pytest.mark.parametrize(
    "line",
    [
        *(
            "Sent from my iPhone",
            "Skickat från min iPad",
            "Verstuurd vanaf mijn Samsung Galaxy",
            "Get Outlook for Android",
        ),
        *("Gestuur vanaf my foon", "Sent with Proton Mail secure email.", "> quoted", "  > quoted", ">quoted"),
        "On 3 November 2026, Turnpost wrote:",
    ],
)
def test_this_line_is_not_own(line: str) -> None:
    assert [each for each in own_lines(["one", line, ">"], []) if each] == ["one"]


@pytest.mark.parametrize(
    "line", ["1-2", "6-4 left", "On g3 G4", "from g3 to g4", "-", "?", "sent it", "who wrote this: g3?", "3 H4 2026"]
)
def test_this_line_is_own(line: str) -> None:
    assert [each for each in own_lines([line, "two"], []) if each] == [line, "two"]


def test_a_line_that_leads_to_a_quotation_may_be_broken_twice_and_ends_all_without_one() -> None:
    leading = ["On Tuesday 3 November 2026", "Turnpost <move@example.org>", "wrote:"]
    assert own_lines(["1-2", *leading, "> quoted", "3-4"], []) == ["1-2", "", "3-4"]
    assert own_lines(["1-2", *leading, "", "", "> quoted", "3-4"], []) == ["1-2", "", "3-4"]
    assert own_lines(["1-2", *leading, "quoted, but not marked", "3-4"], []) == ["1-2"]
    assert own_lines(["On 3 November 2026", "a", "b", "c"], []) == ["On 3 November 2026", "a", "b", "c"]


def test_the_title_of_our_mails_begins_what_is_answered() -> None:
    assert own_lines(["one", "keer  op Keer · Us", "two"], [], ["Keer op Keer · Us"]) == ["one"]
    assert own_lines(["one", "Keer op Keer", "two"], [], ["Keer op Keer · Us"]) == ["one", "Keer op Keer", "two"]


def test_lines_are_so_long_and_so_many() -> None:
    assert own_lines(["x" * 2 * LONGEST], []) == ["x" * LONGEST]
    assert len(own_lines(["x"] * 5 * MOST, [])) == MOST
