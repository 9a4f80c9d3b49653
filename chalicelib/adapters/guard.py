"""Which addresses a webhook may be called at: how its URL is read, and which addresses of the internet are public.

A URL is read by one strict pattern, the same when it is given to us and when it is called, so that no two readers can
differ about it; and what its name resolves to is held against a list of our own, since what Python takes for global
includes NAT64, multicast and other ways into somebody's network.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from chalicelib.post.ports import WebhookRefusedError

MAX_URL = 1_000
"""Characters in a URL at most."""
PORTS = (443, 8443)
"""The ports that are called: web servers are there, and nothing else that might take a request for its own protocol."""

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

_URL = re.compile(
    r"(?P<scheme>https?)://(?P<host>\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.-]+)(?::(?P<port>[1-9][0-9]{0,4}))?"
    r"(?P<path>/[!$&-;=@A-Z_a-z~%]*)?(?P<query>\?[!$&-;=?@A-Z_a-z~%]*)?"
)
_LABEL = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?")
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")
_MAX_HOST = 253

_NOT_PUBLIC = """
0.0.0.0/8           this network
10.0.0.0/8          private use
100.64.0.0/10       shared by carriers; Alibaba's metadata are at 100.100.100.200
127.0.0.0/8         loopback
168.63.129.16/32    Azure's own services, at what looks like an address of anybody's
169.254.0.0/16      link local; the metadata of most clouds are at 169.254.169.254
172.16.0.0/12       private use
192.0.0.0/24        protocol assignments; Oracle's metadata are at 192.0.0.192
192.0.2.0/24        documentation
192.88.99.0/24      relays from 6to4, given up
192.168.0.0/16      private use
198.18.0.0/15       benchmarks
198.51.100.0/24     documentation
203.0.113.0/24      documentation
224.0.0.0/4         multicast
240.0.0.0/4         reserved, and broadcast
2001::/23           protocol assignments: Teredo, benchmarks, ORCHID and others
2001:db8::/32       documentation
2002::/16           6to4, which holds an IPv4 address
3ffe::/16           the 6bone, given back
3fff::/20           documentation
"""
"""What is not public, by the IANA registries of special-purpose addresses (RFC 6890, as of 2024) and of multicast."""
_GLOBAL_UNICAST = ipaddress.IPv6Network("2000::/3")
"""All of IPv6 that is given out to networks; the rest is private, local, multicast, mapped IPv4 or reserved."""
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
"""Where a network with nothing but IPv6 finds IPv4 addresses, each in the last four bytes (RFC 6052)."""
_ISATAP = (0x00005EFE, 0x02005EFE)
"""What stands before an IPv4 address in the last eight bytes, where IPv6 is tunnelled through a network (RFC 5214)."""


@dataclass(frozen=True, slots=True)
class Target:
    """A URL taken apart: whether it is encrypted, which `host` (lower case, IPv6 without brackets) and port, and what
    is asked for there."""

    secure: bool
    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        """The host as it stands in the Host header."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == (443 if self.secure else 80) else f"{host}:{self.port}"


def target_of(url: str, *, private: bool) -> Target:
    """The URL taken apart, if it may be called; `private` lets it be one at home. Raises WebhookRefusedError."""
    found = _URL.fullmatch(url) if len(url) <= MAX_URL else None
    if found is None:
        raise WebhookRefusedError(
            f"A webhook's URL looks like https://example.org/hook: at most {MAX_URL} characters of ASCII (other names "
            "as xn--..., other characters as %..), without user, password or fragment."
        )
    secure = found["scheme"] == "https"
    port = int(found["port"] or (443 if secure else 80))
    target = Target(secure, _host(found["host"]), port, (found["path"] or "/") + (found["query"] or ""))
    if not private:
        _check_public(target)
    elif port > 65_535:
        raise WebhookRefusedError("There is no such port.")
    return target


def is_public(address: Address) -> bool:
    """Whether the address is one of the public internet, whatever it has inside."""
    if isinstance(address, ipaddress.IPv4Address):
        return not any(address in network for network in _networks(4))
    if address in _NAT64:
        return is_public(_inner(address))
    if address not in _GLOBAL_UNICAST or any(address in network for network in _networks(6)):
        return False
    return (int(address) >> 32) & 0xFFFF_FFFF not in _ISATAP or is_public(_inner(address))


def check_addresses(addresses: Sequence[str]) -> None:
    """Let nothing be called if any of the addresses that a name resolved to is not public. Raises WebhookRefusedError.

    Any: a name that leads to several places would otherwise be let in by one and connected to another.
    """
    for address in addresses:
        if not is_public(ipaddress.ip_address(address)):
            raise WebhookRefusedError("It leads to an address that is not public.")


def _host(text: str) -> str:
    """The host in lower case, an address in its usual form. Raises WebhookRefusedError."""
    host = text.lower()
    if host.startswith("["):
        return _literal(host[1:-1], ipaddress.IPv6Address)
    labels = host.split(".")
    if _NUMBER.fullmatch(labels[-1]):  # what ends in a number is an IPv4 address, and of its many forms one is taken
        return _literal(host, ipaddress.IPv4Address)
    if len(host) > _MAX_HOST or not all(_LABEL.fullmatch(label) for label in labels):
        raise WebhookRefusedError("The host is not a name of the internet.")
    return host


def _literal(text: str, kind: type[Address]) -> str:
    try:
        return str(kind(text))
    except ValueError:
        raise WebhookRefusedError("The host is not an address of the internet in its usual form.") from None


def _check_public(target: Target) -> None:
    if not target.secure:
        raise WebhookRefusedError("A webhook's URL begins with https://.")
    if target.port not in PORTS:
        raise WebhookRefusedError(f"Webhooks are called at the ports {', '.join(map(str, PORTS))} only.")
    if ":" in target.host or _NUMBER.fullmatch(target.host.rpartition(".")[2]):
        check_addresses([target.host])
    elif "." not in target.host:
        raise WebhookRefusedError("The host is a name of a local network only.")


def _inner(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address:
    return ipaddress.IPv4Address(address.packed[-4:])


@cache
def _networks(version: int) -> tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...]:
    found = (ipaddress.ip_network(line.split()[0]) for line in _NOT_PUBLIC.strip().splitlines())
    return tuple(network for network in found if network.version == version)
