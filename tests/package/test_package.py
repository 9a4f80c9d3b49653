"""What `make package` built: the functions app.py declares, least privilege, and a zip that stands on its own."""

from __future__ import annotations

import json
import platform
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

BUILT = Path(__file__).parent.parent.parent / ".build" / "package"
SHIPPED = ("app.py", "chalicelib/", "chalice/")


@pytest.fixture(scope="module")
def template() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((BUILT / "sam.json").read_text(encoding="utf-8"))
    return found


@pytest.fixture(scope="module")
def names() -> list[str]:
    with zipfile.ZipFile(BUILT / "deployment.zip") as archive:
        return archive.namelist()


def _functions(template: dict[str, Any]) -> dict[str, dict[str, Any]]:
    resources: dict[str, dict[str, Any]] = template["Resources"]
    return {
        name: resource["Properties"]
        for name, resource in resources.items()
        if resource["Type"] == "AWS::Serverless::Function"
    }


def test_every_function_of_the_app_is_declared(template: dict[str, Any]) -> None:
    handlers = {name: function["Handler"] for name, function in _functions(template).items()}
    assert handlers == {
        "APIHandler": "app.app",
        "Relay": "app.relay",
        "Mail": "app.mail",
        "Webhook": "app.webhook",
        "Sweep": "app.sweep",
    }
    events = {name: list(function.get("Events", {}).values()) for name, function in _functions(template).items()}
    assert [event["Type"] for name in ("Relay", "Mail", "Webhook", "Sweep") for event in events[name]] == [
        "DynamoDB",
        "SQS",
        "SQS",
        "Schedule",
    ]


def test_no_function_is_left_with_the_smallest_machine(template: dict[str, Any]) -> None:
    assert all(function["MemorySize"] >= 512 for function in _functions(template).values())


def test_every_role_may_do_what_it_needs_and_nothing_else(template: dict[str, Any]) -> None:
    roles = [each["Properties"] for each in template["Resources"].values() if each["Type"] == "AWS::IAM::Role"]
    assert len(roles) == 5
    for role in roles:
        for policy in role["Policies"]:
            for statement in policy["PolicyDocument"]["Statement"]:
                assert "*" not in statement["Resource"]
                assert not any("*" in action for action in statement["Action"])


def test_the_zip_holds_what_ships_and_nothing_of_ours_besides(names: list[str]) -> None:
    for wanted in (
        "app.py",
        "chalicelib/site/site.css",
        "chalicelib/site/templates/match.html",
        "chalicelib/site/locale/nl.json",
        "chalicelib/post/locale/nl/LC_MESSAGES/post.mo",
        "chalicelib/games/keer_op_keer/rules.en.md",
        "chalicelib/games/keer_op_keer/sheets.json",
    ):
        assert wanted in names
    assert [name for name in names if name.startswith(("tests/", "infra/", "docs/", ".chalice/"))] == []
    assert [name for name in names if name.startswith(SHIPPED) and name.endswith((".pyc", ".po"))] == []


def test_the_zip_imports_with_nothing_else_installed(tmp_path: Path) -> None:
    with zipfile.ZipFile(BUILT / "deployment.zip") as archive:
        archive.extractall(tmp_path)
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import app; print(len(app.app.routes))"
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=False)
    # Lambda's machine is built for; another kind of host cannot load the compiled parts, but finds all modules
    is_lambdas_kind = (platform.system(), platform.machine()) == ("Linux", "x86_64")
    assert int(done.stdout) > 20 if is_lambdas_kind else "pydantic_core" in done.stderr
