"""Sources of installed third-party libraries, found by jedi; the only place that uses it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import jedi

MARKERS = (b"tensorflow", b"keras")
ENVIRONMENTS = (".venv", "venv", "env")


@dataclass(frozen=True)
class Libraries:
    """The libraries installed in the virtual environment of the project at `root`.

    Its interpreter is never started: jedi only gets the folder of its packages. A module is worth reading when its
    text names TensorFlow or Keras; packages that the catalogue describes (`known`) are never read.
    """

    root: Path
    known: Callable[[str], bool]

    @cached_property
    def packages(self) -> tuple[str, ...]:
        """The `site-packages` folders of the project's own environment, if it has one."""
        return tuple(
            str(folder)
            for name in ENVIRONMENTS
            for pattern in ("lib/python3*/site-packages", "Lib/site-packages")
            for folder in sorted((self.root / name).glob(pattern))
        )

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
            path = found.module_path
            if path and path.suffix == ".py" and any(marker in path.read_bytes() for marker in MARKERS):
                return path
        return None
