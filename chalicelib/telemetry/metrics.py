"""Metrics inside a line, in CloudWatch's embedded metric format: CloudWatch reads them out of the log by itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

NAMESPACE = "Turnpost"
DIMENSIONS = ("stage", "function")
OUTCOMES = ("accepted", "overtaken", "failed", "delayed")
"""What may come of one attempt at a delivery."""

_SENDS = {**dict.fromkeys(OUTCOMES, "Count"), "left": "Count"}
UNITS: Mapping[str, Mapping[str, str]] = {
    "api": {"latency": "Milliseconds", **{f"answered_{kind}xx": "Count" for kind in range(2, 6)}},
    "relay": {"relayed": "Count", "left": "Count", "unreadable": "Count"},
    "mail": _SENDS,
    "webhook": _SENDS,
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


def directive(function: str, told: Mapping[str, Any], milliseconds: int) -> dict[str, Any]:
    """The `_aws` member for a line of this function: which of what it tells are metrics; none is no member at all."""
    metrics = [{"Name": name, "Unit": unit} for name, unit in UNITS.get(function, {}).items() if name in told]
    if not metrics:
        return {}
    about = {"Namespace": NAMESPACE, "Dimensions": [list(DIMENSIONS)], "Metrics": metrics}
    return {"_aws": {"Timestamp": milliseconds, "CloudWatchMetrics": [about]}}
