"""Processes that have what `make play` installs and nothing else: what only tests and deployments need is not there."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.metadata import PackageNotFoundError, packages_distributions, requires

from tests.admin.desk import Done, python
from tests.local.process import ROOT

_PROGRAM = """
import json, runpy, sys

class Missing:
    missing = frozenset(json.loads(sys.argv[1]))

    def find_spec(self, name, path=None, target=None):
        if name in self.missing:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Missing())
del sys.argv[:2]
if sys.argv[0] == "import":
    for name in sys.argv[1:]:
        __import__(name)
else:
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
"""


def _named(text: str) -> str:
    return re.split(r"[^\w.-]", text.strip(), maxsplit=1)[0].lower().replace("_", "-")


def _with_theirs(distribution: str) -> set[str]:
    """A distribution and all that it brings along."""
    found, left = set[str](), [distribution]
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += [_named(each) for each in _required(name) if "extra ==" not in each]
    return found


def _required(name: str) -> list[str]:
    try:
        return requires(name) or []
    except PackageNotFoundError:
        return []


@cache
def missing() -> tuple[str, ...]:
    """The modules that are here, and are not where only `make play` was run."""
    listed = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    installed = {_named(line) for line in listed if line and not line.startswith("#")} | _with_theirs("chalice")
    found = packages_distributions().items()
    return tuple(sorted(name for name, of in found if installed.isdisjoint(map(_named, of))))


def bare(*arguments: str, **environment: str) -> Done:
    """Run a module of ours there, as `python -m` does; `import` and names only imports them."""
    return python("-c", _PROGRAM, json.dumps(missing()), *arguments, **environment)
