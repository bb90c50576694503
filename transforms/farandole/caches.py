"""Files in the folder of the user's caches: what is lost with them is made again."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def folder(name: str) -> Path:
    """Give a folder of this name, which may not be there; raises RuntimeError when the user has no home."""
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(base) if base else Path.home() / ".cache") / "farandole" / name


def replace(path: Path, content: bytes) -> None:
    """Write a file so that no reader sees half of it; raises OSError, and leaves the file as it was."""
    descriptor, name = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise
