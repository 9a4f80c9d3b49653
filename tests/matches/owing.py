"""Which use cases of matches may owe a notice, by the source: those from which a function is reached that makes one."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import chalicelib.matches
from chalicelib.matches.service import HOMES

FOLDER = Path(chalicelib.matches.__file__).parent
PACKAGE = "chalicelib.matches"
Function = tuple[str, str]
"""A module and a function of it; a method is called `Class.name`."""
SPREADS: dict[Function, Function] = {("accounts", "change"): ("spreading", "spread")}
"""A profile that has changed is followed by its copies in matches, in the background."""
READS = "rows"
"""The module that makes notices of what is stored."""


@cache
def _trees() -> dict[str, ast.Module]:
    return {path.stem: ast.parse(path.read_text()) for path in FOLDER.glob("*.py") if path.stem != READS}


def _functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        if isinstance(node, ast.ClassDef):
            yield from ((f"{node.name}.{each.name}", each) for each in node.body if isinstance(each, ast.FunctionDef))


def _all_functions() -> Iterator[tuple[str, str, ast.FunctionDef]]:
    for home, tree in _trees().items():
        yield from ((home, name, node) for name, node in _functions(tree))


@cache
def _names(module: str) -> tuple[dict[str, Function], dict[str, str]]:
    """What names mean in a module: functions, its own and those it imports; and modules."""
    functions = {name: (module, name) for name, _ in _functions(_trees()[module])}
    modules = dict[str, str]()
    for node in ast.walk(_trees()[module]):
        if isinstance(node, ast.ImportFrom) and (home := node.module or "").startswith(f"{PACKAGE}."):
            home = home.removeprefix(f"{PACKAGE}.")
            functions |= {each.asname or each.name: (home, each.name) for each in node.names}
        elif isinstance(node, ast.ImportFrom):
            modules |= {each.asname or each.name: each.name for each in node.names}
    return functions, modules


def _named(module: str, name: str, function: ast.FunctionDef) -> Iterator[Function]:
    """Whatever a function names, to call it or to hand it on; of objects only those are known that are a `turn`."""
    functions, modules = _names(module)
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and node.id in functions:
            yield functions[node.id]
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            owner, found = node.value.id, node.attr
            if owner in modules:
                yield SPREADS.get((modules[owner], found), (modules[owner], found))
            elif owner == "turn":
                yield "turn", f"Turn.{found}"
            elif owner == "self":
                yield module, f"{name.partition('.')[0]}.{found}"


@cache
def _graph() -> dict[Function, frozenset[Function]]:
    return {(home, name): frozenset(_named(home, name, node)) for home, name, node in _all_functions()}


@cache
def owing() -> frozenset[Function]:
    """The functions that make a notice."""
    return frozenset((home, name) for home, name, node in _all_functions() if _makes_one(node))


def _makes_one(function: ast.FunctionDef) -> bool:
    calls = (node.func for node in ast.walk(function) if isinstance(node, ast.Call))
    return any(isinstance(called, ast.Name) and called.id == "Owed" for called in calls)


def _reached(start: Function) -> set[Function]:
    """All functions that may run when this one does."""
    seen, new = set[Function](), {start}
    while new:
        seen |= new
        new = {each for one in new for each in _graph().get(one, ())} - seen
    return seen


def use_cases() -> frozenset[str]:
    """The use cases from which a notice may come."""
    homes = {name: module for module, names in HOMES.items() for name in names}
    return frozenset(name for name, home in homes.items() if _reached((home, name)) & owing())
