"""A conversion as a unified diff that `patch -p1` and `git apply` take."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from pathlib import Path

from farandole.cli.terminal import shown

_NO_NEWLINE = "\\ No newline at end of file\n"


def unified(path: Path, before: str, after: str) -> Iterator[str]:
    """Yield the lines of the diff between two texts of a file, each with its line end; none when they are equal."""
    name = Path(shown(path)).as_posix().lstrip("/")
    lines = difflib.unified_diff(_lines(before), _lines(after), f"a/{name}", f"b/{name}")
    for line in lines:
        if line.endswith("\n"):
            yield line
        else:
            yield line + "\n"
            yield _NO_NEWLINE


def _lines(text: str) -> list[str]:
    """Split after line feeds only, as `patch` does, not at the form feeds and separators of `str.splitlines`."""
    lines = text.split("\n")
    return [line + "\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])
