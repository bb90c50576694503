"""A Python text, its tree, and where each node of the tree stands in it."""

from __future__ import annotations

import ast
import codecs
import io
import os
import re
import stat
import tokenize
from bisect import bisect_right
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TypeVar, cast, overload

from farandole.source.folding import line_length
from farandole.source.index import Index
from farandole.source.lexical import SPACES, Lexis, Span, lex
from farandole.source.notebook import NotANotebook, Notebook
from farandole.source.recovery import Parts, SyntaxProblem, recover

__all__ = ["Document", "Scope", "TooLarge", "UnreadableFile", "parse", "read"]

A = TypeVar("A", bound=ast.AST)
B = TypeVar("B", bound=ast.AST)
C = TypeVar("C", bound=ast.AST)

Scope = ast.Module | ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef

_BLANKS = re.compile(r"[ \t\f]*")
_LINE = re.compile(r"[^\r\n]*")
_NEWLINE = re.compile(r"\r\n|\r|\n")
_BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


NOTEBOOK = ".ipynb"
"""The suffix of the files of notebooks."""

NOTEBOOK_SHARE = 50
"""How many times the bytes of another file a notebook may have: most are those of pictures in its cells' outputs."""

_NOT_ENCODED = "it is not encoded in {encoding}: {reason}; save it as UTF-8, or name its encoding in the first line"


class UnreadableFile(Exception):
    """A file that cannot be read as Python text; `str()` of it is one line for people."""

    def __init__(self, path: Path, reason: str, line: int | None = None) -> None:
        super().__init__(f"{path}:{line}: {reason}" if line else f"{path}: {reason}")
        self.path = path
        self.reason = reason
        self.line = line


class TooLarge(UnreadableFile):
    """A file of more bytes than are read."""

    def __init__(self, path: Path, size: int, most: int) -> None:
        super().__init__(path, f"it is left alone: it has {size:,} bytes, more than `largest-file` allows ({most:,})")


def ensure_size(path: Path, size: int, largest: int) -> None:
    """Raise TooLarge for a file of more bytes than `largest`, or than so many times that for a notebook."""
    most = largest * NOTEBOOK_SHARE if path.suffix == NOTEBOOK else largest
    if size > most:
        raise TooLarge(path, size, most)


