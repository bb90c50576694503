"""A conversion as a unified diff that `patch -p1` and `git apply` take."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path

from farandole.cli.terminal import relative

CONTEXT = 3
"""The lines that are shown before and after each change."""

MANY = 10_000
"""In longer texts lines that come often, as blank ones do, are not compared each with each: it takes too long."""

_NO_NEWLINE = "\\ No newline at end of file\n"


def unified(path: Path, before: str, after: str) -> Iterator[str]:
    """Yield the lines of the diff between two texts of a file, each with its line end; none when they are equal."""
    name = Path(relative(path)).as_posix().lstrip("/")
    old, new = _lines(before), _lines(after)
    compared = SequenceMatcher(None, old, new, autojunk=len(old) > MANY)
    for number, group in enumerate(compared.get_grouped_opcodes(CONTEXT)):
        if number == 0:
            yield from (f"--- {_named(f'a/{name}')}\n", f"+++ {_named(f'b/{name}')}\n")
        yield f"@@ -{_range(group[0][1], group[-1][2])} +{_range(group[0][3], group[-1][4])} @@\n"
        for kind, first, last, new_first, new_last in group:
            if kind == "equal":
                yield from _marked(" ", old[first:last])
            else:
                yield from _marked("-", old[first:last])
                yield from _marked("+", new[new_first:new_last])


def _named(name: str) -> str:
    """Give a name as git writes it: quoted where it has control characters, with a tab behind one that has blanks."""
    if any(each < " " or each in '"\\\x7f' for each in name):
        return '"' + "".join(f"\\{ord(each):03o}" if each < " " or each in '"\\\x7f' else each for each in name) + '"'
    return f"{name}\t" if " " in name else name


def _range(first: int, last: int) -> str:
    """Give the lines of a hunk as diffs do: the number of the first, or of that before an empty range, and how many."""
    length = last - first
    return str(first + 1) if length == 1 else f"{first + 1 if length else first},{length}"


def _marked(mark: str, lines: list[str]) -> Iterator[str]:
    for line in lines:
        yield mark + line
        if not line.endswith("\n"):
            yield f"\n{_NO_NEWLINE}"


def _lines(text: str) -> list[str]:
    """Split after line feeds only, as `patch` does, not at the form feeds and separators of `str.splitlines`."""
    lines = text.split("\n")
    return [line + "\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])
