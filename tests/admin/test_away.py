"""Matches of people who are away, move house, sleep or leave for good verify; what nobody announced is found."""

from __future__ import annotations

from dataclasses import replace

import pytest

from chalicelib.matches import absence, packing, repository, service
from chalicelib.matches.match import Caller, Match, Pace, Successor
from chalicelib.matches.pace import DAY, HOUR
from chalicelib.players.accounts import Changes, delete_account, update_profile
from chalicelib.players.ports import Put
from tests.admin.desk import flaws
from tests.matches.desk import BOT, ME, OPEN, Desk

SLOW = Pace(decision_time=12 * HOUR, bank=9 * DAY, increment=HOUR, weekends=False)


def _change(desk: Desk, player: str, **changes: object) -> None:
    update_profile(desk.env, player, Changes(**changes))  # type: ignore[arg-type]
    service.spread(desk.env)
    assert flaws(desk.env) == {}


def _played(desk: Desk, match: Match, days: int) -> None:
    """Let everybody decide once a day."""
    for _ in range(days):
        desk.clock.advance(DAY)
        for seat in desk.to_move(match):
            desk.play(match, seat)
        assert flaws(desk.env) == {}


def test_whoever_is_away_and_comes_back() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    now = desk.clock.now()
    absence.announce(desk.env, "anna", now, now + 3 * DAY)
    absence.announce(desk.env, "anna", now + 9 * DAY, now + 12 * DAY)
    service.spread(desk.env)
    assert flaws(desk.env) == {}
    absence.announce_here(desk.env, match.id, now + 5 * DAY, now + 6 * DAY, Caller("bram"))
    _played(desk, match, 2)
    absence.withdraw(desk.env, "anna", str(now))
    service.spread(desk.env)
    assert flaws(desk.env) == {}
    absence.return_here(desk.env, match.id, Caller("bram"))
    _played(desk, match, 2)
    service.resign(desk.env, match.id, Caller("anna"))
    assert flaws(desk.env) == {}


@pytest.mark.parametrize("setting", [Pace(), SLOW], ids=["usual", "bank"])
def test_whoever_moves_to_another_zone_and_sleeps_at_other_hours(setting: Pace) -> None:
    desk = Desk()
    match = desk.table("anna", "bram", pace=setting)
    for zone in ("Asia/Tokyo", "America/Los_Angeles", "Pacific/Auckland", "UTC"):
        _change(desk, "anna", zone=zone, quiet=("20:00", "10:00"))
        _played(desk, match, 3)
    _change(desk, "anna", quiet=None, name="Anna Again", reminders=[])
    _played(desk, match, 1)


def test_whoever_leaves_for_good() -> None:
    desk = Desk()
    desk.table("anna", "bram")
    desk.table("anna", "bram", "cees")
    desk.table("anna", "bram", "cees", "dora", game="passing-game", options={"partnership": True})
    desk.create(ME, OPEN)
    desk.create(ME, BOT)
    delete_account(desk.env, "anna")
    assert flaws(desk.env) == {}
    service.spread(desk.env)
    assert flaws(desk.env) == {}


def test_a_deadline_that_an_absence_put_off_which_nobody_announced_is_found() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    now = desk.clock.now()
    match = absence.announce_here(desk.env, match.id, now, now + DAY, Caller("anna"))
    seats = tuple(replace(seat, away=(), apart=()) for seat in match.roster.seats)
    writes = repository.writes(match, match.head, None, roster=replace(match.roster, seats=seats))
    desk.store.commit([Put(write.item) for write in writes if isinstance(write, Put)])
    assert [flaw.field for flaw in flaws(desk.env).values()] == ["deadlines.0"]


def test_a_row_that_tells_of_another_absence_is_found() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    now = desk.clock.now()
    match = absence.announce_here(desk.env, match.id, now, now + DAY, Caller("anna"))
    item = desk.store.get(repository.log_key(match.id, *match.head.last))
    assert item
    body = {**packing.unpack(item.body), "text": "1970-01-01T00:00:00Z 1970-01-02T00:00:00Z"}
    desk.store.commit([Put(replace(item, body=packing.pack(body)))])
    assert list(flaws(desk.env)) == [match.id]


@pytest.mark.parametrize("then", ["resign", "bot", "substitute"])
@pytest.mark.parametrize(
    ("game", "names", "options"),
    [
        ("keer-op-keer", ("anna", "bram", "cees"), {}),
        ("sequence-dice", ("anna", "bram"), {}),
        ("passing-game", ("anna", "bram", "cees", "dora"), {"partnership": True}),
    ],
)
def test_whoever_stays_away_without_a_word(
    then: Successor, game: str, names: tuple[str, ...], options: dict[str, bool]
) -> None:
    desk = Desk()
    match = desk.table(
        *names, game=game, options=options, pace=Pace(decision_time=HOUR, misses=2, then=then, ladder=())
    )
    for _ in range(28):
        desk.clock.advance(590)
        service.sweep(desk.env)
        for seat in desk.to_move(match) if desk.load(match).head.status == "running" else ():
            sitter = desk.load(match).roster.seats[seat]
            if seat == 0 and not sitter.is_played_by_bot:
                desk.play(match, seat)
    assert "retired" in {row.kind for row in repository.log(desk.env, match.id)}
    assert flaws(desk.env) == {}
