"""Functions that no training can run: nothing refers to them, and nothing in them trains."""

from __future__ import annotations

import ast
import re
import sys
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from farandole.project.imports import import_statements, imported_names
from farandole.project.project import Project, SourceModule
from farandole.source import Document
from farandole.source.binding import bound_in, is_special

_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef

_WORD = re.compile(r"[^\W\d]\w*")

_COMPUTED = re.compile(
    r"(?<![.\w])(eval|exec|execfile|globals|locals|vars|getattr|__import__)\s*\("
    r"|\b(?:import_module|run_path|run_module|getmembers|__subclasses__|__init_subclass__|__dict__|fire|metaclass)\b"
    r"|\bsys\.modules\b"
)
"""What may reach a function by a name that stands in no text."""

_TRAINS = re.compile(
    r"(?<![a-z])(?:fit|train|minimi[sz]e|gradient|grads|optimi[sz]er|sess|loss|epoch|hvd|horovod)"
    r"|Fit|Train|Minimi[sz]e|Gradient|Optimi[sz]er|Loss|Epoch"
)
"""Beginnings of the words by which a function tells that it trains, also what its callers give it."""

_PLAIN = sys.stdlib_module_names | frozenset(
    {"PIL", "cv2", "h5py", "matplotlib", "numpy", "pandas", "scipy", "seaborn", "skimage", "tqdm", "yaml"}
)
"""Libraries with which nobody trains."""


def referenced(project: Project) -> Project:
    """Give a project in which the functions that no training can run have no bodies; the same one if there are none.

    These are functions at the top of a module, and methods of a class there, whose names stand in no code that is run,
    and in none that trains: code that uses a library which may train, has a word that tells of it, or refers to such
    code. In doubt a function keeps its body: when it is decorated, or calls something where it is defined, and all of
    them when names are computed or imported with `*` from such a library.
    """
    modules = _reached(project.anew())
    if any(_computes_names(module.document) or _is_unlisted(foreign) for module, foreign in modules.items()):
        return project
    units = [unit for module, foreign in modules.items() for unit in _units(module, foreign)]
    kept = _kept(units)
    idle: dict[Document, list[_Definition]] = {}
    for unit in units:
        if unit not in kept and isinstance(unit.node, _Definition):
            idle.setdefault(unit.document, []).append(unit.node)
    if not idle:
        return project
    return project.showing(module.document.without_bodies(idle.get(module.document, ())) for module in modules)


def _computes_names(document: Document) -> bool:
    """Say whether a file may reach a function by a name that is computed; one of its own is called `eval` at times."""
    own = {node.name for node in document.tree.body if isinstance(node, _Definition)}
    return any(found[1] not in own for found in _COMPUTED.finditer(document.text))


@dataclass(frozen=True, eq=False)
class _Unit:
    """A statement at the top of a module: the names that it gives to others, and the words that stand in it.

    One that is `run` is so with its module, or by what has decorated it; one that `trains` has a word, or a name of a
    library, that tells of a training.
    """

    document: Document
    node: ast.stmt
    names: frozenset[str]
    words: frozenset[str]
    run: bool
    trains: bool


_Import = ast.Import | ast.ImportFrom


def _reached(project: Project) -> Mapping[SourceModule, Sequence[_Import]]:
    """Give the project's modules to which import statements lead from the script, which is the first.

    With each are the statements by which it imports from libraries with which somebody may train.
    """
    found: dict[SourceModule, list[_Import]] = {project.entry: []}
    pending = [project.entry]
    while pending:
        module = pending.pop()
        for statement in import_statements(module.document.tree):
            own = _own(statement, module, project)
            names = imported_names(statement, module.package)
            if not own and not _PLAIN.issuperset(name.partition(".")[0] for name in names):
                found[module].append(statement)
            new = [each for each in own if each not in found]
            found.update((each, []) for each in new)
            pending += new
    return found


def _own(statement: _Import, module: SourceModule, project: Project) -> list[SourceModule]:
    """Give the project's own modules that an import statement of a module loads."""
    found = [project.module(name) for name in dict.fromkeys(imported_names(statement, module.package))]
    return [each for each in found if each is not None and each.own]


def _is_unlisted(foreign: Sequence[_Import]) -> bool:
    """Say whether names come from a library by `*`: which they are is not told."""
    return any(alias.name == "*" for statement in foreign for alias in statement.names)


def _units(module: SourceModule, foreign: Sequence[_Import]) -> Iterator[_Unit]:
    """Yield the statements at the top of a module, which imports so from libraries with which somebody may train."""
    document = module.document
    of_libraries = {name for statement in foreign for name in bound_in(statement)}
    for node in document.tree.body:
        words = frozenset(_WORD.findall(unicodedata.normalize("NFKC", document.segment(node))))
        trains = not words.isdisjoint(of_libraries) or _TRAINS.search(" ".join(words)) is not None
        if isinstance(node, _Definition):
            yield _Unit(document, node, _offered(node), words, _is_run(node), trains)
        else:
            yield _Unit(document, node, frozenset(bound_in(node)), words, True, trains)


def _is_run(node: _Definition) -> bool:
    """Say whether Python or what decorates it may run a definition, or whether it calls something where it stands."""
    calls = any(isinstance(each, ast.Call) for part in _at_once(node) for each in ast.walk(part))
    return bool(node.decorator_list) or is_special(node.name) or calls


def _at_once(node: _Definition) -> Iterator[ast.AST]:
    """Yield what is evaluated where a definition stands: defaults, bases, and what a class consists of."""
    if not isinstance(node, ast.ClassDef):
        yield node.args
        return
    yield from (*node.bases, *node.keywords)
    for each in node.body:
        if isinstance(each, _Definition):
            yield from (*each.decorator_list, *_at_once(each))
        else:
            yield each


def _offered(node: _Definition) -> frozenset[str]:
    """Give the names by which others refer to a definition: its own, and those of a class's methods."""
    members = node.body if isinstance(node, ast.ClassDef) else ()
    methods = (each.name for each in members if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef))
    return frozenset({node.name, *(name for name in methods if not is_special(name))})


def _kept(units: Sequence[_Unit]) -> Collection[_Unit]:
    """Give the statements that are run, those that train, and all that these refer to."""
    offering, referring = _table(units, lambda unit: unit.names), _table(units, lambda unit: unit.words)
    training = _closed(
        (unit for unit in units if unit.trains),
        lambda unit: (other for name in unit.names for other in referring.get(name, ())),
    )
    return _closed(
        (unit for unit in units if unit.run or unit in training),
        lambda unit: (other for word in unit.words for other in offering.get(word, ())),
    )


def _table(units: Iterable[_Unit], of: Callable[[_Unit], Iterable[str]]) -> dict[str, list[_Unit]]:
    """Give the statements by each of their names, or words."""
    found: dict[str, list[_Unit]] = {}
    for unit in units:
        for name in of(unit):
            found.setdefault(name, []).append(unit)
    return found


def _closed(starts: Iterable[_Unit], further: Callable[[_Unit], Iterable[_Unit]]) -> Collection[_Unit]:
    """Give some statements, and all to which the next ones of each lead."""
    found = set(starts)
    pending = [*found]
    while pending:
        for other in further(pending.pop()):
            if other not in found:
                found.add(other)
                pending.append(other)
    return found
