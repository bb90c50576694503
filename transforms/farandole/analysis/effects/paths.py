"""Where a file is: the texts that a path is made of, followed back to constants, options and parameters.

A path is a sequence of texts and holes. A hole stands for what only a run tells, and has the words by which the program
names it, so that two paths with the same hole have the same unknown part. What a process has for itself alone (its
rank, its process id, a temporary folder) is a hole of its own kind.
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Hashable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import product
from math import prod

from farandole.analysis.def_use import Assignment
from farandole.analysis.defaults import default_of, is_parsed, option_calls
from farandole.analysis.filling import PUTTING, Filling
from farandole.analysis.nodes import own_nodes
from farandole.analysis.points_to.lattice import ordered
from farandole.analysis.points_to.values import Container, Instance, Library, Value
from farandole.analysis.program import Call, Program
from farandole.analysis.slicing import Slices, element_at
from farandole.source import Document

DEEPEST = 24
"""How many names, calls and attributes a path is followed through."""

MOST = 32
"""How many paths one expression may have; what is beyond is a hole."""

LONGEST = 400
"""How many expressions the paths of one are followed through; what is beyond is a hole."""

FURTHEST = 24
"""How many expressions a path is looked for in that nothing tells but what is put into lists, or given to a library."""

PATH = "pathlib.Path"

_BETWEEN_WORDS = re.compile(r"""([\s"';|&()<>]+)""")

_COPYING = frozenset({"builtins.list", "builtins.tuple", "builtins.sorted", "random.sample"})
"""What gives the items of its first argument, all or some of them, in this or another order."""

_VARYING = ("clock", "random")
"""Facts of calls that give each process something else."""


@dataclass(frozen=True)
class Hole:
    """A part of a path that only a run tells; `name` is how the program calls it.

    It may be each process's `own`, or one that `varies`: the time, a number drawn by chance, or an option whose default
    has such a part. A process may have another one then, and need not. `ending` is what is added to it where it is
    written.
    """

    name: str
    own: bool = False
    varies: bool = False
    ending: str = ""


Part = str | Hole


@dataclass(frozen=True)
class FilePath:
    """A path as far as the text tells it."""

    parts: tuple[Part, ...]

    @property
    def is_own(self) -> bool:
        """Whether each process has a file of its own there."""
        return any(isinstance(part, Hole) and part.own for part in self.parts)

    @property
    def varies(self) -> bool:
        """Whether a part of it may be another one in each process."""
        return any(isinstance(part, Hole) and part.varies for part in self.parts)

    @cached_property
    def components(self) -> tuple[tuple[Part, ...], ...]:
        """The parts between the slashes, without empty ones and those that mean the folder itself."""
        found: list[list[Part]] = [[]]
        for part in self.parts:
            if isinstance(part, Hole):
                found[-1].append(part)
                continue
            first, *rest = part.replace("\\", "/").split("/")
            found[-1].append(first)
            found.extend([each] for each in rest)
        cleaned = (tuple(each for each in component if each) for component in found)
        return tuple(each for each in cleaned if each and each != (".",))

    @property
    def is_working_folder(self) -> bool:
        """Whether it is written out, and names the working folder itself: `.`."""
        return bool(self.parts) and not self.components and _is_relative(self)

    @cached_property
    def words(self) -> tuple[tuple[str, FilePath], ...]:
        """The words of a command that it is a part of, each with what directs it: `<`, `>` or nothing."""
        found: list[tuple[str, list[Part]]] = [("", [])]
        for part in self.parts:
            if isinstance(part, Hole):
                found[-1][1].append(part)
                continue
            first, *rest = _BETWEEN_WORDS.split(part)
            found[-1][1].append(first)
            for between, word in zip(rest[::2], rest[1::2], strict=True):
                found.append((next((each for each in between if each in "<>"), ""), [word]))
        made = ((directed, FilePath(tuple(each for each in word if each))) for directed, word in found)
        return tuple((directed, word) for directed, word in made if word.parts)

    def ended(self, ending: str) -> tuple[FilePath, ...]:
        """Give the path with an ending that is added to it, unless it has one; a hole may have it."""
        *before, last = self.parts or ("",)
        if isinstance(last, Hole):
            return self, FilePath((*before, replace(last, ending=ending)))
        return (self if _ENDING.search(last) else FilePath((*self.parts, ending)),)

    def __str__(self) -> str:
        """Show the path with its holes in braces."""
        return "".join(part if isinstance(part, str) else f"{{{part.name}}}" for part in self.parts)


_ANY_NAME = Hole("*")
"""Any file of a folder."""

WORKING_FOLDER = FilePath((".",))


def may_be_same(first: FilePath, second: FilePath) -> bool:
    """Say whether two paths may name one file: what is written out agrees, up to what holes may stand for.

    A name that begins with the other counts as the same, as checkpoints get numbers and endings, but not more
    letters: `logits` is not `log`; nor is `net_{i}.png` a `net_{i}.h5`, or `net_{i}_last.h5` a `net_{i}_best.h5`. Two
    paths with nothing in common but holes of different names are not.
    """
    one, other = first.components, second.components
    if not one or not other or len(one) != len(other):
        return bool(one) and bool(other) and _ends_alike(one, other)
    last = one[-1], other[-1]
    named = len(one) > 1 and (all(map(_is_open, last)) or (_ANY_NAME,) in last)
    return all(_may_be_one(*pair) for pair in zip(one[:-1], other[:-1], strict=True)) and (
        named or _may_begin_alike(*last)
    )


def _is_open(component: tuple[Part, ...]) -> bool:
    """Say whether nothing of a name is written."""
    return all(isinstance(part, Hole) for part in component)


def may_contain(folder: FilePath, path: FilePath) -> bool:
    """Say whether a path may lie in a folder, or be it; in the working folder lies what is in no other."""
    one, other = folder.components, path.components
    if folder.is_working_folder:
        return len(other) == 1 and other != (("..",),) and _is_relative(path)
    if not one or len(one) > len(other):
        return False
    return all(_may_be_one(*pair) for pair in zip(one, other, strict=False))


def may_begin(folder: FilePath, path: FilePath) -> bool:
    """Say whether a path is that of a folder with more added to it: the hole at its end may end in a separator."""
    length = len(folder.parts)
    return 0 < length < len(path.parts) and isinstance(folder.parts[-1], Hole) and path.parts[:length] == folder.parts


@lru_cache(maxsize=16_384)
def may_overlap(first: frozenset[FilePath], second: frozenset[FilePath]) -> bool:
    """Say whether something at one of these paths may be something at one of the others."""
    return any(
        may_be_same(one, other) or may_contain(one, other) or may_contain(other, one)
        for one in first
        for other in second
    )


@lru_cache(maxsize=16_384)
def may_be_of_one_file(first: frozenset[FilePath], second: frozenset[FilePath]) -> bool:
    """Say whether one of these paths may name the file that one of the others does."""
    return any(may_be_same(one, other) for one in first for other in second)


def _is_relative(path: FilePath) -> bool:
    """Say whether a path is seen to begin in the working folder."""
    return isinstance(path.parts[0], str) and _ABSOLUTE.match(path.parts[0]) is None


def _ends_alike(one: tuple[tuple[Part, ...], ...], other: tuple[tuple[Part, ...], ...]) -> bool:
    """Say whether paths of different depths, one of which begins with a hole, end in the same names."""
    shorter, longer = sorted((one, other), key=len)
    head, *rest = shorter
    if not rest or not all(isinstance(part, Hole) for part in head):
        return False
    written = all(isinstance(part, str) for each in rest for part in each)
    return written and tuple(rest) == longer[len(longer) - len(rest) :]


def _may_be_one(first: tuple[Part, ...], second: tuple[Part, ...]) -> bool:
    """Say whether two components may be the same.

    One that is a hole is only what has the same name, or another hole with the ending that is added to it.
    """
    if first == second or len(first) == len(second) == 1:
        return first == second
    for one, other in ((first, second), (second, first)):
        match one, other:
            case [Hole(ending=ending)], [Hole(), str(text)]:
                return ending == text
    texts = [[part for part in each if isinstance(part, str)] for each in (first, second)]
    if not all(texts):
        return False
    if all(len(text) == len(each) for text, each in zip(texts, (first, second), strict=True)):
        return "".join(texts[0]) == "".join(texts[1])
    return _may_be(first, _sample(second)) or _may_be(second, _sample(first))


def _may_begin_alike(first: tuple[Part, ...], second: tuple[Part, ...]) -> bool:
    """Say whether two last components may be the same, or one begin with the other."""
    starts = [each[0] if isinstance(each[0], str) else "" for each in (first, second)]
    shorter, longer = sorted(starts, key=len)
    begins = len(shorter) > 1 and longer.startswith(shorter)
    endings = [
        {each for part in name if isinstance(part, str) for each in _ENDING.findall(part)} for name in (first, second)
    ]
    begins = begins and (not all(endings) or not endings[0].isdisjoint(endings[1])) and _may_end_alike(first, second)
    return _may_be_one(first, second) or (
        begins and not (shorter[-1].isalpha() and longer[len(shorter) :][:1].isalpha())
    )


def _may_end_alike(first: tuple[Part, ...], second: tuple[Part, ...]) -> bool:
    """Say whether two names agree in the texts at their ends, where both have one ending: nothing is added to that."""
    one, other = (each[-1] if isinstance(each[-1], str) else "" for each in (first, second))
    endings = [_ENDED.findall(text) for text in (one, other)]
    return not all(endings) or endings[0] != endings[1] or one.endswith(other) or other.endswith(one)


def _may_be(component: tuple[Part, ...], text: str) -> bool:
    """Say whether a component may be a text: what is written in it follows one after another, holes are anything.

    Each piece is taken where it stands first, so that many holes take no longer than their number.
    """
    head, *inner = _sample(component).split("\0")
    if not inner:
        return head == text
    place, end = len(head), len(text) - len(inner[-1])
    if not text.startswith(head) or not text.endswith(inner[-1]) or place > end:
        return False
    for piece in inner[:-1]:
        found = text.find(piece, place, end)
        if found < 0:
            return False
        place = found + len(piece)
    return True


def _sample(component: tuple[Part, ...]) -> str:
    return "".join(part if isinstance(part, str) else "\0" for part in component)


_Parts = frozenset[tuple[Part, ...]]
_SPEC = re.compile(r"%(?:\((?P<name>\w+)\))?[-+ #0-9.]*(?P<kind>[a-zA-Z%])")
_FIELD = re.compile(r"\{\{|\}\}|\{(?P<name>[^{}:!]*)[^{}]*\}")
_ENDING = re.compile(r"\.[A-Za-z]\w*")
_ENDED = re.compile(_ENDING.pattern + "$")
_WILD = re.compile(r"\*+|\?|\[[^\]]*\]")


_ABSOLUTE = re.compile(r"[/\\\\~]|\w+:")
_WORKING_FOLDER = Hole("working folder")
_CHANGING = frozenset({"os.chdir", "os.fchdir", "contextlib.chdir"})
"""What changes the working folder."""


def _put(node: ast.AST) -> Iterator[tuple[ast.expr, object, ast.expr]]:
    """Yield the dictionaries into which a node puts something under a constant key, with the key and what that is."""
    match node:
        case ast.Dict(keys, values):
            for key, value in zip(keys, values, strict=True):
                if isinstance(key, ast.Constant):
                    yield node, key.value, value
        case ast.Assign(targets, value):
            for target in targets:
                if isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Constant):
                    yield target.value, target.slice.value, value


