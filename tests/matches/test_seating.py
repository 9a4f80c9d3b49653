"""Creating, joining, leaving, and the promise about the dice."""

from __future__ import annotations

import pytest

from chalicelib.matches import pace, repository, service
from chalicelib.matches.errors import (
    ForbiddenError,
    InvalidMatchError,
    MatchNotFoundError,
    NotYourSeatError,
    SeatTakenError,
    WrongStatusError,
)
from chalicelib.matches.match import Caller, Pace, Successor, house_nonce
from chalicelib.matches.seating import CREATIONS, MatchWish, SeatWish
from chalicelib.players import accounts
from chalicelib.players.errors import InvalidProfileError, TooManyRequestsError, UnknownPlayerError
from chalicelib.players.ports import Key, Store
from chalicelib.players.repository import profile_key
from chalicelib.rules import InvalidOptionError, commitment
from tests.adapters.barrier import BarrierStore, race
from tests.matches.desk import BOT, ME, OPEN, Desk


def kept_for(handle: str) -> SeatWish:
    return SeatWish("player", handle)


def test_a_match_waits_until_its_table_is_full_and_then_starts() -> None:
    desk = Desk()
    match = desk.create(ME, OPEN, OPEN)
    match = service.join(desk.env, "bram", match.id)
    assert match.head.status == "waiting"
    match = service.join(desk.env, "cees", match.id)
    assert match.head.status == "running"
    assert [seat.player for seat in match.roster.seats] == ["anna", "bram", "cees"]
    assert match == desk.load(match)


def test_the_start_owes_every_player_one_notice() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    owed = repository.log(desk.env, match.id)[-1].owed
    assert [(each.category, each.player) for each in owed] == [("match_started", "anna"), ("match_started", "bram")]


@pytest.mark.parametrize("then", ["resign", "bot", "substitute"])
def test_what_the_pace_says_of_missed_deadlines_holds_beside_partners_too(then: Successor) -> None:
    wish = MatchWish("passing-game", (ME, OPEN, OPEN, OPEN), {"partnership": True}, Pace(then=then))
    assert service.create(Desk().env, "anna", wish).roster.pace.then == then


@pytest.mark.parametrize(("partnership", "then"), [(True, "bot"), (False, "resign")])
def test_where_it_says_nothing_a_partner_is_not_left_alone(partnership: bool, then: Successor) -> None:
    wish = MatchWish("passing-game", (ME, OPEN, OPEN, OPEN), {"partnership": partnership})
    assert service.create(Desk().env, "anna", wish).roster.pace.then == then


def test_joining_twice_changes_nothing() -> None:
    desk = Desk()
    match = desk.create(ME, OPEN, OPEN)
    first = service.join(desk.env, "bram", match.id)
    assert service.join(desk.env, "bram", match.id) == first
    assert service.join(desk.env, "anna", match.id) == first


def test_two_joins_for_one_seat_seat_one() -> None:
    desk = Desk()
    match = desk.create(ME, OPEN, OPEN)
    service.join(desk.env, "bram", match.id, 2)
    with pytest.raises(SeatTakenError):
        service.join(desk.env, "cees", match.id, 2)
    assert service.join(desk.env, "cees", match.id).head.status == "running"
    with pytest.raises(SeatTakenError):
        service.join(desk.env, "dora", match.id)


def test_a_kept_seat_is_only_for_the_player_it_is_kept_for() -> None:
    desk = Desk()
    match = desk.create(ME, kept_for("bram"))
    row = repository.log(desk.env, match.id)[-1]
    assert [(each.category, each.player, each.seat) for each in row.owed] == [("invitation", "bram", 1)]
    with pytest.raises(ForbiddenError):
        service.join(desk.env, "cees", match.id, 1)
    with pytest.raises(SeatTakenError):
        service.join(desk.env, "cees", match.id)
    assert service.join(desk.env, "bram", match.id).head.status == "running"


def test_declining_opens_the_seat_for_others() -> None:
    desk = Desk()
    match = desk.create(ME, kept_for("bram"))
    service.leave(desk.env, "bram", match.id)
    assert service.join(desk.env, "cees", match.id).head.status == "running"


def test_a_private_match_shows_itself_to_those_it_is_kept_for() -> None:
    desk = Desk()
    match = desk.create(ME, kept_for("bram"), visibility="private")
    assert service.look(desk.env, match.id, Caller("bram")).id == match.id
    with pytest.raises(MatchNotFoundError):
        service.join(desk.env, "cees", match.id)