@dataclass(frozen=True, eq=False)
class Document:
    """A Python text and what it means.

    `text` is decoded and has no byte order mark; its line ends are the file's. `source` is `text` with the regions
    of `errors` blanked, and `tree` the tree of `source`: offsets and lines are the same in both. All offsets count
    code points. `parts` is what reading a later text of the same file need not do again.
    The text of a `notebook` is that of its code cells, which begin at `cells`; a script has none.
    `formatted_to` is how long lines may be that are written into it; 0 where its own lines tell.
    """

    path: Path
    text: str = field(repr=False)
    encoding: str
    bom: bool
    source: str = field(repr=False)
    tree: ast.Module = field(repr=False)
    errors: tuple[SyntaxProblem, ...]
    parts: Parts = field(repr=False)
    notebook: Notebook | None = field(default=None, repr=False)
    cells: tuple[int, ...] = ()
    formatted_to: int = 0

    def span(self, node: ast.AST) -> Span:
        """Tell where `node` stands, without parentheses of its own around it; decorators belong to a definition.

        Nodes without a position have the span of their parts, operators and contexts none: ValueError.
        """
        if isinstance(node, ast.Module):
            return Span(0, len(self.text))
        if isinstance(node, _DEFINITIONS) and node.decorator_list:
            return Span(self._decorator(node.decorator_list[0]), self._end(node))
        if hasattr(node, "lineno"):
            return Span(self._start(node), self._end(node))
        if isinstance(node, ast.match_case):
            return Span(self.source.rindex("case", 0, self._start(node.pattern)), self.span(node.body[-1]).end)
        parts = [self.span(child) for child in ast.iter_child_nodes(node) if self._has_place(child)]
        if not parts:
            raise ValueError(f"a node of type {type(node).__name__} has no place in the text")
        return Span(min(part.start for part in parts), max(part.end for part in parts))

    def cell(self, node: ast.AST) -> int:
        """Give the number of the code cell in which a node begins, from 1; 0 in a script."""
        return bisect_right(self.cells, self.span(node).start)

    def segment(self, node: ast.AST) -> str:
        """Give the text of `node`; see `span`."""
        start, end = self.span(node)
        return self.text[start:end]

    def quote(self, node: ast.AST) -> str:
        """Give `node` as a message quotes it: its first line."""
        first, *more = self.segment(node).splitlines()
        return f"`{first}…`" if more else f"`{first}`"

    def position(self, offset: int) -> tuple[int, int]:
        """Give the line (from 1) and column (from 0, in code points) of `offset`."""
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1]

    def line_name(self, offset: int) -> str:
        """Name the line of `offset` as who reads the file counts: `line 3`, or `code cell 2, line 1` in a notebook."""
        line, _ = self.position(offset)
        number = bisect_right(self.cells, offset)
        if not number:
            return f"line {line}"
        first, _ = self.position(self.cells[number - 1])
        return f"code cell {number}, line {line - first + 1}"

    def place_name(self, offset: int) -> str:
        """Name the file and the line of `offset`: `train.py:3`, or `train.ipynb, code cell 2, line 1`."""
        separated = f", {self.line_name(offset)}" if self.cells else f":{self.position(offset)[0]}"
        return self.path.name + separated

    def place_of(self, node: ast.AST, beside: Document | None = None) -> str:
        """Name where `node` begins: `line 3 of train.py`, or `line 3` alone for who reads of the file `beside` it."""
        line = self.line_name(self.span(node).start)
        return line if beside is self else f"{line} of {self.path.name}"

    def offset(self, line: int, column: int) -> int:
        """Give the offset of a line (from 1) and column (from 0, in code points), kept within the line and the text."""
        if line < 1:
            return 0
        if line > len(self._line_starts):
            return len(self.text)
        end = _LINE.match(self.source, self._line_starts[line - 1])
        assert end is not None
        return max(end.start(), min(end.start() + column, end.end()))

    @overload
    def nodes(self, kind: type[A], /) -> tuple[A, ...]: ...

    @overload
    def nodes(self, kind: type[A], second: type[B], /) -> tuple[A | B, ...]: ...

    @overload
    def nodes(self, kind: type[A], second: type[B], third: type[C], /) -> tuple[A | B | C, ...]: ...

    @overload
    def nodes(self, *kinds: type[ast.AST]) -> tuple[ast.AST, ...]: ...

    def nodes(self, *kinds: type[ast.AST]) -> tuple[ast.AST, ...]:
        """Give the nodes of some types, outer before inner and parts in the order of Python's grammar."""
        return self._index.of_kind(*kinds)

    def names(self, *names: str) -> Sequence[ast.Name]:
        """Give the names that are one of some different ones, in the same order."""
        return cast(Sequence[ast.Name], self._index.named(ast.Name, names))

    def attributes(self, *names: str) -> Sequence[ast.Attribute]:
        """Give the attributes of which the name is one of some different ones, in the same order."""
        return cast(Sequence[ast.Attribute], self._index.named(ast.Attribute, names))

    @overload
    def within(self, node: ast.AST, kind: type[A], /) -> Sequence[A]: ...

    @overload
    def within(self, node: ast.AST, *kinds: type[ast.AST]) -> Sequence[ast.AST]: ...

    def within(self, node: ast.AST, *kinds: type[ast.AST]) -> Sequence[ast.AST]:
        """Give `node` and all that is in it, in the same order, without contexts and operators; of some types if told.

        KeyError for nodes of another tree.
        """
        return self._index.within(node, *kinds)

    def contains(self, outer: ast.AST, inner: ast.AST) -> bool:
        """Tell whether `inner` is `outer` or is in it."""
        return self._index.contains(outer, inner)

    def parent(self, node: ast.AST) -> ast.AST:
        """Give the node that holds `node`; KeyError for the module and for nodes of another tree."""
        return self._parents[node]

    def ancestors(self, node: ast.AST) -> Iterator[ast.AST]:
        """Give the nodes that hold `node`, from its parent to the module."""
        parents = self._parents
        while (parent := parents.get(node)) is not None:
            yield parent
            node = parent

    def statement(self, node: ast.AST) -> ast.stmt:
        """Give the innermost statement that holds `node`, or `node` itself; ValueError for the module."""
        parents = self._parents
        while not isinstance(node, ast.stmt):
            if isinstance(node, ast.Module):
                raise ValueError("the module is not within a statement")
            node = parents[node]
        return node

    def owner(self, stmt: ast.stmt) -> ast.AST:
        """Give the node whose body, `else`, `finally`, handler or case holds `stmt`."""
        return self._parents[stmt]

    def block(self, stmt: ast.stmt) -> list[ast.stmt]:
        """Give the list of statements that holds `stmt`."""
        return self._blocks[stmt]

    @cached_property
    def _blocks(self) -> dict[ast.stmt, list[ast.stmt]]:
        holders = self.nodes(ast.Module, ast.stmt, ast.ExceptHandler, ast.match_case)
        lists = (getattr(node, name, None) for node in holders for name in _BLOCKS)
        blocks = [each for each in lists if isinstance(each, list)]
        return {member: block for block in blocks for member in block}

    @cached_property
    def answers(self) -> dict[Hashable, object]:
        """What has been asked about it alone, and found."""
        return {}

    def is_elif(self, stmt: ast.stmt) -> bool:
        """Tell whether `stmt` is an `if` statement that is written as the `elif` of another one."""
        return isinstance(stmt, ast.If) and self.source.startswith("elif", self.span(stmt).start)

    def scope(self, node: ast.AST) -> Scope:
        """Give the innermost scope that holds `node`.

        A parameter belongs to its function; a definition itself, its decorators, defaults, annotations, bases and type
        parameters belong to the scope around it. A comprehension is no scope here.
        """
        return self._scopes.get(node, self.tree)

    @cached_property
    def _scopes(self) -> dict[ast.AST, Scope]:
        """The scope of each node: that of what holds it, but for parameters and for what a body consists of."""
        bodies: dict[ast.AST, Scope] = {member: each for each in self.nodes(*_DEFINITIONS) for member in each.body}
        bodies.update((each.body, each) for each in self.nodes(ast.Lambda))
        found: dict[ast.AST, Scope] = {self.tree: self.tree}
        for node, parent in self._parents.items():
            if isinstance(node, ast.arg):
                found[node] = self._parents[parent]  # type: ignore[assignment]
            else:
                around = self._parents[parent] if isinstance(parent, ast.arg) else parent
                found[node] = bodies.get(node) or found[around]
        return found

    def encode(self, text: str) -> bytes:
        """Give the bytes of a file like this one, with another `text`; UnicodeEncodeError if they cannot hold that."""
        return (codecs.BOM_UTF8 if self.bom else b"") + text.encode(self.encoding)

    @property
    def content(self) -> bytes:
        """The bytes of this file."""
        return self.encode(self.text if self.notebook is None else self.notebook.raw)

    @cached_property
    def newline(self) -> str:
        """The line end that the text has most often; `"\\n"` if it has none."""
        found = Counter(_NEWLINE.findall(self.text)).most_common(1)
        return found[0][0] if found else "\n"

    @cached_property
    def indent(self) -> str:
        """One level of indentation as the text has it most often; four spaces if it has none."""
        found: Counter[str] = Counter()
        for outer, inner in self._nestings():
            margin = self._margin(inner)
            if self.lexis.row(self._start(inner)).start != self._line_start(inner):
                continue  # the line goes on with another one
            if margin != self._margin(outer) and margin.startswith(self._margin(outer)):
                found[margin.removeprefix(self._margin(outer))] += 1
        return found.most_common(1)[0][0] if found else "    "

    @cached_property
    def lexis(self) -> Lexis:
        """The lexical skeleton of `source`."""
        return lex(self.source)

    @cached_property
    def line_length(self) -> int:
        """The length up to which lines may grow: what is set, else that of the longest line."""
        return self.formatted_to or line_length(self.lexis)

    def formatted(self, length: int) -> Document:
        """Give the document as one into which lines of some length may be written; the same one each time."""
        if length == self.formatted_to:
            return self
        return self._formatted.setdefault(length, replace(self, formatted_to=length))

    @cached_property
    def _formatted(self) -> dict[int, Document]:
        return {}

    def without_bodies(self, definitions: Sequence[ast.stmt]) -> Document:
        """Give the document as one in which some functions do nothing, and the methods of some classes.

        The text stays, and each node its place. It is the same document as the last time for the same definitions.
        """
        if not definitions:
            return self
        key = tuple(definitions)
        if key not in self._hollow:
            self._hollow.clear()  # while somebody types, a module is asked for others again and again
            hollow = {each: _without_bodies(each) for each in definitions}
            body = [hollow.get(each, each) for each in self.tree.body]
            self._hollow[key] = replace(self, tree=ast.Module(body, self.tree.type_ignores))
        return self._hollow[key]

    @cached_property
    def _hollow(self) -> dict[tuple[ast.stmt, ...], Document]:
        return {}

    @cached_property
    def statements(self) -> tuple[ast.stmt, ...]:
        """All statements by their place, outer before inner."""
        return tuple(sorted((node for node in self._parents if isinstance(node, ast.stmt)), key=self._start))

    def _nestings(self) -> Iterator[tuple[ast.AST, ast.AST]]:
        """Give what leads in a block, and what begins the block."""
        for node in self._parents:
            if isinstance(node, ast.Match):
                yield node, node.cases[0].pattern
            elif isinstance(node, ast.match_case):
                yield node.pattern, node.body[0]
            elif isinstance(node, ast.stmt | ast.ExceptHandler):
                for name in ("body", "orelse", "finalbody"):
                    if block := getattr(node, name, None):
                        yield node, block[0]

    def _line_start(self, node: ast.AST) -> int:
        return self._line_starts[node.lineno - 1]  # type: ignore[attr-defined]

    def _margin(self, node: ast.AST) -> str:
        """Give the blanks at the beginning of the line of `node`."""
        blanks = _BLANKS.match(self.source, self._line_start(node))
        assert blanks is not None
        return blanks.group().rpartition("\f")[2]

    def _start(self, node: ast.AST) -> int:
        """Give where `node` begins; decorators are not part of it here."""
        return self._byte_offset(node.lineno, node.col_offset)  # type: ignore[attr-defined]

    def _end(self, node: ast.AST) -> int:
        return self._byte_offset(node.end_lineno, node.end_col_offset)  # type: ignore[attr-defined]

    def _byte_offset(self, line: int, column: int) -> int:
        start = self._line_starts[line - 1]
        if self._ascii:
            return start + column
        if line not in self._columns:
            end = self._line_starts[line] if line < len(self._line_starts) else len(self.source)
            self._columns[line] = _columns(self.source[start:end])
        columns = self._columns[line]
        return start + (columns[column] if columns else column)

    def _decorator(self, decorator: ast.expr) -> int:
        """Find the `@` before `decorator`: the last one before it that opens a line."""
        start = self._start(decorator)
        while True:
            start = self.source.rindex("@", 0, start)
            line = self._line_starts[bisect_right(self._line_starts, start) - 1]
            if not self.source[line:start].strip(SPACES):
                return start

    def _has_place(self, node: ast.AST) -> bool:
        return hasattr(node, "lineno") or any(map(self._has_place, ast.iter_child_nodes(node)))

    @cached_property
    def _ascii(self) -> bool:
        return self.source.isascii()

    @cached_property
    def _columns(self) -> dict[int, list[int]]:
        return {}

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(match.end() for match in _NEWLINE.finditer(self.source))]

    @cached_property
    def _index(self) -> Index:
        return Index.of(self.tree)

    @property
    def _parents(self) -> dict[ast.AST, ast.AST]:
        return self._index.parents


