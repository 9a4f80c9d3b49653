"""What a playthrough file holds, and how it is made from a match; the same code makes it again to compare.

It begins like the record that the service exports (seed, nonces, options, moves). `positions` has one row for the
first position and one after every act: who owes a decision, the legal moves, what every watcher sees and is told. To
stay small a row notes only what changed: of the spectator's view against the row before, of a seat's view against the
spectator's, of legal moves against the row before; long lists of moves as their number and a digest. Each row follows
from the one before it, so equal rows mean equal views and equal legal moves.

A match of thousands of moves is noted in strides of so many acts: a row tells the acts of its stride and the position
after them, and of the moves there stand only their number and a digest.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from chalicelib.games import get
from tests.games.cheap import end_of
from tests.games.codec import plain
from tests.games.table import Entry, Table

FORMAT = 1
FOLDER = Path(__file__).parent
_LISTED = 6


class Act(NamedTuple):
    """Something a seat does: a canonical text, "resign" or "retract"."""

    seat: int
    what: str


def changes(before: Any, after: Any, path: str = "") -> dict[str, Any]:
    """What differs between two JSON values, by path; a list that only grew as {"+": [[place, item], ...]}."""
    if before == after:
        return {}
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() == after.keys():
        return _join(changes(before[key], after[key], f"{path}/{key}") for key in after)
    if isinstance(before, list) and isinstance(after, list):
        if len(before) == len(after):
            return _join(changes(before[i], after[i], f"{path}/{i}") for i in range(len(after)))
        added = _added(before, after)
        return {path: after if added is None else {"+": added}}
    return {path: after}


def _join(parts: Iterator[dict[str, Any]]) -> dict[str, Any]:
    return {path: value for part in parts for path, value in part.items()}


def _added(before: list[Any], after: list[Any]) -> list[list[Any]] | None:
    """The items, with their places, that make one list from the other; None if more than that happened."""
    added, rest = [], list(before)
    for place, item in enumerate(after):
        if rest and rest[0] == item:
            rest.pop(0)
        else:
            added.append([place, item])
    return None if rest or not before else added


def summary(texts: Sequence[str]) -> list[Any]:
    """Few moves as they are, many as their number and a digest of them in order."""
    if len(texts) <= _LISTED:
        return list(texts)
    return [len(texts), hashlib.sha256("\n".join(texts).encode()).hexdigest()[:16]]


Views = dict[int | None, Any]


class Scribe:
    """Writes the rows of one match while it is played, one for every so many acts."""

    def __init__(self, table: Table, stride: int = 1) -> None:
        self._table = table
        self.stride = stride
        self._acts: list[list[Any]] = []
        self._watchers = (None, *range(table.seats))
        self._public: Any = None
        self._own: dict[str, Any] = {}
        self._legal: dict[str, Any] = {}
        self.rows: list[dict[str, Any]] = [self._position()]

    def act(self, act: Act) -> None:
        """Let the match go on by one act, and note what came of it. Raises what the rules raise."""
        if self.stride > 1:
            return self._walk(act)
        before = self._views()
        move = self._table.act(act.seat, act.what)
        told = self._told(act.seat, move, before, self._views())
        return self.rows.append({"act": list(act), **self._position(), **told})

    def _walk(self, act: Act) -> None:
        self._table.act(act.seat, act.what)
        self._acts.append(list(act))
        if len(self._acts) == self.stride or self._table.game.outcome(self._table.state) is not None:
            self.rows.append({"acts": self._acts, **self._position()})
            self._acts = []

    def _views(self) -> Views:
        return {watcher: self._table.game.view(self._table.state, watcher) for watcher in self._watchers}

    def _told(self, seat: int, move: Any, before: Views, after: Views) -> dict[str, Any]:
        hidden = self._table.game.sealed(self._table.state, seat) is not None
        facts: dict[int | None, Any] = {}
        for watcher in self._watchers:
            known = move if not hidden or watcher == seat else None
            found = self._table.game.facts(before[watcher], seat, known, after[watcher])
            facts[watcher] = [[fact.kind, fact.seat, *fact.detail] for fact in found]
        public = facts.pop(None)
        own = {str(seat): told for seat, told in facts.items() if told != public}
        return {"facts": public, **({"own_facts": own} if own else {})}

    def _position(self) -> dict[str, Any]:
        game, state = self._table.game, self._table.state
        views = {watcher: plain(view) for watcher, view in self._views().items()}
        public = views.pop(None)
        own = {str(seat): changes(public, view) for seat, view in views.items()}
        legal = {}
        for seat in range(self._table.seats):
            legal[str(seat)] = summary([game.format(move) for move in game.legal_moves(state, seat)])
        row = {
            "to_move": list(game.to_move(state)),
            "legal": _changed(self._legal, legal),
            "public": public if self._public is None else changes(self._public, public),
            "own": _changed(self._own, own),
        }
        self._public, self._own, self._legal = public, own, legal
        return {key: value for key, value in row.items() if value or key == "to_move"}


def _changed(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in after.items() if before.get(key) != value}


def finished(table: Table, scribe: Scribe, name: str, ending: str, tells: str) -> dict[str, Any]:
    """The file of a match that has been played; `name` is what its seed was made from."""
    outcome = table.ended()
    return {
        "format": FORMAT,
        "ending": ending,
        "way": end_of(table.game.key)(table.state),
        "tells": tells,
        "match": name,
        "game": table.game.key,
        "rules_version": table.game.rules_version,
        "options": dict(table.options),
        "seats": table.seats,
        "seed": table.seed.hex(),
        "nonces": [nonce.hex() for nonce in table.nonces],
        "moves": moves_of(table, scribe.stride),
        "positions": scribe.rows,
        "outcome": plain(outcome),
    }


def moves_of(table: Table, stride: int) -> list[Any]:
    """The moves as the file of a match notes them."""
    if stride == 1:
        return [entry._asdict() for entry in table.record]
    return summary([f"{entry.seat} {entry.move} {entry.how}" for entry in table.record])


def acts_of(file: dict[str, Any]) -> Iterator[Act]:
    """What was done in the match of a file, in order."""
    for row in file["positions"][1:]:
        yield from (Act(*act) for act in row.get("acts") or [row["act"]])


def stride_of(file: dict[str, Any]) -> int:
    """For how many acts there is a row; 1 where it has one for each."""
    return max(len(row.get("acts", [0])) for row in file["positions"])


def replayed(file: dict[str, Any]) -> tuple[Table, dict[str, Any]]:
    """The match of a file played again by its acts, and the file that makes."""
    table = Table(get(file["game"]), file["seats"], file["options"], file["match"])
    scribe = Scribe(table, stride_of(file))
    for act in acts_of(file):
        scribe.act(act)
    return table, finished(table, scribe, file["match"], file["ending"], file["tells"])


def from_record(file: dict[str, Any], record: Sequence[Entry]) -> Table:
    """The match of a file played again from its record alone, in the order of the plies."""
    table = Table(get(file["game"]), file["seats"], file["options"], file["match"])
    for entry in record:
        table.act(entry.seat, entry.move)
    return table


def written(file: dict[str, Any]) -> str:
    """The text of a file: JSON with one row a line."""
    parts = [
        f'"{key}": {_rows(value) if key in ("moves", "positions") else _dump(value)}' for key, value in file.items()
    ]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _rows(values: list[Any]) -> str:
    return "[\n" + ",\n".join(_dump(value) for value in values) + "\n]"


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def path_of(game: str, ending: str) -> Path:
    """Where the playthrough of this ending is kept."""
    return FOLDER / game / f"{ending}.json"


def read(game: str, ending: str) -> dict[str, Any]:
    """A stored playthrough."""
    file: dict[str, Any] = json.loads(path_of(game, ending).read_text(encoding="utf-8"))
    return file
