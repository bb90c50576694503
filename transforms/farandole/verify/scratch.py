"""Scratch copies of a project, so that a run touches none of the user's files."""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

MARKERS = (".git", "pyproject.toml", "setup.py", "setup.cfg", "requirements.txt")
SKIPPED = frozenset([".git", ".hg", ".svn", "__pycache__", "node_modules", ".tox", ".nox", ".mypy_cache"])


class CannotRun(Exception):
    """The script could not be verified at all; the message says what is missing."""


def project_folder(script: Path) -> Path:
    """Give the folder of the project that a script belongs to: the nearest with a marker of one, or the script's own.

    Raises CannotRun when that is a folder of everything (the home folder, the root or the temporary folder).
    """
    everything = {Path.home(), Path("/"), Path(tempfile.gettempdir()).resolve()}
    for folder in script.parents:
        if folder in everything:
            break
        if any((folder / marker).exists() for marker in MARKERS):
            return folder
    if script.parent in everything:
        raise CannotRun(f"{script.parent} would be copied whole; put {script.name} into a folder of its own")
    return script.parent


def files_of(project: Path) -> Iterator[Path]:
    """Give the folders and files of a project, each folder before what is in it.

    Version control, caches and virtual environments are left out.
    """
    for folder, folders, files in os.walk(project):
        here = Path(folder)
        folders[:] = [name for name in folders if name not in SKIPPED and not (here / name / "pyvenv.cfg").exists()]
        yield here
        yield from (here / name for name in folders if (here / name).is_symlink())
        yield from (here / name for name in files)


def copy_project(project: Path, to: Path) -> None:
    """Copy a project. A link inside the project stays one; a link that leads out of it leads to the same place.

    Raises CannotRun when the disk has no room for it, OSError when a file can't be read.
    """
    paths = list(files_of(project))
    size = sum(path.lstat().st_size for path in paths if path.is_file() and not path.is_symlink())
    to.mkdir(parents=True)
    if size > shutil.disk_usage(to).free:
        raise CannotRun(f"no room on the disk for a copy of {project} ({size / 2**30:.1f} GiB)")
    for path in paths:
        copy = to / path.relative_to(project)
        if path.is_symlink():
            target = path.resolve()
            copy.symlink_to(to / target.relative_to(project) if target.is_relative_to(project) else target)
        elif path.is_dir():
            copy.mkdir(exist_ok=True)
        elif path.is_file():
            shutil.copy2(path, copy)


def lay_over(sample: Path, to: Path) -> None:
    """Copy a sample of data into a folder, over what is there."""
    shutil.copytree(sample, to, dirs_exist_ok=True)


@dataclass(frozen=True)
class Snapshot:
    """Which files were there, and which they were."""

    inodes: dict[Path, int]


def snapshot(*folders: Path) -> Snapshot:
    """Give what is in these folders now."""
    return Snapshot({path: path.lstat().st_ino for folder in folders for path in files_of(folder)})


def was_read(path: Path) -> bool:
    """Tell whether a file was read after it was last written; of a folder, whether it is there for such files only."""
    try:
        if path.is_dir():
            return all(map(was_read, path.iterdir()))
        status = path.stat()
    except OSError:
        return True  # it is not there any more
    return status.st_atime_ns > status.st_mtime_ns


def made_with(umask: int, since: Snapshot, *folders: Path) -> list[Path]:
    """Give the files and folders that were made since by a process with this umask (their mode tells)."""
    made = []
    for folder in folders:
        for path in files_of(folder):
            status = path.lstat()
            if since.inodes.get(path) == status.st_ino or stat.S_ISLNK(status.st_mode):
                continue
            ordinary = 0o777 if stat.S_ISDIR(status.st_mode) else 0o666
            if stat.S_IMODE(status.st_mode) == ordinary & ~umask:
                made.append(path)
    return made
