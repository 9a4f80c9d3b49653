"""Inviting by mail in the form for a new match, and private matches with open seats."""

from __future__ import annotations

import re

import pytest

from chalicelib.matches import repository, service
from chalicelib.matches.match import Match
from chalicelib.matches.seating import SeatWish
from chalicelib.players import invitations
from chalicelib.site.words import catalogue
from tests.site.house import ME, Browser, House

GRAN = {"seat-1": "mail", "email-1": "Gran@Example.org", "called-1": "Gran", "language-1": "nl"}
FIELDS = {"game": "keer-op-keer", "seat-0": "me", **GRAN}


@pytest.fixture
def anna(home: House) -> Browser:
    """A browser of a player called Anna."""
    return home.browser(home.session("Anna"))


def _made(home: House, location: str) -> Match:
    return repository.load(home.env, location.removeprefix("/m/").partition("#")[0])


def test_a_seat_is_kept_for_the_reader_of_a_mail(home: House, anna: Browser) -> None:
    match = _made(home, anna.post("/new", FIELDS).headers["Location"])
    seat = match.roster.seats[1]
    assert (seat.kind, seat.name, seat.language) == ("reserved", "Gran", "nl")
    found = invitations.find(home.env, seat.player)
    assert found
    assert (found.address, found.match) == ("gran@example.org", match.id)


def test_name_and_language_need_not_be_given(home: House, anna: Browser) -> None:
    seat = _made(
        home, anna.post("/new", {**FIELDS, "called-1": "", "language-1": ""}).headers["Location"]
    ).roster.seats[1]
    assert (seat.name, seat.language) == ("", "en")


@pytest.mark.parametrize(
    ("changes", "field", "said"),
    [
        ({"email-1": ""}, "email-1", "Type the mail address of whoever is to sit here."),
        ({"email-1": "gran"}, "email-1", "A mail address has exactly one @ in it."),
        ({"email-1": "anna@example.org"}, "email-1", "This is your own address: take a seat yourself."),
        ({"called-1": "x" * 41}, "called-1", "A name has 1 to 40 characters"),
        ({"language-1": "tlh"}, "language-1", "The languages we write in are en, nl, sv, af."),
        (
            {
                "seat-1": "nobody",
                "seat-2": "mail",
                "email-2": "Opa@example.org",
                "seat-3": "mail",
                "email-3": "opa@example.org",
            },
            "email-3",
            "Nobody can sit on two seats of one match.",
        ),
    ],
)
def test_a_refusal_stands_at_its_field(anna: Browser, changes: dict[str, str], field: str, said: str) -> None:
    answer = anna.post("/new", {**FIELDS, **changes})
    page = answer.body.decode()
    assert answer.status_code == 422
    assert said in page
    assert re.search(rf'id="{field}"[^>]* aria-invalid="true"', page)
    assert 'value="Gran"' in page or "called-1" in changes


def test_an_address_that_was_invited_before_is_refused_at_its_field(home: House) -> None:
    session = home.session("Anna", "nl")
    home.table(session.player, ME, SeatWish("invite", email="gran@example.org"))
    page = home.browser(session).post("/new", {**FIELDS, "seat-2": "mail", "email-2": "opa@example.org"}).body.decode()
    assert catalogue("nl")["You have invited this address before, and it has not answered yet."] in page
    assert re.search(r'id="email-1"[^>]* aria-invalid="true"', page)
    assert not re.search(r'id="email-2"[^>]* aria-invalid="true"', page)


@pytest.mark.parametrize(
    ("visibility", "seat", "linked"),
    [("private", "open", True), ("private", "bot-1", False), ("public", "open", False)],
)
def test_a_private_match_with_open_seats_has_a_link(
    home: House, anna: Browser, visibility: str, seat: str, linked: bool
) -> None:
    location = anna.post("/new", {**FIELDS, "seat-1": seat, "visibility": visibility}).headers["Location"]
    match = _made(home, location)
    assert match.roster.is_linked is linked
    token = service.join_token(home.env, match)
    assert (f"/m/{match.id}?join={token}" in anna.get(location).body.decode()) is linked
