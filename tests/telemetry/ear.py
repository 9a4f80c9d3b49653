"""Hears everything that is logged anywhere, at every level, as whoever reads the log would see it."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from chalicelib.telemetry.line import LOGGER

_SILENT = ("turnpost",)
"""Loggers that keep their records to themselves."""


class Ear(logging.Handler):
    """What was logged: the lines of invocations, and the text of everything, stack traces included."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[dict[str, Any]] = []
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(self.format(record))
        if record.name == LOGGER:
            self.lines.append(json.loads(record.getMessage()))

    @property
    def others(self) -> list[str]:
        """What was logged beside the lines."""
        return [text for text in self.texts if not text.startswith("{")]


@contextmanager
def listening() -> Iterator[Ear]:
    """An ear that hears what is logged meanwhile."""
    ear = Ear()
    loggers = [logging.getLogger(), *(logging.getLogger(name) for name in _SILENT)]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.addHandler(ear)
        logger.setLevel(logging.DEBUG)
    try:
        yield ear
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.removeHandler(ear)
            logger.setLevel(level)
