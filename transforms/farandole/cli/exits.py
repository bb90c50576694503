"""The exit statuses of the command."""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """The exit statuses; the last two are a shell's for a process that SIGINT or SIGPIPE ended."""

    OK = 0
    FINDINGS = 1
    ERROR = 2
    INTERRUPTED = 130
    PIPE_CLOSED = 141
