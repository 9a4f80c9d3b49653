"""What a log may tell of an exception: its kind and where it came from, but not its words.

Words repeat what somebody sent: a library says which address it did not like, a parser what it could not read. Only our
own errors that are about the service, not about what people sent, may speak.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import TracebackType

SPEAKING = (
    "chalicelib.players.store_errors",
    "chalicelib.post.errors",
    "chalicelib.post.relay",
    "chalicelib.settings",
)
"""The modules whose errors have words that tell of the service only."""

_CODE = re.compile(r"[A-Za-z][A-Za-z.]{0,79}")
_FRAMES = 8
_CAUSES = 4


def trace(error: BaseException) -> str:
    """The error and its causes, each with the innermost places it came through, the very place first."""
    return "; because of ".join(_told(each) for each in _chain(error))


def kind(error: BaseException) -> str:
    """The error's type, with AWS's code where it has one, and its words where they tell of the service only."""
    name = f"{type(error).__name__}{_code(error)}"
    return f"{name}: {error}" if type(error).__module__ in SPEAKING else name


def _code(error: BaseException) -> str:
    """The code by which AWS names what went wrong, such as AccessDeniedException, in an error of botocore's."""
    answer = getattr(error, "response", None)
    told = answer.get("Error") if isinstance(answer, Mapping) else None
    code = told.get("Code") if isinstance(told, Mapping) else None
    return f" {code}" if isinstance(code, str) and _CODE.fullmatch(code) else ""


def _chain(error: BaseException) -> Iterator[BaseException]:
    found: BaseException | None = error
    for _ in range(_CAUSES):
        if found is None:
            return
        yield found
        found = found.__cause__ or (None if found.__suppress_context__ else found.__context__)


def _told(error: BaseException) -> str:
    places = list(_places(error.__traceback__))
    return " < ".join([f"{kind(error)} at {places[-1]}", *reversed(places[-_FRAMES:-1])]) if places else kind(error)


def _places(found: TracebackType | None) -> Iterator[str]:
    while found is not None:
        code = found.tb_frame.f_code
        yield f"{'/'.join(code.co_filename.split('/')[-2:])}:{found.tb_lineno} {code.co_name}"
        found = found.tb_next
