"""The machine's clock and secrets keep what the ports promise."""

from __future__ import annotations

from chalicelib.adapters.system import SystemClock, SystemIds
from chalicelib.players.ports import Clock, Ids


def test_the_clock_tells_whole_seconds_of_this_century() -> None:
    clock: Clock = SystemClock()
    first, second = clock.now(), clock.now()
    assert isinstance(first, int)
    assert 1_700_000_000 < first <= second < 4_102_444_800


def test_names_have_their_length_and_letters() -> None:
    ids: Ids = SystemIds()
    names = {ids.name(20) for _ in range(200)}
    assert len(names) == 200
    assert {len(name) for name in names} == {20}
    assert all(name.isascii() and name.isalnum() for name in names)
    assert len(set("".join(names))) == 62


def test_tokens_have_their_size() -> None:
    ids: Ids = SystemIds()
    assert [len(ids.token(size)) for size in (0, 1, 32)] == [0, 1, 32]
    assert ids.token(32) != ids.token(32)
