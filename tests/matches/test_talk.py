"""Table talk: who may say what where, in which order it stands, whom it is told, and what becomes of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from chalicelib.matches import listeners, repository, service, talk
from chalicelib.matches.errors import ForbiddenError, MatchNotFoundError, MessageNotFoundError, NotYourSeatError
from chalicelib.matches.events import Owed
from chalicelib.matches.match import Caller, Match, SeatLink
from chalicelib.matches.seating import SeatWish
from chalicelib.players import accounts, blocks
from chalicelib.players.errors import InvalidTextError, TooManyRequestsError, UnknownPlayerError
from chalicelib.players.ports import Store
from tests.adapters.barrier import BarrierStore, race
from tests.matches.desk import BOT, ME, OPEN, Desk

KEPT = SeatWish("player", "bram")


def say(desk: Desk, match: Match, player: str, text: str = "Hello.") -> talk.Said:
    return talk.say(desk.env, match.id, text, Caller(player))


def heard(desk: Desk, match: Match, player: str = "anna") -> list[tuple[str, str | None]]:
    """What stands at the table, as this player sees it: who said what."""
    return [(each.name, each.text) for each in talk.table_talk(desk.env, match.id, Caller(player)).messages]


def owed(desk: Desk, match: Match) -> list[Owed]:
    """All notices of talk, in the order of the messages."""
    rows = desk.store.query(f"M#{match.id}", prefix="N#").items
    return [each for row in rows for each in repository.log_row(row).owed]


def test_what_is_said_stands_in_order_and_is_the_same_for_all_who_see_the_match() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    say(desk, match, "anna", "Hello,\nall.")
    desk.clock.advance(-5)  # one clock is not that of another machine
    say(desk, match, "cees", "May I watch?")
    said = say(desk, match, "bram", "Sure.")
    assert (said.number, said.at, said.seat) == (3, desk.clock.now(), 1)
    everybody = [talk.table_talk(desk.env, match.id, caller) for caller in (Caller(), Caller("anna"), Caller("dora"))]
    assert everybody[0] == everybody[1] == everybody[2]
    assert heard(desk, match) == [("Anna", "Hello,\nall."), ("Cees", "May I watch?"), ("Bram", "Sure.")]
    assert [each.seat for each in everybody[0].messages] == [0, None, 1]


def test_talk_changes_nothing_of_the_match_and_stands_in_no_log() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    before = (desk.load(match), repository.log(desk.env, match.id))
    say(desk, match, "anna")
    assert (desk.load(match), repository.log(desk.env, match.id)) == before


def test_pages_go_on_after_a_number() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    for number in range(5):
        say(desk, match, "anna", str(number))

    def page(after: int) -> tuple[list[str | None], bool]:
        found = talk.table_talk(desk.env, match.id, Caller("anna"), after, 2)
        return [each.text for each in found.messages], found.more

    assert [page(0), page(2), page(4), page(5)] == [
        (["0", "1"], True),
        (["2", "3"], True),
        (["4"], False),
        ([], False),
    ]
    newest = talk.newest_talk(desk.env, desk.load(match), 2)
    assert ([each.text for each in newest.messages], newest.more) == (["3", "4"], True)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_two_who_speak_at_once_are_both_heard(order: tuple[int, int]) -> None:
    desk = Desk()
    match = desk.table("anna", "bram")

    def speaks(player: str) -> Callable[[Store], object]:
        return lambda store: talk.say(desk.over(store), match.id, f"I am {player}.", Caller(player))

    race(BarrierStore(desk.store, 2, order), [speaks("anna"), speaks("bram")])
    said = [("Anna", "I am anna."), ("Bram", "I am bram.")]
    assert heard(desk, match) == [said[number] for number in order]
    assert [(each.player, each.n) for each in owed(desk, match)] in (
        [("bram", 1), ("anna", 2)],
        [("anna", 1), ("bram", 2)],
    )


def test_seats_that_bots_play_for_now_may_talk_and_so_may_those_who_gave_up() -> None:
    desk = Desk()
    match = desk.table("anna", "bram", "cees")
    service.resign(desk.env, match.id, Caller("bram"))
    assert say(desk, match, "bram").seat == 1


def test_the_holder_of_a_seat_link_speaks_for_that_seat_and_for_no_other_table() -> None:
    desk = Desk()
    match, other = desk.table("anna", "bram"), desk.table("anna", "cees")
    by_link = Caller(link=SeatLink(match.id, 1, 0))
    assert talk.say(desk.env, match.id, "Hello.", by_link).name == "Bram"
    with pytest.raises(NotYourSeatError):
        talk.say(desk.env, other.id, "Hello.", by_link)
    talk.unsay(desk.env, match.id, 1, by_link)
    assert heard(desk, match) == [("Bram", None)]


def test_those_who_watch_are_silent_in_a_muted_match_while_it_runs() -> None:
    desk = Desk()
    match = desk.create(ME, OPEN, muted=True)
    say(desk, match, "cees", "What pace is this?")
    service.join(desk.env, "bram", match.id)
    with pytest.raises(ForbiddenError, match="watch"):
        say(desk, match, "cees")
    say(desk, match, "bram")
    service.resign(desk.env, match.id, Caller("bram"))
    say(desk, match, "cees", "Well played.")
    assert [who for who, _ in heard(desk, match)] == ["Cees", "Bram", "Cees"]


def test_a_private_match_is_for_those_it_concerns_alone() -> None:
    desk = Desk()
    match = desk.create(ME, KEPT, visibility="private")
    say(desk, match, "bram", "Gladly. When?")
    for player in ("cees", ""):
        with pytest.raises(MatchNotFoundError):
            say(desk, match, player)
        with pytest.raises(MatchNotFoundError):
            talk.table_talk(desk.env, match.id, Caller(player))
        with pytest.raises(MatchNotFoundError):
            talk.unsay(desk.env, match.id, 1, Caller(player))
    assert heard(desk, match) == [("Bram", "Gladly. When?")]


def test_whoever_is_blocked_by_somebody_at_the_table_says_nothing_there_from_outside() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    blocks.block(desk.env, "bram", "cees")
    with pytest.raises(ForbiddenError):
        say(desk, match, "cees")
    say(desk, match, "dora")
    assert heard(desk, match) == [("Dora", "Hello.")]


@pytest.mark.parametrize("text", ["", " \n ", "x" * 1_001, "a\u202eb", "a\x07b"])
def test_a_text_that_cannot_be_kept_is_refused_and_counts_for_nothing(text: str) -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    with pytest.raises(InvalidTextError):
        say(desk, match, "anna", text)
    assert heard(desk, match) == []
    say(desk, match, "anna", "x" * 1_000)


def test_thirty_messages_an_hour_and_table_are_enough() -> None:
    desk = Desk()
    match, other = desk.table("anna", "bram"), desk.table("anna", "bram")
    for _ in range(talk.TALK.limit):
        say(desk, match, "anna")
    with pytest.raises(TooManyRequestsError) as refused:
        say(desk, match, "anna")
    say(desk, match, "bram")
    say(desk, other, "anna")
    desk.clock.advance(refused.value.retry_after)
    say(desk, match, "anna")
    assert len(heard(desk, match)) == talk.TALK.limit + 2


def test_who_watches_says_less_and_at_all_tables_together() -> None:
    desk = Desk()
    tables = [desk.table("anna", "bram") for _ in range(2)]
    for number in range(talk.ONLOOKER.limit):
        say(desk, tables[number % 2], "cees")
    with pytest.raises(TooManyRequestsError):
        say(desk, tables[0], "cees")


def test_the_others_are_told_once_in_ten_minutes_by_a_notice_that_waits_for_what_follows() -> None:
    desk = Desk()
    match, start = desk.table("anna", "bram", "cees"), desk.clock.now()
    say(desk, match, "anna")
    say(desk, match, "anna")
    assert owed(desk, match) == [
        Owed("message", seat, player, 1, start + listeners.GATHERED) for seat, player in ((1, "bram"), (2, "cees"))
    ]
    desk.clock.advance(60)
    say(desk, match, "bram")
    (answer,) = owed(desk, match)[2:]
    assert answer == Owed("message", 0, "anna", 3, start + 60 + listeners.GATHERED)
    desk.clock.advance(listeners.GATHERED - 60)
    say(desk, match, "cees")
    (again,) = owed(desk, match)[3:]
    assert (again.player, again.n) == ("bram", 4), "anna's notice still waits, and tells this too"


def test_a_deleted_message_opens_no_other_notice() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    say(desk, match, "anna")
    talk.unsay(desk.env, match.id, 1, Caller("anna"))
    say(desk, match, "anna")
    assert [each.n for each in owed(desk, match)] == [1]


def test_nobody_is_told_who_gave_up_is_blocked_or_has_not_come_yet() -> None:
    desk = Desk()
    match = desk.table("anna", "bram", "cees", "dora")
    service.resign(desk.env, match.id, Caller("bram"))
    blocks.block(desk.env, "cees", "anna")
    say(desk, match, "anna")
    assert [each.player for each in owed(desk, match)] == ["dora"]
    waiting = desk.create(ME, KEPT, BOT)
    say(desk, waiting, "anna")
    assert owed(desk, waiting) == []


def test_after_the_end_all_who_sat_there_are_told_again() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    service.resign(desk.env, match.id, Caller("bram"))
    say(desk, match, "anna", "Well played.")
    assert [each.player for each in owed(desk, match)] == ["bram"]


def test_an_author_and_nobody_else_deletes_a_message_and_a_tombstone_stays() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    say(desk, match, "anna", "Oops.")
    say(desk, match, "cees", "Hm.")
    for player, number in (("bram", 1), ("cees", 1), ("anna", 2)):
        with pytest.raises(ForbiddenError):
            talk.unsay(desk.env, match.id, number, Caller(player))
    with pytest.raises(MessageNotFoundError):
        talk.unsay(desk.env, match.id, 3, Caller("anna"))
    talk.unsay(desk.env, match.id, 1, Caller("anna"))
    stood = desk.store.get(talk.message_key(match.id, 1))
    talk.unsay(desk.env, match.id, 1, Caller("anna"))
    assert heard(desk, match) == [("Anna", None), ("Cees", "Hm.")]
    assert stood == desk.store.get(talk.message_key(match.id, 1))
    assert stood is not None
    assert "Oops." not in str(stood.body)


def test_one_message_is_found_by_its_number() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    said = say(desk, match, "anna")
    assert talk.message_of(desk.env, match.id, 1, Caller()) == said
    with pytest.raises(MessageNotFoundError):
        talk.message_of(desk.env, match.id, 2, Caller())


def test_a_reader_is_told_what_others_said_since_and_since_they_spoke_themselves() -> None:
    desk = Desk()
    match = desk.table("anna", "bram", "cees")
    say(desk, match, "bram", "old")
    desk.clock.advance(100)
    start = desk.clock.now()
    for player, text in (("anna", "one"), ("cees", "two"), ("bram", "three"), ("anna", "four"), ("cees", "five")):
        say(desk, match, player, text)
    talk.unsay(desk.env, match.id, 5, Caller("anna"))

    def told(reader: str) -> list[str | None]:
        return [each.text for each in talk.since(desk.env, match.id, start, reader)]

    assert told("") == ["one", "two", "three", "five"]
    assert told("dora") == ["one", "two", "three", "five"]
    assert told("bram") == ["five"]
    assert told("cees") == []
    blocks.block(desk.env, "bram", "cees")
    assert told("bram") == []


def test_names_are_those_at_the_table_else_todays_and_none_of_those_who_left() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    for player in ("anna", "cees", "dora"):
        say(desk, match, player)
    for player in ("anna", "cees"):
        accounts.update_profile(desk.env, player, accounts.Changes(name=f"New {player}"))
    accounts.delete_account(desk.env, "dora")
    assert [name for name, _ in heard(desk, match)] == ["Anna", "New cees", ""]


def test_all_that_somebody_said_is_found_and_deleted_with_the_account() -> None:
    desk = Desk()
    match, other = desk.table("anna", "bram"), desk.table("anna", "bram")
    say(desk, match, "cees", "one")
    say(desk, other, "cees", "two")
    say(desk, other, "anna", "three")
    say(desk, other, "cees", "four")
    talk.unsay(desk.env, other.id, 1, Caller("cees"))
    assert [(place, each.text) for place, each in talk.my_words(desk.env, "cees")] == [
        (match.id, "one"),
        (other.id, "four"),
    ]
    talk.forget_talk(desk.env, "cees")
    assert talk.my_words(desk.env, "cees") == []
    assert heard(desk, match) == [("Cees", None)]
    assert heard(desk, other) == [("Cees", None), ("Anna", "three"), ("Cees", None)]
    assert talk.my_words(desk.env, "anna") != []


def test_nobody_speaks_whose_account_is_gone() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    accounts.delete_account(desk.env, "cees")
    with pytest.raises(UnknownPlayerError):
        say(desk, match, "cees")
    assert heard(desk, match) == []