def test_a_player_who_left_a_private_match_may_come_back() -> None:
    desk = Desk()
    match = desk.create(ME, kept_for("bram"), kept_for("cees"), visibility="private")
    service.join(desk.env, "bram", match.id)
    assert [each.id for each in service.mine(desk.env, "bram")] == [match.id]
    service.leave(desk.env, "bram", match.id)
    assert [each.invited for each in service.mine(desk.env, "bram")] == [True]
    assert service.join(desk.env, "bram", match.id).roster.seats[1].kind == "player"


def test_leaving_is_for_those_who_sit_and_only_before_the_start() -> None:
    desk = Desk()
    match = desk.create(ME, OPEN)
    with pytest.raises(NotYourSeatError):
        service.leave(desk.env, "bram", match.id)
    service.join(desk.env, "bram", match.id)
    with pytest.raises(WrongStatusError):
        service.leave(desk.env, "bram", match.id)


def test_a_table_that_everybody_left_is_called_off() -> None:
    desk = Desk()
    match = service.leave(desk.env, "anna", desk.create(ME, OPEN).id)
    assert match.head.status == "cancelled"
    with pytest.raises(WrongStatusError):
        service.join(desk.env, "bram", match.id)
    assert service.fairness(desk.env, match.id, Caller())["seed"] == match.roster.seed


@pytest.mark.parametrize(
    ("wish", "error"),
    [
        (MatchWish("chess", (ME, OPEN)), InvalidMatchError),
        (MatchWish("keer-op-keer", (BOT, BOT)), InvalidMatchError),
        (MatchWish("keer-op-keer", ()), InvalidMatchError),
        (MatchWish("keer-op-keer", (ME, ME)), InvalidMatchError),
        (MatchWish("keer-op-keer", (ME, SeatWish("player", "anna"))), InvalidMatchError),
        (MatchWish("keer-op-keer", (SeatWish("player", "anna"),) * 2), InvalidMatchError),
        (MatchWish("keer-op-keer", (ME, SeatWish("player", "bram"), SeatWish("player", "bram"))), InvalidMatchError),
        (MatchWish("keer-op-keer", (ME, SeatWish("player", "nobody"))), UnknownPlayerError),
        (MatchWish("keer-op-keer", (ME, SeatWish("bot", level=9))), InvalidMatchError),
        (MatchWish("keer-op-keer", (ME, OPEN), pace=Pace(pace.SHORTEST - 1)), InvalidMatchError),
        (MatchWish("keer-op-keer", (ME, OPEN), pace=Pace(pace.LONGEST + 1)), InvalidMatchError),
        (MatchWish("keer-op-keer", (ME,) + (OPEN,) * 6), InvalidOptionError),
        (MatchWish("keer-op-keer", (ME, OPEN), {"sheet": "pink"}), InvalidOptionError),
        (MatchWish("keer-op-keer", (ME, OPEN), {"sheet": 1}), InvalidOptionError),
        (MatchWish("keer-op-keer", (ME, OPEN), {"speed": "high"}), InvalidOptionError),
        (MatchWish("keer-op-keer", (ME, OPEN), name="a\nb"), InvalidProfileError),
        (MatchWish("keer-op-keer", (ME, OPEN), name="x" * 41), InvalidProfileError),
    ],
)
def test_a_match_that_cannot_be_is_refused_and_leaves_nothing(wish: MatchWish, error: type[Exception]) -> None:
    desk = Desk()
    with pytest.raises(error):
        service.create(desk.env, "anna", wish)
    assert service.mine(desk.env, "anna") == []
    assert desk.store.get(Key(f"R#create#anna#{desk.clock.now() // 3600}", "A")) is None


@pytest.mark.parametrize("time", [pace.SHORTEST, pace.LONGEST])
def test_the_shortest_and_the_longest_time_for_a_decision_are_taken(time: int) -> None:
    desk = Desk()
    match = desk.create(ME, BOT, pace=Pace(time))
    assert match.head.deadlines[0] == desk.clock.now() + time


def test_creating_is_counted_and_too_many_are_refused() -> None:
    desk = Desk()
    for _ in range(CREATIONS.limit):
        desk.create(ME, OPEN)
    with pytest.raises(TooManyRequestsError) as refused:
        desk.create(ME, OPEN)
    desk.clock.advance(refused.value.retry_after)
    assert desk.create(ME, OPEN).head.status == "waiting"


def test_the_promise_of_the_dice_is_made_at_creation_and_kept_at_the_end() -> None:
    desk = Desk()
    match = desk.create(ME, OPEN)
    promised = service.fairness(desk.env, match.id, Caller())
    assert promised["seed"] is None
    service.set_nonce(desk.env, match.id, "c0ffee", Caller("anna"))
    service.join(desk.env, "bram", match.id)
    service.resign(desk.env, match.id, Caller("bram"))
    told = service.fairness(desk.env, match.id, Caller())
    assert told["commitment"] == promised["commitment"]
    assert commitment(bytes.fromhex(told["seed"]), match.id, told["rules_version"]) == told["commitment"]
    ours = house_nonce(told["seed"], 1).hex()
    assert told["nonces"] == [
        {"seat": 0, "nonce": "c0ffee", "own": True, "at": pace.stamp(desk.clock.now()), "version": 2},
        {"seat": 1, "nonce": ours, "own": False, "at": "", "version": None},
    ]


