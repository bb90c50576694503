"""Finding the training scripts below a folder: which files are started, and which are only imported by those."""

from __future__ import annotations

import ast
import os
import re
import warnings
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import lru_cache
from pathlib import Path, PurePath

from farandole.options import Options
from farandole.project.imports import import_statements
from farandole.project.libraries import BUILT_ON_TENSORFLOW, FRAMEWORKS
from farandole.project.project import import_roots
from farandole.project.search_path import added_folders
from farandole.source import NOTEBOOK, TooLarge, UnreadableFile, ensure_readable, ensure_size, read, real
from farandole.source.binding import names_in

_FRAMEWORK = re.compile("|".join((*FRAMEWORKS, *BUILT_ON_TENSORFLOW)).encode())
_SKIPPED_FOLDERS = frozenset({"__pycache__", "build", "node_modules", "site-packages"})
_NEVER_STARTED = ("__init__.py", "conftest.py", "setup.py", "test_*.py", "*_test.py")


@dataclass(frozen=True)
class _File:
    """What one look at a file tells: whether it names the framework, what it imports, whether it has a main guard."""

    path: Path
    named: bool
    guarded: bool
    imports: frozenset[Path]


Skipped = Callable[[Path, str], None]
"""What is told of a file or a folder that is left out, and why."""

_Stamp = tuple[object, ...]


@dataclass(frozen=True)
class Looks:
    """What a look at each file has told, with its time and size: a file that has not changed is not read again.

    A script may name one of the libraries `also` in the place of TensorFlow, Keras and Horovod. Below folders the files
    with one of `suffixes` are looked at.
    """

    also: tuple[str, ...] = ()
    suffixes: tuple[str, ...] = (".py",)
    _known: dict[Path, tuple[_Stamp, _File]] = field(default_factory=dict)

    def at(self, path: Path, roots: tuple[Path, ...], options: Options, skipped: Skipped) -> _File:
        """Give what a look at a file tells, now or when it was as it is now; its imports are looked up in `roots`."""
        try:
            ensure_readable(path)
            status = path.stat()
        except (UnreadableFile, OSError):
            return _unknown(path)
        stamp = (status.st_mtime_ns, status.st_size, status.st_ino, roots)
        known = self._known.get(path)
        if known is not None and known[0] == stamp:
            return known[1]
        try:
            ensure_size(path, status.st_size, options.largest_file)
        except TooLarge as error:
            skipped(path, error.reason)
            return _File(path, named=False, guarded=False, imports=frozenset())
        found = _look(path, roots, self.also)
        self._known[path] = stamp, found
        return found


def discover(
    paths: Sequence[Path],
    options: Options,
    skipped: Skipped = lambda path, why: None,
    proceed: Callable[[], None] = lambda: None,
    also: tuple[str, ...] = (),
) -> list[Path]:
    """Give the files to convert, each with the modules that it imports: those given, and the scripts below folders.

    Notebooks are scripts, too. A script below a folder names TensorFlow, Keras or Horovod, itself or in a module of its
    project that it imports. A file that another script imports is a script of its own only when it has an
    `if __name__ == "__main__":`. `options.exclude`, what is hidden, virtual environments and build results are left out
    below folders. So is what can't be read or is larger than `options.largest_file`, of which `skipped` is told.
    `proceed` is called for each file that is read. A script may name one of the libraries `also` instead.
    """
    return list(reach(paths, options, proceed, skipped, Looks(also, (".py", NOTEBOOK))))


def reach(
    paths: Sequence[Path],
    options: Options,
    proceed: Callable[[], None] = lambda: None,
    skipped: Skipped = lambda path, why: None,
    looks: Looks | None = None,
) -> dict[Path, frozenset[Path]]:
    """Give the scripts that `discover` finds, each with the files of the given ones and the folders that it imports.

    `proceed` is called for each file that is read, and what it raises ends the search. `looks` are those of an earlier
    search; they are kept up.
    """
    looks = looks if looks is not None else Looks()
    given = list(dict.fromkeys(real(path) for path in paths if not os.path.isdir(path)))
    folders = [real(folder) for folder in paths if os.path.isdir(folder)]
    walked = sorted({path for folder in folders for path in _walk(folder, options, skipped, looks.suffixes)})
    searched = frozenset(walked)
    files: dict[Path, _File] = {}
    roots: dict[Path, tuple[Path, ...]] = {}  # those of each folder
    for path in dict.fromkeys([*given, *walked]):
        proceed()
        if path.parent not in roots:
            roots[path.parent] = import_roots(path)
        told = skipped if path in searched else lambda path, why: None
        files[path] = looks.at(path, roots[path.parent], options, told)
    imports = {path: file.imports & files.keys() - {path} for path, file in files.items()}
    named = {path for path, file in files.items() if file.named}
    training = named | _reached(named, _reversed(imports))
    startable = [path for path in walked if path in training and not _is_never_started(path)]
    wanted = list(dict.fromkeys([*given, *startable]))
    imported = _reached(wanted, imports)
    found = [path for path in wanted if path not in imported or files[path].guarded]
    covered = {*found, *_reached(found, imports)}
    for path in wanted:
        if path not in covered:  # files that only import each other in a ring
            found.append(path)
            covered |= {path, *_reached([path], imports)}
    return {path: frozenset(_reached([path], imports)) for path in found}


