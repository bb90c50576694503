"""Sources of installed third-party libraries, found by jedi; the only place that uses it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from pathlib import Path

import jedi

MARKERS = (b"tensorflow", b"keras")
MOST_FILES = 500
"""How many files of a package are looked into for a sign of TensorFlow."""

ENVIRONMENTS = (".venv", "venv", "env")


def own_packages(root: Path) -> tuple[str, ...]:
    """Give the `site-packages` folders of the virtual environment in a project's root, if it has one."""
    return tuple(folder for name in ENVIRONMENTS for folder in packages_of(root / name))


def packages_of(environment: Path) -> tuple[str, ...]:
    """Give the `site-packages` folders of a virtual environment."""
    patterns = ("lib/python3*/site-packages", "Lib/site-packages")
    return tuple(str(folder) for pattern in patterns for folder in sorted(environment.glob(pattern)))


@dataclass(frozen=True)
class Libraries:
    """The libraries that are installed for the project at `root`, in the folders `packages`.

    No interpreter is ever started: jedi only gets the folders. A package is worth reading when one of its files names
    TensorFlow or Keras; packages that the catalogue describes (`known`) are never read.
    """

    root: Path
    known: Callable[[str], bool]
    packages: tuple[str, ...]
    _written_for_models: dict[str, bool] = field(default_factory=dict)

    @cached_property
    def _project(self) -> jedi.Project:
        return jedi.Project(self.root, sys_path=self.packages, smart_sys_path=False, load_unsafe_extensions=False)

    def source(self, name: str) -> Path | None:
        """Give the source file of an installed module that may define models, by its dotted name."""
        top = name.partition(".")[0]
        if not self.packages or self.known(top) or top in sys.stdlib_module_names or not name.isascii():
            return None
        script = jedi.Script(f"import {name}", project=self._project)
        for found in script.infer(1, len("import ") + len(name)):
            path: Path | None = found.module_path
            if path and path.suffix == ".py" and self._names_models(top, path):
                return path
        return None

    def _names_models(self, top: str, path: Path) -> bool:
        """Say whether a package, of which `path` is a file, is written for TensorFlow or Keras."""
        if top not in self._written_for_models:
            folder = next((each for each in path.parents if each.name == top), None)
            files = islice(folder.rglob("*.py"), MOST_FILES) if folder is not None else iter((path,))
            self._written_for_models[top] = any(_has_marker(file) for file in files)
        return self._written_for_models[top]


def _has_marker(file: Path) -> bool:
    try:
        text = file.read_bytes()
    except OSError:
        return False
    return any(marker in text for marker in MARKERS)
