"""Reply addresses: what is written is read, whatever programs do to letters; what anybody changes or invents is not."""

from __future__ import annotations

import string
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as some

from chalicelib.post.reply_address import NotAReplyAddressError, Ticket, read, write
from tests.matches.desk import Desk

DOMAIN = "reply.example.org"
ENV = Desk().env
TICKET = Ticket("0123456789abcdef", 1, 17, 1_790_002_800)
BASE32 = string.ascii_lowercase + "234567"

tickets = some.builds(
    Ticket,
    match=some.text("0123456789abcdefghijklmnopqrstuvwxyz", min_size=16, max_size=16),
    seat=some.integers(0, 255),
    n=some.integers(0, 2**32 - 1),
    expires=some.integers(0, 2**24 - 1).map(lambda hours: hours * 3_600),
    purpose=some.sampled_from(("answer", "resign")),
)


def is_read(address: str) -> bool:
    try:
        read(ENV, address)
    except NotAReplyAddressError:
        return False
    return True


@given(tickets)
def test_what_is_written_is_read_in_any_letters(ticket: Ticket) -> None:
    address = write(ENV, ticket, DOMAIN)
    local = address.partition("@")[0]
    assert len(local) <= 64
    assert len(local.removeprefix("move-")) <= 60
    assert address == address.lower()
    for form in (address, address.upper(), address.title(), f"<{address}>", f"{local}+later@{DOMAIN}"):
        assert read(ENV, form) == ticket
    assert read(ENV, f"turns+{address}") == ticket


def test_it_expires_within_the_hour_after_it_should() -> None:
    for over in (1, 1_800, 3_599):
        found = read(ENV, write(ENV, replace(TICKET, expires=TICKET.expires + over), DOMAIN))
        assert found.expires == TICKET.expires + 3_600


def test_no_single_letter_can_be_changed() -> None:
    local, _, domain = write(ENV, TICKET, DOMAIN).partition("@")
    for place in range(len("move-"), len(local)):
        for letter in BASE32 + "0189-_.":
            changed = local[:place] + letter + local[place + 1 :]
            assert is_read(f"{changed}@{domain}") == (changed == local)


def test_no_letter_can_be_left_out_added_or_swapped() -> None:
    local = write(ENV, TICKET, DOMAIN).partition("@")[0]
    for place in range(len("move-"), len(local)):
        assert not is_read(f"{local[:place]}{local[place + 1 :]}@{DOMAIN}")
        assert not is_read(f"{local[:place]}a{local[place:]}@{DOMAIN}")
        swapped = local[:place] + local[place : place + 2][::-1] + local[place + 2 :]
        assert is_read(f"{swapped}@{DOMAIN}") == (swapped == local)


@given(some.text(BASE32, min_size=48, max_size=48))
def test_nothing_invented_is_read(token: str) -> None:
    assert not is_read(f"move-{token}@{DOMAIN}")


@given(some.text(max_size=300))
def test_any_text_is_refused_in_the_same_way(text: str) -> None:
    assert not is_read(text)
    assert not is_read(f"move-{text}@{DOMAIN}")


def test_what_a_former_secret_signed_is_read_and_what_another_one_did_is_not() -> None:
    old, other = replace(ENV, secret=b"o" * 32), replace(ENV, secret=b"x" * 32)
    now = replace(ENV, former=(old.secret,))
    assert read(now, write(old, TICKET, DOMAIN)) == read(now, write(now, TICKET, DOMAIN)) == TICKET
    with pytest.raises(NotAReplyAddressError):
        read(now, write(other, TICKET, DOMAIN))


def test_a_seat_link_is_no_reply_address() -> None:
    from chalicelib.players.seat_links import seat_link_token

    assert not is_read(f"move-{seat_link_token(ENV, TICKET.match, 1, 1)}@{DOMAIN}")


@pytest.mark.parametrize("match", ["", "short", "0123456789ABCDEF", "0123456789abcdef0", "0123456789abcde-"])
def test_only_ids_of_ours_are_written(match: str) -> None:
    with pytest.raises(ValueError, match="no match of ours"):
        write(ENV, replace(TICKET, match=match), DOMAIN)