def _without_bodies(node: ast.stmt) -> ast.stmt:
    """Give a function without parameters whose body is `pass`, in the body's place, or a class of such methods."""
    if not isinstance(node, _DEFINITIONS):
        return node
    parts = {name: getattr(node, name) for name in (*node._fields, *node._attributes)}
    if isinstance(node, ast.ClassDef):
        parts["body"] = [_without_bodies(each) for each in node.body]
    else:
        first, last = node.body[0], node.body[-1]
        nothing = ast.Pass(lineno=first.lineno, col_offset=first.col_offset)
        nothing.end_lineno, nothing.end_col_offset = last.end_lineno, last.end_col_offset
        parts["body"] = [nothing]
        parts["args"] = ast.arguments([], [], None, [], [], None, [])
    return type(node)(**parts)


def real(path: Path) -> Path:
    """Give a path with its links followed as far as they lead: a link that leads back to itself stays."""
    return Path(os.path.realpath(path))


def ensure_readable(path: Path) -> None:
    """Raise UnreadableFile for what can't be reached, and for a pipe or a device, of which no end may come."""
    try:
        mode = os.stat(path).st_mode
    except OSError as error:
        raise UnreadableFile(path, (error.strerror or type(error).__name__).lower()) from error
    except ValueError as error:
        raise UnreadableFile(path, str(error)) from error
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        raise UnreadableFile(path, "it is a pipe, a socket or a device, no file")


