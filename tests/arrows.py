"""Who may import whom: the arrows of the house as data, and the walker that holds every module against them."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PACKAGE = "chalicelib"


@dataclass(frozen=True)
class Arrow:
    """What one part of the house may import.

    `ours` are prefixes below chalicelib (a package brings its modules along), `libraries` installed packages,
    `lazily` installed packages that only a function may import, `banned` parts of the standard library.
    """

    ours: tuple[str, ...] = ()
    libraries: tuple[str, ...] = ()
    lazily: tuple[str, ...] = ()
    banned: tuple[str, ...] = ()


WORLD: tuple[str, ...] = (
    "datetime",
    "getpass",
    "locale",
    "os",
    "platform",
    "random",
    "secrets",
    "socket",
    "subprocess",
    "sys",
)
WORLD += ("tempfile", "threading", "time", "urllib", "uuid", "zoneinfo")
"""Chance, clocks, environment and network: what would make the same input give another output."""

SHARED = ("auth", "body", "errors", "languages")
"""What the pages take from web: no routes."""

ARROWS = {
    PACKAGE: Arrow(),
    "rules": Arrow(banned=WORLD),
    "games": Arrow(ours=("rules",), banned=WORLD),
    "telemetry": Arrow(banned=("random",)),
    "players": Arrow(ours=("rules",), libraries=("pydantic",), banned=("random",)),
    "matches": Arrow(ours=("players", "rules"), libraries=("pydantic",), banned=("random",)),
    "post": Arrow(
        ours=("matches", "players", "rules", "telemetry"),
        libraries=("pydantic",),
        lazily=("jinja2",),
        banned=("random",),
    ),
    "adapters": Arrow(
        ours=("matches.ports", "players.ports", "post.ports", "settings", "telemetry"),
        libraries=("boto3", "botocore", "pynamodb", "urllib3"),
        banned=("random",),
    ),
    "web": Arrow(
        ours=("post", "matches", "players", "rules.errors", "bootstrap", "telemetry"),
        libraries=("chalice", "pydantic"),
        banned=("random",),
    ),
    "site": Arrow(
        # who calls, what a refusal means and how a body is read is said once, in web; docs/decisions/0003 tells why
        ours=(
            "post",
            "matches",
            "players",
            "rules.errors",
            "bootstrap",
            "telemetry",
            *(f"web.{name}" for name in SHARED),
        ),
        libraries=("chalice", "pydantic"),
        lazily=("jinja2", "markupsafe"),
        banned=("random",),
    ),
    "settings": Arrow(banned=("random",)),
    "bootstrap": Arrow(
        ours=("adapters", "games", "matches", "players", "post", "rules", "settings", "telemetry"),
        libraries=("boto3", "botocore", "pydantic", "pynamodb", "urllib3"),
        banned=("random",),
    ),
    "app": Arrow(ours=("web", "site", "bootstrap"), libraries=("chalice",), banned=("random",)),
}


@dataclass(frozen=True)
class Import:
    """One imported module, where it stands, and whether only a function (or a type checker) asks for it."""

    path: str
    line: int
    module: str
    lazy: bool

    def __str__(self) -> str:
        return f"{self.path}:{self.line} imports {self.module}"


def violations(root: Path) -> list[str]:
    """Every import below `root` (app.py and chalicelib/) that no arrow allows, as sentences."""
    return House(root).violations()


Found = ast.Import | ast.ImportFrom | ast.Call


class House:
    """The modules below a folder, by name."""

    def __init__(self, root: Path) -> None:
        paths = [*root.glob("app.py"), *root.joinpath(PACKAGE).rglob("*.py")]
        self._root = root
        self._modules = {_name(path.relative_to(root)): path for path in sorted(paths)}

    def violations(self) -> list[str]:
        """Every import that no arrow allows, as sentences."""
        return [
            f"{found}: {reason}"
            for name in self._modules
            for found in self._imports(name)
            if (reason := self._refusal(name, found))
        ]

    def _imports(self, name: str) -> Iterator[Import]:
        path = self._modules[name]
        where = str(path.relative_to(self._root))
        for node, lazy in _statements(ast.parse(path.read_text(encoding="utf-8")), lazy=False):
            for module in self._targets(node, name):
                yield Import(where, node.lineno, module, lazy)

    def _targets(self, node: Found, name: str) -> Iterator[str]:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = self._base(node, name)
            yield from (self._deepest(base, alias.name) for alias in node.names)
        elif ast.unparse(node.func) in ("__import__", "importlib.import_module", "import_module"):
            yield COMPUTED

    def _base(self, node: ast.ImportFrom, name: str) -> str:
        if not node.level:
            return node.module or ""
        is_package = self._modules[name].name == "__init__.py"
        parts = name.split(".")
        kept = parts[: len(parts) - node.level + is_package]
        return ".".join([*kept, *([node.module] if node.module else [])])

    def _deepest(self, base: str, alias: str) -> str:
        deeper = f"{base}.{alias}"
        return deeper if deeper in self._modules or base == PACKAGE else base

    def _refusal(self, name: str, found: Import) -> str:
        part = _part(name)
        arrow = ARROWS.get(part)
        if arrow is None:
            return f"the house has no part {part}"
        if found.module == COMPUTED:
            return "" if name in COMPUTING else "only the registry imports by a computed name"
        first = found.module.split(".")[0]
        if first in (PACKAGE, "app"):
            return self._refusal_of_ours(name, part, arrow, found.module)
        return _refusal_of_theirs(part, arrow, first, lazy=found.lazy)

    def _refusal_of_ours(self, name: str, part: str, arrow: Arrow, module: str) -> str:
        if module == "app":
            return "nobody imports app"
        if _part(module) == part:
            return self._refusal_of_a_game(name, module) if part == "games" else ""
        below = module.removeprefix(f"{PACKAGE}.")
        if any(below == one or below.startswith(f"{one}.") for one in arrow.ours):
            return ""
        return f"{part} may not import {below}"

    def _refusal_of_a_game(self, name: str, module: str) -> str:
        here, there = name.split(".")[2:3], module.split(".")[2:3]
        if here == there or not there or not self._is_game(".".join([PACKAGE, "games", *there])):
            return ""
        return "one game may not import another"

    def _is_game(self, name: str) -> bool:
        path = self._modules.get(name)
        return path is not None and path.name == "__init__.py" and "META" in path.read_text(encoding="utf-8")


COMPUTED = "a computed name"
COMPUTING = (f"{PACKAGE}.games", f"{PACKAGE}.players.deferred")
"""The registry finds games by their folders; use cases are loaded one by one, by tables that a test holds in line."""


def _name(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _part(name: str) -> str:
    parts = name.split(".")
    return parts[1] if parts[0] == PACKAGE and len(parts) > 1 else parts[0]


def _statements(node: ast.AST, *, lazy: bool) -> Iterator[tuple[Found, bool]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom | ast.Call):
            yield child, lazy
        yield from _statements(child, lazy=lazy or _defers(child))


def _defers(node: ast.AST) -> bool:
    if isinstance(node, ast.If):
        return ast.unparse(node.test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING")
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)


def _refusal_of_theirs(part: str, arrow: Arrow, first: str, *, lazy: bool) -> str:
    if first in arrow.banned:
        return f"{first} is banned in {part}"
    if first in sys.stdlib_module_names or first in arrow.libraries:
        return ""
    if first in arrow.lazily:
        return "" if lazy else f"{part} may import {first} only inside a function"
    return f"{part} may not import {first}"