def test_a_nonce_changes_the_dice() -> None:
    rolls = set()
    for nonce in ("00", "01", "02", "03"):
        desk = Desk()
        match = desk.create(ME, OPEN)
        service.set_nonce(desk.env, match.id, nonce, Caller("anna"))
        rolls.add(service.join(desk.env, "bram", match.id).head.state.dice)
    assert len(rolls) > 1


def test_whoever_joins_brings_a_nonce_along_since_the_last_one_has_no_other_moment() -> None:
    desk = Desk()
    match = desk.create(ME, OPEN)
    promised = match.roster.commitment
    with pytest.raises(InvalidMatchError):
        service.join(desk.env, "bram", match.id, nonce="xyz")
    assert desk.load(match).head.status == "waiting"
    started = service.join(desk.env, "bram", match.id, nonce="C0FFEE")
    assert (started.head.status, started.roster.seats[1].nonce) == ("running", "c0ffee")
    assert started.roster.commitment == promised
    assert service.join(desk.env, "bram", match.id, nonce="c0ffee").head.version == started.head.version
    with pytest.raises(WrongStatusError):
        service.join(desk.env, "bram", match.id, nonce="00")
    assert desk.load(match).roster.seats[1].nonce == "c0ffee"


def test_who_sits_already_may_join_again_with_another_nonce_while_the_match_waits() -> None:
    desk = Desk()
    match = desk.create(ME, OPEN)
    assert service.join(desk.env, "anna", match.id, nonce="00").roster.seats[0].nonce == "00"
    assert service.join(desk.env, "anna", match.id, nonce="01").roster.seats[0].nonce == "01"
    assert service.join(desk.env, "anna", match.id).roster.seats[0].nonce == "01"


def test_a_match_against_bots_is_held_until_its_creator_has_put_a_nonce_in() -> None:
    rolls = set()
    for nonce in ("00", "01", "02", "03"):
        desk = Desk()
        match = service.create(desk.env, "anna", MatchWish("keer-op-keer", (ME, BOT), hold=True))
        assert (match.head.status, match.roster.seats[0].kind) == ("waiting", "reserved")
        assert repository.log(desk.env, match.id)[0].owed == ()
        with pytest.raises(SeatTakenError):
            service.join(desk.env, "bram", match.id)
        started = service.join(desk.env, "anna", match.id, nonce=nonce)
        assert started.head.status == "running"
        assert started.roster.commitment == match.roster.commitment
        rolls.add(started.head.state.dice)
    assert len(rolls) > 1


def test_a_held_match_is_called_off_by_its_creator_and_needs_a_seat_of_theirs() -> None:
    desk = Desk()
    match = service.create(desk.env, "anna", MatchWish("keer-op-keer", (ME, BOT), hold=True))
    assert service.leave(desk.env, "anna", match.id).head.status == "cancelled"
    with pytest.raises(InvalidMatchError):
        service.create(desk.env, "anna", MatchWish("keer-op-keer", (OPEN, BOT), hold=True))


def test_a_held_match_starts_when_the_last_of_all_comes() -> None:
    desk = Desk()
    match = service.create(desk.env, "anna", MatchWish("keer-op-keer", (ME, OPEN), hold=True))
    assert service.join(desk.env, "bram", match.id, nonce="07").head.status == "waiting"
    started = service.join(desk.env, "anna", match.id)
    assert started.head.status == "running"
    assert [seat.nonce for seat in started.roster.seats] == ["", "07"]


def test_a_nonce_is_for_players_before_the_start_and_well_formed() -> None:
    desk = Desk()
    match = desk.create(ME, OPEN)
    for nonce in ("", "xyz", "abc", " ab", "ab\n", "a b", "\uff10\uff10", "00" * 65):
        with pytest.raises(InvalidMatchError):
            service.set_nonce(desk.env, match.id, nonce, Caller("anna"))
    with pytest.raises(NotYourSeatError):
        service.set_nonce(desk.env, match.id, "00", Caller("bram"))
    service.join(desk.env, "bram", match.id)
    with pytest.raises(WrongStatusError):
        service.set_nonce(desk.env, match.id, "00", Caller("anna"))


