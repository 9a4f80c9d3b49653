"""The embedded metric format by its specification: what CloudWatch takes, and what it would drop without a word."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import jsonschema_rs

UNITS = ("Seconds", "Microseconds", "Milliseconds", "Bytes", "Percent", "Count", "Count/Second", "None")
MAX_BYTES = 1_000_000
_NAME = {"type": "string", "minLength": 1, "maxLength": 1024, "pattern": "\\S"}
_METRIC = {
    "type": "object",
    "required": ["Name"],
    "additionalProperties": False,
    "properties": {"Name": _NAME, "Unit": {"enum": UNITS}, "StorageResolution": {"enum": [1, 60]}},
}
_DIMENSIONS = {"type": "array", "maxItems": 30, "items": {**_NAME, "maxLength": 250}}
_DIRECTIVE = {
    "type": "object",
    "required": ["Namespace", "Dimensions", "Metrics"],
    "additionalProperties": False,
    "properties": {
        "Namespace": _NAME,
        "Dimensions": {"type": "array", "minItems": 1, "items": _DIMENSIONS},
        "Metrics": {"type": "array", "minItems": 1, "maxItems": 100, "items": _METRIC},
    },
}
SCHEMA = {
    "type": "object",
    "required": ["_aws"],
    "properties": {
        "_aws": {
            "type": "object",
            "required": ["Timestamp", "CloudWatchMetrics"],
            "additionalProperties": False,
            "properties": {
                "Timestamp": {"type": "integer", "minimum": 0},
                "CloudWatchMetrics": {"type": "array", "minItems": 1, "items": _DIRECTIVE},
            },
        }
    },
}
_VALIDATOR = jsonschema_rs.validator_for(SCHEMA)


def measured(line: Mapping[str, Any]) -> dict[str, float]:
    """The metrics that CloudWatch reads out of a line; fails where it would drop one."""
    _VALIDATOR.validate(dict(line))
    found: dict[str, float] = {}
    for directive in line["_aws"]["CloudWatchMetrics"]:
        for dimensions in directive["Dimensions"]:
            assert all(isinstance(line[name], str) and line[name] for name in dimensions)
        for metric in directive["Metrics"]:
            value = line[metric["Name"]]
            assert isinstance(value, int | float)
            assert not isinstance(value, bool)
            found[metric["Name"]] = value
    return found
