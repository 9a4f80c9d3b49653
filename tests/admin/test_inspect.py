"""What an operator is shown of a match, and that nothing hidden is among it unless it is asked for."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from chalicelib.matches import absence, pace, repository, service
from chalicelib.matches.fork import From
from chalicelib.matches.match import Caller, Head, Match, Pace
from chalicelib.matches.pace import DAY, HOUR
from chalicelib.matches.wish import SeatWish
from chalicelib.players.ports import Item, Put
from chalicelib.post.ports import MailUnavailableError
from chalicelib.rules import Chance
from infra.admin import pacing
from tests.admin.desk import AdminOffice, Done, flaws
from tests.matches.desk import BOT, ME, OPEN
from tests.matches.time_passing import until_due


@pytest.fixture
def match(office: AdminOffice) -> Match:
    """Two in the Passing Game, four moves in; all that was owed was sent."""
    match = office.desk.table("anna", "bram", game="passing-game")
    for _ in range(4):
        office.clock.advance(60)
        office.desk.play(match, office.desk.to_move(match)[0])
        office.work_off()
    return office.desk.load(match)


def test_a_match_is_shown_as_a_spectator_sees_it(office: AdminOffice, match: Match) -> None:
    (seat,) = office.desk.to_move(match)
    done = office.admin("inspect", match.id)
    assert (done.status, done.err) == (0, "")
    for expected in (
        f"{match.id}: The Passing Game",
        f"running, version {match.head.version}, ply 4",
        "0  Anna (player)",
        f"seat {seat}, n {match.head.opened[seat]}: since 2026-09-21T",
        "As a spectator sees it:",
        f"commitment {match.roster.commitment}",
        "started",
        "Deliveries:",
        ".match_started.mail  accepted, attempts 1",
    ):
        assert expected in done.out
    assert max(map(len, done.out.split("\n"))) <= 120


def test_a_match_that_goes_on_from_another_says_from_which(office: AdminOffice, match: Match) -> None:
    over = office.desk.play_out(match)
    fork = office.desk.create(ME, BOT, game="passing-game", origin=From("match", over.id, 3))
    done = office.admin("inspect", fork.id)
    assert f"\n  goes on from the match {over.id} after ply 3: The Passing Game\n" in done.out
    shown = json.loads(office.admin("inspect", fork.id, "--json").out)
    assert shown["origin"] == {"kind": "match", "id": over.id, "ply": 3, "name": "The Passing Game"}
    assert "goes on from" not in office.admin("inspect", over.id).out


def test_as_json_it_is_one_document(office: AdminOffice, match: Match) -> None:
    shown = json.loads(office.admin("inspect", match.id, "--json").out)
    (seat,) = office.desk.to_move(match)
    (decision,) = shown["decisions"]
    assert (decision["seat"], decision["n"], decision["overdue"]) == (seat, match.head.opened[seat], False)
    assert decision["since"] == shown["log"][-1]["at"]
    assert [row["version"] for row in shown["log"]] == [*range(1, 7)]
    assert [move["ply"] for row in shown["log"] for move in row["moves"]] == [1, 2, 3, 4]
    assert {each["state"] for each in shown["deliveries"]} <= {"accepted", "overtaken"}
    assert "hidden" not in shown


def test_what_came_of_a_delivery_is_shown(office: AdminOffice) -> None:
    office.mailer.errors = [MailUnavailableError("the mail server sleeps")]
    match = office.desk.table("anna", "bram")
    office.work_off()
    out = office.admin("inspect", match.id).out
    assert "pending, attempts 1, next 2026-09-21T" in out
    assert "the mail server sleeps" in out


def _passing(office: AdminOffice) -> Match:
    """Two with hidden hands."""
    match = office.desk.table("anna", "bram", game="passing-game")
    return office.desk.play(match, office.desk.to_move(match)[0]).match


def _sealing(office: AdminOffice) -> Match:
    """Two who choose at the same time, one of whom has, beside a bot that has."""
    match = office.desk.create(ME, OPEN, BOT)
    match = service.join(office.desk.env, "bram", match.id, nonce="c0ffee")
    return office.desk.play(match, office.desk.to_move(match)[0]).match


@pytest.mark.parametrize("begin", [_passing, _sealing])
@pytest.mark.parametrize("options", [(), ("--json",)])
def test_nothing_hidden_is_shown_by_default(
    office: AdminOffice, begin: Callable[[AdminOffice], Match], options: tuple[str, ...]
) -> None:
    match = begin(office)
    office.webhook("anna")
    office.work_off()
    hidden, private = _hidden(office, match), ["example.com", "hook.example", "whsec_"]
    told = [office.admin(tool, match.id, *options) for tool in ("inspect", "verify")]
    assert [done.status for done in told] == [0, 0]
    assert [word for word in (*hidden, *private) for done in told if word in done.out + done.err] == []
    revealed = office.admin("inspect", match.id, "--reveal", *options).out
    assert [word for word in hidden if word not in revealed] == []
    assert [word for word in private if word in revealed] == []


def _hidden(office: AdminOffice, match: Match) -> list[str]:
    """The seed, the nonces that follow from it, and sealed choices."""
    game, seats = office.desk.game(match), match.roster.seats
    sealed = [game.sealed(match.head.state, seat) for seat in range(len(seats))]
    nonces = [nonce.hex() for nonce in match.roster.nonces()]
    return [match.roster.seed, *nonces, *(game.format(move) for move in sealed if move is not None)]


@pytest.mark.parametrize("begin", [_passing, _sealing])
def test_what_is_dealt_otherwise_is_shown_the_same(office: AdminOffice, begin: Callable[[AdminOffice], Match]) -> None:
    match = begin(office)
    before = office.admin("inspect", match.id)
    game, state, told = office.desk.game(match), match.head.state, set()
    for lot in range(20):
        other = game.redeal(state, None, Chance(b"another deal", (), lot))
        if other != state:
            head = replace(match.head, state=other)
            office.store.commit([Put(replace(_head(match, head), version=match.head.version))])
            assert office.admin("inspect", match.id) == before
            found = office.admin("verify", match.id)
            told.add((found.status, found.out.rpartition(": ")[2]))
    assert len(told) == 1, "a broken match says only where it is, never what stands there"


def _head(match: Match, head: Head) -> Item:
    (put,) = repository.writes(match, head, None)
    assert isinstance(put, Put)
    return put.item


def test_what_a_seat_sees_needs_reveal(office: AdminOffice, match: Match) -> None:
    done = office.admin("inspect", match.id, "--seat", "1")
    assert done == Done(2, "", "What a seat sees is hidden from others: --seat goes with --reveal.\n")
    shown = json.loads(office.admin("inspect", match.id, "--reveal", "--seat", "1", "--json").out)
    assert shown["seen_by"] == "seat 1"
    assert "Bram (you)" in shown["board"]
    assert "(you)" not in office.admin("inspect", match.id).out
    done = office.admin("inspect", match.id, "--reveal", "--seat", "7")
    assert (done.status, done.err) == (2, "This match has no seat 7.\n")


def test_reveal_says_what_it_does(office: AdminOffice, match: Match) -> None:
    done = office.admin("inspect", match.id, "--reveal")
    assert match.roster.seed in done.out
    assert done.err.startswith("--reveal: what follows is hidden from players")


def test_a_match_that_is_not_there(office: AdminOffice) -> None:
    assert office.admin("inspect", "nope") == Done(2, "", "There is no match here.\n")


def test_a_private_match_and_one_that_waits_are_shown_too(office: AdminOffice) -> None:
    match = office.desk.create(ME, SeatWish("player", "bram"), visibility="private")
    office.work_off()
    out = office.admin("inspect", match.id).out
    assert "waiting, version 1, ply 0" in out
    assert "1  Bram (reserved)" in out
    assert ".invitation.mail  accepted" in out


def test_clocks_company_and_what_is_due_are_shown(office: AdminOffice) -> None:
    desk = office.desk
    setting = Pace(decision_time=DAY, bank=2 * HOUR, increment=HOUR, misses=3, weekends=False, then="bot")
    match = desk.table("anna", "bram", "cees", pace=setting, visibility="public")
    while until_due(desk, match).expired == 0:
        pass
    desk.play(match, 1)
    now = desk.clock.now()
    absence.announce_here(desk.env, match.id, now, now + DAY, Caller("bram"))
    service.lend(desk.env, match.id, Caller("cees"))
    service.substitute(desk.env, match.id, Caller("cees"))
    match = service.offer_draw(desk.env, match.id, Caller("bram"))
    done = office.admin("inspect", match.id)
    assert (done.status, flaws(desk.env)) == (0, {})
    for expected in (
        "  1 d a decision, bank 2 h + 1 h, weekends do not count; after 3 missed in a row a seat goes to a bot",
        f"  due {pace.stamp(match.head.due)}",
        "  a draw is offered by seat 1",
        "bank 0 s; missed 1 of 3 in a row",
        f"away {pace.stamp(now)} to {pace.stamp(now + DAY)}",
        "a bot (level 2) plays here; a substitute is looked for",
    ):
        assert expected in done.out
    assert max(map(len, done.out.split("\n"))) <= 120
    shown = json.loads(office.admin("inspect", match.id, "--json").out)
    assert [seat["clock"]["missed"] for seat in shown["seats"]] == list(match.head.misses)
    assert [seat["clock"]["bank"] for seat in shown["seats"]] == list(match.head.banks)
    assert [seat["clock"]["until"] for seat in shown["seats"]] == [*map(pace.stamp, match.head.deadlines)]
    assert (shown["due"], shown["is_due"], shown["orders"]) == (pace.stamp(match.head.due), False, False)


def test_a_reminder_a_clock_that_stands_and_what_is_overdue_are_shown(office: AdminOffice) -> None:
    desk = office.desk
    match = desk.table("anna", "bram")
    desk.play(match, 0)
    assert until_due(desk, match).reminded == 1
    desk.clock.advance(3 * DAY)
    out = office.admin("inspect", match.id).out
    head = desk.load(match).head
    assert f"clock stands since {pace.stamp(head.stopped[0])}" in out
    assert "     reminded once\n" in out
    assert f"due {pace.stamp(head.due)}, now" in out


def test_orders_are_marked_and_shown_only_where_that_is_asked_for(office: AdminOffice) -> None:
    desk = office.desk
    match = desk.table("anna", "bram")
    assert "orders" not in office.admin("inspect", match.id).out
    wish = service.OrderWish("move", "g1 H1")
    service.give_orders(desk.env, match.id, [wish], Caller("bram"))
    for options in ((), ("--json",)):
        told = office.admin("inspect", match.id, *options).out
        assert "orders" in told
        assert "g1 H1" not in told
    hidden = json.loads(office.admin("inspect", match.id, "--json", "--reveal").out)["hidden"]
    assert [(each["seat"], each["waiting"][0]["text"]) for each in hidden["orders"]] == [(1, "g1 H1")]


def test_a_match_that_waits_has_no_clocks(office: AdminOffice) -> None:
    match = office.desk.create(ME, OPEN)
    shown = json.loads(office.admin("inspect", match.id, "--json").out)
    assert [seat["clock"] for seat in shown["seats"]] == [None, None]
    assert shown["due"] == pace.stamp(match.head.due)


@pytest.mark.parametrize(("seconds", "told"), [(0, "0 s"), (61, "1 min 1 s"), (90_000, "1 d 1 h"), (7_200, "2 h")])
def test_how_long_a_time_is(seconds: int, told: str) -> None:
    assert pacing.span(seconds) == told
