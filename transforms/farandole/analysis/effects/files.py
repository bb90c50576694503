"""What calls do to files: who writes a path, who reads it, who asks whether it is there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property

from farandole.analysis.effects.calls import OBJECT
from farandole.analysis.effects.openers import OPEN, WRITING, opener, opens
from farandole.analysis.effects.paths import (
    PATH,
    WORKING_FOLDER,
    FilePath,
    Paths,
    may_be_of_one_file,
    may_begin,
    may_overlap,
)
from farandole.analysis.filling import Filling
from farandole.analysis.points_to.values import Class, Container, Instance, Library, Value
from farandole.analysis.program import Call, Program
from farandole.analysis.scopes import FunctionNode
from farandole.analysis.slicing import Slices
from farandole.catalog import Entry
from farandole.source import Document

TEXT_METHODS = frozenset(name for name in dir(str) if not name.startswith("_"))
_NULL_DEVICE = Library("os.devnull")
_MODES = frozenset("rwaxbtU+")
_MODES_OF_OTHERS = {"recreate": "w"}
_WRITING_ALONE = re.compile(r"w[bt]?\+?|w\+?[bt]|[rax]\+[bt]?|[rax][bt]\+")
_RECORDS = frozenset({"collections.namedtuple", "typing.NamedTuple"})
_FOLDERS = re.compile(r"(check|create|ensure|make|mk|prepare)\w*(dir|folder)|mkdir", re.IGNORECASE)
"""How names begin of what looks for a folder, or makes it."""
_OPENING = re.compile(r"(im|wav)?(read|load(?!s)|open)", re.IGNORECASE)
"""How names begin of what opens the file at the path that it is given first: `imread`, `load_img`."""
_PATHS = re.compile(r"(\w+_)?(dir|directory|file|filenames?|filepath|path)")
"""The names of parameters that take paths."""
_COMPUTING = frozenset({"layer", "model"})
"""The roles of objects that compute with what they are called with, and open nothing."""


class Access(Enum):
    """What a call does to a file or folder."""

    WRITE = "writes"
    FOLDER = "makes the folder"
    REMOVE = "removes"
    UNPACK = "unpacks"
    FETCH = "fetches"
    READ = "reads"
    PROBE = "asks for"
    ENTER = "needs the folder"


WRITES = frozenset({Access.WRITE, Access.FOLDER, Access.REMOVE, Access.UNPACK, Access.FETCH})


@dataclass(frozen=True, eq=False)
class FileEffect:
    """What a call does to the files at some paths; without paths nothing is known of where."""

    call: Call
    access: Access
    paths: frozenset[FilePath]

    @property
    def is_own(self) -> bool:
        """Whether each process has files of its own there."""
        return bool(self.paths) and all(path.is_own for path in self.paths)

    def meets(self, other: FileEffect) -> bool:
        """Say whether this and another effect may be on the same file, or on a folder and what is in it."""
        return may_overlap(self.paths, other.paths)

    def may_hold(self, other: FileEffect) -> bool:
        """Say whether this effect may be on a folder to whose path the script adds names of files: `folder + name`."""
        return any(may_begin(one, another) for one in self.paths for another in other.paths)

    def is_at(self, other: FileEffect) -> bool:
        """Say whether this and another effect may be on the very same file."""
        return may_be_of_one_file(self.paths, other.paths)


def written_with(call: Call) -> ast.expr | None:
    """Give the argument that names what a call writes to, where it only writes when it is given one."""
    name = call.entry.facts.get("writes-with") if call.entry is not None else None
    return call.argument(name) if isinstance(name, str) else None


def sees_to_folder(call: Call) -> bool:
    """Say whether a statement calls, by its name, what looks for a folder or makes it, and opens no file in it."""
    return call.is_statement and bool(_FOLDERS.match(call.attribute.lstrip("_")))


@dataclass(eq=False)
class Files:
    """The effects of a program's calls on files."""

    program: Program
    slices: Slices
    filling: Filling
    _found: dict[ast.AST, tuple[FileEffect, ...]] = field(default_factory=dict)
    _hidden: dict[ast.AST, Call] = field(default_factory=dict)
    _openers: dict[FunctionNode, Entry | None] = field(default_factory=dict)

    @cached_property
    def paths(self) -> Paths:
        """The paths that the arguments of its calls may stand for."""
        return Paths(self.program, self.slices, self.filling)

    @cached_property
    def effects(self) -> tuple[FileEffect, ...]:
        """The effects of all calls, in the order of the text."""
        return tuple(effect for call in self.program.calls for effect in self.of(call))

    def of(self, call: Call) -> tuple[FileEffect, ...]:
        """Give what a call itself does to files, not what the project's functions do that it calls."""
        if call.node not in self._found:
            self._found[call.node] = tuple(self._of(call))
        return self._found[call.node]

    def facts(self, call: Call) -> Mapping[str, object]:
        """Give the catalogue's facts of a call, also of a method whose class the program hides."""
        entry = self._known(call).entry
        return entry.facts if entry is not None else {}

    def target(self, call: Call) -> ast.expr | None:
        """Give the argument that names what a call writes to."""
        known = self._known(call)
        where = self.facts(call).get("path")
        return known.argument(where) if isinstance(where, str) else None

    def fetches_apart(self, call: Call) -> bool:
        """Say whether a call fetches to a file that the process has for itself, since it is not told where to."""
        name = self.facts(call).get("fetches-apart-without")
        return isinstance(name, str) and call.argument(name) is None and not call.may_hide(name)

    def modes(self, call: Call) -> frozenset[str] | None:
        """Give the modes in which a call may open a file, an empty set for none; None where it cannot be told."""
        node = self._known(call).argument(str(self.facts(call).get("writes-by-mode", "")))
        if node is None or self._opens_nothing(call) or self._opens_for_callers(call):
            return frozenset()
        modes = self.program.constants(node)
        if not modes or len(modes) != len(self.program.values(node)):
            return None
        return frozenset(_MODES_OF_OTHERS.get(mode.lower(), mode) for mode in map(str, modes))

    def _opens_nothing(self, call: Call) -> bool:
        """Say whether a call opens the null device, which is no file."""
        return self.program.must_be(self.target(call), lambda value: value == _NULL_DEVICE)

    def _opens_for_callers(self, call: Call) -> bool:
        """Say whether a call opens what its function hands back, in a mode that the callers give: they open it."""
        function = self.program.function(call.document, call.node) if opens(call) else None
        return function is not None and self._opener(function) is not None

    def _opener(self, function: FunctionNode) -> Entry | None:
        """Give what the catalogue would say of a function that does no more than open; None for others."""
        if function not in self._openers:
            self._openers[function] = opener(self.program, function)
        return self._openers[function]

    def _opener_called(self, call: Call) -> Entry | None:
        """Give what the catalogue would say of the function that a call calls, where that does no more than open."""
        called = next(iter(call.functions)).site.node if len(call.functions) == 1 and not call.names else None
        return self._opener(called) if isinstance(called, FunctionNode) else None

    def _known(self, call: Call) -> Call:
        """Give a call with its entry of the catalogue, if it is a method whose class the program hides.

        That is a method of a path, or one that writes to the path that it is given whatever the class. The `open` of a
        library that is not read opens files as Python's does, and so does a function that does no more than open.
        """
        if call.entry is not None:
            return call
        if call.node not in self._hidden:
            self._hidden[call.node] = self._with_entry(call)
        return self._hidden[call.node]

    def _with_entry(self, call: Call) -> Call:
        if self._path_receiver(call) is not None:
            return replace(call, entry=self.program.catalog.entry(f"{PATH}.{call.attribute}"))
        if _is_opening(self.program, call):
            return replace(call, entry=self.program.catalog.entry(OPEN))
        if (made := self._opener_called(call)) is not None:
            return replace(call, entry=made)
        entry = self.program.catalog.entry(f"{OBJECT}.{call.attribute}")
        is_function = bool(call.functions) or (bool(call.names) and not call.receivers)
        if is_function or entry is None or "path" not in entry.facts:
            return call
        found = replace(call, entry=entry)
        return found if found.argument(str(entry.facts["path"])) is not None else call

    def _path_receiver(self, call: Call) -> ast.expr | None:
        """Give what a method is called on, if that is an object of `pathlib`."""
        function = call.node.func
        if isinstance(function, ast.Attribute) and self.paths.is_object(call.document, function.value):
            return function.value
        return None

    def _of(self, call: Call) -> Iterator[FileEffect]:
        facts, known, written = self.facts(call), self._known(call), self.target(call)
        for fact, access in (("probes", Access.PROBE), ("reads", Access.READ), ("enters", Access.ENTER)):
            named = facts.get(fact)
            if isinstance(named, str):
                yield FileEffect(call, access, self._named(call, named))
        if "runs-command" in facts:
            yield from self._started(call, known.argument(str(facts["runs-command"])))
        elif "writes-by-mode" in facts:
            yield from self._opening(call, written)
        elif facts.get("downloads"):
            if not self.fetches_apart(call):
                yield FileEffect(call, Access.FETCH, self._at(call, written))
        elif facts.get("unpacks"):
            yield FileEffect(call, Access.UNPACK, self._at(call, written or _first(call)))
        elif facts.get("writes"):
            access = Access.FOLDER if facts.get("makes-folder") else Access.WRITE
            elsewhere = known.placed(str(facts.get("path"))) if written is None else None
            paths = self.paths.within(*elsewhere) if elsewhere is not None else self._at(call, written)
            if "ending" in facts:
                paths = frozenset(each for path in paths for each in path.ended(str(facts["ending"])))
            yield FileEffect(call, Access.REMOVE if facts.get("removes") else access, paths)
        elif (target := written_with(known)) is not None:
            yield FileEffect(call, Access.WRITE, self._at(call, target))
        elif not (facts.get("keeps-paths") or facts.keys() & {"probes", "reads", "gives-path", "prints", "stores"}):
            yield from self._reading(call)

    def _opening(self, call: Call, path: ast.expr | None) -> Iterator[FileEffect]:
        """Yield what a call does by its mode to the file that it opens."""
        if self._opens_nothing(call) or self._opens_for_callers(call):
            return
        modes = self.modes(call)
        if modes is None or any(set(mode) & WRITING for mode in modes):
            yield FileEffect(call, Access.WRITE, self._at(call, path))
        if modes is None or not modes or any(_reads_earlier(mode) for mode in modes):
            yield FileEffect(call, Access.READ, self._at(call, path))

    def _started(self, call: Call, command: ast.expr | None) -> Iterator[FileEffect]:
        """Yield that a program may read and write all that its command names, but for what the shell directs."""
        paths = self.paths.of(call.document, command) if command is not None else ()
        words = [word for path in paths for word in path.words]
        yield FileEffect(call, Access.WRITE, frozenset(word for directed, word in words if directed != "<"))
        yield FileEffect(call, Access.READ, frozenset(word for directed, word in words if directed != ">"))

    def _reading(self, call: Call) -> Iterator[FileEffect]:
        """Yield that a call reads what it is given the path of, unless it can be told that it does not open it."""
        if call.functions or any(name.startswith("builtins.") for name in call.names):
            return
        if call.names & _RECORDS or any(self._only_keeps(each) for each in self.program.values(call.node.func)):
            return
        if self.facts(call).get("graph") == "builds":  # variables and operations on tensors, of which none opens a path
            return
        if call.names and all(self.program.catalog.fact(name, "keeps-paths") for name in call.names):
            return
        if sees_to_folder(call):
            return
        text = call.attribute in TEXT_METHODS | {"append", "extend", "add", "put", "get", "write"}
        if text and isinstance(call.node.func, ast.Attribute):
            return
        given = [path for each in call.arguments for path in self._given(call.document, each)]
        given += (path for each in _surely_paths(call) for path in self.paths.within(call.document, each))
        if found := frozenset(each for each in given if not str(each).isdecimal()):
            yield FileEffect(call, Access.WRITE if self.makes_missing(call) else Access.READ, found)

    def makes_missing(self, call: Call) -> bool:
        """Say whether a call of a library that is not read is given the path of a file where that is not there.

        Whatever it is called, it makes the file then.
        """
        if call.entry is not None or call.functions or not call.names:
            return False
        given = frozenset(path for each in call.arguments for path in self.paths.of(call.document, each))
        return bool(given) and not given.isdisjoint(self._missing(call))

    def _missing(self, call: Call) -> Iterator[FilePath]:
        """Yield the paths that conditions around a call, and around those of its function, say are not there."""
        pending, seen = [call], set[ast.AST]()
        while pending:
            each = pending.pop()
            document = each.document
            inner: ast.AST = document.statement(each.node)
            for outer in document.ancestors(inner):
                if isinstance(outer, ast.If):
                    yield from self._denied(document, outer, inner in outer.body)
                if isinstance(outer, FunctionNode):
                    for choice in _left_before(document, outer, each.node):
                        yield from self._denied(document, choice, holds=False)
                    pending += self.program.callers(outer) if outer not in seen else ()
                    seen.add(outer)
                    break
                inner = outer

    def _denied(self, document: Document, choice: ast.If, holds: bool) -> Iterator[FilePath]:
        """Yield the paths that are not there where the test of a choice holds, or where it does not."""
        for asked in (each for each in ast.walk(choice.test) if isinstance(each, ast.expr)):
            value = self.slices.bound_in_turn(document, asked)
            for looked in filter(None, map(self.program.call, ast.walk(value) if value is not asked else [asked])):
                denied = is_denied(choice.test, asked) is not is_denied(value, looked.node)
                probes = self.of(looked) if denied is holds else ()
                yield from (path for each in probes if each.access is Access.PROBE for path in each.paths)

    def _only_keeps(self, called: Value) -> bool:
        """Say whether what is called opens no path that it is given: a class, one of tuples with names, a layer."""
        made = self.program.creation(called) if isinstance(called, Instance) else None
        records = made is not None and bool(made.names & _RECORDS)
        return isinstance(called, Class) or records or self.program.role_of(called) in _COMPUTING

    def _given(self, document: Document, node: ast.expr) -> frozenset[FilePath]:
        """Give the paths in an argument, and in the lists and calls within it."""
        match node:
            case ast.Starred(value):
                return self._given(document, value)
            case ast.List(elements) | ast.Tuple(elements):
                return frozenset(path for each in elements for path in self._given(document, each))
            case ast.Constant(value) if not isinstance(value, str):
                return frozenset()
            case ast.Lambda() | ast.Compare() | ast.Dict():
                return frozenset()
        directories = [
            path
            for value in self.program.values(node.value if isinstance(node, ast.Attribute) else node)
            if isinstance(value, Instance) and (made := self.program.creation(value)) is not None
            if made.entry is not None and not made.entry.facts.get("writes") and not self._only_writes(made)
            for path in self._of_creation(made)
        ]
        return self.paths.of(document, node) | frozenset(directories)

    def _only_writes(self, made: Call) -> bool:
        """Say whether a file is opened in modes in which nothing can be read from it."""
        modes = self.modes(made)
        return bool(modes) and not any("r" in mode or "+" in mode for mode in modes or ())

    def _of_creation(self, made: Call) -> frozenset[FilePath]:
        """Give where an object of a library reads and writes: by the argument with which it was created."""
        given = self.target(made)
        return self.paths.within(made.document, given) if given is not None else frozenset()

    def _named(self, call: Call, name: str) -> frozenset[FilePath]:
        node = self._path_receiver(call) if name == "self" else call.argument(name) or _first(call)
        if node is None and not call.arguments and name != "self":  # as in `os.listdir()`
            return frozenset((WORKING_FOLDER,))
        return self.paths.within(call.document, node) if node is not None else frozenset()

    def _at(self, call: Call, written: ast.expr | None) -> frozenset[FilePath]:
        """Give the paths of an argument, of the file or object that is written to, or of the path it is called on."""
        if written is not None:
            opened = self._of_objects(call.document, written, self.program.values(written))
            return opened or self.paths.within(call.document, written)
        receiver = self._path_receiver(call)
        if receiver is not None:
            return self.paths.within(call.document, receiver)
        return self._of_objects(call.document, call.receiver, call.receivers)

    def _of_objects(
        self, document: Document, node: ast.expr | None, values: frozenset[Value] | frozenset[Instance | Container]
    ) -> frozenset[FilePath]:
        """Give where the objects write that an expression may be; for a function that opens, where its callers do."""
        found = (self.program.creation(value) for value in values if isinstance(value, Instance))
        made = [each for each in found if each is not None]
        if node is not None and any(map(self._opens_for_callers, made)):
            opening = filter(None, map(self.program.call, self.slices.of(document, node)))
            made = [each for each in opening if self._opener_called(each) is not None] or made
        return frozenset(path for each in made for path in self._of_creation(each))


