"""How a file names Horovod and TensorFlow, and the imports that it lacks for that."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from farandole.analysis.answers import answered_once
from farandole.analysis.call_order import ways
from farandole.analysis.nodes import is_main_guard, own_nodes
from farandole.analysis.points_to.values import Unknown
from farandole.analysis.program import Call
from farandole.analysis.scopes import Scope
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.keras import Kind
from farandole.frameworks.tensorflow.training import Pattern, Training
from farandole.project.imports import modules_of
from farandole.source import Document, Edit, layout

TENSORFLOW = "horovod.tensorflow"
KERAS = "horovod.tensorflow.keras"
STANDALONE_KERAS = "horovod.keras"


AFTER_INIT, AFTER_DEVICES, _FUNCTIONS, _BELOW_FUNCTIONS = 2, 3, 4, 5
"""The layers of what follows the imports and `hvd.init()`; the last one is that of the blank lines below functions."""


@dataclass(frozen=True)
class Name:
    """A name for a module in a file, and the edits that import it (none where it is imported already)."""

    text: str
    edits: tuple[Edit, ...]


def horovod(script: Script, document: Document) -> Name:
    """Give the file's name for Horovod's `init`, `rank`, `size` and `local_rank`.

    A module of the project that gets the import initialises Horovod as well: it may use it while it is imported, or be
    imported by a script that does not. To initialise Horovod again has no effect.
    """
    for module in (TENSORFLOW, KERAS, STANDALONE_KERAS):
        found = bound_name(script, document, module)
        if found:
            return library(script, document, module, found)
    name = _imported(script, document, _main_module(script, document), "hvd")
    return (
        name
        if document is script.entry
        else Name(name.text, (*name.edits, *initialisation(script, document, name.text)))
    )


def initialisation(script: Script, document: Document, hvd: str) -> tuple[Edit, ...]:
    """Give the edits that initialise Horovod, which a file calls `hvd`, after its imports."""
    added = after_imports(script, document, ["", f"{hvd}.init()"], layer=1)
    end = end_of_imports(script, document)
    below = document.text[end:]
    if document.text[:end].rpartition("\n")[2]:  # behind the last import, whose line goes on
        below = below.partition("\n")[2]
    return (
        (*added, *_blank_below(script, document)) if below.startswith(("class ", "def ", "async def ", "@")) else added
    )


def horovod_tensorflow(script: Script, document: Document) -> Name:
    """Give the file's name for the module with `DistributedGradientTape` and `broadcast_variables`."""
    return _named(script, document, TENSORFLOW)


def horovod_keras(script: Script, document: Document) -> Name:
    """Give the file's name for the module with the Keras optimizer wrapper and callbacks."""
    return _named(script, document, keras_module(script, document))


def keras_module(script: Script, document: Document) -> str:
    """Tell which of Horovod's two Keras modules goes with the Keras of a file, or of the trainings where it uses none."""
    return STANDALONE_KERAS if script.keras[document.tree] is Kind.ALONE else KERAS


def tensorflow(script: Script, document: Document) -> Name:
    """Give the file's name for TensorFlow."""
    return library(script, document, "tensorflow", "tf")


def library(script: Script, document: Document, module: str, name: str) -> Name:
    """Give the file's name for a library module, which is imported as `name` where it has none."""
    found = bound_name(script, document, module)
    if found and not _is_late(script, document, found):
        return Name(found, ())
    return _imported(script, document, module, found or name)


def path_name(script: Script, document: Document) -> Name:
    """Give the file's name for pathlib's `Path`."""
    found = bound_name(script, document, "pathlib.Path")
    if found and not _is_late(script, document, found):
        return Name(found, ())
    module = library(script, document, "pathlib", "pathlib")
    return Name(f"{module.text}.Path", module.edits)


def keras_name(script: Script, document: Document) -> Name:
    """Give the file's name for Keras: its own `keras`, or `tf.keras`."""
    found = bound_name(script, document, "tensorflow.keras")
    if found and not _is_late(script, document, found):
        return Name(found, ())
    if keras_module(script, document) == STANDALONE_KERAS:
        return _imported(script, document, "keras", "keras")
    tf = tensorflow(script, document)
    return Name(f"{tf.text}.keras", tf.edits)


def optimizers_name(script: Script, document: Document) -> Name:
    """Give the file's name for the Keras whose optimizers its models take: that of `keras_name`, or the private one."""
    if script.keras[document.tree] is not Kind.PRIVATE:
        return keras_name(script, document)
    package, _, module = Kind.PRIVATE.value.rpartition(".")
    for statement in document.nodes(ast.ImportFrom):
        if statement.module == package and document.scope(statement) is document.tree:
            for alias in statement.names:
                if alias.name == module:
                    return Name(alias.asname or alias.name, ())
    return _imported(script, document, Kind.PRIVATE.value, module)


