"""What the client has open: the texts of files and the cells of notebooks, with their versions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate
from pathlib import Path

from farandole.source import Span
from farandole.source.notebook import MAGIC, WAY_OUT, CannotPlace, changes_magic, ended, python_of
from lsprotocol import types

from farandole_server.positions import Lines

_BOM = "\ufeff"


@dataclass(frozen=True)
class Buffer:
    """A text that the client has open, as of one version."""

    uri: str
    version: int | None
    lines: Lines

    def changed(self, changes: Sequence[types.TextDocumentContentChangeEvent], version: int | None) -> Buffer:
        """Give the buffer with changes made one after another."""
        lines = self.lines
        for change in changes:
            lines = lines.changed(change)
        return Buffer(self.uri, version, lines)


@dataclass(frozen=True)
class Part:
    """An edit or a place in the text of one document of the client."""

    uri: str
    version: int | None
    range: types.Range


@dataclass(frozen=True)
class File:
    """A file as the client sees it: a buffer, or the text on the disk with version None."""

    path: Path
    buffer: Buffer

    @property
    def text(self) -> str:
        """The text for the engine."""
        return self.buffer.lines.text

    @property
    def buffers(self) -> tuple[Buffer, ...]:
        """The documents of the client that the text is made of."""
        return (self.buffer,)

    def part(self, span: Span) -> Part:
        """Give where a span of the engine's document stands; that has no byte order mark."""
        shift = len(_BOM) if self.text.startswith(_BOM) else 0
        lines = self.buffer.lines
        return Part(self.buffer.uri, self.buffer.version, lines.range(span.start + shift, span.end + shift))

    def editable(self, span: Span, new: str) -> Part:
        """Give where an edit stands."""
        return self.part(span)

    def offset(self, uri: str, position: types.Position) -> int:
        """Give the offset in the engine's document of a position."""
        shift = len(_BOM) if self.text.startswith(_BOM) else 0
        return max(0, self.buffer.lines.offset(position) - shift)


@dataclass(frozen=True)
class Notebook:
    """A notebook: its code cells are one script, one after another.

    `order` has the addresses of all cells, those without code too, since changes count them.
    """

    path: Path
    uri: str
    version: int
    cells: tuple[Buffer, ...]
    order: tuple[str, ...]

    @cached_property
    def text(self) -> str:
        """The text for the engine, where magic commands are comments of the same length."""
        return "".join(ended(python_of(cell.lines.text)) for cell in self.cells)

    @property
    def buffers(self) -> tuple[Buffer, ...]:
        """The documents of the client that the text is made of."""
        return self.cells

    def part(self, span: Span) -> Part:
        """Give where a span stands: in the cell in which it starts."""
        index, start = self._cell(span.start)
        cell = self.cells[index]
        length = len(cell.lines.text)
        return Part(
            cell.uri, cell.version, cell.lines.range(min(start, length), min(start + span.end - span.start, length))
        )

    def editable(self, span: Span, new: str) -> Part:
        """Give where an edit stands; CannotPlace when it is in two cells, or changes a line with a magic command."""
        index, start = self._cell(span.start)
        cell = self.cells[index]
        end = start + span.end - span.start
        if end > len(cell.lines.text):
            if span.end > span.start or start > len(cell.lines.text):
                raise CannotPlace("it would change more than one cell of the notebook")
            start = end = len(cell.lines.text)
        if changes_magic(cell.lines.text, start, end, new):
            raise CannotPlace(f"{MAGIC}; {WAY_OUT}")
        return Part(cell.uri, cell.version, cell.lines.range(start, end))

    def offset(self, uri: str, position: types.Position) -> int:
        """Give the offset in the engine's document of a position in a cell."""
        for cell, start in zip(self.cells, self.starts, strict=True):
            if cell.uri == uri:
                return start + cell.lines.offset(position)
        return 0

    def with_cell(self, cell: Buffer) -> Notebook:
        """Give the notebook with one cell's text changed."""
        return replace(self, cells=tuple(cell if each.uri == cell.uri else each for each in self.cells))

    def _cell(self, offset: int) -> tuple[int, int]:
        """Give the index of the cell that holds an offset, and the offset in it."""
        if not self.cells:
            raise CannotPlace("the notebook has no code")
        index = max(index for index, start in enumerate(self.starts) if start <= offset)
        return index, offset - self.starts[index]

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """Where the cells begin in the text."""
        lengths = (len(ended(cell.lines.text)) for cell in self.cells)
        return tuple(accumulate(lengths, initial=0))[: len(self.cells)]


Text = File | Notebook


@dataclass(frozen=True)
class Texts:
    """All that is open, by path; a value that nobody changes."""

    by_path: dict[Path, Text] = field(default_factory=dict)
    paths: dict[str, Path] = field(default_factory=dict)

    def text(self, uri: str) -> Text | None:
        """Give the open file or notebook that a document of the client belongs to."""
        path = self.paths.get(uri)
        return self.by_path.get(path) if path is not None else None

    def buffer(self, uri: str) -> Buffer | None:
        """Give an open document."""
        text = self.text(uri)
        return next((each for each in text.buffers if each.uri == uri), None) if text else None

    def with_text(self, text: Text) -> Texts:
        """Give the texts with one opened or changed."""
        paths = {uri: path for uri, path in self.paths.items() if path != text.path}
        paths |= {buffer.uri: text.path for buffer in text.buffers}
        return Texts({**self.by_path, text.path: text}, paths)

    def without(self, uri: str) -> Texts:
        """Give the texts without one that was closed."""
        return self.without_path(self.paths.get(uri))

    def without_path(self, path: Path | None) -> Texts:
        """Give the texts without that of a path."""
        paths = {each: where for each, where in self.paths.items() if where != path}
        return Texts({each: text for each, text in self.by_path.items() if each != path}, paths)

    def __iter__(self) -> Iterator[Text]:
        """Walk over the open files and notebooks."""
        return iter(self.by_path.values())
