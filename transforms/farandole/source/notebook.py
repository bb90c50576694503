"""Jupyter notebooks (nbformat 4): their code cells as one script, and files with new sources of these."""

from __future__ import annotations

import ast
import json
import re
import warnings
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate

from farandole.source.edit import Edit

__all__ = ["CannotPlace", "NotANotebook", "Notebook", "changes_magic", "ended", "python_of"]

_MAGIC = re.compile(r"^([ \t]*)(?:%(?=[%\w])|[!?])", re.MULTILINE)
_MAGIC_IN_BLOCK = re.compile(r"^([ \t]+)(?:%(?=[%\w])|[!?])[^\r\n]", re.MULTILINE)
_RUNNING = re.compile(
    r"^([ \t]*)%(?:memit|prun|time|timeit)(?:[ \t]+-\w+(?:[ \t]+\d+)?)*[ \t]+(?=[^\s-])", re.MULTILINE
)
"""Magic commands that run the statement behind them on the line."""

_RUN = "0;"
"""What stands for such a command in the script: a statement of its own before the one that is run."""

_INDENT = re.compile(r"\s*^([ \t]+)\S", re.MULTILINE)
_CELL_MAGIC = re.compile(r"\s*%%(\w+)")
_PYTHON_MAGICS = frozenset({"capture", "prun", "time", "timeit"})
_NOT_LINE_END = re.compile(r"[^\r\n]")
_SPACE = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder()


MAGIC, WAY_OUT = "it would change a magic command of the notebook", "put what it runs on a line of its own"
"""Why an edit can't be made in a notebook, and what to do."""


class NotANotebook(Exception):
    """A text that is no notebook for Python; `str()` of it says why."""


class CannotPlace(Exception):
    """An edit that can't be made in a notebook; `str()` of it says why."""


@dataclass(frozen=True)
class Cell:
    """A code cell: its number among all cells, from 1, its source, and where the value of that stands in the file.

    The source is as IPython reads it, without the indent of its first line.
    """

    number: int
    source: str
    start: int
    end: int


@dataclass(frozen=True)
class Notebook:
    """A notebook as its file has it."""

    raw: str
    cells: tuple[Cell, ...]

    @classmethod
    def read(cls, raw: str) -> Notebook:
        """Read the text of a file; raises NotANotebook."""
        try:
            notebook = json.loads(raw)
        except (ValueError, RecursionError) as error:
            raise NotANotebook(f"it is no notebook: {error}") from error
        if not isinstance(notebook, dict) or not isinstance(notebook.get("cells"), list):
            raise NotANotebook("it is no notebook of format 4: it has no cells")
        language = _language(notebook.get("metadata"))
        if language != "python":
            raise NotANotebook(f"it is a notebook for {language}, not Python")
        return cls(raw, tuple(_code_cells(raw)))

    @property
    def text(self) -> str:
        """The code cells as one script, where what IPython alone understands is a comment of the same length."""
        return "".join(map(_script_of, self.cells))

    @property
    def starts(self) -> tuple[int, ...]:
        """Where the code cells begin in the script."""
        return tuple(accumulate((len(_script_of(cell)) for cell in self.cells), initial=0))[: len(self.cells)]

    def place(self, line: int) -> tuple[int, int]:
        """Give the number of the cell of a line of the script, and the line in it, both from 1."""
        counts = [len(_lines(_script_of(cell))) for cell in self.cells]
        for cell, count, end in zip(self.cells, counts, accumulate(counts), strict=True):
            if line <= end or cell is self.cells[-1]:
                return cell.number, line - (end - count)
        return 1, line

    def with_changes(self, changes: Iterable[Edit]) -> str:
        """Give the file with plain replacements made in the script, in their order: of all else not a byte is another.

        An insertion between two cells goes to the second. Raises CannotPlace when a line with a magic command would
        change, or what stands in two cells.
        """
        starts = [0, *accumulate(len(_script_of(cell)) for cell in self.cells)]
        sources = [ended(cell.source) for cell in self.cells]
        changed = set()
        for change in sorted(changes, key=lambda change: change.start, reverse=True):
            index = min(bisect_right(starts, change.start), len(self.cells)) - 1
            cell, start, end = self.cells[index], change.start - starts[index], change.end - starts[index]
            if end > len(ended(cell.source)):
                raise CannotPlace("it would change more than one cell of the notebook")
            if changes_magic(cell.source, start, end, change.text):
                line = ended(cell.source).count("\n", 0, start) + 1
                raise CannotPlace(f"{MAGIC}, in cell {cell.number}:{line}; {WAY_OUT}")
            sources[index] = sources[index][:start] + change.text + sources[index][end:]
            changed.add(index)
        raw = self.raw
        for index in sorted(changed, reverse=True):
            cell = self.cells[index]
            source = sources[index] if cell.source.endswith("\n") else sources[index].removesuffix("\n")
            raw = raw[: cell.start] + _value(raw[cell.start : cell.end], source) + raw[cell.end :]
        return raw


