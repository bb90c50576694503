"""Which versions of its framework a project has or asks for, and whether a released Horovod supports them.

Horovod 0.28.1, the newest release, was written for Keras 2: TensorFlow up to 2.15 has it, 2.16 and later have Keras 3.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from farandole.analysis.program import Program
from farandole.project.project import project_root

SUPPORTED = (
    "train with TensorFlow 2.12 and Horovod 0.28.1, which are tested together, or up to 2.15, the last with Keras 2"
)

_FIRST_UNSUPPORTED = {"tensorflow": (2, 16), "keras": (3, 0)}
_TITLES = {"tensorflow": "TensorFlow", "keras": "Keras"}
_DECLARATIONS = ("requirements*.txt", "pyproject.toml", "setup.cfg", "Pipfile", "environment*.y*ml")
_LOCKS = ("poetry.lock", "uv.lock", "pdm.lock", "Pipfile.lock")
_NAME = r"(?P<name>tensorflow|keras)(?:-cpu|-gpu|-intel|-macos)?"
_VERSION = r"v?(?P<major>\d+)(?:\.(?P<minor>\d+))?"
_DECLARED = re.compile(rf"(?im)^[\s\"'-]*{_NAME}\s*(?:\[[^\]]*\])?\s*=?\s*[\"']?\s*(?:==?|>=|~=|\^)\s*{_VERSION}")
_IN_TOML_LOCK = re.compile(rf"(?m)^name = \"{_NAME}\"\s*^version = \"{_VERSION}")
_IN_JSON_LOCK = re.compile(rf"\"{_NAME}\": {{[^}}]*?\"version\": \"=={_VERSION}")
_INSTALLED = re.compile(rf"(?i)^{_NAME.replace('-', '[-_]')}-{_VERSION}.*\.dist-info$")


def other_backend(program: Program) -> str:
    """Give the backend, other than TensorFlow, that a script chooses for Keras by `KERAS_BACKEND`; empty for none."""
    for document in program.documents:
        for statement in document.statements:
            match statement:
                case ast.Assign(
                    targets=[ast.Subscript(slice=ast.Constant("KERAS_BACKEND"))], value=ast.Constant(str(name))
                ):
                    if name != "tensorflow":
                        return name
    return ""


def unsupported(program: Program) -> str:
    """Say why no released Horovod supports what a project trains with; empty where nothing says so.

    Asked are the project's environment, its lock files, and what it declares.
    """
    for where, name, version in _found(program):
        if version >= _FIRST_UNSUPPORTED[name]:
            number = ".".join(map(str, version))
            return f"no released Horovod supports {_TITLES[name]} {number}, which {where}"
    return ""


def has_new_optimizers(program: Program) -> bool:
    """Say whether a project is known to have the optimizers of TensorFlow 2.11, whose settings are no variables."""
    return any(name == "tensorflow" and version >= (2, 11) for _, name, version in _found(program))


Found = tuple[str, str, tuple[int, int]]
"""Where a version is found, the library, and its major and minor number."""


def _found(program: Program) -> Iterator[Found]:
    yield from _installed(program.flow.project.resolver.packages)
    yield from _written(project_root(program.entry.path))


def _installed(folders: tuple[str, ...]) -> Iterator[Found]:
    for folder in folders:
        for path in sorted(Path(folder).glob("*.dist-info")):
            if found := _INSTALLED.match(path.name):
                yield "is installed for it", *_read(found)


def _written(root: Path) -> Iterator[Found]:
    for patterns, expressions in ((_LOCKS, (_IN_TOML_LOCK, _IN_JSON_LOCK)), (_DECLARATIONS, (_DECLARED,))):
        for path in (path for pattern in patterns for path in sorted(root.glob(pattern))):
            try:
                text = path.read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError):
                continue
            for found in (found for expression in expressions for found in expression.finditer(text)):
                yield f"{path.name} asks for", *_read(found)


def _read(found: re.Match[str]) -> tuple[str, tuple[int, int]]:
    return found["name"].lower(), (int(found["major"]), int(found["minor"] or 0))
