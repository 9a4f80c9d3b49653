"""What is restored: everything or a refusal, from either engine to either, to be gone on with after a stop."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from chalicelib.adapters.sqlite import SqliteStore
from chalicelib.matches import service
from chalicelib.players.ports import Item, Key, Put, Store, StoreUnavailableError, Write
from chalicelib.post import relay
from infra.admin import kinds, restoring
from infra.admin.mark import MARK
from tests.adapters.decorator import StoreDecorator
from tests.adapters.emulated import emulated_store
from tests.admin.desk import AdminOffice, Done
from tests.admin.towns import items, town

DAY = 86_400


@pytest.fixture
def lived(capsys: pytest.CaptureFixture[str]) -> AdminOffice:
    """A service that has been lived in."""
    return town(capsys)


@pytest.fixture
def path(lived: AdminOffice, tmp_path: Path) -> Path:
    """What was exported of it."""
    path = tmp_path / "all.jsonl"
    assert lived.admin("export", "--all", str(path)).status == 0
    return path


@pytest.fixture
def fresh(capsys: pytest.CaptureFixture[str], lived: AdminOffice) -> AdminOffice:
    """A service of the same time on an empty store."""
    return AdminOffice(capsys, SqliteStore(":memory:", lived.clock), lived.clock, is_empty=True)


def without_time(text: str) -> str:
    """An export but for its first line."""
    return text.partition("\n")[2]


def test_everything_is_there_again(lived: AdminOffice, fresh: AdminOffice, path: Path) -> None:
    done = fresh.admin("restore", str(path))
    assert (done.status, done.err) == (0, "")
    kept = items(lived.store)
    assert done.out.splitlines()[0].startswith(f"{len(kept)} items restored; ")
    assert done.out.splitlines()[1] == "4 matches (1 over, 2 running, 1 waiting): none broken"
    assert items(fresh.store) == kept
    assert fresh.store.get(MARK) is None
    assert without_time(fresh.admin("export", "--all", "-").out) == without_time(path.read_text(encoding="utf-8"))


def test_from_one_engine_to_the_other_and_back(
    lived: AdminOffice, path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = lived.clock
    cloud = AdminOffice(capsys, emulated_store(clock), clock, is_empty=True)
    assert cloud.admin("restore", str(path)).status == 0
    again = tmp_path / "again.jsonl"
    clock.advance(5)
    assert cloud.admin("export", "--all", str(again)).status == 0
    first, second = path.read_text(encoding="utf-8"), again.read_text(encoding="utf-8")
    assert without_time(first) == without_time(second)
    assert first != second
    back = AdminOffice(capsys, SqliteStore(":memory:", clock), clock, is_empty=True)
    assert back.admin("restore", str(again)).status == 0
    assert items(back.store) == items(lived.store)


def test_what_was_owed_is_sent_and_nothing_that_was_sent(lived: AdminOffice, fresh: AdminOffice, path: Path) -> None:
    sent = {str(mail["Message-ID"]) for mail in lived.mailer.accepted}
    assert sent
    fresh.admin("restore", str(path))
    assert len(fresh.queue.messages) == 2  # both who were to be told that their match began
    fresh.clock.advance(120)
    fresh.work_off()
    told = [str(mail["Message-ID"]) for mail in fresh.mailer.accepted]
    assert len(told) == len(set(told))
    assert set(told) & sent == set()
    lived.handle()
    lived.work_off()
    late = {str(mail["Message-ID"]) for mail in lived.mailer.accepted} - sent
    assert late <= set(told)
    assert relay.sweep(fresh.post, overdue=0).relayed == 0


def test_the_time_in_between_is_nobodys_fault(fresh: AdminOffice, path: Path) -> None:
    fresh.clock.advance(9 * DAY)  # every deadline is over
    assert fresh.admin("restore", str(path)).status == 0
    swept = service.sweep(fresh.desk.env)
    assert (swept.expired, swept.failed) == (0, [])
    assert swept.excused > 0
    running = [item for item in items(fresh.store) if item.kind == "head" and item.body["status"] == "running"]
    assert len(running) == 2
    assert min(max(item.body["deadlines"]) for item in running) > fresh.clock.now() + 2 * DAY


def test_a_store_that_is_not_empty_is_left_alone(lived: AdminOffice, path: Path) -> None:
    before = items(lived.store)
    told = "This store is not empty, and a restore would mix two services: take an empty one.\n"
    assert lived.admin("restore", str(path)) == Done(2, "", told)
    assert items(lived.store) == before


def test_the_heartbeat_of_a_stage_makes_no_difference(fresh: AdminOffice, lived: AdminOffice, path: Path) -> None:
    service.sweep(fresh.desk.env)
    assert len(items(fresh.store)) == 1
    assert fresh.admin("restore", str(path)).status == 0
    assert items(fresh.store) == items(lived.store)


class Dying(StoreDecorator):
    """A store that is gone after so many commits, the last of which went through."""

    def __init__(self, inner: Store, commits: int) -> None:
        super().__init__(inner)
        self.left = commits

    def commit(self, writes: Any, *, token: str = "") -> None:
        if self.left < 1:
            raise KeyboardInterrupt
        self.left -= 1
        super().commit(writes, token=token)
        if not self.left:
            raise KeyboardInterrupt


def test_a_restore_that_was_stopped_goes_on(lived: AdminOffice, fresh: AdminOffice, path: Path) -> None:
    lots = -(-len(items(lived.store)) // 99)
    for stop in range(lots + 1):  # the mark comes before them all
        done = fresh.admin("restore", str(path), store=Dying(fresh.store, 1))
        assert (done.status, done.out) == (130, "")
        assert ("Going on after " in done.err) == (stop > 1)
        assert done.err.endswith("Stopped.\n")
        assert fresh.store.get(MARK) is not None
    assert fresh.admin("restore", str(path)).status == 0
    assert items(fresh.store) == items(lived.store)


def test_what_leads_to_work_comes_last(lived: AdminOffice, path: Path) -> None:
    order = list(restoring.in_order(path))
    assert sorted(order, key=_key) == items(lived.store)
    assert order[0].kind == "heartbeat"
    working = [item for item in order if item.work is not None]
    assert order[-len(working) :] == working
    kinds_of_work = [item.kind for item in working]
    assert kinds_of_work == sorted(kinds_of_work, key=lambda kind: kind != "head")
    assert {"head", "log", "delivery"} == set(kinds_of_work)


def _key(item: Item) -> tuple[bytes, bytes]:
    return item.key.partition.encode(), item.key.sort.encode()


def test_another_file_does_not_go_on_with_it(
    fresh: AdminOffice, path: Path, tmp_path: Path, lived: AdminOffice
) -> None:
    fresh.admin("restore", str(path), store=Dying(fresh.store, 1))
    lived.desk.table("anna", "bram")
    other = tmp_path / "other.jsonl"
    lived.admin("export", "--all", str(other))
    done = fresh.admin("restore", str(other))
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("Another file was being restored into this store: go on with that, or empty it first.")


def test_an_answer_that_was_lost_is_no_harm(lived: AdminOffice, fresh: AdminOffice, path: Path) -> None:
    class Losing(StoreDecorator):
        """A store whose answer to every other commit is lost."""

        lost = False

        def commit(self, writes: Any, *, token: str = "") -> None:
            super().commit(writes, token=token)
            self.lost = not self.lost
            if self.lost:
                raise StoreUnavailableError("lost")

    assert fresh.admin("restore", str(path), store=Losing(fresh.store)).status == 0
    assert items(fresh.store) == items(lived.store)


def test_somebody_who_writes_meanwhile_is_not_overwritten(fresh: AdminOffice, lived: AdminOffice, path: Path) -> None:
    intruder = replace(items(lived.store)[3], body={"another": 1})

    class Meddling(StoreDecorator):
        """A store into which somebody else writes at the first commit."""

        def commit(self, writes: Any, *, token: str = "") -> None:
            self.inner.commit([Put(intruder)])
            super().commit(writes, token=token)

    done = fresh.admin("restore", str(path), store=Meddling(fresh.store))
    assert (done.status, done.out) == (2, "")
    assert "Something else was written into this store meanwhile" in done.err
    assert fresh.store.get(intruder.key) == intruder


Lines = list[str]


def _edited(line: str, **changes: Any) -> str:
    return json.dumps({**json.loads(line), **changes}, ensure_ascii=False, separators=(",", ":"))


BROKEN: dict[str, tuple[Callable[[Lines], Lines], str]] = {
    "empty": (lambda _: [], "is no export of this service."),
    "something else": (lambda lines: ["hello", *lines], "is no export of this service."),
    "another header": (lambda lines: ['{"what":"a"}', *lines[1:]], "is no export of this service."),
    "a later format": (
        lambda lines: [_edited(lines[0], format=2), *lines[1:]],
        "has format 2, this release reads format 1",
    ),
    "cut off": (lambda lines: lines[:-1], "is not whole: it breaks off without its last line."),
    "cut off in a line": (lambda lines: [*lines[:9], lines[9][:40]], "is not whole: line 10"),
    "one line less": (lambda lines: [*lines[:5], *lines[6:]], "its last line does not go with those before it."),
    "a byte": (
        lambda lines: [*lines[:5], lines[5].replace('"version":1', '"version":2'), *lines[6:]],
        "does not go with",
    ),
    "another order": (
        lambda lines: [*lines[:5], lines[6], lines[5], *lines[7:]],
        "line 7: the items are not in the order",
    ),
    "a line twice": (lambda lines: [*lines[:5], lines[5], *lines[5:]], "line 7: the items are not in the order"),
    "a field too many": (
        lambda lines: [lines[0], _edited(lines[1], more=1), *lines[2:]],
        "line 2: it is no item of a store",
    ),
    "a float": (
        lambda lines: [lines[0], _edited(lines[1], body={"a": 1.5}), *lines[2:]],
        "line 2: it is no item of a store",
    ),
    "text for a number": (
        lambda lines: [lines[0], _edited(lines[1], version="1"), *lines[2:]],
        "line 2: it is no item",
    ),
    "more after the end": (lambda lines: [*lines, lines[1]], "goes on after its last line"),
    "another count": (lambda lines: [*lines[:-1], _edited(lines[-1], items=1)], "does not go with those before it."),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_file_that_is_not_as_it_was_written_is_refused_before_anything_is(
    what: str, fresh: AdminOffice, path: Path
) -> None:
    spoil, sentence = BROKEN[what]
    path.write_text(
        "".join(f"{line}\n" for line in spoil(path.read_text(encoding="utf-8").splitlines())), encoding="utf-8"
    )
    done = fresh.admin("restore", str(path))
    assert (done.status, done.out) == (2, "")
    assert sentence in done.err
    assert items(fresh.store) == []


def test_what_a_later_release_wrote_is_refused(
    fresh: AdminOffice, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for item, sentence in (
        (Item(Key("M#1", "A#head"), "head", {}, format=99), "items of format 99 of the kind 'head'"),
        (Item(Key("Z#1", "A"), "carrier-pigeon", {}), "items of the kind 'carrier-pigeon'"),
    ):
        newer = AdminOffice(capsys)
        newer.store.commit([Put(item)])
        newer.admin("export", "--all", str(tmp_path / "newer"))
        done = fresh.admin("restore", str(tmp_path / "newer"))
        assert (done.status, done.out) == (2, "")
        assert sentence in done.err
        assert items(fresh.store) == []


def test_every_kind_of_item_is_known(lived: AdminOffice) -> None:
    known = kinds.formats()
    assert {item.kind for item in items(lived.store)} <= known.keys()
    assert known["roster"] >= 2


def test_a_match_that_was_broken_before_is_told(lived: AdminOffice, fresh: AdminOffice, tmp_path: Path) -> None:
    head = next(item for item in items(lived.store) if item.kind == "head" and item.body["status"] == "over")
    lived.store.commit([Put(replace(head, body={**head.body, "ended": 0}))])
    lived.admin("export", "--all", str(tmp_path / "broken"))
    done = fresh.admin("restore", str(tmp_path / "broken"))
    assert done.status == 1
    assert ", ended: " in done.out
    assert fresh.store.get(MARK) is None


def test_what_is_not_there_in_the_end_is_told(fresh: AdminOffice, path: Path) -> None:
    class Forgetting(StoreDecorator):
        """A store that forgets the last item of every commit but the mark."""

        def commit(self, writes: Any, *, token: str = "") -> None:
            kept: list[Write] = [*writes[:-2], *writes[-1:]] if len(writes) > 2 else list(writes)
            super().commit(kept, token=token)

    done = fresh.admin("restore", str(path), store=Forgetting(fresh.store))
    assert (done.status, done.out) == (2, "")
    assert "not there, though they were written" in done.err
    assert fresh.store.get(MARK) is not None


def test_no_file_is_told(fresh: AdminOffice, tmp_path: Path) -> None:
    done = fresh.admin("restore", str(tmp_path / "none"))
    assert (done.status, done.out) == (2, "")
    assert "No such file or directory" in done.err
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    done = fresh.admin("restore", str(tmp_path / "bytes"))
    assert (done.status, done.err) == (2, f"{tmp_path / 'bytes'} is no text in UTF-8.\n")
