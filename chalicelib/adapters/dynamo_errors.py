"""What the refusals and failures of DynamoDB mean in the words of the store port."""

from __future__ import annotations

from collections.abc import Sequence

from botocore.exceptions import ClientError
from pynamodb.exceptions import PynamoDBException, TransactWriteError

from chalicelib.players.ports import (
    ConditionFailedError,
    InvalidWriteError,
    StoreConflictError,
    StoreError,
    StoreThrottledError,
    StoreUnavailableError,
)

THROTTLED = frozenset(
    (
        "ProvisionedThroughputExceededException",
        "ProvisionedThroughputExceeded",
        "RequestLimitExceeded",
        "ThrottlingException",
        "ThrottlingError",
        "Throttling",
    )
)
CONFLICT = frozenset(("TransactionConflictException", "TransactionConflict"))
CONDITION = frozenset(("ConditionalCheckFailedException", "ConditionalCheckFailed"))
INVALID = frozenset(
    (
        "ValidationException",
        "ValidationError",
        "IdempotentParameterMismatchException",
        "ItemCollectionSizeLimitExceededException",
        "ItemCollectionSizeLimitExceeded",
    )
)
"""Codes of whole requests (they end in Exception) and of single writes of a cancelled transaction."""


def meaning(error: PynamoDBException, order: Sequence[int] = (0,)) -> StoreError:
    """The port's error for this one; `order` has the position in the commit of each write as it was sent."""
    codes = _codes(error)
    told = f"{_code(error.cause) or type(error.cause).__name__}: {error.cause}"
    # A conflict or a throttle may hide what another write would have found, so the failed conditions are not told.
    if not CONFLICT.isdisjoint(codes):
        return StoreConflictError(told)
    if not THROTTLED.isdisjoint(codes):
        return StoreThrottledError(told)
    if not INVALID.isdisjoint(codes):
        return InvalidWriteError(told)
    failed = (place for place, code in zip(order, codes, strict=False) if code in CONDITION)
    positions = tuple(sorted(failed))
    return ConditionFailedError(positions) if positions else StoreUnavailableError(told)


def _codes(error: PynamoDBException) -> Sequence[str]:
    reasons = error.cancellation_reasons if isinstance(error, TransactWriteError) else ()
    if reasons:
        return [reason.code if reason else "" for reason in reasons]
    return [_code(error.cause)]


def _code(cause: Exception | None) -> str:
    # PynamoDB has this as cause_response_code, which breaks on an answer that never came.
    return str(cause.response.get("Error", {}).get("Code", "")) if isinstance(cause, ClientError) else ""
