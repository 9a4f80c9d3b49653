"""Mail addresses: one spelling of each, and a refusal for everything that could be something else in a header."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chalicelib.players.addresses import digest, normalise
from chalicelib.players.errors import InvalidAddressError


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("ann@example.org", "ann@example.org"),
        ("  Ann.Lee@Example.ORG ", "ann.lee@example.org"),
        ("ann+games@mail.example.co.za", "ann+games@mail.example.co.za"),
        ("o'brien_{1}@example.org", "o'brien_{1}@example.org"),
        ("ann@bücher.example", "ann@xn--bcher-kva.example"),
        ("ann@XN--BCHER-KVA.example", "ann@xn--bcher-kva.example"),
        ("ann@例え.テスト", "ann@xn--r8jz45g.xn--zckzah"),
        ("ann@example。org", "ann@example.org"),
        ("a" * 64 + "@example.org", "a" * 64 + "@example.org"),
    ],
)
def test_an_address_has_one_spelling(typed: str, kept: str) -> None:
    assert normalise(typed) == kept


@pytest.mark.parametrize(
    "typed",
    [
        "",
        " ",
        "ann",
        "@example.org",
        "ann@",
        "ann@@example.org",
        "ann@example@org",
        "ann@localhost",
        "ann@example",
        "ann@example.org.",
        "ann@.example.org",
        "ann@example..org",
        "ann@-example.org",
        "ann@example-.org",
        "ann@exa_mple.org",
        "ann@127.0.0.1",
        "ann@[127.0.0.1]",
        ".ann@example.org",
        "ann.@example.org",
        "an..n@example.org",
        "änn@example.org",
        '"ann"@example.org',
        "ann(hi)@example.org",
        "Ann <ann@example.org>",
        "ann@example.org,bob@example.org",
        "ann@example.org\nBcc: bob@example.org",
        "ann@example.org\r\nBcc: bob@example.org",
        "ann\n@example.org",
        "ann@example.org\n",
        "ann @example.org",
        "ann\t@example.org",
        "ann\x00@example.org",
        "ann\u2028@example.org",
        "ann\u202e@example.org",
        "ann@exam\u200bple.org\x7f",
        "a" * 65 + "@example.org",
        "ann@" + "a" * 64 + ".org",
        "ann@" + ".".join(["a" * 60] * 5),
        "ann@" + "ü" * 250,
        "\ud800@example.org",
        "ann@\ud800.org",
    ],
)
def test_what_is_no_plain_address_is_refused(typed: str) -> None:
    with pytest.raises(InvalidAddressError) as caught:
        normalise(typed)
    assert caught.value.message.endswith(".")


@given(st.text(max_size=40), st.text(max_size=40))
def test_whatever_is_kept_is_harmless_and_keeps_its_spelling(local: str, domain: str) -> None:
    try:
        kept = normalise(f"{local}@{domain}.org")
    except InvalidAddressError:
        return
    assert kept.isascii()
    assert kept.isprintable()
    assert not set(kept) & set(' <>,;:()[]\\"')
    assert kept.count("@") == 1
    assert normalise(kept) == kept


def test_an_address_is_looked_up_by_its_sha_256() -> None:
    assert digest("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
