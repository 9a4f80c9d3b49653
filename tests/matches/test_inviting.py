"""Inviting to a match that waits, by handle and by mail; and the answers of those who have nothing but the mail."""

from __future__ import annotations

import pytest

from chalicelib.matches import pace, repository, service
from chalicelib.matches.errors import (
    ForbiddenError,
    InvalidMatchError,
    MatchNotFoundError,
    SeatTakenError,
    WrongStatusError,
)
from chalicelib.matches.match import Caller, Match
from chalicelib.matches.seating import INVITATIONS, SeatWish
from chalicelib.players import blocks, invitations
from chalicelib.players.errors import (
    InvalidAddressError,
    InvalidProfileError,
    TooManyRequestsError,
    UnknownInvitationError,
    UnknownPlayerError,
)
from tests.matches.desk import ME, OPEN, Desk
from tests.matches.test_joining import notices, owed

GRAN = SeatWish("invite", email="gran@example.org", name="Gran", language="nl")


def by_mail(address: str, name: str = "") -> SeatWish:
    return SeatWish("invite", email=address, name=name)


def invited(desk: Desk, match: Match, seat: int = 1) -> str:
    """The token that the mail to this seat bears."""
    found = invitations.find(desk.env, desk.load(match).roster.seats[seat].player)
    assert found
    return invitations.token(desk.env, found)


def kinds(match: Match) -> list[str]:
    return [seat.kind for seat in match.roster.seats]


def test_a_seat_is_kept_for_an_address_that_stands_nowhere_but_in_its_own_item() -> None:
    desk = Desk()
    match = desk.create(ME, GRAN, OPEN)
    seat = desk.load(match).roster.seats[1]
    assert (seat.kind, seat.name, seat.language) == ("reserved", "Gran", "nl")
    assert [each.kind for each in service.look(desk.env, match.id, Caller("bram")).seats] == [
        "player",
        "invite",
        "open",
    ]
    assert owed(repository.log(desk.env, match.id)[0]) == {("invitation", 1, seat.player)}
    stored = [desk.store.query(partition).items for partition in (f"M#{match.id}", "P#anna")]
    assert "gran@" not in str(stored)
    found = invitations.find(desk.env, seat.player)
    assert found
    assert (found.address, found.match, found.seat, found.inviter) == ("gran@example.org", match.id, 1, "anna")
    assert found.until == match.roster.created + pace.UNSTARTED
    assert "gran@" not in invitations.token(desk.env, found)


def test_accepting_takes_the_seat_and_starts_a_full_match() -> None:
    desk = Desk()
    match = desk.create(ME, GRAN, visibility="private")
    token = invited(desk, match)
    after = service.accept(desk.env, "bram", token, "c0ffee")
    assert (after.head.status, kinds(after)) == ("running", ["player", "player"])
    assert (after.roster.seats[1].player, after.roster.seats[1].nonce) == ("bram", "c0ffee")
    assert [each.id for each in service.mine(desk.env, "bram")] == [match.id]
    assert service.accept(desk.env, "bram", token) == desk.load(match)
    assert (service.asked(desk.env, token).state, service.asked(desk.env, token).by) == ("accepted", "bram")
    for act in (lambda: service.accept(desk.env, "cees", token), lambda: service.decline(desk.env, token)):
        with pytest.raises(WrongStatusError, match="accepted already"):
            act()


def test_declining_opens_the_seat_and_tells_whoever_invited() -> None:
    desk = Desk()
    match = desk.create(ME, GRAN)
    token = invited(desk, match)
    service.decline(desk.env, token)
    version = desk.load(match).head.version
    service.decline(desk.env, token)
    assert desk.load(match).head.version == version
    assert kinds(desk.load(match)) == ["player", "open"]
    assert [owed(row) for row in notices(desk, match)] == [{("seat_changed", 0, "anna")}]
    with pytest.raises(WrongStatusError, match="declined already"):
        service.accept(desk.env, "bram", token)
    assert service.join(desk.env, "bram", match.id).head.status == "running"


def test_declining_a_private_match_calls_it_off_and_tells_all_but_the_guests() -> None:
    desk = Desk()
    seats = (ME, GRAN, SeatWish("player", "bram"), by_mail("uncle@example.org"))
    match = desk.create(*seats, visibility="private")
    uncle = invited(desk, match, 3)
    service.decline(desk.env, invited(desk, match))
    assert desk.load(match).head.status == "cancelled"
    row = repository.log(desk.env, match.id)[-1]
    assert owed(row) == {("called_off", 0, "anna"), ("called_off", 2, "bram")}
    assert service.asked(desk.env, uncle).state == "called_off"
    assert invitations.waiting(desk.env, "uncle@example.org") == []


