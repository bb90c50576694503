"""Files in the folder of the user's caches: what is lost with them is made again."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any


def folder(name: str) -> Path:
    """Give a folder of this name, which may not be there; raises RuntimeError when the user has no home."""
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(base) if base else Path.home() / ".cache") / "farandole" / name


def get(name: str, key: str) -> Any:
    """Give what is kept under a key in a folder of this name; raises KeyError where nothing is, or half of it."""
    try:
        path = folder(name) / f"{key}.json"
        digest, _, body = path.read_bytes().partition(b"\n")
        if digest.decode("ascii") != hashlib.sha256(body).hexdigest():
            raise KeyError(key)
        value = json.loads(body)
        os.utime(path)
    except (OSError, ValueError, RuntimeError) as error:
        raise KeyError(key) from error
    return value


def put(name: str, values: Mapping[str, object], most: int) -> None:
    """Keep values of JSON by their keys in a folder, where that can be done, and only the latest `most`."""
    with contextlib.suppress(OSError, RuntimeError):
        kept = folder(name)
        kept.mkdir(parents=True, exist_ok=True)
        for key, value in values.items():
            body = json.dumps(value).encode("ascii")
            replace(kept / f"{key}.json", hashlib.sha256(body).hexdigest().encode("ascii") + b"\n" + body)
        for old in sorted(kept.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)[most:]:
            old.unlink(missing_ok=True)


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
