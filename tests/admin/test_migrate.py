"""`migrate`: running matches go on by newer rules, one by one or all of a game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from chalicelib.matches import repository
from tests.admin.desk import AdminOffice
from tests.matches.desk import ME, OPEN
from tests.matches.test_migration import KEY, Newer, Two, no_counterpart


def upgraded(office: AdminOffice, registry: Two) -> None:
    """Let the service have rules of version 2 from now on."""
    office.desk.env = replace(office.desk.env, games=registry)
    office.post = replace(office.post, env=office.desk.env)


@pytest.mark.parametrize(
    "arguments",
    [(), ("--game", KEY), ("--from", "1"), ("a-match", "--game", KEY, "--from", "1"), ("a-match", "--from", "1")],
)
def test_it_wants_one_match_or_a_game_and_a_version(office: AdminOffice, arguments: tuple[str, ...]) -> None:
    done = office.admin("migrate", *arguments)
    assert done.status == 2
    assert "Say which match to migrate, or --game KEY --from N." in done.err


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--game", "no-game", "--from", "1"), "There are no such rules here"),
        (("--game", KEY, "--from", "1", "--to", "9"), "There are no such rules here"),
        (
            ("--game", KEY, "--from", "1"),
            "Version 1 of the rules of keer-op-keer is the newest here: there is nothing newer to go on by.",
        ),
        (("--game", KEY, "--from", "1", "--to", "1"), "--from and --to name the same version: nothing would change."),
        (("no-match",), "There is no match here."),
    ],
)
def test_what_is_not_there_is_told(office: AdminOffice, arguments: tuple[str, ...], why: str) -> None:
    done = office.admin("migrate", *arguments)
    assert done.status == 2
    assert why in done.err


def test_one_match_goes_on_by_the_newer_rules(office: AdminOffice) -> None:
    match, other = (office.desk.table("anna", "bram") for _ in range(2))
    upgraded(office, Two(Newer()))
    done = office.admin("migrate", match.id)
    assert done.status == 0
    assert done.out.splitlines() == [
        f"{match.id}: goes on by version 2 of keer-op-keer after ply 0 (so far 1)",
        "1 match carried over, none refused.",
    ]
    assert [office.desk.load(each).roster.rules_at() for each in (match, other)] == [2, 1]
    again = office.admin("migrate", match.id)
    assert again.status == 2
    assert "by version 2 already" in again.err


def test_all_running_matches_of_a_game_are_taken_and_no_other(office: AdminOffice) -> None:
    running = {office.desk.table("anna", "bram").id for _ in range(2)}
    office.desk.create(ME, OPEN)
    office.desk.table("anna", "bram", game="sequence-dice")
    office.desk.play_out(office.desk.table("anna", "bram"), "pass")
    upgraded(office, Two(Newer()))
    tried = office.admin("migrate", "--game", KEY, "--from", "1", "--dry-run")
    assert "2 matches can be carried over, none refused." in tried.out
    assert all(office.desk.load(each).roster.migrations == () for each in running)
    done = office.admin("migrate", "--game", KEY, "--from", "1")
    assert (done.status, {line.split(":")[0] for line in done.out.splitlines()[:-1]}) == (0, running)
    assert "none broken" in office.admin("verify", "--all").out
    assert office.admin("migrate", "--game", KEY, "--from", "1").out == "0 matches carried over, none refused.\n"


def test_what_cannot_be_carried_over_is_named(office: AdminOffice) -> None:
    match = office.desk.table("anna", "bram")
    upgraded(office, Two(Newer(), no_counterpart))
    for arguments in ((match.id,), ("--game", KEY, "--from", "1")):
        done = office.admin("migrate", *arguments)
        assert done.status == 1
        assert f"{match.id}: This position cannot be carried over: There is no such position any more." in done.out
    assert repository.log(office.desk.env, match.id)[-1].kind == "started"
