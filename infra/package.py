"""Builds what Lambda runs: `python -m infra.package` leaves the template and the zip in .build/package/.

What is built is for every stage: what distinguishes them are parameters of the template.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml

from infra import archive

SOURCE = Path(".build/source")
OUT = Path(".build/package")
RESOURCES = Path("infra/resources.yaml")
SHIPPED = ("app.py", "requirements.txt", "chalicelib", ".chalice/config.json")
LEFT_OUT = ("__pycache__", "*.pyc", "*.po")
REGION = "eu-west-1"
"""Chalice wants one to name resources by; the template itself can be deployed anywhere."""

API = "arn:${AWS::Partition}:lambda:${AWS::Region}:${AWS::AccountId}:function:${AWS::StackName}-api"
"""The API's function, by its fixed name in infra/resources.yaml."""

_TEMPLATE = "sam.json"
_ARCHIVE = "deployment.zip"
_MERGED = "sam.yaml"
_TAG = "aws-chalice"


class PackageError(Exception):
    """Nothing was built."""


def build() -> Path:
    """Package the app; the folder with sam.json and deployment.zip. Raises PackageError."""
    gather()
    shutil.rmtree(OUT, ignore_errors=True)
    _run_chalice()
    merged = OUT / _MERGED
    template = finished(yaml.safe_load(merged.read_text(encoding="utf-8")))
    merged.unlink()
    archive.slim(OUT / _ARCHIVE)
    (OUT / _TEMPLATE).write_text(json.dumps(template, indent=1) + "\n", encoding="utf-8")  # last: make looks for it
    return OUT


def finished(template: dict[str, Any]) -> dict[str, Any]:
    """The merged template, without the knot that Chalice ties, and without tags that name a stage of Chalice's.

    Chalice's API names its function; our functions are told the API's address, and CloudFormation refuses to make two
    things that each need the other first. So the API names its function by a name that is known beforehand.
    """
    resources = template["Resources"]
    definition = json.dumps(resources["RestAPI"]["Properties"]["DefinitionBody"])
    untied = definition.replace("${APIHandler.Arn}", API)
    resources["RestAPI"]["Properties"]["DefinitionBody"] = json.loads(untied)
    for resource in resources.values():
        tags = resource.get("Properties", {}).get("Tags")
        if isinstance(tags, dict) and _TAG in tags:
            del resource["Properties"]["Tags"]
    return template


def _run_chalice() -> None:
    chalice = str(Path(sys.executable).with_name("chalice"))
    command = [chalice, "--project-dir", str(SOURCE), "package", "--merge-template", str(RESOURCES.resolve())]
    environment = {"AWS_DEFAULT_REGION": REGION, **os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([*command, str(OUT.resolve())], check=False, env=environment)
    missing = [name for name in (_MERGED, _ARCHIVE) if not (OUT / name).exists()]
    if done.returncode or missing:
        raise PackageError(
            f"chalice package failed (exit {done.returncode}; missing: {', '.join(missing) or 'nothing'})"
        )


def gather() -> None:
    """Put what ships, and nothing else, where Chalice looks; its own cache of libraries stays there."""
    shutil.rmtree(SOURCE / "chalicelib", ignore_errors=True)
    policies = [str(path) for path in Path(".chalice").glob("policy-*.json")]
    for name in (*SHIPPED, *policies):
        target = SOURCE / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if Path(name).is_dir():
            shutil.copytree(name, target, ignore=shutil.ignore_patterns(*LEFT_OUT))
        else:
            shutil.copy(name, target)


if __name__ == "__main__":
    try:
        found = build()
    except PackageError as error:
        sys.exit(str(error))
    print(f"{found}: {_ARCHIVE} has {(found / _ARCHIVE).stat().st_size:,} bytes")
