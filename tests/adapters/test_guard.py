"""The guard: what may be called as a webhook, and a corpus of ways around it that are none."""

from __future__ import annotations

import ipaddress

import pytest

from chalicelib.adapters.guard import MAX_URL, Target, check_addresses, is_public, target_of
from chalicelib.post.ports import WebhookRefusedError


def _words(text: str) -> list[str]:
    return text.split()


NOT_PUBLIC = _words("""
0.0.0.0  0.0.0.1  10.0.0.1  10.255.255.255  100.64.0.1  100.100.100.200  100.127.255.255  127.0.0.1  127.255.255.254
168.63.129.16  169.254.0.1  169.254.169.254  169.254.169.253  169.254.170.2  172.16.0.1  172.31.255.255  192.0.0.1
192.0.0.9  192.0.0.170  192.0.0.192  192.0.2.1  192.88.99.1  192.168.0.1  192.168.255.255  198.18.0.1  198.19.255.255
198.51.100.7  203.0.113.9  224.0.0.1  233.252.0.1  239.255.255.250  240.0.0.1  255.255.255.255
::  ::1  ::7f00:1  ::127.0.0.1  ::ffff:127.0.0.1  ::ffff:169.254.169.254  ::ffff:8.8.8.8  ::ffff:0:127.0.0.1
64:ff9b::127.0.0.1  64:ff9b::10.0.0.1  64:ff9b::169.254.169.254  64:ff9b:1::8.8.8.8  64:ff9b:1:ffff::10.0.0.1
100::1  100:0:0:1::1  2001::1  2001:0:4136:e378:8000:63bf:3fff:fdd2  2001:2::1  2001:3::1  2001:10::1  2001:20::1
2001:1ff:ffff::1  2001:db8::1  2002:7f00:1::  2002:a00:1::1  2002:a9fe:a9fe::  2002:808:808::1  3ffe::1  3fff::1
3fff:fff::1  4000::1  5f00::1  fc00::1  fd00:ec2::254  fd20:ce::254  fe80::1  fe80::a9fe:a9fe  febf::1  fec0::1
ff02::1  ff05::1:3  ff0e::1  2600:1f18::5efe:10.0.0.1  2600:1f18::200:5efe:127.0.0.1
""")

PUBLIC = _words("""
1.1.1.1  8.8.8.8  9.255.255.255  11.0.0.1  93.184.216.34  100.63.255.255  100.128.0.1  126.255.255.255  128.0.0.1
168.63.129.15  168.63.129.17  169.253.255.255  169.255.0.1  172.15.255.255  172.32.0.1  192.0.1.1  192.0.3.1
192.31.196.1  192.52.193.1  192.88.98.255  192.88.100.1  192.167.255.255  192.169.0.1  192.175.48.1  198.17.255.255
198.20.0.1  198.51.99.255  198.51.101.1  203.0.112.255  203.0.114.1  223.255.255.255
64:ff9b::8.8.8.8  2000::1  2001:200::1  2001:4860:4860::8888  2001:db7:ffff::1  2001:db9::1  2003::1  2400:cb00::1
2606:4700:4700::1111  2620:4f:8000::1  2620:fe::fe  2a00:1450:4001::1  2600:1f18::5efe:8.8.8.8  3fff:1000::1
""")

