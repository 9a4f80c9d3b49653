"""The embedded mailbox: every mail is a file in one folder, for people to read at /mailbox and for tests to look into.

A mail that was accepted is on the disk, whole, even if the machine stops the moment after.
"""

from __future__ import annotations

import email
import os
import re
import tempfile
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

from chalicelib.post.ports import MailUnavailableError

KEPT = 2_000
"""So many mails are kept, the newest."""

_NAME = re.compile(r"[0-9]{8}")


class UnknownMailError(LookupError):
    """There is no such mail here."""


@dataclass(frozen=True, slots=True)
class StoredMail:
    """A mail in the box; ids rise in the order of arrival, and all have the same length."""

    id: str
    source: bytes

    @property
    def message(self) -> EmailMessage:
        """The mail, parsed."""
        return email.message_from_bytes(self.source, policy=SMTP)


class Mailbox:
    """A post.ports.Mailer that keeps what it is given."""

    def __init__(self, folder: Path, *, kept: int = KEPT) -> None:
        """Make the folder when there is none; mails hold login links, so it is for its owner only."""
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._folder = folder
        self._kept = kept

    def send(self, message: EmailMessage) -> str:
        """Keep the mail; its id. Raises MailUnavailableError when the disk does not take it."""
        try:
            number = self._store(message.as_bytes(policy=SMTP))
            self._path(number - self._kept).unlink(missing_ok=True)
        except OSError as error:
            raise MailUnavailableError(f"{type(error).__name__}: {error.strerror}") from error
        return _id(number)

    def newest(self, limit: int = 50, before: str = "") -> list[StoredMail]:
        """The newest mails first, or those that came before the one with the id `before`."""
        numbers = [number for number in self._numbers() if not before or _id(number) < before]
        return [mail for number in numbers[:limit] if (mail := self._find(number)) is not None]

    def read(self, mail_id: str) -> StoredMail:
        """The mail with this id. Raises UnknownMailError."""
        found = self._find(int(mail_id)) if _NAME.fullmatch(mail_id) else None
        if found is None:
            raise UnknownMailError(mail_id)
        return found

    def _numbers(self) -> list[int]:
        """All mails there are, newest first."""
        stems = (path.stem for path in self._folder.glob("*.eml"))
        return sorted((int(stem) for stem in stems if _NAME.fullmatch(stem)), reverse=True)

    def _find(self, number: int) -> StoredMail | None:
        try:
            return StoredMail(_id(number), self._path(number).read_bytes())
        except FileNotFoundError:
            return None

    def _store(self, source: bytes) -> int:
        """Write the mail aside, then give it the next free number; the number it got."""
        draft = self._draft(source)
        try:
            number = max(self._numbers(), default=0) + 1
            while not self._linked(draft, number):
                number += 1
        finally:
            draft.unlink()
        self._settle()
        return number

    def _draft(self, source: bytes) -> Path:
        handle, name = tempfile.mkstemp(dir=self._folder, suffix=".draft")
        with os.fdopen(handle, "wb") as file:
            file.write(source)
            file.flush()
            os.fsync(file.fileno())
        return Path(name)

    def _linked(self, draft: Path, number: int) -> bool:
        try:
            os.link(draft, self._path(number))
        except FileExistsError:
            return False
        return True

    def _settle(self) -> None:
        """See to it that the folder itself is on the disk."""
        handle = os.open(self._folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)

    def _path(self, number: int) -> Path:
        return self._folder / f"{_id(number)}.eml"


def _id(number: int) -> str:
    return f"{number:08d}"
