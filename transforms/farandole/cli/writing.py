"""Writing several files: all of them, or none."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from farandole.cli.terminal import shown


class WriteError(Exception):
    """Files that could not be written; its text is one line, and says what stands on the disk now."""


@dataclass(frozen=True)
class Change:
    """A file with the content that it was read with and the content that it shall have."""

    path: Path
    before: bytes
    after: bytes


def write_all(changes: Sequence[Change]) -> None:
    """Write every change, or leave every file as it was.

    A file is replaced by a new one with its permissions, so that no reader sees half of it; a symbolic link stays and
    its target is replaced. Raises WriteError, also when a file is no longer what it was read as.
    """
    changes = [Change(change.path.resolve(), change.before, change.after) for change in changes]
    replaced: list[Change] = []
    with contextlib.ExitStack() as cleaning:
        try:
            ready = [(change, cleaning.enter_context(_beside(change.path, change.after))) for change in changes]
            for change, new in ready:
                _expect_unchanged(change)
                replaced.append(change)
                os.replace(new, change.path)
        except BaseException as error:
            lost = _put_back(replaced)
            if not isinstance(error, OSError | WriteError):
                raise
            state = f"not put back: {', '.join(lost)}" if lost else "nothing was written"
            raise WriteError(f"{error}; {state}") from error


def _expect_unchanged(change: Change) -> None:
    if change.path.read_bytes() != change.before:
        raise WriteError(f"{shown(change.path)} changed while it was converted")
    if not os.access(change.path, os.W_OK):
        raise WriteError(f"{shown(change.path)} is read-only")


@contextlib.contextmanager
def _beside(path: Path, content: bytes) -> Iterator[Path]:
    """Write the content to a new file in the same folder, with the permissions of `path`; remove it if it is left."""
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    new = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        _same_owner(path, new)
        shutil.copymode(path, new)
        yield new
    finally:
        new.unlink(missing_ok=True)


def _same_owner(path: Path, new: Path) -> None:
    if hasattr(os, "chown"):
        owner = path.stat()
        with contextlib.suppress(PermissionError):
            os.chown(new, owner.st_uid, owner.st_gid)


def _put_back(replaced: Sequence[Change]) -> list[str]:
    """Give the files that have been replaced their content again, and name those where that fails."""
    lost = []
    for change in replaced:
        try:
            if change.path.read_bytes() != change.before:
                with _beside(change.path, change.before) as old:
                    os.replace(old, change.path)
        except OSError:
            lost.append(shown(change.path))
    return lost
