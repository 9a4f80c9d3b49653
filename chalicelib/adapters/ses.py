"""Mail by Amazon SES (version 2 of its interface): the finished mail as it is.

SES puts its own Message-ID and Date in the place of ours. Threads hold all the same, since they go by References, and
a tag keeps what ours began with, so that an event about the mail tells which it was.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from email.message import EmailMessage
from typing import TYPE_CHECKING, Any

from chalicelib.adapters.aws import LazyClient, code_of
from chalicelib.adapters.mime import parts, without_addresses
from chalicelib.post.ports import TAG_HEADER, MailRefusedError, MailUnavailableError

if TYPE_CHECKING:
    from botocore.exceptions import ClientError

CONNECT_SECONDS, READ_SECONDS = 2.0, 10.0
"""Twelve seconds for the one attempt, far less than the lease. It is not repeated here: SES knows no idempotent
tokens, so a repeat after a lost answer would be a second mail; the delivery's own ladder tries again later."""
TAG = "mail"
"""The tag of a mail: the part of our Message-ID before the @."""
ROW_TAG = "row"
"""The tag by which what becomes of a mail finds its row."""

_REJECTED, _BAD = "MessageRejected", "BadRequestException"
_UNVERIFIED = "not verified"
_TAG_VALUE = re.compile(r"<([A-Za-z0-9_-]{1,256})@")
_ROW_VALUE = re.compile(r"[A-Za-z0-9_-]{1,256}")


class SesMailer:
    """A post.ports.Mailer; `configuration_set` is where SES reports what becomes of the mails ("": nowhere)."""

    def __init__(self, configuration_set: str = "") -> None:
        """Take note; nothing is loaded or connected yet."""
        self._configuration_set = configuration_set
        self._client = LazyClient("sesv2", None, connect=CONNECT_SECONDS, read=READ_SECONDS, attempts=1)

    def send(self, message: EmailMessage) -> str:
        """Hand the mail over; the id that SES gave it. Raises MailRefusedError, MailUnavailableError."""
        asked = request(message, self._configuration_set)
        from botocore.exceptions import BotoCoreError, ClientError

        try:
            return str(self._client().send_email(**asked)["MessageId"])
        except ClientError as error:
            raise failure(error, asked["Destination"]["ToAddresses"]) from None
        except BotoCoreError as error:
            raise MailUnavailableError(f"SES did not answer: {type(error).__name__}") from None

    def close(self) -> None:
        """Close its connections; the next mail opens one anew."""
        self._client.close()


def request(message: EmailMessage, configuration_set: str = "") -> dict[str, Any]:
    """What SendEmail is asked with: sender and headers stand in the mail itself. Raises MailRefusedError."""
    _, recipients, content = parts(message)
    asked: dict[str, Any] = {
        "Destination": {"ToAddresses": recipients},
        "Content": {"Raw": {"Data": content}},
    }
    if tags := _tags(message):
        asked["EmailTags"] = tags
    if configuration_set:
        asked["ConfigurationSetName"] = configuration_set
    return asked


def _tags(message: EmailMessage) -> list[dict[str, str]]:
    """What SES repeats in whatever it tells of the mail."""
    tags = []
    if found := _TAG_VALUE.match(str(message["Message-ID"])):
        tags.append({"Name": TAG, "Value": found[1]})
    row = str(message[TAG_HEADER] or "")
    if _ROW_VALUE.fullmatch(row):
        tags.append({"Name": ROW_TAG, "Value": row})
    return tags


def failure(error: ClientError, recipients: Sequence[str]) -> MailRefusedError | MailUnavailableError:
    """What SES's answer means: a mail it rejects, or a recipient it does not like, is refused for good.

    What the operator has to mend (our own sender, identities not verified, sending paused, rights, names) is worth
    another try.
    """
    code, words = code_of(error), str(error.response.get("Error", {}).get("Message", ""))
    told = without_addresses(f"{code}: {words}")
    # a sender, or in the sandbox a recipient, that nobody verified yet is a MessageRejected too
    is_rejected = code == _REJECTED and _UNVERIFIED not in words
    # of what is bad SES says no more than words do: it may be our From, a tag, the configuration set
    is_final = is_rejected or (code == _BAD and _names(words, recipients))
    return MailRefusedError(told) if is_final else MailUnavailableError(told)


def _names(words: str, addresses: Sequence[str]) -> bool:
    """Whether one of the addresses stands in the words, and not only as the end of a longer one."""
    return any(
        re.search(rf"(?<![^\s<>'\",;:(]){re.escape(each)}(?![\w@-])", words, re.IGNORECASE) for each in addresses
    )
