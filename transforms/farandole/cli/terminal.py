"""What a terminal shows: colours, paths, and the pages of rules."""

from __future__ import annotations

import os
import re
import textwrap
from collections.abc import Sequence
from enum import Enum
from pathlib import Path
from typing import TextIO

_WIDTH = 88
_LINK = re.compile(r"\[([^\]]+)\]\([^)]+\)")
_CODE = re.compile(r"`([^`]+)`")


class Style(Enum):
    """A way to show text, by the number of its escape sequence (ECMA-48, SGR)."""

    BOLD = "1"
    RED = "31"
    GREEN = "32"
    CYAN = "36"


def shows_colour(stream: TextIO) -> bool:
    """Say whether to colour what goes to a stream: a terminal, without `NO_COLOR` (no-color.org) in the environment."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def styled(text: str, style: Style, colour: bool) -> str:
    """Give the text in a style, or as it is without colours."""
    return f"\x1b[{style.value}m{text}\x1b[0m" if colour and text else text


def shown(path: Path) -> str:
    """Give a path as the user knows it, on one line: what a name has that can't be printed is escaped."""
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in relative(path))


def relative(path: Path) -> str:
    """Give a path relative to the current folder when it is below that."""
    try:
        return str(path.relative_to(Path.cwd()))
    except ValueError:
        return str(path)


def located(path: Path, line: int | None, reason: str) -> str:
    """Give a reason with the place that it is about."""
    return f"{shown(path)}:{line}: {reason}" if line else f"{shown(path)}: {reason}"


def diff_line(line: str, colour: bool) -> str:
    """Give one line of a unified diff in its colour."""
    if line.startswith(("---", "+++")):
        return styled(line, Style.BOLD, colour)
    by_mark = {"-": Style.RED, "+": Style.GREEN, "@": Style.CYAN}
    return styled(line, by_mark[line[0]], colour) if line[:1] in by_mark else line


def page_text(markdown: str, colour: bool) -> str:
    """Give a page in Markdown as text: headings bold, paragraphs filled, code indented, links without address."""
    lines: list[str] = []
    paragraph: list[str] = []
    fenced = False
    for line in [*markdown.strip().splitlines(), ""]:
        if paragraph and (not line or line.startswith(("#", "```", "- "))):
            lines += _filled(paragraph, colour)
            paragraph = []
        if line.startswith("```"):
            fenced = not fenced
        elif fenced:
            lines.append("    " + diff_line(line, colour))
        elif line.startswith("#"):
            lines.append(styled(line.lstrip("# "), Style.BOLD, colour))
        elif line:
            paragraph.append(line)
        else:
            lines.append("")
    return "\n".join(lines)


def _filled(paragraph: Sequence[str], colour: bool) -> list[str]:
    text = _LINK.sub(r"\1", " ".join(" ".join(paragraph).split()))
    indent = "  " if text.startswith("- ") else ""
    lines = textwrap.wrap(text, _WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return [_CODE.sub(lambda found: styled(found[1], Style.CYAN, colour), line) for line in lines] if colour else lines
