"""Finding the training scripts below a folder: which files are started, and which are only imported by those."""

from __future__ import annotations

import ast
import os
import re
import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path, PurePath

from farandole.names.project import project_root
from farandole.options import Options

_FRAMEWORK = re.compile(rb"\b(tensorflow|keras|horovod)\b")
_SKIPPED_FOLDERS = frozenset({"__pycache__", "build", "node_modules", "site-packages"})
_NEVER_STARTED = ("__init__.py", "conftest.py", "setup.py", "test_*.py", "*_test.py")


@dataclass(frozen=True)
class _File:
    """What one look at a file tells: whether it names the framework, what it imports, whether it has a main guard."""

    path: Path
    named: bool
    guarded: bool
    imports: frozenset[Path]


def discover(paths: Sequence[Path], options: Options) -> list[Path]:
    """Give the files to convert, each with the modules that it imports: those given, and the scripts below folders.

    A script below a folder names TensorFlow, Keras or Horovod, itself or in a module of its project that it imports.
    A file that another script imports is a script of its own only when it has an `if __name__ == "__main__":`.
    `options.exclude`, hidden folders, virtual environments and build results are left out below folders.
    """
    given = list(dict.fromkeys(path.resolve() for path in paths if not path.is_dir()))
    walked = sorted({path for folder in paths if folder.is_dir() for path in _walk(folder.resolve(), options)})
    files = {path: _look(path) for path in dict.fromkeys([*given, *walked])}
    wanted = given + [path for path in walked if path not in given and _may_start(path, files)]
    imported = {path for file in wanted for path in _reach(file, files) if path != file}
    found = [path for path in wanted if path not in imported or files[path].guarded]
    covered = {path for file in found for path in (file, *_reach(file, files))}
    for path in wanted:
        if path not in covered:  # files that only import each other in a ring
            found.append(path)
            covered |= {path, *_reach(path, files)}
    return found


def _walk(folder: Path, options: Options) -> Iterator[Path]:
    for name, folders, files in os.walk(folder):
        here = Path(name)
        folders[:] = [child for child in folders if not _skipped(here / child, options)]
        for file in files:
            path = here / file
            if path.suffix == ".py" and path.is_file() and not _excluded(path, options):
                yield path.resolve()


def _skipped(folder: Path, options: Options) -> bool:
    return (
        folder.name in _SKIPPED_FOLDERS
        or folder.name.startswith(".")
        or (folder / "pyvenv.cfg").exists()
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


def _may_start(path: Path, files: dict[Path, _File]) -> bool:
    if any(fnmatchcase(path.name, pattern) for pattern in _NEVER_STARTED):
        return False
    return files[path].named or any(files[module].named for module in _reach(path, files))


def _reach(path: Path, files: dict[Path, _File]) -> set[Path]:
    reached: set[Path] = set()
    pending = [path]
    while pending:
        new = files[pending.pop()].imports - reached
        reached |= new
        pending += [module for module in new if module in files]
    return {module for module in reached if module in files}


def _look(path: Path) -> _File:
    try:
        content = path.read_bytes()
    except OSError:
        return _File(path, named=True, guarded=True, imports=frozenset())
    named = _FRAMEWORK.search(content) is not None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(content)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return _File(path, named, guarded=True, imports=frozenset())
    root = project_root(path)
    roots = dict.fromkeys([path.parent, root, root / "src"])
    modules = frozenset(module for node in ast.walk(tree) for module in _modules(node, path, roots))
    return _File(path, named, any(_is_main_guard(node) for node in tree.body), modules)


def _is_main_guard(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and any(
        isinstance(name, ast.Name) and name.id == "__name__" for name in ast.walk(node.test)
    )


def _modules(node: ast.AST, path: Path, roots: Iterable[Path]) -> Iterator[Path]:
    """Yield the files of the project that an import statement may load, as far as they are there."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield from _files(alias.name.split("."), roots)
    elif isinstance(node, ast.ImportFrom):
        base = node.module.split(".") if node.module else []
        if node.level:
            roots = path.parents[node.level - 1 : node.level]
        for alias in node.names:
            yield from _files([*base, alias.name], roots)


def _files(parts: Sequence[str], roots: Iterable[Path]) -> Iterator[Path]:
    for root in roots:
        for count in range(1, len(parts) + 1):
            base = root.joinpath(*parts[:count])
            for candidate in (base.with_name(base.name + ".py"), base / "__init__.py"):
                if candidate.is_file():
                    yield candidate.resolve()
