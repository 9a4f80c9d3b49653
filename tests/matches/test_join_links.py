"""Links to join by: what they open and for how long, and who makes them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from chalicelib.matches import service
from chalicelib.matches.errors import ForbiddenError, MatchNotFoundError, SeatTakenError, WrongStatusError
from chalicelib.matches.match import Caller, JoinLink, Match
from chalicelib.matches.seating import SeatWish
from tests.adapters.faults import FaultyStore
from tests.matches.desk import ME, OPEN, Desk


def linked(desk: Desk, match: Match) -> JoinLink:
    """A new link of a match."""
    token = service.join_token(desk.env, service.make_link(desk.env, "anna", match.id))
    found = service.read_join_token(desk.env, token)
    assert found
    return found


def test_an_open_seat_of_a_private_match_is_taken_by_its_link_alone() -> None:
    desk = Desk()
    match = desk.create(ME, OPEN, visibility="private")
    with pytest.raises(MatchNotFoundError):
        service.join(desk.env, "bram", match.id)
    link = linked(desk, match)
    with pytest.raises(MatchNotFoundError):
        service.look(desk.env, match.id, Caller("bram"))
    assert service.look(desk.env, match.id, Caller("bram", join=link)).id == match.id
    assert service.join(desk.env, "bram", match.id, link=link).head.status == "running"


def test_a_link_shows_no_match_that_has_begun() -> None:
    desk = Desk()
    match = desk.create(ME, OPEN, visibility="private")
    link = linked(desk, match)
    service.join(desk.env, "bram", match.id, link=link)
    with pytest.raises(MatchNotFoundError):
        service.look(desk.env, match.id, Caller("cees", join=link))
    with pytest.raises(MatchNotFoundError):
        service.join(desk.env, "cees", match.id, link=link)


def test_a_new_link_ends_the_one_before_and_so_does_taking_it_back() -> None:
    desk = Desk()
    match = desk.create(ME, OPEN, OPEN, visibility="private")
    first, second = linked(desk, match), linked(desk, match)
    with pytest.raises(MatchNotFoundError):
        service.join(desk.env, "bram", match.id, link=first)
    service.join(desk.env, "bram", match.id, link=second)
    before = service.revoke_link(desk.env, "anna", match.id)
    assert service.revoke_link(desk.env, "anna", match.id) == before
    assert service.join_token(desk.env, before) == ""
    with pytest.raises(MatchNotFoundError):
        service.join(desk.env, "cees", match.id, link=second)
    third = linked(desk, match)
    assert third.number == 3
    assert service.join(desk.env, "cees", match.id, link=third).head.status == "running"


def test_a_link_is_for_one_match_and_cannot_be_made_up() -> None:
    desk = Desk()
    match, other = (desk.create(ME, OPEN, visibility="private") for _ in range(2))
    link = linked(desk, match)
    linked(desk, other)
    for wrong in (replace(link, number=0), replace(link, number=2), JoinLink(other.id, 1)):
        with pytest.raises(MatchNotFoundError):
            service.join(desk.env, "bram", match.id, link=wrong)
    token = service.my_link(desk.env, "anna", match.id)
    for text in ("", "x", token[:-1], f"{match.id}.1.{'A' * 22}", token.replace(".1.", ".2.")):
        assert service.read_join_token(desk.env, text) is None


def test_a_link_opens_open_seats_only() -> None:
    desk = Desk()
    match = desk.create(ME, OPEN, SeatWish("player", "bram"), visibility="private")
    link = linked(desk, match)
    with pytest.raises(ForbiddenError):
        service.join(desk.env, "cees", match.id, 2, link=link)
    service.join(desk.env, "cees", match.id, link=link)
    with pytest.raises(SeatTakenError):
        service.join(desk.env, "dora", match.id, link=link)


def test_links_are_made_and_known_by_whoever_set_the_match_up_and_while_it_waits() -> None:
    desk = Desk()
    match = desk.create(ME, OPEN)
    with pytest.raises(MatchNotFoundError, match="no link"):
        service.my_link(desk.env, "anna", match.id)
    for act in (service.make_link, service.revoke_link, service.my_link):
        with pytest.raises(ForbiddenError):
            act(desk.env, "bram", match.id)
    service.join(desk.env, "bram", match.id)
    for act in (service.make_link, service.revoke_link, service.my_link):
        with pytest.raises(WrongStatusError):
            act(desk.env, "anna", match.id)


def test_a_private_match_is_not_called_off_while_others_can_still_come() -> None:
    desk = Desk()
    match = desk.create(ME, SeatWish("player", "bram"), visibility="private")
    link = linked(desk, match)
    assert service.leave(desk.env, "bram", match.id).head.status == "waiting"
    assert service.join(desk.env, "cees", match.id, link=link).head.status == "running"
    half_open = desk.create(ME, SeatWish("player", "bram"), OPEN, visibility="private")
    assert service.leave(desk.env, "bram", half_open.id).head.status == "waiting"


def test_a_lost_answer_makes_one_link() -> None:
    desk = Desk()
    match = desk.create(ME, OPEN)
    faulty = FaultyStore(desk.store, {2: "lost"})
    made = service.make_link(desk.over(faulty), "anna", match.id)
    assert faulty.calls == ["query", "commit", "query"]
    assert (made.roster.link, desk.load(match).roster.link) == (1, 1)
