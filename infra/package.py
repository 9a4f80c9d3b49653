"""Builds what Lambda runs: `python -m infra.package [stage]` leaves the template and the zip in .build/package/."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

SOURCE = Path(".build/source")
OUT = Path(".build/package")
SHIPPED = ("app.py", "requirements.txt", "chalicelib", ".chalice/config.json")
LEFT_OUT = ("__pycache__", "*.pyc", "*.po")
REGION = "eu-west-1"
"""Chalice wants one to name resources by; the template itself can be deployed anywhere."""


class PackageError(Exception):
    """Nothing was built."""


def build(stage: str = "dev") -> Path:
    """Package the app for a stage; the folder with sam.json and deployment.zip. Raises PackageError."""
    _copy()
    shutil.rmtree(OUT, ignore_errors=True)
    chalice = str(Path(sys.executable).with_name("chalice"))
    command = [chalice, "--project-dir", str(SOURCE), "package", "--stage", stage, str(OUT.resolve())]
    region = os.environ.get("AWS_DEFAULT_REGION", REGION)
    environment = {**os.environ, "AWS_DEFAULT_REGION": region, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, check=False, env=environment)
    missing = [name for name in ("sam.json", "deployment.zip") if not (OUT / name).exists()]
    if done.returncode or missing:
        raise PackageError(
            f"chalice package failed (exit {done.returncode}; missing: {', '.join(missing) or 'nothing'})"
        )
    return OUT


def _copy() -> None:
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
        found = build(*sys.argv[1:2])
    except PackageError as error:
        sys.exit(str(error))
    print(f"{found}: deployment.zip has {(found / 'deployment.zip').stat().st_size:,} bytes")
