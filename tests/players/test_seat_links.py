"""Seat links: what we signed can be read, and nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from chalicelib.players.errors import UnauthenticatedError
from chalicelib.players.seat_links import read_seat_link, seat_link_token
from tests.players.desk import Desk


def test_a_link_says_match_seat_and_epoch(desk: Desk) -> None:
    token = seat_link_token(desk.env, "k3v9", 1, 4)
    assert token.startswith("k3v9.1.4.")
    assert read_seat_link(desk.env, token) == ("k3v9", 1, 4)


def test_no_part_of_it_can_be_changed(desk: Desk) -> None:
    token = seat_link_token(desk.env, "k3v9", 1, 4)
    signature = token.rpartition(".")[2]
    others = ["k3v8.1.4", "k3v9.0.4", "k3v9.1.5", "k3v9.01.4", "k3v9.1", "", "k3v9.1.4."]
    changed = [f"{other}.{signature}" for other in others]
    for made_up in [*changed, token[:-1], token + "x", token + "=", "", ".", "é.1.4.x", "a" * 300, "k3v9.1.4."]:
        with pytest.raises(UnauthenticatedError):
            read_seat_link(desk.env, made_up)


def test_another_secret_signs_other_links(desk: Desk) -> None:
    token = seat_link_token(replace(desk.env, secret=b"x" * 32), "k3v9", 1, 4)
    with pytest.raises(UnauthenticatedError):
        read_seat_link(desk.env, token)


def test_what_a_former_secret_signed_is_read_and_nothing_is_signed_with_it(desk: Desk) -> None:
    old = replace(desk.env, secret=b"x" * 32)
    changed = replace(desk.env, former=(old.secret,))
    assert read_seat_link(changed, seat_link_token(old, "k3v9", 1, 4)) == ("k3v9", 1, 4)
    assert seat_link_token(changed, "k3v9", 1, 4) == seat_link_token(desk.env, "k3v9", 1, 4)
