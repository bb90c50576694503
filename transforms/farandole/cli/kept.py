"""What `check` has said of folders, kept on the disk and said again as long as nothing that it read has changed.

An answer stands under a digest of all that it hangs on: the command, the engine, and the names and contents of the
files below the folders and the roots of their projects. It is kept when that is the same before and after the analysis.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from importlib.util import find_spec
from io import TextIOBase
from itertools import islice
from pathlib import Path
from typing import Any, TextIO

from farandole import caches
from farandole.project.libraries import ENVIRONMENTS, packages_of
from farandole.project.project import ROOT_MARKERS, project_root
from farandole.source import UnreadableFile, ensure_readable

MOST_ANSWERS = 40
LARGEST_ANSWER = 4_000_000
MOST_FILES = 100_000
"""Projects of more files, and longer answers, are not kept; of the answers only the last."""

_FOLDER = "check-1"
_READ = (".py", ".ipynb", ".toml", ".cfg", ".lock", ".lp")
_NAMED = ("requirements", "Pipfile", "environment")
_SKIPPED = frozenset({"__pycache__", "node_modules"})


class CannotKeep(Exception):
    """Something that an answer may hang on can't be told."""


@dataclass(frozen=True)
class Answer:
    """An exit status, and what was written to the two streams.

    `others` are the files that were read elsewhere, such as those of libraries, with digests of their contents.
    """

    status: int
    out: str
    err: str
    others: Mapping[str, str] = field(default_factory=dict)

    @property
    def holds(self) -> bool:
        """Whether the files that were read elsewhere are what they were."""
        try:
            return all(_digest(Path(path)) == digest for path, digest in self.others.items())
        except CannotKeep:
            return False


def key(arguments: Sequence[str]) -> str:
    """Give the digest of all that what the command says of folders hangs on; empty where nothing is to be kept.

    Which arguments are folders is told without reading the others, so that these may be options.
    """
    try:
        return _key(arguments, [Path(each) for each in arguments[1:] if os.path.isdir(each)])
    except CannotKeep:
        return ""


def _key(arguments: Sequence[str], paths: Sequence[Path]) -> str:
    if arguments[:1] != ["check"] or not paths:
        raise CannotKeep
    bases = _bases(paths)
    parts: list[object] = [list(arguments), str(Path.cwd()), _engine()]
    above = dict.fromkeys(folder for base in bases for folder in base.parents)
    for path in (folder / name for folder in above for name in (*ROOT_MARKERS, "__init__.py")):
        parts.append((str(path), _digest(path) if os.path.isfile(path) else os.path.exists(path)))
    below = [*islice((part for base in bases for part in _below(base)), MOST_FILES + 1)]
    if len(below) > MOST_FILES:
        raise CannotKeep
    parts += below
    return hashlib.sha256(repr(parts).encode("utf-8", "backslashreplace")).hexdigest()


def elsewhere(paths: Sequence[Path], read: Iterable[Path], searched: Iterable[Path]) -> Mapping[str, str]:
    """Give the digests of the files that were read and that the key of a command about some folders does not tell.

    Raises CannotKeep when modules were searched in other folders, where one may appear.
    """
    bases = _bases(paths)
    if not all(any(map(folder.is_relative_to, bases)) for folder in searched):
        raise CannotKeep
    others = (path for path in read if path.suffix not in _READ or not any(map(path.is_relative_to, bases)))
    return {str(path): _digest(path) for path in sorted(set(others))}


def find(under: str) -> Answer | None:
    """Give the answer that is kept under a key, if what it has read elsewhere is the same, too."""
    try:
        answer = Answer(**caches.get(_FOLDER, under))
    except (KeyError, TypeError):
        return None
    return answer if answer.holds else None


def keep(under: str, answer: Answer) -> None:
    """Keep an answer under a key, where that can be done; no reader sees half of it."""
    if len(answer.out) + len(answer.err) <= LARGEST_ANSWER:
        caches.put(_FOLDER, {under: asdict(answer)}, MOST_ANSWERS)


class _Noting(TextIOBase):
    """A stream that notes what is written to another one, but for a line that counts and is overwritten."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.noted: list[str] = []

    def write(self, text: str) -> int:
        if not text.startswith("\r"):
            self.noted.append(text)
        return self.stream.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)

    def flush(self) -> None:
        self.stream.flush()

    def isatty(self) -> bool:
        return self.stream.isatty()


@contextlib.contextmanager
def noted() -> Iterator[tuple[list[str], list[str]]]:
    """Note what is written to standard output and to standard error meanwhile."""
    out, err = _Noting(sys.stdout), _Noting(sys.stderr)
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        yield out.noted, err.noted


def _bases(paths: Sequence[Path]) -> list[Path]:
    """Give the folders, and the roots of their projects, without those that are below others."""
    folders = [path.resolve() for path in paths]
    found = dict.fromkeys([*folders, *(project_root(folder / "any.py") for folder in folders)])
    return [each for each in found if found.keys().isdisjoint(each.parents)]


def _below(folder: Path) -> Iterator[tuple[str, object]]:
    """Yield what a folder holds that a script may hang on: folders by name, files with their contents."""
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        for entry in entries:
            if entry.is_symlink() and entry.is_dir():
                raise CannotKeep
            if not entry.is_dir():
                if entry.name.endswith(_READ) or entry.name.startswith(_NAMED):
                    yield entry.path, _digest(Path(entry.path))
                continue
            if entry.name in ENVIRONMENTS or os.path.exists(os.path.join(entry.path, "pyvenv.cfg")):
                yield from ((packages, sorted(os.listdir(packages))) for packages in packages_of(Path(entry.path)))
            elif entry.name in ROOT_MARKERS or not (entry.name in _SKIPPED or entry.name.startswith(".")):
                yield entry.path, None
                if entry.name not in ROOT_MARKERS:
                    yield from _below(Path(entry.path))
    except OSError as error:
        raise CannotKeep from error


def _digest(path: Path) -> str:
    try:
        ensure_readable(path)
        with open(path, "rb", buffering=0) as file:
            return hashlib.sha256(file.read()).hexdigest()
    except (OSError, UnreadableFile) as error:
        raise CannotKeep from error


def _engine() -> list[object]:
    """Give what tells one state of the engine from another: its files, Python, and the libraries beside jedi."""
    package = Path(__file__).parents[1]
    files = ((path, path.stat()) for suffix in ("py", "toml", "lp") for path in sorted(package.rglob(f"*.{suffix}")))
    own = [(str(path), status.st_size, status.st_mtime_ns) for path, status in files]
    jedi = find_spec("jedi")
    assert jedi is not None and jedi.origin is not None
    return [sys.version, own, sorted(os.listdir(Path(jedi.origin).parents[1]))]
