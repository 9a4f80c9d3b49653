"""Private notes: of the player, for the player, as long as the player wants."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from chalicelib.matches import notes, service
from chalicelib.matches.errors import MatchNotFoundError, NotYourSeatError, WrongStatusError
from chalicelib.matches.match import Caller
from chalicelib.matches.seating import SeatWish
from chalicelib.players import accounts
from chalicelib.players.errors import InvalidTextError, UnknownPlayerError
from chalicelib.players.ports import Delete, Write
from chalicelib.players.repository import profile_key
from tests.adapters.decorator import StoreDecorator
from tests.matches.desk import ME, OPEN, Desk


def test_a_note_is_kept_changed_and_emptied() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    assert notes.read_note(desk.env, "anna", match.id) == notes.Note(match.id)
    first = notes.write_note(desk.env, "anna", match.id, "Bram keeps\nhis jokers. ")
    assert (first.text, first.version, first.at) == ("Bram keeps\nhis jokers.", 1, desk.clock.now())
    desk.clock.advance(60)
    second = notes.write_note(desk.env, "anna", match.id, "")
    assert (second.text, second.version) == ("", 2)
    assert notes.read_note(desk.env, "anna", match.id) == second
    assert notes.my_notes(desk.env, "anna") == []


def test_the_same_text_again_changes_nothing() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    first = notes.write_note(desk.env, "anna", match.id, "Hm.", 0)
    desk.clock.advance(60)
    assert notes.write_note(desk.env, "anna", match.id, "Hm.", 0) == first


def test_with_a_version_no_change_made_elsewhere_is_lost_and_without_one_the_last_stands() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    notes.write_note(desk.env, "anna", match.id, "on the phone", 0)
    with pytest.raises(WrongStatusError, match="elsewhere"):
        notes.write_note(desk.env, "anna", match.id, "on the desk", 0)
    assert notes.write_note(desk.env, "anna", match.id, "on the desk", 1).version == 2
    assert notes.write_note(desk.env, "anna", match.id, "anyway").version == 3


def test_notes_are_for_those_who_sit_there_and_each_has_their_own() -> None:
    desk = Desk()
    match = desk.create(ME, SeatWish("player", "bram"), OPEN)
    notes.write_note(desk.env, "anna", match.id, "mine")
    for player in ("bram", "cees"):
        with pytest.raises(NotYourSeatError):
            notes.read_note(desk.env, player, match.id)
        with pytest.raises(NotYourSeatError):
            notes.write_note(desk.env, player, match.id, "theirs")
    service.join(desk.env, "bram", match.id)
    assert notes.read_note(desk.env, "bram", match.id).text == ""


def test_there_are_none_about_a_match_that_one_may_not_know_of() -> None:
    desk = Desk()
    match = desk.create(ME, SeatWish("player", "bram"), visibility="private")
    for name in (match.id, "0" * 16):
        with pytest.raises(MatchNotFoundError):
            notes.read_note(desk.env, "cees", name)
        with pytest.raises(MatchNotFoundError):
            notes.write_note(desk.env, "cees", name, "")


def test_a_note_stays_after_the_end_and_when_its_player_has_left_the_table() -> None:
    desk = Desk()
    match, waiting = desk.table("anna", "bram"), desk.create(ME, OPEN, player="cees")
    notes.write_note(desk.env, "anna", match.id, "Next time the stars.")
    service.resign(desk.env, match.id, Caller("anna"))
    assert notes.read_note(desk.env, "anna", match.id).text == "Next time the stars."
    service.join(desk.env, "anna", waiting.id)
    again = desk.create(ME, OPEN, OPEN, player="cees")
    service.join(desk.env, "anna", again.id)
    notes.write_note(desk.env, "anna", again.id, "Not with Cees.")
    service.leave(desk.env, "anna", again.id)
    assert notes.write_note(desk.env, "anna", again.id, "Never with Cees.").version == 2
    assert [note.text for note in notes.my_notes(desk.env, "anna")] == ["Next time the stars.", "Never with Cees."]


@pytest.mark.parametrize("text", ["x" * 4_001, "a\u202eb"])
def test_a_note_that_cannot_be_kept_is_refused(text: str) -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    with pytest.raises(InvalidTextError):
        notes.write_note(desk.env, "anna", match.id, text)
    assert notes.write_note(desk.env, "anna", match.id, "x" * 4_000).version == 1


def test_notes_go_with_the_account_and_come_back_to_none() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    notes.write_note(desk.env, "anna", match.id, "Hm.")
    service.resign(desk.env, match.id, Caller("anna"))
    accounts.delete_account(desk.env, "anna")
    assert desk.store.get(notes.note_key("anna", match.id)) is None
    with pytest.raises(UnknownPlayerError):
        notes.write_note(desk.env, "anna", match.id, "Hm.")


def test_a_note_that_meets_the_end_of_the_account_is_not_kept() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")

    class Leaving(StoreDecorator):
        """A store in which the account goes while the note is on its way."""

        def commit(self, writes: Sequence[Write], *, token: str = "") -> None:
            desk.store.commit([Delete(profile_key("anna"))])
            super().commit(writes, token=token)

    with pytest.raises(UnknownPlayerError):
        notes.write_note(desk.over(Leaving(desk.store)), "anna", match.id, "Hm.")
    assert desk.store.get(notes.note_key("anna", match.id)) is None
