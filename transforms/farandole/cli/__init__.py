"""The command `farandole`: arguments, output formats and the writing of files. It decides nothing about training."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence

from farandole.cli import kept
from farandole.cli.exits import Exit

__all__ = ["main"]

COLLECTIONS = (500_000, 5, 100)
"""Thresholds of the garbage collection, which stops all threads: loading and a usual analysis end without any.

What they make is needed to their end; the server collects when nobody waits.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with the process's arguments or with these, and give its exit status."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        status = _answered(given)
        sys.stdout.flush()
    except KeyboardInterrupt:
        print("farandole: interrupted", file=sys.stderr)
        return Exit.INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the last flush at exit has nowhere to go
        return Exit.PIPE_CLOSED
    return status


def _answered(given: Sequence[str]) -> int:
    """Say again what was said of folders in which nothing has changed, else run the command."""
    under = kept.key(given)
    answer = kept.find(under) if under else None
    if answer is not None:
        sys.stderr.write(answer.err)
        sys.stdout.write(answer.out)
        return answer.status
    gc.set_threshold(*COLLECTIONS)
    from farandole.cli.command import run  # noqa: PLC0415  it loads the engine, which an answer that is kept needs not

    return run(given, under)
