"""A client of an AWS service that is made at its first call: a request that sends nothing loads nothing."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from botocore.exceptions import ClientError


class LazyClient:
    """A client of `service`; `connect` and `read` are seconds, `attempts` counts the first one too."""

    def __init__(self, service: str, region: str | None, *, connect: float, read: float, attempts: int) -> None:
        """Take note; without a `region` that of the environment is used."""
        self._service = service
        self._region = region
        self._limits = connect, read, attempts
        self._guard = threading.Lock()
        self._client: Any = None

    def __call__(self) -> Any:
        """The client. Raises BotoCoreError if the environment names no region."""
        with self._guard:
            if self._client is None:
                self._client = self._made()
            return self._client

    def close(self) -> None:
        """Close its connections; the next call makes it anew."""
        with self._guard:
            if self._client is not None:
                self._client.close()
            self._client = None

    def _made(self) -> Any:
        import botocore.config
        import botocore.session

        connect, read, attempts = self._limits
        config = botocore.config.Config(
            connect_timeout=connect,
            read_timeout=read,
            retries={"mode": "standard", "total_max_attempts": attempts},
            user_agent_extra="turnpost",
        )
        session = botocore.session.get_session()
        return session.create_client(self._service, region_name=self._region, config=config)


def code_of(error: ClientError) -> str:
    """The code by which AWS names what went wrong."""
    return str(error.response.get("Error", {}).get("Code", "unknown"))
