"""What a row of the log tells of an absence."""

from __future__ import annotations

from chalicelib.matches.absence import moment_of
from chalicelib.matches.copies import told
from chalicelib.matches.errors import InvalidMatchError
from chalicelib.matches.events import LogRow
from chalicelib.matches.repository import log_key
from infra.admin.flaws import equal, failed

_WHY = "it is no absence that could be announced then"


def check(row: LogRow) -> None:
    """It lasts beyond the commit that tells it, or none is named, because it is over. Raises FlawError."""
    if not row.text:
        return
    name = f"{log_key('', row.n, row.seat).sort}.text"
    try:
        since, until = (moment_of(each, "") for each in row.text.split(" "))
    except (InvalidMatchError, ValueError):
        raise failed(None, name, _WHY, row.text) from None
    if not since < until > row.at:
        raise failed(None, name, _WHY, row.text)
    equal(None, name, _WHY, row.text, told((since, until)))
