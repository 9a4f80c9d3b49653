"""Playing again: the same people, one seat further, in one new match however many ask for it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from chalicelib import games
from chalicelib.matches import rematch as rematches
from chalicelib.matches import repository, service
from chalicelib.matches.errors import MatchNotFoundError, NotYourSeatError, SeatTakenError, WrongStatusError
from chalicelib.matches.match import Caller, Match, Pace
from chalicelib.matches.options import checked
from chalicelib.matches.seating import SeatWish
from chalicelib.players import accounts, blocks
from chalicelib.players.errors import TooManyRequestsError
from chalicelib.players.ports import Store
from tests.adapters.barrier import BarrierStore, race
from tests.matches.desk import BOT, ME, OPEN, Desk
from tests.matches.endings import given_up


def again(desk: Desk, match: Match, player: str) -> Match:
    return rematches.rematch(desk.env, player, match.id)


def ended(desk: Desk, *names: str, **wish: object) -> Match:
    """A match of these players that is over, since all but the last gave up."""
    match = desk.table(*names, **wish)
    for name in names[:-1]:
        if desk.load(match).head.status == "running":
            service.resign(desk.env, match.id, Caller(name))
    match = desk.load(match)
    assert match.head.status == "over"
    return match


def table(match: Match) -> list[tuple[str, str]]:
    return [(seat.kind, seat.player) for seat in match.roster.seats]


def test_all_sit_one_place_further_in_a_match_like_the_one_before() -> None:
    desk = Desk()
    pace = Pace(86_400, 7_200, 60, False, (30,), 2, "bot", 5)
    before = ended(
        desk,
        "anna",
        "bram",
        "cees",
        options={"sheet": "red"},
        pace=pace,
        visibility="public",
        name="Sunday",
        muted=True,
    )
    made = again(desk, before, "bram")
    assert table(made) == [("player", "bram"), ("reserved", "cees"), ("reserved", "anna")]
    one, other = before.roster, made.roster
    same = ("game", "options", "pace", "visibility", "name", "muted")
    assert [getattr(one, name) for name in same] == [getattr(other, name) for name in same]
    assert (other.creator, other.rematch_of, desk.load(before).roster.rematch) == ("bram", before.id, made.id)
    assert one.seed != other.seed
    assert (made.head.status, made.head.version) == ("waiting", 1)


def test_the_others_are_invited_and_find_it_among_their_matches() -> None:
    desk = Desk()
    before = ended(desk, "anna", "bram", "cees")
    made = again(desk, before, "cees")
    (row,) = repository.log(desk.env, made.id)
    assert [(each.category, each.seat, each.player) for each in row.owed] == [
        ("invitation", 0, "bram"),
        ("invitation", 2, "anna"),
    ]
    assert [each.invited for each in service.mine(desk.env, "anna") if each.id == made.id] == [True]


def test_who_asks_as_the_second_takes_their_seat_in_the_one_there_is() -> None:
    desk = Desk()
    before = ended(desk, "anna", "bram")
    made = again(desk, before, "anna")
    joined = again(desk, before, "bram")
    assert joined.id == made.id
    assert table(joined) == [("player", "bram"), ("player", "anna")]
    assert joined.head.status == "running"
    for name in ("anna", "bram"):
        assert again(desk, before, name) == joined
    assert len(service.mine(desk.env, "anna")) == 2


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_two_who_ask_at_once_sit_at_one_table(order: tuple[int, int]) -> None:
    desk = Desk()
    before = ended(desk, "anna", "bram", "cees")

    def asks(player: str) -> Callable[[Store], object]:
        return lambda store: rematches.rematch(desk.over(store), player, before.id)

    results = race(BarrierStore(desk.store, 2, order), [asks("anna"), asks("bram")])
    assert all(isinstance(each, Match) for each in results)
    made = desk.load(desk.load(before).roster.rematch)
    assert table(made) == [("player", "bram"), ("reserved", "cees"), ("player", "anna")]
    assert len(service.mine(desk.env, "anna")) == 2


def test_alone_and_against_bots_it_begins_at_once_with_bots_of_the_same_level() -> None:
    desk = Desk()
    strong = SeatWish("bot", level=2)
    before = given_up(desk, desk.create(ME, strong, BOT), 0)
    made = again(desk, before, "anna")
    assert [(seat.kind, seat.level) for seat in made.roster.seats] == [("bot", 2), ("bot", 1), ("player", 0)]
    assert made.head.status == "running"
    alone = given_up(desk, desk.create(ME), 0)
    assert table(again(desk, alone, "anna")) == [("player", "anna")]


def test_who_gave_up_is_asked_too_and_may_decline() -> None:
    desk = Desk()
    options = {"partnership": True}
    before = desk.table("anna", "bram", "cees", "dora", game="passing-game", options=options)
    service.resign(desk.env, before.id, Caller("bram"))
    service.resign(desk.env, before.id, Caller("dora"))
    before = desk.load(before)
    assert (before.head.status, before.roster.seats[1].level > 0) == ("over", True)
    made = again(desk, before, "anna")
    assert table(made)[0] == ("reserved", "bram")
    assert made.roster.seats[0].level == 0
    left = service.leave(desk.env, "bram", made.id)
    assert table(left)[0] == ("open", "")
    assert table(again(desk, before, "bram"))[0] == ("player", "bram")


def test_who_declined_finds_no_seat_once_others_have_it() -> None:
    desk = Desk()
    before = ended(desk, "anna", "bram")
    made = again(desk, before, "anna")
    service.leave(desk.env, "bram", made.id)
    service.join(desk.env, "cees", made.id)
    with pytest.raises(SeatTakenError):
        again(desk, before, "bram")


@pytest.mark.parametrize("visibility", ["unlisted", "public", "private"])
def test_the_seat_of_somebody_who_is_gone_is_open(visibility: str) -> None:
    desk = Desk()
    kept = [SeatWish("player", name) for name in ("bram", "cees")]
    before = desk.create(ME, *kept, visibility=visibility)
    for name in ("bram", "cees"):
        service.join(desk.env, name, before.id)
    for name in ("bram", "cees"):
        service.resign(desk.env, before.id, Caller(name))
    accounts.delete_account(desk.env, "bram")
    made = again(desk, before, "anna")
    assert [seat.kind for seat in made.roster.seats] == ["open", "reserved", "player"]


def test_no_seat_is_kept_across_a_block() -> None:
    desk = Desk()
    before = ended(desk, "anna", "bram", "cees")
    blocks.block(desk.env, "bram", "anna")
    assert table(again(desk, before, "anna")) == [("open", ""), ("reserved", "cees"), ("player", "anna")]


@pytest.mark.parametrize("player", ["cees", ""])
def test_it_is_for_those_who_sat_there(player: str) -> None:
    desk = Desk()
    before = ended(desk, "anna", "bram")
    with pytest.raises(NotYourSeatError):
        again(desk, before, player)
    private = desk.create(ME, SeatWish("player", "bram"), visibility="private")
    with pytest.raises(MatchNotFoundError):
        again(desk, private, player)


def test_it_is_for_a_match_that_was_played_to_its_end() -> None:
    desk = Desk()
    match = desk.create(ME, OPEN)
    with pytest.raises(WrongStatusError, match="once the match is over"):
        again(desk, match, "anna")
    service.join(desk.env, "bram", match.id)
    with pytest.raises(WrongStatusError, match="once the match is over"):
        again(desk, match, "anna")
    off = desk.create(ME, OPEN, OPEN)
    service.join(desk.env, "bram", off.id)
    desk.clock.time = desk.load(off).head.due
    service.sweep(desk.env)
    with pytest.raises(WrongStatusError, match="called off"):
        again(desk, off, "bram")


def test_one_that_was_called_off_does_not_count() -> None:
    desk = Desk()
    before = ended(desk, "anna", "bram")
    first = again(desk, before, "anna")
    service.leave(desk.env, "anna", first.id)
    assert desk.load(first).head.status == "cancelled"
    second = again(desk, before, "bram")
    assert second.id != first.id
    assert desk.load(before).roster.rematch == second.id
    assert table(second) == [("player", "bram"), ("reserved", "anna")]


def test_kept_seats_are_no_invitations_of_strangers_but_the_match_counts_as_made() -> None:
    desk = Desk()
    before = [ended(desk, "anna", "bram") for _ in range(2)]
    again(desk, before[0], "anna")
    assert service.invitations_left(desk.env, "anna") == 10
    for _ in range(57):
        desk.create(ME, OPEN)
    with pytest.raises(TooManyRequestsError):
        again(desk, before[1], "anna")
    assert desk.load(before[1]).roster.rematch == ""


def test_the_record_of_the_match_before_is_as_it_was() -> None:
    desk = Desk()
    before = ended(desk, "anna", "bram")
    told = service.export(desk.env, before.id, Caller())
    again(desk, before, "anna")
    assert service.export(desk.env, before.id, Caller()) == told
    assert desk.load(before).head.version == before.head.version + 1


def test_a_rematch_of_a_match_that_went_on_from_another_begins_at_the_start() -> None:
    desk = Desk()
    first = ended(desk, "anna", "bram")
    forked = service.create(
        desk.env, "anna", service.MatchWish("", (ME, BOT), origin=service.From("match", first.id, 0), name="What if")
    )
    made = again(desk, given_up(desk, forked, 0), "anna")
    assert (made.roster.origin, made.roster.options) == (None, first.roster.options)


def _tables() -> list[tuple[str, int]]:
    return [(key, seats) for key in sorted(games.keys()) for seats in games.meta(key).seats]


@pytest.mark.parametrize(("key", "seats"), _tables())
def test_partners_are_partners_again_whatever_the_game(key: str, seats: int) -> None:
    game, meta = games.get(key), games.meta(key)
    for flag in [option.key for option in meta.options if re.search("partner|team", option.key)] or [""]:
        given = checked(meta, seats, {flag: True}) if flag and seats == 4 else checked(meta, seats, {})
        sides = {frozenset(side) for side in game.sides(seats, given)}
        assert {frozenset((seat - 1) % seats for seat in side) for side in sides} == sides


def test_one_player_sets_the_same_rematch_up_three_times_a_day_and_others_still_can() -> None:
    desk = Desk()
    before = ended(desk, "anna", "bram")
    for _ in range(3):
        service.leave(desk.env, "anna", again(desk, before, "anna").id)
    with pytest.raises(TooManyRequestsError, match="rematch several times today"):
        again(desk, before, "anna")
    made = again(desk, before, "bram")
    assert again(desk, before, "anna").id == made.id  # the one that stands is joined
