"""The places of the use cases: what a type checker sees there is what the table offers, and all of it is there."""

from __future__ import annotations

import ast
import importlib
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from chalicelib.matches import service as matches
from chalicelib.players import service as players

SERVICES = pytest.mark.parametrize("service", [matches, players], ids=lambda module: module.__name__)


def shown(service: ModuleType) -> dict[str, tuple[str, ...]]:
    """The names that only a type checker imports there, by the module beside it that holds them."""
    tree = ast.parse(Path(str(service.__file__)).read_text(encoding="utf-8"))
    (block,) = [node for node in tree.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"]
    imports = [node for node in block.body if isinstance(node, ast.ImportFrom)]
    assert {str(node.module).rpartition(".")[0] for node in imports} == {service.__package__}
    return {str(node.module).rpartition(".")[2]: tuple(each.name for each in node.names) for node in imports}


@SERVICES
def test_what_a_type_checker_sees_is_what_the_table_says(service: ModuleType) -> None:
    assert shown(service) == {home: tuple(names) for home, names in service.HOMES.items()}


@SERVICES
def test_every_promised_name_is_there_and_is_the_one_of_its_home(service: ModuleType) -> None:
    assert service.__all__ == sorted(name for names in service.HOMES.values() for name in names)
    for home, names in service.HOMES.items():
        held = importlib.import_module(f"{service.__package__}.{home}")
        assert [getattr(service, name) for name in names] == [getattr(held, name) for name in names]


@SERVICES
def test_another_name_is_not(service: ModuleType) -> None:
    with pytest.raises(AttributeError, match="no use case is called cheat"):
        _ = service.cheat


def test_only_what_is_asked_for_is_loaded_and_stands_there_from_then_on() -> None:
    asked = (
        "import sys; from chalicelib.matches import service; "
        "before = 'chalicelib.matches.reading' in sys.modules; service.look; "
        "print(before, 'chalicelib.matches.reading' in sys.modules, 'chalicelib.matches.seating' in sys.modules, "
        "'look' in vars(service))"
    )
    told = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout
    assert told.split() == ["False", "True", "False", "True"]