@dataclass
class _Search:
    """How far the paths of one expression are followed: what is `open`, and what was found behind a place of a cut.

    A cut is where a path is as deep as it is followed, or comes to what is open, or where too many expressions were
    `followed`. `is_cut` tells whether there was one below the innermost open expression, `reach` how deep it was
    followed, and `passing` what was found above a cut, with its depth: it is only good for this search.
    """

    open: set[ast.AST] = field(default_factory=set)
    passing: dict[ast.AST, tuple[_Parts, int]] = field(default_factory=dict)
    is_cut: bool = False
    reach: int = 0
    followed: int = 0


@dataclass(eq=False)
class Paths:
    """The paths that the expressions of a program may stand for, each followed once.

    `_whole` are those without a cut, with how much deeper they were followed.
    """

    program: Program
    slices: Slices
    filling: Filling
    _answers: dict[ast.AST, frozenset[FilePath]] = field(default_factory=dict)
    _behind: dict[ast.AST, frozenset[FilePath]] = field(default_factory=dict)
    _written: dict[ast.AST, bool] = field(default_factory=dict)
    _whole: dict[ast.AST, tuple[_Parts, int]] = field(default_factory=dict)
    _search: _Search = field(default_factory=_Search)
    _objects: dict[ast.AST, bool] = field(default_factory=dict)
    _returns: dict[ast.AST, tuple[ast.expr, ...]] = field(default_factory=dict)

    def of(self, document: Document, node: ast.expr) -> frozenset[FilePath]:
        """Give the paths that an expression may stand for; one that begins with a hole where nothing is known."""
        if node not in self._answers:
            found = self._searched(document, node)
            if _is_nowhere(found):
                found = frozenset(self._collected(node)) or found
            self._answers[node] = frozenset(FilePath(self._from_anywhere(parts)) for parts in found)
        return self._answers[node]

    def within(self, document: Document, node: ast.expr) -> frozenset[FilePath]:
        """Give the paths that an expression may stand for, or where nothing is known those in what it is computed from.

        That is for what surely is a path: anything else may be computed from some, too.
        """
        if node not in self._behind:
            found = self.of(document, node)
            written = self._written_within(document, node) if _is_nowhere({each.parts for each in found}) else ()
            self._behind[node] = frozenset(FilePath(self._from_anywhere(parts)) for parts in written) or found
        return self._behind[node]

    def _from_anywhere(self, parts: tuple[Part, ...]) -> tuple[Part, ...]:
        """Put the working folder before a path that is relative to it, where the program goes to another one."""
        head = parts[0] if parts else ""
        relative = isinstance(head, str) and not _ABSOLUTE.match(head)
        return (_WORKING_FOLDER, "/", *parts) if relative and self._changes_folder else parts

    @cached_property
    def _changes_folder(self) -> bool:
        return any(call.names & _CHANGING for call in self.program.calls)

    def _searched(self, document: Document, node: ast.expr) -> _Parts:
        """Give the paths of an expression by a search of its own."""
        self._search = _Search()
        return self._parts(document, node, 0)

    def is_object(self, document: Document, node: ast.expr) -> bool:
        """Say whether an expression is an object of `pathlib`."""
        if node not in self._objects:
            seen, waiting = {node}, [(document, node)]
            while waiting and not self._is_made(waiting[-1][1]):
                origins = [each for each in self._origins(*waiting.pop()) if each[1] not in seen]
                seen.update(each for _, each in origins)
                waiting.extend(origins)
            self._objects.update(dict.fromkeys({node} if waiting else seen, bool(waiting)))
        return self._objects[node]

    def _is_made(self, node: ast.expr) -> bool:
        """Say whether an expression makes an object of `pathlib`, or is known to be one."""
        if node in self._objects:
            return self._objects[node]
        match node:
            case ast.Call(ast.Attribute(value, name)) if PATH in self.program.names_of(value):
                return bool(self._operation(f"{PATH}.{name}"))
        return any(isinstance(each, Instance) and each.of == Library(PATH) for each in self.program.values(node))

    def _origins(self, document: Document, node: ast.expr) -> Iterator[tuple[Document, ast.expr]]:
        """Yield the expressions that make an expression an object of `pathlib` when one of them is."""
        match node:
            case ast.BinOp(left, ast.Div(), right):
                yield from ((document, left), (document, right))
            case ast.Attribute(value, "parent"):
                yield document, value
            case ast.Call(ast.Attribute(value, attribute)) if self._operation(f"{PATH}.{attribute}"):
                yield document, value
            case ast.Name() | ast.Attribute():
                whole = (each for each in self.slices.assignments(document, node) if not each.part)
                yield from ((each.document, each.value) for each in whole)
                yield from self._given(document, node)

    def _operation(self, name: str) -> str:
        """Tell what a library function does with paths, as the catalogue says."""
        entry = self.program.catalog.entry(name)
        return str(entry.facts.get("gives-path", "")) if entry is not None else ""

    def _parts(self, document: Document, node: ast.expr, depth: int) -> _Parts:
        search = self._search
        parts, height = self._whole.get(node, (None, 0))
        if parts is not None and depth + height <= DEEPEST:
            search.reach = max(search.reach, depth + height)
            return parts
        passing, found_at = search.passing.get(node, (None, 0))
        if depth > DEEPEST or search.followed > LONGEST or node in search.open:  # a name that is defined by itself
            passing = _unknown(node)
        elif passing is None or found_at > depth:
            return self._followed(document, node, depth)
        search.is_cut = True
        return passing

    def _followed(self, document: Document, node: ast.expr, depth: int) -> _Parts:
        """Give the paths of an expression that is not known yet, and keep them: for good where nothing is cut."""
        search, was_cut, reached = self._search, self._search.is_cut, self._search.reach
        search.is_cut, search.reach = False, depth
        search.followed += 1
        search.open.add(node)
        found: set[tuple[Part, ...]] = set()
        for each in self._read(document, node, depth + 1):
            found.add(_joined(each))
            if len(found) > MOST:
                break
        search.open.discard(node)
        parts = frozenset(found) if 0 < len(found) <= MOST else _unknown(node)
        if search.is_cut:
            search.passing[node] = (parts, depth)
        else:
            self._whole[node] = (parts, search.reach - depth)
        search.is_cut, search.reach = search.is_cut or was_cut, max(search.reach, reached)
        return parts

    def _read(  # noqa: PLR0912
        self, document: Document, node: ast.expr, depth: int
    ) -> Iterator[tuple[Part, ...]]:
        match node:
            case ast.Constant(str(text)):
                yield (text,)
            case ast.Constant(bytes(text)):
                yield (text.decode("utf-8", "replace"),)
            case ast.Constant(int(number)):
                yield (str(number),)
            case ast.JoinedStr(values):
                yield from self._together(document, values, "", depth)
            case ast.FormattedValue(value):
                yield from self._parts(document, value, depth)
            case ast.BinOp(left, ast.Add(), right) if not (_computes(left) or _computes(right)):
                yield from self._together(document, [left, right], "", depth)
            case ast.BinOp(left, ast.Div(), right):
                yield from self._together(document, [left, right], "/", depth)
            case ast.BinOp(ast.Constant(str(text)), ast.Mod(), right):
                yield from self._filled(document, _percent(text), right, depth)
            case ast.List(elements) | ast.Tuple(elements) | ast.Set(elements) if elements:
                for each in elements:
                    yield from self._parts(document, each, depth)
            case ast.ListComp(element) | ast.GeneratorExp(element) | ast.SetComp(element):
                yield from self._parts(document, element, depth)
            case ast.IfExp(body=body, orelse=orelse):
                yield from self._parts(document, body, depth)
                yield from self._parts(document, orelse, depth)
            case ast.BoolOp(values=values):
                for each in values:
                    yield from self._parts(document, each, depth)
            case ast.NamedExpr(value=value) | ast.Await(value):
                yield from self._parts(document, value, depth)
            case ast.Attribute(value, "parent") if self.is_object(document, value):
                yield from (_folder(parts) for parts in self._parts(document, value, depth))
            case ast.Attribute(value, "name" | "stem") if self.is_object(document, value):
                yield (Hole(ast.unparse(node)),)
            case ast.Subscript(value, ast.Constant(key)):
                items = self._items_at(value, key) or self._returned_at(document, value, key)
                for where, item in items:
                    yield from self._parts(where, item, depth)
                if not items:
                    known = self._constants(node)
                    yield from known or [(Hole(ast.unparse(node), self._is_own(document, value, depth)),)]
            case ast.Subscript(value, ast.Name() | ast.Attribute() | ast.BinOp() | ast.JoinedStr()):
                yield from self._any_item(document, value, depth)
            case ast.Call():
                yield from self._called(document, node, depth)
            case ast.Name("__file__") if document.path.drive == self.program.entry.path.drive:  # started in its folder
                yield (os.path.relpath(document.path, self.program.entry.path.parent).replace(os.sep, "/"),)
            case ast.Name() | ast.Attribute():
                yield from self._named(document, node, depth)
            case _:
                yield (self._hole(document, node, depth),)

    def _any_item(self, document: Document, holder: ast.expr, depth: int) -> Iterator[tuple[Part, ...]]:
        """Yield the paths of all that something holds; by a key that is computed any of them may be meant."""
        items = self._held(holder)
        for where, item in items:
            yield from self._parts(where, item, depth)
        if not items:
            yield (Hole(f"{ast.unparse(holder)}[…]", self._is_own(document, holder, depth)),)

    def _collected(self, node: ast.expr) -> Iterator[tuple[Part, ...]]:
        """Yield the paths that are put one after another into a list that an expression stands for."""
        for each in self.program.values(node):
            for call in self._appended.get(each, ()) if isinstance(each, Container) else ():
                yield from self._searched(call.document, call.node.args[-1])

    def _written_within(self, document: Document, node: ast.expr) -> Iterator[tuple[Part, ...]]:
        """Yield the paths that are written in what an expression is computed from, which nothing else tells.

        It may be an item of a list that a library has split or mapped, or of a dictionary, but not what a library
        finds at a path. One whose name is a hole may be any of its folder.
        """
        pending, seen, known = [(document, node)], {node}, set[Hashable]()
        while pending:
            behind = self.slices.of(*pending.pop())
            start = next(iter(behind))
            written = behind.nearest([start], self._is_written)
            reached = behind.before_reaching(start, written)
            for path in (each for each in behind if each in written):
                home = self.program.home(path)
                if home is not None and isinstance(path, ast.expr) and not self._is_given(home, path):
                    yield from self._searched_files(home, path)
            brought = (given for each in behind if each in reached for given in self._brought_by(each, known))
            for home, given in brought:
                if given not in seen and len(seen) < FURTHEST:
                    seen.add(given)
                    pending.append((home, given))

    def _searched_files(self, document: Document, node: ast.expr) -> Iterator[tuple[Part, ...]]:
        """Yield the paths of an expression in which something is written; a hole as a name may be any there."""
        for parts in self._searched(document, node):
            if any(isinstance(part, str) for part in parts):
                *_, last = FilePath(parts).components or ((),)
                yield parts
                yield from [(*_folder(parts), "/", _ANY_NAME)] if _is_open(last) else []

    def _brought_by(self, node: ast.AST, known: set[Hashable]) -> Iterator[tuple[Document, ast.expr]]:
        """Yield what is put into what a name stands for, and with what its function is given to a library.

        What is put into what is `known` is not told again.
        """
        if isinstance(node, ast.Name | ast.Attribute):
            yield from self.filling.put_into(node, known)
        home = self.program.home(node)
        function = self.slices.receiving(home, node) if isinstance(node, ast.Name) and home is not None else None
        for call in self.program.takers(function) if function is not None else ():
            yield from ((call.document, each) for each in call.operands)

    def _is_written(self, node: ast.AST) -> bool:
        """Say whether a node is a written path, what a library makes of one, or the name of one that it is given."""
        if node not in self._written:
            home, call = self.program.home(node), self.program.call(node)
            if call is not None and any(map(self._operation, call.names)):
                made = (part for parts in self._searched(call.document, call.node) for part in parts)
                self._written[node] = any(isinstance(part, str) for part in made)
            else:
                self._written[node] = _is_written_path(node) or (home is not None and self._is_given(home, node))
        return self._written[node]

    def _is_given(self, document: Document, node: ast.AST) -> bool:
        """Say whether a library is given a path: what it gives back is another thing, such as what is in that file."""
        call = document.parent(node)
        made = self.program.call(call) if isinstance(call, ast.Call) and node is not call.func else None
        if made is None or made.functions or made.attribute in PUTTING or any(map(self._operation, made.names)):
            return False
        path = self.slices.bound(document, node) if isinstance(node, ast.Name | ast.Attribute) else node
        return path is not None and _is_written_path(path)

    @cached_property
    def _appended(self) -> Mapping[Container, tuple[Call, ...]]:
        """The calls that put one item into each list or set."""
        found: dict[Container, list[Call]] = {}
        for call in self.program.calls:
            if call.attribute in PUTTING and call.node.args:
                for receiver in call.receivers:
                    if isinstance(receiver, Container):
                        found.setdefault(receiver, []).append(call)
        return {container: tuple(calls) for container, calls in found.items()}

    def _items_at(self, node: ast.expr, key: object) -> Sequence[tuple[Document, ast.expr]]:
        """Give what is put under a key into the dictionaries that an expression may be, where all of them have some."""
        found = [self._items.get((each, key), ()) for each in ordered(self.program.values(node))]
        return [item for items in found for item in items] if all(found) else []

    def _returned_at(self, document: Document, node: ast.expr, key: object) -> Sequence[tuple[Document, ast.expr]]:
        """Give what stands at a place in the tuples that functions of the project return, where all are written out."""
        call = self.program.call(self.slices.bound(document, node) or node)
        functions = [each.site for each in call.functions] if call is not None and isinstance(key, int) else []
        returned = [(site.module.document, each) for site in functions for each in self.slices.returned(site.node)]
        found = [
            (home, value.elts[key])
            for home, value in returned
            if isinstance(value, ast.Tuple | ast.List)
            and isinstance(key, int)
            and -len(value.elts) <= key < len(value.elts)
        ]
        return found if len(found) == len(returned) else []

    @cached_property
    def _items(self) -> Mapping[tuple[Value, object], Sequence[tuple[Document, ast.expr]]]:
        """What is put under constant keys into each dictionary that the program displays: in the display, or later."""
        found: dict[tuple[Value, object], list[tuple[Document, ast.expr]]] = {}
        for document in self.program.documents:
            for node in document.nodes(ast.Assign, ast.Dict):
                for holder, key, item in _put(node):
                    for each in self.program.values(holder):
                        if isinstance(each, Container):
                            found.setdefault((each, key), []).append((document, item))
        return found

    def _constants(self, node: ast.expr) -> list[tuple[Part, ...]]:
        return [(str(each),) for each in sorted(map(str, self.program.constants(node) - {None, True, False}))]

    def _named(self, document: Document, node: ast.Name | ast.Attribute, depth: int) -> Iterator[tuple[Part, ...]]:
        """Follow a name or an attribute to what is assigned to it, and to what is passed for it."""
        found = False
        if isinstance(node, ast.Attribute) and self._varies_by_default(node):
            found = True
            yield (Hole(f".{node.attr}", varies=True),)
        for binding in self.slices.assignments(document, node):
            if isinstance(binding.value, ast.Constant) and binding.value.value is None:
                continue
            found = True
            if not binding.part:
                yield from self._parts(binding.document, binding.value, depth)
            else:
                yield from self._taken_apart(binding, depth)
        for where, given in self._given(document, node):
            if not (isinstance(given, ast.Constant) and given.value is None):
                found = True
                yield from self._parts(where, given, depth)
        if not found:
            constants = [] if self._is_spread(document, node) else self._constants(node)
            name = node.id if isinstance(node, ast.Name) else f".{node.attr}"
            owner = self._parts(document, node.value, depth) if isinstance(node, ast.Attribute) else ()
            own = any(FilePath(parts).is_own for parts in owner) or self._is_own_value(node)
            yield from constants or [(Hole(name, own, any(FilePath(parts).varies for parts in owner)),)]

    def _taken_apart(self, binding: Assignment, depth: int) -> Iterator[tuple[Part, ...]]:
        """Follow one of several targets to its place in the tuple that is assigned, or that a function returns."""
        value, name = binding.value, ast.unparse(binding.target)
        items = self._walked(binding)
        if items:
            for document, item in items:
                yield from self._parts(document, item, depth)
            return
        call = self.program.call(value)
        results = list(self._results(call)) if call is not None else []
        for document, given in results or [(binding.document, value)]:
            element = element_at(given, binding.positions)
            if isinstance(given, ast.List | ast.Tuple):
                for each in given.elts if element is given else [element]:
                    yield from self._parts(document, each, depth)
            else:
                yield from (
                    parts if _WILD.search(str(FilePath(parts))) else (Hole(name, FilePath(parts).is_own),)
                    for parts in self._parts(document, given, depth)
                )

    def _walked(self, binding: Assignment) -> list[tuple[Document, ast.expr]]:
        """Give the items that a loop's target is, one after another, where it runs over lists that are written out."""
        loop = binding.by
        if not isinstance(loop, ast.For | ast.AsyncFor | ast.comprehension):
            return []
        source = self._walked_over(binding.document, loop.target, loop.iter, binding.target)
        return self._held(source) if source is not None else []

    def _held(self, node: ast.expr, copies: frozenset[ast.AST] = frozenset()) -> list[tuple[Document, ast.expr]]:
        """Give what stands in the lists that an expression may be or come from, where all are written out or filled.

        `copies` are the calls whose copies of a list are followed already.
        """
        found: list[tuple[Document, ast.expr]] = []
        for each in ordered(self.program.values(node)):
            home = self.program.home(each.site.node) if isinstance(each, Container) else None
            match each.site.node if isinstance(each, Container | Instance) else None:
                case ast.Call() as made if made in copies:
                    continue
                case ast.Call(args=[copied, *_]) as made if self._copies(made):
                    items = self._held(copied, copies | {made})
                    if not items:
                        return []
                case ast.List(elements) | ast.Tuple(elements) | ast.Set(elements) if home is not None:
                    items = [(home, item) for item in elements]
                case ast.ListComp(element) | ast.SetComp(element) | ast.GeneratorExp(element) if home is not None:
                    items = [(home, element)]
                case _:
                    return []
            appended = self._appended.get(each, ()) if isinstance(each, Container) else ()
            found += [*items, *((call.document, call.node.args[-1]) for call in appended)]
        return found

    def _copies(self, node: ast.Call) -> bool:
        """Say whether a call gives the items of its first argument, maybe in another order, or an array of them."""
        call = self.program.call(node)
        if call is None or not call.names or call.receivers:
            return False
        return call.names <= _COPYING or bool(self.program.instances(node, "array"))

    def _walked_over(self, document: Document, each: ast.expr, source: ast.expr, target: ast.expr) -> ast.expr | None:
        """Give the collection of which a loop gives a target an item in each turn, also by `enumerate`."""
        source = self._bound_around(document, self.slices.bound_in_turn(document, source))
        call = self.program.call(source)
        inner = call.argument(str(call.entry.facts.get("iterates", ""))) if call is not None and call.entry else None
        match each, source:
            case ast.Tuple([_, item]), ast.Call(ast.Name("enumerate"), [counted, *_]):
                return self._walked_over(document, item, counted, target)
            case ast.Tuple(items), ast.Call(ast.Name("zip"), sources) if len(items) == len(sources):
                found = (self._walked_over(document, *pair, target) for pair in zip(items, sources, strict=True))
                return next((walked for walked in found if walked is not None), None)
            case _, ast.Subscript(items, ast.Slice()):
                return self._walked_over(document, each, items, target)
            case _ if inner is not None:
                return self._walked_over(document, each, inner, target)
        return source if each is target else None

    def _bound_around(self, document: Document, node: ast.expr) -> ast.expr:
        """Give what a name or attribute that a function reads is bound to elsewhere; others stand for themselves."""
        value = self.slices.bound(document, node) if isinstance(node, ast.Name | ast.Attribute) else None
        is_around = value is not None and self.program.home(value) is document
        return value if value and is_around and document.scope(value) is not document.scope(node) else node

    def _given(self, document: Document, node: ast.expr) -> Iterator[tuple[Document, ast.expr]]:
        """Yield what callers pass for a name that is a parameter."""
        function = self.slices.receiving(document, node) if isinstance(node, ast.Name) else None
        if function is None or not isinstance(node, ast.Name):
            return
        for call in self.program.callers(function):
            given = self.slices.given(call, function, node.id)
            if given is not None:
                yield given

    def _is_spread(self, document: Document, node: ast.expr) -> bool:
        """Say whether a name is a parameter that a caller may pass by `*` or `**`."""
        function = self.slices.receiving(document, node) if isinstance(node, ast.Name) else None
        callers = self.program.callers(function) if function is not None else ()
        return isinstance(node, ast.Name) and any(self.program.may_pass(call, node.id) for call in callers)

    def _called(  # noqa: PLR0911, PLR0912
        self, document: Document, node: ast.Call, depth: int
    ) -> Iterator[tuple[Part, ...]]:
        call = self.program.call(node)
        names = call.names if call is not None else frozenset()
        operations = {operation for name in names if (operation := self._operation(name))}
        receiver: list[ast.expr] = []
        if isinstance(node.func, ast.Attribute) and self.is_object(document, node.func.value):
            operations = {self._operation(f"{PATH}.{node.func.attr}")}
            receiver = [node.func.value]
        arguments = [*receiver, *node.args]
        match sorted(operations):
            case ["here"]:
                yield WORKING_FOLDER.parts
                return
            case ["own"]:
                yield (Hole(ast.unparse(node.func), own=True),)
                return
            case ["join"]:
                yield from self._together(document, arguments, "/", depth)
                return
            case ["same"] if arguments:
                yield from self._parts(document, arguments[0], depth)
                return
            case ["folder"] if arguments:
                yield from (_folder(parts) for parts in self._parts(document, arguments[0], depth))
                return
            case ["beside"] if len(arguments) > 1:
                for parts in self._parts(document, arguments[0], depth):
                    yield from ((*_folder(parts), "/", *name) for name in self._parts(document, node.args[0], depth))
                return
            case ["sibling"] if arguments:
                other = Hole(ast.unparse(node))
                yield from ((*_folder(parts), "/", other) for parts in self._parts(document, arguments[0], depth))
                return
        if isinstance(node.func, ast.Attribute) and node.func.attr == "format":
            text = node.func.value
            for parts in self._parts(document, text, depth):
                if len(parts) == 1 and isinstance(parts[0], str):
                    yield from self._formatted(document, parts[0], node, depth)
                else:
                    yield (self._hole(document, node, depth),)
            return
        found = list(self._returned(call, depth)) if call is not None else []
        found = found or list(self._replaced(document, node, depth))
        found = found or (list(self._given_back(call, depth)) if call is not None else [])
        yield from found or [(self._hole(document, node, depth),)]

    def _replaced(self, document: Document, node: ast.Call, depth: int) -> Iterator[tuple[Part, ...]]:
        """Yield the paths in which a call replaces one written text by another, as an ending: `path.replace(a, b)`."""
        match node:
            case ast.Call(ast.Attribute(text, "replace"), [ast.Constant(str(old)), ast.Constant(str(new))]) if old:
                for parts in self._parts(document, text, depth):
                    made = tuple(part.replace(old, new) if isinstance(part, str) else part for part in parts)
                    yield made if made != parts else (self._hole(document, node, depth),)

    def _given_back(self, call: Call, depth: int) -> Iterator[tuple[Part, ...]]:
        """Yield the paths that a call gives back when it has written there, behind which it puts a step."""
        parameter = call.entry.facts.get("gives-back") if call.entry is not None else None
        path = call.argument(parameter) if isinstance(parameter, str) else None
        step = call.argument("global_step")
        for parts in self._parts(call.document, path, depth) if path is not None else ():
            yield parts if step is None else (*parts, "-", self._hole(call.document, step, depth))

    def _returned(self, call: Call, depth: int) -> Iterator[tuple[Part, ...]]:
        """Yield the paths that the project's functions return."""
        for document, value in self._results(call):
            yield from self._parts(document, value, depth)

    def _results(self, call: Call) -> Iterator[tuple[Document, ast.expr]]:
        """Yield what the project's functions that a call may run return, in the order of the text."""
        for function in sorted(call.functions, key=lambda each: getattr(each.site.node, "lineno", 0)):
            body = function.site.node
            if not function.site.module.own or isinstance(body, ast.Lambda):
                continue
            yield from ((function.site.module.document, value) for value in self._values(body))

    def _values(self, function: ast.AST) -> tuple[ast.expr, ...]:
        """Give what a function returns."""
        if function not in self._returns:
            found = (each.value for each in own_nodes(function) if isinstance(each, ast.Return))
            self._returns[function] = tuple(each for each in found if each is not None)
        return self._returns[function]

    def _together(
        self, document: Document, nodes: list[ast.expr], between: str, depth: int
    ) -> Iterator[tuple[Part, ...]]:
        choices = [
            [(Hole(ast.unparse(each.value)),)] if isinstance(each, ast.Starred) else self._sorted(document, each, depth)
            for each in nodes
        ]
        while prod(map(len, choices)) > MOST:  # what has most of them is left open: the rest is known still
            widest = max(range(len(choices)), key=lambda index: len(choices[index]))
            choices[widest] = [(self._hole(document, nodes[widest], depth),)]
        for chosen in product(*choices):
            parts: list[Part] = []
            for each in chosen:
                if between and parts and each and isinstance(each[0], str) and each[0].startswith("/"):
                    parts = []
                parts.extend((between,) if between and parts else ())
                parts.extend(each)
            yield tuple(parts)

    def _sorted(self, document: Document, node: ast.expr, depth: int) -> list[tuple[Part, ...]]:
        return sorted(self._parts(document, node, depth), key=lambda parts: str(FilePath(parts)))

    def _filled(
        self, document: Document, pieces: list[str | None], right: ast.expr, depth: int
    ) -> Iterator[tuple[Part, ...]]:
        """Fill what `%` takes from the right side into a text; a piece that is None is a place for it."""
        given = list(right.elts) if isinstance(right, ast.Tuple) else [right]
        places = sum(piece is None for piece in pieces)
        values = iter(given if len(given) == places else [])
        nodes: list[ast.expr] = []
        for piece in pieces:
            node = ast.Constant(piece) if piece is not None else next(values, None)
            nodes.append(node if node is not None else right)
        yield from self._together(document, nodes, "", depth)

    def _formatted(self, document: Document, text: str, node: ast.Call, depth: int) -> Iterator[tuple[Part, ...]]:
        """Fill the arguments of `format` into a text."""
        keywords = {each.arg: each.value for each in node.keywords}
        nodes: list[ast.expr] = []
        at, count = 0, 0
        for place in _FIELD.finditer(text):
            nodes.append(ast.Constant(text[at : place.start()]))
            at = place.end()
            name = place.group("name")
            if name is None:
                nodes.append(ast.Constant(place.group()[0]))
                continue
            index = int(name) if name.isdigit() else count
            count += not name
            filler = keywords.get(name) or (node.args[index] if index < len(node.args) else node)
            nodes.append(filler)
        nodes.append(ast.Constant(text[at:]))
        yield from self._together(document, nodes, "", depth)

    def _hole(self, document: Document, node: ast.expr, depth: int) -> Hole:
        """Give what an expression is that is not followed: each process's own, or timed, where a part of it is."""
        call = self.program.call(node)
        names = call.names if call is not None else frozenset()
        if any(self.program.catalog.fact(name, "collective") for name in names):  # the same for all
            return Hole(ast.unparse(node))
        inner = (each.value if isinstance(each, ast.keyword) else each for each in ast.iter_child_nodes(node))
        found = [parts for each in inner if isinstance(each, ast.expr) for parts in self._parts(document, each, depth)]
        varies = any(self.program.catalog.fact(name, fact) for name in names for fact in _VARYING)
        return Hole(
            ast.unparse(node),
            any(FilePath(parts).is_own for parts in found),
            varies or any(FilePath(parts).varies for parts in found),
        )

    def _is_own(self, document: Document, node: ast.expr, depth: int) -> bool:
        return any(FilePath(parts).is_own for parts in self._parts(document, node, depth))

    def defaults(self, node: ast.AST) -> tuple[tuple[Document, ast.expr], ...]:
        """Give the defaults that are computed of the option that an expression reads; none where it reads no option."""
        if (
            not isinstance(node, ast.Attribute)
            or node.attr not in self._options
            or not is_parsed(self.program, node.value)
        ):
            return ()
        return self._options[node.attr]

    def _varies_by_default(self, node: ast.Attribute) -> bool:
        """Say whether an option has a default that is another one in each process."""
        found = (parts for document, default in self.defaults(node) for parts in self._parts(document, default, 0))
        return any(FilePath(parts).varies or FilePath(parts).is_own for parts in found)

    @cached_property
    def _options(self) -> Mapping[str, tuple[tuple[Document, ast.expr], ...]]:
        """The defaults that are computed, by the names of the options."""
        found: dict[str, list[tuple[Document, ast.expr]]] = {}
        for call, name in option_calls(self.program):
            default = default_of(call)
            if default is not None and not isinstance(default, ast.Constant):
                found.setdefault(name, []).append((call.document, default))
        return {name: tuple(defaults) for name, defaults in found.items()}

    def _is_own_value(self, node: ast.expr) -> bool:
        """Say whether a value comes from a call that gives each process its own."""
        return any(
            self._operation(value.of.name.removesuffix("()")) == "own"
            for value in self.program.values(node)
            if isinstance(value, Instance) and isinstance(value.of, Library)
        )