def test_an_invitation_lapses_with_its_match_and_is_forgotten_a_day_later() -> None:
    desk = Desk()
    match = desk.create(ME, GRAN)
    token = invited(desk, match)
    desk.clock.advance(pace.UNSTARTED)
    assert service.asked(desk.env, token).state == "lapsed"
    service.sweep(desk.env)
    assert service.asked(desk.env, token).state == "lapsed"
    desk.clock.advance(invitations.KEPT)
    assert service.asked(desk.env, token) == service.asked(desk.env, token).__class__("lapsed")
    for act in (lambda: service.accept(desk.env, "bram", token), lambda: service.decline(desk.env, token)):
        with pytest.raises(WrongStatusError, match="lapsed"):
            act()
    service.never_again(desk.env, token)
    assert desk.store.get(invitations.silence_key(invitations.read_token(desk.env, token)[1]))


def test_never_again_declines_and_ends_with_a_login_by_that_address_alone() -> None:
    from chalicelib.players.sessions import confirm, request_link

    desk = Desk()
    match = desk.create(ME, GRAN)
    token = invited(desk, match)
    service.never_again(desk.env, token)
    service.never_again(desk.env, token)
    assert service.asked(desk.env, token).state == "declined"
    key = invitations.silence_key(invitations.read_token(desk.env, token)[1])
    confirm(desk.env, request_link(desk.env, "aunt@example.org").token)
    assert desk.store.get(key)
    link = request_link(desk.env, "gran@example.org")
    assert desk.store.get(key)
    confirm(desk.env, link.token)
    assert desk.store.get(key) is None


def test_an_open_seat_is_kept_later_too() -> None:
    desk = Desk()
    match = desk.create(ME, OPEN, OPEN, OPEN)
    service.invite(desk.env, "anna", match.id, GRAN, 2)
    service.invite(desk.env, "anna", match.id, SeatWish("player", "bram"))
    match = desk.load(match)
    assert kinds(match) == ["player", "reserved", "reserved", "open"]
    assert match.roster.seats[1].player == "bram"
    assert [each.invited for each in service.mine(desk.env, "bram")] == [True]
    told = [(row.kind, owed(row)) for row in notices(desk, match)]
    assert told == [
        ("invited", {("invitation", 2, match.roster.seats[2].player)}),
        ("invited", {("invitation", 1, "bram")}),
    ]
    service.accept(desk.env, "cees", invited(desk, match, 2))
    service.join(desk.env, "bram", match.id)
    assert service.join(desk.env, "dora", match.id).head.status == "running"


@pytest.mark.parametrize(
    ("wish", "seat", "error"),
    [
        (GRAN, 0, SeatTakenError),
        (GRAN, 9, MatchNotFoundError),
        (by_mail("anna@example.com"), None, InvalidMatchError),
        (by_mail("two@at@example.org"), None, InvalidAddressError),
        (by_mail("a@example.org\r\nBcc: b@example.org"), None, InvalidAddressError),
        (by_mail(""), None, InvalidAddressError),
        (by_mail("uncle@example.org", "a\nb"), None, InvalidProfileError),
        (SeatWish("invite", email="uncle@example.org", language="xx"), None, InvalidProfileError),
        (SeatWish("player", "anna"), None, InvalidMatchError),
        (SeatWish("player", "bram"), None, InvalidMatchError),
        (SeatWish("player", "nobody"), None, UnknownPlayerError),
        (SeatWish("player", "cees"), None, ForbiddenError),
    ],
)
def test_an_invitation_that_cannot_be_is_refused_and_leaves_nothing(
    wish: SeatWish, seat: int | None, error: type[Exception]
) -> None:
    desk = Desk()
    match = desk.create(ME, SeatWish("player", "bram"), OPEN)
    blocks.block(desk.env, "cees", "anna")
    left = service.invitations_left(desk.env, "anna")
    with pytest.raises(error):
        service.invite(desk.env, "anna", match.id, wish, seat)
    assert desk.load(match) == match
    assert service.invitations_left(desk.env, "anna") == left


def test_only_whoever_set_the_match_up_invites_and_only_while_it_waits() -> None:
    desk = Desk()
    match = desk.create(ME, OPEN, OPEN)
    service.join(desk.env, "bram", match.id)
    for player, error in (("bram", ForbiddenError), ("anna", WrongStatusError)):
        if error is WrongStatusError:
            service.join(desk.env, "cees", match.id)
        with pytest.raises(error):
            service.invite(desk.env, player, match.id, GRAN)
        with pytest.raises(error):
            service.uninvite(desk.env, player, match.id, 2)


def test_an_invitation_taken_back_is_worthless_and_the_address_free() -> None:
    desk = Desk()
    match = desk.create(ME, GRAN, SeatWish("player", "bram"))
    token = invited(desk, match)
    with pytest.raises(WrongStatusError, match="before"):
        desk.create(ME, by_mail("GRAN@example.org"))
    service.uninvite(desk.env, "anna", match.id, 1)
    service.uninvite(desk.env, "anna", match.id, 2)
    service.uninvite(desk.env, "anna", match.id, 2)
    assert kinds(desk.load(match)) == ["player", "open", "open"]
    assert service.mine(desk.env, "bram") == []
    assert service.asked(desk.env, token).state == "withdrawn"
    with pytest.raises(WrongStatusError, match="taken back"):
        service.accept(desk.env, "bram", token)
    again = desk.create(ME, by_mail("GRAN@example.org"))
    assert service.accept(desk.env, "bram", invited(desk, again)).head.status == "running"
    with pytest.raises(SeatTakenError):
        service.uninvite(desk.env, "anna", desk.create(ME, OPEN, player="anna").id, 0)


