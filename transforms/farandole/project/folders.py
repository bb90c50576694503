"""Which files a module's name may mean in some folders, as Python looks into them; the only place that uses jedi."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jedi
import parso
from jedi.api.environment import InterpreterEnvironment
from jedi.inference.compiled.subprocess import InferenceStateSameProcess, functions


@dataclass(frozen=True)
class Folders:
    """Folders in which modules are looked up, in this order."""

    project: jedi.Project

    @classmethod
    def of(cls, roots: tuple[Path, ...], packages: tuple[str, ...]) -> Folders:
        """Look into the folders `roots` of a project, and then into `packages`."""
        importlib.invalidate_caches()  # by the time of a folder alone they miss a file that came right after another
        folders = [*map(str, roots), *packages]
        return cls(jedi.Project(roots[0], sys_path=folders, smart_sys_path=False, load_unsafe_extensions=False))

    def files(self, name: str) -> Iterator[Path]:
        """Yield the files that an absolute dotted name may mean."""
        script = jedi.Script(f"import {name}", project=self.project, environment=_ENVIRONMENT)
        for each in script.goto(1, len("import ") + len(name), follow_imports=True):
            if each.module_path is not None:
                yield each.module_path


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

    def load_module(self, **_: object) -> None:
        """Import nothing: an extension module has no text to be read, and would run."""


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