def _unknown(node: ast.expr) -> _Parts:
    return frozenset({(Hole(ast.unparse(node)),)})


def _is_nowhere(paths: Set[tuple[Part, ...]]) -> bool:
    """Say whether nothing at all is known of some paths."""
    return all(len(parts) == 1 and isinstance(parts[0], Hole) for parts in paths)


def _is_written_path(node: ast.AST) -> bool:
    """Say whether an expression is a text with a folder or an ending, or puts such a text together."""
    match node:
        case ast.Constant(str(text)):
            return "/" in text or _ENDED.search(text) is not None
        case ast.BinOp(op=ast.Add() | ast.Div() | ast.Mod()) | ast.JoinedStr():
            return any(_is_written_path(each) for each in ast.iter_child_nodes(node))
        case ast.Call(ast.Attribute(attr="join" | "joinpath" | "format")):
            return True
    return False


def _computes(node: ast.expr) -> bool:
    """Say whether an operand of `+` is a number, or computed by other arithmetic: the sum is no text then."""
    match node:
        case ast.Constant(value):
            return not isinstance(value, str | bytes)
        case ast.BinOp(left, ast.Add(), right):
            return _computes(left) or _computes(right)
        case ast.BinOp(left, ast.Mult(), right):
            return not any(isinstance(each, ast.Constant) and isinstance(each.value, str) for each in (left, right))
        case ast.BinOp(op=ast.Sub() | ast.Pow() | ast.FloorDiv()) | ast.UnaryOp(op=ast.USub()):
            return True
    return False


