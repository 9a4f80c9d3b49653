"""The zip that Lambda unpacks: what Chalice packed, without what is never read, and compiled before it gets there.

Lambda's disk is read-only for us, so what is not compiled here is compiled anew at every cold start. Ours ships with
its sources. Of libraries only what was compiled ships: a module of theirs stands as `x.pyc` where `x.py` was, and
stack traces still name file and line.
"""

from __future__ import annotations

import py_compile
import re
import shutil
import tempfile
import zipfile
from pathlib import Path

SERVICES = ("dynamodb", "sesv2", "sqs")
"""The services of AWS that what ships calls. botocore describes more than four hundred; they are most of the zip."""

_DATA = re.compile(r"botocore/data/(?P<service>[^/]+)/")
_UNREAD = re.compile(
    r"[^/]*\.(dist-info|data)/|.*(\.pyi$|/py\.typed$|/examples-1\.json(\.gz)?$)"
    r"|dateutil/zoneinfo/.*\.tar\.gz$"  # tzdata has the zones
    r"|tzdata/zoneinfo/(tzdata\.zi|leapseconds|[^/]*\.tab)$"  # and has them once more as one text, and lists of them
    r"|urllib3/contrib/emscripten/"  # for Python in a browser
    r"|pydantic/(v1/|mypy\.py$)"  # pydantic 1, for those who come from there, and its plugin for a type checker
)
_OURS = re.compile(r"app\.py$|chalicelib/")
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


def is_ours(name: str) -> bool:
    """Whether the file of this name in the zip is ours, and not a library's."""
    return _OURS.match(name) is not None


def _compile(root: Path) -> None:
    """Compile ours beside its source, and libraries in the place of theirs."""
    for path in sorted(root.rglob("*.py")):
        name = path.relative_to(root).as_posix()
        _compile_one(path, name, None if is_ours(name) else path.with_suffix(".pyc"))
        if not is_ours(name):
            path.unlink()


def _compile_one(path: Path, name: str, into: Path | None) -> None:
    """Compile so that nobody looks whether a source is newer: it cannot be, and its time in a zip says nothing."""
    py_compile.compile(
        str(path),
        cfile=None if into is None else str(into),
        dfile=name,
        doraise=True,
        invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
    )


def _pack(root: Path, archive: Path) -> None:
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as made:
        for name in sorted(path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()):
            entry = zipfile.ZipInfo(name, _WHEN)
            entry.external_attr = 0o644 << 16  # Lambda's user is another one than ours
            entry.compress_type = zipfile.ZIP_DEFLATED
            with root.joinpath(name).open("rb") as source, made.open(entry, "w") as target:
                shutil.copyfileobj(source, target)
