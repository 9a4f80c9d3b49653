"""Blocks: they hold both ways, nobody learns who set one, and they end with an account."""

from __future__ import annotations

import pytest

from chalicelib.players import blocks
from chalicelib.players.accounts import delete_account
from chalicelib.players.errors import BlockLimitError, InvalidProfileError, UnknownPlayerError
from tests.players.desk import Desk


@pytest.fixture
def people(desk: Desk) -> dict[str, str]:
    return {name: desk.sign_up(f"{name}@example.org", name.title(), name).player for name in ("ann", "bob", "cas")}


def test_a_block_holds_both_ways_and_for_nobody_else(desk: Desk, people: dict[str, str]) -> None:
    ann, bob, cas = people.values()
    blocks.block(desk.env, ann, "BOB")
    assert blocks.between(desk.env, ann, [bob, cas]) == {bob}
    assert blocks.between(desk.env, bob, [ann, cas]) == {ann}
    assert blocks.between(desk.env, cas, [ann, bob]) == frozenset()


def test_strangers_and_oneself_are_across_no_block(desk: Desk, people: dict[str, str]) -> None:
    reads = desk.store.reads
    assert blocks.between(desk.env, "", people.values()) == frozenset()
    assert blocks.between(desk.env, people["ann"], [people["ann"], ""]) == frozenset()
    assert desk.store.reads == reads


def test_neither_finds_the_other(desk: Desk, people: dict[str, str]) -> None:
    ann, bob, cas = people.values()
    blocks.block(desk.env, ann, "bob")
    for player, handle in ((ann, "bob"), (bob, "ann")):
        with pytest.raises(UnknownPlayerError) as refusal:
            blocks.look_up(desk.env, player, handle)
        assert refusal.value.message == f"Nobody has the handle {handle!r}."
    assert blocks.look_up(desk.env, cas, "ann").id == ann


def test_blocking_twice_keeps_the_first_moment(desk: Desk, people: dict[str, str]) -> None:
    first = blocks.block(desk.env, people["ann"], "bob")
    desk.clock.advance(60)
    assert blocks.block(desk.env, people["ann"], "bob") == first
    blocks.block(desk.env, people["ann"], "cas")
    assert [each.handle for each in blocks.list_blocks(desk.env, people["ann"])] == ["cas", "bob"]
    assert blocks.list_blocks(desk.env, people["bob"]) == ()


def test_who_is_let_off_is_found_again(desk: Desk, people: dict[str, str]) -> None:
    blocks.block(desk.env, people["ann"], "bob")
    with pytest.raises(UnknownPlayerError):
        blocks.unblock(desk.env, people["bob"], "ann")
    blocks.unblock(desk.env, people["ann"], "bob")
    assert blocks.look_up(desk.env, people["bob"], "ann").id == people["ann"]
    with pytest.raises(UnknownPlayerError):
        blocks.unblock(desk.env, people["ann"], "bob")


def test_nobody_blocks_themselves_or_nobody(desk: Desk, people: dict[str, str]) -> None:
    with pytest.raises(InvalidProfileError):
        blocks.block(desk.env, people["ann"], "ann")
    with pytest.raises(UnknownPlayerError):
        blocks.block(desk.env, people["ann"], "dee")


def test_who_leaves_for_good_is_on_no_list(desk: Desk, people: dict[str, str]) -> None:
    blocks.block(desk.env, people["ann"], "bob")
    blocks.block(desk.env, people["cas"], "ann")
    delete_account(desk.env, people["bob"])
    assert blocks.list_blocks(desk.env, people["ann"]) == ()
    delete_account(desk.env, people["cas"])
    assert blocks.between(desk.env, people["ann"], [people["cas"]]) == frozenset()


def test_a_block_of_somebody_who_leaves_at_that_moment_is_refused(desk: Desk, people: dict[str, str]) -> None:
    desk.store.before_commit.append(lambda: delete_account(desk.env, people["bob"]))
    with pytest.raises(UnknownPlayerError):
        blocks.block(desk.env, people["ann"], "bob")
    assert blocks.between(desk.env, people["ann"], [people["bob"]]) == frozenset()


def test_there_is_an_end_to_it(desk: Desk, people: dict[str, str]) -> None:
    for number in range(blocks.MAX_BLOCKS):
        desk.clock.advance(1)
        desk.sign_up(f"p{number}@example.org", handle=f"p-{number}")
        blocks.block(desk.env, people["ann"], f"p-{number}")
    with pytest.raises(BlockLimitError):
        blocks.block(desk.env, people["ann"], "bob")
    blocks.block(desk.env, people["ann"], "p-0")
