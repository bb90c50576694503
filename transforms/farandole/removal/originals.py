"""The texts of files before their conversion, kept in the user's caches for the way back."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from farandole import caches

MOST = 1000
"""Of so many files the original is kept; those that were converted first go first."""

_FOLDER = "originals-1"


@dataclass(frozen=True)
class Original:
    """A file's text before its conversion, and the text that this has made of it."""

    text: str
    converted: str


def keep(changes: Iterable[tuple[Path, str, str]]) -> None:
    """Keep what files were before they used Horovod, by their paths, texts before, and texts after a conversion.

    A step that goes on where an earlier one has stopped keeps the original of that one. Where nothing can be written,
    nothing is kept.
    """
    kept: dict[str, object] = {}
    for path, before, after in changes:
        if "horovod" not in after:
            continue
        if "horovod" not in before:
            kept[_key(path)] = asdict(Original(before, after))
        elif (known := original(path)) is not None and known.converted == before:
            kept[_key(path)] = asdict(Original(known.text, after))
    caches.put(_FOLDER, kept, MOST)


def original(path: Path) -> Original | None:
    """Give what is kept of a file; None where nothing is."""
    try:
        return Original(**caches.get(_FOLDER, _key(path)))
    except (KeyError, TypeError):
        return None


def _key(path: Path) -> str:
    return hashlib.sha256(str(path.resolve()).encode("utf-8", "surrogateescape")).hexdigest()
