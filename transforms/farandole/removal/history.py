"""What git keeps of files from before they used Horovod."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

_MOST = "50"
_PATIENCE = 30


@dataclass(frozen=True)
class Committed:
    """The bytes of files at a commit, which has an abbreviated name."""

    commit: str
    files: Mapping[Path, bytes]


def last_without_horovod(paths: Sequence[Path]) -> Committed | None:
    """Give some files as they were committed last when none of them named Horovod; None where git knows no such."""
    folder = paths[0].parent
    names = [os.path.relpath(path, folder) for path in paths]
    log = _git(folder, "log", f"-{_MOST}", "--format=%h", "--", *names)
    for commit in (log or b"").decode().split():
        found = [_git(folder, "cat-file", "blob", f"{commit}:./{name}") for name in names]
        files = {path: content for path, content in zip(paths, found, strict=True) if content is not None}
        if len(files) < len(paths):
            return None
        if not any(b"horovod" in content for content in files.values()):
            return Committed(commit, files)
    return None


def with_later_changes(original: bytes, converted: bytes, current: bytes) -> bytes | None:
    """Give an original with what was changed after its conversion; None where the changes meet those of that."""
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / name for name in ("current", "converted", "original")]
        for file, content in zip(files, (current, converted, original), strict=True):
            file.write_bytes(content)
        return _git(Path(folder), "merge-file", "-p", "-q", *(file.name for file in files))


def _git(folder: Path, *arguments: str) -> bytes | None:
    """Give what git says in a folder; None when it fails, or is not there. No hook and no filter is run."""
    environment = os.environ | {"GIT_OPTIONAL_LOCKS": "0"}
    command = ["git", "-c", "core.fsmonitor=false", *arguments]
    try:
        found = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, timeout=_PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return found.stdout if found.returncode == 0 else None
