"""What a request's line and headers have to be like before anything is read further; RFC 9110 and 9112 are meant."""

from __future__ import annotations

import re
from email.errors import (
    CloseBoundaryNotFoundDefect,
    MultipartInvariantViolationDefect,
    StartBoundaryNotFoundDefect,
)
from email.message import Message
from typing import TypeAlias
from urllib.parse import urlsplit

from chalicelib.web.body import most
from infra.local.gateway import Answer, problem

Headers: TypeAlias = "Message[str, str]"

_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_FORM = "application/x-www-form-urlencoded"
_LARGEST_FORM = 2**20
"""Bytes of a form that are read at all."""
_HOST = re.compile(r"(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::[0-9]{0,5})?")
_OF_BODIES = (CloseBoundaryNotFoundDefect, MultipartInvariantViolationDefect, StartBoundaryNotFoundDefect)
"""What a reader of mail has against the head of a form that comes in parts: that none follow."""
_WITHOUT_HOST = ("HTTP/0.9", "HTTP/1.0")


def refusal(command: str, target: str, version: str, headers: Headers) -> Answer | None:
    """What is said to a request that is not taken; nothing of its body was read."""
    wrong = _wrong_line(command, target) or _wrong_fields(headers) or _wrong_host(version, headers)
    return _malformed(wrong) if wrong else _refused_body(headers, most(urlsplit(origin(target)).path))


def origin(target: str) -> str:
    """The path and query of a target, which may name scheme and host before them. Raises ValueError."""
    parts = urlsplit(target)
    if target.startswith("/") or parts.scheme not in ("http", "https"):
        return target
    path = "/" + parts.path.lstrip("/")
    return f"{path}?{parts.query}" if parts.query else path


def body_size(headers: Headers) -> int:
    """How many bytes the body of a request has that was not refused."""
    return int(_length(headers))


def _length(headers: Headers) -> str:
    return str(headers.get("Content-Length", "0")).strip(" \t")


def _malformed(detail: str) -> Answer:
    return problem(400, "malformed_request", detail)


def _wrong_line(command: str, target: str) -> str:
    if not _TOKEN.fullmatch(command):
        return "The method is not a word."
    try:
        path = origin(target)
    except ValueError:
        return "The target is not an address."
    return "" if path.startswith("/") and path.isascii() and path.isprintable() else "The target is not a path."


def _wrong_fields(headers: Headers) -> str:
    """A line that is no header would hide those after it; a folded one is read differently by everybody."""
    defects = [each for each in headers.defects if not isinstance(each, _OF_BODIES)]
    if defects or headers.get_unixfrom() or not all(_TOKEN.fullmatch(name) for name in headers):
        return "There is a line among the headers that is none."
    return "A header goes on in a second line." if any("\n" in value for value in headers.values()) else ""


def _wrong_host(version: str, headers: Headers) -> str:
    hosts = headers.get_all("Host", [])
    if not hosts and version in _WITHOUT_HOST:
        return ""
    if len(hosts) != 1:
        return "Send one Host header."
    return "" if _is_host(hosts[0].strip(" \t")) else "The Host is not one."


def _is_host(text: str) -> bool:
    try:
        urlsplit(f"//{text}")
    except ValueError:
        return False
    return bool(_HOST.fullmatch(text))


def _refused_body(headers: Headers, limit: int) -> Answer | None:
    lengths, length = headers.get_all("Content-Length", []), _length(headers)
    if "Transfer-Encoding" in headers:
        if lengths:
            return _malformed("Send the body with a Content-Length and no Transfer-Encoding.")
        return problem(411, "malformed_request", "Send the body with a Content-Length.")
    if len(lengths) > 1:
        return _malformed("Send one Content-Length.")
    if not (length.isascii() and length.isdigit()):
        return _malformed("The Content-Length is not a number.")
    if _FORM in headers.get("Content-Type", ""):
        limit = max(limit, _LARGEST_FORM)  # pages refuse what is too large themselves, with a page
    if len(length) > 12 or int(length) > limit:
        return problem(413, "too_large", f"The body may have at most {limit} bytes.")
    return None