def names_framework(text: str, also: Collection[str] = ()) -> bool:
    """Say whether a text names TensorFlow, Keras, Horovod, what is built on them, or one of the libraries `also`."""
    return _names(text.encode("utf-8", "replace"), also)


def _names(content: bytes, also: Collection[str]) -> bool:
    others = (re.search(rb"\b%s\b" % re.escape(name.encode()), content) for name in also)
    return _FRAMEWORK.search(content) is not None or any(others)


def _walk(folder: Path, options: Options, skipped: Skipped, suffixes: Collection[str]) -> Iterator[Path]:
    def failed(error: OSError) -> None:
        skipped(Path(error.filename), (error.strerror or type(error).__name__).lower())

    def is_readable(path: Path) -> bool:
        try:
            ensure_readable(path)
        except UnreadableFile as error:
            skipped(path, error.reason)
            return False
        return True

    for name, folders, files in os.walk(folder, onerror=failed):
        here = Path(name)
        try:
            os.stat(os.path.join(name, os.curdir))  # fails where only the names may be read
        except OSError as error:
            failed(OSError(error.errno, error.strerror, name))
            folders.clear()
            continue
        folders[:] = [child for child in folders if not _is_left_out(here / child, options)]
        for file in files:
            path = here / file
            is_wanted = path.suffix in suffixes and not file.startswith(".") and not _excluded(path, options)
            if is_wanted and is_readable(path):
                yield real(path)


def _is_left_out(folder: Path, options: Options) -> bool:
    return (
        folder.name in _SKIPPED_FOLDERS
        or folder.name.startswith(".")
        or os.path.exists(folder / "pyvenv.cfg")
        or _excluded(folder, options)
    )


def _excluded(path: Path, options: Options) -> bool:
    return any(_matches(path.parts, PurePath(pattern).parts) for pattern in options.exclude)


def _matches(parts: Sequence[str], pattern: Sequence[str]) -> bool:
    """Match a path or a folder above it; `**` stands for any number of folders, other globs for one name."""
    if not pattern:
        return True
    if pattern[0] == "**":
        return any(_matches(parts[count:], pattern[1:]) for count in range(len(parts)))
    return bool(parts) and fnmatchcase(parts[0], pattern[0]) and _matches(parts[1:], pattern[1:])


def _is_never_started(path: Path) -> bool:
    return any(fnmatchcase(path.name, pattern) for pattern in _NEVER_STARTED)


def _reached(starts: Iterable[Path], edges: Mapping[Path, Collection[Path]]) -> set[Path]:
    """Give what the edges lead to from any start; a start itself only when an edge leads back to it."""
    reached: set[Path] = set()
    pending = list(starts)
    while pending:
        new = set(edges[pending.pop()]) - reached
        reached |= new
        pending += new
    return reached


def _reversed(edges: Mapping[Path, Collection[Path]]) -> Mapping[Path, Collection[Path]]:
    backwards: dict[Path, set[Path]] = {path: set() for path in edges}
    for path, targets in edges.items():
        for target in targets:
            backwards[target].add(path)
    return backwards


def _unknown(path: Path) -> _File:
    """Give what is taken for granted of a file that can't be read, so that the reason is said where it is read."""
    return _File(path, named=True, guarded=True, imports=frozenset())


def _look(path: Path, roots: tuple[Path, ...], also: Collection[str]) -> _File:
    try:
        content = path.read_bytes()
    except OSError:
        return _unknown(path)
    named = _names(content, also)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = read(path).tree if path.suffix == NOTEBOOK else ast.parse(content)
    except (SyntaxError, ValueError, RecursionError, MemoryError, UnreadableFile):
        return _File(path, named, guarded=True, imports=frozenset())
    if b"sys.path" in content:
        roots = (*roots, *added_folders(path, tree, roots[:1]))
    modules = frozenset(module for node in import_statements(tree) for module in _modules(node, path, roots))
    return _File(path, named, any(_is_main_guard(node) for node in tree.body), modules)


def _is_main_guard(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and "__name__" in names_in(node.test)


def _modules(node: ast.Import | ast.ImportFrom, path: Path, roots: tuple[Path, ...]) -> Iterator[Path]:
    """Yield the files that an import statement may load, whether they are there or not."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield from _files(alias.name, roots)
    else:
        if node.level:
            roots = tuple(path.parents[node.level - 1 : node.level])
        for alias in node.names:
            yield from _files(f"{node.module}.{alias.name}" if node.module else alias.name, roots)


@lru_cache(maxsize=1024)  # files of one project import the same
def _files(name: str, roots: tuple[Path, ...]) -> tuple[Path, ...]:
    """Give the files that an import of a dotted name may load."""
    found: list[Path] = []
    for root in roots:
        folder = root
        for part in name.split("."):
            found += (folder / f"{part}.py", (folder := folder / part) / "__init__.py")
    return tuple(found)