def test_the_seed_is_nowhere_to_be_seen_while_the_match_runs() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    desk.play(match, 0)
    seed = match.roster.seed
    for caller in (Caller(), Caller("anna"), Caller("bram")):
        shown = (
            service.look(desk.env, match.id, caller),
            service.log(desk.env, match.id, caller),
            service.fairness(desk.env, match.id, caller),
        )
        assert seed not in str(shown)
    with pytest.raises(WrongStatusError):
        service.export(desk.env, match.id, Caller("anna"))


def test_my_matches_begin_with_those_that_wait_for_me() -> None:
    desk = Desk()
    waiting = desk.create(ME, OPEN)
    theirs = desk.table("anna", "bram")
    desk.play(theirs, 0, {"text": "pass"})
    desk.clock.advance(60)
    later = desk.table("anna", "bram")
    desk.clock.advance(-30)
    sooner = desk.table("anna", "bram")
    over = desk.table("anna", "bram")
    service.resign(desk.env, over.id, Caller("anna"))
    listed = service.mine(desk.env, "anna")
    assert [each.id for each in listed] == [sooner.id, later.id, theirs.id, waiting.id, over.id]
    assert [each.my_turn for each in listed] == [True, True, False, False, False]


def test_a_creator_may_name_themselves_instead_of_me() -> None:
    match = Desk().create(kept_for("anna"), OPEN)
    assert [(seat.kind, seat.player) for seat in match.roster.seats] == [("player", "anna"), ("open", "")]


def test_taking_another_seat_than_the_one_kept_gives_that_one_to_others() -> None:
    desk = Desk()
    match = desk.create(ME, kept_for("bram"), OPEN)
    match = service.join(desk.env, "bram", match.id, 2)
    assert [seat.kind for seat in match.roster.seats] == ["player", "open", "player"]
    assert service.join(desk.env, "cees", match.id).head.status == "running"


def test_declining_a_seat_of_a_private_match_calls_it_off() -> None:
    desk = Desk()
    match = desk.create(ME, kept_for("bram"), kept_for("cees"), visibility="private")
    assert service.leave(desk.env, "bram", match.id).head.status == "cancelled"


def test_a_table_without_players_waits_as_long_as_its_creator_has_not_left_it() -> None:
    desk = Desk()
    match = desk.create(OPEN, OPEN, visibility="public")
    service.join(desk.env, "bram", match.id)
    assert service.leave(desk.env, "bram", match.id).head.status == "waiting"
    hosted = desk.create(kept_for("bram"), kept_for("cees"))
    assert service.leave(desk.env, "bram", hosted.id).head.status == "waiting"
    assert [each.id for each in service.lobby(desk.env).matches] == [match.id]


def test_ten_invitations_a_day_are_enough() -> None:
    desk = Desk()
    for _ in range(5):
        desk.create(ME, kept_for("bram"), kept_for("cees"))
    with pytest.raises(TooManyRequestsError) as refused:
        desk.create(ME, kept_for("bram"))
    assert len(service.mine(desk.env, "anna")) == 5
    desk.clock.advance(refused.value.retry_after)
    assert desk.create(ME, kept_for("bram")).head.status == "waiting"


def test_nonces_and_new_links_do_not_start_or_restart_a_match() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    before = desk.load(match).head
    after = service.revoke_links(desk.env, match.id, Caller("bram")).head
    assert (after.state, after.ply, after.opened) == (before.state, before.ply, before.opened)


def test_an_invitation_is_among_ones_matches_until_it_is_declined() -> None:
    desk = Desk()
    match = desk.create(ME, kept_for("bram"), kept_for("cees"))
    (listed,) = service.mine(desk.env, "bram")
    assert (listed.id, listed.seat, listed.invited, listed.my_turn) == (match.id, 1, True, False)
    service.join(desk.env, "bram", match.id)
    assert [each.invited for each in service.mine(desk.env, "bram")] == [False]
    service.leave(desk.env, "cees", match.id)
    assert service.mine(desk.env, "cees") == []


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_leaving_the_service_while_taking_a_seat_leaves_no_seat_without_a_player(order: tuple[int, int]) -> None:
    desk = Desk()
    match = desk.create(ME, OPEN)

    def join(store: Store) -> object:
        return service.join(desk.over(store), "bram", match.id)

    def leave(store: Store) -> object:
        accounts.delete_account(desk.over(store), "bram")
        return None

    results = race(BarrierStore(desk.store, 2, order), [join, leave])
    service.spread(desk.env)
    assert desk.store.get(profile_key("bram")) is None
    assert desk.load(match).head.status == ("over" if order == (0, 1) else "waiting")
    assert "Bram" not in {seat.name for seat in desk.load(match).roster.seats}
    assert desk.store.query("P#bram", consistent=True).items == ()
    assert isinstance(results[0], UnknownPlayerError) == (order == (1, 0))
    assert results[1] is None