def read(path: Path) -> Document:
    """Read the file at `path`, decoded as PEP 263 says; UnreadableFile if that cannot be done."""
    ensure_readable(path)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UnreadableFile(path, (error.strerror or type(error).__name__).lower()) from error
    except ValueError as error:
        raise UnreadableFile(path, str(error)) from error
    return decode(data, path)


def decode(data: bytes, path: Path) -> Document:
    """Read the bytes of a file, decoded as PEP 263 says; UnreadableFile if that cannot be done."""
    bom = data.startswith(codecs.BOM_UTF8)
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise UnreadableFile(path, "it is encoded in UTF-16, which Python does not read")
    encoding = _encoding(data, path) if path.suffix != NOTEBOOK else "utf-8"
    try:
        text = data[len(codecs.BOM_UTF8) if bom else 0 :].decode(encoding)
    except UnicodeDecodeError as error:
        line = len(_NEWLINE.findall(data[: error.start].decode("latin-1"))) + 1
        raise UnreadableFile(path, _NOT_ENCODED.format(encoding=encoding, reason=error.reason), line) from error
    except (LookupError, ValueError) as error:
        raise UnreadableFile(path, f"it cannot be decoded as {encoding}: {error}") from error
    if path.suffix == NOTEBOOK:
        return parse_notebook(text, path, bom)
    return _document(path, text, encoding, bom, {})


