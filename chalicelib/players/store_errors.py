"""What a store says when it did not do what it was asked.

StoreError
├── ConditionFailedError     a write found other than it asked; nothing was changed
├── StoreConflictError       somebody else was at the same items; nothing was changed
├── StoreThrottledError      too much at once; nothing was done
├── StoreUnavailableError    no answer, so nobody knows
├── NewerFormatError         what stands there was written by a newer service than this one
└── InvalidWriteError        no engine would take it
"""

from __future__ import annotations


class StoreError(Exception):
    """The store did not do what it was asked."""


class ConditionFailedError(StoreError):
    """A commit changed nothing, because the writes at `failed` (positions, ascending) found other than they asked."""

    def __init__(self, failed: tuple[int, ...]) -> None:
        super().__init__(f"conditions failed at {failed}")
        self.failed = failed


class StoreConflictError(StoreError):
    """A commit changed nothing, because another one touched the same items at the same moment: try again."""


class StoreThrottledError(StoreError):
    """Nothing was done, because too much was asked at once: try again a little later."""


class StoreUnavailableError(StoreError):
    """No answer: the store may have done what was asked, or not. Read before trying again."""


class NewerFormatError(StoreError):
    """An item is kept in a layout that this service does not know: it was upgraded meanwhile, or rolled back.

    Nothing is lost by it; `retry_after` is in seconds.
    """

    retry_after = 60
    message = (
        "This was written by a newer version of the service than the one that answers now. Nothing was changed; please "
        "try again later."
    )

    def __init__(self, partition: str, sort: str, found: int, newest: int) -> None:
        super().__init__(f"{partition} {sort} has format {found}; the newest known here is {newest}")


class InvalidWriteError(StoreError, ValueError):
    """A commit that no engine would take: too large, too many writes, one key twice, a float."""