@answered_once
def bound_name(script: Script, document: Document, module: str) -> str:
    """Give the name by which a file's top level knows a library module, or an empty text."""
    top = script.flow.scopes[document.tree]
    parts = _names_of_parts(script, document)
    names = (name for name in sorted(top.names) if name not in parts and _means(script, top, name, module))
    return next((name for name in names if not _is_shadowed(script, document, name, module)), "")


_PRIVATE_OPS = "tensorflow.python.ops"
"""The package whose modules each have some of TensorFlow's functions, and by whose names they are known as its own."""


@answered_once
def _names_of_parts(script: Script, document: Document) -> frozenset[str]:
    """Give the names of a file for modules that have a part of TensorFlow alone."""
    found: set[str] = set()
    for node in document.nodes(ast.Import, ast.ImportFrom):
        if isinstance(node, ast.ImportFrom) and node.module == _PRIVATE_OPS:
            found |= _bound(node)
        elif isinstance(node, ast.Import):
            found |= {
                alias.asname for alias in node.names if alias.asname and alias.name.startswith(f"{_PRIVATE_OPS}.")
            }
    return frozenset(found)


def _is_late(script: Script, document: Document, name: str) -> bool:
    """Say whether a name of the top level is bound only after the place where imports are added."""
    place = import_place(script, document)
    return _first_bindings(script, document).get(name, place) >= place


def import_place(script: Script, document: Document) -> int:
    """Give the offset at which imports are added."""
    return _added_imports(script, document)[0].start


@answered_once
def _added_imports(script: Script, document: Document) -> tuple[Edit, ...]:
    """Give the edits that put a line where imports are added."""
    return after_imports(script, document, ["pass"])


@answered_once
def _first_bindings(script: Script, document: Document) -> Mapping[str, int]:
    """Give the offset at which each name is first bound, in any scope of a file."""
    found: dict[str, int] = {}
    for node in document.nodes(ast.Import, ast.ImportFrom, ast.Name):
        for name in _bound(node):
            start = document.span(node).start
            found[name] = min(start, found.get(name, start))
    return found


def _bound(node: ast.AST) -> set[str]:
    match node:
        case ast.Import(names):
            return {alias.asname or alias.name.partition(".")[0] for alias in names}
        case ast.ImportFrom(names=names):
            return {alias.asname or alias.name for alias in names}
        case ast.Name(name, ast.Store()):
            return {name}
    return set()


def _means(script: Script, scope: Scope, name: str, module: str) -> bool:
    """Say whether a name of a scope stands for a module alone."""
    return script.library_names.get((scope, name)) == module


def _is_shadowed(script: Script, document: Document, name: str, module: str) -> bool:
    """Say whether some function or class of a file gives a name of its top level another meaning."""
    return any(
        name in scope.names and not _means(script, scope, name, module)
        for scope in script.flow.scopes.values()
        if scope.module.document is document and scope.parent is not None
    )


def _is_used_unbound(script: Script, document: Document, name: str) -> bool:
    """Say whether a file reads a name that nothing is seen to bind: an import by that name would give it a meaning."""
    read = (node for node in document.names(name) if isinstance(node.ctx, ast.Load))
    return any(
        script.scope(document, node).home(name) is None
        and all(isinstance(each, Unknown) for each in script.values(node))
        for node in read
    )


def _named(script: Script, document: Document, module: str) -> Name:
    found = bound_name(script, document, module)
    if found:
        return library(script, document, module, found)
    taken = horovod(script, document)
    if taken.edits and _main_module(script, document) == module:
        return taken
    second = _imported(script, document, module, "hvd_keras" if module != TENSORFLOW else "hvd_tf")
    return Name(second.text, (*taken.edits, *second.edits))


def _main_module(script: Script, document: Document) -> str:
    """Choose the Horovod module that a file imports as `hvd`: Keras's where nothing in the file needs the other.

    Where Keras stands alone, its session runs the collectives also of files that train nothing.
    """
    keras = keras_module(script, document)
    here = [each for each in script.trainings if any(call.document is document for call in _calls_for(script, each))]
    patterns = {training.pattern for training in here or (script.trainings if keras == STANDALONE_KERAS else [])}
    tapes = any(call.document is document for training in script.trainings for call in training.gradients)
    return keras if patterns == {Pattern.KERAS} and not tapes else TENSORFLOW


def _calls_for(script: Script, training: Training) -> Iterator[Call]:
    """Yield the calls that take a training's steps, compile its models and create its optimizers."""
    yield from (*training.steps, *training.compiles)
    yield from filter(None, map(script.creation, training.optimizers))


def _imported(script: Script, document: Document, module: str, name: str) -> Name:
    top = script.flow.scopes[document.tree]
    while (
        (name in top.names and not _means(script, top, name, module))
        or _is_shadowed(script, document, name, module)
        or _is_used_unbound(script, document, name)
    ):
        name += "_"
    alias = "" if name == module else f" as {name}"
    return Name(name, after_imports(script, document, [f"import {module}{alias}"]))


