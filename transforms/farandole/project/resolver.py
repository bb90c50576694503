"""Which file a module's name means, of the project or of an installed library."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from farandole.project.libraries import FRAMEWORKS, is_written_for_models

if TYPE_CHECKING:
    from farandole.project.folders import Folders


@dataclass(frozen=True)
class Found:
    """A file that a name means; it is the project's `own`, or a library's."""

    path: Path
    own: bool


@dataclass(frozen=True)
class Resolver:
    """The names of modules as a script sees them: in the folders `roots` first, its own foremost, then in `packages`.

    Packages that the catalogue describes (`known`) are found beside the script only, and frameworks nowhere, so that a
    checkout of Keras does not stand for Keras. In `packages`, those are found that are written for TensorFlow or Keras.
    The project's folder may be a package itself, `whole`, which is imported by its own name from the folder above it.
    """

    roots: tuple[Path, ...]
    packages: tuple[str, ...]
    known: Callable[[str], bool]
    whole: Path | None = None
    _written_for_models: dict[Path, bool] = field(default_factory=dict)
    _files: dict[str, Found | None] = field(default_factory=dict, init=False)

    def file(self, name: str) -> Found | None:
        """Give the file of a module by its absolute dotted name, or None when there is none that is to be read."""
        if name not in self._files:
            self._files[name] = self._file(name)
        return self._files[name]

    def _file(self, name: str) -> Found | None:
        top = name.partition(".")[0]
        if top in FRAMEWORKS or not all(part.isidentifier() for part in name.split(".")):
            return None
        if not self._may_be_there(top):
            return self._in_whole(name)
        admitted = (self._admitted(top, path) for path in self._folders.files(name))
        return next((found for found in admitted if found is not None), None) or self._in_package_around(name, top)

    def _in_package_around(self, name: str, top: str) -> Found | None:
        """Give the file of a module of a package that has a file of its own name in it, beside a script of the package.

        Such a script is run as a module, `python -m model.train`, from the folder above: not from its own.
        """
        here, *others = self.roots
        if here.name != top or not others or self.known(top) or not os.path.isfile(here / f"{top}.py"):
            return None
        return Resolver(tuple(others), (), self.known).file(name)

    def _in_whole(self, name: str) -> Found | None:
        """Give the file of a module of the package that the project's folder is, where the name begins with its own."""
        top, *parts = name.split(".")
        if self.whole is None or self.whole.name != top or self.known(top):
            return None
        place = self.whole.joinpath(*parts)
        candidates = (place / "__init__.py", place.parent / f"{place.name}.py")
        return next((Found(path, own=True) for path in candidates if os.path.isfile(path)), None)

    @cached_property
    def _folders(self) -> Folders:
        from farandole.project.folders import Folders  # noqa: PLC0415  many scripts need no jedi, which loads slowly

        return Folders.of(self.roots, self.packages)

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
