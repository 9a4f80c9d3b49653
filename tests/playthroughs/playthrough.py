"""What a playthrough file holds, and how it is made from a match; the same code makes it again to compare.

It has the match's whole `record` (recording.py). `positions` has one row for the first position and one after every
act: who owes a decision, the legal moves, what every watcher sees and is told. To stay small a row notes only what
changed: of the spectator's view against the row before, of a seat's view against the spectator's, of legal moves
against the row before; long lists of moves as their number and a digest. Each row follows from the one before it, so
equal rows mean equal views and equal legal moves. `states` is a digest of every position as a store keeps it, and
`stored` the one in the middle, after so many acts: what is kept of running matches has to stay readable.

A match of hundreds of moves may be noted in strides of so many acts: a row tells the acts of its stride and the
position after them.

The files of older rules lie in a folder for each version, `v1` and so on. They are never written anew.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from chalicelib.games import get, meta
from tests.games.cheap import end_of
from tests.games.codec import plain, stored
from tests.playthroughs.recording import NotedTable, kept

FORMAT = 2
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


def summary(texts: Sequence[str], listed: int = _LISTED) -> list[Any]:
    """Few moves as they are, many as their number and a digest of them in order."""
    if len(texts) <= listed:
        return list(texts)
    return [len(texts), hashlib.sha256("\n".join(texts).encode()).hexdigest()[:16]]


Views = dict[int | None, Any]


class Scribe:
    """Writes the rows of one match while it is played, one for every so many acts."""

    def __init__(self, table: NotedTable, stride: int = 1) -> None:
        self._table = table
        self.states: list[str] = [_dump(stored(table.state))]
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
            self._walk(act)
        else:
            before = self._views()
            move = self._table.act(act.seat, act.what)
            told = self._told(act.seat, move, before, self._views())
            self.rows.append({"act": list(act), **self._position(), **told})
        self.states.append(_dump(stored(self._table.state)))

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


def finished(table: NotedTable, scribe: Scribe, ending: str, tells: str) -> dict[str, Any]:
    """The file of a match that has been played."""
    middle = len(scribe.states) // 2
    return {
        "format": FORMAT,
        "ending": ending,
        "way": end_of(table.game.key, table.game.rules_version)(table.state),
        "tells": tells,
        "record": kept(table),
        "states": summary(scribe.states, 0),
        "stored": [middle, json.loads(scribe.states[middle])],
        "positions": scribe.rows,
    }


def acts_of(file: dict[str, Any]) -> Iterator[Act]:
    """What was done in the match of a file, in order."""
    for row in file["positions"][1:]:
        yield from (Act(*act) for act in row.get("acts") or [row["act"]])


def stride_of(file: dict[str, Any]) -> int:
    """For how many acts there is a row; 1 where it has one for each."""
    return max(len(row.get("acts", [0])) for row in file["positions"])


def replayed(file: dict[str, Any]) -> tuple[NotedTable, dict[str, Any]]:
    """The match of a file played again by its acts, by the rules it was recorded with, and the file that makes."""
    record = file["record"]
    game = get(record["game"], record["rules_version"])
    table = NotedTable(game, len(record["seats"]), record["options"], record["match"])
    scribe = Scribe(table, stride_of(file))
    for act in acts_of(file):
        scribe.act(act)
    return table, finished(table, scribe, file["ending"], file["tells"])


def written(file: dict[str, Any]) -> str:
    """The text of a file: JSON with one row a line."""
    return "{\n" + ",\n".join(f'"{key}": {_part(key, value)}' for key, value in file.items()) + "\n}\n"


def _part(key: str, value: Any) -> str:
    if key == "record":
        return written(value).rstrip()
    if key in ("moves", "positions"):
        return "[\n" + ",\n".join(map(_dump, value)) + "\n]"
    return _dump(value)


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def path_of(game: str, ending: str, version: int = 0) -> Path:
    """Where the playthrough of this ending is kept, by the rules of this version (0: today's)."""
    return folder_of(game, version) / f"{ending}.json"


def folder_of(game: str, version: int = 0) -> Path:
    """Where the playthroughs by the rules of this version (0: today's) are kept."""
    is_older = version not in (0, meta(game).rules_version)
    return FOLDER / game / f"v{version}" if is_older else FOLDER / game


def kept_of(game: str) -> dict[int, tuple[str, ...]]:
    """The endings of which there is a playthrough, by the version of the rules; today's stand there in any case."""
    older = [int(path.name[1:]) for path in (FOLDER / game).glob("v*")]
    folders = {version: folder_of(game, version) for version in (*older, meta(game).rules_version)}
    return {version: tuple(sorted(path.stem for path in folder.glob("*.json"))) for version, folder in folders.items()}


def read(game: str, ending: str, version: int = 0) -> dict[str, Any]:
    """A stored playthrough."""
    file: dict[str, Any] = json.loads(path_of(game, ending, version).read_text(encoding="utf-8"))
    return file
