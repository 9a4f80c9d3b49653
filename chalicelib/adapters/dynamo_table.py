"""The table in DynamoDB as PynamoDB models say it: keys, typed attributes, the two indexes, and how it is reached."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from functools import cache
from typing import Any

from pynamodb.attributes import NumberAttribute, UnicodeAttribute
from pynamodb.connection import TableConnection
from pynamodb.indexes import GlobalSecondaryIndex, KeysOnlyProjection
from pynamodb.models import Model

CONNECT_SECONDS = 1
READ_SECONDS = 3
POOL = 50
"""How many threads may ask at once before connections are made and thrown away again."""

_making = threading.Lock()


@dataclass(frozen=True, slots=True)
class Access:
    """Where the table is and who asks; what is None comes from the environment, as botocore reads it."""

    endpoint: str | None = None
    region: str | None = None
    key: str | None = None
    secret: str | None = None


class WorkIndex(GlobalSecondaryIndex["Row"]):  # type: ignore[no-untyped-call]  # PynamoDB's own lacks types
    """What has to be done, by when."""

    class Meta:
        index_name = "work"
        projection = KeysOnlyProjection()

    work_pk = UnicodeAttribute(hash_key=True)
    work_sk = UnicodeAttribute(range_key=True)


class ListIndex(GlobalSecondaryIndex["Row"]):  # type: ignore[no-untyped-call]  # PynamoDB's own lacks types
    """What can be listed."""

    class Meta:
        index_name = "list"
        projection = KeysOnlyProjection()

    list_pk = UnicodeAttribute(hash_key=True)
    list_sk = UnicodeAttribute(range_key=True)


class Row(Model):
    """An item as it lies in the table; chalicelib.adapters.layout writes and reads it."""

    pk = UnicodeAttribute(hash_key=True)
    sk = UnicodeAttribute(range_key=True)
    kind = UnicodeAttribute()
    version = NumberAttribute()
    format = NumberAttribute()
    work_pk = UnicodeAttribute(null=True)
    work_sk = UnicodeAttribute(null=True)
    list_pk = UnicodeAttribute(null=True)
    list_sk = UnicodeAttribute(null=True)
    expires = NumberAttribute(null=True)
    body = UnicodeAttribute()
    work = WorkIndex()
    list = ListIndex()


@cache
def rows(table: str, access: Access) -> type[Row]:
    """The model of the rows in that table, the same one each time. Nothing is connected yet."""
    meta: dict[str, Any] = {
        "table_name": table,
        "host": access.endpoint,
        "region": access.region,
        "aws_access_key_id": access.key,
        "aws_secret_access_key": access.secret,
        "connect_timeout_seconds": CONNECT_SECONDS,
        "read_timeout_seconds": READ_SECONDS,
        "max_retry_attempts": 0,
        "max_pool_connections": POOL,
        "billing_mode": "PAY_PER_REQUEST",
        "stream_view_type": "NEW_AND_OLD_IMAGES",
    }
    return type("BoundRow", (Row,), {"Meta": type("Meta", (), meta), "__module__": __name__})


def connection(model: type[Row]) -> TableConnection:
    """What PynamoDB asks a model's table with, below its models; made at first use. Raises BotoCoreError."""
    with _making:  # botocore cannot make two clients at the same time
        made = model._get_connection()
        made.connection.client  # noqa: B018 - makes it
    return made


def disconnect(model: type[Row]) -> None:
    """Let go of the connections, if there are any; they are made again when they are needed."""
    with _making:
        if model._connection is not None:
            model._connection.connection.client.close()
            model._connection = None  # it holds all that botocore knows of DynamoDB: 10 MB


def create_table(table: str, access: Access | None = None) -> None:
    """Make the table with its indexes, stream and expiry, unless it is there; for emulators and tests.

    In AWS infra/resources.yaml makes it. Raises TableError.
    """
    model = rows(table, access or Access())
    try:
        ensure(model)
    finally:
        disconnect(model)


def ensure(model: type[Row]) -> None:
    """The same for a model that is bound to a table."""
    if not model.exists():
        model.create_table()
        connection(model).update_time_to_live("expires")
