"""How far a command is, on a terminal, when it takes longer than a moment."""

from __future__ import annotations

import sys
import time

_MOMENT = 1.0
_BETWEEN = 0.1


class Progress:
    """A line on a terminal that counts; it is gone at the end. Elsewhere nothing is shown."""

    def __init__(self, what: str, of: int | None = None) -> None:
        """Count `what`, of so many where that is known."""
        self._what = what
        self._of = f" of {of:,}" if of is not None else ""
        self._count = 0
        self._next = time.monotonic() + _MOMENT
        self._width = 0

    def __enter__(self) -> Progress:
        """Begin."""
        return self

    def step(self) -> None:
        """Count one more."""
        self._count += 1
        now = time.monotonic()
        if now >= self._next and sys.stderr.isatty():
            line = f"{self._count:,}{self._of} {self._what}"
            self._width = max(self._width, len(line))
            print(f"\r{line:{self._width}}", end="", file=sys.stderr, flush=True)
            self._next = now + _BETWEEN

    def __exit__(self, *error: object) -> None:
        """Take the line away."""
        if self._width:
            print(f"\r{' ' * self._width}\r", end="", file=sys.stderr, flush=True)
