"""The modules of a user's project, loaded when a name leads to them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import takewhile
from pathlib import Path

from farandole.project.imports import is_relative
from farandole.project.resolver import Resolver
from farandole.project.search_path import added_folders
from farandole.source import Document, UnreadableFile, real

ROOT_MARKERS = ("pyproject.toml", "setup.py", "setup.cfg", ".git", ".hg")
_USUAL_FILES = ("requirements.txt", "environment.yml", "README.md", "README.rst", "README", "LICENSE", "Dockerfile")
"""What the root of a project has, too, where it is no checkout: an archive that was unpacked, say."""


@dataclass(frozen=True, eq=False)
class SourceModule:
    """A module whose source is read.

    `name` is its absolute dotted name as the project imports it; `own` tells the project's modules, which may be
    edited, from those of installed libraries, which are only read.
    """

    name: str
    document: Document
    own: bool

    @property
    def is_package(self) -> bool:
        """Whether the module is a package's `__init__`."""
        return self.document.path.name == "__init__.py"

    @property
    def package(self) -> str:
        """The dotted name that relative imports start from."""
        return self.name if self.is_package else self.name.rpartition(".")[0]


@dataclass
class Project:
    """The modules that can be reached from one script.

    Names are looked up by `resolver`, in the `import_roots` of the script, in the folders that its modules add to
    `sys.path`, and in the project's virtual environment. No code of the project is imported or run. `unread` are its
    own modules that can't be read, of which nothing is known. The documents `shown` stand in the place of those that
    `read` gives.
    """

    entry: SourceModule
    resolver: Resolver
    read: Callable[[Path], Document]
    unread: dict[Path, UnreadableFile] = field(default_factory=dict)
    shown: Mapping[Path, Document] = field(default_factory=dict)
    _loaded: dict[str, SourceModule | None] = field(default_factory=dict)
    _by_path: dict[Path, SourceModule] = field(default_factory=dict)

    @classmethod
    def around(
        cls,
        script: Path,
        read: Callable[[Path], Document],
        known: Callable[[str], bool],
        packages: Callable[[Path], tuple[str, ...]],
    ) -> Project:
        """Open the project of a script.

        `known` says which top-level packages the catalogue describes, `packages` gives the `site-packages` folders for
        a project's root. Raises UnreadableFile when the script itself can't be read.
        """
        path = real(script)
        root = project_root(path)
        name = _dotted(path, root) if os.path.exists(path.parent / "__init__.py") else path.stem
        entry = SourceModule(name, read(path), own=True)
        whole = root if os.path.exists(root / "__init__.py") else None
        project = cls(entry, Resolver(_roots(entry, path), packages(root), known, whole), read)
        project._by_path[path] = entry
        project._search(entry.document)
        project._name_entry()
        return project

    def anew(self) -> Project:
        """Give the project as one of which no more than the script is loaded."""
        path = self.entry.document.path
        project = replace(self, unread={}, _loaded={}, _by_path={path: self.entry})
        project._name_entry()
        return project

    def _name_entry(self) -> None:
        """Let the script's name mean the script, unless it is that of a package beside it, which Python takes first."""
        name = self.entry.name
        beside = self.entry.document.path.parent / name.rpartition(".")[2] / "__init__.py"
        if not os.path.exists(beside):
            self._loaded[name] = self.entry

    def showing(self, documents: Iterable[Document]) -> Project:
        """Give the project anew, with documents in the place of those of the same files."""
        shown = {document.path: document for document in documents}
        entry = replace(self.entry, document=shown[self.entry.document.path])
        return replace(self, entry=entry, shown=shown).anew()

    @property
    def is_foreseen(self) -> bool:
        """Whether no other of its own modules is loaded than those that are shown, where some are."""
        return not self.shown or all(module.document.path in self.shown for module in self.modules() if module.own)

    def modules(self) -> Iterator[SourceModule]:
        """Yield the modules loaded so far, the script first."""
        yield from tuple(self._by_path.values())

    def module(self, name: str) -> SourceModule | None:
        """Give the module of an absolute dotted name, or None when its source is not to be read."""
        if name not in self._loaded:
            self._loaded[name] = self._find(name)
        return self._loaded[name]

    def loaded(self, name: str) -> SourceModule | None:
        """Give the module of an absolute dotted name that something has asked for, as an import does; else None."""
        return self._loaded.get(name)

    def _find(self, name: str) -> SourceModule | None:
        found = self.resolver.file(name)
        return self._load(name, found.path, found.own) if found is not None else None

    def has_namespace(self, name: str) -> bool:
        """Say whether a dotted name is a folder of the project without an `__init__.py`."""
        return bool(name) and any(os.path.isdir(root.joinpath(*name.split("."))) for root in self.resolver.roots)

    def _load(self, name: str, path: Path, own: bool) -> SourceModule | None:
        path = real(path)
        if path not in self._by_path:
            try:
                document = self.shown.get(path) or self.read(path)
            except UnreadableFile as error:
                if own:
                    self.unread[path] = error
                return None
            self._by_path[path] = SourceModule(name, document, own)
            if own:
                self._search(document)
        return self._by_path[path]

    def _search(self, document: Document) -> None:
        """Look names up in the folders that a module adds to `sys.path`, too; before those that only may be on it."""
        if "sys.path" not in document.text and "addsitedir" not in document.text:
            return
        own, *others = self.resolver.roots
        root = project_root(self.entry.document.path.resolve())
        added = added_folders(document.path.resolve(), document.tree, (own, root))
        if is_marked(root):  # what is outside of a project is another's
            added = tuple(each for each in added if each.is_relative_to(root))
        if not {own, *others}.issuperset(added):
            self.resolver = replace(self.resolver, roots=tuple(dict.fromkeys([own, *added, *others])))
            for name in [name for name, module in self._loaded.items() if module is None]:
                del self._loaded[name]


