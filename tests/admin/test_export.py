"""What is exported: a file that is whole or is not there, for its owner's eyes, the same from either engine."""

from __future__ import annotations

import json
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from chalicelib.adapters.sqlite import SqliteStore
from chalicelib.matches import proof
from chalicelib.matches.record_form import Record
from chalicelib.players.ports import FixedClock, Key, StoreUnavailableError
from infra.admin import copies, export_file
from infra.admin.mark import MARK, Mark
from tests.adapters.decorator import StoreDecorator
from tests.admin.desk import AdminOffice, Done
from tests.admin.towns import items, town
from tests.players.desk import MeddledStore

T = TypeVar("T")


def test_everything_is_in_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    office, path = town(capsys), tmp_path / "all.jsonl"
    done = office.admin("export", "--all", str(path))
    kept = items(office.store)
    assert (done.status, done.out) == (0, "")
    assert done.err.startswith(f"{len(kept)} items in {path}: ")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(export_file.items(path)) == kept
    assert len({item.kind for item in kept}) > 8
    first, *_, last = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    assert first == {"what": "turnpost-export", "format": 1, "at": "2026-09-21T14:14:20Z"}
    assert last == export_file.check(path).told()
    assert sum(last["kinds"].values()) == last["items"] == len(kept)
    assert [each.name for each in tmp_path.iterdir()] == ["all.jsonl"]


def test_to_standard_output_it_is_the_same(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    office, path = town(capsys), tmp_path / "all.jsonl"
    office.admin("export", "--all", str(path))
    assert office.admin("export", "--all", "-").out == path.read_text(encoding="utf-8")


def test_the_mark_of_a_restore_is_no_part_of_it(office: AdminOffice) -> None:
    before = office.admin("export", "--all", "-").out
    office.store.commit([Mark("0" * 64, 3, 1).write()])
    assert office.store.get(MARK) is not None
    assert office.admin("export", "--all", "-").out == before


def test_a_failure_leaves_no_half_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    office, path = town(capsys), tmp_path / "all.jsonl"
    path.write_text("yesterday's")

    class Breaking(StoreDecorator):
        """A store whose scan breaks off."""

        def scan(self, *, page: int = 500) -> Iterator[object]:  # type: ignore[override]
            yield from list(super().scan(page=page))[:20]
            raise StoreUnavailableError("it broke off")

    assert office.admin("export", "--all", str(path), store=Breaking(office.store)) == Done(2, "", "it broke off\n")
    assert path.read_text() == "yesterday's"
    assert [each.name for each in tmp_path.iterdir()] == ["all.jsonl"]
    done = office.admin("export", "--all", str(tmp_path / "none" / "all.jsonl"))
    assert (done.status, "No such file or directory" in done.err) == (2, True)


def test_a_match_that_is_played_meanwhile_is_whole_in_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    office, path = AdminOffice(capsys), tmp_path / "all.jsonl"
    match = office.desk.table("anna", "bram", game="passing-game")
    moves = iter(range(4))

    class Played(StoreDecorator):
        """A store in which somebody moves whenever a match was read, for a while."""

        def around(self, method: str, call: Callable[[], T]) -> T:
            done = call()
            if method == "query" and next(moves, None) is not None:
                office.desk.play(match, office.desk.to_move(match)[0])
            return done

    assert office.admin("export", "--all", str(path), store=Played(office.store)).status == 0
    found = [item for item in export_file.items(path) if item.key.partition == f"M#{match.id}"]
    assert found == [item for item in items(office.store) if item.key.partition == f"M#{match.id}"]
    assert next(moves, None) is None


def test_a_file_is_copied_as_it_stands_at_one_moment(tmp_path: Path) -> None:
    clock = FixedClock()
    with SqliteStore(tmp_path / "a.sqlite3", clock) as store:
        from tests.matches.desk import Desk

        desk = Desk(store, clock)
        match = desk.table("anna", "bram")
        before = items(store)
        with copies.of_file(tmp_path / "a.sqlite3", tmp_path / "b.sqlite3", clock) as copy:
            desk.play(match, desk.to_move(match)[0])
            assert items(copy) == before != items(store)


def test_lots_stay_within_what_a_commit_takes() -> None:
    from tests.adapters.contract.engine import thing

    large = [thing(f"{n:03d}", body={"text": "x" * 390_000}) for n in range(20)]
    small = [thing(f"s{n:03d}") for n in range(250)]
    assert [len(batch) for batch in copies.batches(large)] == [7, 7, 6]
    assert [len(batch) for batch in copies.batches(small, 99)] == [99, 99, 52]
    assert list(copies.batches([])) == []


def test_the_record_of_a_match_is_that_of_the_interface(office: AdminOffice) -> None:
    match = office.desk.play_out(office.desk.table("anna", "bram", game="sequence-dice"))
    done = office.admin("export", match.id)
    record = Record.model_validate_json(done.out)
    proof.check(office.desk.env.games, record)
    assert (done.status, done.err, record.match) == (0, "", match.id)
    running = office.desk.table("anna", "bram")
    told = f"{running.id} is running: a match has a record once it has been played out.\n"
    assert office.admin("export", running.id) == Done(2, "", told)
    assert office.admin("export", "nope") == Done(2, "", "There is no match here.\n")


def test_a_store_that_meddles_is_still_counted(office: AdminOffice) -> None:
    store = MeddledStore(office.store)
    assert office.admin("export", "--all", "-", store=store).status == 0
    assert store.commits == 0
    assert store.get(Key("P#anna", "A#profile")) is not None
