"""Chance against draws worked out here from the written byte layout, with no code of ours."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence

import pytest

from chalicelib.rules import Chance, commitment
from tests.rules.frequencies import fair

SEED = bytes(range(32))
NONCES = (b"first seat", b"")


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """RFC 2104 by hand, for keys of at most 64 bytes."""
    padded = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in padded) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in padded) + inner).digest()


def words(seed: bytes, nonces: Sequence[bytes], ply: int, purpose: bytes) -> Iterator[int]:
    """The 64-bit numbers of the draws, one after the other."""
    head = len(purpose).to_bytes(4, "big") + purpose + len(nonces).to_bytes(4, "big")
    for nonce in nonces:
        head += len(nonce).to_bytes(4, "big") + nonce
    counter = 0
    while True:
        digest = hmac_sha256(seed, head + ply.to_bytes(8, "big") + counter.to_bytes(8, "big"))
        yield int.from_bytes(digest[:8], "big")
        counter += 1


def below(source: Iterator[int], bound: int) -> int:
    """Rejection sampling as it is written down."""
    top = 2**64 // bound * bound
    return next(word for word in source if word < top) % bound


def test_hmac_by_hand_is_hmac() -> None:
    # RFC 4231, test case 2
    expected = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    assert hmac_sha256(b"Jefe", b"what do ya want for nothing?").hex() == expected


@pytest.mark.parametrize("bound", [1, 2, 3, 5, 6, 1000, 2**32, 2**63, 2**63 + 1, 2**64 - 1, 2**64])
@pytest.mark.parametrize(("ply", "purpose"), [(0, "game"), (1, "game"), (0, "bot"), (2**40, "game")])
def test_numbers_below_a_bound_are_the_independent_ones(bound: int, ply: int, purpose: str) -> None:
    chance, source = Chance(SEED, NONCES, ply, purpose), words(SEED, NONCES, ply, purpose.encode())
    assert [chance.below(bound) for _ in range(20)] == [below(source, bound) for _ in range(20)]


def test_known_numbers() -> None:
    assert Chance(bytes(32), (), 0).below(2**64) == 15692045061185109952
    assert Chance(bytes(32), (b"",), 0).below(2**64) == 2617509424469970792


@pytest.mark.parametrize("size", [0, 1, 32, 63, 64, 65, 200])
def test_seeds_of_any_size_key_the_hmac(size: int) -> None:
    seed = bytes(range(size))
    message = b"\0\0\0\4game" + bytes(4) + (5).to_bytes(8, "big") + bytes(8)
    expected = hmac.digest(seed, message, "sha256")[:8]
    assert Chance(seed, (), 5).below(2**64) == int.from_bytes(expected, "big")


def test_draws_past_the_last_whole_multiple_are_rejected_and_counted() -> None:
    bound = 2**63 + 1
    chance, source = Chance(SEED, NONCES, 7), words(SEED, NONCES, 7, b"game")
    values = [chance.below(bound) for _ in range(200)]
    taken: list[int] = []
    used = 0
    while len(taken) < 200:
        word = next(source)
        used += 1
        if word < bound:
            taken.append(word)
    assert values == taken
    assert chance.draws == used > 300


def test_nothing_is_rejected_when_the_bound_divides_the_range() -> None:
    chance = Chance(SEED, NONCES, 7)
    for _ in range(100):
        chance.below(2**64)
    assert chance.draws == 100


@pytest.mark.parametrize("bound", [0, -1])
def test_there_is_no_number_below_one(bound: int) -> None:
    chance = Chance(SEED, NONCES, 0)
    with pytest.raises(ValueError, match="nothing to draw"):
        chance.below(bound)
    assert chance.draws == 0


def test_a_fresh_stream_has_drawn_nothing() -> None:
    assert Chance(SEED, NONCES, 0).draws == 0


def test_a_roll_is_the_face_at_a_number_below_their_count() -> None:
    chance, source = Chance(SEED, NONCES, 3), words(SEED, NONCES, 3, b"game")
    assert [chance.roll("gybro*") for _ in range(50)] == ["gybro*"[below(source, 6)] for _ in range(50)]


def test_a_shuffle_swaps_from_the_last_place_down() -> None:
    source = words(SEED, NONCES, 3, b"game")
    pool = list("abcdefgh")
    for last in range(7, 0, -1):
        other = below(source, last + 1)
        pool[last], pool[other] = pool[other], pool[last]
    items = list("abcdefgh")
    chance = Chance(SEED, NONCES, 3)
    assert chance.shuffle(items) == tuple(pool)
    assert items == list("abcdefgh")
    assert chance.draws == 7


@pytest.mark.parametrize("items", [(), ("only",)])
def test_a_shuffle_of_nothing_or_one_draws_nothing(items: tuple[str, ...]) -> None:
    chance = Chance(SEED, NONCES, 3)
    assert chance.shuffle(items) == items
    assert chance.draws == 0


def test_every_part_of_the_layout_changes_the_draws() -> None:
    streams = [
        Chance(SEED, NONCES, 0),
        Chance(bytes(32), NONCES, 0),
        Chance(SEED, (), 0),
        Chance(SEED, (b"", b"first seat"), 0),
        Chance(SEED, (b"first", b" seat"), 0),
        Chance(SEED, (b"first seat",), 0),
        Chance(SEED, NONCES, 1),
        Chance(SEED, NONCES, 0, "bot"),
        Chance(SEED, NONCES, 0, ""),
    ]
    assert len({stream.below(2**64) for stream in streams}) == len(streams)


def test_the_commitment_is_a_hash_over_seed_match_and_rules_version() -> None:
    fields = [SEED, "mätch".encode(), b"12"]
    laid_out = b"".join(len(field).to_bytes(4, "big") + field for field in fields)
    assert commitment(SEED, "mätch", 12) == hashlib.sha256(laid_out).hexdigest()
    others = [(bytes(32), "mätch", 12), (SEED, "mätch1", 2), (SEED, "mätch", 1), (SEED, "match", 12)]
    assert len({commitment(SEED, "mätch", 12), *(commitment(*other) for other in others)}) == 5


DRAWS = 100_000


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("faces", ["gybro*", "12345*"])
def test_the_faces_of_one_long_stream_are_equally_frequent(faces: str, seed: int) -> None:
    chance = Chance(bytes([seed]) * 32, NONCES, 0)
    assert fair((chance.roll(faces) for _ in range(DRAWS)), 6)


@pytest.mark.parametrize("seed", range(3))
def test_two_dice_in_one_number_are_equally_frequent(seed: int) -> None:
    chance = Chance(bytes([9, seed]) * 16, NONCES, 0)
    assert fair((chance.below(36) for _ in range(DRAWS)), 36)


def test_dice_that_are_not_fair_do_not_pass() -> None:
    chance = Chance(SEED, NONCES, 0)
    assert not fair((chance.below(61) % 6 for _ in range(DRAWS)), 6)


@pytest.fixture(scope="module")
def throws() -> list[list[int]]:
    """Six dice, thrown anew in every ply of a long match."""
    plies = (Chance(b"every ply" * 3, NONCES, ply) for ply in range(DRAWS))
    return [[chance.below(6) for _ in range(6)] for chance in plies]


@pytest.mark.parametrize("die", range(6))
def test_each_of_six_dice_is_fair_from_ply_to_ply(throws: list[list[int]], die: int) -> None:
    assert fair((throw[die] for throw in throws), 6)


@pytest.mark.parametrize("seed", range(2))
def test_neighbouring_dice_are_independent(seed: int) -> None:
    chance = Chance(bytes([7, seed]) * 16, NONCES, 0)
    pairs = ((chance.below(6), chance.below(6)) for _ in range(DRAWS // 2))
    assert fair(pairs, 36)


def test_every_order_of_a_shuffle_is_equally_frequent() -> None:
    chance = Chance(b"cards" * 6, NONCES, 0)
    assert fair((chance.shuffle("abcd") for _ in range(DRAWS // 3)), 24)