def parse_notebook(text: str, path: Path, bom: bool) -> Document:
    """Give the document of the code cells of a notebook, from the text of its file; UnreadableFile if it is none."""
    try:
        notebook = Notebook.read(text)
    except NotANotebook as error:
        raise UnreadableFile(path, str(error)) from error
    return replace(_document(path, notebook.text, "utf-8", bom, {}), notebook=notebook, cells=notebook.starts)


def parse(text: str, path: Path, before: Document | None = None, cells: tuple[int, ...] = ()) -> Document:
    """Give the document of a text as an editor holds it; UnreadableFile if it holds NUL characters.

    `before` is an earlier document of the same file: what has not changed since is not read again. `cells` are where
    the cells of a notebook begin in the text.
    """
    bom = text.startswith("\ufeff")
    text = text[1:] if bom else text
    try:
        encoding = _encoding(text.encode("utf-8", "replace"), path)
    except UnreadableFile:
        encoding = "utf-8"
    return replace(_document(path, text, encoding, bom, before.parts if before is not None else {}), cells=cells)


def _document(path: Path, text: str, encoding: str, bom: bool, known: Parts) -> Document:
    if "\0" in text:
        line = len(_NEWLINE.findall(text, 0, text.index("\0"))) + 1
        raise UnreadableFile(path, "it holds a NUL character", line)
    reading = recover(text, re.sub(r"\W", "_", path.stem)[-40:], known)
    return Document(path, text, encoding, bom, reading.source, reading.tree, reading.problems, reading.parts)


def _encoding(data: bytes, path: Path) -> str:
    """Give the encoding that a byte order mark or a cookie on the first two lines tells, else UTF-8."""
    head = b"\n".join(re.split(rb"\r\n|\r|\n", data[:4096])[:2])
    try:
        encoding = tokenize.detect_encoding(io.BytesIO(head).readline)[0]
    except SyntaxError as error:
        missing = str(error.msg).startswith("invalid or missing encoding declaration")
        reason = _NOT_ENCODED.format(encoding="utf-8", reason="no other is declared") if missing else str(error.msg)
        raise UnreadableFile(path, reason) from error
    return "utf-8" if encoding == "utf-8-sig" else encoding


def _columns(line: str) -> list[int]:
    """Give the column in code points of each byte of `line` in UTF-8, and of its end; nothing if they are the same."""
    if line.isascii():
        return []
    columns: list[int] = []
    for column, character in enumerate(line):
        columns.extend([column] * len(character.encode("utf-8", "replace")))
    columns.append(len(line))
    return columns
