"""Who sits down with whom, and what those at a table that waits are told when somebody leaves or time runs out."""

from __future__ import annotations

import pytest

from chalicelib.matches import pace, repository, service
from chalicelib.matches.errors import ForbiddenError
from chalicelib.matches.events import LogRow
from chalicelib.matches.match import Match
from chalicelib.matches.seating import SeatWish
from chalicelib.players import blocks
from tests.matches.desk import ME, OPEN, Desk


def kept_for(handle: str) -> SeatWish:
    return SeatWish("player", handle)


def notices(desk: Desk, match: Match) -> list[LogRow]:
    """What is owed beside the log, oldest first."""
    page = desk.store.query(repository.partition(match.id), prefix="N#")
    return [repository.log_row(item) for item in page.items]


def owed(row: LogRow) -> set[tuple[str, int, str]]:
    return {(each.category, each.seat, each.player) for each in row.owed}


@pytest.mark.parametrize("blocker", ["anna", "bram"])
def test_people_across_a_block_are_not_invited_to_each_others_tables(blocker: str) -> None:
    desk = Desk()
    blocks.block(desk.env, blocker, "bram" if blocker == "anna" else "anna")
    with pytest.raises(ForbiddenError) as refusal:
        desk.create(ME, kept_for("bram"))
    assert (refusal.value.message, refusal.value.field) == ("You cannot invite this player.", "seats.1.handle")
    assert service.mine(desk.env, "anna") == []


@pytest.mark.parametrize("blocker", ["anna", "bram"])
def test_nor_do_they_join_them(blocker: str) -> None:
    desk = Desk()
    match = desk.create(ME, OPEN, OPEN)
    hosted = desk.create(ME, OPEN, OPEN, player="cees")
    service.join(desk.env, "anna", hosted.id)
    kept = desk.create(ME, kept_for("bram"))
    blocks.block(desk.env, blocker, "bram" if blocker == "anna" else "anna")
    for table in (match, hosted, kept):
        with pytest.raises(ForbiddenError) as refusal:
            service.join(desk.env, "bram", table.id)
        assert refusal.value.message == "You cannot sit at this table."
    assert service.leave(desk.env, "bram", kept.id).roster.seats[1].kind == "open"


def test_a_block_amid_a_match_changes_nothing_in_it() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    blocks.block(desk.env, "bram", "anna")
    assert desk.play(match, 0).match.head.version == match.head.version + 1
    assert [each.id for each in service.mine(desk.env, "bram")] == [match.id]


def test_who_set_the_match_up_is_told_that_a_place_is_free_again() -> None:
    desk = Desk()
    match = desk.create(ME, kept_for("bram"), OPEN)
    service.leave(desk.env, "bram", match.id)
    service.join(desk.env, "cees", match.id)
    service.leave(desk.env, "cees", match.id)
    told = notices(desk, match)
    assert [(row.kind, row.seat) for row in told] == [("vacated", 1), ("vacated", 1)]
    assert all(owed(row) == {("seat_changed", 0, "anna")} for row in told)


def test_who_leaves_their_own_table_to_others_is_told_nothing() -> None:
    desk = Desk()
    match = desk.create(ME, OPEN, OPEN)
    service.join(desk.env, "bram", match.id)
    service.leave(desk.env, "anna", match.id)
    assert notices(desk, match) == []


def test_a_match_that_did_not_start_in_time_tells_all_who_sat_there_or_might_have() -> None:
    desk = Desk()
    match = desk.create(ME, kept_for("bram"), OPEN, OPEN)
    service.join(desk.env, "cees", match.id)
    desk.clock.advance(pace.UNSTARTED)
    service.sweep(desk.env)
    match = desk.load(match)
    assert (match.head.status, match.head.ended) == ("cancelled", desk.clock.now())
    created, row = repository.log(desk.env, match.id)
    assert (row.kind, row.seat, row.version, row.prev) == (
        "cancelled",
        -1,
        match.head.version,
        (created.n, created.seat),
    )
    assert match.head.last == (row.n, row.seat)
    assert owed(row) == {("called_off", 0, "anna"), ("called_off", 1, "bram"), ("called_off", 2, "cees")}


def test_who_calls_a_match_off_is_not_told_but_all_others_are() -> None:
    desk = Desk()
    private = desk.create(ME, kept_for("bram"), kept_for("cees"), visibility="private")
    service.leave(desk.env, "bram", private.id)
    row = repository.log(desk.env, private.id)[-1]
    assert (row.kind, row.seat, owed(row)) == ("cancelled", 1, {("called_off", 0, "anna"), ("called_off", 2, "cees")})
    hosted = desk.create(ME, kept_for("bram"))
    service.leave(desk.env, "anna", hosted.id)
    assert owed(repository.log(desk.env, hosted.id)[-1]) == {("called_off", 1, "bram")}
    assert notices(desk, private) == notices(desk, hosted) == []
