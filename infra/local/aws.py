"""A table's stream and a queue in AWS, or in what stands in for it, read as Lambda's pollers read them."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from botocore.exceptions import ClientError

from chalicelib.adapters.aws import code_of
from infra.local.pump import Record

STREAM_SECONDS = 0.5
"""How long a stream is left alone that had nothing."""
STREAM_BATCH = 100
LOST = ("ExpiredIteratorException", "TrimmedDataAccessException")
"""What is said of a place that nobody can read on from, such as after a sleep of the whole machine."""
DEAD_BATCH = 10
"""How many dead letters are put back at once; SQS hands out no more."""
SPENT = ("ReceiptHandleIsInvalid", "InvalidParameterValue")
"""What is said of a receipt that is no longer the newest, or whose message is done."""


class TableStream:
    """A stream (pump.Stream) of a DynamoDB table, from the oldest record it still has, all shards beside each other.

    Records may be told again; whoever is told recognises what it did.
    """

    def __init__(self, client: Any, arn: str) -> None:
        """`client` speaks to DynamoDB's streams, `arn` is that of the stream."""
        self._client = client
        self._arn = arn
        self._places: dict[str, str] = {}
        self._ended: set[str] = set()
        self._are_known = False
        self._woken = threading.Event()

    def next(self) -> Sequence[Record]:
        """What came since the last call; nothing, after a while, if nothing did."""
        if not self._are_known:
            self._open()
        records = [record for shard in tuple(self._places) for record in self._read(shard)]
        if not records:
            self._woken.wait(STREAM_SECONDS)
            self._woken.clear()
        return records

    def wake(self) -> None:
        """Let next() return."""
        self._woken.set()

    def _open(self) -> None:
        """Begin with the shards that are new; one that ended has others after it."""
        for shard in self._shards():
            if shard not in self._places and shard not in self._ended:
                start = {"ShardId": shard, "ShardIteratorType": "TRIM_HORIZON"}
                self._places[shard] = self._client.get_shard_iterator(StreamArn=self._arn, **start)["ShardIterator"]
        self._are_known = True

    def _shards(self) -> Iterator[str]:
        after: dict[str, str] = {}
        while True:
            told = self._client.describe_stream(StreamArn=self._arn, **after)["StreamDescription"]
            yield from (shard["ShardId"] for shard in told["Shards"])
            if "LastEvaluatedShardId" not in told:
                return
            after = {"ExclusiveStartShardId": told["LastEvaluatedShardId"]}

    def _read(self, shard: str) -> list[Record]:
        try:
            told = self._client.get_records(ShardIterator=self._places.pop(shard), Limit=STREAM_BATCH)
        except ClientError as error:
            self._are_known = False
            if code_of(error) not in LOST:
                raise
            return []
        if "NextShardIterator" in told:
            self._places[shard] = told["NextShardIterator"]
        else:
            self._ended.add(shard)
            self._are_known = False
        return [self._record(record) for record in told["Records"]]

    def _record(self, told: Mapping[str, Any]) -> Record:
        """As Lambda hands it over; botocore has made a date of the time."""
        at = told["dynamodb"]["ApproximateCreationDateTime"].timestamp()
        return {
            **told,
            "dynamodb": {**told["dynamodb"], "ApproximateCreationDateTime": at},
            "eventSourceARN": self._arn,
        }


class SqsInbox:
    """A queue in SQS, seen by who empties it (pump.Inbox)."""

    def __init__(self, client: Any, url: str, arn: str) -> None:
        """`client` speaks to SQS, `url` and `arn` are those of the queue."""
        self._client = client
        self._url = url
        self._arn = arn

    def receive(self, visibility: int, most: int = 1) -> Sequence[Record]:
        """What is there now."""
        told = self._client.receive_message(
            QueueUrl=self._url,
            MaxNumberOfMessages=most,
            VisibilityTimeout=visibility,
            MessageSystemAttributeNames=["All"],
        )
        return [self._record(message) for message in told.get("Messages", ())]

    def delete(self, receipt: str) -> None:
        """The message is done."""
        try:
            self._client.delete_message(QueueUrl=self._url, ReceiptHandle=receipt)
        except ClientError as error:
            if code_of(error) not in SPENT:
                raise

    def put_back(self, dead: SqsInbox) -> None:
        """Give every message among these dead letters another round."""
        while records := dead.receive(60, DEAD_BATCH):
            for record in records:
                self._client.send_message(QueueUrl=self._url, MessageBody=record["body"])
                dead.delete(record["receiptHandle"])

    def _record(self, told: Mapping[str, Any]) -> Record:
        """As Lambda hands it over."""
        return {
            "messageId": told["MessageId"],
            "receiptHandle": told["ReceiptHandle"],
            "body": told["Body"],
            "attributes": told["Attributes"],
            "messageAttributes": {},
            "md5OfBody": told["MD5OfBody"],
            "eventSource": "aws:sqs",
            "eventSourceARN": self._arn,
            "awsRegion": self._arn.split(":")[3],
        }
