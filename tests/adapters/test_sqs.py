"""Queues in SQS, against the emulator: what arrives, and what is said when nothing can."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from typing import Any

import pytest

from chalicelib.adapters.sqs import MAX_DELAY, SqsQueue, region_of
from chalicelib.post.ports import QueueUnavailableError
from infra.emulator import Account
from tests.adapters.emulated import emulator

MESSAGE = {"login": {"address": "anna@example.com", "token": "sécret", "until": 1_790_000_000}}


@pytest.fixture(scope="module")
def account() -> Account:
    return emulator().account()


@pytest.fixture(autouse=True)
def _speaks_to_it(account: Account, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in account.environment.items():
        monkeypatch.setenv(name, value)


@pytest.fixture
def client(account: Account) -> Iterator[Any]:
    made = account.client("sqs")
    yield made
    made.close()


@pytest.fixture
def url(client: Any) -> str:
    return str(client.create_queue(QueueName="turnpost-mail")["QueueUrl"])


def put(url: str, delay: int = 0) -> None:
    queue = SqsQueue(url)
    try:
        queue.put(MESSAGE, delay)
    finally:
        queue.close()


def test_a_message_arrives_as_it_was(client: Any, url: str) -> None:
    put(url)
    (got,) = client.receive_message(QueueUrl=url, WaitTimeSeconds=5)["Messages"]
    assert json.loads(got["Body"]) == MESSAGE
    client.delete_message(QueueUrl=url, ReceiptHandle=got["ReceiptHandle"])


def test_a_message_with_a_delay_is_held_back(client: Any, url: str) -> None:
    put(url, MAX_DELAY)
    assert "Messages" not in client.receive_message(QueueUrl=url)
    told = client.get_queue_attributes(QueueUrl=url, AttributeNames=["ApproximateNumberOfMessagesDelayed"])
    assert told["Attributes"] == {"ApproximateNumberOfMessagesDelayed": "1"}


@pytest.mark.parametrize("delay", [-1, MAX_DELAY + 1])
def test_a_delay_that_sqs_does_not_know_is_a_mistake_of_ours(delay: int) -> None:
    with pytest.raises(ValueError, match="0 to 900 seconds"):
        put("https://sqs.eu-west-1.amazonaws.com/1/turnpost-mail", delay)


def test_a_queue_that_is_not_there_is_unavailable(url: str) -> None:
    with pytest.raises(QueueUnavailableError) as failed:
        put(url.replace("turnpost-mail", "another"))
    assert str(failed.value) == "SQS did not take a message: AWS.SimpleQueueService.NonExistentQueue"
    assert (failed.value.__cause__, failed.value.__suppress_context__) == (None, True)


def test_nobody_answering_is_unavailable(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound, not listening: connections are refused
        monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{taken.getsockname()[1]}")
        with pytest.raises(QueueUnavailableError, match="EndpointConnectionError"):
            put("https://sqs.eu-west-1.amazonaws.com/1/turnpost-mail")


def test_no_region_anywhere_is_unavailable(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AWS_DEFAULT_REGION", "AWS_REGION"):
        monkeypatch.delenv(name)
    monkeypatch.setenv("AWS_CONFIG_FILE", "/nowhere")
    with pytest.raises(QueueUnavailableError, match="NoRegionError"):
        put("http://127.0.0.1/1/turnpost-mail")


@pytest.mark.parametrize(
    ("url", "region"),
    [
        ("https://sqs.eu-west-1.amazonaws.com/123456789012/turnpost-mail", "eu-west-1"),
        ("https://sqs.cn-north-1.amazonaws.com.cn/123456789012/turnpost-mail", "cn-north-1"),
        ("https://eu-west-1.queue.amazonaws.com/123456789012/turnpost-mail", "eu-west-1"),
        ("http://127.0.0.1:4566/123456789012/turnpost-mail", None),
        ("https://sqs.eu-west-1.amazonaws.com.example.org/1/turnpost-mail", None),
    ],
)
def test_the_address_of_a_queue_at_aws_tells_its_region(url: str, region: str | None) -> None:
    assert region_of(url) == region