BYPASSES = (
    # forms of 127.0.0.1 and of the metadata service that one reader takes for a name, and another for an address
    *(f"https://{host}/" for host in NOT_PUBLIC if ":" not in host),
    *(f"https://[{host}]/" for host in NOT_PUBLIC if ":" in host),
    "https://127.1/",
    "https://127.0.1/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0x7f.0.0.1/",
    "https://0X7F.1/",
    "https://0177.0.0.1/",
    "https://017700000001/",
    "https://127.0.0.01/",
    "https://0/",
    "https://127.0.0.1./",
    "https://127.0.0.1.:443/",
    "https://169.254.43518/",
    "https://2852039166/",
    "https://0xa9fea9fe/",
    "https://1.2.3.4.5/",
    "https://256.256.256.256/",
    "https://127.0.0.1%2f@example.org/",
    "https://%31%32%37.0.0.1/",
    "https://①②⑦.⓪.⓪.①/",
    "https://127。0。0。1/",
    "https://ⓛocalhost/",
    "https://bücher.example/",
    "https://example.org@127.0.0.1/",
    "https://user:pass@example.org/",
    "https://@example.org/",
    "https://127.0.0.1\\@example.org/",
    "https://example.org\\.evil.example/",
    "https:\\\\example.org/",
    "https:///example.org/",
    "https:example.org",
    "//example.org/",
    "example.org",
    "https://",
    "https:///",
    "https://.example.org/",
    "https://example..org/",
    "https://example.org./",
    "https://-example.org/",
    "https://exam_ple.org/",
    f"https://{'a' * 64}.example/",
    f"https://{'a.' * 130}org/",
    "https://localhost/",
    "https://metadata/",
    "https://[::1%25lo]/",
    "https://[fe80::1%eth0]/",
    "https://[::ffff:7f00:1]/",
    "https://[0:0:0:0:0:0:0:1]/",
    "https://[::1/",
    "https://::1/",
    "https://[127.0.0.1]/",
    "https://[1.2.3.4]/",
    "https://[example.org]/",
    "https://[2606:4700::1]example.org/",
    # ports, schemes, line breaks, and what is no part of what is asked for
    "http://example.org/",
    "http://example.org:443/",
    "ftp://example.org/",
    "file:///etc/passwd",
    "gopher://example.org:443/_",
    "https://example.org:80/",
    "https://example.org:22/",
    "https://example.org:6379/",
    "https://example.org:0/",
    "https://example.org:0443/",
    "https://example.org:/",
    "https://example.org:65979/",
    "https://example.org:443:443/",
    "https://example.org:+443/",
    "https://example.org/#fragment",
    "https://example.org#@127.0.0.1/",
    "https://example.org/a b",
    "https://example.org/\r\nHost: 127.0.0.1",
    "https://example.org/\n",
    "https://exa\tmple.org/",
    " https://example.org/",
    "https://example.org/\x00",
    "https://example.org/ü",
    f"https://example.org/{'x' * MAX_URL}",
    "",
)

FINE = {
    "https://example.org": Target(True, "example.org", 443, "/"),
    "https://EXAMPLE.org/Hook?x=1&y=/?": Target(True, "example.org", 443, "/Hook?x=1&y=/?"),
    "https://example.org?x": Target(True, "example.org", 443, "/?x"),
    "https://example.org:8443/a/../b//%00": Target(True, "example.org", 8443, "/a/../b//%00"),
    "https://xn--bcher-kva.example/": Target(True, "xn--bcher-kva.example", 443, "/"),
    "https://7.example/": Target(True, "7.example", 443, "/"),
    "https://93.184.216.34/": Target(True, "93.184.216.34", 443, "/"),
    "https://[2606:4700:4700:0::1111]:8443/": Target(True, "2606:4700:4700::1111", 8443, "/"),
    "https://discord.com/api/webhooks/1/a-b_c": Target(True, "discord.com", 443, "/api/webhooks/1/a-b_c"),
}


@pytest.mark.parametrize("address", NOT_PUBLIC)
def test_what_is_not_public_is_refused_whatever_name_led_there(address: str) -> None:
    assert not is_public(ipaddress.ip_address(address))
    with pytest.raises(WebhookRefusedError):
        check_addresses(["93.184.216.34", address])


@pytest.mark.parametrize("address", PUBLIC)
def test_what_is_public_is_not_refused(address: str) -> None:
    assert is_public(ipaddress.ip_address(address))
    check_addresses([address, "93.184.216.34"])


@pytest.mark.parametrize("url", BYPASSES)
def test_no_way_around_the_guard(url: str) -> None:
    with pytest.raises(WebhookRefusedError, match=r"\.$"):
        target_of(url, private=False)


def test_the_corpus_is_as_large_as_is_promised() -> None:
    assert len(set(BYPASSES)) >= 50 + len(set(NOT_PUBLIC))


@pytest.mark.parametrize("url", FINE)
def test_a_url_is_read_in_one_way(url: str) -> None:
    assert target_of(url, private=False) == FINE[url]


@pytest.mark.parametrize(
    ("url", "authority"),
    [
        ("http://127.0.0.1:9000/x", "127.0.0.1:9000"),
        ("http://localhost", "localhost"),
        ("https://[::1]:443/", "[::1]"),
        ("http://[fd00::1]:443/", "[fd00::1]:443"),
        ("https://printer:81/", "printer:81"),
    ],
)
def test_at_home_anything_that_is_an_address_may_be_called(url: str, authority: str) -> None:
    assert target_of(url, private=True).authority == authority


@pytest.mark.parametrize("url", ["http://a@localhost/", "http://127.1/", "http://localhost:65536/", "ftp://localhost/"])
def test_not_even_at_home_is_a_url_guessed_at(url: str) -> None:
    with pytest.raises(WebhookRefusedError):
        target_of(url, private=True)


def test_python_takes_for_global_what_is_not() -> None:
    """Why there is a list of our own."""
    found = [text for text in NOT_PUBLIC if ipaddress.ip_address(text).is_global]
    assert len(found) >= 5
