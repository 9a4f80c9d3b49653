"""The embedded service on DynamoDB and SQS as the emulator has them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import cast

from chalicelib.adapters.dynamo import DynamoStore
from chalicelib.adapters.dynamo_table import create_table
from chalicelib.adapters.sqs import SqsQueue
from chalicelib.bootstrap import Container
from infra.emulator import REGION, Account, Emulator
from infra.local.aws import SqsInbox, TableStream
from infra.local.place import write_private
from infra.local.pump import Sources

ACCOUNT = 0
MAIL, WEBHOOK = "turnpost-mail", "turnpost-webhook"
DEAD = "-dead-letters"
ENDPOINT = "endpoint"
"""The file that tells where the emulator of a running service answers."""
MAX_RECEIVES = 10
"""So often a message comes before it lies among the dead letters, as in infra/resources.yaml."""
KEEP_SECONDS = 14 * 86_400
"""As long as SQS keeps anything."""


class EmulatedEngine:
    """A table, its stream and two queues in an emulator that belongs to this process, and keeps them when it ends."""

    sweep_seconds = 5.0  # a sweep looks at two dozen shards of the index, each by HTTP

    def __init__(self, folder: Path, table: str) -> None:
        """Start the emulator on what it kept, and make what is not there. Raises EmulatorError, StoreError.

        From here on the emulator is all of AWS that this process knows.
        """
        self.folder = folder
        self._emulator = Emulator(state=folder / "state")
        try:
            self._account = self._emulator.account(ACCOUNT)
            write_private(folder / ENDPOINT, f"{self._account.endpoint}\n")
            speak_to(self._account)
            self._make(table)
        except BaseException:
            self._emulator.stop()
            raise
        self._close: list[Callable[[], None]] = []

    @property
    def kept(self) -> str:
        """Where everything is."""
        return (
            f"The store is DynamoDB on an emulator, which writes {self.folder}/ when it ends.\n"
            "  Stop with Ctrl-C; nothing is lost, unless the machine itself goes down."
        )

    def settings(self) -> Mapping[str, str]:
        """Where its queues are, and the mailbox beside it."""
        return {"DATA": str(self.folder), "MAIL_QUEUE": self._url(MAIL), "WEBHOOK_QUEUE": self._url(WEBHOOK)}

    def sources(self, container: Container) -> Sources:
        """The table's stream, and the queues."""
        store, post = cast(DynamoStore, container.env.store), container.post
        queues = [cast(SqsQueue, each) for each in (post.queue, post.webhook_queue)]
        self._close = [each.close for each in (*queues, store, self._queues, self._streams)]
        return Sources(TableStream(self._streams, self._stream), self._inbox(MAIL), self._inbox(WEBHOOK))

    def take_up(self) -> None:
        """Give messages that were given up another round; those that were held come by themselves."""
        for name in (MAIL, WEBHOOK):
            self._inbox(name).put_back(self._inbox(name + DEAD))

    def failure(self) -> str:
        """Why it cannot go on: the emulator is gone, and to start another would hide that moves went with it."""
        if not self._emulator.has_ended:
            return ""
        if self._emulator.has_kept:
            return (
                f"The emulator that held the store was ended. It kept everything in {self.folder}/, "
                "and the next start goes on with that."
            )
        return (
            f"The emulator that held the store has ended, and what happened since this start is lost; what it kept "
            f"before is in {self.folder}/, and the next start goes on with that. {self._emulator.last_words()}"
        ).strip()

    def close(self) -> None:
        """End the emulator, which keeps everything. Raises EmulatorError."""
        for close in self._close:
            close()
        self._emulator.stop()

    def _make(self, table: str) -> None:
        create_table(table)
        database = self._account.client("dynamodb")
        self._stream = str(database.describe_table(TableName=table)["Table"]["LatestStreamArn"])
        database.close()
        self._streams = self._account.client("dynamodbstreams")
        self._queues = self._account.client("sqs")
        for name in (MAIL, WEBHOOK):
            self._make_queue(name)

    def _make_queue(self, name: str) -> None:
        """Make the queue and that of its dead letters; one that was kept has the address of an earlier start."""
        there = [url.rsplit("/", 1)[1] for url in self._queues.list_queues(QueueNamePrefix=name).get("QueueUrls", ())]
        dead = {"deadLetterTargetArn": self._arn(name + DEAD), "maxReceiveCount": MAX_RECEIVES}
        kept = {"MessageRetentionPeriod": str(KEEP_SECONDS)}
        for each, given in ((name + DEAD, kept), (name, {**kept, "RedrivePolicy": json.dumps(dead)})):
            if each not in there:
                self._queues.create_queue(QueueName=each, Attributes=given)

    def _inbox(self, name: str) -> SqsInbox:
        return SqsInbox(self._queues, self._url(name), self._arn(name))

    def _url(self, name: str) -> str:
        return queue_url(self._account, name)

    def _arn(self, name: str) -> str:
        return f"arn:aws:sqs:{REGION}:{self._account.id}:{name}"


def queue_url(account: Account, name: str) -> str:
    """The address of a queue."""
    return f"{account.endpoint}/{account.id}/{name}"


def speak_to(account: Account) -> None:
    """Let nothing of the environment lead this process to another AWS, or by a proxy to this one."""
    for name in [name for name in os.environ if name.startswith("AWS_")]:
        del os.environ[name]
    os.environ.update(account.environment)
    for name in ("NO_PROXY", "no_proxy"):
        os.environ[name] = ",".join(filter(None, [os.environ.get(name), "127.0.0.1"]))
