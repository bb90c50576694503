"""A hook of MkDocs: an entry of the navigation that is a folder stands for the pages of the folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def on_config(config: Any) -> Any:
    """Put the pages in place of the folders."""
    config.nav = _entries(config.nav, Path(config.docs_dir))
    return config


def _entries(nav: list[Any], docs: Path) -> list[Any]:
    entries: list[Any] = []
    for entry in nav:
        if isinstance(entry, str) and entry.endswith("/"):
            entries += _pages(docs / entry, docs)
        elif isinstance(entry, dict):
            [(title, inner)] = entry.items()
            entries.append({title: _entries(inner if isinstance(inner, list) else [inner], docs)})
        else:
            entries.append(entry)
    return entries


def _pages(folder: Path, docs: Path) -> list[str]:
    """Give the pages of a folder, its index first."""
    paths = sorted(folder.glob("*.md"), key=lambda path: (path.stem not in ("README", "index"), path.name))
    return [path.relative_to(docs).as_posix() for path in paths]
