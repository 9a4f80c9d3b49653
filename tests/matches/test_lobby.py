"""The lobby: what it lists, for whom, and that its pages neither miss nor double a match."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from chalicelib.matches import lobby, repository, service
from chalicelib.matches.events import TABLE, LogRow
from chalicelib.matches.lobby import Wanted
from chalicelib.matches.match import Match, Pace
from chalicelib.matches.seating import SeatWish
from chalicelib.players import blocks
from tests.adapters.counting import CountingStore
from tests.matches.desk import BOT, ME, OPEN, Desk


def kept_for(handle: str) -> SeatWish:
    return SeatWish("player", handle)


def ids(found: lobby.Lobby) -> list[str]:
    return [each.id for each in found.matches]


def public(desk: Desk, *seats: SeatWish, **wish: Any) -> str:
    """A public match, a second later than the one before."""
    desk.clock.advance(1)
    return desk.create(*(seats or (ME, OPEN)), visibility="public", **wish).id


def pages(desk: Desk, wanted: Wanted, limit: int, player: str = "") -> list[list[str]]:
    """All pages of the lobby."""
    found, cursor = [], ""
    while True:
        page = service.lobby(desk.env, wanted, cursor, limit, player)
        found.append(ids(page))
        cursor = page.cursor
        if not cursor:
            return found


def test_the_lobby_lists_public_matches_with_a_free_seat_and_pages() -> None:
    desk = Desk()
    made = []
    for _ in range(5):
        made.append(desk.create(ME, OPEN, visibility="public").id)
        desk.clock.advance(1)
    desk.create(ME, OPEN, visibility="unlisted")
    first = service.lobby(desk.env, Wanted(game="keer-op-keer"), limit=3)
    second = service.lobby(desk.env, cursor=first.cursor, limit=3)
    assert [each.id for each in (*first.matches, *second.matches)] == made
    assert second.cursor == ""
    service.join(desk.env, "bram", made[0])
    assert made[0] not in [each.id for each in service.lobby(desk.env).matches]


@pytest.mark.parametrize("cursor", ["%", "aGVsbG8", "AAAA" * 50, "é"])
def test_a_cursor_that_is_none_of_ours_is_refused(cursor: str) -> None:
    with pytest.raises(ValueError, match="none of ours"):
        service.lobby(Desk().env, cursor=cursor)


def test_a_public_match_without_a_free_seat_is_not_in_the_lobby() -> None:
    desk = Desk()
    match = desk.create(ME, kept_for("bram"), visibility="public")
    assert service.lobby(desk.env).matches == ()
    service.leave(desk.env, "bram", match.id)
    assert [each.id for each in service.lobby(desk.env).matches] == [match.id]


def test_filters_leave_what_fits() -> None:
    desk = Desk()
    quick = public(desk, pace=Pace(3_600))
    slow = public(desk, pace=Pace(7 * 86_400, weekends=False))
    large = public(desk, ME, OPEN, OPEN, OPEN)
    other = public(desk, ME, OPEN, game="sequence-dice")
    bram = public(desk, ME, OPEN, BOT, player="bram")
    for wanted, fitting in (
        (Wanted(), [quick, slow, large, other, bram]),
        (Wanted(game="sequence-dice"), [other]),
        (Wanted(seats=2), [quick, slow, other]),
        (Wanted(free=2), [large]),
        (Wanted(slowest=86_400), [quick]),
        (Wanted(fastest=4 * 86_400), [slow]),
        (Wanted(fastest=3_601, slowest=3 * 86_400), [large, other, bram]),
        (Wanted(weekends=False), [slow]),
        (Wanted(weekends=True, seats=2), [quick, other]),
        (Wanted(sits="bram"), [bram]),
        (Wanted(sits="nobody"), []),
    ):
        assert ids(service.lobby(desk.env, wanted)) == fitting, wanted


def test_who_looks_for_a_table_need_not_see_their_own() -> None:
    desk = Desk()
    mine, theirs = public(desk), public(desk, player="bram")
    assert ids(service.lobby(desk.env, Wanted(joinable=True), player="anna")) == [theirs]
    assert ids(service.lobby(desk.env, Wanted(joinable=True), player="bram")) == [mine]
    assert ids(service.lobby(desk.env, Wanted(joinable=True))) == [mine, theirs]


def test_tables_across_a_block_are_not_shown_to_either() -> None:
    desk = Desk()
    bram, cees = public(desk, player="bram"), public(desk, ME, OPEN, OPEN, player="cees")
    anna = public(desk)
    blocks.block(desk.env, "anna", "bram")
    assert ids(service.lobby(desk.env, player="anna")) == [cees, anna]
    assert ids(service.lobby(desk.env, player="bram")) == [bram, cees]
    service.join(desk.env, "bram", cees)
    assert ids(service.lobby(desk.env, player="anna")) == [anna]
    assert ids(service.lobby(desk.env)) == [bram, cees, anna]


@pytest.mark.parametrize("limit", [1, 3, 7])
def test_pages_are_full_and_have_every_match_once_whatever_lies_between(limit: int) -> None:
    desk = Desk()
    fitting = []
    for number in range(14):
        public(desk, ME, OPEN, OPEN)
        if number % 2:
            fitting.append(public(desk))
    found = pages(desk, Wanted(seats=2), limit)
    assert [each for page in found for each in page] == fitting
    assert {len(page) for page in found[:-1]} <= {limit}
    assert found[-1]


def test_matches_of_the_same_second_are_all_listed() -> None:
    desk = Desk()
    made = {desk.create(ME, OPEN, visibility="public").id for _ in range(8)}
    found = [each for page in pages(desk, Wanted(), 3) for each in page]
    assert (set(found), len(found)) == (made, 8)


def test_a_page_reads_no_more_than_it_may_and_says_how_to_go_on() -> None:
    desk = Desk()
    row = desk.load(public(desk, ME, OPEN, OPEN))
    for number in range(lobby.MOST_READ):
        roster = replace(row.roster, id=f"copy{number:04d}", created=row.roster.created + number)
        desk.store.commit(repository.creation(replace(row, roster=roster), LogRow(0, 1, 1, TABLE, "created")))
    desk.clock.advance(lobby.MOST_READ)
    last = public(desk)
    counting = CountingStore(desk.store)
    with counting.counted() as bill:
        found = service.lobby(desk.over(counting), Wanted(seats=2), limit=49)
    assert found.matches == ()
    assert found.cursor
    assert bill.read_units <= 1.5 * lobby.MOST_READ
    following = service.lobby(desk.env, Wanted(seats=2), found.cursor, limit=49)
    assert (ids(following), following.cursor) == ([last], "")


def _looking(desk: Desk, match: Match, **seat: Any) -> None:
    """Let the last seat of a match look for a substitute."""
    match = desk.load(match)
    seats = (*match.roster.seats[:-1], replace(match.roster.seats[-1], lent=1, wanted=True, **seat))
    head = replace(match.head, version=match.head.version + 1)
    desk.store.commit(repository.writes(match, head, None, roster=replace(match.roster, seats=seats)))


def test_running_matches_that_look_for_a_substitute_are_a_list_of_their_own() -> None:
    desk = Desk()
    waiting = public(desk)
    listed, unlisted, kept = (desk.table("anna", "bram", visibility=each) for each in ("public", "unlisted", "public"))
    private = service.join(desk.env, "bram", desk.create(ME, kept_for("bram"), visibility="private").id)
    for match in (listed, unlisted, private):
        _looking(desk, match)
    _looking(desk, kept, called="cees")
    found = service.lobby(desk.env, Wanted("substitute"))
    assert set(ids(found)) == {listed.id, unlisted.id}
    assert {(each.status, each.free, each.wanted) for each in found.matches} == {("running", 1, (1,))}
    assert ids(service.lobby(desk.env)) == [waiting]
    assert ids(service.lobby(desk.env, Wanted("substitute", joinable=True), player="anna")) == []
    service.resign(desk.env, listed.id, desk.caller(listed, 0))
    assert ids(service.lobby(desk.env, Wanted("substitute"))) == [unlisted.id]