def after_imports(script: Script, document: Document, lines: Sequence[str], layer: int = 0) -> tuple[Edit, ...]:
    """Put lines after the group of imports that brings TensorFlow in; environment variables set before it count.

    In the file that is started it may stand below `if __name__ == "__main__":`; the names that are imported there are
    those of the module. Where the file trains above that group, as the cells of a notebook may, or shows something and sets
    nothing that imports depend on, it is the leading one.
    """
    return layout.insert_after_imports(document, lines, layer=layer, once=True, group=_group(script, document))


def end_of_imports(script: Script, document: Document) -> int:
    """Give the offset behind the imports, where what follows them is added."""
    return _added_imports(script, document)[-1].start


@answered_once
def _group(script: Script, document: Document) -> ast.stmt | None:
    """Give the statement that begins the group of imports which others are added to; None for the leading one."""
    statements = list(_statements(document.tree.body, document is script.entry))
    group = next(filter(_imports_tensorflow, statements), None)
    if group is None:
        return None
    start = document.span(group).start

    def is_above(call: Call) -> bool:
        return any(
            where is document and scope is document.tree and document.span(node).end <= start
            for where, scope, node in ways(script, call)
        )

    steps = (step for training in script.trainings for step in (*training.runs, *training.steps))
    if any(map(is_above, steps)):
        return None
    is_free = _is_free(document, group, statements[: statements.index(group)])
    return None if is_free and any(map(is_above, filter(_asks_for_rank, script.calls))) else group


def _is_free(document: Document, group: ast.stmt, before: Sequence[ast.stmt]) -> bool:
    """Say whether a group of imports may be begun above what stands before it: that calls something, but prepares no import."""
    calls = any(isinstance(node, ast.Call) for each in before for node in own_nodes(each))
    prepares = _PREPARES.search(document.text, 0, document.span(group).start) or any(map(_sets_environment, before))
    return group in document.tree.body and calls and not prepares


def _asks_for_rank(call: Call) -> bool:
    """Say whether a call shows or draws something, which the rank decides."""
    return call.entry is not None and bool(call.entry.facts.get("prints") or call.entry.facts.get("random"))


_PREPARES = re.compile(r"\b(?:pip3?|conda)\b|\btensorflow_version\b|^[ \t]*#[ \t]*(?:set_)?env\b", re.MULTILINE)
"""What installs or chooses what is imported then, by a command or by what stands for one in the text of a notebook."""


def _sets_environment(statement: ast.stmt) -> bool:
    """Say whether a statement names what an import depends on: the environment, or where modules are."""
    for node in ast.walk(statement):
        match node:
            case ast.Name(name) | ast.Attribute(attr=name) if name in ("environ", "putenv", "setenv"):
                return True
            case ast.Attribute(ast.Name("sys"), "path"):
                return True
    return False


def function_after_imports(script: Script, document: Document, lines: Sequence[str]) -> tuple[Edit, ...]:
    """Put a function after the imports that bring TensorFlow in and what else follows these, with blank lines around it.

    These are two at the top level, and one where the imports are in a block.
    """
    blank = _blank_lines(script, document)
    added = after_imports(script, document, [*blank, *lines], layer=_FUNCTIONS)
    return (*added, *_blank_below(script, document))


def _blank_lines(script: Script, document: Document) -> list[str]:
    """Give the blank lines that stand around a function after the imports."""
    place = _added_imports(script, document)[-1]
    return [""] if place.text.lstrip("\r\n").startswith((" ", "\t")) else ["", ""]


def _blank_below(script: Script, document: Document) -> tuple[Edit, ...]:
    """Give the edits that add the blank lines which lack below what is added after the imports."""
    place = _added_imports(script, document)[-1]
    rest = document.text[place.end :].lstrip("\r\n \t")
    between = (place.text[-1:] + document.text[place.end : len(document.text) - len(rest)]).count("\n")
    lacking = len(_blank_lines(script, document)) + 1 - between if rest else 0
    return after_imports(script, document, [""] * lacking, layer=_BELOW_FUNCTIONS) if lacking > 0 else ()


def _statements(block: Sequence[ast.stmt], started: bool) -> Iterator[ast.stmt]:
    """Yield the statements of a block; for one that only a started file runs, those in it, or none of them."""
    for statement in block:
        if not (isinstance(statement, ast.If) and is_main_guard(statement)):
            yield statement
        elif started:
            yield from _statements(statement.body, started)


def _imports_tensorflow(statement: ast.stmt) -> bool:
    if not isinstance(statement, ast.Import | ast.ImportFrom | ast.Try | ast.If):
        return False
    modules = (name for node in ast.walk(statement) for name in modules_of(node))
    return any(name.partition(".")[0] in ("tensorflow", "keras") for name in modules)