def _roots(entry: SourceModule, path: Path) -> tuple[Path, ...]:
    """Give the folders in which the imports of a script at a path are looked up.

    One that begins with relative imports can only be started by `python -m`, which looks into its own folder at last.
    """
    own, *others = import_roots(path)
    if not any(map(is_relative, entry.document.tree.body)):
        return (own, *others)
    start = path.parents[entry.name.count(".")]
    return tuple(dict.fromkeys([start, *others, own]))


def import_roots(path: Path) -> tuple[Path, ...]:
    """Give the folders in which a script's imports are looked up.

    They are its own, as `python script.py` has it, those above it up to the project's root, and the root's `src`.
    """
    root = project_root(path)
    above = [folder for folder in path.parents if folder == root or root in folder.parents]
    return tuple(dict.fromkeys([path.parent, *above, root / "src"]))


def project_root(path: Path) -> Path:
    """Give the nearest folder above `path` that looks like a project's root, else the file's own folder.

    Where nothing else tells, the files say so that are usual there, below the user's home.
    """
    marked = next(filter(is_marked, path.parents), None)
    if marked is not None:
        return marked
    home = Path(os.path.expanduser("~"))
    above = takewhile(lambda folder: not home.is_relative_to(folder), path.parents)
    return next((folder for folder in above if _has_any(folder, _USUAL_FILES)), path.parent)


def is_marked(folder: Path) -> bool:
    """Say whether a folder looks like a project's root."""
    return _has_any(folder, ROOT_MARKERS)


def _has_any(folder: Path, names: Iterable[str]) -> bool:
    return any(os.path.exists(folder / name) for name in names)


def _dotted(path: Path, root: Path) -> str:
    parts = [path.stem] if path.stem != "__init__" else []
    folder = path.parent
    while os.path.exists(folder / "__init__.py") and folder != root:  # what is above a root is on no path
        parts.insert(0, folder.name)
        folder = folder.parent
    return ".".join(parts)
