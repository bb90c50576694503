"""The log: one line for each entry, on stderr or in the client; tracebacks only at the level `debug`."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from typing import ClassVar

from lsprotocol import types

LEVELS = ("error", "warning", "info", "debug")


class _OneLine(logging.Formatter):
    """A formatter whose entries are one line each, unless tracebacks are wanted."""

    def __init__(self, tracebacks: bool) -> None:
        super().__init__("farandole: %(levelname)s: %(message)s")
        self._tracebacks = tracebacks

    def format(self, record: logging.LogRecord) -> str:
        if not self._tracebacks:
            record = logging.makeLogRecord({**record.__dict__, "exc_info": None, "exc_text": None, "stack_info": None})
            if record.name.startswith("pygls"):  # which puts tracebacks below the first line of its messages
                record.msg, record.args = record.getMessage().partition("\n")[0], None
        text = super().format(record)
        return text if self._tracebacks else " ".join(text.split())


_NOT_SAID = ("Exception occurred for message", "Cancel notification for unknown message id")


class _NotTheData(logging.Filter):
    """Leaves out what pygls logs of every message, of what is reported already, and of answers that cross a cancel."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not record.name.startswith("pygls") or (
            record.levelno >= logging.WARNING and not str(record.msg).startswith(_NOT_SAID)
        )


def start(level: str) -> None:
    """Log to stderr from a level on."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_OneLine(tracebacks=level == "debug"))
    handler.addFilter(_NotTheData())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    logging.raiseExceptions = False


class ToClient(logging.Handler):
    """Entries as `window/logMessage`."""

    _TYPES: ClassVar = {
        logging.ERROR: types.MessageType.Error,
        logging.WARNING: types.MessageType.Warning,
        logging.INFO: types.MessageType.Info,
    }

    def __init__(self, send: Callable[[types.LogMessageParams], None]) -> None:
        """Send entries with a function that any thread may call."""
        super().__init__()
        self._send = send

    def emit(self, record: logging.LogRecord) -> None:
        """Send an entry."""
        kind = self._TYPES.get(record.levelno, types.MessageType.Log)
        self._send(types.LogMessageParams(kind, self.format(record)))


def to_client(level: str, send: Callable[[types.LogMessageParams], None]) -> None:
    """Log to the client from a level on, and no more to stderr."""
    handler = ToClient(send)
    handler.setFormatter(_OneLine(tracebacks=level == "debug"))
    handler.addFilter(_NotTheData())
    logging.getLogger().handlers[:] = [handler]
    logging.getLogger().setLevel(level.upper())
