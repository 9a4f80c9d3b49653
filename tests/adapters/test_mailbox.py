"""The embedded mailbox: whole files, in the order of arrival, for their owner only."""

from __future__ import annotations

import stat
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from pathlib import Path

import pytest

from chalicelib.adapters.mailbox import Mailbox, UnknownMailError
from chalicelib.post.ports import MailUnavailableError


def letter(number: int) -> EmailMessage:
    message = EmailMessage()
    message["To"] = "anna@example.com"
    message["Subject"] = f"één {number}"
    message.set_content(f"body {number} ✕\n")
    return message


def test_mails_are_kept_whole_and_listed_newest_first(tmp_path: Path) -> None:
    box = Mailbox(tmp_path / "mailbox")
    assert box.newest() == []
    ids = [box.send(letter(number)) for number in range(3)]
    assert ids == ["00000001", "00000002", "00000003"]
    assert [mail.id for mail in box.newest()] == ids[::-1]
    found = box.read(ids[1])
    assert found.message["Subject"] == "één 1"
    assert found.message.get_content().splitlines() == ["body 1 ✕"]
    assert found.source == letter(1).as_bytes(policy=found.message.policy)


def test_pages(tmp_path: Path) -> None:
    box = Mailbox(tmp_path)
    for number in range(5):
        box.send(letter(number))
    first = box.newest(2)
    second = box.newest(2, before=first[-1].id)
    assert [mail.id for mail in first + second] == ["00000005", "00000004", "00000003", "00000002"]
    assert [mail.id for mail in box.newest(2, before="00000001")] == []


def test_what_was_accepted_is_there_after_a_restart_and_numbers_go_on(tmp_path: Path) -> None:
    Mailbox(tmp_path).send(letter(1))
    again = Mailbox(tmp_path)
    assert again.send(letter(2)) == "00000002"
    assert [mail.message["Subject"] for mail in again.newest()] == ["één 2", "één 1"]


def test_drafts_and_strangers_are_not_shown(tmp_path: Path) -> None:
    box = Mailbox(tmp_path)
    box.send(letter(1))
    (tmp_path / "left-behind.draft").write_bytes(b"half a ma")
    (tmp_path / "notes.eml").write_bytes(b"not ours")
    assert [mail.id for mail in box.newest()] == ["00000001"]
    assert sorted(path.suffix for path in tmp_path.iterdir()) == [".draft", ".eml", ".eml"]


@pytest.mark.parametrize("mail_id", ["", "1", "00000002", "../00000001", "0000000１", "00000001.eml", "-0000001"])
def test_ids_that_are_none(tmp_path: Path, mail_id: str) -> None:
    box = Mailbox(tmp_path)
    box.send(letter(1))
    with pytest.raises(UnknownMailError):
        box.read(mail_id)


def test_only_the_newest_are_kept(tmp_path: Path) -> None:
    box = Mailbox(tmp_path, kept=3)
    for number in range(6):
        box.send(letter(number))
    assert [mail.id for mail in box.newest()] == ["00000006", "00000005", "00000004"]


def test_mails_sent_at_once_do_not_overwrite_each_other(tmp_path: Path) -> None:
    boxes = [Mailbox(tmp_path) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        ids = list(pool.map(lambda number: boxes[number % 4].send(letter(number)), range(24)))
    assert sorted(ids) == [f"{number:08d}" for number in range(1, 25)]
    assert len({mail.message["Subject"] for mail in boxes[0].newest()}) == 24


def test_others_cannot_read_along(tmp_path: Path) -> None:
    box = Mailbox(tmp_path / "mailbox")
    box.send(letter(1))
    assert stat.S_IMODE((tmp_path / "mailbox").stat().st_mode) == 0o700
    (file,) = (tmp_path / "mailbox").glob("*.eml")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_disk_that_takes_nothing_is_unavailable(tmp_path: Path) -> None:
    box = Mailbox(tmp_path / "mailbox")
    (tmp_path / "mailbox").rmdir()
    with pytest.raises(MailUnavailableError):
        box.send(letter(1))
