"""docs/benchmarks.md, of which each program here writes its part."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "benchmarks.md"


def write(part: str, lines: Sequence[str]) -> None:
    """Put lines into the page, between the comments that begin and end a part."""
    text = PAGE.read_text(encoding="utf-8")
    begin, end = f"<!-- measured: {part} -->", "<!-- end -->"
    body = "\n".join(["", *lines, ""])
    pattern = re.compile(f"({re.escape(begin)}\n).*?({re.escape(end)})", re.DOTALL)
    new, count = pattern.subn(lambda found: f"{found[1]}{body}\n{found[2]}", text)
    if count != 1:
        raise ValueError(f"{PAGE} has no place for {part}")
    PAGE.write_text(new, encoding="utf-8")