def _joined(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Put texts beside each other together, and take wild cards for holes."""
    found: list[Part] = []
    for part in parts:
        pieces: list[Part] = [part]
        if isinstance(part, str):
            texts = _WILD.split(part)
            pieces = [piece for text in texts for piece in (_ANY_NAME, text)][1:]
        for piece in pieces:
            if isinstance(piece, str) and found and isinstance(found[-1], str):
                found[-1] += piece
            elif piece != "":
                found.append(piece)
    return tuple(found)


def _folder(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Give the path of the folder that a path lies in."""
    for index in range(len(parts) - 1, -1, -1):
        part = parts[index]
        if isinstance(part, str) and "/" in part:
            before = part.rpartition("/")[0]
            return (*parts[:index], before) if before else parts[:index]
    if len(parts) == 1 and isinstance(parts[0], Hole):
        return (Hole(f"the folder of {parts[0].name}", parts[0].own),)
    return WORKING_FOLDER.parts if parts and isinstance(parts[0], str) else ()


def _percent(text: str) -> list[str | None]:
    """Give the pieces of a text with `%` fields, None for each field."""
    pieces: list[str | None] = []
    at = 0
    for place in _SPEC.finditer(text):
        pieces.append(text[at : place.start()])
        pieces.append("%" if place.group("kind") == "%" else None)
        at = place.end()
    return [*pieces, text[at:]]
