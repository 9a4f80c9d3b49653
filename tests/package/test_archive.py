"""The zip: all that ships, nothing besides, compiled, and enough to import from."""

from __future__ import annotations

import ast
import importlib.util
import platform
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app import app
from infra.archive import SERVICES, is_ours, is_read
from tests.package.built import ARCHIVE, FUNCTION, names, of_type, template
from tests.shown import SHOWN

BASE = "https://play.example.org"
ANSWERING = Path(__file__).with_name("answering.py")
NO_AWS = {"AWS_ACCESS_KEY_ID": "1", "AWS_SECRET_ACCESS_KEY": "1", "AWS_EC2_METADATA_DISABLED": "true"}

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
    assert compiled == {name for name in names() if "__pycache__" in name}
    with zipfile.ZipFile(ARCHIVE) as archive:
        flags = {archive.read(name)[4:8] for name in names() if name.endswith(".pyc")}
    assert flags == {b"\x01\x00\x00\x00"}  # by hash, unchecked


def test_ours_has_its_sources_and_libraries_only_what_was_compiled() -> None:
    assert [name for name in names() if name.endswith(".py") and not is_ours(name)] == []
    assert {"six.pyc", "botocore/__init__.pyc", "pydantic/main.pyc"} <= set(names())
    assert "chalicelib/bootstrap.py" in names()


def test_of_botocores_services_it_holds_those_that_are_called() -> None:
    described = {name.split("/")[2] for name in names() if name.startswith("botocore/data/") and name.count("/") > 2}
    assert described == set(SERVICES)
    assert "botocore/data/endpoints.json" in {name.removesuffix(".gz") for name in names()}


def test_what_is_never_read_is_told_from_what_is() -> None:
    assert [name for name in ("botocore/data/s3/x/service-2.json.gz", "six-1.dist-info/RECORD") if is_read(name)] == []
    assert is_read("botocore/data/sqs/x/service-2.json.gz")
    assert is_read("botocore/data/partitions.json")
    assert is_read("pydantic/version.py")
    assert not is_read("tzdata/zoneinfo/zone1970.tab")
    assert is_read("tzdata/zoneinfo/Europe/Amsterdam")


def test_it_is_small(record_property: Callable[[str, object], None]) -> None:
    assert ARCHIVE.stat().st_size < 7_000_000
    with zipfile.ZipFile(ARCHIVE) as archive:
        assert sum(entry.file_size for entry in archive.infolist()) < 26_000_000
    told = f"a zip of {ARCHIVE.stat().st_size / 1e6:.1f} MB, a template of {len(template()['Resources'])} resources"
    record_property(SHOWN, f"package: {told}, {len(of_type(FUNCTION))} functions with a role each")


def test_the_same_files_are_the_same_zip() -> None:
    with zipfile.ZipFile(ARCHIVE) as archive:
        entries = archive.infolist()
    assert [entry.filename for entry in entries] == sorted(entry.filename for entry in entries)
    assert {entry.date_time for entry in entries} == {(1980, 1, 1, 0, 0, 0)}
    assert {entry.external_attr >> 16 for entry in entries} == {0o644}


IS_LAMBDAS_KIND = (platform.system(), platform.machine()) == ("Linux", "x86_64")
"""Lambda's machine is built for: another kind of host cannot load the compiled parts, but finds all modules."""


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("unpacked")
    with zipfile.ZipFile(ARCHIVE) as archive:
        archive.extractall(folder)
    return folder


def _run(*program: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a program that finds nothing but what is in the zip, where nothing can be compiled anew."""
    command = [sys.executable, "-I", "-S", "-B", "-W", "error", *program]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_it_imports_with_nothing_else_installed(unpacked: Path) -> None:
    code = f"import sys; sys.path.insert(0, {str(unpacked)!r}); import app; print(len(app.app.routes))"
    done = _run("-c", code)
    assert int(done.stdout) > 20 if IS_LAMBDAS_KIND else "pydantic_core" in done.stderr, done.stderr


def _imports(source: str) -> Iterator[tuple[str, str]]:
    """What a source imports anywhere, inside functions too, other than for its types: module, name."""
    for node in ast.walk(_Untyped().visit(ast.parse(source))):
        if isinstance(node, ast.ImportFrom):
            yield from ((node.module or "", each.name) for each in node.names)
        elif isinstance(node, ast.Import):
            yield from ((each.name, "") for each in node.names)


class _Untyped(ast.NodeTransformer):
    """Leaves out what stands under `if TYPE_CHECKING`."""

    def visit_If(self, node: ast.If) -> ast.AST | None:
        return None if ast.unparse(node.test) == "TYPE_CHECKING" else self.generic_visit(node)


def test_whatever_ours_imports_at_any_time_is_there(unpacked: Path) -> None:
    sources = [unpacked / name for name in names() if name.endswith(".py")]
    wanted = sorted({found for path in sources for found in _imports(path.read_text(encoding="utf-8"))})
    assert ("botocore.session", "") in wanted
    done = _run("-c", IMPORTED.format(folder=str(unpacked), wanted=wanted))
    assert (done.returncode, done.stderr) == (0, "") or not IS_LAMBDAS_KIND


IMPORTED = """
import importlib, sys
sys.path.insert(0, {folder!r})
for module, name in {wanted!r}:
    found = importlib.import_module(module)
    if name and not hasattr(found, name):
        importlib.import_module(module + "." + name)
"""


def test_every_route_and_function_answers_from_it_alone(unpacked: Path, tmp_path: Path) -> None:
    environment = {"DATA": str(tmp_path), "BASE_URL": BASE, "SECRET": "c2VjcmV0" * 8, "LOG": "off", **NO_AWS}
    done = _run(str(ANSWERING), str(unpacked), **environment)
    answered = [line.split(" ", 1) for line in done.stdout.splitlines()]
    routes = {f"{method} {path}" for path, methods in app.routes.items() for method in methods}
    if IS_LAMBDAS_KIND:
        assert (done.returncode, done.stderr) == (0, "")
        assert {route for _, route in answered} == routes
        assert [route for status, route in answered if int(status) >= 500] == []
