"""The zip: all that ships, nothing besides, compiled, and enough to import from."""

from __future__ import annotations

import importlib.util
import platform
import subprocess
import sys
import zipfile
from pathlib import Path

from infra.archive import SERVICES, is_read
from tests.package.built import ARCHIVE, names

OURS = ("app.py", "chalicelib/", "chalice/", "__pycache__/")


def test_it_holds_what_ships_and_nothing_of_ours_besides() -> None:
    for wanted in (
        "app.py",
        "chalicelib/site/site.css",
        "chalicelib/site/templates/match.html",
        "chalicelib/site/locale/nl.json",
        "chalicelib/post/locale/nl/LC_MESSAGES/post.mo",
        "chalicelib/games/keer_op_keer/rules.en.md",
        "chalicelib/games/keer_op_keer/sheets.json",
    ):
        assert wanted in names()
    assert [name for name in names() if name.startswith(("tests/", "infra/", "docs/", ".chalice/"))] == []
    assert [name for name in names() if name.startswith(OURS) and name.endswith(".po")] == []


def test_every_module_is_compiled_and_nobody_looks_at_its_source_first() -> None:
    sources = [name for name in names() if name.endswith(".py")]
    compiled = {importlib.util.cache_from_source(name) for name in sources}
    assert compiled == {name for name in names() if name.endswith(".pyc")}
    with zipfile.ZipFile(ARCHIVE) as archive:
        flags = {archive.read(name)[4:8] for name in compiled}
    assert flags == {b"\x01\x00\x00\x00"}  # by hash, unchecked


def test_of_botocores_services_it_holds_those_that_are_called() -> None:
    described = {name.split("/")[2] for name in names() if name.startswith("botocore/data/") and name.count("/") > 2}
    assert described == set(SERVICES)
    assert "botocore/data/endpoints.json" in {name.removesuffix(".gz") for name in names()}


def test_what_is_never_read_is_told_from_what_is() -> None:
    assert [name for name in ("botocore/data/s3/x/service-2.json.gz", "six-1.dist-info/RECORD") if is_read(name)] == []
    assert is_read("botocore/data/sqs/x/service-2.json.gz")
    assert is_read("botocore/data/partitions.json")
    assert is_read("pydantic/version.py")


def test_it_is_small() -> None:
    assert ARCHIVE.stat().st_size < 8_000_000
    with zipfile.ZipFile(ARCHIVE) as archive:
        assert sum(entry.file_size for entry in archive.infolist()) < 30_000_000


def test_the_same_files_are_the_same_zip() -> None:
    with zipfile.ZipFile(ARCHIVE) as archive:
        entries = archive.infolist()
    assert [entry.filename for entry in entries] == sorted(entry.filename for entry in entries)
    assert {entry.date_time for entry in entries} == {(1980, 1, 1, 0, 0, 0)}
    assert {entry.external_attr >> 16 for entry in entries} == {0o644}


def test_it_imports_with_nothing_else_installed(tmp_path: Path) -> None:
    with zipfile.ZipFile(ARCHIVE) as archive:
        archive.extractall(tmp_path)
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import app; print(len(app.app.routes))"
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=False)
    # Lambda's machine is built for; another kind of host cannot load the compiled parts, but finds all modules
    is_lambdas_kind = (platform.system(), platform.machine()) == ("Linux", "x86_64")
    assert int(done.stdout) > 20 if is_lambdas_kind else "pydantic_core" in done.stderr, done.stderr
