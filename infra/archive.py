"""The zip that Lambda unpacks: what Chalice packed, without what is never read, and compiled before it gets there.

Lambda's disk is read-only for us, so what is not compiled here is compiled anew at every cold start. Only what was
compiled ships: a module stands as `x.pyc` where `x.py` was, and stack traces still name file and line. Docstrings stay,
since the OpenAPI document is made from them.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

SERVICES = ("dynamodb", "sesv2", "sqs")
"""The services of AWS that what ships calls. botocore describes more than four hundred; they are most of the zip."""

TEXTS = ("chalicelib/site/verify_dice.py",)
"""The sources that ship as they are, and are read: nothing in the zip imports them."""

_DATA = re.compile(r"botocore/data/(?P<service>[^/]+)/")
_UNREAD = re.compile(
    r"[^/]*\.(dist-info|data)/|.*(\.pyi$|/py\.typed$|/examples-1\.json(\.gz)?$)"
    r"|dateutil/zoneinfo/.*\.tar\.gz$"  # tzdata has the zones
    r"|tzdata/zoneinfo/(tzdata\.zi|leapseconds|[^/]*\.tab)$"  # and has them once more as one text, and lists of them
    r"|urllib3/contrib/emscripten/"  # for Python in a browser
    r"|pydantic/(v1/|mypy\.py$)"  # pydantic 1, for those who come from there, and its plugin for a type checker
)
_WHEN = (1980, 1, 1, 0, 0, 0)
"""The earliest that a zip can say: the same files are the same zip."""


def slim(archive: Path) -> None:
    """Rewrite the zip without what is never read, and with every module compiled."""
    with tempfile.TemporaryDirectory(prefix="turnpost-archive-", dir=archive.parent) as folder:
        root = Path(folder)
        with zipfile.ZipFile(archive) as given:
            given.extractall(root, [name for name in given.namelist() if is_read(name)])
        _compile(root)
        _pack(root, archive)


def is_read(name: str) -> bool:
    """Whether anything of ours ever reads the file of this name in the zip."""
    data = _DATA.match(name)
    return not _UNREAD.match(name) and (data is None or data["service"] in SERVICES)


def _compile(root: Path) -> None:
    """Put what was compiled in the place of every source that nobody reads.

    Nobody looks whether a source is newer: there is none. Where in its line a call stands is left out: that is a
    quarter of what a module takes, and only of use to those who have the line. Python does so at its start or never.
    """
    kept = [root / name for name in TEXTS]
    texts = "|".join(f"{re.escape(str(path))}$" for path in kept)
    how = ["-q", "-b", "--invalidation-mode", "unchecked-hash", "-s", str(root), "-x", texts]
    subprocess.run([sys.executable, "-X", "no_debug_ranges", "-m", "compileall", *how, str(root)], check=True)
    for path in root.rglob("*.py"):
        if path not in kept:
            path.unlink()


def _pack(root: Path, archive: Path) -> None:
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as made:
        for name in sorted(path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()):
            entry = zipfile.ZipInfo(name, _WHEN)
            entry.external_attr = 0o644 << 16  # Lambda's user is another one than ours
            entry.compress_type = zipfile.ZIP_DEFLATED
            with root.joinpath(name).open("rb") as source, made.open(entry, "w") as target:
                shutil.copyfileobj(source, target)
