"""What `make package` left: the template, what stands in it, and the names in the zip."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

BUILT = Path(__file__).parent.parent.parent / ".build" / "package"
ARCHIVE = BUILT / "deployment.zip"
TEMPLATE = BUILT / "sam.json"

FUNCTION = "AWS::Serverless::Function"
EVENT = {
    "Relay": "RelayDynamodbEventSource",
    "Mail": "MailSqsEventSource",
    "Webhook": "WebhookSqsEventSource",
    "Feedback": "FeedbackSqsEventSource",
    "Sweep": "SweepEvent",
}

Template = Mapping[str, Any]


@cache
def template() -> Template:
    """The template that is deployed."""
    found: Template = json.loads(TEMPLATE.read_text(encoding="utf-8"))
    return found


@cache
def names() -> tuple[str, ...]:
    """The files in the zip."""
    with zipfile.ZipFile(ARCHIVE) as archive:
        return tuple(archive.namelist())


def of_type(kind: str) -> dict[str, Any]:
    """The properties of every resource of this type."""
    return {
        name: resource.get("Properties", {})
        for name, resource in template()["Resources"].items()
        if resource["Type"] == kind
    }


def properties(name: str) -> Any:
    """The properties of one resource."""
    return template()["Resources"][name]["Properties"]


def event(function: str) -> Any:
    """The options of what calls a function."""
    return properties(function)["Events"][EVENT[function]]["Properties"]


def variables() -> dict[str, Any]:
    """The environment of every function: the globals hold it all."""
    found: dict[str, Any] = template()["Globals"]["Function"]["Environment"]["Variables"]
    return found


def statements(role: str) -> list[dict[str, Any]]:
    """What a role may do."""
    return [each for policy in properties(role)["Policies"] for each in policy["PolicyDocument"]["Statement"]]


def afloat(found: Template) -> list[str]:
    """What was merged into the template and met nothing there, or met something it does not go with."""
    resources = found["Resources"]
    typeless = [name for name, resource in resources.items() if "Type" not in resource]
    events = [
        f"{name}.{event}"
        for name, resource in resources.items()
        for event, about in resource.get("Properties", {}).get("Events", {}).items()
        if "Type" not in about
    ]
    return [*typeless, *events, *_two_in_one(found, "")]


def _two_in_one(node: Any, path: str) -> Iterator[str]:
    """Where a function of CloudFormation has company: one merged beside another, say."""
    if isinstance(node, dict):
        if len(node) > 1 and any(key.startswith("Fn::") or key == "Ref" for key in node):
            yield path
        for key, value in node.items():
            yield from _two_in_one(value, f"{path}/{key}")
    elif isinstance(node, list):
        for place, value in enumerate(node):
            yield from _two_in_one(value, f"{path}/{place}")
