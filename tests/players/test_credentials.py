"""API tokens and other secrets: their shape, their checksum, and that only hashes are stored."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chalicelib.players import credentials
from chalicelib.players.ports import SequenceIds


def test_a_token_has_a_prefix_thirty_random_and_six_checking_characters() -> None:
    made = credentials.new_api_token(SequenceIds())
    assert made.startswith("tp_")
    assert len(made) == 39
    assert credentials.is_api_token(made)


@given(st.integers(3, 38), st.sampled_from("0123456789ABCXYZabcxyz"))
def test_one_wrong_character_is_noticed(place: int, character: str) -> None:
    made = credentials.new_api_token(SequenceIds())
    changed = made[:place] + character + made[place + 1 :]
    assert credentials.is_api_token(changed) is (changed == made)


@pytest.mark.parametrize("text", ["", "tp_", "x" * 39, "tp_" + "0" * 36, "tp_" + "é" * 36, "TP_" + "0" * 36])
def test_what_is_no_token_is_known_without_the_store(text: str) -> None:
    assert not credentials.is_api_token(text)


def test_other_secrets_are_32_bytes_in_base64url() -> None:
    made = credentials.new_opaque(SequenceIds())
    assert len(made) == 43
    assert credentials.is_opaque(made)
    assert not credentials.is_opaque(made + "=")


def test_the_checksum_is_the_crc_32_in_base62() -> None:
    import zlib

    digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    made = credentials.new_api_token(SequenceIds())
    value = 0
    for character in made[33:]:
        value = value * 62 + digits.index(character)
    assert value == zlib.crc32(made[3:33].encode())
