"""Which file a module's name means, of the project or of an installed library; the only place that uses jedi."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import jedi
import parso
from jedi.api.environment import InterpreterEnvironment
from jedi.inference.compiled.subprocess import InferenceStateSameProcess, functions

from farandole.project.libraries import is_written_for_models


@dataclass(frozen=True)
class Found:
    """A file that a name means; it is the project's `own`, or a library's."""

    path: Path
    own: bool


@dataclass(frozen=True)
class Resolver:
    """The names of modules as a script sees them: in the folders `roots` first, its own foremost, then in `packages`.

    Packages that the catalogue describes (`known`) are found beside the script only, so that a checkout of Keras does
    not stand for Keras. In `packages`, those are found that are written for TensorFlow or Keras. The project's folder
    may be a package itself, `whole`, which is imported by its own name from the folder above it.
    """

    roots: tuple[Path, ...]
    packages: tuple[str, ...]
    known: Callable[[str], bool]
    whole: Path | None = None
    _written_for_models: dict[Path, bool] = field(default_factory=dict)

    def file(self, name: str) -> Found | None:
        """Give the file of a module by its absolute dotted name, or None when there is none that is to be read."""
        top = name.partition(".")[0]
        if not all(part.isidentifier() for part in name.split(".")):
            return None
        if not self._may_be_there(top):
            return self._in_whole(name)
        script = jedi.Script(f"import {name}", project=self._project, environment=_ENVIRONMENT)
        for each in script.goto(1, len("import ") + len(name), follow_imports=True):
            if each.module_path is not None and (found := self._admitted(top, each.module_path)) is not None:
                return found
        return None

    def _in_whole(self, name: str) -> Found | None:
        """Give the file of a module of the package that the project's folder is, where the name begins with its own."""
        top, *parts = name.split(".")
        if self.whole is None or self.whole.name != top or self.known(top):
            return None
        place = self.whole.joinpath(*parts)
        candidates = (place / "__init__.py", place.parent / f"{place.name}.py")
        return next((Found(path, own=True) for path in candidates if os.path.isfile(path)), None)

    @cached_property
    def _project(self) -> jedi.Project:
        importlib.invalidate_caches()  # by the time of a folder alone they miss a file that came right after another
        folders = [*map(str, self.roots), *self.packages]
        return jedi.Project(self.roots[0], sys_path=folders, smart_sys_path=False, load_unsafe_extensions=False)

    def _may_be_there(self, top: str) -> bool:
        """Say whether a folder in which a top-level name is looked up has something of that name."""
        folders = [str(root) for root in self.roots]
        if self.known(top):
            folders = folders[:1]
        elif top not in sys.stdlib_module_names:
            folders += self.packages
        return any(os.path.exists(os.path.join(folder, name)) for folder in folders for name in (top, f"{top}.py"))

    def _admitted(self, top: str, path: Path) -> Found | None:
        if path.suffix != ".py":
            return None
        package = next((Path(folder) for folder in self.packages if path.is_relative_to(folder)), None)
        if package is None:
            roots = self.roots[:1] if self.known(top) else self.roots
            return Found(path, own=True) if any(path.is_relative_to(root) for root in roots) else None
        library = package / path.relative_to(package).parts[0]
        if self.known(top) or top in sys.stdlib_module_names:
            return None
        if library not in self._written_for_models:
            self._written_for_models[library] = is_written_for_models(library)
        return Found(path, own=False) if self._written_for_models[library] else None


class _Grammar:
    """Reads the names that jedi is asked for, but no file: which file a name means does not hang on what is in it."""

    def __init__(self) -> None:
        self._grammar: Any = parso.load_grammar()  # type: ignore[attr-defined]

    def parse(self, code: str | None = None, *, path: object = None, file_io: Any = None, **_: object) -> object:
        text = code if file_io is None else ""
        return self._grammar.parse(text, path=path if file_io is None else file_io.path, diff_cache=True)

    def __getattr__(self, name: str) -> object:
        return getattr(self._grammar, name)


class _Finder(InferenceStateSameProcess):  # type: ignore[misc]
    """Looks into folders without putting them into `sys.path`, from which other threads import."""

    def get_module_info(
        self, sys_path: object = None, path: object = None, is_global_search: bool = True, **names: str
    ) -> object:
        return functions.get_module_info(None, path=sys_path if path is None else path, is_global_search=False, **names)


class _Environment(InterpreterEnvironment):  # type: ignore[misc]
    """The running Python, of which jedi wants no more than its version; no interpreter is started."""

    def __init__(self) -> None:
        super().__init__()
        self._names = _Grammar()

    def get_grammar(self) -> _Grammar:
        return self._names

    def get_inference_state_subprocess(self, inference_state: object) -> _Finder:
        return _Finder(inference_state)


_ENVIRONMENT = _Environment()
