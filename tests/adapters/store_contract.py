"""The contract of the store port: every promise of chalicelib.players.ports.Store, one check each.

A check takes an engine (an empty store and its clock) and knows nothing of what is behind it. tests/adapters/
engines.py lists the engines, test_store_contract.py runs all checks on all of them, and
`python -m tests.adapters.contract_table` prints who passes what.
"""

from tests.adapters.contract.conditions import CONDITIONS
from tests.adapters.contract.engine import Engine, Promise
from tests.adapters.contract.expiry import EXPIRY
from tests.adapters.contract.indexes import INDEXES
from tests.adapters.contract.limits import LIMITS
from tests.adapters.contract.ranges import RANGES
from tests.adapters.contract.tokens import TOKENS
from tests.adapters.contract.values import VALUES

__all__ = ["CHECKS", "Engine", "Promise"]

CHECKS: dict[str, Promise] = {
    promise.__name__: promise
    for chapter in (CONDITIONS, RANGES, INDEXES, EXPIRY, LIMITS, VALUES, TOKENS)
    for promise in chapter.checks
}