def python_of(cell: str) -> str:
    """Give the text of a cell as Python of the same length: what IPython alone understands becomes comment or blank.

    What a magic command runs on its line, `%time model.fit(x)`, is a statement behind another one.
    """
    magic = _CELL_MAGIC.match(cell)
    if magic is not None and magic[1] not in _PYTHON_MAGICS:
        return _NOT_LINE_END.sub(" ", cell)
    if _is_python(cell):
        return cell
    cell = _RUNNING.sub(lambda magic: magic[1] + _RUN.ljust(len(magic[0]) - len(magic[1])), cell)
    text = _MAGIC.sub(r"\1#", cell)
    in_blocks = text if _is_python(text) else _MAGIC.sub(r"\1#", _MAGIC_IN_BLOCK.sub(r"\g<1>0#", cell))
    return in_blocks if _is_python(in_blocks) else text  # a block needs a statement


def ended(cell: str) -> str:
    """Give the text of a cell with a line end at its end."""
    return cell if cell.endswith(("\n", "\r")) else cell + "\n"


def _script_of(cell: Cell) -> str:
    return ended(python_of(cell.source))


def _is_python(cell: str) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(cell)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def _lines(text: str) -> list[str]:
    return re.findall(r"[^\n]*\n|[^\n]+\Z", text)


def _language(metadata: object) -> str:
    if not isinstance(metadata, dict):
        return "python"
    for key, name in (("kernelspec", "language"), ("language_info", "name")):
        part = metadata.get(key)
        if isinstance(part, dict) and isinstance(part.get(name), str) and part[name]:
            return str(part[name]).lower()
    return "python"


def _code_cells(raw: str) -> Iterator[Cell]:
    cells = {key: start for key, start, _ in _members(raw, _skip(raw, 0))}["cells"]
    for number, start in enumerate(_items(raw, cells), 1):
        spans = {key: (begin, end) for key, begin, end in _members(raw, start)}
        if "source" in spans and json.loads(raw[slice(*spans["cell_type"])]) == "code":
            source = json.loads(raw[slice(*spans["source"])])
            text = source if isinstance(source, str) else "".join(source)
            yield Cell(number, _without_indent(text), *spans["source"])


def _without_indent(cell: str) -> str:
    """Give the text of a cell as IPython reads it: without the indent of its first line."""
    indent = _INDENT.match(cell)
    if indent is None or _is_python(cell):
        return cell
    return "".join(line.removeprefix(indent[1]) for line in _lines(cell))


def _members(raw: str, at: int) -> Iterator[tuple[str, int, int]]:
    """Yield the keys of the JSON object that begins at `at`, each with where its value stands."""
    at = _skip(raw, at + 1)
    while raw[at] != "}":
        key, at = _DECODER.raw_decode(raw, at)
        start = _skip(raw, _skip(raw, at) + 1)
        _, end = _DECODER.raw_decode(raw, start)
        yield key, start, end
        at = _after_comma(raw, end)


def _items(raw: str, at: int) -> Iterator[int]:
    """Yield where the items of the JSON array that begins at `at` stand."""
    at = _skip(raw, at + 1)
    while raw[at] != "]":
        yield at
        at = _after_comma(raw, _DECODER.raw_decode(raw, at)[1])


def _after_comma(raw: str, at: int) -> int:
    at = _skip(raw, at)
    return _skip(raw, at + 1) if raw[at] == "," else at


def _skip(raw: str, at: int) -> int:
    match = _SPACE.match(raw, at)
    return at if match is None else match.end()


def changes_magic(cell: str, start: int, end: int, new: str) -> bool:
    """Say whether a plain replacement in the script of a cell changes a line with a magic command.

    What such a command runs on its line may change, as long as it stays on that.
    """
    source, script = ended(cell), ended(python_of(cell))
    first = source.rfind("\n", 0, start) + 1
    if start == end == first and new.endswith("\n"):
        return False
    last = source.find("\n", max(start, end - 1))
    other = [at for at in range(first, last + 1) if source[at] != script[at]]
    is_run = bool(other) and script[first:].lstrip(" \t").startswith(_RUN) and start > max(other)
    is_after = start == end and source[start] == "\n" and new.startswith("\n")
    return bool(other) and not (is_run and (is_after or "\n" not in source[start:end] + new))


def _value(before: str, source: str) -> str:
    """Give the JSON of a source in the form that it had: one text, or a list of lines, of which the same stay."""
    is_ascii = before.isascii() and "\\u" in before
    if before.startswith('"'):
        return json.dumps(source, ensure_ascii=is_ascii)
    written = {
        json.loads(text): text for text in (before[at : _DECODER.raw_decode(before, at)[1]] for at in _items(before, 0))
    }
    inner = before[1 : _skip(before, 1)]
    outer = before[len(before[:-1].rstrip(" \t\r\n")) : -1]
    items = [written.get(line) or json.dumps(line, ensure_ascii=is_ascii) for line in _lines(source)]
    separator = "," + (inner or " ")
    return f"[{inner}{separator.join(items)}{outer}]" if items else "[]"
