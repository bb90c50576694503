"""Which versions of its framework a project has or asks for, and whether a released Horovod supports them.

Horovod 0.28.1, the newest release, was written for Keras 2: TensorFlow up to 2.15 has it, 2.16 and later have Keras 3.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from farandole.analysis.program import Program
from farandole.project.imports import modules_of
from farandole.project.project import project_root
from farandole.source import Document, UnreadableFile, ensure_readable

SUPPORTED = (
    "train with TensorFlow 2.12 and Horovod 0.28.1, which are tested together, or up to 2.15, the last with Keras 2"
)

_FIRST_UNSUPPORTED = {"tensorflow": (2, 16), "keras": (3, 0)}
_FIRST_ON_2 = {"tensorflow": (2, 0), "keras": (2, 3)}
_OLD_BACKENDS = ("theano", "cntk")
_TITLES = {"tensorflow": "TensorFlow", "keras": "Keras"}
_DECLARATIONS = ("requirements*.txt", "pyproject.toml", "setup.cfg", "setup.py", "Pipfile", "environment*.y*ml")
_LOCKS = ("poetry.lock", "uv.lock", "pdm.lock", "Pipfile.lock")
_NAME = r"(?P<name>tensorflow|keras)(?:-cpu|-gpu|-intel|-macos)?"
_VERSION = r"v?(?P<major>\d+)(?:\.(?P<minor>\d+))?"
_DECLARED = re.compile(
    rf"(?im)(?:^[\s\"'-]*|(?<=[\"'])){_NAME}\s*(?:\[[^\]]*\])?\s*=?\s*[\"']?\s*(?:==?|>=|~=|\^)\s*{_VERSION}"
)
_IN_TOML_LOCK = re.compile(rf"(?m)^name = \"{_NAME}\"\s*^version = \"{_VERSION}")
_IN_JSON_LOCK = re.compile(rf"\"{_NAME}\": {{[^}}]*?\"version\": \"=={_VERSION}")
_INSTALLED = re.compile(rf"(?i)^{_NAME.replace('-', '[-_]')}-{_VERSION}.*\.dist-info$")


def framework_import(document: Document) -> ast.stmt:
    """Give the first statement of a file that imports TensorFlow or Keras, or else its first one."""
    return next((each for each in document.statements if _imports_framework(each)), document.tree.body[0])


def _imports_framework(statement: ast.stmt) -> bool:
    return any(name.partition(".")[0] in ("tensorflow", "keras", "keras_core") for name in modules_of(statement))


def other_backend(program: Program) -> str:
    """Give the backend, other than TensorFlow, that a script chooses for Keras; empty for none.

    It does so by `KERAS_BACKEND`, or as it imports or sets up the backend itself, and TensorFlow nowhere.
    """
    for document in program.documents:
        for statement in document.statements:
            match statement:
                case (
                    ast.Assign(
                        targets=[ast.Subscript(slice=ast.Constant("KERAS_BACKEND"))], value=ast.Constant(str(name))
                    )
                    | ast.Expr(
                        ast.Call(
                            ast.Attribute(attr="setdefault" | "putenv"),
                            [ast.Constant("KERAS_BACKEND"), ast.Constant(str(name))],
                        )
                    )
                    | ast.Expr(ast.Call(ast.Attribute(attr="set_backend"), [ast.Constant(str(name))]))
                ):
                    if name != "tensorflow":
                        return name
    used = {each for document in program.documents for each in _used(document)}
    return "" if "tensorflow" in used else next((each for each in _OLD_BACKENDS if each in used), "")


def _used(document: Document) -> Iterator[str]:
    """Yield the packages that a file imports, and Theano where it is told how to run."""
    for node in document.nodes(ast.Import, ast.ImportFrom, ast.Subscript):
        match node:
            case ast.Import(names):
                yield from (each.name.partition(".")[0] for each in names)
            case ast.ImportFrom(module=str(module), level=0):
                yield module.partition(".")[0]
            case ast.Subscript(slice=ast.Constant("THEANO_FLAGS"), ctx=ast.Store()):
                yield "theano"


_OF_TENSORFLOW = "keras._tf_keras"
"""The module by which TensorFlow has Keras 3, and editors complete imports."""


def newer_keras(program: Program) -> str:
    """Give what only Keras 3 has and a script uses: `keras_core`, `keras._tf_keras`, `keras.ops`; empty if nothing."""
    for document in program.documents:
        for node in document.nodes(ast.Import, ast.ImportFrom, ast.Attribute):
            match node:
                case ast.Import(names) if any(each.name.partition(".")[0] == "keras_core" for each in names):
                    return "keras_core"
                case ast.ImportFrom(module=str(module)) if module.partition(".")[0] == "keras_core":
                    return "keras_core"
                case ast.ImportFrom(module=str(module)) if module.startswith(_OF_TENSORFLOW):
                    return _OF_TENSORFLOW
                case ast.ImportFrom(module="keras", names=names, level=0) if any(each.name == "ops" for each in names):
                    return "keras.ops"
                case ast.Attribute(ast.Name(), "ops") if "tensorflow.keras.ops" in program.names_of(node):
                    return document.segment(node)
    return ""


def unsupported(program: Program) -> str:
    """Say why no released Horovod supports what a project trains with; empty where nothing says so.

    Asked are the project's environment, its lock files, and what it declares.
    """
    for found in _found(program):
        if found.version >= _FIRST_UNSUPPORTED[found.name]:
            number = ".".join(map(str, found.version))
            return f"no released Horovod supports {_TITLES[found.name]} {number}, which {found.where}"
    return ""


def has_new_optimizers(program: Program) -> bool:
    """Say whether a project is known to have the optimizers of TensorFlow 2.11, whose settings are no variables."""
    return any(found.name == "tensorflow" and found.version >= (2, 11) for found in _found(program))


def known_version(program: Program) -> tuple[int, int] | None:
    """Give the version of TensorFlow, or of the stand-alone Keras, that a project has, if it is known exactly."""
    return next((found.version for found in _found(program) if found.is_exact), None)


def asks_for_version_2(program: Program) -> bool | None:
    """Say whether a project has or asks for TensorFlow 2, or a Keras that runs on it; None where nothing tells.

    Keras 2.3 is the first that does. That no version before one of TensorFlow 1 will do says nothing.
    """
    for found in _found(program):
        is_later = found.version >= _FIRST_ON_2[found.name]
        if found.is_exact or is_later:
            return is_later
    return None


@dataclass(frozen=True)
class _Found:
    """A version: where it is found, of which library, its major and minor number.

    It is exact where no newer one will do.
    """

    where: str
    name: str
    version: tuple[int, int]
    is_exact: bool


def _found(program: Program) -> Iterator[_Found]:
    yield from _installed(program.flow.project.resolver.packages)
    yield from _written(project_root(program.entry.path))


def _installed(folders: tuple[str, ...]) -> Iterator[_Found]:
    for folder in folders:
        for path in sorted(Path(folder).glob("*.dist-info")):
            if found := _INSTALLED.match(path.name):
                yield _read("is installed for it", found)


def _written(root: Path) -> Iterator[_Found]:
    for patterns, expressions in ((_LOCKS, (_IN_TOML_LOCK, _IN_JSON_LOCK)), (_DECLARATIONS, (_DECLARED,))):
        for path in (path for pattern in patterns for path in sorted(root.glob(pattern))):
            try:
                ensure_readable(path)
                text = path.read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError, UnreadableFile):
                continue
            text = re.sub(r"(?m)(?:^|\s)#.*$", "", text)
            for found in (found for expression in expressions for found in expression.finditer(text)):
                yield _read(f"{path.name} asks for", found)


def _read(where: str, found: re.Match[str]) -> _Found:
    version = int(found["major"]), int(found["minor"] or 0)
    return _Found(where, found["name"].lower(), version, not re.search("[>~^]", found[0]))
