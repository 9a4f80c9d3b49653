"""The zip: all that ships, nothing besides, compiled, and enough to import from."""

from __future__ import annotations

import ast
import json
import platform
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import jinja2
import pytest

from app import app
from chalicelib.games import keys, versions
from infra.archive import SERVICES, TEXTS, is_read
from infra.package import SOURCE
from tests.package.built import ARCHIVE, BUILT, FUNCTION, names, of_type, template
from tests.shown import SHOWN

BASE = "https://play.example.org"
ANSWERING = Path(__file__).with_name("answering.py")
NO_AWS = {"AWS_ACCESS_KEY_ID": "1", "AWS_SECRET_ACCESS_KEY": "1", "AWS_EC2_METADATA_DISABLED": "true"}

GATHERED = BUILT.parent / SOURCE.name
"""Our sources as they were packed."""
OURS = ("app.py", "chalicelib/", "chalice/", "__pycache__/")


def test_it_holds_what_ships_and_nothing_of_ours_besides() -> None:
    for wanted in (
        "app.pyc",
        "chalicelib/site/verify_dice.py",
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


def test_every_module_is_compiled_and_nobody_looks_for_its_source_first() -> None:
    assert {"app.pyc", "chalicelib/bootstrap.pyc", "six.pyc", "botocore/__init__.pyc"} <= set(names())
    assert [name for name in names() if "__pycache__" in name] == []
    with zipfile.ZipFile(ARCHIVE) as archive:
        flags = {archive.read(name)[4:8] for name in names() if name.endswith(".pyc")}
    assert flags == {b"\x01\x00\x00\x00"}  # by hash, unchecked


def test_every_module_of_ours_is_there() -> None:
    ours = {f"{path.relative_to(GATHERED).as_posix()}c" for path in GATHERED.rglob("*.py")}
    assert len(ours) > 100
    assert ours - {f"{name}c" for name in TEXTS} <= set(names())


def test_no_source_ships_but_those_that_are_read() -> None:
    assert [name for name in names() if name.endswith(".py")] == [*TEXTS]


def test_what_ships_as_text_is_imported_by_nothing_that_ships() -> None:
    wanted = {f"{module}.{name}".rstrip(".") for module, name in _wanted()}
    assert "chalicelib.site.programs" in wanted
    assert wanted.isdisjoint(name.removesuffix(".py").replace("/", ".") for name in TEXTS)


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
    assert ARCHIVE.stat().st_size < 6_500_000
    with zipfile.ZipFile(ARCHIVE) as archive:
        assert sum(entry.file_size for entry in archive.infolist()) < 20_000_000
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


def test_games_and_the_versions_of_their_rules_are_found_in_it(unpacked: Path) -> None:
    done = _run("-c", LISTED.format(folder=str(unpacked)))
    assert json.loads(done.stdout) == {key: list(versions(key)) for key in keys()}


LISTED = """
import json, sys
sys.path.insert(0, {folder!r})
from chalicelib import games
print(json.dumps({{key: games.versions(key) for key in games.keys()}}))
"""


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


def _wanted() -> list[tuple[str, str]]:
    """What ours imports anywhere: module, name."""
    sources = GATHERED.rglob("*.py")
    return sorted({found for path in sources for found in _imports(path.read_text(encoding="utf-8"))})


def test_whatever_ours_imports_at_any_time_is_there(unpacked: Path) -> None:
    wanted = _wanted()
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


@pytest.mark.parametrize(
    ("wrong", "file", "line"),
    [
        ("import chalicelib.games as g; g.get('none')", "chalicelib/games/__init__.py", "raise UnknownGameError(key)"),
        ("import jinja2 as j; j.Environment().get_template('')", "jinja2/environment.py", 'raise TypeError("no loader'),
    ],
)
def test_a_stack_trace_names_file_and_line_without_the_source(unpacked: Path, wrong: str, file: str, line: str) -> None:
    named, number = _run("-c", TRACED.format(folder=str(unpacked), wrong=wrong)).stdout.split()
    source = GATHERED / file if file.startswith("chalicelib/") else Path(jinja2.__file__).parent.parent / file
    assert named == file
    assert line in source.read_text(encoding="utf-8").splitlines()[int(number) - 1]


TRACED = """
import sys, traceback
sys.path.insert(0, {folder!r})
try:
    exec({wrong!r})
except Exception as error:
    place = traceback.extract_tb(error.__traceback__)[-1]
    print(place.filename, place.lineno)
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