def test_ten_invitations_a_day_whichever_way() -> None:
    desk = Desk()
    match = desk.create(ME, *(by_mail(f"g{number}@example.org") for number in range(3)), OPEN, OPEN)
    service.invite(desk.env, "anna", match.id, GRAN)
    assert service.invitations_left(desk.env, "anna") == INVITATIONS.limit - 4
    for number in range(4, INVITATIONS.limit):
        service.uninvite(desk.env, "anna", match.id, 4)
        service.invite(desk.env, "anna", match.id, by_mail(f"g{number}@example.org"), 4)
    with pytest.raises(TooManyRequestsError):
        service.invite(desk.env, "anna", match.id, by_mail("more@example.org"))


def test_one_address_has_one_seat_of_a_match() -> None:
    desk = Desk()
    with pytest.raises(InvalidMatchError):
        desk.create(ME, GRAN, by_mail("Gran@EXAMPLE.org"))
    plus = desk.create(ME, by_mail("gran+games@example.org"), by_mail("gran@bücher.example"))
    addresses = [invitations.find(desk.env, seat.player) for seat in plus.roster.seats[1:]]
    assert [each and each.address for each in addresses] == ["gran+games@example.org", "gran@xn--bcher-kva.example"]


def test_who_sits_there_cannot_take_a_second_seat_by_mail() -> None:
    desk = Desk()
    match = desk.create(ME, GRAN, OPEN)
    service.join(desk.env, "bram", match.id)
    for player in ("anna", "bram"):
        with pytest.raises(WrongStatusError, match="already"):
            service.accept(desk.env, player, invited(desk, match))
    blocks.block(desk.env, "bram", "cees")
    with pytest.raises(ForbiddenError):
        service.accept(desk.env, "cees", invited(desk, match))
    assert service.accept(desk.env, "dora", invited(desk, match)).head.status == "running"


def test_who_had_a_seat_kept_elsewhere_at_the_table_gives_it_up() -> None:
    desk = Desk()
    match = desk.create(ME, SeatWish("player", "bram"), GRAN)
    after = service.accept(desk.env, "bram", invited(desk, match, 2))
    assert kinds(after) == ["player", "open", "player"]


def test_the_next_invitation_of_an_address_is_owed_once_the_first_is_answered() -> None:
    desk = Desk()
    first = desk.create(ME, GRAN)
    desk.clock.advance(1)
    second, third = (desk.create(ME, by_mail("gran@example.org"), player=name) for name in ("bram", "cees"))
    service.accept(desk.env, "dora", invited(desk, first))
    guest = second.roster.seats[1].player
    assert [owed(row) for row in notices(desk, second)] == [{("invitation", 1, guest)}]
    assert notices(desk, third) == []
    desk.clock.advance(pace.UNSTARTED)
    service.sweep(desk.env)
    assert invitations.waiting(desk.env, "gran@example.org") == []


@pytest.mark.parametrize("token", ["", "x", "i-0.0.AAAA", "é", "A" * 300])
def test_a_token_that_is_none_of_ours_is_known_as_such(token: str) -> None:
    desk = Desk()
    for act in (service.asked, service.decline, service.never_again):
        with pytest.raises(UnknownInvitationError):
            act(desk.env, token)
    with pytest.raises(UnknownInvitationError):
        service.accept(desk.env, "bram", token)


def test_the_name_of_whoever_invites_is_known_at_the_table_or_not() -> None:
    desk = Desk()
    hosted = desk.create(OPEN, GRAN)
    assert service.asked(desk.env, invited(desk, hosted)).inviter == "Anna"
    assert service.asked(desk.env, invited(desk, desk.create(ME, by_mail("aunt@example.org")))).inviter == "Anna"


def test_one_player_invites_one_address_twice_a_day_and_another_player_still_can() -> None:
    desk = Desk()
    for player, times in (("anna", 2), ("bram", 2)):
        match = desk.create(ME, OPEN, player=player)
        for _ in range(times):
            service.invite(desk.env, player, match.id, SeatWish("invite", email="gran@example.org"))
            service.uninvite(desk.env, player, match.id, 1)
        with pytest.raises(TooManyRequestsError, match="this address several times today"):
            service.invite(desk.env, player, match.id, SeatWish("invite", email="gran@example.org"))
        assert desk.load(match).roster.seats[1].kind == "open"
    desk.clock.advance(pace.DAY)
    service.invite(desk.env, player, match.id, SeatWish("invite", email="gran@example.org"))
