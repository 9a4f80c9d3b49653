"""Links to fewer mails: what we signed can be read by whoever has the mail, and nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from chalicelib.players.accounts import delete_account
from chalicelib.players.errors import UnknownMailLinkError
from chalicelib.players.mail_links import KINDS, mail_link_token, read_mail_link
from chalicelib.players.ports import Put, VersionIs
from chalicelib.players.profile import Profile
from chalicelib.players.repository import load_profile, profile_item
from chalicelib.players.seat_links import seat_link_token
from tests.players.desk import Desk


@pytest.fixture
def ann(desk: Desk) -> Profile:
    return load_profile(desk.store, desk.sign_up("ann@example.org", handle="ann").player)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("match", ["k3v9", ""])
def test_a_link_says_whose_mails_of_which_kind_about_which_match(
    desk: Desk, ann: Profile, kind: str, match: str
) -> None:
    (known,) = [each for each in KINDS if each == kind]
    token = mail_link_token(desk.env, ann, known, match)
    found = read_mail_link(desk.env, token)
    assert (found.profile, found.kind, found.match) == (ann, kind, match)


def test_no_part_of_it_can_be_changed(desk: Desk, ann: Profile) -> None:
    token = mail_link_token(desk.env, ann, "turn", "k3v9")
    made_up = [token.replace(".turn.", ".talk."), token.replace("k3v9", "k3v8"), token[:-1], token + "x", "", ".", "é"]
    bob = desk.sign_up("bob@example.org", handle="bob").player
    made_up += [token.replace(ann.id, bob), seat_link_token(desk.env, "k3v9", 0, 0), "a" * 300]
    for each in made_up:
        with pytest.raises(UnknownMailLinkError):
            read_mail_link(desk.env, each)


def test_former_secrets_are_accepted_and_others_are_not(desk: Desk, ann: Profile) -> None:
    old = replace(desk.env, secret=b"x" * 32)
    token = mail_link_token(old, ann, "turn")
    assert read_mail_link(replace(desk.env, former=(old.secret,)), token).kind == "turn"
    with pytest.raises(UnknownMailLinkError):
        read_mail_link(desk.env, token)


def test_a_link_to_another_address_is_worth_nothing(desk: Desk, ann: Profile) -> None:
    token = mail_link_token(desk.env, ann, "turn")
    moved = replace(ann, email="anna@example.org", version=ann.version + 1)
    desk.store.commit([Put(profile_item(moved), VersionIs(ann.version))])
    with pytest.raises(UnknownMailLinkError):
        read_mail_link(desk.env, token)


def test_whoever_is_gone_has_no_link(desk: Desk, ann: Profile) -> None:
    token = mail_link_token(desk.env, ann, "turn")
    delete_account(desk.env, ann.id)
    with pytest.raises(UnknownMailLinkError):
        read_mail_link(desk.env, token)
