"""Names that a module offers and other modules hold, each of which is loaded when one of its names is first asked for.

What a function has to load for its answer makes its cold start; who calls one use case need not load them all.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterable, Mapping


def deferred(module: str, homes: Mapping[str, Iterable[str]]) -> tuple[list[str], Callable[[str], object]]:
    """The `__all__` and the `__getattr__` of a module, out of the names that each module beside it holds.

    A name stands in the module itself once it was asked for. The function raises AttributeError for any other name.
    """
    package, _, _ = module.rpartition(".")
    found_in = {name: home for home, names in homes.items() for name in names}

    def load(name: str) -> object:
        if name not in found_in:
            raise AttributeError(f"no use case is called {name}", name=name)
        found = getattr(importlib.import_module(f"{package}.{found_in[name]}"), name)
        setattr(sys.modules[module], name, found)
        return found

    return sorted(found_in), load
