"""Metrics inside a line, in CloudWatch's embedded metric format: CloudWatch reads them out of the log by itself."""

from __future__ import annotations

import functools
import json
from collections.abc import Collection, Mapping

NAMESPACE = "Turnpost"
DIMENSIONS = ("stage", "function")
OUTCOMES = ("accepted", "overtaken", "failed", "delayed")
"""What may come of one attempt at a delivery."""
FATES = ("delivered", "bounced", "complained", "failed", "noted", "silenced", "dropped", "passed_over")
"""What may come of what is said of a mail that was sent."""

_SENDS = {**dict.fromkeys(OUTCOMES, "Count"), "left": "Count"}
UNITS: Mapping[str, Mapping[str, str]] = {
    "api": {"latency": "Milliseconds", **{f"answered_{kind}xx": "Count" for kind in range(2, 6)}},
    "relay": {"relayed": "Count", "left": "Count", "unreadable": "Count"},
    "mail": _SENDS,
    "webhook": _SENDS,
    "feedback": {**dict.fromkeys(FATES, "Count"), "left": "Count"},
    "sweep": {
        "oldest_unsent": "Seconds",
        "oldest_overdue": "Seconds",
        "overdue": "Count",
        "expired": "Count",
        "relayed": "Count",
        "enqueued": "Count",
        "left": "Count",
    },
}
"""The metrics of each function, with their units; docs/operations.md says what they mean."""


def member(function: str, told: Collection[str], milliseconds: int) -> str:
    """The `_aws` member, as JSON, of a line of this function that tells these names; "" if none of them is a metric.

    `milliseconds` are those of the epoch.
    """
    found = _directives(function, tuple(name for name in UNITS.get(function, ()) if name in told))
    return f'"_aws":{{"Timestamp":{milliseconds},"CloudWatchMetrics":{found}}}' if found else ""


@functools.cache
def _directives(function: str, names: tuple[str, ...]) -> str:
    """Which members of the line are metrics; written once, since a busy function has few kinds of lines."""
    if not names:
        return ""
    metrics = [{"Name": name, "Unit": UNITS[function][name]} for name in names]
    about = {"Namespace": NAMESPACE, "Dimensions": [list(DIMENSIONS)], "Metrics": metrics}
    return json.dumps([about], separators=(",", ":"))
