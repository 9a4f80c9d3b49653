"""The game in a copy of all this gets other rules: two stones may be taken at a time, no longer three.

What lies on the heap has another name in positions, and what was done another in facts, so that nothing of one version
can be read or told by the other. A match is taken over while more than four stones lie there.
"""

from __future__ import annotations

from pathlib import Path

from tests.guest.planting import PLACES

MIGRATIONS = '''"""How a match by the rules of version 1 goes on by those of version 2."""

from chalicelib.rules import NotCarriedOverError

from .game import Heap


def carried(state):
    """The same position by the newer rules."""
    if state.heap <= 4:
        raise NotCarriedOverError("So few stones are taken by the rules they were left for.")
    return Heap(state.heap, state.turn, state.present, state.outcome)


MIGRATIONS = {1: carried}
'''
_OFFERED = """    if name == "MIGRATIONS":
        from .migrations import MIGRATIONS

        return MIGRATIONS
    if name == "GAME":"""

_GAME, _PARTS = PLACES["game"], PLACES["parts"]
_HEAP = '''class Heap:
    """Stones on the heap, whose turn it is, which seats are still here, and the end."""

    stones: int
    turn: int
    present: tuple[bool, ...]
    outcome: Outcome | None = None


@dataclass
class _Before:'''
_EDITS = {
    f"{_GAME}/game.py": (
        ("MOST = 3", "MOST = 2"),
        ("one to three", "one or two"),
        ("class Heap:", _HEAP),
        ("state.heap", "state.stones"),
        ("replace(state, heap=", "replace(state, stones="),
        ("if after.heap else _ended", "if after.stones else _ended"),
        ('"took', '"drew'),
    ),
    f"{_GAME}/__init__.py": (('    if name == "GAME":', _OFFERED),),
    f"{_PARTS}/ends.py": (("state.heap", "state.stones"),),
    f"{_PARTS}/invariants.py": (("after.heap <= before.heap", "after.stones <= before.stones"),),
}  # fmt: skip
"""What is put in the place of what, in which files."""


def upgrade(tree: Path) -> None:
    """Change the rules of the game there; those of today have been kept."""
    (tree / _GAME / "migrations.py").write_text(MIGRATIONS, encoding="utf-8")
    for name, edits in _EDITS.items():
        file = tree / name
        text = file.read_text(encoding="utf-8")
        for old, new in edits:
            if old not in text:
                raise LookupError(f"{name} has no {old!r}")
            text = text.replace(old, new)
        file.write_text(text, encoding="utf-8")