def _reads_earlier(mode: str) -> bool:
    """Say whether a file that is opened in a mode still has what was in it: `w+` and `x+` begin with nothing."""
    return "r" in mode or ("a" in mode and "+" in mode)


def _left_before(document: Document, function: FunctionNode, node: ast.AST) -> Iterator[ast.If]:
    """Yield the conditions of a function's own body by which it returns before a node."""
    statements = [] if isinstance(function, ast.Lambda) else function.body
    for statement in statements:
        if document.contains(statement, node):
            return
        if isinstance(statement, ast.If) and isinstance(statement.body[-1], ast.Return):
            yield statement


def is_denied(test: ast.expr, asked: ast.expr) -> bool:
    """Say whether a test holds where what is asked for does not."""
    return any(_denies(node) and asked in ast.walk(node) for node in ast.walk(test))


def _denies(node: ast.AST) -> bool:
    """Say whether a node says `not`, or compares with a truth that says so: `asked == False`."""
    match node:
        case ast.UnaryOp(ast.Not()):
            return True
        case ast.Compare(_, [ast.Eq() | ast.Is()], [ast.Constant(False)]):
            return True
        case ast.Compare(_, [ast.NotEq() | ast.IsNot()], [ast.Constant(True)]):
            return True
    return False


def _surely_paths(call: Call) -> Iterator[ast.expr]:
    """Yield the arguments of a call of a library that can only be paths, by the names of what takes them."""
    taking = filter(_PATHS.fullmatch, call.entry.parameters) if call.entry is not None else ()
    named = [argument for name in taking if (argument := call.argument(name)) is not None]
    yield from named or (call.arguments[:1] if _OPENING.match(call.attribute) else ())


def _is_opening(program: Program, call: Call) -> bool:
    """Say whether a call is one of a function `open` of a library, with a mode as the one of Python has it.

    So is any call of a library that is not read, where its mode is one in which files are written.
    """
    second = [each.value for each in call.node.args[1:2] if isinstance(each, ast.Constant)]
    keyword = call.keyword("mode")
    named = [keyword.value.value] if keyword is not None and isinstance(keyword.value, ast.Constant) else []
    if opens(call):
        return any(isinstance(mode, str) and set(mode) <= _MODES for mode in (*second, *named))
    unread = bool(call.names) and not call.receivers and all(map(program.is_unknown, call.names))
    return unread and (any(map(_is_for_writing, (*second, *named))) or "a" in named)


def _is_for_writing(mode: object) -> bool:
    """Say whether a constant is a mode in which files are written, and hardly anything else; `a` is much else."""
    return isinstance(mode, str) and (mode.lower() in _MODES_OF_OTHERS or _WRITING_ALONE.fullmatch(mode) is not None)


def _first(call: Call) -> ast.expr | None:
    first = call.node.args[0] if call.node.args else None
    return None if isinstance(first, ast.Starred) else first
